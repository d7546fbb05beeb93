"""How far a metric can be from that of the rows, where neighbouring scores were counted together in cells.

Rows of a cell have scores somewhere between its ends. A metric that never falls when a positive row moves towards the
positive scores, or a negative one away from them, is therefore highest with the positives of every cell at its most
positive end and the negatives at the other, and lowest the other way round: so it is with every metric of the curve and
with the mean losses. Counts at a threshold inside a cell, and what depends on the mean score, are extreme at one of the
four ways to put both classes to the ends. Only for calibration error and what is fitted are the four no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf, isfinite, log
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric, metric
from truecut.catalogue.folds import Folds, is_within_folds
from truecut.catalogue.metric import Needs
from truecut.catalogue.model import Model
from truecut.counting.error_bounds import bound_of
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.inference.differences import p_from_interval
from truecut.inference.estimate import Estimate
from truecut.inference.interval_request import joined

if TYPE_CHECKING:
    from truecut.inference.paired.difference import Difference

Limits = tuple[float, float]
PRECISION_AREAS = ("average_precision", "pr_auc")
IN_CELLS = "neighbouring scores were counted together, so the value of the rows may be anywhere from {:.6g} to {:.6g}"
WIDENED = "; the interval allows for that"


def possible_range(model: Model, entry: Metric, value: float, **asked: Any) -> tuple[float, float]:
    """Return the lowest and highest value that the rows of a model can have; both are the value if all is known.

    >>> table = ScoreTable.from_rows([True, False, True, False], [0.9, 0.8, 0.3, 0.2])
    >>> cells = ScoreTable.from_entries(table.scores, {n: getattr(table, n) for n in COUNTED}, ends=table.scores + 0.15)
    >>> from truecut.catalogue import metric
    >>> possible_range(Model("m", cells), metric("roc_auc"), 0.5)
    (0.25, 0.75)
    """
    if model.folds is not None and is_within_folds(entry):
        return _mean_over_folds(model.folds, entry, value, **asked)
    if entry.is_priced and model.situation.follows_amounts:
        return _range_of_cost(model.used_for(entry), entry, value)
    table = model.table
    if table.ends is None or (entry.needs_only_counts and table.cell_split_by(model.threshold) is None):
        return value, value
    found = [value]
    for extreme in _extremes(table, entry):
        seen = replace(model, table=extreme, clustered=None, folds=None).metric(entry.name, **asked).value
        found += entry.bounds if seen is None else [seen]  # close to where it is undefined it may be anything
    lowest, highest = min(found), max(found)
    if entry.name not in PRECISION_AREAS:
        return lowest, highest
    # At the ends the positives of a cell are tied, and those of the rows may not be: they rise to the same precision.
    more = bound_of(table).average_precision
    return max(entry.bounds[0], lowest - more), min(entry.bounds[1], highest + more)


def _range_of_cost(model: Model, entry: Metric, value: float) -> Limits:
    """Return the lowest and highest cost that follows amounts: rows of a parted cell may be flagged or not.

    They are not, as counted. Whatever part of them is flagged, it is worth between nothing and all that the cell is.
    """
    cost = model.situation.cost
    assert cost is not None  # or nothing would follow amounts
    rows = 1.0 if entry.is_total else float(model.point.counts.rows)
    low = high = value
    for column in ("", *cost.columns):
        table = model.amounts[column] if column else model.table
        at = table.cell_split_by(model.threshold)
        if at is None:
            continue
        for side, flagged, left in (("positives", "tp", "fn"), ("negatives", "fp", "tn")):
            change = (cost.unit(flagged, column) - cost.unit(left, column)) * float(getattr(table, side)[at]) / rows
            low, high = low + min(change, 0.0), high + max(change, 0.0)
    return low, high


def _mean_over_folds(folds: Folds, entry: Metric, value: float, **asked: Any) -> tuple[float, float]:
    """Return the lowest and highest mean of the folds that have the metric."""
    known = [
        (fold, found.value) for fold, found in folds.values(entry.name, **asked).items() if found.value is not None
    ]
    ranges = [possible_range(folds.models[fold], entry, of_fold, **asked) for fold, of_fold in known]
    if all(low == high for low, high in ranges):
        return value, value
    return sum(low for low, _ in ranges) / len(ranges), sum(high for _, high in ranges) / len(ranges)


def widened(found: Estimate, possible: Limits, bounds: Limits) -> Estimate:
    """Return an estimate whose interval allows for what cells hide: its ends are moved outward by as much."""
    value = float(found)
    if possible == (value, value):
        return found
    said = replace(found, possible=possible, note=joined(found.note, IN_CELLS.format(*possible)))
    if found.low is None or found.high is None:
        return said
    low, high = found.low - (value - possible[0]), found.high + (possible[1] - value)
    return replace(said, low=max(low, bounds[0]), high=min(high, bounds[1]), note=said.note + WIDENED)


def widened_difference(found: Difference, first: Model, second: Model, parameters: Mapping[str, Any]) -> Difference:
    """Return a difference of two models whose interval and p-value allow for what the cells of both hide."""
    if found.value is None or found.low is None or found.high is None:
        return found
    entry, values = metric(found.metric), [float(value or 0.0) for value in found.values]
    models = zip((first, second), values, strict=True)
    one, other = (possible_range(model, entry, value, **parameters) for model, value in models)
    if found.is_ratio:
        return _widened_ratio(found, one, other)
    below, above = values[0] - one[0] + other[1] - values[1], one[1] - values[0] + values[1] - other[0]
    if not below and not above:
        return found
    low, high = found.low - below, found.high + above
    p_value = found.p_value
    if p_value is not None:
        p_value = max(p_value, p_from_interval(found.value, low, high, found.level))
    note = joined(found.note, IN_CELLS.format(found.value - below, found.value + above) + WIDENED)
    return replace(found, low=low, high=high, p_value=p_value, note=note)


def _widened_ratio(found: Difference, one: Limits, other: Limits) -> Difference:
    """Return a ratio whose ends are moved outward by as many times as the ratio of the rows may be off."""
    low, high, value = found.low or 0.0, inf if found.high is None else found.high, found.value or 0.0
    possible = one[0] / other[1] if other[1] else 0.0, one[1] / other[0] if other[0] else inf
    if possible == (value, value) or value <= 0:
        return found
    low, high = low * possible[0] / value, high * possible[1] / value
    p_value = found.p_value
    if p_value is not None:
        is_known = low > 0 and isfinite(high)
        p_value = max(p_value, p_from_interval(log(value), log(low), log(high), found.level)) if is_known else 1.0
    note = joined(found.note, IN_CELLS.format(*possible) + WIDENED)
    return replace(found, low=low, high=high, p_value=p_value, note=note)


def most_and_least_ranked(table: ScoreTable) -> tuple[ScoreTable, ScoreTable]:
    """Return the tables in which the rows of every cell rank as well and as badly as they can; no curve is beyond."""
    ends = table.scores if table.ends is None else table.ends
    return _moved(table, ends, table.scores), _moved(table, table.scores, ends)


def _extremes(table: ScoreTable, entry: Metric) -> Iterator[ScoreTable]:
    """Return the tables with both classes at the ends of their cells, as far as they matter to a metric."""
    ends = table.scores if table.ends is None else table.ends
    yield from most_and_least_ranked(table)
    if entry.needs != Needs.CURVE:  # which does not change if both classes move alike
        yield _moved(table, ends, ends)
        yield _moved(table, table.scores, table.scores)


def _moved(table: ScoreTable, positives: NDArray[Any], negatives: NDArray[Any]) -> ScoreTable:
    """Return the table with the positives of every cell at one score and its negatives at another."""
    nothing = np.zeros(len(table), dtype=np.int64)
    counted = {
        name: np.concatenate([column, nothing] if name.startswith("positive") else [nothing, column])
        for name, column in ((name, getattr(table, name)) for name in COUNTED)
    }
    has_rows = counted["positive_rows"] + counted["negative_rows"] > 0
    return ScoreTable.from_entries(
        np.concatenate([positives, negatives])[has_rows],
        {name: column[has_rows] for name, column in counted.items()},
        weights=table.weights,
        lower_is_positive=table.lower_is_positive,
    )
