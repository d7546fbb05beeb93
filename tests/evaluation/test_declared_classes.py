"""Classes that are declared: each may be absent, none other may occur, however models are given."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadLabel
from truecut.evaluation.class_evaluation import ClassEvaluation

ABC = ("a", "b", "c")


@pytest.mark.parametrize("labels", [["a", "a", "a"], ["a", "b", "a"], ["c", "b", "a"]], ids="".join)
def test_the_matrix_has_every_declared_class_in_their_order(labels):
    e = tc.evaluate(labels, predicted=["a", "b", "a"], classes=("c", "a", "b"))
    assert isinstance(e, ClassEvaluation)
    assert e.matrix.classes == ("c", "a", "b")
    names = e.matrix.classes
    wanted = [
        [sum((y, q) == (row, column) for y, q in zip(labels, "aba", strict=True)) for column in names] for row in names
    ]
    assert e.matrix.rows.tolist() == wanted


def test_a_class_that_never_occurs_has_the_reason_in_place_of_a_recall():
    e = tc.evaluate(["a", "b"], predicted=["a", "b"], classes=ABC)
    assert e.metric("accuracy").value == 1.0
    assert "for 'c': no row is truly positive" in e.metric("recall").undefined
    assert e.metric("recall", average="weighted").value == 1.0
    assert e.metric("uniform_guess_rate").value == 1 / 3
    each = {one.name: one.counts.cells() for one in e.summary().classes.each}
    assert each["c"] == {"tp": 0, "fp": 0, "fn": 0, "tn": 2}


@pytest.mark.parametrize(
    ("labels", "predicted", "said"),
    [
        (["a", "x"], ["a", "b"], "Column 'labels' holds 'x', which is not among the classes 'a', 'b', 'c'."),
        (["a", "b"], ["a", "bb"], "Column 'predicted' predicts 'bb', which is not among the classes"),
        (["x", "x"], ["x", "x"], "Column 'labels' holds 'x'"),
    ],
)
def test_a_class_that_was_not_declared_is_refused(labels, predicted, said):
    with pytest.raises(BadLabel, match=said.replace(".", r"\.")):
        tc.evaluate(labels, predicted=predicted, classes=ABC)


def test_one_declared_class_can_be_told_from_the_rest():
    e = tc.evaluate(["a", "a", "b"], predicted=["a", "c", "c"], classes=ABC, positive="c")
    assert e.model.point.counts == tc.Counts(tp=0, fp=2, fn=0, tn=1)
    assert (e.read.positive, e.read.negative) == ("c", "not c")


@pytest.mark.parametrize("classes", [(0, 1, 2), ("0", "1", "2"), (0.0, True, 2), tuple(np.arange(3))], ids=str)
def test_numbers_are_declared_as_labels_are_spelled(classes):
    for labels in (np.array([0, 1, 1]), np.array([0.0, 1.0, 1.0]), ["0", "1", "1.0"]):
        assert tc.evaluate(labels, predicted=[0, 1, 0], classes=classes).matrix.classes == ("0", "1", "2")


def scores(**columns):
    return {"y": ["a", "b", "a"], "of_a": [0.5, 0.2, 0.6], "of_b": [0.3, 0.5, 0.2], "of_c": [0.2, 0.3, 0.2], **columns}


def of_classes(*names):
    return {name: f"of_{name}" for name in names}


def test_scores_of_a_class_that_never_occurs_are_scores_of_a_class_without_rows():
    e = tc.evaluate(scores(), label="y", class_scores=of_classes("a", "b", "c"), classes=ABC)
    assert e.matrix.rows.tolist() == [[2, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert e.classes["a"].metric("roc_auc").value == 1.0
    assert e.classes["c"].metric("roc_auc").undefined == "no row is truly positive"
    assert e.html()


def test_a_batch_of_one_class_has_scores_of_all():
    e = tc.evaluate(scores(y=["b", "b", "b"]), label="y", class_scores=of_classes("a", "b", "c"), classes=ABC)
    assert e.matrix.rows.tolist() == [[0, 0, 0], [2, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("given", "classes", "said"),
    [
        (of_classes("a", "b", "c"), (), "declared with classes="),
        (of_classes("a", "b"), ABC, "Class 'c' has no score"),
        (
            {**of_classes("a", "b"), "cc": "of_c"},
            ABC,
            "given for 'cc', which is not among the classes .* Did you mean 'c'",
        ),
    ],
)
def test_scores_and_declared_classes_must_go_together(given, classes, said):
    with pytest.raises(tc.TruecutError, match=said):
        tc.evaluate(scores(), label="y", class_scores=given, classes=classes)


def test_a_class_that_is_declared_twice_is_one():
    e = tc.evaluate(scores(), label="y", class_scores=of_classes("a", "b"), classes=("a", "b", "b"))
    assert e.matrix.classes == ("a", "b")


def test_a_class_with_a_leading_zero_is_another_though_the_batch_holds_numbers_only():
    e = tc.evaluate(["1", "1"], [0.9, 0.2], classes=("01", "1"))
    assert (e.read.positive, e.read.negative) == ("1", "01")
    with pytest.raises(BadLabel, match="not among"):
        tc.evaluate(["1", "1"], [0.9, 0.2], positive="01")
    tally = tc.Tally(classes=("01", "1"))
    for labels in (["1", "1"], ["01", "1"], ["01"]):
        tally.update(labels, [0.5] * len(labels))
    assert (tally.table.total_positive, tally.table.total_negative) == (3, 2)
