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


def hull_corners(across: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say of many rising lines, one per row, which points are corners of their upper convex hulls."""
    lines, points = across.shape
    starts = np.arange(lines) * points
    # Of equal points the first is kept, at the end of a line too.
    ends = starts + np.argmax((across == across[:, -1:]) & (up == up[:, -1:]), axis=1)
    inside = np.flatnonzero(np.arange(lines * points) < np.repeat(ends, points))
    return _corners(across.ravel(), up.ravel(), np.union1d(starts, ends), inside).reshape(lines, points)


def corners_of_hull(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """Return which points of a rising line are corners of its upper convex hull, the first and the last included."""
    return np.flatnonzero(_corners(x, y, np.array([0, len(x) - 1]), np.arange(1, len(x) - 1)))


def _corners(x: NDArray[Any], y: NDArray[Any], known: NDArray[np.intp], inside: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Find the other corners among the points inside.

    In each gap between known corners, the point farthest above the chord is a corner too; all gaps are searched at
    once, until no point is left above a chord. Points on a chord are none.
    """
    is_corner = np.zeros(len(x), np.bool_)
    is_corner[known] = True
    inside = inside[~is_corner[inside]]
    while len(inside):
        corners = np.flatnonzero(is_corner)
        gap = np.searchsorted(corners, inside)
        left, right = corners[gap - 1], corners[gap]
        height = (x[right] - x[left]) * (y[inside] - y[left]) - (y[right] - y[left]) * (x[inside] - x[left])
        above = height > 0
        inside, height, gap = inside[above], height[above], gap[above]
        is_corner[inside[_first_highest(height, gap)]] = True
        inside = inside[~is_corner[inside]]
    return is_corner


def _first_highest(height: NDArray[Any], gap: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of the highest point of each gap; the first of equals is a corner for sure."""
    starts = run_starts(gap)
    if not len(starts):
        return starts
    highest = np.repeat(np.maximum.reduceat(height, starts), np.diff(starts, append=len(gap)))
    at_highest = np.flatnonzero(height == highest)
    return at_highest[run_starts(gap[at_highest])]


def run_starts(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """Return where each run of equal values begins."""
    is_first = np.ones(ordered.size, np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return np.flatnonzero(is_first)
