"""Cells: the rows of a model in runs of neighbouring scores, drawn again and again.

Rows of one class and one score are exchangeable, so a resample is a number of rows for each cell: no row is touched
and nothing is sorted. Drawing takes as long as there are cells, where the kernel's resamples take as long as there are
rows. Between chosen thresholds the cells are exact. Along a whole curve of many scores they are made so fine that
within a cell the curve is as good as straight, which is said where it happens.

Rows with weights of importance are drawn by Poisson's law with the mean and the variance of a resampled cell: its
sum of weights, and its sum of squared weights. Rows that belong to clusters are drawn by whole clusters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import ONE_POINT, Model
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall

REPLICATES, FEWEST_REPLICATES = 2000, 200
MOST_CELLS = 1000  # along a whole curve
MOST_WORK = 2e8  # rows times resamples, where clusters are drawn: more rows are resampled less often, and it is said
BLOCK = 250  # resamples held in memory at once
FEWEST_CLUSTERS = 10
FEW_FOR_BOOTSTRAP, FEW_FOR_COHORT = 10, 50  # rows of the rarer class

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Redrawn:
    """Cumulated weights of a block of resamples: one line each, nothing flagged in the first column."""

    tp: Numbers
    fp: Numbers

    @property
    def positives(self) -> Numbers:
        """Return all positives of each resample, as a column."""
        return self.tp[:, -1:]

    @property
    def negatives(self) -> Numbers:
        """Return all negatives of each resample, as a column."""
        return self.fp[:, -1:]


@dataclass(frozen=True, eq=False)
class Clusters:
    """Rows with the number of their cluster, their weight, and their cell: first those of the positives."""

    of_row: NDArray[np.intp]
    cells: NDArray[np.intp]
    weights: Numbers
    number: int


@dataclass(frozen=True, eq=False)
class ScoreRuns:
    """Weights, and squared weights, of both classes in each cell; the most positive scores first."""

    positives: Numbers
    negatives: Numbers
    positive_squares: Numbers
    negative_squares: Numbers
    is_weighted: bool
    clusters: Clusters | None = None

    @classmethod
    def between(cls, model: Model, entries: NDArray[np.intp]) -> ScoreRuns:
        """Return the cells between entries of the model's curve, which rise from the first to the last one.

        >>> model = Model("m", ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4]))
        >>> ScoreRuns.between(model, np.array([0, 1, 2])).positives.tolist()
        [1.0, 1.0]
        """
        table = model.table

        def summed(name: str) -> Numbers:
            cumulated = np.concatenate([[0.0], np.cumsum(getattr(table, name), dtype=float)])
            return np.asarray(np.diff(cumulated[entries]))

        return cls(
            summed("positives"),
            summed("negatives"),
            summed("positive_squares"),
            summed("negative_squares"),
            table.is_weighted,
            _clusters_of(model, entries) if model.design.is_clustered else None,
        )

    def affordable(self, replicates: int) -> int:
        """Return how many resamples can be drawn in a moment, at most as many as asked for."""
        if replicates < FEWEST_REPLICATES:
            raise BadCall(f"A band needs at least {FEWEST_REPLICATES} resamples, not {replicates}.")
        if self.clusters is None:
            return replicates
        return min(replicates, max(FEWEST_REPLICATES, int(MOST_WORK / max(1, len(self.clusters.cells)))))

    def redrawn(self, replicates: int, seed: int, *, by_class: bool) -> Iterator[Redrawn]:
        """Draw resamples in blocks; by class, both classes keep their weight in each of them.

        Resamples in which a class has vanished are left out, so there may be fewer than asked for.
        """
        generator = np.random.default_rng(seed)
        for start in range(0, replicates, BLOCK):
            drawn = self._drawn(min(BLOCK, replicates - start), generator, by_class)
            cumulated = np.zeros((2, drawn.shape[1], len(self.positives) + 1))
            np.cumsum(drawn, axis=2, out=cumulated[:, :, 1:])
            both = (cumulated[:, :, -1] > 0).all(axis=0)
            yield Redrawn(*(cumulated if both.all() else cumulated[:, both]))

    def _drawn(self, replicates: int, generator: np.random.Generator, by_class: bool) -> Numbers:
        """Return weights by class, resample and cell."""
        if self.clusters is not None:
            return _whole_clusters(self.clusters, len(self.positives), replicates, generator)
        number = len(self.positives)
        is_positive = np.arange(2 * number) < number
        drawn = draw_cells(
            np.concatenate([self.positives, self.negatives]),
            np.concatenate([self.positive_squares, self.negative_squares]),
            replicates,
            generator,
            is_weighted=self.is_weighted,
            classes=(is_positive, ~is_positive) if by_class else (),
        )
        return np.stack(np.split(drawn, 2, axis=1))


def draw_cells(
    weights: Numbers,
    squares: Numbers,
    replicates: int,
    generator: np.random.Generator,
    *,
    is_weighted: bool,
    classes: Sequence[NDArray[np.bool_]] = (),
) -> Numbers:
    """Return the weight of each cell in each resample; each of the classes, where they are given, keeps its own."""
    drawn = np.zeros((replicates, len(weights)))
    for cells in classes or (np.ones(len(weights), dtype=bool),):
        filled = np.flatnonzero(cells & (weights > 0))
        total = weights[filled].sum()
        if not is_weighted:
            drawn[:, filled] = generator.multinomial(round(total), weights[filled] / total, size=replicates)
            continue
        # A single row is drawn Poisson(1) times; many of them, as often as their weights are effective.
        effective = weights[filled] ** 2 / squares[filled]
        taken = generator.poisson(effective, size=(replicates, len(filled))) * (weights[filled] / effective)
        sums = taken.sum(axis=1, keepdims=True) if classes else np.full((replicates, 1), total)
        drawn[:, filled] = np.divide(taken * total, sums, out=np.zeros_like(taken), where=sums > 0)
    return drawn


def fine_entries(curve: CountsCurve, most: int = MOST_CELLS) -> NDArray[np.intp]:
    """Return entries that lie evenly along the ROC curve; all of them, if there are not too many."""
    if len(curve) <= most + 1:
        return np.arange(len(curve))
    way = curve.counts.tp / float(curve.counts.tp[-1]) + curve.counts.fp / float(curve.counts.fp[-1])
    inner = np.searchsorted(way, np.linspace(0, way[-1], most + 1)[1:-1])
    return np.unique(np.concatenate([[0], inner, [len(curve) - 1]]))


def require_curve(model: Model) -> None:
    """Refuse a model that has no curve to put a band around."""
    if model.is_hard:
        raise BadCall(f"There is no band for {model.name!r}: {ONE_POINT}.")
    if not model.table.total_positive or not model.table.total_negative:
        lacking = "negative" if model.table.total_positive else "positive"
        raise BadCall(
            f"There is no band for {model.name!r}: no row is truly {lacking}, and a curve needs both classes."
        )
    clustered = model.clustered
    if clustered is not None and clustered.number_of_clusters < FEWEST_CLUSTERS:
        raise BadCall(
            f"The rows belong to {clustered.number_of_clusters} clusters, too few for a band; "
            f"{FEWEST_CLUSTERS} are the least, and 30 are advised."
        )


def rarer_rows(table: ScoreTable) -> float:
    """Return how many rows the rarer class has; a repeated row is so many rows."""
    repeated = table.weights == Weights.REPEATED
    columns = (table.positives, table.negatives) if repeated else (table.positive_rows, table.negative_rows)
    return float(min(column.sum() for column in columns))


def _whole_clusters(clusters: Clusters, cells: int, replicates: int, generator: np.random.Generator) -> Numbers:
    drawn = np.empty((replicates, 2 * cells))
    for replicate in drawn:
        taken = np.bincount(generator.integers(clusters.number, size=clusters.number), minlength=clusters.number)
        weights = taken[clusters.of_row] * clusters.weights
        replicate[:] = np.bincount(clusters.cells, weights, minlength=2 * cells)
    return np.stack(np.split(drawn, 2, axis=1))


def _clusters_of(model: Model, entries: NDArray[np.intp]) -> Clusters:
    rows = model.clustered
    if rows is None or rows.clusters is None:
        raise BadCall(f"The rows of {model.name!r} were placed without their clusters.")
    numbers, of_row = np.unique(rows.clusters, return_inverse=True)
    cells = np.searchsorted(entries, rows.places[model.name], side="right") - 1
    cells = np.where(rows.is_positive, cells, cells + len(entries) - 1)
    return Clusters(of_row, cells, class_weights(model.table, rows.is_positive, rows.weights), len(numbers))


def class_weights(table: ScoreTable, is_positive: NDArray[np.bool_], weights: NDArray[Any] | None) -> Numbers:
    """Return the weight of each row such that both classes weigh what they do in the table.

    A table that was moved to another prevalence weighs its classes anew; its rows do not know of it.
    """
    own = np.ones(len(is_positive)) if weights is None else weights.astype(float)
    positives, negatives = own[is_positive].sum(), own[~is_positive].sum()
    factors = (float(table.total_negative) / (negatives or 1.0), float(table.total_positive) / (positives or 1.0))
    return np.asarray(own * np.where(is_positive, factors[1], factors[0]))
