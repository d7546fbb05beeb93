"""Scores, weights and groups are checked row by row, and what was left out is said."""

import numpy as np
import pytest

import truecut as tc
from truecut.counting.countable import Weights
from truecut.errors import BadCall, BadScore, BadWeight, EmptyGroup, InputError, MissingValues

LABELS = [1, 0, 1, 0]
SCORES = [0.9, 0.2, 0.6, 0.7]
NAN = float("nan")


# Scores


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", ">f4", ">f8"])
def test_floats_of_every_width_keep_their_order_and_ties(dtype):
    e = tc.evaluate([1, 0, 1, 0], np.array([0.75, 0.5, 0.5, 0.25], dtype=dtype))
    assert e.table.scores.tolist() == [0.75, 0.5, 0.25]
    assert e.metric("roc_auc").value == (1 + 1 + 0.5 + 1) / 4


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_whole_numbers_of_every_width_are_scores(dtype):
    e = tc.evaluate(LABELS, np.array([9, 2, 6, 7], dtype=dtype), threshold=6)
    assert e.model.point.counts == tc.Counts(tp=2, fp=1, fn=0, tn=1)


@pytest.mark.parametrize("start", [2**53, 2**62, -(2**63)])
def test_whole_numbers_beyond_the_reach_of_floats_stay_apart(start):
    scores = np.array([start + 1, start], dtype=np.int64)
    assert tc.evaluate([1, 0], scores).metric("roc_auc").value == 1
    assert tc.evaluate([1, 0], scores, threshold=start + 1).model.point.counts == tc.Counts(tp=1, fp=0, fn=0, tn=1)


def test_the_largest_unsigned_numbers_stay_apart():
    scores = np.array([2**64 - 1, 2**64 - 2], dtype=np.uint64)
    assert tc.evaluate([1, 0], scores).metric("roc_auc").value == 1


def test_truth_values_are_scores_of_0_and_1():
    assert tc.evaluate(LABELS, [True, False, True, True]).table.scores.tolist() == [1, 0]


def test_infinite_scores_are_scores_and_tie_with_themselves():
    e = tc.evaluate([1, 0, 1, 0], [np.inf, np.inf, 0.5, -np.inf])
    assert e.table.scores.tolist() == [np.inf, 0.5, -np.inf]
    assert e.metric("roc_auc").value == (0.5 + 1 + 0 + 1) / 4


def test_words_that_spell_numbers_are_read():
    assert tc.evaluate(LABELS, ["0.9", " 2e-1", "0.6", "inf"]).table.scores.tolist() == [np.inf, 0.9, 0.6, 0.2]


@pytest.mark.parametrize("word", ["high", "1_000", "0.5 %", "1,234,567"])
def test_a_stray_word_is_located_by_its_row(word):
    with pytest.raises(BadScore) as refused:
        tc.evaluate(LABELS, ["0.9", "0.2", word, "0.7"])
    assert str(refused.value) == (
        f"Column 'scores' should hold numbers, but row 3 holds {word!r} (1 such row in all); if it holds predicted "
        "labels, name it with predicted=."
    )


def test_missing_values_are_counted_and_located():
    with pytest.raises(MissingValues) as refused:
        tc.evaluate([1, None, 1, 0], [0.9, NAN, 0.6, NAN])
    assert "2 of 4 rows" in str(refused.value)
    assert "1 in column 'labels' (first in row 2), 2 in column 'scores' (first in row 2)" in str(refused.value)
    assert "missing='drop'" in str(refused.value)


def test_missing_values_are_dropped_on_request_and_the_number_is_said():
    e = tc.evaluate([1, None, 1, 0], [0.9, 0.1, 0.6, NAN], group=["a", "a", "a", "a"], missing="drop")
    assert (e.rows, e.read.rows) == (2, 2)
    assert e.read.dropped == {"a value was missing": 2}


def test_a_gap_counts_for_every_model_so_that_all_are_judged_on_the_same_rows():
    e = tc.evaluate(LABELS, {"a": SCORES, "b": [0.1, NAN, 0.3, 0.4]}, missing="drop")
    assert {model.rows for model in e.models.values()} == {3}


def test_a_model_may_have_the_name_of_another_column():
    e = tc.evaluate([1, None, 1, 0], {"labels": [0.1, 0.2, NAN, 0.4]}, missing="drop")
    assert e.read.dropped == {"a value was missing": 2}


def test_nothing_left_after_dropping_is_refused():
    with pytest.raises(MissingValues, match="none is left"):
        tc.evaluate([1, None], [NAN, 0.5], missing="drop")


def test_columns_of_different_lengths_are_refused_with_both_lengths():
    with pytest.raises(InputError, match="'labels' has 4 rows but 'scores' has 1"):
        tc.evaluate(LABELS, [0.5])


def test_no_rows_are_refused():
    with pytest.raises(InputError, match="no rows"):
        tc.evaluate([], [])


def test_low_scores_may_be_the_positive_ones():
    e = tc.evaluate(LABELS, [0.1, 0.8, 0.4, 0.3], lower_is_positive=True, threshold=0.3)
    assert e.read.lower_is_positive
    assert e.model.point.counts == tc.Counts(tp=1, fp=1, fn=1, tn=1)
    assert e.metric("roc_auc").value == 3 / 4


# Weights


def test_weights_are_importance_weights_unless_said_otherwise():
    e = tc.evaluate(LABELS, SCORES, weight=[1, 2, 3, 0.5])
    assert (e.positives, e.negatives, e.rows) == (4.0, 2.5, 4)
    assert (e.read.weight, e.read.weights_are) == ("weights", Weights.IMPORTANCE)


def test_weights_that_repeat_rows_give_what_repeated_rows_give():
    e = tc.evaluate(LABELS, SCORES, weight=[1, 2, 3, 1], weights_are="repeated")
    repeated = tc.evaluate([1, 0, 0, 1, 1, 1, 0], [0.9, 0.2, 0.2, 0.6, 0.6, 0.6, 0.7])
    assert e.read.weights_are == Weights.REPEATED
    assert e.model.point.counts == repeated.model.point.counts
    assert e.metric("roc_auc").value == repeated.metric("roc_auc").value


def test_a_negative_weight_is_located_by_its_row_as_it_was_given():
    with pytest.raises(BadWeight, match="the first is -1 in row 3"):
        tc.evaluate([None, *LABELS[1:]], SCORES, weight=[1, 1, -1, 1], missing="drop")


@pytest.mark.parametrize("bad", [float("inf"), -0.5])
def test_weights_must_be_finite_and_not_negative(bad):
    with pytest.raises(BadWeight, match="they must be 0 or more"):
        tc.evaluate(LABELS, SCORES, weight=[1, bad, 1, 1])


def test_a_missing_weight_is_a_missing_value():
    with pytest.raises(MissingValues, match="1 in column 'weights'"):
        tc.evaluate(LABELS, SCORES, weight=[1, NAN, 1, 1])


def test_a_fraction_cannot_repeat_a_row():
    with pytest.raises(BadWeight, match=r"must be a whole number, but row 2 has 0.5"):
        tc.evaluate(LABELS, SCORES, weight=[1, 0.5, 1, 1], weights_are="repeated")


def test_rows_of_weight_0_are_left_out_and_counted():
    e = tc.evaluate(LABELS, SCORES, weight=[1, 0, 0, 1])
    assert (e.rows, e.read.rows) == (2, 2)
    assert e.read.dropped == {"the weight is 0": 2}


def test_weights_that_are_all_0_leave_nothing_to_count():
    with pytest.raises(BadWeight, match="nothing is left to count"):
        tc.evaluate(LABELS, SCORES, weight=[0, 0, 0, 0])


def test_words_are_no_weights():
    with pytest.raises(BadWeight, match="row 1 holds 'heavy'"):
        tc.evaluate(LABELS, SCORES, weight=["heavy", "1", "1", "1"])


def test_words_that_spell_weights_are_read():
    assert tc.evaluate(LABELS, SCORES, weight=["1", "2", "3", "4"]).positives == 4


def test_no_weights_at_all_are_not_the_same_as_none_given():
    with pytest.raises(InputError, match="'weights' has 0"):
        tc.evaluate(LABELS, SCORES, weight=[])


@pytest.mark.parametrize("kind", ["none", "sampling"])
def test_an_unknown_kind_of_weights_is_refused_with_the_known_ones(kind):
    with pytest.raises(BadCall, match=f"weights_are must be 'importance' or 'repeated', not '{kind}'"):
        tc.evaluate(LABELS, SCORES, weight=[1, 1, 1, 1], weights_are=kind)


# Groups


def test_groups_are_evaluations_of_their_rows():
    e = tc.evaluate([1, 0, 1, 0], SCORES, group=["north", "north", "south", "south"])
    assert list(e.groups) == ["north", "south"]
    assert e.groups["north"].metric("roc_auc").value == 1
    assert e.groups["south"].metric("roc_auc").value == 0
    assert e.groups["south"].read.rows == 2


def test_groups_add_up_to_the_whole():
    e = tc.evaluate([1, 0, 1, 0, 1], [*SCORES, 0.1], group=[3, 1, 2, 3, 1])
    first, *others = (group.table for group in e.groups.values())
    for other in others:
        first = first + other
    assert list(e.groups) == ["1", "2", "3"]
    assert first == e.table


def test_several_group_columns_name_their_groups_by_column():
    table = {"y": LABELS, "p": SCORES, "sex": ["f", "m", "f", "m"], "old": [True, True, False, False]}
    e = tc.evaluate(table, label="y", score="p", group=["sex", "old"])
    assert list(e.groups) == ["sex=f", "sex=m", "old=False", "old=True"]
    assert e.read.groups == ("sex", "old")


def test_a_missing_group_is_a_missing_value():
    with pytest.raises(MissingValues, match="1 in column 'groups'"):
        tc.evaluate(LABELS, SCORES, group=["a", None, "a", "a"])
    e = tc.evaluate(LABELS, SCORES, group=["a", None, "a", "a"], missing="drop")
    assert e.groups["a"].rows == 3


@pytest.mark.parametrize("lost", [{"weight": [1, 0, 1, 1]}, {"missing": "drop"}])
def test_a_group_that_loses_all_its_rows_is_refused_by_name(lost):
    scores = SCORES if "weight" in lost else [0.9, NAN, 0.6, 0.7]
    with pytest.raises(EmptyGroup, match="Group 'b' of column 'groups' has no rows left"):
        tc.evaluate(LABELS, scores, group=["a", "b", "a", "a"], **lost)


def test_a_group_of_one_class_is_a_finding():
    e = tc.evaluate(LABELS, SCORES, group=["a", "a", "b", "a"])
    found = [finding for finding in e.findings if finding.code == "one_class_group"]
    assert [finding.group for finding in found] == ["b"]
    assert found[0].title == "Group 'b' has no negative row."
    assert found[0].text.startswith("It holds 1 row of one class only")
