"""The best of one metric while another keeps to a limit, for many curves at once.

Over the scores themselves only the points of the curve count, as in the catalogue. Over groups of scores the limit is
met somewhere inside a group, whose rows come in one by one: there the curve is a straight line, and the point on it
where the limit is just met counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Better, metric
from truecut.catalogue.subject_to import USUAL_LEAST
from truecut.inference.resampling.many_curves import Curves, Values, Ways


def _best_subject_to(
    curves: Curves, maximise: str, subject_to: str, at_least: float | None, at_most: float | None
) -> Values:
    if at_least is None and at_most is None:
        at_least = USUAL_LEAST
    if curves.is_coarse and (maximise, subject_to, at_most) == ("recall", "precision", None) and at_least is not None:
        return _recall_at_precision(curves, at_least)
    wanted = metric(maximise)
    values, limited = curves.along(wanted), curves.along(metric(subject_to))
    met = limited <= np.inf if at_least is None else limited >= at_least
    if at_most is not None:
        met &= limited <= at_most
    # NaN never wins.
    choose, worst = (np.fmin, np.inf) if wanted.better == Better.LOWER else (np.fmax, -np.inf)
    best = choose.reduce(values, axis=1, where=met, initial=worst)
    return np.where(best == worst, np.nan, best)


def _recall_at_precision(curves: Curves, precision: float) -> Values:
    if not curves.is_coarse:
        return _best_subject_to(curves, "recall", "precision", precision, None)
    met = curves.along(metric("precision")) >= precision
    last = met.shape[1] - 1 - np.argmax(met[:, ::-1], axis=1)
    tp, fp, more, more_fp = _piece_after(curves, last)
    # (tp + u more) / (tp + u more + fp + u more_fp) = precision
    missing = precision * (more + more_fp) - more
    part = np.divide(tp - precision * (tp + fp), missing, out=np.zeros(len(curves)), where=missing > 0)
    return np.where(met.any(axis=1), (tp + np.clip(part, 0, 1) * more) / curves.total_positive, np.nan)


def _precision_at_recall(curves: Curves, recall: float) -> Values:
    best = _best_subject_to(curves, "precision", "recall", recall, None)
    if not curves.is_coarse:
        return best
    tp, fp = _met_at(curves.tp, curves.fp, recall * curves.total_positive)
    return np.fmax(best, tp / (tp + fp))


def _recall_within(curves: Curves, fpr: float) -> Values:
    _, tp = _met_at(curves.fp, curves.tp, fpr * curves.total_negative, from_the_right=True)
    return np.asarray(tp / curves.total_positive)


def _sensitivity_at_specificity(curves: Curves, specificity: float) -> Values:
    if curves.is_coarse:
        return _recall_within(curves, 1 - specificity)
    return _best_subject_to(curves, "recall", "specificity", specificity, None)


def _recall_at_fpr(curves: Curves, fpr: float) -> Values:
    return _recall_within(curves, fpr) if curves.is_coarse else _best_subject_to(curves, "recall", "fpr", None, fpr)


def _specificity_at_sensitivity(curves: Curves, sensitivity: float) -> Values:
    if not curves.is_coarse:
        return _best_subject_to(curves, "specificity", "recall", sensitivity, None)
    _, fp = _met_at(curves.tp, curves.fp, sensitivity * curves.total_positive)
    return np.asarray(1 - fp / curves.total_negative)


def _met_at(first: Values, second: Values, limit: Values, from_the_right: bool = False) -> tuple[Values, Values]:
    """Return both counts where the first one reaches its limit, or, from the right, where it is about to leave it."""
    below = first <= limit[:, None] if from_the_right else first < limit[:, None]
    after = np.clip(below.sum(axis=1), 1, first.shape[1] - 1)
    each = np.arange(len(first))
    start, end = first[each, after - 1], first[each, after]
    part = np.divide(limit - start, end - start, out=np.ones(len(first)), where=end > start)
    part = np.clip(part, 0, 1)
    return start + part * (end - start), second[each, after - 1] * (1 - part) + second[each, after] * part


def _piece_after(curves: Curves, entry: NDArray[np.intp]) -> tuple[Values, Values, Values, Values]:
    each, after = np.arange(len(curves)), np.minimum(entry + 1, curves.tp.shape[1] - 1)
    tp, fp = curves.tp[each, entry], curves.fp[each, entry]
    return tp, fp, curves.tp[each, after] - tp, curves.fp[each, after] - fp


WAYS: Ways = {
    "best_subject_to": _best_subject_to,
    "recall_at_precision": _recall_at_precision,
    "precision_at_recall": _precision_at_recall,
    "sensitivity_at_specificity": _sensitivity_at_specificity,
    "specificity_at_sensitivity": _specificity_at_sensitivity,
    "recall_at_fpr": _recall_at_fpr,
}
