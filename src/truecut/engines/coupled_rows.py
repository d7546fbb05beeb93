"""Rows of several models, counted together where they are and put back as placed rows.

An engine counts its rows by class and by where each model puts them: at which score, or, where there are too many
combinations, in which cell of neighbouring scores. `placed_by_counts` makes placed rows of those counts. They give
every model's score table back exactly; within a cell, which rows share their places by two models is not known, and
the places are dealt out as if it were chance. How far off that can be is `pairing`'s to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.data.request import Roles
from truecut.errors import InputError

GOLDEN = 0.6180339887498949  # multiples of it, less their whole part, are even in every stretch


@dataclass(frozen=True)
class JointRequest:
    """Which rows an engine is to count together."""

    roles: Roles[str]
    positive: tuple[object, ...]  # the labels, as the engine gave them, that count as positive
    weights_are: Weights
    lower_is_positive: bool
    edges: Mapping[str, tuple[Any, ...]] | None = None  # by model: the thresholds between cells; None: by score
    flagged: Mapping[str, tuple[object, ...]] = field(default_factory=dict)  # of hard predictions: what flags a row

    @property
    def models(self) -> tuple[str, ...]:
        """Return the columns of the models: those of scores, then those of hard predictions."""
        return (*self.roles.scores, *self.flagged)


@dataclass(frozen=True, eq=False)
class JointCounts:
    """How many rows there are of each class at each combination of places."""

    is_positive: NDArray[np.bool_]
    places: Mapping[str, NDArray[Any]]  # by model: the score, or the number of the cell, the most positive first
    rows: NDArray[np.int64]  # repeated rows as often as they stand for
    weights: NDArray[np.float64] | None = None  # of importance: the weight of each of the rows


@dataclass(frozen=True, eq=False)
class CoupledRows(PlacedRows):
    """Placed rows that an engine counted; their numbers are 0, since rows on many machines have none."""

    said: str = ""  # how the rows of the models were paired


@dataclass(frozen=True, eq=False)
class TableCells:
    """Neighbouring places of a score table that are counted together: where each cell begins."""

    table: ScoreTable
    starts: NDArray[np.intp]

    @classmethod
    def single(cls, table: ScoreTable) -> TableCells:
        """Return every place as a cell of its own."""
        return cls(table, np.arange(len(table)))

    @classmethod
    def even(cls, table: ScoreTable, number: int, reached: int) -> TableCells:
        """Return so many cells, each with few rows of either class, none of them divided by the threshold.

        Cells of equal shares of all rows would hold most of a rare class in one of them.
        """
        shares = np.zeros(len(table))
        for side in (table.positives, table.negatives):
            shares += np.cumsum(side.astype(float)) / max(float(side.sum()), 1.0)
        ends = np.searchsorted(shares, np.arange(1, number) * (shares[-1] / number)) + 1
        # Marked in their places: sorting them again takes longer than counting the cells.
        is_start = np.zeros(max(len(table), reached) + 1, bool)
        is_start[np.concatenate([[0], ends, [reached]])] = True
        starts = np.flatnonzero(is_start)
        return cls(table, starts[starts < len(table)])

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def edges(self) -> tuple[Any, ...]:
        """Return the thresholds between cells: a row that reaches the first is in the first cell."""
        return tuple(self.table.scores[self.starts[1:] - 1].tolist())

    def holding(self, places: NDArray[Any]) -> NDArray[np.intp]:
        """Return the number of the cell of each place."""
        return np.searchsorted(self.starts, places, side="right") - 1

    def sums(self, by_place: NDArray[Any]) -> NDArray[Any]:
        """Return the sum over the places of each cell."""
        return np.asarray(np.add.reduceat(by_place, self.starts))


def no_finer(table: ScoreTable, most: int, threshold: float) -> ScoreTable:
    """Return a table of cells with at most so many of them, none of them divided by the threshold."""
    if len(table) <= most:
        return table
    reached = int(CountsCurve(table).reached([threshold])[0])
    starts = TableCells.even(table, most, reached).starts
    last = np.append(starts[1:], len(table)) - 1
    ends = table.scores if table.ends is None else table.ends
    sums: dict[str, Any] = {name: np.add.reduceat(getattr(table, name), starts) for name in COUNTED}
    return replace(table, scores=table.scores[last], ends=ends[starts], **sums)


def places_in_table(table: ScoreTable, scores: NDArray[Any]) -> NDArray[np.intp]:
    """Return the place of each score in a table that counted it, by itself or in a cell.

    >>> places_in_table(ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.7]), np.array([0.4, 0.9])).tolist()
    [2, 0]
    """
    if table.lower_is_positive:
        return np.searchsorted(table.scores, scores)
    return np.asarray(len(table) - np.searchsorted(table.scores[::-1], scores, side="right"))


def placed_by_counts(counts: JointCounts, cells: Mapping[str, TableCells], most: int) -> CoupledRows:
    """Make placed rows of joint counts, by cells: about `most` of them, each standing for as few rows as that allows.

    >>> a, b = (ScoreTable.from_rows([True, True, False], scores) for scores in ([3, 2, 1], [2, 2, 1]))
    >>> places = {"a": np.arange(3), "b": np.array([0, 0, 1])}
    >>> counts = JointCounts(np.array([True, True, False]), places, np.ones(3, dtype=np.int64))
    >>> placed_by_counts(counts, {"a": TableCells.single(a), "b": TableCells.single(b)}, 10).places["b"].tolist()
    [0, 0, 1]
    """
    parts = [_dealt(counts, cells, most // 2, of_positives=side) for side in (True, False)]
    kind = next(iter(cells.values())).table.weights
    times = np.concatenate([part.times for part in parts])
    are_single = kind == Weights.NONE and bool((times == 1).all())
    repeated = None if are_single else times
    weights = repeated if counts.weights is None else np.concatenate([counts.weights[part.entries] for part in parts])
    # A row that stands for several is a repeated one, and so is every other row beside it.
    kind = Weights.REPEATED if kind == Weights.NONE and not are_single else kind
    return CoupledRows(
        {model: replace(of.table, weights=kind) for model, of in cells.items()},
        {model: np.concatenate([part.places[model] for part in parts]).astype(np.int32) for model in cells},
        np.repeat([True, False], [len(part.times) for part in parts]),
        np.zeros(len(times), dtype=np.int64),
        weights,
    )


@dataclass(frozen=True, eq=False)
class _Part:
    """The rows of one class: which entry of the counts each comes from, and how many rows it stands for."""

    entries: NDArray[np.intp]
    times: NDArray[np.int64]
    places: Mapping[str, NDArray[np.intp]]


def _dealt(counts: JointCounts, cells: Mapping[str, TableCells], most: int, *, of_positives: bool) -> _Part:
    """Deal the places of one class to its entries.

    Think of the rows of the class in a line, entry after entry. By each model they stand in another line, cell after
    cell, along which the places are known. A row that is cut nowhere, in its own line or in a model's, has one place
    by each.
    """
    chosen = np.flatnonzero(counts.is_positive == of_positives)
    # Engines answer in any order, and the same rows are to be dealt alike.
    chosen = chosen[np.lexsort([counts.places[model][chosen] for model in cells])]
    rows = counts.rows[chosen]
    begins, total = np.cumsum(rows) - rows, int(rows.sum())
    at_most = max(1, -(-total // max(most, 1)))
    cuts = [np.arange(0, total, at_most), begins]
    lines = {}
    for model, of in cells.items():
        line = _Line.of(rows, counts.places[model][chosen], of, of_positives)
        lines[model] = line
        cuts += [] if at_most == 1 else [line.cuts(begins)]
    starts = np.unique(np.concatenate(cuts))
    starts = starts[starts < total]
    entry = np.searchsorted(begins, starts, side="right") - 1
    along = starts - begins[entry]
    return _Part(
        chosen[entry],
        np.diff(np.append(starts, total)),
        {model: line.places(line.begins[entry] + along) for model, line in lines.items()},
    )


@dataclass(frozen=True, eq=False)
class _Line:
    """The rows of a class as one model orders them: where each entry begins, and where each place ends."""

    begins: NDArray[np.int64]
    order: NDArray[np.intp]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, rows: NDArray[np.int64], in_cell: NDArray[Any], cells: TableCells, of_positives: bool) -> _Line:
        table = cells.table
        if table.is_weighted:
            by_place = table.positive_rows if of_positives else table.negative_rows
        else:
            by_place = table.positives if of_positives else table.negatives
        _require_same(np.bincount(in_cell, rows, minlength=len(cells)), cells.sums(by_place))
        # Inside a cell the entries come as if shuffled, so that what another model says does not follow the places.
        shuffled = np.arange(len(rows)) * GOLDEN % 1
        order = np.lexsort((shuffled, in_cell))
        begins = np.empty(len(rows), dtype=np.int64)
        begins[order] = np.cumsum(rows[order]) - rows[order]
        return cls(begins, order, np.cumsum(by_place))

    def cuts(self, begins: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where places end, along the line in which the entries begin at `begins`."""
        ends = self.ends[self.ends < self.ends[-1]]
        entry = self.order[np.searchsorted(self.begins[self.order], ends, side="right") - 1]
        return np.asarray(begins[entry] + ends - self.begins[entry])

    def places(self, along: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the place at each point of the line."""
        return np.searchsorted(self.ends, along, side="right")


def _require_same(now: NDArray[Any], before: NDArray[Any]) -> None:
    if not np.array_equal(now, before):
        raise InputError(
            "The rows changed between two passes over them, so the models cannot be compared row by row; evaluate a "
            "table that stays as it is (on Spark and Dask: persist it first)."
        )
