"""Scores of two tables meet in a type that keeps every one of them, or not at all; weights are checked."""

import numpy as np
import pytest

from truecut.counting.countable import Weights, checked_weights, sortable
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadScore, BadWeight, Incompatible

BEYOND = 2**53 + 1  # no float equals it


def table(scores, dtype):
    return ScoreTable.from_rows([True] * len(scores), np.array(scores, dtype=dtype))


@pytest.mark.parametrize(
    ("ours", "theirs", "dtype"),
    [
        (([0.1], np.float32), ([0.1], np.float64), np.float64),  # two scores: float32(0.1) is not 0.1
        (([1.0], np.float32), ([2**24 + 1, 2**24], np.float64), np.float64),
        (([BEYOND], np.int64), ([5.0], np.float32), np.int64),
        (([BEYOND], np.int64), ([2**53 - 1, -(2**53) + 1], np.float64), np.int64),
        (([2**63], np.uint64), ([0.0], np.float64), np.uint64),
        (([2**63], np.uint64), ([BEYOND, 0], np.int64), np.uint64),
        (([2**63 - 1], np.uint64), ([-(2**63)], np.int64), np.int64),
    ],
)
def test_scores_of_both_tables_stay_what_they_are(ours, theirs, dtype):
    one, other = table(*ours), table(*theirs)
    expected = sorted({*one.scores.tolist(), *other.scores.tolist()}, reverse=True)
    for both in (one + other, other + one):
        assert both.scores.dtype == dtype
        assert both.scores.tolist() == expected


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (([BEYOND], np.int64), ([2**53], np.float64)),  # which float may have been any of its neighbours before
        (([BEYOND], np.int64), ([-(2**53)], np.float64)),
        (([BEYOND], np.int64), ([0.5], np.float64)),
        (([BEYOND], np.int64), ([np.inf], np.float64)),
        (([2**63], np.uint64), ([-1.0], np.float64)),
        (([2**63], np.uint64), ([BEYOND, -1], np.int64)),
    ],
)
def test_scores_that_no_type_holds_are_refused(ours, theirs):
    for pair in ((ours, theirs), (theirs, ours)):
        with pytest.raises(Incompatible, match="no type holds both without merging different scores"):
            table(*pair[0]) + table(*pair[1])


def test_scores_wider_than_double_precision_are_taken_where_nothing_is_lost():
    if np.dtype(np.longdouble).itemsize <= 8:
        pytest.skip("a long double is a double on this machine")
    assert sortable(np.array([0.5, np.nan], dtype=np.longdouble)).dtype == np.float64
    with pytest.raises(BadScore, match="no exact double-precision value"):
        sortable(np.array([1], dtype=np.longdouble) / 3)


@pytest.mark.parametrize("weights", [[[1.0]], ["1"], [[["x"]]], 1.0])
def test_weights_are_one_number_per_row(weights):
    with pytest.raises(BadWeight, match="one number per row"):
        checked_weights(weights, Weights.IMPORTANCE)


def test_weights_that_repeat_rows_are_counted_up_to_what_can_be_counted():
    assert checked_weights([2**62, 0], Weights.REPEATED).tolist() == [2**62, 0]
    with pytest.raises(BadWeight, match=r"2\*\*63 rows or more"):
        checked_weights([2**62, 2**62], Weights.REPEATED)
