"""Many curves at once have the metrics that each has alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import parameters
from truecut.catalogue import CATALOGUE, Needs
from truecut.inference.resampling.many_curves import Curves
from truecut.inference.resampling.many_values import WAYS, values_of

OF_CURVES = [entry for entry in CATALOGUE if not entry.needs_only_counts and entry.name in WAYS]
COUNT = st.sampled_from([0, 0, 1, 1, 2, 5])


@st.composite
def several(draw, probabilities: bool) -> Curves:
    size, curves = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    scores = draw(st.lists(st.integers(1, 63), min_size=size, max_size=size, unique=True))
    ordered = np.array(sorted(scores, reverse=True)) / (64.0 if probabilities else 4.0)
    matrix = st.lists(st.lists(COUNT, min_size=size, max_size=size), min_size=curves, max_size=curves)
    positives, negatives = np.array(draw(matrix)), np.array(draw(matrix))
    return Curves(ordered, positives, negatives)


@pytest.mark.parametrize("entry", OF_CURVES, ids=lambda entry: entry.name)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_metric_of_many_curves_is_that_of_each(entry, data):
    curves = data.draw(several(entry.needs == Needs.PROBABILITIES))
    chosen = entry.chosen(data.draw(parameters(entry)))
    together = values_of(entry, curves, chosen)
    for place, found in enumerate(together):
        alone = entry.of(curves.alone(place), **chosen).value
        if alone is None:
            assert np.isnan(found)
        else:
            assert found == pytest.approx(alone, abs=1e-9)


def test_every_metric_of_curves_is_computed_together_or_by_a_fit():
    alone = {entry.name for entry in CATALOGUE if not entry.needs_only_counts} - set(WAYS)
    assert alone == {"calibration_intercept", "calibration_slope"}
