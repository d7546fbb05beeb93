"""The mean of what each row loses along the thresholds, with its limits.

At a threshold a row loses what its outcome costs, so the mean is one of four cells, and its limits are those of the
cells: an outcome that was not seen still counts. With clusters the sums over clusters tell the standard error, which
knows nothing of an outcome that hardly occurred: where fewer than ten rows have an outcome that counts, the limits take
in those of as many rows as there are clusters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.inference.bands.along_curves import BandRequest
from truecut.inference.bands.along_thresholds import errors_and_reach, level_of, redrawn_values
from truecut.inference.bands.band import BandKind
from truecut.inference.bands.cells import class_weights
from truecut.inference.bands.cells_along import cells_along, counts_along, limits_of_cells
from truecut.inference.bands.shape import Limits, Numbers
from truecut.inference.cells import Cells, OfCounts
from truecut.inference.cross_validation import of_fewer_rows, rows_worth
from truecut.inference.quantiles import student_quantile

FEW = 10  # rows of an outcome

Losses = Mapping[str, Any]  # what a row of each outcome loses: a number, or one for each threshold


@dataclass(frozen=True, eq=False)
class MeanLoss:
    """The mean loss at each threshold, and its limits."""

    value: Numbers
    low: Numbers
    high: Numbers
    method: str
    replicates: int = 0
    note: str = ""


def mean_loss(model: Model, reached: NDArray[np.intp], losses: Losses, wanted: BandRequest) -> MeanLoss:
    """Return the mean loss when so many distinct scores are flagged, for each of many such numbers."""
    along = _AlongThresholds(
        model,
        reached,
        {cell: np.broadcast_to(np.asarray(losses[cell], dtype=float), reached.shape) for cell in CELLS},
    )
    if wanted.kind == BandKind.POINTWISE:
        return MeanLoss(along.value, *along.limits(wanted.level), along.method)
    values, note = redrawn_values(model, reached, along.mean, wanted)
    _, reach = errors_and_reach(values, along.value, wanted.level)
    return MeanLoss(along.value, *along.limits(level_of(reach)), f"{along.method}, bootstrap", len(values), note)


@dataclass(frozen=True, eq=False)
class _AlongThresholds:
    """What a row of each outcome loses at each threshold of a model."""

    model: Model
    reached: NDArray[np.intp]
    losses: Mapping[str, Numbers]

    def mean(self, counts: Counts) -> Numbers:
        """Return the mean loss of a row."""
        total = sum(self.losses[cell] * rows for cell, rows in counts.cells().items())
        return np.asarray(total / counts.rows, dtype=float)

    @property
    def value(self) -> Numbers:
        """Return the mean loss of a row at each threshold."""
        return self.mean(counts_along(self.model, self.reached))

    @property
    def method(self) -> str:
        """Return the name of the method that finds the limits."""
        plain, worth = "t" if self.model.design.is_clustered else "cells", rows_worth(self.model.design)
        return plain if worth == 1 else of_fewer_rows(plain, worth)

    def limits(self, level: float) -> Limits:
        """Return the limits of the mean loss at each threshold; the mean itself lies within."""
        if self.model.design.is_clustered:
            return self._clustered(level)
        low, high = limits_of_cells(cells_along(self.model, self.reached), self._metrics(), level)
        return np.minimum(low, self.value), np.maximum(high, self.value)

    def _metrics(self) -> Iterator[OfCounts]:
        for each in zip(*(self.losses[cell].tolist() for cell in CELLS), strict=True):
            prices = dict(zip(CELLS, each, strict=True))
            yield lambda counts, prices=prices: sum(prices[c] * m for c, m in counts.cells().items()) / counts.rows  # type: ignore[misc]

    def _clustered(self, level: float) -> Limits:
        value, error = self.value, self._error_of_clusters() / sqrt(rows_worth(self.model.design))
        reach = student_quantile(level, max((self.model.design.clusters or 0) - 1.0, 1.0))
        low, high = value - reach * error, value + reach * error
        few = self._is_rare()
        if few.any():
            least, most = limits_of_cells(self._cells_of_clusters(), self._metrics(), level)
            low, high = np.where(few, np.minimum(low, least), low), np.where(few, np.maximum(high, most), high)
        columns = np.stack(list(self.losses.values()))
        return np.maximum(low, columns.min(axis=0)), np.minimum(high, columns.max(axis=0))

    def _error_of_clusters(self) -> Numbers:
        rows, value = self.model.clustered, self.value
        assert rows is not None and rows.clusters is not None
        numbers, of_row = np.unique(rows.clusters, return_inverse=True)
        weights = class_weights(self.model.table, rows.is_positive, rows.weights)
        places, clusters = rows.places[self.model.name], len(numbers)
        errors = np.empty(len(self.reached))
        for i, entry in enumerate(self.reached):
            lost_by = {cell: column[i] for cell, column in self.losses.items()}
            flagged = places < entry
            of_positives = np.where(flagged, lost_by["tp"], lost_by["fn"])
            of_negatives = np.where(flagged, lost_by["fp"], lost_by["tn"])
            lost = np.where(rows.is_positive, of_positives, of_negatives) - value[i]
            sums = np.bincount(of_row, weights * lost, minlength=clusters)
            errors[i] = np.sqrt((sums**2).sum() * clusters / (clusters - 1)) / weights.sum()
        return errors

    def _cells_of_clusters(self) -> Iterator[Cells]:
        """Return the cells at each threshold, each class as many rows as clusters hold it."""
        table, (positives, negatives) = self.model.table, self.model.design.effective_rows
        up, down = positives / float(table.total_positive), negatives / float(table.total_negative)
        for cells in cells_along(self.model, self.reached):
            tp, fp, fn, tn = cells.weights
            yield Cells.counted(Counts(tp=tp * up, fp=fp * down, fn=fn * up, tn=tn * down), cells.mix)

    def _is_rare(self) -> NDArray[np.bool_]:
        """Say at which thresholds few rows have an outcome that counts: another loss than the most frequent one."""
        table, reached = self.model.table, self.reached
        tp, fp = (np.concatenate([[0], np.cumsum(column)]) for column in (table.positive_rows, table.negative_rows))
        rows = np.stack([tp[reached], fp[reached], tp[-1] - tp[reached], fp[-1] - fp[reached]])
        lost = np.stack([self.losses[cell] for cell in CELLS])
        alike = np.stack([(rows * (lost == one)).sum(axis=0) for one in lost])
        usual = np.take_along_axis(lost, alike.argmax(axis=0)[None], axis=0)
        return np.asarray(((lost != usual) & (alike < FEW)).any(axis=0))
