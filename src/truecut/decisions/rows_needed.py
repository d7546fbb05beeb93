"""How many more rows would settle what the present ones leave open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from truecut.catalogue.design import DesignKind
from truecut.inference.clustered.variance import share_by_cluster
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import Estimation
from truecut.inference.weighted import Share

ALL_ROWS = "all {units}"
TRULY_POSITIVE = "the {units} that are truly {positive}"
FURTHER = " in further clusters"  # more rows of the same ones would tell less
MOST = 10**12  # rows: nobody will collect more


@dataclass(frozen=True)
class RowsNeeded:
    """So many more rows of a population, and how many rows one must collect to have them."""

    rows: int
    of: str  # "rows that are truly positive": plural, with {units}, {positive} and {negative} to be filled in
    rows_in_all: int


@dataclass(frozen=True)
class RowsBehind:
    """How many rows of a population a value rests on, and which share of all rows those are."""

    population: str
    rows: float
    share: float


def rows_behind(asked: Estimation) -> RowsBehind:
    """Return whose rows more would have to be collected of: all, or those that a share of rows or an area rests on."""
    model, entry, design = asked.model, asked.entry, asked.model.design
    further = FURTHER if design.is_clustered else ""
    if not is_exact(asked):
        return RowsBehind(ALL_ROWS + further, float(model.table.rows), 1.0)
    table = model.table
    counted = (table.positive_rows.sum(), table.negative_rows.sum()) if design.is_weighted else None
    positives, negatives = map(float, counted or (table.total_positive, table.total_negative))
    if entry.area_scale:
        return RowsBehind(TRULY_POSITIVE + further, positives, positives / (positives + negatives))
    shared = share_by_cluster(model, entry.formula).rows if further else Share.of(model, entry.formula).trials
    return RowsBehind(entry.population + further, shared, shared / (positives + negatives))


def is_exact(asked: Estimation) -> bool:
    """Say whether what more rows would tell is known, and of whom: not where rows differ in importance alone."""
    of_rows = asked.entry.is_proportion or bool(asked.entry.area_scale)
    return asked.is_exact and of_rows and asked.model.design.kind != DesignKind.WEIGHTED


def more_to_settle(asked: Estimation, is_settled: Callable[[Estimate], bool]) -> RowsNeeded | None:
    """Return the fewest further rows whose interval settles it, the value staying as it is; None if none would.

    Intervals only shrink with more rows, so that what is settled once stays settled.
    """
    behind = rows_behind(asked)
    rows = _fewest(lambda more: is_settled(asked.with_rows(1 + more / behind.rows)))
    if rows is None:
        return None
    of = behind.population.removeprefix("the ").removeprefix("all ")
    return RowsNeeded(rows, of, ceil(rows / behind.share))


def _fewest(is_enough: Callable[[int], bool]) -> int | None:
    """Return the smallest number from 1 up that is enough, by doubling and then halving."""
    too_few, enough = 0, 1
    while not is_enough(enough):
        too_few, enough = enough, 2 * enough
        if enough > MOST:
            return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if is_enough(middle) else (middle, enough)
    return enough
