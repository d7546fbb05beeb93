"""Any band of a model, by name: a curve of two classes, or a metric of four counts along the thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt
from typing import Any

import numpy as np

from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import Model
from truecut.errors import BadCall, UnknownName
from truecut.errors.misuses import meant_by
from truecut.inference.bands import calibration
from truecut.inference.bands.along_curves import METHODS, BandRequest, band_along
from truecut.inference.bands.along_thresholds import band_of_metric
from truecut.inference.bands.band import Band, BandKind
from truecut.inference.bands.cells import REPLICATES, require_curve
from truecut.inference.bands.cost_lines import COST
from truecut.inference.bands.gains import GAIN, LIFT
from truecut.inference.bands.mean_over_folds import mean_band
from truecut.inference.bands.precision_recall import PRECISION_RECALL
from truecut.inference.bands.roc import ROC
from truecut.inference.bands.shape import Numbers, Shape, observed_curve
from truecut.inference.cross_validation import OF_ROWS, of_fewer_rows, rows_worth
from truecut.inference.hidden_in_cells import most_and_least_ranked, possible_range
from truecut.inference.interval_request import joined
from truecut.inference.quantiles import checked_level

POINTS = 200
SHAPES = (ROC, PRECISION_RECALL, COST, GAIN, LIFT)
BY_NAME: Mapping[str, Shape] = {name: shape for shape in SHAPES for name in (shape.name, *shape.aliases)}
CURVES = (*(shape.name for shape in SHAPES), calibration.NAME)
POOLED = "the curve of all folds pooled"
HIDDEN = "neighbouring scores were counted together, which the band allows for"


# The keywords of `Evaluation.band`, which hands them on; from here on they are one `BandRequest`.
def band_of(
    model: Model,
    name: str,
    *,
    kind: BandKind | str = BandKind.POINTWISE,
    method: str | None = None,
    level: float = 0.95,
    points: int = POINTS,
    at: Sequence[float] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
    **parameters: Any,
) -> Band:
    """Return the band of a curve (roc, pr, cost, gain, lift, calibration), or of a metric along the thresholds.

    >>> from truecut.counting.score_table import ScoreTable
    >>> model = Model("m", ScoreTable.from_rows([True, False, True, False], [4, 3, 2, 1]))
    >>> band_of(model, "roc", kind="simultaneous").method
    'dkw'
    """
    wanted = wanted_of(kind, method, level, replicates, seed)
    if points < 2 and at is None:
        raise BadCall(f"A band needs at least 2 points, not {points}.")
    require_curve(model)
    if name == calibration.NAME:
        require_nothing_more(name, parameters, at=at, method=method)
        return calibration.band_of_calibration(model, wanted, points)
    shape = BY_NAME.get(name.strip().lower())
    if shape is None:
        require_band_name(name)
        parameters = model.parameters_of(metric(name), parameters)
        band = band_of_metric(model, metric(name), wanted, points, at, parameters)
        return widened_for_folds(model, widened_inside_cells(model, band, parameters))
    require_nothing_more(shape.name, parameters)
    x, thresholds = shape.points(model, points) if at is None else (_asked_for(shape, at), None)
    if model.folds is not None and shape is not COST:
        return _mean_over_folds(shape, model.folds, x, wanted)
    band = widened_for_cells(shape, model, band_along(shape, model, x, thresholds, wanted))
    return widened_for_folds(model, band)


def widened_inside_cells(model: Model, band: Band, parameters: Mapping[str, Any]) -> Band:
    """Return a band along thresholds that allows for those inside a cell, whose rows may be on either side."""
    low, high, entry = band.low.copy(), band.high.copy(), metric(band.name)
    is_known = ~np.isnan(band.y)
    inside = [i for i in np.flatnonzero(is_known) if model.table.cell_split_by(float(band.x[i])) is not None]
    for i in inside:
        there = model.cut_at(float(band.x[i]))
        least, most = possible_range(there, entry, float(band.y[i]), **parameters)
        low[i], high[i] = low[i] - (band.y[i] - least), high[i] + (most - band.y[i])
    if not inside:
        return band
    low, high = np.maximum(low, entry.bounds[0]), np.minimum(high, entry.bounds[1])
    return replace(band, low=low, high=high, note=joined(band.note, HIDDEN))


def widened_for_cells(shape: Shape, model: Model, band: Band) -> Band:
    """Return a band that allows for what cells hide, where neighbouring scores were counted together."""
    if model.table.ends is None:
        return band
    extremes = [replace(model, table=table, clustered=None) for table in most_and_least_ranked(model.table)]
    curves = [band.y, *(observed_curve(shape, extreme, band.x) for extreme in extremes)]
    low = band.low - (band.y - np.fmin.reduce(curves))
    high = band.high + (np.fmax.reduce(curves) - band.y)
    note = joined(band.note, HIDDEN)
    return replace(band, low=np.maximum(low, shape.bounds[0]), high=np.minimum(high, shape.bounds[1]), note=note)


def _mean_over_folds(shape: Shape, folds: Folds, x: Numbers, wanted: BandRequest) -> Band:
    if wanted.kind == BandKind.SIMULTANEOUS:
        raise BadCall("The mean of folds has no simultaneous band; ask for a pointwise one, or for that of one fold.")

    def of_fold(name: str) -> Band | None:
        fold = folds.models[name]
        if not fold.table.total_positive or not fold.table.total_negative:
            return None
        return band_along(shape, fold, x, None, wanted)

    return mean_band(folds, of_fold)


def pooled_band(model: Model, name: str, **asked: Any) -> Band:
    """Return the band of a curve of all rows, for where thresholds are moved on it; with folds it knows of them."""
    return widened_for_folds(model, band_of(model.pooled, name, **asked))


def widened_for_folds(model: Model, band: Band) -> Band:
    """Return a band of all folds pooled, wider by what their models have in common; as it is where it knows of them."""
    if model.folds is None or OF_ROWS in band.method:
        return band
    times = 1 / sqrt(rows_worth(model.design))
    least, most = (0.0, inf) if band.name == LIFT.name else (0.0, 1.0) if band.name in BY_NAME else (-inf, inf)
    low, high = (np.clip(band.y + (end - band.y) * times, least, most) for end in (band.low, band.high))
    note = joined(band.note, POOLED, model.folds.said)
    return replace(band, low=low, high=high, method=of_fewer_rows(band.method, times**-2), note=note)


def wanted_of(kind: BandKind | str, method: str | None, level: float, replicates: int, seed: int) -> BandRequest:
    """Return what is asked of a band, checked."""
    if kind not in tuple(BandKind):
        raise UnknownName("kind of band", str(kind), [k.value for k in BandKind])
    if method is not None and method not in METHODS:
        raise UnknownName(f"method of a band (there are {' and '.join(METHODS)})", method, METHODS)
    return BandRequest(BandKind(kind), method, checked_level(level), replicates, seed)


def require_nothing_more(curve: str, parameters: Mapping[str, Any], **others: Any) -> None:
    """Refuse parameters of metrics, and options that a curve does not have."""
    given = [*parameters, *(option for option, value in others.items() if value is not None)]
    if given:
        raise BadCall(f"The {curve} curve does not take {given[0]!r}.{meant_by(given[0])}")


def require_band_name(name: str) -> None:
    """Refuse a name that is neither a curve nor a metric, with a suggestion."""
    known = {alias for entry in CATALOGUE for alias in entry.names}
    if name not in known:
        raise UnknownName("curve or metric", name, [*BY_NAME, calibration.NAME, *known])


def _asked_for(shape: Shape, at: Sequence[float]) -> Numbers:
    x = np.unique(np.asarray(at, dtype=float))
    if not len(x) or not (x >= 0).all() or not (x <= 1).all():
        raise BadCall(f"{shape.x_name} is a share; ask for points from 0 to 1.")
    return x
