"""Sampling units: what is drawn again in a bootstrap, and the two classes that a resample leaves in each cell.

Rows of one class in one cell (a score, a run of scores, a side of a threshold) are exchangeable, so a resample is a
number of rows, or a weight, for each cell: no row is touched and nothing is sorted. There are three kinds of units:

- `CountedRows`: independent rows that count alike, drawn with replacement, from all together or by class (stratified);
- `WeightedRows`: rows of different importance, each there Poisson(1) times with its weight;
- `WholeClusters`: clusters with all their rows, drawn with replacement (Davison & Hinkley 1997, section 3.8).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.inference.resampling.draws import Draws
from truecut.kernel import Scheme

ROW_BY_ROW = 8  # rows per cell up to which rows are drawn rather than counts of cells
CLUSTERS_AT_A_TIME = 2_000_000  # drawn, over all replicates that are in memory together

TwoClasses = tuple[NDArray[Any], NDArray[Any]]  # positives and negatives: a line per replicate, a column per cell


class SamplingUnits(Protocol):
    """What can be drawn again."""

    def redrawn(self, draws: Draws, replicates: int, first: int = 0) -> TwoClasses:
        """Return what replicates, from the first on, hold of both classes in each cell."""
        ...


@dataclass(frozen=True, eq=False)
class CountedRows:
    """Rows that count alike, by cell; `by_class` keeps the size of both classes in every resample.

    >>> from truecut.inference.resampling.draws import Purpose
    >>> rows = CountedRows(np.array([2, 1]), np.array([0, 9]), by_class=True)
    >>> positives, negatives = rows.redrawn(Draws(0, Purpose.ROWS), 3)
    >>> positives.sum(axis=1).tolist(), negatives.sum(axis=1).tolist()
    ([3, 3, 3], [9, 9, 9])
    """

    positives: NDArray[Any]
    negatives: NDArray[Any]
    by_class: bool

    def redrawn(self, draws: Draws, replicates: int, first: int = 0) -> TwoClasses:
        """Draw as many rows as there are, with replacement."""
        positives, negatives = (np.rint(side).astype(np.int64) for side in (self.positives, self.negatives))
        scheme, own = (Scheme.BY_CLASS, draws.at(1)) if self.by_class else (Scheme.ROWS, draws.at(0))
        if int(positives.sum()) + int(negatives.sum()) <= ROW_BY_ROW * len(positives):
            return kernel.resampled_counts(positives, negatives, replicates, seed=own.key(), scheme=scheme, first=first)
        if self.by_class:
            sides = (positives, own.at(0)), (negatives, own.at(1))
            drawn = [stratum.multinomial(side, replicates, first=first) for side, stratum in sides]
            return drawn[0], drawn[1]
        both = own.multinomial(np.concatenate([positives, negatives]), replicates, first=first)
        return both[:, : len(positives)], both[:, len(positives) :]


@dataclass(frozen=True, eq=False)
class WeightedRows:
    """Rows of different importance, by cell: their weights and squared weights, added up.

    A cell of weight w and sum of squares s is drawn as w² / s rows (Kish's effective number) of weight s / w, each
    Poisson(1) times: so it keeps mean w and variance s. `by_class` keeps the weight of both classes.
    """

    positives: NDArray[Any]
    negatives: NDArray[Any]
    positive_squares: NDArray[Any]
    negative_squares: NDArray[Any]
    by_class: bool

    def redrawn(self, draws: Draws, replicates: int, first: int = 0) -> TwoClasses:
        """Draw every row Poisson(1) times, with its weight."""
        return (
            self._side(self.positives, self.positive_squares, draws.at(0), replicates, first),
            self._side(self.negatives, self.negative_squares, draws.at(1), replicates, first),
        )

    def _side(
        self, weights: NDArray[Any], squares: NDArray[Any], draws: Draws, replicates: int, first: int
    ) -> NDArray[np.float64]:
        filled = np.flatnonzero(weights > 0)
        each = squares[filled] / weights[filled]
        effective = weights[filled] / each
        taken = each * draws.lines(
            lambda random, number: random.poisson(effective, size=(number, len(filled))),
            replicates,
            width=len(filled),
            first=first,
        )
        drawn = np.zeros((replicates, len(weights)))
        if self.by_class:
            sums, total = taken.sum(axis=1, keepdims=True), weights[filled].sum()
            taken = np.divide(taken * total, sums, out=np.zeros_like(taken), where=sums > 0)
        drawn[:, filled] = taken
        return drawn


@dataclass(frozen=True, eq=False)
class WholeClusters:
    """Rows with the number of their cluster, from 0 without gaps, their weight, and their cell."""

    clusters: int
    of_row: NDArray[np.intp]
    is_positive: NDArray[np.bool_]
    weights: NDArray[np.float64]
    cell_of_row: NDArray[np.intp]
    cells: int

    def redrawn(self, draws: Draws, replicates: int, first: int = 0) -> TwoClasses:
        """Draw as many clusters as there are, with replacement and all their rows."""
        places = self.cell_of_row + self.cells * ~self.is_positive
        drawn = np.empty((replicates, 2 * self.cells))
        step = max(1, CLUSTERS_AT_A_TIME // self.clusters)
        for start in range(0, replicates, step):
            lines = drawn[start : start + step]
            for line, times in zip(
                lines, draws.with_replacement(self.clusters, len(lines), first=first + start), strict=True
            ):
                line[:] = np.bincount(places, times[self.of_row] * self.weights, minlength=2 * self.cells)
        return drawn[:, : self.cells], drawn[:, self.cells :]
