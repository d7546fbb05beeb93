"""Quantiles of the distributions that intervals need, by level: 0.95 leaves 0.025 on either side."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, lgamma, log, log1p, pi
from statistics import NormalDist
from typing import SupportsFloat

from truecut.catalogue.measures.incomplete_beta import incomplete_beta
from truecut.errors import BadCall
from truecut.words.numerals import percent_is_written

FEW = 3.0  # degrees of freedom, below which the expansion is no good start
ENOUGH, USUAL = 500.0, 0.999  # degrees of freedom from which it is the quantile, up to this level
NEARLY_NORMAL = 1e4  # and at any level
MOST_STEPS = 50  # of Halley; one or two are taken
HALVINGS = 100  # of an interval of length 1: more than a float can tell apart


def checked_level(level: float) -> float:
    """Return the level, or say that it is none."""
    if type(level) is float and 0 < level < 1:  # the usual case, and asking a protocol takes long
        return level
    if isinstance(level, str | bytes) or not isinstance(level, SupportsFloat):
        raise BadCall(f"A level is a number between 0 and 1, such as 0.95, not {level!r}.")
    if not 0 < level < 1:
        raise BadCall(f"A level lies between 0 and 1, and {level:g} does not.{percent_is_written(level)}")
    return level


@lru_cache(maxsize=1000)
def normal_quantile(level: float) -> float:
    """Return how many standard errors of a normal distribution the level reaches to either side.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + checked_level(level)) / 2)


@lru_cache(maxsize=10_000)  # many metrics of a report have the same rows, and many small groups the same spread
def student_quantile(level: float, freedom: float) -> float:
    """Return the same for Student's distribution with so many degrees of freedom.

    >>> round(student_quantile(0.95, 9), 4)
    2.2622
    """
    outside, wide = 1 - checked_level(level), normal_quantile(level)
    # SciPy has it too, but importing that takes longer than all the rest of a report.
    if freedom >= FEW:
        start = _cornish_fisher(wide, freedom)
        is_exact = freedom >= (ENOUGH if level <= USUAL else NEARLY_NORMAL)
        return start if is_exact else _halley(start, outside, freedom)
    while student_outside(wide, freedom) > outside:
        wide *= 2
    return last_where(lambda t: student_outside(t, freedom) > outside, 0.0, wide)


def _cornish_fisher(z: float, freedom: float) -> float:
    """Return Cornish and Fisher's expansion of Student's quantile about the normal one (Abramowitz & Stegun 26.7.5)."""
    q = z * z
    terms = (
        z * (q + 1) / 4,
        z * ((5 * q + 16) * q + 3) / 96,
        z * (((3 * q + 19) * q + 17) * q - 15) / 384,
        z * ((((79 * q + 776) * q + 1482) * q - 1920) * q - 945) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def _halley(t: float, outside: float, freedom: float) -> float:
    """Return where Student's distribution leaves so much outside, by Halley's steps from almost there."""
    log_peak = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2
    for _ in range(MOST_STEPS):
        density = 2 * exp(log_peak - (freedom + 1) / 2 * log1p(t * t / freedom))
        newton = (student_outside(t, freedom) - outside) / density
        step = newton / (1 - newton * t * (freedom + 1) / (freedom + t * t) / 2)
        t += step
        if abs(step) <= 1e-4 * t:  # each step triples the digits that are right
            break
    return t


def student_outside(t: float, freedom: float) -> float:
    """Return how much of Student's distribution lies further than t from its middle.

    >>> round(student_outside(2.2622, 9), 4)
    0.05
    """
    return incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def last_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a statement that is true at first and false later changes."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
