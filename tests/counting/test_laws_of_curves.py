"""A curve is nothing but rows counted at every threshold."""

from math import inf, nextafter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import FLOATS, SCORES, Rows, rows
from truecut.counting.counts import CELLS, Counts
from truecut.counting.counts_curve import CountsCurve


def thresholds_around(scores: list) -> list:
    """Return each score, its neighbours on either side, and what lies beyond them all."""
    around = [-inf, inf]
    for score in scores:
        if isinstance(score, int):
            around += [score - 1, score, score + 1, score + 0.5]
        else:
            around += [nextafter(score, -inf), score, nextafter(score, inf)]
    return around


@given(rows=rows())
def test_counts_at_a_threshold_are_those_of_the_rows_that_reach_it(rows):
    curve = rows.curve()
    for threshold in thresholds_around(rows.scores.tolist()):
        assert curve.at(threshold) == rows.counted_at(threshold)


@given(rows=rows(scores=FLOATS), data=st.data())
def test_counts_along_thresholds_are_those_at_each(rows, data):
    thresholds = data.draw(st.lists(FLOATS, max_size=10))
    curve = rows.curve()
    along = curve.counts_at(thresholds)
    for index, threshold in enumerate(thresholds):
        assert Counts(**{cell: getattr(along, cell)[index].item() for cell in CELLS}) == curve.at(threshold)


@given(rows=rows())
def test_every_entry_of_a_curve_flags_one_more_score(rows):
    curve = rows.curve()
    nothing_flagged = curve.entry(0)
    assert (nothing_flagged.tp, nothing_flagged.fp) == (0, 0)
    for index, score in enumerate(curve.table.scores.tolist(), start=1):
        assert curve.entry(index) == rows.counted_at(score)
    assert len(curve) == len(set(rows.scores.tolist())) + 1


@given(rows=rows(weights=st.floats(1e-3, 1e3), kinds=("importance",)))
def test_counts_never_go_back(rows):
    counts = rows.curve().counts
    assert (np.diff(counts.tp) >= 0).all()
    assert (np.diff(counts.fp) >= 0).all()
    assert (np.diff(counts.fn) <= 0).all()
    assert (np.diff(counts.tn) <= 0).all()
    assert min(counts.fn[-1], counts.tn[-1]) == 0


@given(rows=rows())
def test_the_curve_of_swapped_classes_is_the_curve_backwards(rows):
    curve, swapped = rows.curve(), CountsCurve(rows.table().swapped())
    assert len(swapped) == len(curve)
    for index in range(len(curve)):
        assert swapped.entry(index) == curve.entry(len(curve) - 1 - index).swapped()


@pytest.mark.parametrize("dtype", [dtype for dtype in SCORES if dtype.kind in "iu"], ids=str)
@given(data=st.data())
def test_whole_number_scores_are_never_compared_as_floats(dtype, data):
    scores = data.draw(st.lists(SCORES[dtype], min_size=1, max_size=9, unique=True))
    curve = Rows(np.ones(len(scores), dtype=bool), np.array(scores, dtype=dtype)).curve()
    for rank, score in enumerate(sorted(scores, reverse=True), start=1):
        assert curve.at(score).tp == rank
        assert curve.at(score + 1).tp == sum(other > score for other in scores)


@given(rows=rows(least=1), points=st.integers(2, 40))
def test_a_sweep_counts_at_evenly_spaced_thresholds(rows, points):
    curve = rows.curve()
    sweep = curve.sweep(points, low=-1.0, high=3.0)
    np.testing.assert_allclose(np.diff(sweep.thresholds), 4 / (points - 1))
    assert (sweep.thresholds[0], sweep.thresholds[-1]) == (-1.0, 3.0)
    for index, threshold in enumerate(sweep.thresholds.tolist()):
        assert sweep.counts.tp[index] == rows.counted_at(threshold).tp
