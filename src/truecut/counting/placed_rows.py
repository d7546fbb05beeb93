"""Placed rows: which place of each model's score table every row stands at.

A score table forgets which rows it counted. Two questions need them again: how models differ on the same rows, and
how rows of one cluster (a patient, a customer) resemble each other. Here a row is its class, its place in the table of
each model, and its cluster; a row is flagged when its place comes before the number of scores that reach the
threshold. Counting placed rows gives the score tables back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.counting.score_table import ScoreTable

Places = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class PlacedRows:
    """The class of each row, where each model put it, and the cluster it belongs to.

    >>> table = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4])
    >>> rows = PlacedRows.of({"model": table}, {"model": [0.9, 0.4, 0.4]}, [True, False, True])
    >>> rows.places["model"].tolist(), rows.flagged("model", reached=1).tolist()
    ([0, 1, 1], [True, False, False])
    """

    tables: Mapping[str, ScoreTable]
    places: Mapping[str, Places]  # by model; the most positive score stands at 0
    is_positive: NDArray[np.bool_]
    numbers: NDArray[np.int64]  # of the rows as they were read, from 1
    weights: NDArray[Any] | None = None
    clusters: NDArray[np.int32] | None = None  # the number of each row's cluster, the same one in every subset of rows
    folds: NDArray[np.intp] | None = None  # the number of each row's fold, where scores come from a cross-validation
    amounts: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # what each row is worth, by column

    # One argument for each thing that a row can have: they are the fields, but for the places that are found here.
    @classmethod
    def of(
        cls,
        tables: Mapping[str, ScoreTable],
        scores: Mapping[str, Any],
        is_positive: Any,
        *,
        numbers: Any = None,
        weights: NDArray[Any] | None = None,
        clusters: NDArray[np.int32] | None = None,
        folds: NDArray[np.intp] | None = None,
        amounts: Mapping[str, NDArray[Any]] | None = None,
    ) -> PlacedRows:
        """Find the place of every row; rows of weight 0 are left out, as the tables left them out."""
        labels = np.asarray(is_positive, dtype=bool)
        rows = cls(
            tables,
            {model: places_in(tables[model], np.asarray(column)) for model, column in scores.items()},
            labels,
            np.arange(1, len(labels) + 1) if numbers is None else np.asarray(numbers, dtype=np.int64),
            weights,
            clusters,
            folds,
            amounts or {},
        )
        return rows if weights is None or weights.all() else rows.taken(np.flatnonzero(weights))

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def number_of_clusters(self) -> int:
        """Return how many clusters there are; without clusters every row is one."""
        return len(self) if self.clusters is None else len(np.unique(self.clusters))

    def flagged(self, model: str, reached: int) -> NDArray[np.bool_]:
        """Say which rows are flagged when so many distinct scores reach the threshold (`CountsCurve.reached`)."""
        return np.asarray(self.places[model] < reached)

    def scores(self, model: str) -> NDArray[Any]:
        """Return the scores that a model gave."""
        return np.asarray(self.tables[model].scores[self.places[model]])

    def taken(self, rows: NDArray[Any]) -> PlacedRows:
        """Return some of the rows, at the places they have in the tables of all."""
        return replace(
            self,
            places={model: places[rows] for model, places in self.places.items()},
            is_positive=self.is_positive[rows],
            numbers=self.numbers[rows],
            weights=None if self.weights is None else self.weights[rows],
            clusters=None if self.clusters is None else self.clusters[rows],
            folds=None if self.folds is None else self.folds[rows],
            amounts={column: worth[rows] for column, worth in self.amounts.items()},
        )

    def of_model(self, model: str) -> PlacedRows:
        """Return the rows as one model saw them."""
        return replace(self, tables={model: self.tables[model]}, places={model: self.places[model]})


def places_in(table: ScoreTable, scores: NDArray[Any]) -> Places:
    """Return where each score stands in a table that counted it."""
    if not table.lower_is_positive:
        return kernel.places(table.scores, scores)
    return np.asarray(len(table) - 1 - kernel.places(table.scores[::-1], scores), dtype=np.int32)


def placed_together(parts: list[PlacedRows], tables: Mapping[str, ScoreTable]) -> PlacedRows:
    """Return the rows of several parts at their places in the tables of all of them."""

    def joined(name: str) -> NDArray[Any] | None:
        columns = [getattr(part, name) for part in parts]
        return None if columns[0] is None else np.concatenate(columns)

    return PlacedRows.of(
        tables,
        {model: np.concatenate([part.scores(model) for part in parts]) for model in tables},
        joined("is_positive"),
        numbers=joined("numbers"),
        weights=joined("weights"),
        clusters=joined("clusters"),
    )
