"""Metrics of curves made from rows at hand: their values, or the reason there is none."""

import numpy as np
import pytest

from truecut.catalogue import metric
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable


def curve_of(labels, scores, weights=None, **options):
    return CountsCurve(ScoreTable.from_rows(labels, scores, weights, **options))


def value(name, curve, **parameters):
    return metric(name).of(curve, **parameters).value


def reason(name, curve, **parameters):
    found = metric(name).of(curve, **parameters)
    assert found.value is None
    return found.undefined


def each_sample(draw):
    """Run a test on rows that `draw` makes of a seed: five times, with and without ties, with and without weights."""
    return pytest.mark.parametrize(
        "data",
        [draw(seed, ties=ties, weighted=weighted) for seed in range(5) for ties in (0, 1) for weighted in (0, 1)],
        ids=lambda data: f"{len(np.unique(data[1]))} scores, {'no ' if data[2] is None else ''}weights",
    )
