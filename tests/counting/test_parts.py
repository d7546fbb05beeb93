"""Parts of the rows that are counted at once are counted as each would be alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.counting.counts import CELLS
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.parts import counts_of_parts, sum_of_parts, tables_of_parts
from truecut.counting.score_table import COUNTED, ScoreTable

SCORES = st.sampled_from([0.0, -0.0, 0.25, 0.5, 1.0, -3.0, float("inf"), float("-inf")])
ROWS = st.lists(st.tuples(st.booleans(), SCORES, st.integers(0, 4)), min_size=1, max_size=40)


def divided(rows, dtype=float):
    labels, scores, groups = (np.array(column) for column in zip(*rows, strict=True))
    return labels, scores.astype(dtype), [np.flatnonzero(groups == group) for group in np.unique(groups)]


@given(ROWS, st.booleans(), st.sampled_from([np.float64, np.float32]))
def test_each_part_has_the_table_of_its_rows(rows, lower_is_positive, dtype):
    labels, scores, parts = divided(rows, dtype)
    for part, table in zip(
        parts, tables_of_parts(labels, scores, parts, lower_is_positive=lower_is_positive), strict=True
    ):
        alone = ScoreTable.from_rows(labels[part], scores[part], lower_is_positive=lower_is_positive)
        assert table == alone
        assert all(getattr(table, name).dtype == getattr(alone, name).dtype for name in ("scores", *COUNTED))
        assert not np.signbit(table.scores[table.scores == 0]).any()


def test_whole_numbers_that_floats_would_merge_stay_apart():
    scores = np.array([2**60, 2**60 + 1, 5])
    first, second = tables_of_parts(
        np.array([True, False, True]), scores, [np.array([0, 1]), np.array([2])], lower_is_positive=False
    )
    assert (first.scores.tolist(), second.scores.tolist()) == ([2**60 + 1, 2**60], [5.0])
    assert counts_of_parts([first, second], 0.5) is None


@given(ROWS, st.booleans(), SCORES)
def test_counts_of_all_parts_are_those_of_each_curve(rows, lower_is_positive, threshold):
    labels, scores, parts = divided(rows)
    tables = tables_of_parts(labels, scores, parts, lower_is_positive=lower_is_positive)
    for table, counts in zip(tables, counts_of_parts(tables, threshold).tolist(), strict=True):
        assert dict(zip(CELLS, counts, strict=True)) == CountsCurve(table).at(threshold).cells()


@given(ROWS, st.booleans())
def test_parts_add_up_to_all_rows(rows, lower_is_positive):
    labels, scores, parts = divided(rows)
    tables = tables_of_parts(labels, scores, parts, lower_is_positive=lower_is_positive)
    assert sum_of_parts(tables) == ScoreTable.from_rows(labels, scores, lower_is_positive=lower_is_positive)


@pytest.mark.parametrize("weights", [[0.5, 2.0], [1, 3]])
def test_weighted_parts_add_up_one_after_the_other(weights):
    one, other = (ScoreTable.from_rows([True], [0.5], [weight]) for weight in weights)
    assert counts_of_parts([one, other], 0.5) is None
    assert sum_of_parts([one, other]) == one + other
