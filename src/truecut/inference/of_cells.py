"""The methods for metrics of four cells: what each cell is worth in rows, drawn again over a lattice.

The same arithmetic serves every design. Rows that count alike and came as they did: `dirichlet`. Rows with weights of
importance, a share of positives that is stated or was decided, and mean costs, where a dear outcome that was not seen
still counts: `cells`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import isfinite, sqrt
from typing import Any

import numpy as np

from truecut.catalogue import Metric, metric
from truecut.catalogue.metric import NO_ROWS
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.cells import Cells, OfCounts, slopes_of_sums
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.weighted import EFFECTIVE, squares_at

FEW_ROWS = 3  # that a cell is worth, below which it decides the metric if much of the variance is its
MOST_OF_IT = 0.5  # of the variance
KINDS = {"tp": "true positives", "fp": "false positives", "fn": "false negatives", "tn": "true negatives"}
DECIDES = "the number of {kind}, about {rows:.0f}, decides this"
SUPPOSED = "no {kind} were seen; one was taken to weigh {weight:.3g}"
TOTALS = {"total_cost": "mean_cost", "zero_one_count": "error_rate"}  # and the rate that a total is, times the rows


def cells_at_threshold(model: Model) -> Cells:
    """Return the four cells of a model at its threshold, and the share of positives where it does not vary."""
    counts, design = model.point.counts, model.design
    squares = squares_at(model) if design.is_weighted else counts
    return Cells.of(counts, squares, design.fixed_prevalence)


def metric_of_cells(entry: Metric, parameters: Any) -> OfCounts:
    """Return a metric as a function of four cells."""
    return partial(entry.along, **parameters)


def _by_cells(asked: IntervalRequest) -> Interval:
    cells, value_of = cells_at_threshold(asked.model).grown(asked.times), metric_of_cells(asked.entry, asked.parameters)
    note = joined(_about(cells, value_of), EFFECTIVE if asked.is_of_effective_rows else "")
    return replace(_drawn(cells, value_of, asked), note=note)


def by_cells_of(asked: IntervalRequest) -> Interval:
    """Return the interval of cells where another method would take a row that was not seen for one like those seen."""
    return replace(_by_cells(asked), method="cells")


def _by_dirichlet(asked: IntervalRequest) -> Interval:
    return _drawn(Cells.counted(asked.counts).grown(asked.times), metric_of_cells(asked.entry, asked.parameters), asked)


def _drawn(cells: Cells, value_of: OfCounts, asked: IntervalRequest) -> Interval:
    low, high = cells.interval(value_of, asked.level)
    rows = sum(asked.model.design.effective_rows) if asked.is_weighted else float(asked.counts.rows)
    # A value at the end of its range stays in: no point of the lattice ever gets there.
    limits = min(low, asked.value), max(high, asked.value)
    return Interval(limits, rows * asked.times, standard_error=delta_error(cells, value_of))


def delta_error(cells: Cells, value_of: OfCounts) -> float | None:
    """Return the standard error by the delta method: the squared weights of each cell times its squared slope."""
    weights, squares = np.array(cells.weights), np.array(cells.squares)
    seen = weights > 0

    def moved(some: Any) -> Any:
        four = np.zeros((4, *some.shape[1:]))
        four[seen] = some
        return value_of(cells.moved(Counts(*four)))

    with np.errstate(all="ignore"):
        variance = float((squares[seen] * slopes_of_sums(moved, weights[seen]) ** 2).sum())
    return sqrt(variance) if variance > 0 and isfinite(variance) else None


def delta_error_of(asked: IntervalRequest) -> float | None:
    """Return the standard error of a metric of four counts by the delta method; None where it has no slope.

    It is Katz's for a ratio of shares, Woolf's for the odds ratio, Itaya's for the Matthews correlation: each the
    standard error on the scale of the method, times the slope back from that scale.
    """
    cells = cells_at_threshold(asked.model).grown(asked.times)
    free = replace(cells, mix=None) if asked.entry.is_free_of_prevalence else cells
    return delta_error(free, metric_of_cells(asked.entry, asked.parameters))


def _about(cells: Cells, value_of: OfCounts) -> str:
    """Say which cell decides the metric though it is worth hardly a row, and what an unseen row was taken to weigh."""
    with np.errstate(all="ignore"):
        parts = cells.variances(value_of)
    total = sum(parts.values())
    few = [
        DECIDES.format(kind=KINDS[cell], rows=rows)
        for cell, rows in cells.worth.items()
        if rows < FEW_ROWS and isfinite(total) and parts[cell] > MOST_OF_IT * total
    ]
    supposed = [
        SUPPOSED.format(kind=KINDS[cell], weight=weight) for cell, weight in cells.supposed.items() if parts[cell] > 0
    ]
    return joined(*few, *supposed)


def _times_rows(rate: Metric, how: IntervalMethod, asked: IntervalRequest) -> Interval:
    rows = float(asked.counts.rows)
    if not rows:
        return Interval(None, rows, NO_ROWS)
    parameters = {name: asked.parameters[name] for name in rate.variables}
    of_rate = how.find(replace(asked, entry=rate, value=asked.value / rows, parameters=parameters))
    if of_rate.limits is None:
        return of_rate
    low, high = of_rate.limits
    error = None if of_rate.standard_error is None else of_rate.standard_error * rows
    return replace(of_rate, limits=(low * rows, high * rows), standard_error=error)


def by_rate(name: str, methods: IntervalMethods) -> IntervalMethods:
    """Return the methods for a total: those of its rate, times the rows."""
    return {known: replace(how, find=partial(_times_rows, metric(name), how)) for known, how in methods.items()}


def by_cells(entry: Metric) -> IntervalMethods:
    """Return the method for a metric of four counts on rows of any design; a total is its rate times the rows."""
    if entry.name in TOTALS:
        return by_rate(TOTALS[entry.name], DRAWN_CELLS)
    return DRAWN_CELLS if entry.needs_only_counts and not entry.is_total else {}


DIRICHLET: IntervalMethods = {"dirichlet": IntervalMethod(_by_dirichlet, scales=True)}
DRAWN_CELLS: IntervalMethods = {"cells": IntervalMethod(_by_cells, takes_weights=True, scales=True)}
