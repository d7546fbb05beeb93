"""Intervals for rows that differ in importance, where the usual method takes rows for equal.

A row of weight w moves a metric w times as far, so that its variance is a sum over squared weights (influence
functions): of four counts by the slope of the metric in each cell, of average precision by its influences. Any other
metric is computed on resamples in which every row is there Poisson(1) times with its weight; rows of one score and
class are taken to have the weight that gives their sum and their sum of squares. Weights are never taken for numbers of
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, exp, inf, isfinite, log, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.counting.counts import Counts
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.precision_recall import Influences, guarded_jackknife
from truecut.inference.quantiles import student_quantile
from truecut.inference.resampling.bootstrap import TOO_FEW
from truecut.inference.resampling.coarse import coarsened
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.many_curves import Curves
from truecut.inference.resampling.many_values import values_of
from truecut.inference.resampling.options import BY_NAME, IN_PASSING
from truecut.inference.resampling.reading import Sample, interval_from
from truecut.inference.resampling.sampling_units import WeightedRows
from truecut.inference.weighted import EFFECTIVE, squares_at

MOST_SCORES = 1000
STEP = 1e-4  # of a cell, to see the slope: the error of the slope is about its square
NO_SLOPE = "at these counts the metric has no slope to judge by"
NO_SPREAD = "there is no spread among the rows to judge by"
ALL_ALIKE = "all resamples give the same value, so they cannot tell how sure it is"
TOO_FEW_ROWS = f"the smaller class is worth fewer than {TOO_FEW} rows of equal weight, too few to draw them again"


def weighted_methods(entry: Metric) -> IntervalMethods:
    """Return the methods made for weighted rows, the default first."""
    if entry.needs_only_counts:
        return {"delta": IntervalMethod(_by_slopes, takes_weights=True)}
    bootstrap = {"bootstrap": IntervalMethod(_by_resamples, takes_weights=True)}
    if entry.name == "average_precision":
        return {"jackknife": IntervalMethod(_by_influences, takes_weights=True)} | bootstrap
    return bootstrap


def _by_slopes(asked: IntervalRequest) -> Interval:
    """Find the interval by the delta method, on the scale on which the metric has no bounds."""
    positives, negatives = asked.model.design.effective_rows
    rows = positives + negatives
    # A total is of as many rows as there are: only its rate varies.
    rate = asked.value / float(asked.counts.rows) if asked.entry.is_total else 0.0
    slopes = [_slope(asked, cell) - rate for cell in asked.counts.cells()]
    variance = sum(
        slope**2 * squares for slope, squares in zip(slopes, squares_at(asked.model).cells().values(), strict=True)
    )
    if not isfinite(asked.value) or not isfinite(variance):
        return Interval(None, rows, NO_SLOPE)
    if not variance or rows <= 2:
        return Interval(None, rows, NO_SPREAD)
    error = sqrt(variance)
    limits = _on_open_scale(asked, student_quantile(asked.level, rows - 1) * error)
    return Interval(limits, rows, EFFECTIVE, standard_error=error, degrees_of_freedom=rows - 1)


def _slope(asked: IntervalRequest, cell: str) -> float:
    """Return how fast the metric rises with the weight in one cell."""
    cells = {name: float(weight) for name, weight in asked.counts.cells().items()}
    step = STEP * max(cells[cell], sum(cells.values()) / 1000)

    def value(of_cell: float) -> float:
        return float(asked.entry.at(Counts(**cells | {cell: of_cell}), **asked.parameters))

    low = max(0.0, cells[cell] - step)
    return (value(cells[cell] + step) - value(low)) / (cells[cell] + step - low)


def _on_open_scale(asked: IntervalRequest, half: float) -> tuple[float, float]:
    value, scale = asked.value, SCALES.get(asked.entry.bounds)
    least, most = asked.entry.bounds
    if scale is None or asked.entry.is_total or not least < value < most:
        return value - half, value + half
    middle, there = scale.to(value), half * scale.slope(value)
    return scale.back(middle - there), scale.back(middle + there)


@dataclass(frozen=True)
class Scale:
    """A scale without ends, its slope, and the way back."""

    to: Callable[[float], float]
    slope: Callable[[float], float]
    back: Callable[[float], float]


def _share_of(log_odds: float) -> float:
    return (1 + tanh(log_odds / 2)) / 2


SCALES: dict[tuple[float, float], Scale] = {
    (0.0, 1.0): Scale(lambda v: log(v / (1 - v)), lambda v: 1 / (v * (1 - v)), _share_of),
    (-1.0, 1.0): Scale(atanh, lambda v: 1 / (1 - v * v), tanh),
    (0.0, inf): Scale(log, lambda v: 1 / v, exp),
    (1.0, inf): Scale(lambda v: log(v - 1), lambda v: 1 / (v - 1), lambda x: 1 + exp(x)),
}


def _by_influences(asked: IntervalRequest) -> Interval:
    table = asked.model.table
    positives, negatives = asked.model.design.effective_rows
    influences = Influences.of(asked.model.curve)
    squares = table.positive_squares @ influences.of_positives**2 + table.negative_squares @ influences.of_negatives**2
    if not 0 < asked.value < 1 or positives < 2 or not squares:
        return Interval(None, positives + negatives, NO_SPREAD)
    error = sqrt(float(squares))
    limits = guarded_jackknife(asked.value, error, positives, asked.level)
    rows = positives + negatives
    return Interval(limits, rows, EFFECTIVE, standard_error=error, degrees_of_freedom=positives - 1)


def _by_resamples(asked: IntervalRequest) -> Interval:
    positives, negatives = asked.model.design.effective_rows
    rows, resampling = positives + negatives, asked.resampling
    if min(positives, negatives) < TOO_FEW:
        return Interval(None, rows, TOO_FEW_ROWS)
    replicates = resampling.replicates or (BY_NAME if asked.by_name else IN_PASSING)
    about = joined(f"{replicates:,} resamples with their weights, seed {resampling.seed}", EFFECTIVE)
    sample = Sample(rows, about, all_alike=ALL_ALIKE)
    return interval_from(asked, _resampled(asked, replicates), "bootstrap", sample)


def _resampled(asked: IntervalRequest, replicates: int) -> NDArray[np.float64]:
    """Return the metric where every row is there Poisson(1) times, moved to lie around its value."""
    table = coarsened(asked.model.table, MOST_SCORES)
    rows = WeightedRows(
        table.positives, table.negatives, table.positive_squares, table.negative_squares, by_class=False
    )
    drawn = rows.redrawn(Draws(asked.resampling.seed, Purpose.WEIGHTED_ROWS), replicates)
    once = table.positives[None, :], table.negatives[None, :]
    own, values = (
        values_of(asked.entry, Curves(table.scores, *sides, table.lower_is_positive), asked.parameters)
        for sides in (once, drawn)
    )
    return np.asarray(values - own[0] + asked.value)
