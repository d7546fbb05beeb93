"""Isotonic regression of many outcomes at once: the shares that rise with the score and fit best.

Neighbours in the wrong order share their rows until none are left (pool adjacent violators). Every run of
falling shares is pooled in one go, and all regressions advance together, so a thousand of them need a few passes
over one array. Pooling in any order ends the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FITS_INT64 = 2**31  # rows: products of two counts up to here are exact


def rising_shares(positives: NDArray[Any], rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rising shares that fit the positives among the rows best, one regression per line.

    Scores rise from left to right, and each has rows.

    >>> rising_shares(np.array([[0, 2, 1, 1]]), np.array([1, 2, 2, 1])).tolist()
    [[0.0, 0.75, 0.75, 1.0]]
    """
    times, scores = positives.shape
    exact = positives.dtype.kind in "iu" and rows.dtype.kind in "iu" and rows.sum() < FITS_INT64
    successes = positives.reshape(-1).astype(np.int64 if exact else float)
    trials = np.broadcast_to(rows, positives.shape).reshape(-1).astype(successes.dtype)
    sizes = np.ones(len(trials), dtype=np.int64)
    opens = np.zeros(len(trials), dtype=bool)  # the first block of each regression
    opens[::scores] = True
    while True:
        # a / b >= c / d without dividing: whole counts are compared exactly.
        falls = successes[:-1] * trials[1:] >= successes[1:] * trials[:-1]
        begins = opens.copy()
        begins[1:] |= ~falls
        starts = np.flatnonzero(begins)
        if len(starts) == len(trials):
            return np.repeat(successes / trials, sizes).reshape(times, scores)
        successes, trials, sizes = (np.add.reduceat(column, starts) for column in (successes, trials, sizes))
        opens = opens[starts]
