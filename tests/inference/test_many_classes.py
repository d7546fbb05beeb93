"""Averages over classes and metrics of a whole matrix have intervals that hold them."""

import numpy as np
import pytest
from scipy.stats import multinomial

import truecut as tc
from truecut.catalogue.class_matrix import OVERALL, Average, ClassMatrix
from truecut.inference.many_classes import ALL_ALIKE, AVERAGED_CURVES, DrawnMatrices
from truecut.inference.proportions import wilson_limits

ROWS = np.array([[50, 4, 1], [6, 40, 9], [2, 8, 30]])
MATRIX = ClassMatrix(("a", "b", "c"), ROWS)


def test_accuracy_is_a_share_of_rows():
    found = DrawnMatrices(MATRIX).overall("accuracy")
    assert (found.low, found.high) == pytest.approx(wilson_limits(120, 150, 0.95))
    errors = DrawnMatrices(MATRIX).overall("error_rate")
    assert (errors.low, errors.high) == pytest.approx((1 - found.high, 1 - found.low))
    assert DrawnMatrices(MATRIX).overall("zero_one_count").high == pytest.approx(150 * errors.high)


@pytest.mark.parametrize("name", sorted(set(OVERALL) - {"uniform_guess_rate"}))
def test_the_interval_of_the_whole_matrix_holds_its_value(name):
    found = DrawnMatrices(MATRIX).overall(name)
    assert found.low < found.value < found.high or name == "no_information_rate"
    assert found.low <= found.value <= found.high
    assert found.rows == 150


@pytest.mark.parametrize("average", list(Average))
@pytest.mark.parametrize("name", ["precision", "recall", "f1", "specificity"])
def test_draws_are_read_like_the_matrix_itself(name, average):
    drawn = DrawnMatrices(MATRIX)
    values = drawn._average(name, average)()
    for draw in (0, 7, 1_999):
        again = ClassMatrix(MATRIX.classes, drawn._drawn[draw].astype(int))
        assert values[draw] == pytest.approx(again.metric(name, average).value)


@pytest.mark.parametrize("name", ["kappa", "mcc", "no_information_rate"])
def test_margins_of_draws_are_those_of_the_matrix(name):
    from truecut.catalogue.class_matrix import OF_MARGINS

    drawn = DrawnMatrices(MATRIX)
    values = drawn._margins_along(OF_MARGINS[name][0])()
    for draw in (0, 1_000):
        again = ClassMatrix(MATRIX.classes, drawn._drawn[draw].astype(int))
        assert values[draw] == pytest.approx(again.metric(name).value)


def test_a_macro_average_covers_its_truth_about_as_often_as_it_says():
    shares = ROWS / ROWS.sum()
    truth = ClassMatrix(MATRIX.classes, shares).metric("f1").value
    samples = multinomial.rvs(150, shares.ravel(), size=100, random_state=np.random.default_rng(3))
    held = 0
    for sample in samples:
        found = DrawnMatrices(ClassMatrix(MATRIX.classes, sample.reshape(3, 3))).average("f1", Average.MACRO)
        held += found.low <= truth <= found.high
    assert held >= 88


def test_where_draws_know_nothing_it_is_said():
    perfect = DrawnMatrices(ClassMatrix(("a", "b", "c"), np.diag([5, 6, 7])))
    assert perfect.overall("kappa").note == ALL_ALIKE
    assert perfect.overall("accuracy").low < 1 == perfect.overall("accuracy").high
    weighted = DrawnMatrices(ClassMatrix(("a", "b", "c"), ROWS * 0.7))
    assert "whole" in weighted.overall("mcc").note
    assert not weighted.overall("accuracy").has_interval


def test_classes_are_as_sure_as_their_four_counts():
    table = {"y": ["a", "b", "c"] * 20, "guess": ["a", "b", "c"] * 15 + ["b", "c", "a"] * 5}
    e = tc.evaluate(table, label="y", predicted="guess")
    summary = e.summary(level=0.9)
    of_a = summary.classes.each[0].metrics["recall"]
    alone = tc.counts(tp=15, fn=5, fp=5, tn=35)
    assert (of_a.low, of_a.high) == pytest.approx(wilson_limits(15, 20, 0.9))
    assert of_a.value == alone.metric("recall").value


def test_averaged_curves_say_why_they_have_no_interval():
    scores = {"p_a": [0.8, 0.1, 0.2, 0.3], "p_b": [0.1, 0.8, 0.2, 0.4], "p_c": [0.1, 0.1, 0.6, 0.3]}
    table = {"y": ["a", "b", "c", "a"], **scores}
    e = tc.evaluate(table, label="y", class_scores={"a": "p_a", "b": "p_b", "c": "p_c"})
    assert e.summary().classes.averages["macro"]["roc_auc"].note == AVERAGED_CURVES
