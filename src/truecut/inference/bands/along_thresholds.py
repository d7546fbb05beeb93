"""A metric of four counts along the thresholds, with its band.

A threshold is fixed, not estimated, so pointwise the limits are those that the metric has at that threshold anyway.
Simultaneously, a rate of one class has limits that hold for any number of rows; other metrics are drawn again,
and their distances measured in standard errors: the quantile of the largest one is how many the band reaches (sup-t;
Montiel Olea & Plagborg-Møller 2019, J Appl Econom 34:1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.design import DesignKind
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.counting.thresholds import checked_thresholds
from truecut.errors import BadCall
from truecut.inference.bands.along_curves import (
    BOOTSTRAP,
    DKW,
    PLAIN_ROWS,
    BandRequest,
    Limited,
    band_method,
    fewer,
    keeps_classes,
)
from truecut.inference.bands.band import Band, BandKind
from truecut.inference.bands.cells import Redrawn, ScoreRuns, fine_entries
from truecut.inference.bands.cells_along import cells_along, counts_along, limits_of_cells
from truecut.inference.bands.shape import Limits, Numbers, dkw_widths
from truecut.inference.cross_validation import OF_ROWS, plain_method
from truecut.inference.interval_request import joined
from truecut.inference.intervals import estimate
from truecut.inference.method_table import MethodRow, MethodTable
from truecut.inference.methods import interval_method
from truecut.inference.quantiles import checked_level, normal_quantile

OF_CELLS = ("dirichlet", "cells")  # methods whose limits at many thresholds take no model at each
STUDENTISED = "approximate: from the largest distance of each resample, in standard errors"
MOST_ERRORS = 6.0  # beyond, a level is 1 but for rounding
ALIKE = "no limits where all resamples have the same value, which is no certainty"
MOST_UNDEFINED = 0.1  # share of resamples without a value, beyond which there are no limits
OF_CLASS = {"tp + fn": 0, "fp + tn": 1}  # whose rows a rate speaks of, by its denominator

OWN_INTERVAL = "interval"  # the default method of the metric at each threshold

Values = Callable[[Counts], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class AskedMetric:
    """A metric of a model whose limits are wanted when so many distinct scores are flagged."""

    entry: Metric
    model: Model
    reached: NDArray[np.intp]
    y: Numbers
    wanted: BandRequest
    parameters: Mapping[str, Any]  # of the metric, all of them

    def along(self, counts: Counts) -> NDArray[np.float64]:
        """Return the metric at many counts."""
        return np.broadcast_to(self.entry.along(counts, **self.parameters), np.shape(counts.tp))


Find = Callable[[AskedMetric], Limited]


def band_of_metric(
    model: Model,
    entry: Metric,
    wanted: BandRequest,
    points: int,
    at: Sequence[float] | None,
    parameters: Mapping[str, Any],
) -> Band:
    """Return the band of a metric at thresholds of the model, or at those asked for."""
    if not entry.needs_only_counts:
        raise BadCall(f"{entry.name} is one number for all thresholds, so it has no band along them.")
    chosen = entry.chosen(parameters)
    x, reached = thresholds_of(model, points, at)
    y = np.broadcast_to(entry.along(counts_along(model, reached), **chosen), x.shape)
    _, find = band_method(ALONG, wanted, entry, model.design)
    found = find(AskedMetric(entry, model, reached, y, wanted, chosen))
    low, high = found.within(entry.bounds, y)
    return Band(
        name=entry.name,
        x_name="threshold",
        y_name=entry.name,
        x=x,
        y=y,
        low=low,
        high=high,
        kind=wanted.kind,
        method=found.method,
        level=wanted.level,
        note=found.note,
        replicates=found.replicates,
        seed=wanted.seed if found.replicates else None,
        thresholds=x,
    )


def thresholds_of(model: Model, points: int, at: Sequence[float] | None) -> tuple[Numbers, NDArray[np.intp]]:
    """Return rising thresholds, and how many distinct scores reach each of them."""
    curve = model.curve
    if at is None:
        own = curve.thresholds[fine_entries(curve, points)[1:]]
        x = np.unique(own[np.isfinite(own)])
    else:
        x = np.unique(checked_thresholds(at).astype(float))
    if not len(x):
        raise BadCall("There is no finite threshold to put a band around.")
    return x, curve.reached(x)


def redrawn_values(
    model: Model, reached: NDArray[np.intp], values: Values, wanted: BandRequest
) -> tuple[NDArray[np.float64], str]:
    """Return values at each threshold for each resample of the rows, and what to know about them."""
    entries, back = np.unique(np.concatenate([[0, len(model.curve) - 1], reached]), return_inverse=True)
    cells = ScoreRuns.between(model, entries)
    replicates = cells.affordable(wanted.replicates)
    columns = np.ravel(back)[2:]
    drawn = cells.redrawn(replicates, wanted.seed, by_class=keeps_classes(model))
    found = np.concatenate([np.asarray(values(_counts_of(block, columns))) for block in drawn])
    return found, fewer(replicates, wanted.replicates)


def errors_and_reach(values: NDArray[np.float64], y: Numbers, level: float) -> tuple[Numbers, float]:
    """Return the standard error at each threshold, and how many of them a band must reach to hold at all at once."""
    known = np.where(np.isfinite(values) & np.isfinite(y), values, np.nan)
    number = np.count_nonzero(~np.isnan(known), axis=0)
    total = np.nansum(known, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.sqrt(np.nansum((known - total / number) ** 2, axis=0) / (number - 1))
        distances = np.abs(known - y) / errors
    farthest = np.max(np.where(np.isfinite(distances), distances, 0.0), axis=1)
    reach = float(np.quantile(farthest, checked_level(level)))
    return errors, min(max(reach, normal_quantile(level)), MOST_ERRORS)


def _counts_of(drawn: Redrawn, columns: NDArray[np.intp]) -> Counts:
    tp, fp = drawn.tp[:, columns], drawn.fp[:, columns]
    return Counts(tp=tp, fp=fp, fn=drawn.positives - tp, tn=drawn.negatives - fp)


def _by_dkw(asked: AskedMetric) -> Limited:
    width = dkw_widths(asked.model, asked.wanted.level**2)[OF_CLASS[asked.entry.denominator]]  # one statement, not two
    return Limited((asked.y - width, asked.y + width), DKW)


def _is_rate_of_one_class(entry: Metric) -> bool:
    return entry.is_proportion and entry.denominator in OF_CLASS


def _by_bootstrap(asked: AskedMetric) -> Limited:
    values, note = redrawn_values(asked.model, asked.reached, asked.along, asked.wanted)
    if asked.wanted.kind == BandKind.POINTWISE:
        low, high = _observed_quantiles(values, (1 - asked.wanted.level) / 2)
    else:
        errors, reach = errors_and_reach(values, asked.y, asked.wanted.level)
        note = joined(STUDENTISED, note)
        if not asked.model.design.is_clustered:
            # The metric's own limits keep its bounds, and have a width where all resamples are the same.
            fixed = _at_each(asked, level_of(reach))
            return Limited(fixed.limits, f"{fixed.method}, {BOOTSTRAP}", joined(fixed.note, note), len(values))
        low, high = asked.y - reach * errors, asked.y + reach * errors
    known = np.isnan(values).mean(axis=0) <= MOST_UNDEFINED
    alike = known & (low == high)
    note = joined(ALIKE if alike.any() else "", note)
    limits = (np.where(known & ~alike, low, np.nan), np.where(known & ~alike, high, np.nan))
    return Limited(limits, BOOTSTRAP, note, len(values))


def level_of(errors: float) -> float:
    """Return how sure an interval of so many standard errors to either side is."""
    return 2 * NormalDist().cdf(errors) - 1


def _observed_quantiles(values: NDArray[np.float64], tail: float) -> Limits:
    """Return observed quantiles of each column: between two infinite ones there is nothing to interpolate."""
    ordered = np.sort(values, axis=0)  # NaN comes last
    known = np.maximum(1, np.count_nonzero(~np.isnan(values), axis=0))
    places = [np.clip(np.ceil(share * known).astype(int) - 1, 0, known - 1) for share in (tail, 1 - tail)]
    low, high = (np.take_along_axis(ordered, place[None], axis=0)[0] for place in places)
    return low, high


def _by_own_interval(asked: AskedMetric) -> Limited:
    return _at_each(asked, asked.wanted.level)


def _at_each(asked: AskedMetric, level: float) -> Limited:
    """Return the limits that the metric has at each threshold by its own method."""
    entry, model = asked.entry, asked.model
    method = interval_method(entry, model.design, None)
    if method is None:
        raise BadCall(f"There is no interval for {entry.name}, and so no band.")
    is_of_cells = plain_method(method[0]) in OF_CELLS and (model.folds is None or OF_ROWS in method[0])
    if is_of_cells and not entry.is_total:
        limits = limits_of_cells(cells_along(model, asked.reached), repeat(asked.along), level)
        return Limited(limits, method[0])
    found = [estimate(one, entry.name, level=level, **asked.parameters) for one in _cut(model, asked.reached)]
    low = np.array([np.nan if one.low is None else one.low for one in found])
    high = np.array([np.nan if one.high is None else one.high for one in found])
    reasons = {one.note for one in found if not one.has_interval}
    used = next((one.method for one in found if one.has_interval), method[0])
    lacking = f"no limits at some thresholds: {', '.join(sorted(reasons))}" if reasons else ""
    return Limited((low, high), used, lacking)


def _cut(model: Model, reached: NDArray[np.intp]) -> list[Model]:
    """Return the hard predictions that the model makes at each threshold."""
    table = model.table
    names = ("positives", "negatives", "positive_rows", "negative_rows", "positive_squares", "negative_squares")
    cumulated = {name: np.concatenate([[0], np.cumsum(getattr(table, name))]) for name in names}

    def hard(entry: int) -> Model:
        columns: dict[str, Any] = {c: np.array([sums[entry], sums[-1] - sums[entry]]) for c, sums in cumulated.items()}
        cells = ScoreTable(np.array([FLAGGED, 0.0]), **columns, weights=table.weights)
        return replace(model, table=cells, threshold=FLAGGED, is_hard=True, amounts={}, clustered=None)

    return [hard(int(entry)) for entry in reached]


NOT_CLUSTERED = (*PLAIN_ROWS, DesignKind.WEIGHTED)
DRAWN: MethodRow[Metric, Find] = MethodRow(lambda _: {BOOTSTRAP: _by_bootstrap})
ALONG: Mapping[BandKind, MethodTable[Metric, Find]] = {
    BandKind.POINTWISE: MethodTable(
        "pointwise band of {subject}",
        (MethodRow(lambda _: {OWN_INTERVAL: _by_own_interval}, designs=NOT_CLUSTERED), DRAWN),
    ),
    BandKind.SIMULTANEOUS: MethodTable(
        "simultaneous band of {subject}",
        (MethodRow(lambda _: {DKW: _by_dkw}, _is_rate_of_one_class, PLAIN_ROWS), DRAWN),
    ),
}
