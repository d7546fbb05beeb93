"""Intervals for rows that differ in importance, where the usual method takes rows for equal.

A row of weight w moves a metric w times as far, so that its variance is a sum over squared weights: that of average
precision by its influences. Any other metric of a curve is computed on resamples in which every row is there Poisson(1)
times with its weight; rows of one score and class are taken to have the weight that gives their sum and their sum of
squares: the Poisson bootstrap (Hanley & MacGibbon 2006, Comput Methods Programs Biomed 83:57). Weights are never taken
for numbers of rows. Metrics of four counts are in `of_cells.py`.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.inference.interval_request import (
    NO_SPREAD,
    Interval,
    IntervalMethod,
    IntervalMethods,
    IntervalRequest,
    joined,
)
from truecut.inference.precision_recall import Influences, guarded_jackknife
from truecut.inference.resampling.bootstrap import TOO_FEW
from truecut.inference.resampling.coarse import coarsened
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.many_curves import Curves
from truecut.inference.resampling.many_values import values_of
from truecut.inference.resampling.options import BY_NAME, IN_PASSING
from truecut.inference.resampling.reading import Sample, interval_from
from truecut.inference.resampling.sampling_units import WeightedRows
from truecut.inference.weighted import EFFECTIVE

MOST_SCORES = 1000
ALL_ALIKE = "all resamples give the same value, so they cannot tell how sure it is"
TOO_FEW_ROWS = f"the smaller class is worth fewer than {TOO_FEW} rows of equal weight, too few to draw them again"


def weighted_methods(entry: Metric) -> IntervalMethods:
    """Return the methods made for weighted rows, the default first."""
    bootstrap = {"bootstrap": IntervalMethod(_by_resamples, takes_weights=True)}
    if entry.name == "average_precision":
        return {"jackknife": IntervalMethod(_by_influences, takes_weights=True)} | bootstrap
    return bootstrap


def _by_influences(asked: IntervalRequest) -> Interval:
    table = asked.model.table
    positives, negatives = asked.model.design.effective_rows
    influences = Influences.of(asked.model.curve)
    if asked.model.design.fixes_prevalence:
        influences = influences.around_their_class
    squares = table.positive_squares @ influences.of_positives**2 + table.negative_squares @ influences.of_negatives**2
    if not 0 < asked.value < 1 or positives < 2 or not squares:
        return Interval(None, positives + negatives, NO_SPREAD)
    error = sqrt(float(squares))
    limits = guarded_jackknife(asked.value, error, positives, asked.level)
    rows = positives + negatives
    return Interval(limits, rows, _effective(asked), standard_error=error, degrees_of_freedom=positives - 1)


def _by_resamples(asked: IntervalRequest) -> Interval:
    positives, negatives = asked.model.design.effective_rows
    rows, resampling = positives + negatives, asked.resampling
    if min(positives, negatives) < TOO_FEW:
        return Interval(None, rows, TOO_FEW_ROWS)
    replicates = resampling.replicates or (BY_NAME if asked.by_name else IN_PASSING)
    how = "within each class" if asked.model.design.fixes_prevalence else "with their weights"
    about = joined(f"{replicates:,} resamples {how}, seed {resampling.seed}", _effective(asked))
    sample = Sample(rows, about, all_alike=ALL_ALIKE)
    return interval_from(asked, _resampled(asked, replicates), "bootstrap", sample)


def _effective(asked: IntervalRequest) -> str:
    return EFFECTIVE if asked.is_of_effective_rows else ""


def _resampled(asked: IntervalRequest, replicates: int) -> NDArray[np.float64]:
    """Return the metric where every row is there Poisson(1) times, moved to lie around its value."""
    table = coarsened(asked.model.table, MOST_SCORES)
    rows = WeightedRows(
        table.positives,
        table.negatives,
        table.positive_squares,
        table.negative_squares,
        by_class=asked.model.design.fixes_prevalence,
    )
    drawn = rows.redrawn(Draws(asked.resampling.seed, Purpose.WEIGHTED_ROWS), replicates)
    once = table.positives[None, :], table.negatives[None, :]
    own, values = (
        values_of(asked.entry, Curves(table.scores, *sides, table.lower_is_positive), asked.parameters)
        for sides in (once, drawn)
    )
    return np.asarray(values - own[0] + asked.value)
