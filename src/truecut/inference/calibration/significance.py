"""Tests of calibration that need no bins: in the large, slope and intercept, and Spiegelhalter's.

Each says what it measures, how far that is from calibrated and how often chance would go as far, or why it has
no value. With importance weights the variances are those of weighted sums (sandwich).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, isfinite, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.defined import missing_class, missing_log_odds
from truecut.catalogue.from_probabilities import NONE_EXPECTED, ONE_SCORE, SEPARATED, STUCK
from truecut.catalogue.measures.calibration import (
    along_line,
    intercept,
    is_separated,
    logistic_line,
    observed_and_expected,
    odds_of,
)
from truecut.catalogue.measures.logistic import bend_of, expit
from truecut.catalogue.measures.loss_moments import loss_moments
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.estimate import Estimate
from truecut.inference.quantiles import normal_quantile

NO_CHI_SQUARE = "with importance weights a likelihood ratio follows no chi-square distribution"
CERTAIN = "every probability is 0, 1/2 or 1, where the statistic has no spread"
NO_OBSERVED = "without a positive row the ratio has no interval on the log scale"


@dataclass(frozen=True)
class Coefficient(Estimate):
    """An estimate with its standard error."""

    standard_error: float | None = None


@dataclass(frozen=True)
class SignificanceTest:
    """A statistic, and how often chance would make it as large if the probabilities were calibrated."""

    name: str
    statistic: float | None
    p_value: float | None
    undefined: str | None = None


@dataclass(frozen=True)
class CalibrationTests:
    """What can be said about calibration in single numbers.

    `intercept` and `slope` are fitted together, calibrated at 0 and 1; `in_the_large` is the intercept where the
    slope is held at 1; `observed_expected` is the ratio of positives to those promised, calibrated at 1.
    """

    observed_expected: Estimate
    in_the_large: Coefficient
    intercept: Coefficient
    slope: Coefficient
    likelihood_ratio: SignificanceTest  # of intercept 0 and slope 1, both at once
    spiegelhalter: SignificanceTest
    level: float  # of the intervals


def calibration_tests(table: ScoreTable, level: float = 0.95) -> CalibrationTests:
    """Return all tests of probabilities; the scores are known to be such."""
    # A report asks twice: for the verdict in a line, and for the reliability curve.
    known: dict[float, CalibrationTests] = vars(table).setdefault("_calibration_tests", {})
    if level in known:
        return known[level]
    found = _tests(CountsCurve(table), level)
    numbers = (found.observed_expected, found.in_the_large, found.intercept, found.slope)
    # As in `cached_on_table`: whoever asks again may want to hear of the overflow behind what is not finite.
    if all(isfinite(end) for number in numbers for end in (number.value, number.low, number.high) if end is not None):
        known[level] = found
    return found


def _tests(curve: CountsCurve, level: float) -> CalibrationTests:
    table = curve.table
    intercept_of_line, slope_of_line, ratio = _line(curve, level)
    return CalibrationTests(
        _observed_expected(table, level),
        _in_the_large(curve, level),
        intercept_of_line,
        slope_of_line,
        ratio,
        spiegelhalter(table),
        level,
    )


def spiegelhalter(table: ScoreTable) -> SignificanceTest:
    """Return Spiegelhalter's z: is the Brier score what calibrated probabilities would get?

    Spiegelhalter 1986, Stat Med 5:421.

    >>> test = spiegelhalter(ScoreTable.from_rows([True, False, False], [0.9, 0.2, 0.4]))
    >>> round(test.statistic, 4)
    -0.7926
    """
    name = "Spiegelhalter's z"
    surplus, variance = _surplus(table)
    if not variance:
        return SignificanceTest(name, None, None, CERTAIN)
    z = surplus / sqrt(variance)
    return SignificanceTest(name, z, erfc(abs(z) / sqrt(2)))


def _surplus(table: ScoreTable) -> tuple[float, float]:
    """Return by how much the Brier score exceeds what calibrated probabilities would get, and the variance of that."""
    if moments := loss_moments(table):
        return moments.surplus, moments.variance
    p = table.scores.astype(float)
    surplus = table.positives * (1 - p) - table.negatives * p
    variance = float((sum(_squares(table)) * (1 - 2 * p) ** 2 * p * (1 - p)).sum())
    return float((surplus * (1 - 2 * p)).sum()), variance


def _observed_expected(table: ScoreTable, level: float) -> Estimate:
    observed, expected = observed_and_expected(table)
    if not expected:
        return Estimate(None, NONE_EXPECTED) if not observed else Estimate(np.inf, note="no positive was promised")
    ratio, rows = observed / expected, observed + float(table.total_negative)
    if not observed:
        return Estimate(0.0, level=level, rows=rows, note=NO_OBSERVED)
    share = observed / rows
    # Σw²(y - share)² / (Σwy)²; without weights that is (1 - O/n) / O.
    of_positives, of_negatives = (float(side.sum()) for side in _squares(table))
    squares = of_positives * (1 - share) ** 2 + of_negatives * share**2
    half = normal_quantile(level) * sqrt(squares) / observed
    low, high = ratio * exp(-half), ratio * exp(half)
    return Estimate(ratio, low=low, high=high, level=level, method="log", rows=rows)


def _in_the_large(curve: CountsCurve, level: float) -> Coefficient:
    table = curve.table
    if reason := missing_log_odds(curve):
        return Coefficient(None, reason, level=level)
    shift = intercept(table)
    error = _standard_errors(table, shift, 1.0, free=1)[0]
    return _coefficient(table, shift, error, level)


def _line(curve: CountsCurve, level: float) -> tuple[Coefficient, Coefficient, SignificanceTest]:
    """Return intercept, slope, and the likelihood ratio of both against calibrated ones."""
    table, name = curve.table, "likelihood ratio of intercept 0 and slope 1"
    reason = missing_log_odds(curve) or missing_class(curve)
    if not reason:
        reason = ONE_SCORE if len(table) == 1 else SEPARATED if is_separated(table) else None
    both = logistic_line(table) if not reason else np.full(2, nan)
    if not reason and np.isnan(both).any():
        reason = STUCK
    if reason:
        absent = Coefficient(None, reason, level=level)
        return absent, absent, SignificanceTest(name, None, None, reason)
    errors = _standard_errors(table, float(both[0]), float(both[1]), free=2)
    coefficients = [_coefficient(table, float(value), error, level) for value, error in zip(both, errors, strict=True)]
    if table.is_weighted:
        return coefficients[0], coefficients[1], SignificanceTest(name, None, None, NO_CHI_SQUARE)
    losses = along_line(table, 0.0, 1.0).log_loss, along_line(table, *both.tolist()).log_loss
    deviance = max(0.0, 2 * (losses[0] - losses[1]))
    # The upper tail of a chi-square distribution with two degrees of freedom.
    return coefficients[0], coefficients[1], SignificanceTest(name, deviance, exp(-deviance / 2))


def _standard_errors(table: ScoreTable, intercept: float, slope: float, free: int) -> NDArray[np.float64]:
    """Return the standard errors of the first `free` coefficients, the others being held."""
    covariance = np.linalg.inv(bend_of(along_line(table, intercept, slope))[:free, :free])
    if table.is_weighted:
        odds = odds_of(table)
        design = np.column_stack([np.ones(len(odds)), odds])[:, :free]
        likely = expit(intercept + slope * odds)
        squares = table.positive_squares * (1 - likely) ** 2 + table.negative_squares * likely**2
        covariance = covariance @ (design.T @ (design * squares[:, None])) @ covariance
    return np.asarray(np.sqrt(np.diag(covariance)))


def _coefficient(table: ScoreTable, value: float, error: float, level: float) -> Coefficient:
    half = normal_quantile(level) * float(error)
    low, high = value - half, value + half
    rows = float(table.rows if table.is_weighted else table.total_positive + table.total_negative)
    return Coefficient(
        value, low=low, high=high, level=level, method="information", rows=rows, standard_error=float(error)
    )


def _squares(table: ScoreTable) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the squared weights of the rows of each class; a repeated row is so many rows of weight 1."""
    if table.is_weighted:
        return table.positive_squares, table.negative_squares
    return table.positives, table.negatives
