"""The upper convex hull of the ROC curve, and what follows from it.

A corner of the hull is a threshold that is best for some pair of costs; no other threshold is.
Between two corners the hull has one slope, and the share of positives there is the isotonic
regression of the labels on the scores: the best probabilities that keep the order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.areas import area_through, scaled
from truecut.catalogue.measures.cached_on_table import once
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

FITS_INT64 = 2**62


def hull_entries(curve: CountsCurve) -> NDArray[np.intp]:
    """Return the entries of the curve that are corners of its hull, the first and the last included.

    >>> from truecut.counting.score_table import ScoreTable
    >>> hull_entries(CountsCurve(ScoreTable.from_rows([True, False, True, False], [4, 3, 2, 1]))).tolist()
    [0, 1, 3, 4]
    """
    return _entries(curve.table)


@once
def _entries(table: ScoreTable) -> NDArray[np.intp]:
    counts = CountsCurve(table).counts
    tp, fp = counts.tp, counts.fp
    # Whole counts are compared exactly while their products fit; beyond, a point that lies within
    # 1e-15 of a chord may be taken for a corner, which moves no area that anybody could see.
    if int(tp[-1]) * int(fp[-1]) >= FITS_INT64:
        tp, fp = scaled(tp), scaled(fp)
    return corners_of_hull(fp, tp)


def corners_of_hull(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """Return which points of a rising line are corners of its upper convex hull.

    In each gap between known corners, the point farthest above the chord is a corner too; all
    gaps are searched at once, until no point is left above a chord. Points on a chord are none.
    """
    corners = np.unique([0, len(x) - 1])
    inside = np.arange(1, len(x) - 1)
    while len(inside):
        gap = np.searchsorted(corners, inside)
        left, right = corners[gap - 1], corners[gap]
        height = (x[right] - x[left]) * (y[inside] - y[left]) - (y[right] - y[left]) * (x[inside] - x[left])
        above = height > 0
        inside, height = inside[above], height[above]
        if len(inside):
            corners = np.sort(np.concatenate([corners, inside[_first_highest(height, gap[above])]]))
    return corners


def _first_highest(height: NDArray[Any], gap: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of the highest point of each gap; the first of equals is a corner for sure."""
    starts = np.flatnonzero(_is_new(gap))
    sizes = np.diff(starts, append=len(gap))
    highest = np.flatnonzero(height == np.repeat(np.maximum.reduceat(height, starts), sizes))
    return highest[_is_new(gap[highest])]


def _is_new(gap: NDArray[np.intp]) -> NDArray[np.bool_]:
    return np.concatenate([[True], gap[1:] != gap[:-1]])


def hull_area(curve: CountsCurve) -> float:
    """Return the area under the hull of the ROC curve."""
    entries = hull_entries(curve)
    return area_through(curve.counts.fp[entries], curve.counts.tp[entries])


def isotonic(curve: CountsCurve) -> NDArray[np.float64]:
    """Return, for each distinct score, the share of positives in its stretch of the hull.

    >>> from truecut.counting.score_table import ScoreTable
    >>> isotonic(CountsCurve(ScoreTable.from_rows([True, False, True, False], [4, 3, 2, 1]))).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """
    entries = hull_entries(curve)
    positives, negatives = np.diff(curve.counts.tp[entries]), np.diff(curve.counts.fp[entries])
    return np.repeat(positives / (positives + negatives), np.diff(entries))
