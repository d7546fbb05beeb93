"""Sums over a table of probabilities: losses, logistic lines, influences on average precision.

They are made by NumPy beside either kernel: a logarithm of the native one would end in other digits, and the same rows
would not give the same bytes on a machine without a compiler. Entries are taken block by block: the columns that a
sum goes through stay in the processor's cache from one operation to the next, and no column of all entries is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Column = NDArray[Any]
BLOCK = 2**14  # entries


def loss_powers(scores: Floats, positives: Column, negatives: Column, pivots: Floats) -> Floats:
    """Return three powers of each loss about its pivot, by class; promised positives; Spiegelhalter's sums."""

    def of_block(block: slice) -> list[float]:
        p, of_positives, of_negatives = scores[block], positives[block], negatives[block]
        q, tilt, rows = 1 - p, 1 - 2 * p, of_positives + of_negatives
        # Where no row is, the logarithm of 0 is nobody's loss.
        hit, spared = of_positives > 0, of_negatives > 0
        with np.errstate(divide="ignore"):
            surprises = -np.log(p[hit]), -np.log1p(-p[spared])
        surplus = (of_positives * q - of_negatives * p) * tilt
        return [
            *_powers(of_positives[hit], (p[hit], q[hit]), surprises[0], pivots[:3]),
            *_powers(of_negatives[spared], (q[spared], p[spared]), surprises[1], pivots[3:]),
            *_sums(rows * p, surplus, rows * tilt * tilt * p * q),
        ]

    return _added(of_block, len(scores))


def _powers(rows: Column, promised: tuple[Floats, Floats], surprise: Floats, pivots: Floats) -> Iterator[float]:
    """Yield the powers of squared, logarithmic and spherical losses, of what was promised to their class and not."""
    right, wrong = promised
    losses = wrong * wrong, surprise, right / np.sqrt(right * right + wrong * wrong)
    for loss, pivot in zip(losses, pivots, strict=True):
        apart = loss - pivot
        # The difference of an infinite loss has no power that anybody could use; its sign is right.
        once = rows * apart
        twice = once * apart
        yield from _sums(once, twice, twice * apart)


# A line along a column is four numbers, and what was seen are three columns.
def logistic_sums(
    column: Floats,
    positives: Column,
    negatives: Column,
    centre: float,
    spread: float,
    intercept: float,
    slope: float,
) -> Floats:
    """Return what a logistic line along a standardised column misses and invents, how both bend, and its log loss."""

    def of_block(block: slice) -> list[float]:
        x, of_positives, of_negatives = (column[block] - centre) / spread, positives[block], negatives[block]
        odds = intercept + slope * x
        distance = np.abs(odds)
        small = np.exp(-distance)
        large = 1 / (1 + small)
        rest, is_likely = small * large, odds >= 0
        likely, unlikely = np.where(is_likely, large, rest), np.where(is_likely, rest, large)
        missed, invented, bend, rows = (
            of_positives * unlikely,
            of_negatives * likely,
            likely * unlikely,
            of_positives + of_negatives,
        )
        surprise = rows * np.log1p(small) + np.where(odds > 0, of_negatives, of_positives) * distance
        terms = (missed, invented, missed * x, invented * x, of_positives * bend, of_negatives * bend)
        curved = rows * bend * x
        return _sums(*terms, curved, curved * x, surprise)

    return _added(of_block, len(column))


def precision_influences(positives: Column, negatives: Column, average: Floats | float, pivots: Floats) -> Floats:
    """Return first and second powers of the rows' influences on average precision, positives' and then negatives'.

    Of many tables of one length the columns are rows of a matrix, each with its own average, and so is what is found.
    """
    starts = np.arange(0, positives.shape[-1], BLOCK)
    before = [
        np.cumsum(np.add.reduceat(side, starts, axis=-1), axis=-1, dtype=float) for side in (positives, negatives)
    ]
    total, found = before[0][..., -1:], np.zeros((*positives.shape[:-1], 4))
    average = np.asarray(average)[..., np.newaxis]
    gained_below = lost_below = np.zeros(1)
    for number in reversed(range(len(starts))):
        block = slice(starts[number], starts[number] + BLOCK)
        rows = positives[..., block], negatives[..., block]
        tp, fp = (
            (ends[..., number - 1 : number] if number else 0.0) + np.cumsum(side, axis=-1, dtype=float)
            for side, ends in zip(rows, before, strict=True)
        )
        flagged = np.maximum(tp + fp, 1)
        share = rows[0] / flagged**2
        gained, lost = (np.cumsum((share * side)[..., ::-1], axis=-1)[..., ::-1] for side in (fp, tp))
        of_positives = (tp / flagged - average + gained + gained_below) / total - pivots[0]
        of_negatives = -(lost + lost_below) / total - pivots[1]
        once = rows[0] * of_positives, rows[1] * of_negatives
        terms = once[0], once[0] * of_positives, once[1], once[1] * of_negatives
        found += np.stack([term.sum(axis=-1) for term in terms], axis=-1)
        gained_below, lost_below = gained_below + gained[..., :1], lost_below + lost[..., :1]
    return found


def _sums(*terms: Floats) -> list[float]:
    return [float(term.sum()) for term in terms]


def _added(of_block: Callable[[slice], list[float]], entries: int) -> Floats:
    """Return the sums over all blocks of entries."""
    sums = np.array([of_block(slice(start, start + BLOCK)) for start in range(0, entries, BLOCK)])
    return np.asarray(np.add.reduce(sums, axis=0))
