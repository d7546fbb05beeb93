"""The cluster bootstrap: any metric, on whole clusters drawn with replacement.

Field & Welsh 2007, J R Stat Soc B 69:369.

Counts are summed within clusters once, so that the counts of all resamples are one product of two matrices: how often
each cluster was drawn, times what it holds. The score tables of resamples come the same way. Two limits keep the
matrices small: more than `MOST_CLUSTERS` clusters are dealt at random into so many groups, which are resampled in
their place, and of more than `MOST_SCORES` distinct scores neighbours are joined (see `coarse`) to find the spread of
a value, never the value itself.

A resample depends on the seed and its number, and on nothing that is asked for beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.counting.score_table import ScoreTable
from truecut.inference.clustered.rows import ClusteredRows
from truecut.inference.resampling.coarse import coarsened
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.many_curves import Curves
from truecut.inference.resampling.many_values import values_of

MOST_CLUSTERS, MOST_SCORES = 1000, 1000
AT_A_TIME = 500  # resampled tables that are in memory together

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ClusterBootstrap:
    """Clusters of one model's rows, drawn with replacement; the same seed gives the same draws.

    >>> from truecut.evaluation.from_data import evaluate
    >>> from truecut.catalogue import metric
    >>> e = evaluate([1, 0] * 12, [k / 24 for k in range(24)], cluster=[k // 2 for k in range(24)])
    >>> ClusterBootstrap.of(e.model).resampled(e.model, metric("mcc"), {}, 300).shape
    (300,)
    """

    rows: ClusteredRows
    seed: int = 0

    @classmethod
    def of(cls, model: Model, seed: int = 0) -> ClusterBootstrap:
        """Return the bootstrap of a model whose rows belong to clusters; what it draws is kept with the rows."""
        rows = ClusteredRows.of(model)
        found: ClusterBootstrap = rows.kept.setdefault((cls, seed), cls(rows, seed))
        return found

    @property
    def units(self) -> int:
        """Return how many clusters, or random groups of them, are drawn."""
        return min(self.rows.number, MOST_CLUSTERS)

    @property
    def is_grouped(self) -> bool:
        """Say whether there are so many clusters that random groups of them are drawn."""
        return self.rows.number > MOST_CLUSTERS

    @cached_property
    def unit_of_cluster(self) -> NDArray[np.intp]:
        """Return which unit each cluster is drawn with."""
        if not self.is_grouped:
            return np.arange(self.units)
        return Draws(self.seed, Purpose.GROUPS_OF_CLUSTERS).dealt(self.rows.number, self.units)

    def draws(self, replicates: int, first: int = 0) -> NDArray[np.int32]:
        """Return how often each unit is drawn, one line per resample."""
        return Draws(self.seed, Purpose.CLUSTERS).with_replacement(self.units, replicates, first=first)

    def resampled(self, model: Model, entry: Metric, parameters: Mapping[str, Any], replicates: int) -> Matrix:
        """Return a metric of the model on so many resamples, NaN where it is undefined."""
        if entry.needs_only_counts:
            return _along(entry, self._drawn_counts(model, replicates), parameters, model)
        curves = self._drawn_curves(replicates)
        values = np.concatenate([values_of(entry, some, parameters) for some in curves])
        return values + self._moved(model, entry, parameters)

    def without_one(self, model: Model, entry: Metric, parameters: Mapping[str, Any]) -> Matrix:
        """Return a metric of the model on all clusters but one, for each of them."""
        if entry.needs_only_counts:
            units = self._counts_of_units(model)
            return _along(entry, np.maximum(units.sum(axis=0) - units, 0), parameters, model)
        units = self._tables_of_units
        return values_of(entry, self._curves(units.sum(axis=0) - units), parameters)

    def _drawn_counts(self, model: Model, replicates: int) -> Matrix:
        key = (self.seed, model.threshold, replicates)
        if key not in self.rows.kept:
            self.rows.kept[key] = self.draws(replicates) @ self._counts_of_units(model)
        found: Matrix = self.rows.kept[key]
        return found

    def _counts_of_units(self, model: Model) -> Matrix:
        by_cluster = self.rows.counts(int(model.curve.reached([model.threshold])[0]))
        units = [np.bincount(self.unit_of_cluster, sums, self.units) for sums in by_cluster.cells().values()]
        return np.column_stack(units).astype(float)

    def _drawn_curves(self, replicates: int) -> Iterator[Curves]:
        if replicates <= AT_A_TIME:
            yield self._first_curves if replicates == AT_A_TIME else self._curves_from(0, replicates)
            return
        yield self._first_curves
        for first in range(AT_A_TIME, replicates, AT_A_TIME):
            yield self._curves_from(first, min(AT_A_TIME, replicates - first))

    @cached_property
    def _first_curves(self) -> Curves:
        return self._curves_from(0, AT_A_TIME)

    def _curves_from(self, first: int, replicates: int) -> Curves:
        drawn = self.draws(replicates, first).astype(float)
        return self._curves(np.stack([drawn @ self._tables_of_units[:, side] for side in (0, 1)], axis=1))

    def _curves(self, tables: Matrix) -> Curves:
        counts = tables if self.rows.is_weighted else np.rint(tables).astype(np.int64)
        return Curves(self._coarse.scores, counts[:, 0], counts[:, 1], self.rows.table.lower_is_positive)

    def _moved(self, model: Model, entry: Metric, parameters: Mapping[str, Any]) -> float:
        """Return how far joining neighbouring scores moved the value: resamples move back by as much."""
        if self._coarse is self.rows.table:
            return 0.0
        whole = self._curves(self._tables_of_units.sum(axis=0, keepdims=True))
        return float(model.metric(entry.name, **parameters)) - float(values_of(entry, whole, parameters)[0])

    @cached_property
    def _coarse(self) -> ScoreTable:
        return coarsened(self.rows.table, MOST_SCORES)

    @cached_property
    def _tables_of_units(self) -> Matrix:
        """Return the positives and the negatives at each joined score, one pair of lines per unit."""
        rows, scores = self.rows, len(self._coarse)
        unit, place = self.unit_of_cluster[rows.cluster_of_row], self._place_in_coarse[rows.places]
        cell = (2 * unit + ~rows.is_positive) * scores + place
        return np.bincount(cell, rows.weights, self.units * 2 * scores).reshape(self.units, 2, scores).astype(float)

    @cached_property
    def _place_in_coarse(self) -> NDArray[np.intp]:
        # Neighbours were joined in order, so that a score is where as many rows have been counted.
        ours, theirs = (
            np.cumsum(table.positive_rows + table.negative_rows) for table in (self._coarse, self.rows.table)
        )
        return np.searchsorted(ours, theirs)


def _along(entry: Metric, counts: Matrix, parameters: Mapping[str, Any], model: Model) -> Matrix:
    values = entry.along(Counts(**dict(zip(CELLS, counts.T, strict=True))), **parameters)
    values = np.broadcast_to(values, len(counts)).astype(float)
    if not entry.is_total:
        return values
    # A total is of as many rows as there are, however many a resample drew.
    return np.asarray(values * (float(model.point.counts.rows) / counts.sum(axis=1)))
