"""Differences of two estimates of different rows: how large, how sure, and whether chance alone would do the same.

Two shares of rows have intervals and tests of their own, and so have two areas under ROC curves. Any other two
estimates are subtracted by their intervals (MOVER): the distances of the ends add like standard errors. Rows that
both estimates share, or rows of one cluster on both sides, break every promise made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, cos, erfc, exp, inf, isfinite, lgamma, pi, sqrt

from truecut.inference.delong import Ranking
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import last_where, normal_quantile, student_outside, student_quantile
from truecut.inference.weighted import Share

FEW_EXPECTED = 5  # rows in a cell, below which the score test is only roughly right
AS_LIKELY = 1 + 1e-7  # tables that differ by rounding only are equally likely

Limits = tuple[float, float]
__all__ = [
    "Share",
    "fisher_mid_p",
    "miettinen_nurminen",
    "mover_difference",
    "newcombe_difference",
    "p_from_interval",
    "score_p",
    "share_test",
    "student_p",
    "two_sided",
    "unpaired_areas",
]


def newcombe_difference(first: Share, second: Share, level: float = 0.95) -> Limits:
    """Return Newcombe's hybrid score interval of first - second (1998, Stat Med 17:873, method 10).

    >>> low, high = newcombe_difference(Share(56, 70), Share(48, 80))
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    limits = (wilson_limits(share.successes, share.trials, level) for share in (first, second))
    return mover_difference(first.share, next(limits), second.share, next(limits))


def miettinen_nurminen(first: Share, second: Share, level: float = 0.95) -> Limits:
    """Return the differences that a score test does not reject (Miettinen & Nurminen 1985, Stat Med 4:213).

    >>> low, high = miettinen_nurminen(Share(56, 70), Share(48, 80))
    >>> round(low, 4), round(high, 4)
    (0.0528, 0.3382)
    """
    limit = normal_quantile(level) ** 2
    observed = first.share - second.share

    def is_rejected(supposed: float) -> bool:
        variance = _restricted_variance(first, second, supposed)
        return (observed - supposed) ** 2 > limit * variance

    low = last_where(is_rejected, -1.0, observed) if observed > -1 else -1.0
    high = -last_where(lambda turned: is_rejected(-turned), -1.0, -observed) if observed < 1 else 1.0
    return low, high


def mover_difference(first: float, of_first: Limits, second: float, of_second: Limits) -> Limits:
    """Return the interval of first - second from those of both (Zou & Donner 2008, Stat Med 27:1693).

    >>> mover_difference(0.5, (0.2, 0.9), 0.25, (0.25, 0.25))
    (-0.04999999999999999, 0.65)
    """
    difference = first - second
    below = sqrt((first - of_first[0]) ** 2 + (of_second[1] - second) ** 2)
    above = sqrt((of_first[1] - first) ** 2 + (second - of_second[0]) ** 2)
    return difference - below, difference + above


def p_from_interval(difference: float, low: float, high: float, level: float = 0.95) -> float:
    """Return the p value that belongs to an interval: below 1 - level exactly where 0 lies outside.

    The distance to the end on the side of 0 is read as that many standard errors (Altman & Bland 2011, BMJ 343:d2304).

    >>> round(p_from_interval(0.1, 0.0, 0.2), 3)
    0.05
    """
    if difference == 0:
        return 1.0
    towards_zero = difference - low if difference > 0 else high - difference
    if not isfinite(towards_zero):
        return 1.0
    return two_sided(inf if not towards_zero else abs(difference) / towards_zero * normal_quantile(level))


def two_sided(z: float) -> float:
    """Return how often a normal quantity lies at least so many standard errors from its middle.

    >>> round(two_sided(-1.96), 3)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def share_test(first: Share, second: Share) -> tuple[float, str]:
    """Return the p value of "both shares are one", and by which test: the score test, or mid-p for tiny tables."""
    if _is_whole(first) and _is_whole(second) and _least_expected(first, second) < FEW_EXPECTED:
        return fisher_mid_p(first, second), "fisher-mid-p"
    return score_p(first, second), "score"


def score_p(first: Share, second: Share) -> float:
    """Return the p value of the score test, which pools both shares.

    >>> round(score_p(Share(56, 70), Share(48, 80)), 4)
    0.008
    """
    return two_sided(score_z(first, second))


def score_z(first: Share, second: Share) -> float:
    """Return the difference of two shares in standard errors of the pooled share; 0 where that has none.

    z = (p1 - p2) / sqrt(p (1 - p) (1 / n1 + 1 / n2)), whose square is Pearson's chi-square of the two by two table.
    """
    pooled = (first.successes + second.successes) / (first.trials + second.trials)
    variance = pooled * (1 - pooled) * (1 / first.trials + 1 / second.trials)
    return (first.share - second.share) / sqrt(variance) if variance else 0.0


def fisher_mid_p(first: Share, second: Share) -> float:
    """Return Fisher's exact p value with the equally likely tables counted half.

    It is the sum over the tables with the same margins that are at most as likely as the one seen.

    >>> round(fisher_mid_p(Share(3, 3), Share(0, 3)), 3)
    0.05
    """
    a, b = int(first.trials), int(second.trials)
    successes, seen = int(first.successes + second.successes), int(first.successes)
    if not 0 < successes < a + b:
        return 1.0
    logs = [_log_ways(a, x) + _log_ways(b, successes - x) for x in range(max(0, successes - b), min(a, successes) + 1)]
    total = _log_ways(a + b, successes)
    chances = [exp(log - total) for log in logs]
    own = chances[seen - max(0, successes - b)]
    rarer = sum(chance for chance in chances if chance * AS_LIKELY < own)
    as_rare = sum(chance for chance in chances if own / AS_LIKELY <= chance <= own * AS_LIKELY)
    return min(1.0, rarer + as_rare / 2)


@dataclass(frozen=True)
class AreaDifference:
    """A difference of two areas of different rows: its interval, and Student's t of it."""

    limits: Limits
    p_value: float
    standard_error: float
    statistic: float
    degrees_of_freedom: float


def unpaired_areas(first: Ranking, second: Ranking, level: float = 0.95) -> AreaDifference | None:
    """Return the difference of two areas under ROC curves of different rows.

    DeLong's variances add; Student's distribution has Satterthwaite's degrees of freedom over the four classes. None
    where a ranking has no variance: with fewer than two rows of a class, or perfect separation.
    """
    if not first.variance or not second.variance:
        return None
    difference, error = first.area - second.area, sqrt(first.variance + second.variance)
    freedom = _joint_freedom(first, second)
    half = student_quantile(level, freedom) * error
    limits, t = (difference - half, difference + half), difference / error
    return AreaDifference(limits, student_p(t, freedom), error, t, freedom)


def student_p(t: float, freedom: float) -> float:
    """Return how often Student's t lies at least so far from 0."""
    return student_outside(t, freedom)


def _is_whole(share: Share) -> bool:
    """Say whether rows were counted, and not effective ones."""
    return share.successes == int(share.successes) and share.trials == int(share.trials)


def _least_expected(first: Share, second: Share) -> float:
    successes, trials = first.successes + second.successes, first.trials + second.trials
    return min(successes, trials - successes) * min(first.trials, second.trials) / trials


def _log_ways(of: int, chosen: int) -> float:
    return lgamma(of + 1) - lgamma(chosen + 1) - lgamma(of - chosen + 1)


def _joint_freedom(first: Ranking, second: Ranking) -> float:
    # A part v of f degrees of freedom adds v² / f to the denominator, and so do all parts of one ranking together.
    squares = sum(r.variance**2 / r.degrees_of_freedom for r in (first, second) if r.variance and r.degrees_of_freedom)
    return ((first.variance or 0.0) + (second.variance or 0.0)) ** 2 / squares


def _restricted_variance(first: Share, second: Share, supposed: float) -> float:
    """Return the variance of the difference at the likeliest two shares that differ by as much as supposed."""
    q2 = _likeliest_second(first, second, supposed)
    q1 = min(max(q2 + supposed, 0.0), 1.0)
    rows = first.trials + second.trials
    return (q1 * (1 - q1) / first.trials + q2 * (1 - q2) / second.trials) * rows / (rows - 1)


def _likeliest_second(first: Share, second: Share, supposed: float) -> float:
    """Return the likeliest second share given the difference: a root of an equation of third degree."""
    n1, n2, x2 = first.trials, second.trials, second.successes
    rows, successes = n1 + n2, first.successes + second.successes
    square = (n1 + 2 * n2) * supposed - rows - successes
    linear = (n2 * supposed - rows - 2 * x2) * supposed + successes
    constant = x2 * supposed * (1 - supposed)
    third = square / (3 * rows)
    c = third**3 - square * linear / (6 * rows**2) + constant / (2 * rows)
    b = sqrt(max(0.0, third**2 - linear / (3 * rows)))
    b = b if c > 0 else -b
    angle = (pi + acos(min(1.0, max(-1.0, c / b**3)))) / 3 if b else 0.0
    lowest, highest = max(0.0, -supposed), min(1.0, 1 - supposed)
    return min(max(2 * b * cos(angle) - third, lowest), highest)
