"""The precision-recall curve: the precision at the highest threshold that reaches a recall.

Between two thresholds rows are flagged in proportion, so precision runs along a hyperbola and no straight line (Davis &
Goadrich 2006). At recall 0 nothing is flagged and there is no precision. Below the recall of the first threshold there
is no point of the curve, and none is made up.
"""

from __future__ import annotations

import numpy as np

from truecut.catalogue.model import Model
from truecut.inference.bands.cells import fine_entries
from truecut.inference.bands.shape import Limits, Numbers, Shape, dkw_widths, highest, lowest, wilson_around
from truecut.inference.proportions import clopper_pearson


def precision_at(tp: Numbers, fp: Numbers, recall: Numbers) -> Numbers:
    """Return the precision at each recall; NaN at recall 0."""
    found = recall * tp[-1]
    flagged = found + lowest(found, tp, fp)
    return np.asarray(np.divide(found, flagged, out=np.full(len(recall), np.nan), where=found > 0))


def points(model: Model, most: int) -> tuple[Numbers, Numbers]:
    """Return recalls that lie evenly along the curve, and the threshold that first reaches each."""
    curve = model.curve
    all_tp = np.asarray(curve.counts.tp, dtype=float)
    tp = np.unique(all_tp[fine_entries(curve, most)])
    tp = tp[tp > 0]
    return tp / all_tp[-1], curve.thresholds[np.searchsorted(all_tp, tp, side="left")]


def by_chance(model: Model, x: Numbers, y: Numbers, level: float) -> Limits:
    """Return Wilson's limits of precision, given how many rows are flagged."""
    positives, negatives = model.design.effective_rows
    table = model.table
    equal = (positives + negatives) / float(table.total_positive + table.total_negative)
    flagged = np.divide(x * float(table.total_positive), y, out=np.full(len(x), np.nan), where=y > 0)
    return wilson_around(y, flagged * equal, level)


def by_rectangles(model: Model, x: Numbers, level: float) -> Limits:
    """Return the limits within which the whole curve lies, valid for any number of rows.

    They follow from how far both rates and the share of positives may lie from the observed ones, all at once.
    """
    (least, most), parts = _prevalence(model, level)
    up, across = dkw_widths(model, level, parts)
    tp, fp = (np.asarray(column, dtype=float) for column in (model.curve.counts.tp, model.curve.counts.fp))
    # A threshold of true recall x has an observed one within `up`, and its FPR is within `across` of the observed one.
    further = highest(np.minimum(x + up, 1.0) * tp[-1], tp, fp) / fp[-1]
    nearer = lowest(np.maximum(x - up, 0.0) * tp[-1], tp, fp) / fp[-1]
    most_flagged = np.where(x + up >= 1, 1.0, np.minimum(1.0, further + across))
    fewest_flagged = np.where(x <= up, 0.0, np.maximum(0.0, nearer - across))
    return _precision(least, x, most_flagged), _precision(most, x, fewest_flagged)


def _prevalence(model: Model, level: float) -> tuple[tuple[float, float], int]:
    """Return between which limits the share of positives lies, and how many statements the band is made of."""
    table = model.table
    share = float(table.total_positive) / float(table.total_positive + table.total_negative)
    if model.design.fixes_prevalence:
        return (share, share), 2
    return clopper_pearson(
        float(table.total_positive), float(table.total_positive + table.total_negative), level ** (1 / 3)
    ), 3


def _precision(prevalence: float, tpr: Numbers, fpr: Numbers) -> Numbers:
    found, invented = prevalence * tpr, (1 - prevalence) * fpr
    return np.asarray(np.divide(found, found + invented, out=np.full(len(tpr), np.nan), where=found > 0))


PRECISION_RECALL = Shape(
    "pr",
    "recall",
    "precision",
    precision_at,
    points,
    by_chance,
    by_rectangles,
    by_class=False,
    aliases=("precision_recall", "precision-recall"),
)
