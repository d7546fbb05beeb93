"""The score table on the smallest cases; what holds for all tables is in test_laws_of_tables.py."""

from dataclasses import replace

import numpy as np
import pytest

from truecut.counting.countable import Weights, sortable
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadLabel, BadScore, BadWeight, Incompatible, InputError, MissingValues


def test_rows_of_one_score_are_counted_together():
    table = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4])
    assert table.scores.tolist() == [0.9, 0.4]
    assert table.positives.tolist() == [1, 1]
    assert table.negatives.tolist() == [0, 1]
    assert (table.total_positive, table.total_negative, table.rows, len(table)) == (2, 1, 3, 2)


def test_without_weights_totals_are_whole_numbers():
    table = ScoreTable.from_rows([True, False], [0.9, 0.4])
    assert isinstance(table.total_positive, int)
    assert isinstance(table.total_negative, int)


def test_low_scores_come_first_where_they_are_the_positive_ones():
    table = ScoreTable.from_rows([True, False, True], [1, 3, 2], lower_is_positive=True)
    assert table.scores.tolist() == [1, 2, 3]


def test_weights_are_added_by_score_and_side_and_so_are_their_squares():
    table = ScoreTable.from_rows([True, True, False], [0.5, 0.5, 0.5], weights=[1.5, 2.0, 3.0])
    assert (table.positives.tolist(), table.negatives.tolist()) == ([1.5 + 2.0], [3.0])
    assert (table.positive_squares.tolist(), table.negative_squares.tolist()) == ([1.5**2 + 2.0**2], [9.0])
    assert (table.positive_rows.tolist(), table.negative_rows.tolist()) == ([2], [1])


def test_repeated_rows_stay_whole_numbers():
    table = ScoreTable.from_rows([True], [0.5], weights=[3.0], weights_are=Weights.REPEATED)
    assert table.total_positive == 3
    assert isinstance(table.total_positive, int)


def test_zero_and_minus_zero_are_one_score():
    assert ScoreTable.from_rows([True, False], [0.0, -0.0]).scores.tolist() == [0.0]


def test_infinite_scores_tie_with_themselves():
    table = ScoreTable.from_rows([True, False, True], [np.inf, np.inf, -np.inf])
    assert table.scores.tolist() == [np.inf, -np.inf]
    assert table.positives.tolist() == [1, 1]


def test_the_smallest_number_above_zero_is_not_zero():
    assert len(ScoreTable.from_rows([True, False], [5e-324, 0.0])) == 2


def test_single_precision_ties_are_ties_but_its_scores_are_kept_as_they_are():
    table = ScoreTable.from_rows([True, False], np.array([0.7, 0.7], dtype=np.float32))
    assert table.scores.dtype == np.float64
    # The float32 nearest to 0.7 lies below 0.7.
    assert table.scores[0] == float(np.float32(0.7)) < 0.7


@pytest.mark.parametrize("base", [2**53, 2**62, -(2**62)])
def test_whole_numbers_that_a_float_would_merge_stay_apart(base):
    table = ScoreTable.from_rows([True, False], [base, base + 1])
    assert table.scores.tolist() == [base + 1, base]


def test_unsigned_numbers_beyond_int64_stay_apart():
    scores = np.array([2**64 - 1, 2**64 - 2, 0], dtype=np.uint64)
    assert ScoreTable.from_rows([True, False, True], scores).scores.tolist() == [2**64 - 1, 2**64 - 2, 0]


def test_the_lowest_int64_is_a_score_in_both_directions():
    lowest = -(2**63)
    assert ScoreTable.from_rows([True, False], [lowest, 0]).scores.tolist() == [0, lowest]
    assert ScoreTable.from_rows([True, False], [lowest, 0], lower_is_positive=True).scores.tolist() == [lowest, 0]


@pytest.mark.parametrize(
    ("scores", "are"),
    [([0.0, 1.0], True), ([0.0, 1.1], False), ([-0.1, 0.5], False), ([True, False], True), ([], False)],
)
def test_scores_from_0_to_1_are_probabilities(scores, are):
    assert ScoreTable.from_rows([True] * len(scores), scores).are_probabilities is are


def test_big_whole_numbers_add_to_small_ones_that_came_alone():
    # Rows may be counted piece by piece, and one piece may happen to hold small scores only.
    big = ScoreTable.from_rows([True], [2**60 + 1])
    small = ScoreTable.from_rows([False], [7])
    assert (big + small).scores.tolist() == (small + big).scores.tolist() == [2**60 + 1, 7]


def test_big_whole_numbers_do_not_add_to_fractions():
    with pytest.raises(Incompatible, match="no type holds both"):
        ScoreTable.from_rows([True], [2**60 + 1]) + ScoreTable.from_rows([True], [0.5])


def test_tables_of_different_direction_do_not_add():
    with pytest.raises(Incompatible, match="One table flags high scores and the other low ones"):
        ScoreTable.from_rows([True], [1]) + ScoreTable.from_rows([True], [1], lower_is_positive=True)


def test_tables_of_different_weights_do_not_add():
    weighted = ScoreTable.from_rows([True], [1], [2.0])
    with pytest.raises(Incompatible, match="weights of kind 'none', the other 'importance'"):
        ScoreTable.from_rows([True], [1]) + weighted


def test_a_table_of_no_rows_adds_to_every_kind():
    nothing = ScoreTable.from_rows([], [])
    for table in (ScoreTable.from_rows([True], [2**60 + 1]), ScoreTable.from_rows([True], [1], [2.0])):
        assert nothing + table == table + nothing == table


def test_rows_of_weight_0_alone_are_no_rows():
    assert ScoreTable.from_rows([True], [1], [0.0]) == ScoreTable.from_rows([], [])


def test_a_table_equals_only_tables():
    assert ScoreTable.from_rows([True], [1]) != "a table"


def test_columns_of_different_length_are_refused():
    with pytest.raises(InputError, match=r"^There are 2 labels but 3 scores\.$"):
        ScoreTable.from_rows([True, False], [1, 2, 3])
    with pytest.raises(InputError, match=r"^There are 2 labels but 1 weights\.$"):
        ScoreTable.from_rows([True, False], [1, 2], [1])


def test_the_first_score_that_is_not_a_number_is_named():
    with pytest.raises(BadScore, match=r"^2 of 4 scores are not a number \(the first in row 2\)\.$"):
        ScoreTable.from_rows([True] * 4, [0.1, np.nan, 0.2, np.nan])


def test_the_row_is_the_one_that_was_given_also_where_others_have_weight_0():
    with pytest.raises(BadScore, match=r"the first in row 3\)"):
        ScoreTable.from_rows([True] * 3, [0.1, 0.2, np.nan], weights=[0, 1, 1])


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_the_first_weight_that_is_not_0_or_more_is_named(weight):
    with pytest.raises(BadWeight, match=r"^1 of 2 numbers in 'weights' .* in row 2\); they must be 0 or more\.$"):
        ScoreTable.from_rows([True, False], [1, 2], [1.0, weight])


def test_a_row_is_not_repeated_half_a_time():
    with pytest.raises(BadWeight, match=r"whole number, but row 2 has 1\.5"):
        ScoreTable.from_rows([True, False], [1, 2], [1.0, 1.5], weights_are=Weights.REPEATED)


def test_repeated_rows_are_as_many_as_can_be_counted_exactly():
    with pytest.raises(BadWeight, match=r"2\*\*63 rows or more"):
        ScoreTable.from_rows([True, True], [1, 2], [2**62, 2**62], weights_are=Weights.REPEATED)


@pytest.mark.parametrize("scores", [["a", "b"], [None, 1], [1j, 2], np.array(["2020-01-01"], dtype="datetime64[D]")])
def test_scores_are_numbers(scores):
    with pytest.raises(BadScore, match=r"^Scores must be numbers, but they are of type "):
        ScoreTable.from_rows([True] * len(scores), scores)


def test_scores_are_one_number_per_row():
    with pytest.raises(BadScore, match=r"one number per row, but they have the shape \(2, 2\)"):
        ScoreTable.from_rows([True, False], [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("scores", "dtype"),
    [
        (np.array([1, 2], dtype=np.int8), "float64"),
        (np.array([True, False]), "float64"),
        (np.array([0.5], dtype=np.float16), "float32"),
        (np.array([0.5], dtype=">f8"), "float64"),
        (np.array([2**53 - 1]), "float64"),
        (np.array([2**53]), "int64"),
        (np.array([2**63], dtype=np.uint64), "uint64"),
    ],
)
def test_scores_keep_a_type_in_which_they_differ(scores, dtype):
    assert sortable(scores).dtype.name == dtype
    assert sortable(scores).tolist() == scores.tolist()


def test_extended_precision_is_refused_where_it_would_be_lost():
    if np.finfo(np.longdouble).nmant > np.finfo(float).nmant:
        with pytest.raises(BadScore, match="no exact double-precision value"):
            sortable(np.array([1, 1 + np.finfo(np.longdouble).eps], dtype=np.longdouble))
    assert sortable(np.array([0.5, np.nan], dtype=np.longdouble)).dtype == np.float64


def test_tables_that_outgrow_64_bits_together_do_not_add_up():
    half = ScoreTable.from_rows([True], [1.0], [2**62], weights_are=Weights.REPEATED)
    with pytest.raises(Incompatible, match=r"2\*\*63 rows or more"):
        half + half


def test_a_table_of_other_counts_has_its_own_totals_and_ranks():
    table = ScoreTable.from_rows([True, False, True, False], [0.9, 0.4, 0.3, 0.1])
    doubled = replace(table, positives=2 * table.positives, positive_rows=2 * table.positive_rows)
    assert (table.total_positive, doubled.total_positive, doubled.rows) == (2, 4, 6)
    exchanged = replace(table, positives=table.negatives, negatives=table.positives)
    assert exchanged.ranking.area == 1 - table.ranking.area


@pytest.mark.parametrize("labels", [[-1, 1], ["0", "1"], [0, np.nan], [None, True], [2, 0]])
def test_labels_that_are_not_true_and_false_are_refused(labels):
    with pytest.raises(BadLabel, match="True and False, or 1 and 0"):
        ScoreTable.from_rows(labels, [0.1, 0.9])


@pytest.mark.parametrize("masked", [0, 1, 2])
def test_what_is_masked_is_not_counted(masked):
    columns = [np.array([0, 1]), np.array([0.1, 0.9]), np.array([1.0, 2.0])]
    columns[masked] = np.ma.array(columns[masked], mask=[True, False])
    with pytest.raises(MissingValues, match=r"1 of 2 .* masked"):
        ScoreTable.from_rows(*columns)


def test_weights_of_which_a_sum_loses_some_are_refused():
    with pytest.raises(BadWeight, match="from 1 to 1e\\+17"):
        ScoreTable.from_rows([0, 1, 1], [0.1, 0.5, 0.9], [1, 1e17, 0])


def test_tables_never_hold_more_rows_than_can_be_counted():
    table = ScoreTable.from_rows([True, False], [0.9, 0.1])
    for _ in range(61):
        table = table + table
    with pytest.raises(Incompatible, match=r"2\*\*63 rows"):
        table + table
