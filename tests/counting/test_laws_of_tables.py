"""Tables add like the rows they count, whatever the scores and the weights."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import Rows, rows
from truecut.counting.countable import Weights
from truecut.counting.score_table import COUNTED, ScoreTable

# Whole weights add exactly. The sums of other weights depend on the order in which they are added.
EXACT_KINDS = (Weights.NONE, Weights.REPEATED)
TENTHS = st.integers(1, 99).map(lambda n: n / 10)


def empty(like: Rows) -> ScoreTable:
    return ScoreTable.from_rows([], [], lower_is_positive=like.lower_is_positive)


def assert_close(ours: ScoreTable, theirs: ScoreTable) -> None:
    assert ours.scores.tolist() == theirs.scores.tolist()
    assert (ours.weights, ours.lower_is_positive) == (theirs.weights, theirs.lower_is_positive)
    for name in COUNTED:
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-14, err_msg=name)


@given(rows=rows(), data=st.data())
def test_tables_add_like_rows(rows, data):
    cut = data.draw(st.integers(0, len(rows)))
    assert rows.take(slice(cut)).table() + rows.take(slice(cut, None)).table() == rows.table()


@given(rows=rows(kinds=(Weights.IMPORTANCE,), weights=TENTHS), data=st.data())
def test_tables_of_any_weights_add_like_rows_up_to_rounding(rows, data):
    cut = data.draw(st.integers(0, len(rows)))
    assert_close(rows.take(slice(cut)).table() + rows.take(slice(cut, None)).table(), rows.table())


@given(rows=rows(), data=st.data())
def test_rows_count_the_same_in_any_order(rows, data):
    order = data.draw(st.permutations(range(len(rows))))
    assert rows.take(np.array(order, dtype=int)).table() == rows.table()


@given(rows=rows(), data=st.data())
def test_parts_add_up_in_any_order_and_grouping(rows, data):
    part_of_row = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows))), dtype=int)
    parts = [rows.take(part_of_row == part).table() for part in data.draw(st.permutations(range(4)))]
    a, b, c, d = parts
    assert reduce(add, parts) == rows.table()
    assert (a + b) + (c + d) == rows.table()
    assert a + (b + (c + d)) == rows.table()


@given(rows=rows())
def test_adding_no_rows_changes_nothing(rows):
    table = rows.table()
    for same in (table + empty(rows), empty(rows) + table):
        assert same == table
        assert same.scores.dtype == table.scores.dtype
        assert same.positives.dtype == table.positives.dtype


@given(rows=rows(), data=st.data())
def test_rows_of_weight_zero_are_as_if_not_there(rows, data):
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights
    there = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))), dtype=bool)
    some_at_zero = Rows(rows.labels, rows.scores, np.where(there, weights, 0), rows.weights_are, rows.lower_is_positive)
    only_those = Rows(rows.labels, rows.scores, weights, rows.weights_are, rows.lower_is_positive).take(there)
    assert some_at_zero.table() == only_those.table()


@given(rows=rows())
def test_distinct_scores_stand_most_positive_first(rows):
    scores = rows.table().scores.tolist()
    assert scores == sorted(set(rows.scores.tolist()), reverse=not rows.lower_is_positive)


@given(rows=rows())
def test_totals_are_those_of_the_rows(rows):
    table = rows.table()
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights
    assert table.total_positive == weights[rows.labels].sum()
    assert table.total_negative == weights[~rows.labels].sum()
    assert table.positive_squares.sum() == (weights[rows.labels] ** 2).sum()
    assert table.negative_squares.sum() == (weights[~rows.labels] ** 2).sum()
    assert table.rows == len(rows)


@given(rows=rows())
def test_swapping_the_classes_twice_gives_the_table_back(rows):
    table = rows.table()
    assert table.swapped().swapped() == table


@given(rows=rows())
def test_swapped_tables_are_tables_of_swapped_rows(rows):
    swapped = Rows(~rows.labels, rows.scores, rows.weights, rows.weights_are, not rows.lower_is_positive)
    assert rows.table().swapped() == swapped.table()


@given(rows=rows(kinds=EXACT_KINDS))
def test_a_repeated_row_is_that_many_rows(rows):
    times = np.ones(len(rows), dtype=int) if rows.weights is None else rows.weights.astype(int)
    table = Rows(rows.labels, rows.scores, times, Weights.REPEATED, rows.lower_is_positive).table()
    one_by_one = rows.take(np.repeat(np.arange(len(rows)), times))
    written_out = Rows(one_by_one.labels, one_by_one.scores, None, lower_is_positive=rows.lower_is_positive).table()
    assert table.scores.tolist() == written_out.scores.tolist()
    assert table.positives.tolist() == written_out.positives.tolist()
    assert table.negatives.tolist() == written_out.negatives.tolist()


@given(rows=rows())
def test_a_saved_table_is_the_table(rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    table = rows.table()
    table.save(folder / "first")
    loaded = ScoreTable.load(folder / "first")
    loaded.save(folder / "again")
    assert loaded == table
    assert all(getattr(loaded, name).dtype == getattr(table, name).dtype for name in ("scores", *COUNTED))
    assert (folder / "first").read_bytes() == (folder / "again").read_bytes()


@pytest.mark.parametrize("other", [3, None, "a table"])
def test_a_table_adds_to_nothing_but_tables(other):
    with pytest.raises(TypeError):
        ScoreTable.from_rows([True], [0.5]) + other
