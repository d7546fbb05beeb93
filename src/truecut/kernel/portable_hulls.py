"""Hulls and rising shares with NumPy alone: all gaps, and all regressions, advance together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rising_shares(positives: NDArray[Any], rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rising shares that fit the positives among the rows best, one regression per line.

    Every run of falling shares is pooled in one go, and all regressions advance together, so a thousand of them need a
    few passes over one array. Pooling in any order ends the same.
    """
    times, scores = positives.shape
    successes, trials = positives.reshape(-1), np.broadcast_to(rows, positives.shape).reshape(-1)
    sizes = np.ones(len(trials), dtype=np.int64)
    opens = np.zeros(len(trials), dtype=bool)  # the first block of each regression
    opens[::scores] = True
    while True:
        # a / b >= c / d without dividing: whole counts are compared exactly.
        falls = successes[:-1] * trials[1:] >= successes[1:] * trials[:-1]
        begins = opens.copy()
        begins[1:] |= ~falls
        starts = np.flatnonzero(begins)
        if len(starts) == len(trials):
            return np.repeat(successes / trials, sizes).reshape(times, scores)
        successes, trials, sizes = (np.add.reduceat(column, starts) for column in (successes, trials, sizes))
        opens = opens[starts]


def hull_of_counts(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the entries of the curve that are corners of its upper convex hull, the first and the last included."""
    tp, fp = (np.concatenate([[0], np.cumsum(side)]) for side in (positives, negatives))
    return corners_of_hull(fp, tp).astype(np.int64)


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
