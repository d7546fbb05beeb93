"""The bands of the curves that the page draws, and the reliability curve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.catalogue.design import Sampling
from truecut.catalogue.model import Model
from truecut.decisions.cost_bands import band_of_cost
from truecut.decisions.decision_curve import net_benefit_along
from truecut.errors import TruecutError
from truecut.inference.bands.band import Band
from truecut.inference.bands.of_model import band_of, pooled_band, wanted_of
from truecut.inference.calibration.reliability import calibration_of
from truecut.inference.methods import methods_of
from truecut.summaries.report.tree import ChartBand, Reliability, ShareBand

BANDS = ("roc", "pr", "gain")  # lift is gain by the share flagged
ALONG = ("recall", "precision", "f1", "fpr", "specificity", "accuracy", "informedness")  # drawn against the threshold
POINTS, FEW_POINTS, FEWEST_POINTS = 80, 40, 16  # of a curve with a band; fewer where there are many curves
ACTED_FROM = tuple(percent / 100 for percent in range(1, 100))  # probabilities of a decision curve
REPLICATES, SEED = 200, 0  # of the resamples behind a band
DIGITS = 4  # of what is only drawn, on an axis that is not from 0 to 1


def reliability_of(model: Model, level: float, most: int = POINTS) -> Reliability | None:
    """Return the isotonic reliability curve and the band in which that of calibrated scores stays; None without one."""
    try:
        found = calibration_of(model, level=level, replicates=REPLICATES, seed=SEED)
    except TruecutError:
        return None  # hard predictions, scores that are no probabilities, or one class only
    points = found.points.thinned(most)
    return Reliability(
        scores=tuple(points.scores.tolist()),
        observed=tuple(points.observed.tolist()),
        low=tuple(points.low.tolist()),
        high=tuple(points.high.tolist()),
        verdict=found.findings[0] if found.findings else "",
        method=f"{found.kind.value.upper()}, {found.replicates:,} draws",
    )


def bands_of(model: Model, level: float, cost: Cost, points: int = POINTS) -> dict[str, ChartBand]:
    """Return the bands of the curves that are drawn; none where a model has no such curve."""
    if model.is_hard:
        return {}
    asked: dict[str, Any] = {"level": level, "points": points, "replicates": REPLICATES, "seed": SEED}
    bands: dict[str, ChartBand] = {}
    for curve in BANDS:
        with suppress(TruecutError):
            bands[curve] = _share_band(pooled_band(model, curve, **asked))
    for name in _not_told_by_counts(model):
        with suppress(TruecutError):
            bands[name] = _band_along(band_of(model, name, **asked))
    with suppress(TruecutError):
        bands["cost"] = _band(
            band_of_cost(model, cost, wanted_of("pointwise", None, level, REPLICATES, SEED), points=POINTS)
        )
    if model.sampling == Sampling.CASE_CONTROL:
        return bands  # how common positives are was decided, and net benefit depends on it
    with suppress(TruecutError):
        worth = net_benefit_along(model, ACTED_FROM, level=level, replicates=REPLICATES, seed=SEED)
        bands["decision"] = ChartBand(
            _short(np.array(ACTED_FROM)),
            _short(worth.low),
            _short(worth.high),
            f"pointwise, {'t' if model.design.is_clustered else 'cells'}",
        )
    return bands


def _not_told_by_counts(model: Model) -> Iterator[str]:
    """Yield the metrics along the thresholds whose limits the page does not make of the counts that it has."""
    design = model.design
    for name in ALONG:
        if design.is_clustered or next(iter(methods_of(metric(name), design.kind)), "") == "cells":
            yield name


def _band_along(band: Band) -> ChartBand:
    """Return a band along the thresholds, with its gaps."""
    return ChartBand(_short(band.x), _short(band.low), _short(band.high), _method(band))


def _band(band: Band) -> ChartBand:
    x, low, high = map(_short, _finite(band))
    return ChartBand(x, low, high, _method(band))


def _share_band(band: Band) -> ShareBand:
    x, low, high = (tuple(column.tolist()) for column in _finite(band))
    return ShareBand(x, low, high, _method(band))


def _finite(band: Band) -> Iterator[NDArray[np.float64]]:
    drawn = np.isfinite(band.x) & np.isfinite(band.low) & np.isfinite(band.high)
    return (column[drawn] for column in (band.x, band.low, band.high))


def _method(band: Band) -> str:
    return f"{band.kind.value}, {band.method}"


def _short(column: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(f"{number:.{DIGITS}g}") for number in column.tolist())
