"""Halving finds what a pass over the column finds."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.counting.binned_counts import binned_counts
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_reaching, first_where

rising = st.lists(st.integers(-5, 2**40), max_size=40).map(sorted)
limits = st.lists(st.one_of(st.floats(-10, 2.0**41), st.sampled_from([-inf, inf, 2.5, 3.0])), min_size=1, max_size=9)


@given(rising, limits)
def test_a_column_of_whole_numbers_is_searched_as_one_of_floats(column, wanted):
    whole = np.array(column, np.int64)
    assert first_reaching(whole, wanted).tolist() == np.searchsorted(whole.astype(float), wanted).tolist()
    assert first_where(len(whole), lambda at: whole[at], wanted).tolist() == first_reaching(whole, wanted).tolist()


@pytest.mark.parametrize("lower", [False, True])
@given(st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.7, 1.0])), max_size=60))
def test_bins_of_scores_in_order_hold_what_bins_of_rows_hold(lower, rows):
    labels, scores = np.array([row[0] for row in rows], bool), np.array([row[1] for row in rows], float)
    table = ScoreTable.from_rows(labels, scores, lower_is_positive=lower)

    def bars(some):
        return np.minimum((some * 4).astype(np.intp), 3)

    found = binned_counts(table, bars, 4)
    wanted = [np.bincount(bars(scores[labels == side]), minlength=4).tolist() for side in (True, False)]
    assert [side.tolist() for side in found] == wanted
