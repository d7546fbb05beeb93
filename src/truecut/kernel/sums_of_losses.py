"""Sums over a table of probabilities: losses, logistic lines, influences on average precision.

They are made by NumPy beside either kernel: a logarithm of the native one would end in other digits, and the same rows
would not give the same bytes on a machine without a compiler.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def loss_powers(scores: Floats, positives: NDArray[Any], negatives: NDArray[Any], pivots: Floats) -> Floats:
    """Return three powers of each loss about its pivot, by class; promised positives; Spiegelhalter's sums."""
    p, q = scores, 1 - scores
    length = np.hypot(p, q)
    with np.errstate(divide="ignore"):
        # Where no row is, the logarithm of 0 is nobody's loss.
        surprises = -np.log(np.where(positives > 0, p, 0.5)), -np.log1p(-np.where(negatives > 0, p, 0.5))
    of_positives, of_negatives = (q * q, surprises[0], p / length), (p * p, surprises[1], q / length)
    found = []
    for rows, losses, of_class in ((positives, of_positives, pivots[:3]), (negatives, of_negatives, pivots[3:])):
        for loss, pivot in zip(losses, of_class, strict=True):
            apart = loss - pivot
            # The difference of an infinite loss has no power that anybody could use; its sign is right.
            powers = [rows * apart, rows * apart * apart, rows * apart * apart * apart]
            found += [float(power.sum()) for power in powers]
    tilt, rows = 1 - 2 * p, positives + negatives
    surplus = (positives * q - negatives * p) * tilt
    return np.array([*found, (rows * p).sum(), surplus.sum(), (rows * tilt * tilt * p * q).sum()], dtype=float)


# A line along a column is four numbers, and what was seen are three columns: the native kernel takes them one by one.
def logistic_sums(
    column: Floats,
    positives: NDArray[Any],
    negatives: NDArray[Any],
    centre: float,
    spread: float,
    intercept: float,
    slope: float,
) -> Floats:
    """Return what a logistic line along a standardised column misses and invents, how both bend, and its log loss."""
    x = (column - centre) / spread
    odds = intercept + slope * x
    distance = np.abs(odds)
    small = np.exp(-distance)
    large = 1 / (1 + small)
    is_likely = odds >= 0
    likely, unlikely = np.where(is_likely, large, small * large), np.where(is_likely, small * large, large)
    missed, invented, bend, rows = positives * unlikely, negatives * likely, likely * unlikely, positives + negatives
    surprise = rows * np.log1p(small) + np.where(odds > 0, negatives, positives) * distance
    terms = (missed, invented, missed * x, invented * x, positives * bend, negatives * bend)
    curved = rows * bend * x
    return np.array([float(term.sum()) for term in (*terms, curved, curved * x, surprise)])


def precision_influences(positives: NDArray[Any], negatives: NDArray[Any], average: float, pivots: Floats) -> Floats:
    """Return first and second powers of the rows' influences on average precision, positives' and then negatives'."""
    tp, fp = np.cumsum(positives, dtype=float), np.cumsum(negatives, dtype=float)
    flagged, total = np.maximum(tp + fp, 1), tp[-1]
    share = positives / flagged**2
    gained, lost = (np.cumsum((share * side)[::-1])[::-1] for side in (fp, tp))
    of_positives, of_negatives = (tp / flagged - average + gained) / total - pivots[0], -lost / total - pivots[1]
    found = []
    for rows, influence in ((positives, of_positives), (negatives, of_negatives)):
        found += [float((rows * influence).sum()), float((rows * influence * influence).sum())]
    return np.array(found)
