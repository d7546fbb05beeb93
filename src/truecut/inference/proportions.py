"""Intervals for a share of rows: so many successes of so many trials.

Only Wilson's takes arrays, as it is needed along whole curves. Effective rows may be no whole number.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.inference.quantiles import checked_level, last_where, normal_quantile

Limits = tuple[float, float]
HUGE = 1e150  # rows, whose square is more than a float can say: NumPy decides what happens then


def wilson(successes: Any, trials: Any, level: float = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the Wilson score interval of shares; NaN where there are no trials.

    >>> low, high = wilson(81, 263)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2553, 0.3662)
    """
    x, m = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre, half = _centre_and_half(x, m, normal_quantile(level), np.sqrt)
    # At the ends the formula leaves a rounding error where the limit is exact.
    low = np.where(x == 0, np.where(m > 0, 0.0, np.nan), centre - half)
    high = np.where(x == m, np.where(m > 0, 1.0, np.nan), centre + half)
    return low, high


def wilson_limits(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return Wilson's interval of one share as plain numbers: the same bits, without arrays."""
    if not 0 < trials < HUGE:
        low, high = wilson(successes, trials, level)
        return float(low), float(high)
    centre, half = _centre_and_half(float(successes), float(trials), normal_quantile(level), sqrt)
    return 0.0 if successes == 0 else centre - half, 1.0 if successes == trials else centre + half


def _centre_and_half(x: Any, m: Any, z: float, root: Callable[[Any], Any]) -> tuple[Any, Any]:
    share = x / m
    centre = (share + z * z / (2 * m)) / (1 + z * z / m)
    return centre, z / (1 + z * z / m) * root(share * (1 - share) / m + z * z / (4 * m * m))


def clopper_pearson(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return the interval that holds at least its level, whatever the share.

    Clopper & Pearson 1934, Biometrika 26:404.

    >>> low, high = clopper_pearson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2527, 0.3676)
    """
    tail, failures = _tail(level), trials - successes
    low = _beta_quantile(tail, successes, failures + 1) if successes else 0.0
    high = _beta_quantile(1 - tail, successes + 1, failures) if failures else 1.0
    return low, high


def jeffreys(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return the Bayesian interval of Jeffreys' prior, with 0 and 1 as ends where none or all succeeded.

    Brown, Cai & DasGupta 2001, Stat Sci 16:101.
    """
    tail, failures = _tail(level), trials - successes
    low = _beta_quantile(tail, successes + 0.5, failures + 0.5) if successes else 0.0
    high = _beta_quantile(1 - tail, successes + 0.5, failures + 0.5) if failures else 1.0
    return low, high


def agresti_coull(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return the plain interval around Wilson's centre, cut to [0, 1] (Agresti & Coull 1998, Am Stat 52:119)."""
    z = normal_quantile(level)
    more_trials = trials + z * z
    centre = (successes + z * z / 2) / more_trials
    half = z * sqrt(centre * (1 - centre) / more_trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def mid_p_limits(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return the shares at which the observed number or a more extreme one has half the tail, its own counted half."""
    tail = _tail(level)
    return _mid_p_lower(successes, trials, tail), 1 - _mid_p_lower(trials - successes, trials, tail)


def wald(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Return the plain interval, which may leave [0, 1]: only to reproduce the numbers of others."""
    share = successes / trials
    half = normal_quantile(level) * sqrt(share * (1 - share) / trials)
    return share - half, share + half


def _tail(level: float) -> float:
    return (1 - checked_level(level)) / 2


def _beta_quantile(share: float, a: float, b: float) -> float:
    from scipy.special import betaincinv  # heavy, and the default interval does without

    return float(betaincinv(a, b, share))


def _mid_p_lower(successes: float, trials: float, tail: float) -> float:
    from scipy.special import betainc

    if not successes:
        return 0.0
    failures = trials - successes

    def is_too_low(share: float) -> bool:
        at_least = float(betainc(successes, failures + 1, share))
        more = float(betainc(successes + 1, failures, share)) if failures else 0.0
        return (at_least + more) / 2 < tail

    return last_where(is_too_low, 0.0, 1.0)
