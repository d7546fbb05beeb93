"""Confidence bands of a curve: by rectangles around the two distribution functions (DKW), or by the bootstrap.

DKW: in a class of n rows the observed distribution lies within sqrt(ln(2 / alpha) / 2n) of the true one, everywhere
at once (Massart 1990, Ann Probab 18:1269). The bootstrap draws the rows again: at each x its percentiles, for all x
at once a constant width, which is the quantile of how far a resampled curve strays at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from truecut.catalogue.design import Design, DesignKind
from truecut.catalogue.model import Model
from truecut.inference.bands.band import Band, BandKind
from truecut.inference.bands.cells import (
    FEW_FOR_BOOTSTRAP,
    FEW_FOR_COHORT,
    ScoreRuns,
    fine_entries,
    rarer_rows,
)
from truecut.inference.bands.shape import Limits, Numbers, Shape, observed_curve
from truecut.inference.interval_request import joined
from truecut.inference.method_table import MethodRow, MethodTable
from truecut.inference.quantiles import checked_level

BOOTSTRAP, DKW = "bootstrap", "dkw"
METHODS = (BOOTSTRAP, DKW)
PLAIN_ROWS = (DesignKind.INDEPENDENT, DesignKind.BY_CLASS)  # drawn one by one, and counting alike
APPROXIMATE = "approximate: of constant width, from the largest distance of each resample"
TOO_FEW = (
    f"fewer than {FEW_FOR_BOOTSTRAP} rows of a class are too few to be drawn again, so the simultaneous band stands in"
)
NEEDS_PLAIN_ROWS = {
    "weights": "rows with weights of importance have no finite-sample band, so they were drawn again",
    "clusters": "rows in clusters have no finite-sample band, so whole clusters were drawn again",
}

Subject = TypeVar("Subject")
Finder = TypeVar("Finder")


@dataclass(frozen=True)
class BandRequest:
    """What is asked of a band."""

    kind: BandKind
    method: str | None
    level: float
    replicates: int
    seed: int


@dataclass(frozen=True, eq=False)
class Limited:
    """Limits, and how they were found."""

    limits: Limits
    method: str
    note: str = ""
    replicates: int = 0

    def within(self, bounds: tuple[float, float], y: Numbers) -> Limits:
        """Return the limits inside the bounds of the metric; a value outside its own limits moves them."""
        low, high = self.limits
        return np.minimum(np.maximum(low, bounds[0]), y), np.maximum(np.minimum(high, bounds[1]), y)


@dataclass(frozen=True, eq=False)
class AskedCurve:
    """A curve of a model whose limits are wanted at each x."""

    shape: Shape
    model: Model
    x: Numbers
    y: Numbers
    wanted: BandRequest


def band_along(shape: Shape, model: Model, x: Numbers, thresholds: Numbers | None, wanted: BandRequest) -> Band:
    """Return the band of a curve at the given x."""
    y = observed_curve(shape, model, x)
    _, find = band_method(CURVES, wanted, shape, model.design)
    found = find(AskedCurve(shape, model, x, y, wanted))
    low, high = found.within(shape.bounds, y)
    return Band(
        name=shape.name,
        x_name=shape.x_name,
        y_name=shape.y_name,
        x=x,
        y=y,
        low=low,
        high=high,
        kind=wanted.kind,
        method=found.method,
        level=wanted.level,
        note=joined(found.note, shape.note),
        replicates=found.replicates,
        seed=wanted.seed if found.replicates else None,
        thresholds=thresholds,
    )


def band_method(
    tables: Mapping[BandKind, MethodTable[Subject, Finder]], wanted: BandRequest, subject: Subject, design: Design
) -> tuple[str, Finder]:
    """Return the method of a band that was named, or the default one for what is wanted."""
    found = tables[wanted.kind].method(subject, design, wanted.method, METHODS)
    assert found is not None  # everything can be drawn again
    return found


def why_not_plain(model: Model) -> str:
    """Say what forbids statements that hold for any number of independent rows; nothing if nothing does."""
    if model.design.is_clustered:
        return NEEDS_PLAIN_ROWS["clusters"]
    return NEEDS_PLAIN_ROWS["weights"] if model.design.is_weighted else ""


def keeps_classes(model: Model) -> bool:
    """Say whether resamples keep the sizes of both classes: their share is known, or there are few rows."""
    return model.design.fixes_prevalence or rarer_rows(model.table) < FEW_FOR_COHORT


def _by_dkw(asked: AskedCurve) -> Limited:
    assert asked.shape.dkw is not None
    return Limited(asked.shape.dkw(asked.model, asked.x, asked.wanted.level), DKW)


def _by_bootstrap(asked: AskedCurve) -> Limited:
    shape, wanted, lacking = asked.shape, asked.wanted, why_not_plain(asked.model)
    if not shape.by_class and shape.dkw and not lacking and rarer_rows(asked.model.table) < FEW_FOR_BOOTSTRAP:
        return replace(_by_dkw(asked), note=TOO_FEW)
    found = _redrawn(asked)
    stood_in = lacking if wanted.method is None and wanted.kind == BandKind.SIMULTANEOUS and shape.dkw else ""
    return replace(found, note=joined(stood_in, found.note))


def _redrawn(asked: AskedCurve) -> Limited:
    shape, model, x, wanted = asked.shape, asked.model, asked.x, asked.wanted
    entries = fine_entries(model.curve, shape.most_cells)
    cells = ScoreRuns.between(model, entries)
    replicates = cells.affordable(wanted.replicates)
    by_class = shape.by_class or keeps_classes(model)
    curves = np.concatenate(
        [
            [shape.read(tp, fp, x) for tp, fp in zip(drawn.tp, drawn.fp, strict=True)]
            for drawn in cells.redrawn(replicates, wanted.seed, by_class=by_class)
            if len(drawn.tp)
        ]
    )
    pointwise = wanted.kind == BandKind.POINTWISE
    limits = percentiles(curves, wanted.level) if pointwise else _constant(curves, asked.y, wanted.level)
    merged = (
        f"scores merged into {len(entries) - 1:,} cells to draw them again" if len(entries) < len(model.curve) else ""
    )
    note = joined("" if pointwise else APPROXIMATE, merged, fewer(replicates, wanted.replicates))
    return Limited(_guarded(asked, limits), BOOTSTRAP, note, len(curves))


def fewer(drawn: int, asked: int) -> str:
    """Say so if fewer resamples were drawn than asked for."""
    return f"{drawn:,} instead of {asked:,} resamples, as there are many rows" if drawn < asked else ""


def percentiles(values: Numbers, level: float) -> Limits:
    """Return the limits that leave out equally many resamples on either side, at each point."""
    tail = (1 - checked_level(level)) / 2
    low, high = np.quantile(values, [tail, 1 - tail], axis=0)
    return low, high


def _constant(curves: Numbers, y: Numbers, level: float) -> Limits:
    farthest = np.nanmax(np.abs(curves - y), axis=1)
    width = float(np.quantile(farthest, checked_level(level)))
    return y - width, y + width


def _guarded(asked: AskedCurve, limits: Limits) -> Limits:
    """Return limits that are never closer than at a fixed threshold, so that a perfect curve does not look certain."""
    low, high = limits
    least_low, least_high = asked.shape.by_chance(asked.model, asked.x, asked.y, asked.wanted.level)
    # The number of clusters says little of how alike their rows are: it stands in where resamples are all the same.
    needs = low == high if asked.model.design.is_clustered else np.ones(len(asked.x), dtype=bool)
    needs &= ~np.isin(asked.x, asked.shape.exact_at)
    return np.where(needs, np.fmin(low, least_low), low), np.where(needs, np.fmax(high, least_high), high)


DRAWN: MethodRow[Shape, Callable[[AskedCurve], Limited]] = MethodRow(lambda _: {BOOTSTRAP: _by_bootstrap})
OF_ANY_SIZE: MethodRow[Shape, Callable[[AskedCurve], Limited]] = MethodRow(
    lambda _: {DKW: _by_dkw}, lambda shape: shape.dkw is not None, PLAIN_ROWS
)
CURVES: Mapping[BandKind, MethodTable[Shape, Callable[[AskedCurve], Limited]]] = {
    BandKind.POINTWISE: MethodTable("pointwise band of {subject}", (DRAWN, OF_ANY_SIZE)),
    BandKind.SIMULTANEOUS: MethodTable("simultaneous band of {subject}", (OF_ANY_SIZE, DRAWN)),
}
