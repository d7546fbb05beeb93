"""A shape: a curve that is read off the two ranked classes as a function of x, and how its band is found.

`read` takes cumulated weights of positives and negatives and gives y at each x: the same function reads the observed
curve and every resample of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.inference.bands.cells import MOST_CELLS
from truecut.inference.proportions import wilson
from truecut.inference.quantiles import checked_level

Numbers = NDArray[np.float64]
Limits = tuple[Numbers, Numbers]
ROUNDING = 1e-12  # of all rows: x times all rows may fall that short of the row it means

Read = Callable[[Numbers, Numbers, Numbers], Numbers]
Points = Callable[[Model, int], tuple[Numbers, Numbers | None]]  # x and thresholds, for so many points


@dataclass(frozen=True)
class Shape:
    """One kind of curve."""

    name: str
    x_name: str
    y_name: str
    read: Read
    points: Points
    by_chance: Callable[[Model, Numbers, Numbers, float], Limits]  # limits by Wilson, as if the threshold were fixed
    dkw: Callable[[Model, Numbers, float], Limits] | None = None  # finite-sample simultaneous limits
    by_class: bool = True  # whether resamples keep the sizes of both classes
    most_cells: int = MOST_CELLS
    bounds: tuple[float, float] = (0.0, 1.0)
    aliases: tuple[str, ...] = ()
    note: str = ""
    exact_at: tuple[float, ...] = field(default=())  # where the curve is known without any rows


def observed_curve(shape: Shape, model: Model, x: Numbers) -> Numbers:
    """Return the observed curve."""
    counts = model.curve.counts
    return shape.read(np.asarray(counts.tp, dtype=float), np.asarray(counts.fp, dtype=float), x)


def highest(x: Numbers, along: Numbers, values: Numbers) -> Numbers:
    """Return the rising values where a rising line is x, the highest of them where the line stands still."""
    return np.asarray(np.interp(_snapped(x, along), along, values))


def lowest(x: Numbers, along: Numbers, values: Numbers) -> Numbers:
    """Return the rising values where a rising line is x, the lowest of them where the line stands still."""
    return np.asarray(np.interp(-_snapped(x, along), -along[::-1], values[::-1]))


def _snapped(x: Numbers, along: Numbers) -> Numbers:
    """Return x, and in its place the next point of the line where only rounding keeps them apart."""
    place = np.searchsorted(along, x)
    after, before = along[np.minimum(place, len(along) - 1)], along[np.maximum(place - 1, 0)]
    room = ROUNDING * along[-1]
    return np.where(np.abs(after - x) <= room, after, np.where(np.abs(before - x) <= room, before, x))


def wilson_around(share: Numbers, trials: Numbers | float, level: float) -> Limits:
    """Return Wilson's limits of a share of so many rows."""
    trials = np.broadcast_to(np.asarray(trials, dtype=float), share.shape)
    # 1.0 * trials is exactly trials: a share of all rows has the upper limit 1.
    return wilson(share * trials, trials, level)


def dkw_widths(model: Model, level: float, parts: int = 2) -> tuple[float, float]:
    """Return how far the two observed distributions may lie from the true ones, anywhere (Massart 1990).

    All statements together hold as surely as the level says; there are two, or three with the share of positives.
    """
    missing = 1 - checked_level(level) ** (1 / parts)
    positives, negatives = model.design.effective_rows
    return sqrt(log(2 / missing) / (2 * positives)), sqrt(log(2 / missing) / (2 * negatives))
