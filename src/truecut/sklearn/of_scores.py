"""Curves and areas of two classes, by scikit-learn's own order of operations: equal to the last bit.

Counts are whole numbers, so any way of counting gives the same ones. What follows them does not: points in the middle
of a line are dropped where scikit-learn drops them, rates are divided, and areas are added up as it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.sklearn.columns import HandedOn, column, require_one, two_labels, whole_weights
from truecut.sklearn.shared_counts import made_once

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
NOTHING = np.zeros(1, np.int64)
ABOVE_ALL = np.array([np.inf])  # before scores of any type, which become floats beside it


@dataclass(frozen=True, eq=False)
class Ranked:
    """Per distinct score, highest first: its rows of each class, and all those from the highest on.

    Whole numbers that floats hold exactly: a quotient of two is the same as that of the floats which scikit-learn
    makes.
    """

    scores: NDArray[Any]
    positives: Whole
    negatives: Whole

    @property
    def tps(self) -> Whole:
        """Return the positives from the highest score on."""
        return self._cumulated[0]

    @property
    def fps(self) -> Whole:
        """Return the negatives from the highest score on."""
        return self._cumulated[1]

    @cached_property
    def _cumulated(self) -> tuple[Whole, Whole]:
        tps, fps = kernel.cumulated(self.positives, self.negatives)
        return tps[1:], fps[1:]


def counted_scores(y_true: Any, y_score: Any, sample_weight: Any) -> Ranked:
    """Count what stands at each score."""
    return made_once("scores", (y_true, y_score, sample_weight), lambda: _ranked(y_true, y_score, sample_weight))


def _ranked(y_true: Any, y_score: Any, sample_weight: Any) -> Ranked:
    labels, scores = column(y_true), column(y_score)
    if labels.size != scores.size:
        raise HandedOn("there are more or fewer scores than labels")
    if scores.dtype.kind == "b":
        raise HandedOn("scores are booleans")
    weights = whole_weights(sample_weight, labels.size)
    try:
        counted = _tallied(labels, scores, weights)
    except kernel.NotANumber:
        raise HandedOn("a score is NaN") from None
    values, positives, negatives = counted.scores, counted.positives, counted.negatives
    if scores.dtype.kind == "f" and not (isfinite(values[0]) and isfinite(values[-1])):
        raise HandedOn("a score is infinite")
    if weights is not None:
        weighs = (positives + negatives) > 0  # rows of no weight are dropped
        values, positives, negatives = values[weighs], positives[weighs], negatives[weighs]
    ranks = counted.ranks  # nearly always counted on the way
    if not (ranks.positives and ranks.negatives if ranks else positives.any() and negatives.any()):
        raise HandedOn("a class is missing")
    return Ranked(values.astype(scores.dtype, copy=False), positives, negatives)


def _tallied(labels: NDArray[Any], scores: NDArray[Any], weights: NDArray[np.int64] | None) -> kernel.CountedScores:
    try:
        return kernel.tally(labels, scores, weights)
    except kernel.NotANumber:
        raise
    except ValueError:  # labels are neither 0 nor 1: perhaps -1 and 1
        return kernel.tally(two_labels(labels).are_positive, scores, weights)


def _thresholds(found: Ranked, y_score: Any) -> NDArray[Any]:
    """Return the scores, unless a zero has a sign: which of 0.0 and -0.0 is told depends on the order of rows."""
    scores = found.scores
    if scores.dtype.kind == "f" and scores[-1] <= 0 <= scores[0]:
        place = int(np.searchsorted(-scores, 0.0))
        if place < scores.size and scores[place] == 0:
            given = column(y_score)
            if np.signbit(given[given == 0]).any():
                raise HandedOn("a score is -0.0")
    return scores


def confusion_matrix_at_thresholds(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None
) -> tuple[NDArray[Any], ...]:
    """Return true negatives, false positives, false negatives and true positives at every distinct score."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    tps, fps, scores = found.tps, found.fps, _thresholds(found, y_score)
    cells = fps[-1] - fps, fps, tps[-1] - tps, tps
    return (*(cell.astype(float) for cell in cells), scores.copy())


def _ends_of_steps(tps: Whole) -> NDArray[np.bool_]:
    kept = np.ones(tps.size, dtype=bool)
    kept[1:-1] = (np.diff(tps[:-1]) != 0) | (np.diff(tps[1:]) != 0)
    return kept


def roc_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = True
) -> tuple[NDArray[Any], ...]:
    """Return false positive rates, true positive rates and thresholds."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    thresholds = _thresholds(found, y_score)
    if drop_intermediate:
        fpr, tpr, places = kernel.corner_rates(found.positives, found.negatives)
        thresholds = thresholds[places]
    else:
        fps, tps = np.concatenate((NOTHING, found.fps)), np.concatenate((NOTHING, found.tps))
        fpr, tpr = fps / fps[-1], tps / tps[-1]
    return fpr, tpr, np.concatenate((ABOVE_ALL, thresholds))


def precision_recall_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = False
) -> tuple[NDArray[Any], ...]:
    """Return precisions, recalls and thresholds, lowest threshold first."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    scores = _thresholds(found, y_score)
    precision, recall = kernel.precision_recall(found.positives, found.negatives)
    if drop_intermediate and scores.size > 2:
        kept = _ends_of_steps(found.tps)
        scores = scores[kept]
        beside = np.append(kept[::-1], True)  # lowest first, and above all scores
        precision, recall = precision[beside], recall[beside]
    return precision, recall, scores[::-1].copy()


def det_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = False
) -> tuple[NDArray[Any], ...]:
    """Return false positive rates, false negative rates and thresholds, lowest threshold first."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    scores = np.concatenate((ABOVE_ALL, _thresholds(found, y_score)))[::-1]
    fpr, fnr = kernel.error_rates(found.positives, found.negatives)
    if drop_intermediate and scores.size > 2:
        kept = _ends_of_steps(np.concatenate((NOTHING, found.tps)))[::-1]
        scores, fpr, fnr = scores[kept], fpr[kept], fnr[kept]
    # Of scores that miss nobody the highest is kept, and of those without a false alarm the lowest.
    without_misses, without_alarms = (int(np.searchsorted(rates, 0.0, "right")) for rates in (fnr, fpr[::-1]))
    part = slice(without_misses - 1, fpr.size - without_alarms + 1)
    return fpr[part], fnr[part], scores[part].copy()


def roc_auc_score(y_true: Any, y_score: Any, *, sample_weight: Any = None, max_fpr: Any = None) -> Any:
    """Return the area under the ROC curve; up to a false positive rate, as McClish (1989) standardises it."""
    if max_fpr is not None and not (type(max_fpr) in (int, float) and 0 < max_fpr <= 1):
        raise HandedOn("max_fpr is no plain share")
    found = counted_scores(y_true, y_score, sample_weight)
    if max_fpr is None or max_fpr == 1:
        return float(kernel.corner_areas(found.positives, found.negatives).sum())
    fpr, tpr, _ = kernel.corner_rates(found.positives, found.negatives)
    stop = int(np.searchsorted(fpr, max_fpr, "right"))
    highest = np.interp(max_fpr, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    area = float(np.trapezoid(np.append(tpr[:stop], highest), np.append(fpr[:stop], max_fpr)))
    least = 0.5 * max_fpr**2
    return 0.5 * (1 + (area - least) / (max_fpr - least))


def average_precision_score(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Return the precisions, weighed by the recall that each threshold adds."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    return float(max(0.0, -np.sum(kernel.recall_losses(found.positives, found.negatives))))
