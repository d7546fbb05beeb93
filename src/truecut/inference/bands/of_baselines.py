"""The curve of a baseline beside that of a model: what knowing nothing, everything, or not looking would draw.

A baseline is known, so it has no limits. One that flags all or none is one point of a curve without thresholds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from truecut.catalogue import BY_NAME, metric
from truecut.catalogue.model import Model
from truecut.counting.baselines import Baseline, baseline_counts
from truecut.errors import BadCall
from truecut.inference.bands.band import KNOWN, Along, Band

Height = Callable[[Along, float], Along]  # of the curve at x, by the share of positives


def _even(x: Along, _: float) -> Along:
    return x


def _level(height: float) -> Height:
    return lambda x, _: np.full(x.shape, height)


# By curve and baseline: its height, or the one point (x, y) that it is.
HEIGHTS: dict[str, dict[Baseline, Height]] = {
    "roc": {Baseline.RANDOM: _even, Baseline.IDEAL: _level(1.0)},
    "pr": {Baseline.RANDOM: lambda x, share: np.full(x.shape, share), Baseline.IDEAL: _level(1.0)},
    "gain": {Baseline.RANDOM: _even, Baseline.IDEAL: lambda x, share: np.minimum(1.0, x / share)},
    "lift": {
        Baseline.RANDOM: _level(1.0),
        Baseline.IDEAL: lambda x, share: np.minimum(1.0, x / share) / np.where(x > 0, x, np.nan),
    },
    "cost": {
        Baseline.RANDOM: lambda x, _: np.minimum(x, 1 - x),
        Baseline.IDEAL: _level(0.0),
        Baseline.FLAG_ALL: lambda x, _: 1 - x,
        Baseline.FLAG_NONE: _even,
    },
    "calibration": {Baseline.IDEAL: _even},
}
ALL: dict[str, Callable[[float], tuple[float, float]]] = {
    "roc": lambda _: (1.0, 1.0),
    "pr": lambda share: (1.0, share),
    "gain": lambda _: (1.0, 1.0),
    "lift": lambda _: (1.0, 1.0),
}
NONE = {"roc": (0.0, 0.0), "gain": (0.0, 0.0)}


def band_of_baseline(baseline: Baseline, model: Model, beside: Band) -> Band:
    """Return the curve of a baseline on the rows of a model, at the x of the model's own."""
    table = model.moved.table
    positives, negatives = table.total_positive, table.total_negative
    known = _not_looking(baseline, positives, negatives)
    share = positives / (positives + negatives)
    if beside.x_name == "threshold":
        y = _along_thresholds(known, model, beside)
        return _known(beside, beside.x, y, baseline)
    if known in HEIGHTS.get(beside.name, {}):
        return _known(beside, beside.x, HEIGHTS[beside.name][known](beside.x, share), baseline)
    if known == Baseline.FLAG_ALL and beside.name in ALL:
        at = ALL[beside.name](share)
    elif known == Baseline.FLAG_NONE and beside.name in NONE:
        at = NONE[beside.name]
    else:
        raise BadCall(f"{baseline.value} has no place on the curve called {beside.name}; leave it out.")
    return _known(beside, np.array([at[0]]), np.array([at[1]]), baseline)


def _not_looking(baseline: Baseline, positives: float, negatives: float) -> Baseline:
    """Return which class the no-information model names every time; other baselines as they are."""
    if baseline != Baseline.NO_INFORMATION:
        return baseline
    return Baseline.FLAG_ALL if positives > negatives else Baseline.FLAG_NONE


def _along_thresholds(baseline: Baseline, model: Model, beside: Band) -> Along:
    curve = model.moved.curve
    start, end = curve.range_of_sweep()
    reached = (beside.x - start) / (end - start)
    reached = 1 - reached if curve.table.lower_is_positive else reached
    counts = baseline_counts(baseline, curve.table.total_positive, curve.table.total_negative, np.clip(reached, 0, 1))
    cost = model.situation.cost
    if beside.name not in BY_NAME or metric(beside.name).is_priced:
        if cost is None or cost.columns:
            raise BadCall(f"{baseline.value} has no costs that follow an amount; leave it out.")
        return np.broadcast_to(np.asarray(cost.mean(counts), float), beside.x.shape)
    entry = metric(beside.name)
    return np.broadcast_to(entry.along(counts, **model.parameters_of(entry, {})), beside.x.shape)


def _known(beside: Band, x: Along, y: Along, baseline: Baseline) -> Band:
    nothing = np.full(x.shape, np.nan)
    said = f"{baseline.value}: {baseline.said}; it is known, so it has no limits"
    thresholds = None if beside.thresholds is None else (x if beside.x_name == "threshold" else nothing)
    return replace(
        beside,
        x=x,
        y=y,
        low=nothing,
        high=nothing,
        method=KNOWN,
        note=said,
        replicates=0,
        seed=None,
        thresholds=thresholds,
    )
