"""Isotonic regression of many outcomes at once: the shares that rise with the score and fit best.

Neighbours in the wrong order share their rows until none are left (pool adjacent violators).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.kernel import portable_hulls

FITS_INT64 = 2**31  # rows: products of two counts up to here are exact


def isotonic_shares(positives: NDArray[Any], rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rising shares that fit the positives among the rows best, one regression per line.

    Scores rise from left to right, and each has rows.

    >>> isotonic_shares(np.array([[0, 2, 1, 1]]), np.array([1, 2, 2, 1])).tolist()
    [[0.0, 0.75, 0.75, 1.0]]
    """
    exact = positives.dtype.kind in "iu" and rows.dtype.kind in "iu" and rows.sum() < FITS_INT64
    return (
        kernel.rising_shares(positives, rows)
        if exact
        else portable_hulls.rising_shares(positives.astype(float), rows.astype(float))
    )
