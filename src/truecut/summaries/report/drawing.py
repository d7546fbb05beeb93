"""What the charts of one model are drawn from: bars of scores, bands of curves, and what scores are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.design import Sampling
from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable
from truecut.decisions.cost_bands import band_of_cost
from truecut.decisions.costs import Cost
from truecut.decisions.decision_curve import net_benefit_along
from truecut.errors import TruecutError
from truecut.inference.bands.band import Band
from truecut.inference.bands.of_model import band_of
from truecut.inference.calibration.reliability import calibration_of
from truecut.summaries.report.tree import Bars, PageBand, Reliability, ShareBand

BARS = 60
BANDS = ("roc", "pr", "gain")  # lift is gain by the share flagged
ALONG = ("recall", "precision", "f1", "fpr", "specificity", "accuracy", "informedness")  # drawn against the threshold
POINTS = 80  # of a curve with a band
ACTED_FROM = tuple(percent / 100 for percent in range(1, 100))  # probabilities of a decision curve
REPLICATES, SEED = 200, 0  # of the resamples behind a band
DIGITS = 4  # of what is only drawn, on an axis that is not from 0 to 1
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
        scores=tuple(points.scores.tolist()),
        observed=tuple(points.observed.tolist()),
        low=tuple(points.low.tolist()),
        high=tuple(points.high.tolist()),
        verdict=found.findings[0] if found.findings else "",
        method=f"{found.kind.value.upper()}, {found.replicates:,} draws",
    )


def bands_of(model: Model, level: float, cost: Cost) -> dict[str, PageBand]:
    """Return the bands of the curves that are drawn; none where a model has no such curve."""
    asked: dict[str, Any] = {"level": level, "points": POINTS, "replicates": REPLICATES, "seed": SEED}
    bands: dict[str, PageBand] = {}
    for curve in BANDS:
        with suppress(TruecutError):
            bands[curve] = _share_band(band_of(model, curve, **asked))
    for name in _not_told_by_counts(model):
        with suppress(TruecutError):
            bands[name] = _band_along(band_of(model, name, **asked))
    with suppress(TruecutError):
        bands["cost"] = _band(band_of_cost(model, cost, **asked))
    if model.sampling == Sampling.CASE_CONTROL:
        return bands  # how common positives are was decided, and net benefit depends on it
    with suppress(TruecutError):
        worth = net_benefit_along(model, ACTED_FROM, level=level, replicates=REPLICATES, seed=SEED)
        bands["decision"] = PageBand(
            _short(np.array(ACTED_FROM)), _short(worth.low), _short(worth.high), "pointwise, t"
        )
    return bands


def _not_told_by_counts(model: Model) -> Iterator[str]:
    """Yield the metrics along the thresholds whose limits the page does not make of the counts that it has."""
    for name in ALONG:
        if model.design.is_clustered or not model.design.identifies(metric(name)):
            yield name


def _band_along(band: Band) -> PageBand:
    """Return a band along the thresholds, with its gaps."""
    return PageBand(_short(band.x), _short(band.low), _short(band.high), _method(band))


def _band(band: Band) -> PageBand:
    x, low, high = map(_short, _finite(band))
    return PageBand(x, low, high, _method(band))


def _share_band(band: Band) -> ShareBand:
    x, low, high = (tuple(column.tolist()) for column in _finite(band))
    return ShareBand(x, low, high, _method(band))


def _finite(band: Band) -> Iterator[NDArray[np.float64]]:
    drawn = np.isfinite(band.x) & np.isfinite(band.low) & np.isfinite(band.high)
    return (column[drawn] for column in (band.x, band.low, band.high))


def _method(band: Band) -> str:
    return f"{band.kind.value}, {band.method}"


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
    rising = slice(None) if table.lower_is_positive else slice(None, None, -1)
    scores, weights = table.scores[rising], (table.positives + table.negatives)[rising]
    uncertain = (scores > 0) & (scores < 1)
    if not uncertain.any():
        return 0.5
    rows = np.cumsum(weights[uncertain].astype(float))
    return float(scores[uncertain][min(np.searchsorted(rows, share * rows[-1]), len(rows) - 1)])


def _log_odds(probabilities: Any) -> Any:
    return np.log(probabilities) - np.log1p(-np.asarray(probabilities))
