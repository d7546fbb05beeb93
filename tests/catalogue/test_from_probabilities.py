"""Metrics of probabilities: against scikit-learn, against other ways of fitting, and their laws."""

from __future__ import annotations

from math import inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from sklearn import metrics as sk
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from metric_values import curve_of, each_sample, reason, value
from truecut.catalogue import metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.from_probabilities import METRICS
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

NAMES = [entry.name for entry in METRICS]
CORP = ("brier", "brier_miscalibration", "brier_discrimination", "brier_uncertainty")
rows = st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=1, max_size=40)


def sample(seed, size=500, ties=False, weighted=False):
    """Draw probabilities that are too extreme and too low as a whole."""
    random = np.random.default_rng(seed)
    odds = random.normal(-0.5, 1.5, size)
    labels = random.random(size) < 1 / (1 + np.exp(-0.6 * odds - 0.4))
    scores = 1 / (1 + np.exp(-odds))
    if ties:
        scores = np.clip(np.round(scores, 1), 0.05, 0.95)
    return labels, scores, random.exponential(size=size) if weighted else None


samples = each_sample(sample)


@samples
def test_scores_agree_with_scikit_learn(data):
    labels, scores, weights = data
    curve = curve_of(labels, scores, weights)
    brier = sk.brier_score_loss(labels, scores, sample_weight=weights)
    assert value("brier", curve) == pytest.approx(brier, rel=1e-12)
    loss = sk.log_loss(labels, scores, sample_weight=weights)
    assert value("log_loss", curve) == pytest.approx(loss, rel=1e-12)
    share = np.average(labels, weights=weights)
    constant = np.full(len(labels), share)
    assert value("brier_skill", curve) == pytest.approx(1 - brier / (share * (1 - share)), rel=1e-11)
    worst = sk.log_loss(labels, constant, sample_weight=weights)
    assert value("log_loss_skill", curve) == pytest.approx(1 - loss / worst, rel=1e-11)
    sphere = np.where(labels, scores, 1 - scores) / np.sqrt(scores**2 + (1 - scores) ** 2)
    assert value("spherical_score", curve) == pytest.approx(np.average(sphere, weights=weights), rel=1e-12)


@samples
def test_brier_parts_agree_with_scikit_learns_isotonic_regression(data):
    labels, scores, weights = data
    curve = curve_of(labels, scores, weights)
    fitted = IsotonicRegression().fit(scores, labels, sample_weight=weights).predict(scores)
    share = np.average(labels, weights=weights)
    of_fitted = np.average((labels - fitted) ** 2, weights=weights)
    of_scores = np.average((labels - scores) ** 2, weights=weights)
    assert value("brier_miscalibration", curve) == pytest.approx(of_scores - of_fitted, abs=1e-13)
    assert value("brier_discrimination", curve) == pytest.approx(share * (1 - share) - of_fitted, abs=1e-13)
    assert value("brier_uncertainty", curve) == pytest.approx(share * (1 - share), rel=1e-13)


@samples
def test_calibration_slope_agrees_with_scikit_learns_logistic_regression(data):
    labels, scores, weights = data
    logits = np.log(scores / (1 - scores))[:, None]
    model = LogisticRegression(C=inf, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    fitted = model.fit(logits, labels, sample_weight=weights)
    found = value("calibration_slope", curve_of(labels, scores, weights))
    assert found == pytest.approx(fitted.coef_[0, 0], abs=1e-8)


@samples
def test_calibration_intercept_makes_the_expected_positives_right(data):
    labels, scores, weights = data
    weights_or_one = np.ones(len(labels)) if weights is None else weights
    logits = np.log(scores / (1 - scores))

    def surplus(shift):
        return (weights_or_one * (1 / (1 + np.exp(-logits - shift)) - labels)).sum()

    found = value("calibration_intercept", curve_of(labels, scores, weights))
    assert found == pytest.approx(brentq(surplus, -20, 20, xtol=1e-14), abs=1e-10)


@samples
@pytest.mark.parametrize("bins", [1, 5, 10])
def test_calibration_error_puts_each_probability_where_its_middle_row_falls(data, bins):
    labels, scores, weights = data
    weights_or_one = np.ones(len(labels)) if weights is None else weights
    total, seen = weights_or_one.sum(), 0.0
    surplus = dict.fromkeys(range(bins), 0.0)
    for score in np.unique(scores)[::-1]:
        here = scores == score
        mass = weights_or_one[here].sum()
        place = int((seen + mass / 2) / total * bins)
        surplus[place] += (weights_or_one[here] * (labels[here] - score)).sum()
        seen += mass
    expected = sum(map(abs, surplus.values())) / total
    assert value("ece", curve_of(labels, scores, weights), bins=bins) == pytest.approx(expected, rel=1e-11)


def test_calibration_error_of_rows_without_ties_has_bins_of_equally_many_rows():
    labels, scores, _ = sample(9)
    order = np.argsort(scores)
    bins = zip(np.split(labels[order], 10), np.split(scores[order], 10), strict=True)
    expected = np.mean([abs(truth.mean() - promised.mean()) for truth, promised in bins])
    assert value("calibration_error", curve_of(labels, scores)) == pytest.approx(expected, rel=1e-12)


def test_perfect_probabilities_show_the_calibration_error_that_the_entry_states():
    random = np.random.default_rng(0)
    errors = []
    for _ in range(200):
        scores = random.random(1000)
        errors.append(value("ece", curve_of(random.random(1000) < scores, scores)))
    assert 0.025 < np.mean(errors) < 0.04


# Worked by hand.


def test_scores_of_a_worked_example():
    curve = curve_of([True, True, False], [0.8, 0.5, 0.5])
    assert value("brier", curve) == pytest.approx((0.2**2 + 0.5**2 + 0.5**2) / 3)
    assert value("log_loss", curve) == pytest.approx(-(log(0.8) + 2 * log(0.5)) / 3)
    assert value("observed_expected_ratio", curve) == pytest.approx(2 / 1.8)
    # Recalibrated: 1, then 1/2 and 1/2.
    assert value("brier_miscalibration", curve) == pytest.approx(0.04 / 3)
    assert value("brier_discrimination", curve) == pytest.approx(2 / 9 - 0.5 / 3)
    assert value("brier_uncertainty", curve) == pytest.approx(2 / 9)
    assert value("calibration_error", curve, bins=1) == pytest.approx(abs(2 - 1.8) / 3)


def test_the_intercept_of_one_probability_is_the_difference_of_log_odds():
    curve = curve_of([True, True, True, False], [0.2, 0.2, 0.2, 0.2])
    assert value("calibration_intercept", curve) == pytest.approx(log(3) - log(1 / 4), rel=1e-14)


@pytest.mark.parametrize("factor", [0.25, 1.0, 3.0])
def test_the_slope_undoes_a_stretch_of_the_log_odds(factor):
    # Two groups with 3 of 4 and 1 of 4 positives: their log odds are ±ln 3.
    odds = factor * log(3)
    high, low = 1 / (1 + np.exp(-odds)), 1 / (1 + np.exp(odds))
    curve = curve_of([True, True, True, False, True, False, False, False], [high] * 4 + [low] * 4)
    assert value("calibration_slope", curve) == pytest.approx(1 / factor, rel=1e-12)
    assert value("calibration_intercept", curve) == pytest.approx(0, abs=1e-14)


def test_extreme_probabilities_have_an_intercept_and_a_slope():
    tiny = 1e-300
    curve = curve_of([True, False, True, False, False], [0.6, 0.7, 0.1, tiny, 0.2])
    assert np.isfinite(value("calibration_slope", curve))
    curve = curve_of([False, True, True], [tiny, 1 - 2**-53, 1 - 2**-53])
    # Halfway between -ln(tiny) and ln(2**53), where 2 misses of e**-x are as dear as 1 alarm of e**-x.
    expected = (-log(tiny) - log(2**53) + log(2)) / 2
    assert value("calibration_intercept", curve) == pytest.approx(expected, rel=1e-12)


# Certainty.


def test_log_loss_is_infinite_for_what_was_called_impossible():
    assert value("log_loss", curve_of([True, False], [0.0, 0.5])) == inf
    assert value("log_loss", curve_of([True, False], [0.5, 1.0])) == inf
    assert value("log_loss_skill", curve_of([True, False], [0.5, 1.0])) == -inf


def test_certainty_that_is_right_costs_nothing():
    curve = curve_of([True, False], [1.0, 0.0])
    assert value("log_loss", curve) == value("brier", curve) == 0
    assert value("brier_skill", curve) == value("log_loss_skill", curve) == value("spherical_score", curve) == 1


def test_log_loss_keeps_its_digits_near_certainty():
    assert value("log_loss", curve_of([False], [1e-20])) == pytest.approx(1e-20, rel=1e-12)


def test_certain_rows_have_no_log_odds():
    curve = curve_of([True, False, False, True], [1.0, 0.0, 0.0, 0.5])
    for name in ("calibration_intercept", "calibration_slope"):
        assert reason(name, curve) == "3 rows have probability 0 or 1, whose log odds are infinite"
    curve = curve_of([True, False], [1.0, 0.5])
    assert reason("citl", curve) == "1 row has probability 0 or 1, whose log odds are infinite"


# Where there is no value.


@pytest.mark.parametrize("name", NAMES)
def test_scores_outside_0_and_1_are_no_probabilities(name):
    curve = curve_of([True, False, True], [-3.2, 0.5, 5.1])
    assert reason(name, curve) == "scores are not probabilities: they go from -3.2 to 5.1"


def test_the_range_of_scores_is_short_but_never_rounded_into_probabilities():
    def said(*scores):
        return reason("brier", CountsCurve(ScoreTable.from_rows([True] * len(scores), scores)))

    assert said(-3.219875320980123, 7 / 3).endswith("they go from -3.21988 to 2.33333")
    assert said(0.25, 1.0000000001).endswith("they go from 0.25 to 1.0000000001")
    assert said(-1e-9, 1.0).endswith("they go from -1e-09 to 1")


@pytest.mark.parametrize("name", NAMES)
def test_low_scores_are_not_the_probability_of_the_positive_class(name):
    curve = curve_of([True, False], [0.2, 0.7], lower_is_positive=True)
    assert reason(name, curve).startswith("lower scores are the positive ones here")


@pytest.mark.parametrize("name", NAMES)
def test_without_rows_there_is_no_value(name):
    assert reason(name, curve_of([], [])) == "there are no rows"


@pytest.mark.parametrize("name", ["brier_skill", "log_loss_skill", "calibration_intercept", "calibration_slope"])
def test_with_one_class_there_is_nothing_to_compare_with(name):
    assert reason(name, curve_of([False, False], [0.1, 0.2])) == "no row is truly positive"
    assert reason(name, curve_of([True, True], [0.1, 0.2])) == "no row is truly negative"


def test_one_class_can_still_be_scored():
    curve = curve_of([True, True], [0.5, 0.5])
    assert value("brier", curve) == value("brier_miscalibration", curve) == 0.25
    assert value("brier_discrimination", curve) == value("brier_uncertainty", curve) == 0


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        ([True, True, False], [0.9, 0.8, 0.3]),
        ([True, True, False, False], [0.9, 0.5, 0.5, 0.3]),
        ([False, True, True], [0.9, 0.8, 0.3]),
    ],
)
def test_parted_classes_have_no_finite_slope(labels, scores):
    assert "infinite" in reason("calibration_slope", curve_of(labels, scores))


def test_one_probability_has_no_slope():
    curve = curve_of([True, False], [0.5, 0.5])
    assert reason("calibration_slope", curve) == "all rows have the same probability"


def test_nothing_expected_and_nothing_observed_is_no_ratio():
    assert reason("o_e", curve_of([False], [0.0])) == "no positive row was expected and none is there"
    assert value("o_e", curve_of([True], [0.0])) == inf


# Laws.


@given(rows)
def test_the_brier_score_is_the_sum_of_its_parts(rows):
    labels, eighths = zip(*rows, strict=True)
    curve = curve_of(labels, np.array(eighths) / 8)
    brier, mcb, dsc, unc = (value(name, curve) for name in CORP)
    assert brier == pytest.approx(mcb - dsc + unc, abs=1e-15)
    assert mcb >= 0
    assert 0 <= dsc <= unc + 1e-15


@pytest.mark.parametrize("entry", [entry for entry in METRICS if entry.equals], ids=lambda entry: entry.name)
@samples
def test_what_is_said_to_be_equal_is(entry, data):
    curve = curve_of(*data)
    for formula in map(Formula, entry.equals):
        others = {name: value(name, curve) for name in formula.names}
        assert formula.at(others) == pytest.approx(value(entry.name, curve), abs=1e-13)


@pytest.mark.parametrize("entry", [entry for entry in METRICS if entry.mirror], ids=lambda entry: entry.name)
@samples
def test_the_mirror_is_the_metric_of_the_exchanged_classes(entry, data):
    labels, scores, weights = data
    here = value(entry.name, curve_of(labels, scores, weights))
    assert here == pytest.approx(value(entry.mirror, curve_of(~labels, 1 - scores, weights)), rel=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_repeating_rows_is_weighting_them(name):
    labels, scores, _ = sample(1, ties=True)
    times = np.random.default_rng(2).integers(0, 4, len(labels))
    repeated = metric(name).of(curve_of(np.repeat(labels, times), np.repeat(scores, times)))
    exact = metric(name).of(curve_of(labels, scores, times, weights_are=Weights.REPEATED))
    assert exact == repeated
    halved = metric(name).of(curve_of(labels, scores, times / 2))
    assert float(halved) == pytest.approx(float(repeated), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_million_million_times_the_rows_give_the_same_value(name):
    scores, columns = np.array([0.8, 0.5, 0.2]), [np.array([3, 2, 1]), np.array([1, 2, 3])]
    few = metric(name).of(CountsCurve(ScoreTable(scores, *columns * 3)))
    many = metric(name).of(CountsCurve(ScoreTable(scores, *[column * 10**12 for column in columns] * 3)))
    assert float(many) == pytest.approx(float(few), rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("name", NAMES)
@given(rows=rows)
def test_values_keep_to_their_bounds(name, rows):
    labels, eighths = zip(*rows, strict=True)
    found = metric(name).of(curve_of(labels, np.array(eighths) / 8))
    low, high = metric(name).bounds
    assert found.value is None or low - 1e-15 <= found.value <= high + 1e-15
