"""Sums inside cells, which areas are made of, once it is known how many positives and negatives stand above each cell.

Here with NumPy, for engines without running sums of their own; `sums_within_cells` asks the same in SQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class CellCounts:
    """How many positives and negatives stand in each cell; cells come in ascending order."""

    cells: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]
    lower_is_positive: bool

    @property
    def all_positives(self) -> float:
        """Return the positives of all cells."""
        return float(self.positives.sum())

    def in_blocks(self, number: int) -> CellCounts:
        """Return neighbouring cells together in about so many blocks of like size, each under its first cell."""
        rows = np.cumsum(self.positives + self.negatives)
        firsts = np.unique(np.searchsorted(rows, rows[-1] * np.arange(number) / number, side="right"))
        return replace(
            self,
            cells=self.cells[firsts],
            positives=np.add.reduceat(self.positives, firsts),
            negatives=np.add.reduceat(self.negatives, firsts),
        )

    def above(self) -> Iterator[tuple[float, float, float]]:
        """Return each cell with the positives and negatives above it."""
        sides = [_above(side, self.lower_is_positive) for side in (self.positives, self.negatives)]
        return zip(self.cells.tolist(), *(side.tolist() for side in sides), strict=True)


def _above(side: NDArray[np.float64], lower_is_positive: bool) -> NDArray[np.float64]:
    return np.cumsum(side) - side if lower_is_positive else np.cumsum(side[::-1])[::-1] - side


class RowsAbove(NamedTuple):
    """What stands above a block of cells, and all positives."""

    positives: float
    negatives: float
    all_positives: float


def each_once(
    scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return every score once, with what all its rows add up to.

    >>> each_once(np.array([0.5, 0.9, 0.5]), np.array([1, 1, 0]), np.array([0, 0, 1]))[1].tolist()
    [1, 1]
    """
    order = np.argsort(scores)
    ordered = scores[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return ordered[starts], np.add.reduceat(positives[order], starts), np.add.reduceat(negatives[order], starts)


def block_sums(
    cell: float,
    scores: NDArray[Any],
    positives: NDArray[Any],
    negatives: NDArray[Any],
    above: RowsAbove,
    *,
    lower_is_positive: bool,
) -> dict[str, float]:
    """Return the sums of one block; its entries come in any order, each score once."""
    order = np.argsort(scores, kind="stable")
    order = order if lower_is_positive else order[::-1]
    p, n = positives[order].astype(float), negatives[order].astype(float)
    tp, fp = np.cumsum(p), np.cumsum(n)
    tp_all, fp_all = tp + above.positives, fp + above.negatives
    below = 2 * (above.all_positives - tp_all) + p
    return {
        "cell": cell,
        "low": scores.min(),
        "high": scores.max(),
        "p": p.sum(),
        "n": n.sum(),
        "wins": (n * (2 * tp - p)).sum(),
        "positive_squares": (p * (2 * fp_all - n) ** 2).sum(),
        "negative_squares": (n * below**2).sum(),
        "precisions": (p * tp_all / (tp_all + fp_all)).sum(),
    }
