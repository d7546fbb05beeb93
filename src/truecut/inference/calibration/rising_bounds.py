"""Confidence bounds for a monotone regression function: a share that rises with the score, whatever its shape.

What rises is nowhere higher before a score than at it, so the rows of any window that ends there bound the share
from below, and those of a window that starts there from above (Clopper & Pearson, which also holds where the shares
in the window differ). Windows double in length, and the error that is allowed is divided among them. That makes the
bounds wide; a bootstrap of isotonic regression is narrower and covers too little.

Dimitriadis, Dümbgen, Henzi, Puke & Ziegel 2023, Biometrika 110:663.
"""

from __future__ import annotations

from math import ceil, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.inference.quantiles import checked_level

Bounds = tuple[NDArray[np.float64], NDArray[np.float64]]


def rising_bounds(
    successes: NDArray[Any], trials: NDArray[Any], level: float, *, is_simultaneous: bool, are_pooled: bool = False
) -> Bounds:
    """Return lower and upper bounds at each score, in rising order; of pooled scores only whole neighbours count.

    >>> low, high = rising_bounds(np.array([0, 5]), np.array([5, 5]), 0.9, is_simultaneous=False)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.478], [0.522, 1.0])
    """
    scores = len(trials)
    lengths = np.minimum(2 ** np.arange(ceil(log2(scores)) + 1), scores)
    asked = 2 * len(lengths) * (scores if is_simultaneous else 1)
    tail = (1 - checked_level(level)) / asked
    found, tried = (np.concatenate([[0.0], np.cumsum(column)]) for column in (successes, trials))
    here = np.arange(scores)
    # The share of a pooled group may lie anywhere inside it, so its own rows bound neither its low nor its high end.
    ends, starts = (here, here + 1) if are_pooled else (here + 1, here)
    low, high = np.zeros(scores), np.ones(scores)
    for length in lengths:
        first, last = np.maximum(ends - length, 0), np.minimum(starts + length, scores)
        low = np.maximum(
            low,
            _lower(found[ends] - found[first], tried[ends] - tried[first], tail),
        )
        high = np.minimum(
            high,
            _upper(found[last] - found[starts], tried[last] - tried[starts], tail),
        )
    if is_simultaneous:
        return np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1]
    return low, high


def _lower(successes: NDArray[np.float64], trials: NDArray[np.float64], tail: float) -> NDArray[np.float64]:
    from scipy.special import betaincinv

    known = successes > 0
    bounds = np.zeros(len(trials))
    bounds[known] = betaincinv(successes[known], trials[known] - successes[known] + 1, tail)
    return bounds


def _upper(successes: NDArray[np.float64], trials: NDArray[np.float64], tail: float) -> NDArray[np.float64]:
    return 1 - _lower(trials - successes, trials, tail)
