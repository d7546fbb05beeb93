"""Intervals for a share of rows."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall


def wilson(successes: Any, trials: Any, level: float = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the Wilson score interval of shares; NaN where there are no trials.

    >>> low, high = wilson(81, 263)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2553, 0.3662)
    """
    if not 0 < level < 1:
        raise BadCall(f"A level is a share between 0 and 1, such as 0.95, not {level:g}.")
    x, m = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    z = NormalDist().inv_cdf((1 + level) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = x / m
        centre = (share + z * z / (2 * m)) / (1 + z * z / m)
        half = z / (1 + z * z / m) * np.sqrt(share * (1 - share) / m + z * z / (4 * m * m))
    # At the ends the formula leaves a rounding error where the limit is exact.
    low = np.where(x == 0, np.where(m > 0, 0.0, np.nan), centre - half)
    high = np.where(x == m, np.where(m > 0, 1.0, np.nan), centre + half)
    return low, high
