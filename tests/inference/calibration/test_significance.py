"""Calibration in single numbers, held against other implementations of the same regression."""

from math import erfc, exp, log, sqrt

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize
from scipy.special import expit, logit
from scipy.stats import chi2, norm

import truecut as tc
from truecut.counting.score_table import ScoreTable
from truecut.inference.calibration.significance import calibration_tests, spiegelhalter


def drawn(rows=400, seed=3):
    generator = np.random.default_rng(seed)
    p = generator.uniform(0.02, 0.98, rows)
    return generator.random(rows) < expit(0.3 + 0.8 * logit(p)), p


def loss(line, labels, p):
    odds = line[0] + line[1] * logit(p)
    return float(np.sum(np.logaddexp(0, odds) - labels * odds))


def test_slope_and_intercept_are_those_of_a_general_optimiser_with_its_curvature():
    labels, p = drawn()
    best = minimize(loss, [0.0, 1.0], args=(labels, p), method="BFGS", options={"gtol": 1e-9})

    def gradient(line):
        missing = expit(line[0] + line[1] * logit(p)) - labels
        return np.array([missing.sum(), (missing * logit(p)).sum()])

    errors = np.sqrt(np.diag(np.linalg.inv(approx_fprime(best.x, gradient, 1e-7))))
    tests = calibration_tests(ScoreTable.from_rows(labels, p))
    assert (tests.intercept.value, tests.slope.value) == pytest.approx(tuple(best.x), abs=1e-5)
    assert (tests.intercept.standard_error, tests.slope.standard_error) == pytest.approx(tuple(errors), rel=1e-4)
    assert tests.slope.low == pytest.approx(tests.slope.value - norm.ppf(0.975) * tests.slope.standard_error)


def test_the_likelihood_ratio_is_twice_the_difference_of_the_losses():
    labels, p = drawn()
    tests = calibration_tests(ScoreTable.from_rows(labels, p))
    best = (tests.intercept.value, tests.slope.value)
    statistic = 2 * (loss((0, 1), labels, p) - loss(best, labels, p))
    assert tests.likelihood_ratio.statistic == pytest.approx(statistic)
    assert tests.likelihood_ratio.p_value == pytest.approx(chi2.sf(statistic, 2))


def test_the_intercept_in_the_large_makes_as_many_promised_as_observed():
    labels, p = drawn()
    shift = calibration_tests(ScoreTable.from_rows(labels, p)).in_the_large
    promised = expit(logit(p) + shift.value)
    assert promised.sum() == pytest.approx(labels.sum())
    assert shift.standard_error == pytest.approx(1 / sqrt((promised * (1 - promised)).sum()))


def test_spiegelhalter_is_the_sum_written_out():
    labels, p = [True, False, False], [0.9, 0.2, 0.4]
    top = (1 - 0.9) * (1 - 1.8) + (0 - 0.2) * (1 - 0.4) + (0 - 0.4) * (1 - 0.8)
    below = (1 - 1.8) ** 2 * 0.09 + (1 - 0.4) ** 2 * 0.16 + (1 - 0.8) ** 2 * 0.24
    test = spiegelhalter(ScoreTable.from_rows(labels, p))
    assert test.statistic == pytest.approx(top / sqrt(below))
    assert test.p_value == pytest.approx(erfc(abs(top / sqrt(below)) / sqrt(2)))


def test_observed_to_expected_has_an_interval_on_the_log_scale():
    ratio = calibration_tests(ScoreTable.from_rows([True] * 30 + [False] * 70, [0.25] * 100)).observed_expected
    assert ratio.value == pytest.approx(30 / 25)
    error = sqrt((1 - 30 / 100) / 30)
    assert log(ratio.high / ratio.value) == pytest.approx(norm.ppf(0.975) * error)
    assert ratio.low == pytest.approx(ratio.value * exp(-norm.ppf(0.975) * error))


def test_weights_that_are_all_the_same_change_no_standard_error_by_much():
    labels, p = drawn(rows=2000)
    plain = calibration_tests(ScoreTable.from_rows(labels, p))
    heavy = calibration_tests(ScoreTable.from_rows(labels, p, np.full(2000, 5.0)))
    for name in ("slope", "intercept", "in_the_large"):
        one, other = getattr(plain, name), getattr(heavy, name)
        assert other.value == pytest.approx(one.value, abs=1e-8)
        assert other.standard_error == pytest.approx(one.standard_error, rel=0.1)  # sandwich, not information
    assert heavy.spiegelhalter.statistic == pytest.approx(plain.spiegelhalter.statistic)
    assert heavy.observed_expected.low == pytest.approx(plain.observed_expected.low)
    assert "importance weights" in heavy.likelihood_ratio.undefined


def test_unequal_weights_have_the_spread_that_redrawing_shows():
    slopes, errors = [], []
    for seed in range(60):
        labels, p = drawn(rows=300, seed=seed)
        weights = np.where(p > 0.5, 4.0, 1.0)
        slope = calibration_tests(ScoreTable.from_rows(labels, p, weights)).slope
        slopes.append(slope.value)
        errors.append(slope.standard_error)
    assert np.mean(errors) == pytest.approx(np.std(slopes), rel=0.3)


@pytest.mark.parametrize(
    ("labels", "p", "reason"),
    [
        ([1, 0, 1], [1.0, 0.3, 0.4], "1 row has probability 0 or 1, whose log odds are infinite"),
        ([1, 0, 1], [0.4, 0.4, 0.4], "all rows have the same probability"),
        ([1, 0, 1], [0.9, 0.3, 0.4], "one probability parts the classes"),
    ],
    ids=str,
)
def test_without_a_fit_there_is_a_reason(labels, p, reason):
    slope = tc.evaluate(labels, p).calibration(replicates=100).slope
    assert slope.value is None
    assert reason in slope.undefined


def test_certain_probabilities_have_no_spread_to_test():
    assert "no spread" in spiegelhalter(ScoreTable.from_rows([True, False], [1.0, 0.0])).undefined


def test_none_expected_and_none_observed_are_told_apart():
    nothing = calibration_tests(ScoreTable.from_rows([False, False], [0.0, 0.0]))
    assert nothing.observed_expected.undefined == "no positive row was expected and none is there"
    surprise = calibration_tests(ScoreTable.from_rows([True, False], [0.0, 0.0]))
    assert surprise.observed_expected.value == np.inf
    none_came = calibration_tests(ScoreTable.from_rows([False, False], [0.5, 0.2]))
    assert none_came.observed_expected.value == 0
    assert none_came.observed_expected.low is None
