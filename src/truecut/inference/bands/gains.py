"""Gain and lift: the share of positives among the highest rows, and how many times chance that is.

Where rows of one score lie on both sides of the limit, each is flagged in part, as breaking their tie by lot would do.
"""

from __future__ import annotations

from math import inf

import numpy as np

from truecut.catalogue.model import Model
from truecut.inference.bands.cells import fine_entries
from truecut.inference.bands.shape import Limits, Numbers, Shape, highest, wilson_around


def found_at(tp: Numbers, fp: Numbers, share: Numbers) -> Numbers:
    """Return the share of positives found when so large a share of all rows is flagged."""
    return np.asarray(highest(share * (tp[-1] + fp[-1]), tp + fp, tp) / tp[-1])


def lift_at(tp: Numbers, fp: Numbers, share: Numbers) -> Numbers:
    """Return how many times as many positives are found as by chance; NaN where nothing is flagged."""
    return np.asarray(np.divide(found_at(tp, fp, share), share, out=np.full(len(share), np.nan), where=share > 0))


def points(model: Model, most: int) -> tuple[Numbers, Numbers]:
    """Return shares of rows flagged that lie evenly along the curve, with their thresholds."""
    curve = model.curve
    flagged = np.asarray(curve.counts.tp + curve.counts.fp, dtype=float)
    entries = fine_entries(curve, most)
    return flagged[entries] / flagged[-1], curve.thresholds[entries]


def points_of_lift(model: Model, most: int) -> tuple[Numbers, Numbers]:
    """Return the same without the point where nothing is flagged, which has no lift."""
    shares, thresholds = points(model, most)
    return shares[1:], thresholds[1:]


def by_chance(model: Model, x: Numbers, y: Numbers, level: float) -> Limits:
    """Return the closer of Wilson's limits, of the positives that are found and of the flagged that are positive."""
    positives, negatives = model.design.effective_rows
    flagged = x * (positives + negatives)
    of_flagged = np.divide(y * positives, flagged, out=np.full(len(x), np.nan), where=flagged > 0)
    low, high = wilson_around(y, positives, level)
    flagged_low, flagged_high = wilson_around(np.minimum(of_flagged, 1.0), flagged, level)
    return np.fmax(low, flagged_low * flagged / positives), np.fmin(high, flagged_high * flagged / positives)


def lift_by_chance(model: Model, x: Numbers, y: Numbers, level: float) -> Limits:
    """Return the same limits, as multiples of chance."""
    # A lift times its share is a share of positives, but for rounding.
    low, high = by_chance(model, x, np.minimum(y * x, 1.0), level)
    some = np.where(x > 0, x, np.nan)
    return low / some, high / some


GAIN = Shape("gain", "share_flagged", "recall", found_at, points, by_chance, aliases=("gains",), exact_at=(0.0, 1.0))
LIFT = Shape(
    "lift", "share_flagged", "lift", lift_at, points_of_lift, lift_by_chance, bounds=(0.0, inf), exact_at=(1.0,)
)
