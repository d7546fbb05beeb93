"""Balanced accuracy, by whichever of its names: one interval, that of two classes where there are two."""

import numpy as np
import pytest
from scipy.stats import t as student

import truecut as tc
from truecut.errors import TruecutError
from truecut.inference.proportions import wilson_limits

ROWS = np.array([[50, 4, 1], [6, 40, 9], [0, 0, 12]])
MATRIX = tc.ClassMatrix(("1", "2", "3"), ROWS)


def test_the_interval_by_hand():
    size, right = ROWS.sum(axis=1), ROWS.diagonal()
    near = (right + 0.25) / (size + 0.5)
    variances = near * (1 - near) / (size + 0.5)
    freedom = variances.sum() ** 2 / (variances**2 / (size - 1)).sum()
    level = 1 - 2 * _tail(student.ppf(0.975, freedom))
    each = np.array([wilson_limits(hits, rows, level) for hits, rows in zip(right, size, strict=True)])
    mean = (right / size).mean()
    found = MATRIX.metric("balanced_accuracy")
    assert found.value == pytest.approx(mean)
    assert found.low == pytest.approx(mean - np.sqrt(((right / size - each[:, 0]) ** 2).sum()) / 3, rel=1e-6)
    assert found.high == pytest.approx(mean + np.sqrt(((each[:, 1] - right / size) ** 2).sum()) / 3, rel=1e-6)
    assert found.degrees_of_freedom == pytest.approx(freedom)
    assert found.method == "mover-t"


def _tail(quantile):
    from scipy.stats import norm

    return norm.sf(quantile)


def test_macro_recall_is_balanced_accuracy_and_the_rest_are_lines_of_it():
    found = MATRIX.metric("balanced_accuracy")
    recall, missed = MATRIX.metric("recall", "macro"), MATRIX.metric("fnr", "macro")
    adjusted = MATRIX.metric("balanced_accuracy_adjusted")
    assert (recall.low, recall.high, recall.standard_error) == pytest.approx(
        (found.low, found.high, found.standard_error)
    )
    assert (missed.low, missed.high) == pytest.approx((1 - found.high, 1 - found.low))
    assert (adjusted.low, adjusted.high) == pytest.approx(((3 * found.low - 1) / 2, (3 * found.high - 1) / 2))


def test_two_classes_have_the_interval_of_two_classes():
    of_two = tc.ClassMatrix(("0", "1"), np.array([[80, 20], [1, 9]]))
    counted = tc.counts(tp=9, fn=1, fp=20, tn=80)
    for one in (
        of_two.metric("balanced_accuracy"),
        of_two.metric("recall", "macro"),
        counted.metric("recall", "macro"),
    ):
        usual = counted.metric("balanced_accuracy")
        assert (one.value, one.low, one.high) == pytest.approx((usual.value, usual.low, usual.high), rel=1e-9)
        assert one.method == usual.method == "mover"


def test_rows_that_count_alike_have_the_interval_of_rows():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 3, 200)
    table = {
        "y": np.array(["a", "b", "c"])[truth],
        "q": np.array(["a", "b", "c"])[np.where(rng.random(200) < 0.7, truth, 0)],
        "w": np.full(200, 0.5),
        "times": np.full(200, 1),
    }
    plain = tc.evaluate(table, label="y", predicted="q").metric("balanced_accuracy")
    for options in ({"weight": "w"}, {"weight": "times", "weights_are": "repeated"}):
        found = tc.evaluate(table, label="y", predicted="q", **options).metric("balanced_accuracy")
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def test_a_class_without_rows_is_left_out_of_the_interval_too():
    with_another = tc.ClassMatrix(("1", "2", "3", "4"), np.pad(ROWS, (0, 1)))
    found, others = with_another.metric("balanced_accuracy"), MATRIX.metric("balanced_accuracy")
    assert (found.low, found.high, found.method) == (others.low, others.high, others.method)


def test_the_former_interval_has_its_name_and_others_are_refused():
    assert MATRIX.metric("balanced_accuracy", interval="wilson-t").method == "wilson-t"
    assert MATRIX.metric("balanced_accuracy", interval="mover-t") == MATRIX.metric("balanced_accuracy")
    with pytest.raises(TruecutError, match="mover-t"):
        MATRIX.metric("balanced_accuracy", interval="wald")
