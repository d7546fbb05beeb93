"""The census: what an engine counted about its columns before any score table was made, and what is wrong with them.

An engine holds rows that never come here, so the checks of rows are made of counts: how many values are missing, which
labels there are, how many weights are negative. The sentences are those of rows in memory, without row numbers, since
rows on many machines have no order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import MOST_ROWS, Weights, require_comparable
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import Labels, counted_labels, distinct, read_labels, shown
from truecut.data.request import Roles
from truecut.data.rows import by_reason
from truecut.engines.adaptive_cells import CountedTree
from truecut.engines.threshold_edges import ThresholdEdges
from truecut.errors import BadLabel, BadWeight, EmptyGroup, InputError, MissingValues
from truecut.words import counted


@dataclass(frozen=True)
class WeightStatistics:
    """What is known about a column of weights or amounts."""

    bad: int  # negative or infinite
    worst: float
    zero: int
    fractional: int
    total: float
    least: float | None = None  # above 0


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """The distinct values of a column, and how many rows hold each."""

    column: Column  # one row per value
    rows: NDArray[np.int64]

    @property
    def names(self) -> list[str]:
        """Return the values as they are shown."""
        words = self.column.words
        return [shown(value) if words is None else words[value] for value in self.column.values]


@dataclass(frozen=True, eq=False)
class ColumnStatistics:
    """What an engine counted about its rows."""

    rows: int
    incomplete: int
    missing: Mapping[str, int]
    labels: ValueCounts  # of the complete rows
    groups: Mapping[str, ValueCounts] = field(default_factory=dict)  # of all rows that have a value
    left: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)  # by group: those to be counted
    weighed: Mapping[str, WeightStatistics] = field(default_factory=dict)
    predicted: Mapping[str, ValueCounts] = field(default_factory=dict)  # of all rows that have a prediction
    known_labels: ValueCounts | None = None  # of all rows that have a label: what may be predicted

    @property
    def complete(self) -> int:
        """Return the rows that lack nothing."""
        return self.rows - self.incomplete


@dataclass(frozen=True)
class TallyRequest:
    """Which score table an engine is to count."""

    roles: Roles[str]
    score: str  # or the column of hard predictions
    positive: tuple[object, ...]  # the labels, as the engine gave them, that count as positive
    weights_are: Weights = Weights.NONE
    lower_is_positive: bool = False
    threshold: float = 0.5  # no cell lies on both sides of it
    group: str | None = None
    amount: str | None = None
    cells: CountedTree | ThresholdEdges | None = None  # None: every distinct score by itself
    flagged: tuple[object, ...] | None = None  # of hard predictions: the values that predict the positive class

    @property
    def about(self) -> str:
        """Say what is counted, to people who watch."""
        return f"{'scores' if self.flagged is None else 'predictions'} of {self.score!r}"


@dataclass(frozen=True, eq=False)
class Entries:
    """What came back: counted scores or cells, in any order, and the group of each."""

    scores: NDArray[Any]
    ends: NDArray[Any] | None
    counted: Mapping[str, NDArray[Any]]
    parts: list[Any] | None = None

    def table(self, weights: Weights, *, lower_is_positive: bool, of: NDArray[Any] | slice = slice(None)) -> ScoreTable:
        """Put the entries together, or some of them."""
        return ScoreTable.from_entries(
            self.scores[of],
            {name: column[of] for name, column in self.counted.items()},
            ends=None if self.ends is None else self.ends[of],
            weights=weights,
            lower_is_positive=lower_is_positive,
        )


def require_rows(census: ColumnStatistics, source: str, *, drops: bool) -> None:
    """Refuse a source without rows, and missing values that nobody said to drop."""
    if not census.rows:
        raise InputError(f"There are no rows in {source}.")
    if not census.incomplete:
        return
    if not drops:
        where = ", ".join(f"{rows:,} in column {name!r}" for name, rows in census.missing.items() if rows)
        raise MissingValues(
            f"A value is missing in {census.incomplete:,} of {counted(census.rows, 'row')}: {where}; fill them in, "
            "or leave those rows out with --missing drop (in Python: missing='drop')."
        )
    if not census.complete:
        raise MissingValues("Every row lacks a value in some column, so none is left to count.")


def require_weights(census: ColumnStatistics, name: str, kind: Weights) -> None:
    """Refuse weights that are negative, infinite, all 0, or no whole numbers where they repeat rows."""
    weighed = census.weighed[name]
    if weighed.bad:
        raise BadWeight(
            f"{weighed.bad:,} of {census.rows:,} numbers in {name!r} are negative or not finite "
            f"(one is {weighed.worst:g}); they must be 0 or more."
        )
    if kind == Weights.REPEATED:
        if weighed.fractional:
            raise BadWeight(
                f"A weight that repeats rows must be a whole number, but {counted(weighed.fractional, 'row')} in "
                f"{name!r} {'has' if weighed.fractional == 1 else 'have'} another; say that the weights are importance "
                "weights instead."
            )
        if weighed.total >= MOST_ROWS:
            raise BadWeight("The weights stand for 2**63 rows or more, which is more than can be counted exactly.")
    elif weighed.least is not None:
        require_comparable(weighed.least, weighed.worst, name)
    if weighed.zero == census.complete:
        raise BadWeight(f"Every number in column {name!r} is 0, so nothing is left to count.")


def left_out_of_census(census: ColumnStatistics, weight: str | None) -> dict[str, int]:
    """Return how many rows are not counted, by the reason."""
    return by_reason(census.incomplete, census.weighed[weight].zero if weight else 0)


def require_groups(census: ColumnStatistics, column: str) -> None:
    """Refuse a group of which no row is left to count."""
    for name, rows in zip(census.groups[column].names, census.left[column], strict=True):
        if not rows:
            raise EmptyGroup(
                f"Group {name!r} of column {column!r} has no rows left: each of its rows lacks a value or has "
                "weight 0; fill them in, or leave the group out of the data."
            )


def labels_among(found: ValueCounts, positive: object = None, classes: Sequence[object] = ()) -> Labels:
    """Say which of the distinct labels is positive, as `read_labels` does, counting the rows of each in its errors.

    >>> both = ValueCounts(Column("y", np.array([0, 1])), np.array([70, 30]))
    >>> labels_among(both).is_positive.tolist()
    [False, True]
    """
    try:
        return read_labels(found.column, positive, classes)
    except BadLabel as problem:
        # The column holds each label once; the sentence is to say how many rows do.
        once = counted_labels(distinct(found.column))
        every = counted_labels(dict(zip(found.names, found.rows.tolist(), strict=True)))
        raise BadLabel(problem.for_both.replace(once, every)) from None
