"""The four counts: added, swapped, and checked when a person gives them."""

import pickle
from math import inf, nan

import numpy as np
import pytest

from truecut.counting.counts import Counts, CountsAlong, checked_counts
from truecut.errors import BadCall


def test_rows_are_all_four_counts_together():
    assert Counts(tp=30, fp=5, fn=10, tn=55).rows == 100


def test_counts_add_cell_by_cell():
    assert Counts(1, 2, 3, 4) + Counts(10, 20, 30, 40) == Counts(11, 22, 33, 44)


def test_calling_the_other_class_positive_turns_the_table_around():
    assert Counts(tp=1, fp=2, fn=3, tn=4).swapped() == Counts(tp=4, fp=3, fn=2, tn=1)


def test_swapping_twice_changes_nothing():
    counts = Counts(tp=1, fp=2, fn=3, tn=4)
    assert counts.swapped().swapped() == counts


def test_what_is_left_alone_follows_from_what_is_flagged():
    along = CountsAlong(np.array([0, 1, 1, 3]), np.array([0, 0, 2, 5]))
    assert along.fn.tolist() == [3, 2, 2, 0]
    assert along.tn.tolist() == [5, 5, 3, 0]
    assert along.rows.tolist() == [8, 8, 8, 8]
    assert along.swapped().fp.tolist() == along.fn.tolist()
    some = along.at([1, 2])
    assert [some.cells()[cell].tolist() for cell in ("tp", "fp", "fn", "tn")] == [[1, 1], [0, 2], [2, 2], [5, 3]]
    assert pickle.loads(pickle.dumps(along)).tn.tolist() == [5, 5, 3, 0]


def test_checked_counts_are_python_numbers():
    counts = checked_counts(tp=np.int64(30), fp=5.0, fn=np.float32(2.5), tn=10**30)
    assert [type(count) for count in counts.cells().values()] == [int, int, float, int]


def test_a_missing_count_is_named():
    with pytest.raises(BadCall, match=r"^Four counts are needed, but fn is missing\.$"):
        checked_counts(tp=1, fp=2, tn=4)
    with pytest.raises(BadCall, match=r"^Four counts are needed, but fp and fn are missing\.$"):
        checked_counts(tp=1, tn=4)


@pytest.mark.parametrize("count", [-1, -0.5, nan, inf, -inf])
def test_a_count_is_0_or_more_and_finite(count):
    with pytest.raises(BadCall, match=r"^fp must be 0 or more, and finite, not "):
        checked_counts(tp=1, fp=count, fn=3, tn=4)


@pytest.mark.parametrize("count", ["3", None, True, np.True_, [3], 3j])
def test_a_count_is_a_number(count):
    with pytest.raises(BadCall, match=r"^fp must be a number, not "):
        checked_counts(tp=1, fp=count, fn=3, tn=4)
