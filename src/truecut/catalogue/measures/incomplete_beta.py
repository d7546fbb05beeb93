"""The distribution function of a Beta distribution, in NumPy alone.

SciPy has it too, but to import SciPy takes longer than all the rest that a report of a thousand rows computes.
"""

from __future__ import annotations

from math import lgamma

import numpy as np
from numpy.typing import ArrayLike, NDArray

LARGEST = 30.0  # of a + b up to which the logarithms of the Gamma function lose no digit that matters
MOST_TERMS = 200  # some 20 are enough


def incomplete_beta(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> NDArray[np.float64]:
    """Return I_x(a, b), the regularised incomplete beta function, for each x from 0 to 1.

    By its continued fraction (DLMF 8.17.22), which converges fast below the mean; above it,
    1 - I_(1 - x)(b, a) is found.

    >>> incomplete_beta(2, 2, [0.0, 0.5, 1.0]).tolist()
    [0.0, 0.5, 1.0]
    """
    a, b, given = (np.asarray(column, float) for column in (a, b, x))
    if (a + b).max() > LARGEST:
        from scipy.special import betainc

        return np.asarray(betainc(a, b, given))
    is_high = given > (a + 1) / (a + b + 2)
    low, other = np.where(is_high, b, a), np.where(is_high, a, b)
    at = np.where(is_high, 1 - given, given)
    scale = np.exp(_log_gamma(a + b) - _log_gamma(a) - _log_gamma(b))
    found = scale * at**low * (1 - at) ** other / (low * _fraction(low, other, at))
    return np.asarray(np.where(is_high, 1 - found, found))


def _log_gamma(values: NDArray[np.float64]) -> NDArray[np.float64]:
    distinct, places = np.unique(values, return_inverse=True)
    return np.array([lgamma(value) for value in distinct.tolist()])[places].reshape(values.shape)


def _fraction(a: NDArray[np.float64], b: NDArray[np.float64], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 + d1 / (1 + d2 / (1 + ...)) by Lentz's algorithm: no term is needed before the one in front of it."""
    value = ratio = np.ones_like(x)
    reciprocal = np.zeros_like(x)
    for term in range(1, MOST_TERMS):
        m = term // 2
        if term % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        reciprocal = 1 / (1 + d * reciprocal)
        ratio = 1 + d / ratio
        value = value * (change := ratio * reciprocal)
        if bool((np.abs(change - 1) < np.finfo(float).eps).all()):
            break
    return value
