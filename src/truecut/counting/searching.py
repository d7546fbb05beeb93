"""Where a rising column reaches a value, by halving: a few dozen looks instead of a pass over millions of entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

BEYOND = 2.0**62  # no count reaches it, and every float below it is a whole number of 64 bits when rounded up


def first_reaching(rising: NDArray[Any], wanted: ArrayLike) -> NDArray[np.intp]:
    """Return the first entries of a rising column that are not below what is wanted; its length where none is.

    NumPy would turn a column of whole numbers into floats first.

    >>> first_reaching(np.array([0, 2, 2, 5]), [0.5, 2.0, 5.1]).tolist()
    [1, 1, 4]
    """
    limits = np.asarray(wanted, dtype=float)
    wanted = limits if rising.dtype != np.int64 else np.ceil(np.clip(limits, -BEYOND, BEYOND)).astype(np.int64)
    return np.asarray(np.searchsorted(rising, wanted))


def first_where(
    count: int, value_at: Callable[[NDArray[np.intp]], NDArray[Any]], wanted: ArrayLike
) -> NDArray[np.intp]:
    """Return the same of a column that rises and of which each entry is worked out when it is looked at.

    >>> first_where(10, lambda entries: entries**2, [16, 17, 1000]).tolist()
    [4, 5, 10]
    """
    limits = np.asarray(wanted)
    low, high = np.zeros(limits.shape, np.intp), np.full(limits.shape, count, np.intp)
    while (is_open := low < high).any():
        middle = (low + high) // 2
        reaches = value_at(np.minimum(middle, count - 1)) >= limits
        high = np.where(is_open & reaches, middle, high)
        low = np.where(is_open & ~reaches, middle + 1, low)
    return low
