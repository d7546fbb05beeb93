"""The positive label is named, or inferred only where there is no doubt, and what was inferred is said."""

import numpy as np
import pytest

from truecut.data.columns import Column
from truecut.data.labels import OPPOSITES, Labels, distinct, read_labels
from truecut.errors import BadLabel


def labels_of(values: list[object] | np.ndarray, positive: object = None, classes: tuple[object, ...] = ()) -> Labels:
    return read_labels(column_of(values), positive, classes)


def column_of(values: list[object] | np.ndarray) -> Column:
    array = np.asarray(values)
    if array.dtype.kind not in "US":
        return Column("y", array)
    array = array.astype(str)
    words = tuple(dict.fromkeys(array.tolist()))
    return Column("y", np.array([words.index(word) for word in array.tolist()], dtype=int), words)


@pytest.mark.parametrize(
    ("values", "positive", "negative"),
    [
        ([True, False, True], "True", "False"),
        ([1, 0, 1], "1", "0"),
        ([1, -1, 1], "1", "-1"),
        ([1.0, 0.0, 1.0], "1", "0"),
        (np.array([1, 0, 1], dtype=np.uint8), "1", "0"),
        (np.array([1, -1, 1], dtype=np.float32), "1", "-1"),
        (["yes", "no", "yes"], "yes", "no"),
        (["TRUE", "FALSE", "TRUE"], "True", "False"),
        (["Positive", "negative", "Positive"], "Positive", "negative"),
        (["1", "0", "1"], "1", "0"),
        (["1", "-1", "1"], "1", "-1"),
        (["1.0", "0.0", "1.0"], "1", "0"),
        (["1.0", "-1.0", "1.0"], "1", "-1"),
        (["T", "F", "T"], "T", "F"),
        (["pos", "neg", "pos"], "pos", "neg"),
        (["y", "n", "y"], "y", "n"),
        (["+", "-", "+"], "+", "-"),
        ([" yes", "no", " yes"], " yes", "no"),
    ],
)
def test_labels_without_doubt_need_no_positive_named_and_the_inference_is_said(values, positive, negative):
    labels = labels_of(values)
    assert labels.is_positive.tolist() == [True, False, True]
    assert (labels.positive, labels.negative) == (positive, negative)
    assert labels.inferred == (f"positive: {positive!r}, since the labels are {positive!r} and {negative!r}",)


def test_no_word_is_positive_in_one_pair_and_negative_in_another():
    assert not {positive for positive, _ in OPPOSITES} & {negative for _, negative in OPPOSITES}
    assert len(set(OPPOSITES)) == len(OPPOSITES)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([1, 2, 2], "2 × '2', 1 × '1'"),
        (["cat", "dog", "cat"], "2 × 'cat', 1 × 'dog'"),
        ([0, 2, 2], "2 × '2', 1 × '0'"),
        (["yes", "nope", "yes"], "2 × 'yes', 1 × 'nope'"),
        (["Yes", "yes", "yes"], "2 × 'yes', 1 × 'Yes'"),
        (["cat", "cat", "cat"], "only 3 × 'cat'"),
    ],
)
def test_doubtful_labels_are_refused_with_both_and_their_counts(values, said):
    with pytest.raises(BadLabel) as refused:
        labels_of(values)
    assert f"Column 'y' holds {said}, and it is not clear which is the positive one" in str(refused.value)
    assert "positive=" in str(refused.value)
    assert "positive=" in str(refused.value)


def test_three_labels_are_refused_with_the_way_out():
    with pytest.raises(BadLabel, match=r"3 different labels \(2 × 'a', 1 × 'b', 1 × 'c'\), but two are needed"):
        labels_of(["a", "b", "c", "a"])


def test_many_labels_are_listed_only_in_part():
    with pytest.raises(BadLabel, match=r"30 different labels .* and 25 more"):
        labels_of([f"label {i}" for i in range(30)])


@pytest.mark.parametrize(("kinds", "ends"), [(5, "1 × 'e')"), (6, "1 × 'e', and 1 more)")])
def test_five_labels_are_listed_and_the_others_counted(kinds, ends):
    with pytest.raises(BadLabel) as refused:
        labels_of(list("abcdef"[:kinds]))
    assert f"holds {kinds} different labels (1 × 'a', 1 × 'b', 1 × 'c', 1 × 'd', {ends}" in str(refused.value)


def test_of_three_labels_the_named_one_is_told_from_the_rest_and_that_is_said():
    labels = labels_of(["a", "b", "c", "a"], "a")
    assert labels.is_positive.tolist() == [True, False, False, True]
    assert labels.negative == "not a"
    assert labels.inferred == ("negative: the 2 other labels ('b', 'c'), since only 'a' was named",)


def test_of_two_labels_the_named_one_leaves_nothing_to_infer():
    labels = labels_of(["cat", "dog", "cat"], "dog")
    assert labels.is_positive.tolist() == [False, True, False]
    assert (labels.positive, labels.negative, labels.inferred) == ("dog", "cat", ())


def test_a_named_label_that_does_not_occur_is_refused_with_what_does_and_a_near_miss():
    with pytest.raises(BadLabel) as refused:
        labels_of(["malignant", "benign"], "malignent")
    assert "positive='malignent' is not among them. Did you mean 'malignant'?" in str(refused.value)
    assert "1 × 'malignant', 1 × 'benign'" in str(refused.value)


@pytest.mark.parametrize("positive", [1, 1.0, True, "1", "1.0", np.int8(1)])
def test_a_number_is_named_however_it_is_written(positive):
    assert labels_of([2, 1, 1], positive).is_positive.tolist() == [False, True, True]


@pytest.mark.parametrize("positive", [False, 0, "0", "false", "False"])
def test_a_truth_value_is_named_however_it_is_written(positive):
    assert labels_of([True, False], positive).is_positive.tolist() == [False, True]


def test_labels_beyond_the_reach_of_floats_are_not_mistaken_for_their_neighbours():
    labels = labels_of(np.array([2**53, 2**53 + 1, 2**53, 2**53]), 2**53 + 1)
    assert labels.is_positive.tolist() == [False, True, False, False]


@pytest.mark.parametrize(("value", "is_positive"), [(1, True), (0, False), (-1, False), ("yes", True), ("no", False)])
def test_one_class_alone_is_read_where_its_opposite_is_clear(value, is_positive):
    labels = labels_of([value, value])
    assert labels.is_positive.tolist() == [is_positive, is_positive]
    assert labels.positive in ("1", "yes")
    assert labels.negative in ("0", "-1", "no")


def test_one_class_that_is_named_has_the_rest_as_its_opposite():
    labels = labels_of(["spam", "spam"], "spam")
    assert labels.is_positive.all()
    assert labels.negative == "not spam"


def test_no_label_at_all_is_refused_as_such():
    empty = Column("y", np.array([], dtype=int), ())
    with pytest.raises(BadLabel, match="no label at all"):
        read_labels(empty, "x")


def test_labels_are_counted_as_they_are_shown():
    assert distinct(column_of([1.0, 0.0, -0.0, 2.5])) == {"0": 2, "1": 1, "2.5": 1}
    assert distinct(column_of([True, True])) == {"True": 2}
    assert distinct(Column("y", np.array([1, 1]), ("unused", "used"))) == {"used": 2}


@pytest.mark.parametrize(
    ("values", "is_positive"),
    [
        (["1", "1.0", "true", "0"], [True, True, True, False]),
        ([1, True, 1.0, 0], [True, True, True, False]),
        (["TRUE", "true", "False", "false"], [True, True, False, False]),
    ],
)
def test_labels_are_what_they_spell(values, is_positive):
    assert labels_of(values).is_positive.tolist() == is_positive


def test_no_other_labels_are_equal():
    assert labels_of(["01", "1"], positive="1").is_positive.tolist() == [False, True]
    with pytest.raises(BadLabel, match="not clear"):
        labels_of(["Yes", "yes"])


@pytest.mark.parametrize(
    ("values", "is_positive"),
    [
        (["ham", "ham"], [False, False]),
        (["spam"], [True]),
        (np.array(["ham", "spam"]), [False, True]),
    ],
)
def test_declared_classes_may_be_absent(values, is_positive):
    labels = labels_of(values, classes=("ham", "spam"))
    assert (labels.positive, labels.negative) == ("spam", "ham")
    assert labels.is_positive.tolist() == is_positive


def test_declared_classes_and_a_positive_label_go_together():
    labels = labels_of(["ham"], positive="ham", classes=("ham", "spam"))
    assert (labels.positive, labels.negative, labels.inferred) == ("ham", "spam", ())


@pytest.mark.parametrize(
    ("values", "how", "said"),
    [
        (["ham", "spma"], {"classes": ("ham", "spam")}, "'spma' is not among the classes 'ham', 'spam'"),
        (["ham"], {"classes": ("ham", "spam"), "positive": "spma"}, "Did you mean 'spam'"),
        (["ham"], {"classes": ("spam",)}, "Two classes or more"),
    ],
)
def test_a_slip_in_declared_classes_is_caught(values, how, said):
    with pytest.raises(BadLabel, match=said):
        labels_of(values, **how)
