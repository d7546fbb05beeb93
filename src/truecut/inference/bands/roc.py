"""The ROC curve: the share of positives found at each share of negatives flagged.

Simultaneously, both observed distributions lie within a known distance of the true ones, whatever these are (Dvoretzky,
Kiefer & Wolfowitz), so the curve lies within rectangles of that size (Campbell 1994, Stat Med 13:499): valid at any
number of rows, and wider than needed. Pointwise, the threshold that gives an FPR is itself estimated, so the rows are
drawn again; the binomial interval alone would be too narrow, and is only the least that the limits reach to.
"""

from __future__ import annotations

import numpy as np

from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.inference.bands.cells import fine_entries
from truecut.inference.bands.shape import Limits, Numbers, Shape, dkw_widths, highest, lowest, wilson_around


def tpr_at(tp: Numbers, fp: Numbers, fpr: Numbers) -> Numbers:
    """Return the share of positives found at each FPR, the most where a threshold leaves a choice."""
    return np.asarray(highest(fpr * fp[-1], fp, tp) / tp[-1])


def points(model: Model, most: int) -> tuple[Numbers, Numbers]:
    """Return FPRs along the curve and their thresholds: corners of its hull, and others evenly between them."""
    curve = model.curve
    corners = hull_entries(curve)
    corners = corners[:: max(1, -(-2 * len(corners) // most))]  # of very many, so many that half of the points are left
    entries = np.union1d(fine_entries(curve, max(2, most - len(corners))), corners)
    fp = np.unique(np.asarray(curve.counts.fp, dtype=float)[entries])
    last = np.searchsorted(np.asarray(curve.counts.fp, dtype=float), fp, side="right") - 1
    return fp / float(curve.counts.fp[-1]), curve.thresholds[last]


def by_chance(model: Model, _x: Numbers, y: Numbers, level: float) -> Limits:
    """Return Wilson's limits of the share of positives found."""
    return wilson_around(y, model.design.effective_rows[0], level)


def campbell(model: Model, x: Numbers, level: float) -> Limits:
    """Return the limits within which the whole curve lies, valid for any number of rows."""
    up, across = dkw_widths(model, level)
    tp, fp = (np.asarray(column, dtype=float) for column in (model.curve.counts.tp, model.curve.counts.fp))
    right, left = np.minimum(x + across, 1.0), np.maximum(x - across, 0.0)
    high = np.where(x + across >= 1, 1.0, np.minimum(1.0, tpr_at(tp, fp, right) + up))
    low = np.where(x <= across, 0.0, np.maximum(0.0, lowest(left * fp[-1], fp, tp) / tp[-1] - up))
    return low, high


ROC = Shape("roc", "fpr", "tpr", tpr_at, points, by_chance, campbell, exact_at=(1.0,))
