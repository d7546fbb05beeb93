"""The cost curve of Drummond & Holte (2006, Mach Learn 65:95): the normalised cost of the best threshold.

x is the share of all possible cost that misses could cause, p c_fn / (p c_fn + (1 - p) c_fp). Each threshold is the
straight line (1 - x) FPR + x FNR, and the curve is the lowest of them. It follows the rates linearly, so rectangles
around these carry over to it. The best of many thresholds on the same rows is optimistic.
"""

from __future__ import annotations

import numpy as np

from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.inference.bands.shape import Limits, Numbers, Shape, dkw_widths, wilson_around
from truecut.kernel.portable_hulls import corners_of_hull

MOST_CELLS = 250  # every threshold is a line at every x
OPTIMISTIC = "the lowest cost is chosen on the rows that measure it, which flatters it"


def lowest_cost(tp: Numbers, fp: Numbers, x: Numbers) -> Numbers:
    """Return the normalised cost of the best threshold at each x."""
    if len(tp) > MOST_CELLS + 1:
        corners = corners_of_hull(fp, tp)  # no other threshold is ever the best
        tp, fp = tp[corners], fp[corners]
    return np.asarray(_lines(tp, fp, x).min(axis=1))


def points(_model: Model, most: int) -> tuple[Numbers, None]:
    """Return evenly spaced x; a point of this curve has no threshold of its own."""
    return np.linspace(0, 1, max(2, most)), None


def by_chance(model: Model, x: Numbers, y: Numbers, level: float) -> Limits:
    """Return the limits as if the best threshold were fixed: Wilson's of both rates, joined as by Zou & Donner."""
    tp, fp = _corners(model)
    best = _lines(tp, fp, x).argmin(axis=1)
    fpr, fnr = fp[best] / fp[-1], 1 - tp[best] / tp[-1]
    positives, negatives = model.design.effective_rows
    fpr_low, fpr_high = wilson_around(fpr, negatives, level)
    fnr_low, fnr_high = wilson_around(fnr, positives, level)
    below = np.hypot((1 - x) * (fpr - fpr_low), x * (fnr - fnr_low))
    above = np.hypot((1 - x) * (fpr_high - fpr), x * (fnr_high - fnr))
    return y - below, y + above


def by_rectangles(model: Model, x: Numbers, level: float) -> Limits:
    """Return the limits within which the whole curve lies: every line is off by no more than its two rates are."""
    of_positives, of_negatives = dkw_widths(model, level)
    y, room = lowest_cost(*_corners(model), x), (1 - x) * of_negatives + x * of_positives
    # Flagging nothing costs x and flagging all 1 - x, whatever the rows.
    return np.maximum(0.0, y - room), np.minimum(y + room, np.minimum(x, 1 - x))


def _corners(model: Model) -> tuple[Numbers, Numbers]:
    counts, corners = model.curve.counts, hull_entries(model.curve)
    return np.asarray(counts.tp, dtype=float)[corners], np.asarray(counts.fp, dtype=float)[corners]


def _lines(tp: Numbers, fp: Numbers, x: Numbers) -> Numbers:
    return np.asarray(np.outer(1 - x, fp / fp[-1]) + np.outer(x, 1 - tp / tp[-1]))


COST = Shape(
    "cost",
    "probability_cost",
    "normalised_cost",
    lowest_cost,
    points,
    by_chance,
    by_rectangles,
    most_cells=MOST_CELLS,
    aliases=("cost_curve", "drummond_holte"),
    note=OPTIMISTIC,
    exact_at=(0.0, 1.0),
)
