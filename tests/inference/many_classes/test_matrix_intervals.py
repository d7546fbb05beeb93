"""Averages over classes and metrics of a whole matrix have intervals that hold them."""

import numpy as np
import pytest
from scipy.stats import multinomial
from scipy.stats import t as student

import truecut as tc
from truecut.catalogue.class_margins import Margins
from truecut.catalogue.class_metrics import OVERALL
from truecut.catalogue.class_reading import ClassWishes, read_matrix
from truecut.errors import BadCall
from truecut.inference.many_classes.matrix_intervals import NO_RANGE, Slopes, wilson_with
from truecut.inference.proportions import wilson_limits

ROWS = np.array([[50, 4, 1], [6, 40, 9], [2, 8, 30]])
MATRIX = tc.ClassMatrix(("1", "2", "3"), ROWS)
AVERAGES = ["macro", "weighted", "micro"]


def test_accuracy_is_a_share_of_rows():
    found = MATRIX.metric("accuracy")
    assert (found.low, found.high, found.method) == (*wilson_limits(120, 150, 0.95), "wilson")
    errors = MATRIX.metric("error_rate")
    assert (errors.low, errors.high) == pytest.approx((1 - found.high, 1 - found.low))
    assert MATRIX.metric("zero_one_count").high == pytest.approx(150 * errors.high)
    exact = MATRIX.metric("accuracy", interval="clopper-pearson")
    assert exact.method == "clopper-pearson"
    assert exact.low < found.low


@pytest.mark.parametrize(("name", "average"), [("f1", "micro"), ("precision", "micro"), ("recall", "weighted")])
def test_accuracy_by_another_name_has_the_interval_of_accuracy(name, average):
    found, accuracy = MATRIX.metric(name, average), MATRIX.metric("accuracy")
    assert (found.value, found.low, found.high) == pytest.approx((accuracy.value, accuracy.low, accuracy.high))


def brute_force_slope(name, average, i, j, weights=None):
    """Return the change of the metric by a row more in one cell, from matrices that hold the half row per class."""
    step = 1e-3
    values = []
    for sign in (1, -1):
        rows = ROWS + 1 / 6
        rows[i, j] += sign * step
        matrix = tc.ClassMatrix(MATRIX.classes, rows)
        values.append(read_matrix(matrix, name, ClassWishes(average), weights or {}).value.value)
    return (values[0] - values[1]) / (2 * step)


@pytest.mark.parametrize(
    ("name", "average", "parameters"),
    [
        *[(name, average, {}) for name in ("precision", "recall", "f1", "specificity") for average in AVERAGES],
        *[(name, None, {}) for name in ("kappa", "mcc", "balanced_accuracy", "scott_pi", "gwet_ac1", "f1_of_means")],
        ("kappa", None, {"weights": "quadratic"}),
        ("kappa", None, {"weights": [[0, 1, 5], [2, 0, 1], [1, 3, 0]]}),
    ],
)
def test_slopes_are_those_of_moving_rows(name, average, parameters):
    slopes = Slopes.of(MATRIX, read_matrix(MATRIX, name, ClassWishes(average), parameters))
    for i in range(3):
        for j in range(3):
            by_hand = brute_force_slope(name, average, i, j, parameters)
            assert slopes.each[i, j] == pytest.approx(by_hand, rel=1e-4, abs=1e-8)


def test_the_interval_of_macro_f1_by_hand():
    shifted = ROWS + 1 / 6
    slopes = np.array([[brute_force_slope("f1", "macro", i, j) for j in range(3)] for i in range(3)])
    size = shifted.sum(axis=1)
    mean = (shifted * slopes).sum(axis=1) / size
    parts = (shifted * (slopes - mean[:, None]) ** 2).sum(axis=1) * size / (size - 1) + size * mean**2
    freedom = parts.sum() ** 2 / (parts**2 / (size - 1)).sum()
    right, true, answered = shifted.diagonal(), size, shifted.sum(axis=0)
    near = (2 * right / (true + answered)).mean()
    found = MATRIX.metric("f1")
    limits = wilson_with(found.value, near, parts.sum(), student.ppf(0.975, freedom))
    assert (found.low, found.high) == pytest.approx(limits, rel=1e-5)
    assert found.degrees_of_freedom == pytest.approx(freedom, rel=1e-4)


def test_wilsons_limits_are_those_of_a_share_where_the_variance_is():
    share, rows = 0.8, 150
    limits = wilson_with(share, share, share * (1 - share) / rows, 1.959963984540054)
    assert limits == pytest.approx(wilson_limits(120, 150, 0.95), rel=1e-9)


@pytest.mark.parametrize("name", sorted(set(OVERALL) - {"mean_cost", "total_cost"}))
def test_the_interval_of_the_whole_matrix_holds_its_value(name):
    found = MATRIX.metric(name)
    if not found.has_interval:
        assert found.note
        return
    assert found.low <= found.value <= found.high
    assert found.rows == 150
    wider = MATRIX.metric(name, level=0.99)
    assert wider.low <= found.low
    assert wider.high >= found.high


def test_a_macro_average_covers_its_truth_about_as_often_as_it_says():
    shares = ROWS / ROWS.sum()
    truth = tc.ClassMatrix(MATRIX.classes, shares).metric("f1").value
    samples = multinomial.rvs(150, shares.ravel(), size=200, random_state=np.random.default_rng(3))
    found = [tc.ClassMatrix(MATRIX.classes, sample.reshape(3, 3)).metric("f1") for sample in samples]
    held = sum(one.low <= truth <= one.high for one in found)
    assert 181 <= held <= 199


def test_a_rare_class_without_a_mistake_is_not_taken_for_a_perfect_one():
    found = tc.ClassMatrix(("a", "b", "rare"), [[90, 10, 0], [8, 92, 0], [0, 0, 8]]).metric("balanced_accuracy")
    assert found.high < 1
    assert found.low < 0.87  # redraws of the matrix would stop at 0.91
    assert found.note == "it hangs on 8 rows of 'rare'; no mistake was seen in 'rare'"


def test_a_perfect_matrix_still_leaves_doubt():
    found = tc.ClassMatrix(("a", "b", "c"), np.diag([5, 6, 7])).metric("kappa")
    assert found.value == found.high == 1
    assert found.low < 0.9


def test_prices_that_were_not_seen_still_count():
    costs = [[0, 1, 1], [1, 0, 1], [50, 1, 0]]
    found = MATRIX.metric("mean_cost", costs=[[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert found.value == pytest.approx(30 / 150)
    seldom = tc.ClassMatrix(MATRIX.classes, [[50, 4, 1], [6, 40, 9], [0, 8, 30]]).metric("mean_cost", costs=costs)
    assert seldom.value == pytest.approx(28 / 148)
    assert seldom.high > 28 / 148 + 50 * 0.5 / 148  # half a row of 50 is more than all mistakes that were seen


def test_what_has_no_interval_says_why():
    weighted = tc.ClassMatrix(MATRIX.classes, ROWS, is_weighted=True)
    assert "importance" in weighted.metric("f1").note
    assert not weighted.of("1").metric("recall").has_interval
    assert tc.ClassMatrix(MATRIX.classes, ROWS * 0.7).metric("mcc").note == "the counts are not whole numbers of rows"
    assert MATRIX.metric("lr_plus").note == NO_RANGE
    assert not MATRIX.metric("uniform_guess_rate").has_interval


def test_an_interval_that_does_not_exist_is_refused():
    with pytest.raises(BadCall, match="wilson-t"):
        MATRIX.metric("f1", interval="clopper-pearson")


def test_margins_hold_all_that_metrics_ask_for():
    counts = Margins.of(MATRIX).counts
    for place, name in enumerate(MATRIX.classes):
        cells = {cell: column[place] for cell, column in counts.cells().items()}
        assert tc.Counts(**cells) == MATRIX.counts(name)


def test_classes_are_as_sure_as_their_four_counts():
    table = {"y": ["a", "b", "c"] * 20, "guess": ["a", "b", "c"] * 15 + ["b", "c", "a"] * 5}
    e = tc.evaluate(table, label="y", predicted="guess")
    of_a = e.summary(level=0.9).classes.each[0].metrics["recall"]
    assert (of_a.low, of_a.high) == pytest.approx(wilson_limits(15, 20, 0.9))
    assert of_a.value == tc.counts(tp=15, fn=5, fp=5, tn=35).metric("recall").value
