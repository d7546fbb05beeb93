"""Quantiles of the distributions that intervals need, by level: 0.95 leaves 0.025 on either side."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, lgamma, log, log1p
from statistics import NormalDist

from truecut.errors import BadCall

NEARLY_NORMAL = 1e4  # degrees of freedom
MOST_TERMS, ROUNDING, ALMOST_0 = 10_000, 1e-16, 1e-300  # of the continued fraction
HALVINGS = 100  # of an interval of length 1: more than a float can tell apart


def checked_level(level: float) -> float:
    """Return the level, or say that it is none."""
    if not 0 < level < 1:
        raise BadCall(f"A level is a share between 0 and 1, such as 0.95, not {level:g}.")
    return level


def normal_quantile(level: float) -> float:
    """Return how many standard errors of a normal distribution the level reaches to either side.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + checked_level(level)) / 2)


@lru_cache(maxsize=1000)  # many metrics of a report have the same rows
def student_quantile(level: float, freedom: float) -> float:
    """Return the same for Student's distribution with so many degrees of freedom.

    >>> round(student_quantile(0.95, 9), 4)
    2.2622
    """
    outside = 1 - checked_level(level)
    wide = normal_quantile(level)
    if freedom >= NEARLY_NORMAL:
        # Fisher's expansion, whose next term is below 1e-12 here.
        return wide + (wide**3 + wide) / (4 * freedom) + (5 * wide**5 + 16 * wide**3 + 3 * wide) / (96 * freedom**2)
    # SciPy has it too, but importing that takes longer than all the rest of a report.
    while student_outside(wide, freedom) > outside:
        wide *= 2
    return last_where(lambda t: student_outside(t, freedom) > outside, 0.0, wide)


def student_outside(t: float, freedom: float) -> float:
    """Return how much of Student's distribution lies further than t from its middle.

    >>> round(student_outside(2.2622, 9), 4)
    0.05
    """
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction."""
    if x in (0, 1):
        return x
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    # The fraction converges fast on this side of the middle only.
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction, from the front by Lentz's method."""
    c, d = 1.0, 1 / _not_0(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, MOST_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_0(1 + term * d)
            c = _not_0(1 + term / c)
            result *= c * d
        if abs(c * d - 1) < ROUNDING:
            break
    return result


def _not_0(value: float) -> float:
    return value or ALMOST_0


def last_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a statement that is true at first and false later changes."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
