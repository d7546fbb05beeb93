"""Cells: the rows of a model in runs of neighbouring scores, drawn again and again (see `sampling_units`).

Between chosen thresholds the cells are exact. Along a whole curve of many scores they are made so fine that within a
cell the curve is as good as straight, which is said where it happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import ONE_POINT, Model
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_where
from truecut.errors import BadCall
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.sampling_units import CountedRows, SamplingUnits, WeightedRows, WholeClusters

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
class ScoreRuns:
    """Weights, and squared weights, of both classes in each cell; the most positive scores first."""

    positives: Numbers
    negatives: Numbers
    positive_squares: Numbers
    negative_squares: Numbers
    is_weighted: bool
    clusters: WholeClusters | None = None

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

        if not table.is_weighted and table.positives.dtype == np.int64:  # squares of weights are not asked for
            counts = model.curve.counts
            positives, negatives = (np.diff(side[entries]).astype(float) for side in (counts.tp, counts.fp))
            squares = (positives, negatives)
        else:
            positives, negatives = summed("positives"), summed("negatives")
            squares = (summed("positive_squares"), summed("negative_squares"))
        return cls(
            positives,
            negatives,
            *squares,
            table.is_weighted,
            _clusters_of(model, entries) if model.design.is_clustered else None,
        )

    def affordable(self, replicates: int) -> int:
        """Return how many resamples can be drawn in a moment, at most as many as asked for."""
        if replicates < FEWEST_REPLICATES:
            raise BadCall(f"A band needs at least {FEWEST_REPLICATES} resamples, not {replicates}.")
        if self.clusters is None:
            return replicates
        return min(replicates, max(FEWEST_REPLICATES, int(MOST_WORK / max(1, len(self.clusters.of_row)))))

    def redrawn(self, replicates: int, seed: int, *, by_class: bool) -> Iterator[Redrawn]:
        """Draw resamples in blocks; by class, both classes keep their weight in each of them.

        Resamples in which a class has vanished are left out, so there may be fewer than asked for.
        """
        units, draws = self._units(by_class), Draws(seed, Purpose.BAND)
        for start in range(0, replicates, BLOCK):
            drawn = units.redrawn(draws, min(BLOCK, replicates - start), start)
            cumulated = np.zeros((2, len(drawn[0]), len(self.positives) + 1))
            for side, into in zip(drawn, cumulated, strict=True):
                np.cumsum(side, axis=1, out=into[:, 1:])
            both = (cumulated[:, :, -1] > 0).all(axis=0)
            yield Redrawn(*(cumulated if both.all() else cumulated[:, both]))

    def _units(self, by_class: bool) -> SamplingUnits:
        if self.clusters is not None:
            return self.clusters
        if not self.is_weighted:
            return CountedRows(self.positives, self.negatives, by_class)
        return WeightedRows(
            self.positives, self.negatives, self.positive_squares, self.negative_squares, by_class=by_class
        )


def fine_entries(curve: CountsCurve, most: int = MOST_CELLS) -> NDArray[np.intp]:
    """Return entries that lie evenly along the ROC curve; all of them, if there are not too many."""
    if len(curve) <= most + 1:
        return np.arange(len(curve))
    tp, fp = curve.counts.tp, curve.counts.fp

    def way(entries: NDArray[np.intp]) -> Numbers:
        return np.asarray(tp[entries] / float(tp[-1]) + fp[entries] / float(fp[-1]))

    inner = first_where(len(curve), way, np.linspace(0, float(way(np.array(len(curve) - 1))), most + 1)[1:-1])
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


def _clusters_of(model: Model, entries: NDArray[np.intp]) -> WholeClusters:
    rows = model.clustered
    if rows is None or rows.clusters is None:
        raise BadCall(f"The rows of {model.name!r} were placed without their clusters.")
    numbers, of_row = np.unique(rows.clusters, return_inverse=True)
    return WholeClusters(
        len(numbers),
        of_row,
        rows.is_positive,
        class_weights(model.table, rows.is_positive, rows.weights),
        np.searchsorted(entries, rows.places[model.name], side="right") - 1,
        len(entries) - 1,
    )


def class_weights(table: ScoreTable, is_positive: NDArray[np.bool_], weights: NDArray[Any] | None) -> Numbers:
    """Return the weight of each row such that both classes weigh what they do in the table.

    A table that was moved to another prevalence weighs its classes anew; its rows do not know of it.
    """
    own = np.ones(len(is_positive)) if weights is None else weights.astype(float)
    positives, negatives = own[is_positive].sum(), own[~is_positive].sum()
    factors = (float(table.total_negative) / (negatives or 1.0), float(table.total_positive) / (positives or 1.0))
    return np.asarray(own * np.where(is_positive, factors[1], factors[0]))
