"""What the charts of one model are drawn from: bars of scores, bands of curves, and what scores are worth."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.decisions.cost_bands import band_of_cost
from truecut.decisions.costs import Cost
from truecut.decisions.decision_curve import net_benefit_along
from truecut.errors import TruecutError
from truecut.inference.bands.band import Band as FoundBand
from truecut.inference.bands.of_model import band_of
from truecut.inference.calibration.reliability import calibration_of
from truecut.model import Design, Model
from truecut.report_summary.tree import Band, Bars, Reliability
from truecut.table import ScoreTable

BARS = 60
BANDS = ("roc", "pr", "gain", "lift")
POINTS = 80  # of a curve with a band
ACTED_FROM = tuple(percent / 100 for percent in range(1, 100))  # probabilities of a decision curve
REPLICATES, SEED = 200, 0  # of the resamples behind a band
DIGITS = 5  # of what is only drawn
OUTSIDE = 0.0005  # of the rows may lie beyond the ends of a stretched axis
NARROWEST = 1e-12  # probability at which a stretched axis ends at the latest
CROWDED = 0.5  # share of the rows in a tenth of the range, from which a plain axis shows too little

Range = tuple[float, float]


def range_of(models: Sequence[Model]) -> Range | None:
    """Return from where to where the scores of the models go; probabilities go from 0 to 1."""
    if all(model.table.are_probabilities for model in models):
        return 0.0, 1.0
    scores = np.concatenate([model.table.scores.astype(float) for model in models])
    finite = scores[np.isfinite(scores)]
    if not len(finite):
        return None
    low, high = float(finite.min()), float(finite.max())
    around = max(0.5, abs(low) * 1e-9)  # next to 1e16, 0.5 is nothing
    return (low, high) if low < high else (low - around, high + around)


def stretch_of(models: Sequence[Model]) -> Range | None:
    """Return from which to which probability log odds are worth drawing; None where scores are no probabilities."""
    if not all(model.table.are_probabilities for model in models):
        return None
    low = min(_quantile(model.table, OUTSIDE) for model in models)
    high = max(_quantile(model.table, 1 - OUTSIDE) for model in models)
    low, high = max(min(low, 0.4), NARROWEST), min(max(high, 0.6), 1 - NARROWEST)
    return float(f"{low:.3g}"), 1 - float(f"{1 - high:.3g}")


def axis_for(models: Sequence[Model], ends: Range | None, stretch: Range | None) -> str:
    """Say how to spread the scores: plainly, unless most rows would then crowd at one end."""
    if ends is None:
        return "share"
    for model in models:
        bars = bars_of(model.table, ends)
        both = np.add(bars.positives, bars.negatives)
        tenth = BARS // 10
        if max(both[:tenth].sum(), both[-tenth:].sum()) > CROWDED * both.sum():
            return "stretched" if stretch else "share"
    return "score"


def bars_of(table: ScoreTable, ends: Range) -> Bars:
    """Return how the scores of both classes spread between two ends; what lies beyond counts at the end."""
    return _bars(table, table.scores.astype(float), *ends)


def stretched_bars_of(table: ScoreTable, ends: Range) -> Bars:
    """Return the same on the log odds of probabilities; the ends stay probabilities."""
    low, high = ends
    scores = np.clip(table.scores.astype(float), low, high)
    bars = _bars(table, _log_odds(scores), float(_log_odds(low)), float(_log_odds(high)))
    return Bars(low, high, bars.positives, bars.negatives)


def reliability_of(model: Model, level: float) -> Reliability | None:
    """Return the isotonic reliability curve and the band in which that of calibrated scores stays; None without one."""
    try:
        found = calibration_of(model, level=level, replicates=REPLICATES, seed=SEED)
    except TruecutError:
        return None  # hard predictions, scores that are no probabilities, or one class only
    points = found.points.thinned(POINTS)
    return Reliability(
        scores=_short(points.scores),
        observed=_short(points.observed),
        low=_short(points.low),
        high=_short(points.high),
        verdict=found.findings[0] if found.findings else "",
        method=f"{found.kind.value.upper()}, {found.replicates:,} draws",
    )


def bands_of(model: Model, level: float, cost: Cost) -> dict[str, Band]:
    """Return the bands of the curves that are drawn; none where a model has no such curve."""
    asked: dict[str, Any] = {"level": level, "points": POINTS, "replicates": REPLICATES, "seed": SEED}
    bands = {}
    for curve in BANDS:
        with suppress(TruecutError):
            bands[curve] = _drawn(band_of(model, curve, **asked))
    with suppress(TruecutError):
        bands["cost"] = _drawn(band_of_cost(model, cost, **asked))
    if model.design == Design.CASE_CONTROL:
        return bands  # how common positives are was decided, and net benefit depends on it
    with suppress(TruecutError):
        worth = net_benefit_along(model, ACTED_FROM, level=level, replicates=REPLICATES, seed=SEED)
        bands["decision"] = Band(_short(np.array(ACTED_FROM)), _short(worth.low), _short(worth.high), "pointwise, t")
    return bands


def _drawn(band: FoundBand) -> Band:
    drawn = np.isfinite(band.x) & np.isfinite(band.low) & np.isfinite(band.high)
    return Band(
        x=_short(band.x[drawn]),
        low=_short(band.low[drawn]),
        high=_short(band.high[drawn]),
        method=f"{band.kind.value}, {band.method}",
    )


def _bars(table: ScoreTable, places: NDArray[np.float64], low: float, high: float) -> Bars:
    scale = 0.25 if np.isinf(high - low) else 1.0  # from -1e308 to 1e308 is farther than a float can say
    way = (np.clip(places, low, high) * scale - low * scale) / (high * scale - low * scale)
    bar = np.minimum((BARS * way).astype(int), BARS - 1)
    positives, negatives = (
        np.bincount(bar, column.astype(float), minlength=BARS) for column in (table.positives, table.negatives)
    )
    return Bars(low, high, tuple(positives.tolist()), tuple(negatives.tolist()))


def _short(column: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(f"{number:.{DIGITS}g}") for number in column.tolist())


def _quantile(table: ScoreTable, share: float) -> float:
    """Return a quantile of the scores strictly between 0 and 1; what is certain has no log odds."""
    order = np.argsort(table.scores)
    order = order[(table.scores[order] > 0) & (table.scores[order] < 1)]
    if not len(order):
        return 0.5
    rows = np.cumsum((table.positives + table.negatives).astype(float)[order])
    return float(table.scores[order][min(np.searchsorted(rows, share * rows[-1]), len(order) - 1)])


def _log_odds(probabilities: Any) -> Any:
    return np.log(probabilities) - np.log1p(-np.asarray(probabilities))
