"""A coarse table lends its spread to a bootstrap, never its value."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.model import Model
from truecut.inference import of_weights
from truecut.inference.clustered import bootstrap as clustered_bootstrap
from truecut.inference.resampling import replicates
from truecut.inference.resampling.coarse import coarsened

MOST_SCORES = 10
RANDOM = np.random.default_rng(5)
LABELS = RANDOM.random(3_000) < 0.3
SCORES = 1 / (1 + np.exp(-RANDOM.normal(size=3_000) - 2 * LABELS))
DESIGNS = {
    "independent": {},
    "clustered": {"cluster": np.arange(3_000) // 3},
    "weighted": {"weight": RANDOM.random(3_000) + 0.5},
}


@pytest.fixture
def few_scores(monkeypatch):
    monkeypatch.setattr(replicates, "_coarse", lambda model: coarsened(model.table, MOST_SCORES))
    monkeypatch.setattr(replicates, "MOST_DRAWS", 0)  # not over all rows
    monkeypatch.setattr(clustered_bootstrap, "MOST_SCORES", MOST_SCORES)
    monkeypatch.setattr(of_weights, "MOST_SCORES", MOST_SCORES)


@pytest.mark.usefixtures("few_scores")
@pytest.mark.parametrize("design", DESIGNS)
def test_replicates_of_a_coarse_table_are_recentred_at_the_value_of_the_table(design):
    e = tc.evaluate(LABELS, SCORES, **DESIGNS[design])
    found = e.metric("average_precision", interval="bootstrap", replicates=500)
    middle, error = (found.low + found.high) / 2, (found.high - found.low) / (2 * 1.96)
    coarse = Model("coarse", coarsened(e.model.table, MOST_SCORES)).metric("average_precision")
    assert abs(float(coarse) - found.value) > 3 * error  # or the test could not tell
    assert abs(middle - found.value) < error
