"""Areas under the ROC curve and the precision-recall curve.

Rows of one score are one straight piece of the ROC curve: nobody knows their order, so half of
the pairs inside it count as right. Each function asks for a curve on which its area exists; who
calls it has made sure that no class it needs is missing.
"""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.searching import first_reaching

WHOLE = (0.0, 1.0)
Span = tuple[float, float]


def roc_area(curve: CountsCurve) -> float:
    """Return how often a positive scores above a negative, ties counting half.

    >>> from truecut.counting.score_table import ScoreTable
    >>> roc_area(CountsCurve(ScoreTable.from_rows([False, False, True, True], [0.1, 0.4, 0.35, 0.8])))
    0.75
    """
    ranking = curve.table.ranking
    return area_through(curve.counts.fp, curve.counts.tp) if ranking is None else ranking.area


def area_through(fp: NDArray[Any], tp: NDArray[Any]) -> float:
    """Return the area under straight lines through these points, as a share of the whole square."""
    x, y = scaled(fp), scaled(tp)
    # Twice the area below and above, in pairs of rows: whole counts give whole numbers, and where
    # nothing lies above, the area is exactly 1, whatever the weights.
    below = (np.diff(x) * (y[1:] + y[:-1])).sum()
    above = (np.diff(x) * ((y[-1] - y[1:]) + (y[-1] - y[:-1]))).sum()
    return float(below / (below + above))


def scaled(cumulated: NDArray[Any]) -> NDArray[np.float64]:
    """Return the counts over a power of two, which loses no digit, so that no product overflows."""
    exponent = int(np.frexp(float(cumulated[-1]))[1])
    return np.asarray(np.ldexp(cumulated.astype(float), -exponent))


def roc_area_within(curve: CountsCurve, fpr: Span = WHOLE, tpr: Span = WHOLE) -> float:
    """Return the area under the ROC curve inside a window of false and true positive rates.

    >>> from truecut.counting.score_table import ScoreTable
    >>> roc_area_within(CountsCurve(ScoreTable.from_rows([False, True], [0.4, 0.8])), fpr=(0.0, 0.25))
    0.25
    """
    counts = curve.counts
    # Pieces left and right of the window are never looked at. One more on either side does no harm, and rounding might.
    first, last = first_reaching(counts.fp, np.array(fpr) * float(counts.fp[-1]) + [-1.0, 1.0])
    around = slice(max(0, int(first) - 1), int(last) + 1)
    return _area_within(counts.fp[around] / counts.fp[-1], counts.tp[around] / counts.tp[-1], fpr, tpr)


def standardised_area_within(curve: CountsCurve, fpr: Span = WHOLE, tpr: Span = WHOLE) -> float:
    """Return the area inside a window on McClish's scale: 1/2 is the diagonal, 1 fills the window.

    A window that lies under the diagonal is filled by chance alone and has no such scale: NaN.
    """
    corner = np.array(WHOLE)
    by_chance = _area_within(corner, corner, fpr, tpr)
    room = _size(fpr, tpr) - by_chance
    return (1 + (roc_area_within(curve, fpr, tpr) - by_chance) / room) / 2 if room > 0 else nan


def _size(across: Span, up: Span) -> float:
    return (across[1] - across[0]) * (up[1] - up[0])


def _area_within(x: NDArray[Any], y: NDArray[Any], across: Span, up: Span) -> float:
    area = _area_above(x, y, across, up[0]) - _area_above(x, y, across, up[1])
    return min(max(0.0, area), _size(across, up))  # outside is rounding


def _area_above(x: NDArray[Any], y: NDArray[Any], across: Span, floor: float) -> float:
    """Return the area between a horizontal line and the rising curve above it."""
    edges = np.clip(x, *across)
    left, right = edges[:-1], edges[1:]
    width = np.diff(x)
    rise = np.divide(np.diff(y), width, out=np.zeros(len(width)), where=width > 0)
    start = y[:-1] + rise * (left - x[:-1]) - floor
    end = y[:-1] + rise * (right - x[:-1]) - floor
    # A piece that crosses the line leaves a triangle above it; its base is end / (end - start) of the piece.
    crosses = (start < 0) & (end > 0)
    base = np.divide(end, end - start, out=np.ones(len(end)), where=crosses)
    height = np.maximum(start, 0) + np.maximum(end, 0)
    return float(((right - left) * base * height).sum() / 2)


def average_precision(curve: CountsCurve) -> float:
    """Return the mean, over the positives, of the precision where each of them is just flagged.

    >>> from truecut.counting.score_table import ScoreTable
    >>> average_precision(CountsCurve(ScoreTable.from_rows([True, False, True], [0.9, 0.5, 0.1])))
    0.8333333333333333
    """
    table = curve.table
    if table.positives.dtype == table.negatives.dtype == np.int64:
        return kernel.average_precision(table.positives, table.negatives)
    tp, fp = curve.counts.tp, curve.counts.fp
    precision = tp[1:] / (tp[1:] + fp[1:])
    return float((table.positives * precision).sum() / table.total_positive)


def interpolated_pr_area(curve: CountsCurve) -> float:
    """Return the area under the precision-recall curve, each tied block flagged bit by bit.

    Between two points the counts move along a straight line, so the precision bends: a straight
    line there, as in the trapezoid rule, would promise too much.
    """
    counts = curve.counts
    has_positives = np.flatnonzero(curve.table.positives[1:]) + 1
    if counts.tp.dtype != np.int64:  # a weight may be too small to be seen in a sum
        has_positives = has_positives[counts.tp[has_positives + 1] > counts.tp[has_positives]]
    (tp, fp), (before, fp_before) = (
        (counts.tp[entries].astype(float), counts.fp[entries].astype(float))
        for entries in (np.append(1, has_positives + 1), has_positives)
    )
    first = tp[0] * (tp[0] / (tp[0] + fp[0]))
    more, more_fp = tp[1:] - before, fp[1:] - fp_before
    flagged = before + fp_before
    growth = (more + more_fp) / flagged
    damping = np.log1p(growth) / growth
    # The mean precision of a block as a sum of positive parts: the textbook form subtracts two
    # nearly equal numbers where positives are rare.
    mean = before * (more + more_fp * damping) + fp_before * more * (1 - damping)
    area = (first + (more * (mean / flagged / (more + more_fp))).sum()) / float(counts.tp[-1])
    return min(1.0, float(area))  # a mean of precisions: more than 1 is rounding
