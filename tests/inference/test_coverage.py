"""Intervals hold the true value about as often as they say, in a small simulation."""

from dataclasses import replace

import numpy as np
import pytest

from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.inference.intervals import estimate

SAMPLES = 300
CELLS = (0.2, 0.1, 0.05, 0.65)
# Of 300 intervals that hold their level of 0.95, fewer than 91 % contain the truth once in 500 times.
LEAST = 0.91


@pytest.mark.parametrize("name", ["precision", "f1", "mcc", "lr_plus", "informedness", "kappa", "mean_cost"])
def test_a_metric_of_four_counts(name):
    truth = float(priced(Counts(*CELLS)).metric(name))
    samples = np.random.default_rng(1).multinomial(80, CELLS, size=SAMPLES)
    found = [estimate(priced(Counts(*map(int, sample))), name) for sample in samples]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= LEAST


@pytest.mark.parametrize(("name", "rows"), [("roc_auc", 60), ("average_precision", 150), ("brier", 150)])
def test_a_metric_of_a_whole_curve(name, rows):
    truth = estimate(drawn(np.random.default_rng(2), 400_000), name).value
    random = np.random.default_rng(3)
    found = [estimate(drawn(random, rows), name) for _ in range(SAMPLES)]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= LEAST


def priced(counts: Counts) -> Model:
    return replace(Model.of_counts("sample", counts), situation=Situation(cost=Cost(fp=1, fn=1)))


def drawn(random: np.random.Generator, rows: int) -> Model:
    labels = random.random(rows) < 0.3
    return Model("sample", ScoreTable.from_rows(labels, 1 / (1 + np.exp(-random.normal(labels * 1.5 - 1)))))
