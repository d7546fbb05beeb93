"""The mean of a curve over the folds of a cross-validation, each read at the same x (vertical averaging).

Fawcett 2006, Pattern Recognit Lett 27:861. The area under the mean is the mean of the areas, so that the curve shows
the value that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from truecut.catalogue.folds import Folds
from truecut.inference.bands.band import Band
from truecut.inference.bands.shape import Numbers
from truecut.inference.cross_validation import SHARED_TRAINING, WITHIN
from truecut.inference.interval_request import joined

MEAN = "the mean of the folds at each {x}"

Line = tuple[Numbers, Numbers]  # x, never falling, and y


def mean_line(lines: Sequence[Line], *, is_stepped: bool = False) -> Line:
    """Return the mean of lines wherever one of them bends; where one rises upright, so does the mean.

    Stepped lines have the height of a point back to the one before it.

    >>> x, y = mean_line([(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])), (np.array([0.0, 1.0]),) * 2])
    >>> x.tolist(), y.tolist()
    ([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 1.0, 1.0])
    """
    places = np.unique(np.concatenate([x for x, _ in lines]))
    left, right = (
        np.mean([_read(x, y, places, side, is_stepped=is_stepped) for x, y in lines], axis=0)
        for side in ("left", "right")
    )
    return np.repeat(places, 2), np.stack([left, right], axis=1).ravel()


def _read(x: Numbers, y: Numbers, places: Numbers, side: str, *, is_stepped: bool) -> Numbers:
    """Return the height just before (left) or just behind (right) each place."""
    if side == "left":
        after = np.minimum(np.searchsorted(x, places, side="left"), len(x) - 1)
        before = np.maximum(after - 1, 0)
    else:
        before = np.maximum(np.searchsorted(x, places, side="right") - 1, 0)
        after = np.minimum(before + 1, len(x) - 1)
    if is_stepped:
        return np.asarray(y[after])
    width = x[after] - x[before]
    share = np.divide(places - x[before], width, out=np.full(len(places), float(side == "left")), where=width > 0)
    return np.asarray(y[before] + (y[after] - y[before]) * np.clip(share, 0, 1))


def mean_band(folds: Folds, made: Callable[[str], Band | None]) -> Band:
    """Return the mean of the bands of the folds that have one, whose distances to their limits add up as squares do.

    Zou & Donner 2008, Stat Med 27:1693; 1.2 times as far for what the models have in common. Repeats have the same
    rows, so that their squared distances are averaged.
    """
    repeats = [[band for name in repeat if (band := made(name)) is not None] for repeat in folds.by_repeat]
    told = [bands for bands in repeats if bands]
    first, every = told[0][0], [band for bands in told for band in bands]
    y = np.mean([band.y for band in every], axis=0)
    squares = ([_squares(bands, side) for bands in told] for side in ("low", "high"))
    below, above = (SHARED_TRAINING * np.sqrt(np.mean(one, axis=0)) for one in squares)
    bounds = (0.0, np.inf) if first.name == "lift" else (0.0, 1.0)
    return replace(
        first,
        y=y,
        low=np.clip(y - below, *bounds),
        high=np.clip(y + above, *bounds),
        method=first.method + WITHIN,
        note=joined(MEAN.format(x=first.x_name), folds.said),
        thresholds=None,
    )


def _squares(bands: Sequence[Band], side: str) -> Numbers:
    distances = np.stack([getattr(band, side) - band.y for band in bands])
    return np.asarray((distances**2).sum(axis=0) / len(bands) ** 2)
