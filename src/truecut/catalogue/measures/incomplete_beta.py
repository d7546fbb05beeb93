"""The regularised incomplete beta function I_x(a, b): the distribution function of a Beta distribution.

By its continued fraction (DLMF 8.17.22), which converges fast on one side of the middle; on the other,
1 - I_(1 - x)(b, a) is found.

SciPy has it too, but importing that takes longer than all the rest that a report of a thousand rows computes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log, log1p
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

MOST_TERMS, ROUNDING, ALMOST_0 = 10_000, 1e-16, 1e-300


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Return I_x(a, b) for one x.

    >>> incomplete_beta(0.5, 2, 2)
    0.5
    """
    if x in (0, 1):
        return x
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * float(_fraction(x, a, b, _is_1)) / a
    return 1 - front * float(_fraction(1 - x, b, a, _is_1)) / b


def incomplete_betas(x: ArrayLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """Return I_x(a, b) for each x, with parameters of its own or the same for all.

    >>> incomplete_betas([0.0, 0.5, 1.0], 2, 2).tolist()
    [0.0, 0.5, 1.0]
    """
    x, a, b = (np.asarray(column, float) for column in (x, a, b))
    is_high = x >= (a + 1) / (a + b + 2)
    first, second, at = np.where(is_high, b, a), np.where(is_high, a, b), np.where(is_high, 1 - x, x)
    with np.errstate(divide="ignore"):  # the logarithm of 0, whose power is 0
        powers = first * np.log(at) + second * np.log1p(-at)
    front = np.exp(_log_gamma(a + b) - _log_gamma(a) - _log_gamma(b) + powers)
    found = front * _fraction(at, first, second, _are_1) / first
    return np.asarray(np.where(is_high, 1 - found, found))


def _log_gamma(values: NDArray[np.float64]) -> NDArray[np.float64]:
    distinct, places = np.unique(values, return_inverse=True)
    return np.array([lgamma(value) for value in distinct.tolist()])[places].reshape(values.shape)


def _fraction(x: Any, a: Any, b: Any, is_over: Callable[[Any], bool]) -> Any:
    """Return the continued fraction, of a number or of arrays, from the front by Lentz's method."""
    c, d = x * 0 + 1.0, 1 / _not_0(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, MOST_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_0(1 + term * d)
            c = _not_0(1 + term / c)
            result = result * (c * d)
        if is_over(c * d):
            break
    return result


def _is_1(change: float) -> bool:
    return abs(change - 1) < ROUNDING


def _are_1(change: NDArray[np.float64]) -> bool:
    # Of many, one or the other changes its last digit for ever.
    return bool((np.abs(change - 1) <= np.finfo(float).eps).all())


def _not_0(value: Any) -> Any:
    return value + (value == 0) * ALMOST_0
