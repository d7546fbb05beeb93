"""Rows by cluster: what the rows of each patient, customer or image add up to.

Rows of one cluster resemble each other, so the cluster is what was drawn and what must be counted. Every sum over rows
is a sum over clusters of sums within them; variances need nothing else. With weights, the sums are sums of weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable

FEWEST_CLUSTERS = 10  # below, no interval keeps its promise
FEW_CLUSTERS = 30  # below, intervals are said to be doubtful

Sums = NDArray[np.float64]  # one per cluster


@dataclass(frozen=True, eq=False)
class ClusteredRows:
    """The rows of one model with the cluster of each, numbered from 0 without gaps.

    >>> from truecut.evaluation.from_data import evaluate
    >>> model = evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7], cluster=["a", "a", "b", "b"]).model
    >>> ClusteredRows.of(model).counts(2).tp.tolist()
    [1.0, 0.0]
    """

    table: ScoreTable
    places: NDArray[np.int32]
    is_positive: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    cluster_of_row: NDArray[np.intp]
    kept: dict[object, Any] = field(default_factory=dict)  # what is drawn from them once, for as long as they are here

    @classmethod
    def of(cls, model: Model) -> ClusteredRows:
        """Return the rows of a model whose rows belong to clusters."""
        if model.clustered is None:
            raise ValueError("the rows of this model belong to no clusters")
        return rows_by_cluster(model.clustered, model.name)

    @cached_property
    def number(self) -> int:
        """Return how many clusters there are."""
        return int(self.cluster_of_row.max()) + 1 if len(self.cluster_of_row) else 0

    @property
    def is_weighted(self) -> bool:
        """Say whether the rows have weights of importance."""
        return self.table.is_weighted

    def summed(self, values: Any = 1.0, among: NDArray[np.bool_] | None = None) -> Sums:
        """Return, per cluster, the sum of a value of each row, by weight, over all rows or those among some."""
        each = np.broadcast_to(np.asarray(values, dtype=float), self.places.shape)
        if self.weights is not None:
            each = each * self.weights
        some = slice(None) if among is None else among
        return np.asarray(np.bincount(self.cluster_of_row[some], each[some], self.number), dtype=float)

    def counts(self, reached: int) -> Counts:
        """Return the four counts of each cluster when so many distinct scores reach the threshold."""
        flagged, positive = self.places < reached, self.is_positive
        return Counts(
            tp=self.summed(among=flagged & positive),
            fp=self.summed(among=flagged & ~positive),
            fn=self.summed(among=~flagged & positive),
            tn=self.summed(among=~flagged & ~positive),
        )

    def rows_at(self, reached: int) -> Counts:
        """Return the four counts of all clusters together, each row counting once unless it stands for several."""
        each = replace(self, weights=None) if self.is_weighted else self
        return Counts(**{cell: float(sums.sum()) for cell, sums in each.counts(reached).cells().items()})

    @cached_property
    def positives(self) -> Sums:
        """Return the positives of each cluster."""
        return self.summed(among=self.is_positive)

    @cached_property
    def negatives(self) -> Sums:
        """Return the negatives of each cluster."""
        return self.summed(among=~self.is_positive)

    @cached_property
    def clusters_of_rarer_class(self) -> int:
        """Return how many clusters hold the class that fewer of them hold."""
        return int(min(np.count_nonzero(self.positives), np.count_nonzero(self.negatives)))


def rows_by_cluster(rows: PlacedRows, model: str) -> ClusteredRows:
    """Return the rows by cluster as one model saw them; made once for the same rows."""
    known = _KNOWN.setdefault(rows, {})
    if model not in known:
        of_row = np.arange(len(rows)) if rows.clusters is None else np.unique(rows.clusters, return_inverse=True)[1]
        known[model] = ClusteredRows(
            rows.tables[model],
            rows.places[model],
            rows.is_positive,
            None if rows.weights is None else rows.weights.astype(float),
            of_row.astype(np.intp),
        )
    return known[model]


def too_few(clusters: float) -> str:
    """Say that there are too few clusters."""
    number = "1 cluster" if clusters == 1 else f"{clusters:,.0f} clusters"
    return f"it rests on {number}, and fewer than {FEWEST_CLUSTERS} are too few for an interval"


# Sixty metrics of a report ask for the same rows; they go when the rows go.
_KNOWN: WeakKeyDictionary[PlacedRows, dict[str, ClusteredRows]] = WeakKeyDictionary()
