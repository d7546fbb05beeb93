"""Curves and areas of two classes, by scikit-learn's own order of operations: equal to the last bit.

Counts are whole numbers, so any way of counting gives the same ones. What follows them does not: points in the middle
of a line are dropped where scikit-learn drops them, rates are divided, and areas are added up as it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.sklearn.columns import HandedOn, column, require_one, two_labels, whole_weights
from truecut.sklearn.shared_counts import made_once

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
NOTHING = np.zeros(1, np.int64)


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
        counted = kernel.tally(two_labels(labels).are_positive, scores, weights)
    except kernel.NotANumber:
        raise HandedOn("a score is NaN") from None
    values, positives, negatives = counted.scores, counted.positives, counted.negatives
    if scores.dtype.kind == "f" and not (np.isfinite(values[0]) and np.isfinite(values[-1])):
        raise HandedOn("a score is infinite")
    if weights is not None:
        weighs = (positives + negatives) > 0  # rows of no weight are dropped
        values, positives, negatives = values[weighs], positives[weighs], negatives[weighs]
    if not positives.any() or not negatives.any():
        raise HandedOn("a class is missing")
    return Ranked(values.astype(scores.dtype, copy=False), positives, negatives)


def _thresholds(found: Ranked, y_score: Any) -> NDArray[Any]:
    """Return the scores, unless a zero has a sign: which of 0.0 and -0.0 is told depends on the order of rows."""
    scores = found.scores
    if scores.dtype.kind == "f":
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


def _corners(found: Ranked) -> NDArray[np.intp] | slice:
    """Return where a second difference of the counts is not zero, and both ends."""
    if found.tps.size <= 2:
        return slice(None)
    kept = np.ones(found.tps.size, dtype=bool)
    # A second difference of running totals is a first difference of what was added up.
    np.not_equal(found.negatives[2:], found.negatives[1:-1], out=kept[1:-1])
    kept[1:-1] |= found.positives[2:] != found.positives[1:-1]
    return np.flatnonzero(kept)


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
        rates = kernel.corner_rates(found.positives, found.negatives)
        thresholds = thresholds[_corners(found)]
    else:
        fps, tps = np.concatenate((NOTHING, found.fps)), np.concatenate((NOTHING, found.tps))
        rates = fps / fps[-1], tps / tps[-1]
    return (*rates, np.concatenate(([np.inf], thresholds.astype(float, copy=False))))


def precision_recall_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = False
) -> tuple[NDArray[Any], ...]:
    """Return precisions, recalls and thresholds, lowest threshold first."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    tps, fps, scores = found.tps, found.fps, _thresholds(found, y_score)
    if drop_intermediate and fps.size > 2:
        kept = _ends_of_steps(tps)
        tps, fps, scores = tps[kept], fps[kept], scores[kept]
    precision, recall = tps / (tps + fps), tps / tps[-1]
    return np.concatenate((precision[::-1], [1.0])), np.concatenate((recall[::-1], [0.0])), scores[::-1].copy()


def det_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = False
) -> tuple[NDArray[Any], ...]:
    """Return false positive rates, false negative rates and thresholds, lowest threshold first."""
    require_one(pos_label)
    found = counted_scores(y_true, y_score, sample_weight)
    tps, fps = np.concatenate((NOTHING, found.tps)), np.concatenate((NOTHING, found.fps))
    scores = np.concatenate(([np.inf], _thresholds(found, y_score).astype(float, copy=False)))
    if drop_intermediate and fps.size > 2:
        kept = _ends_of_steps(tps)
        tps, fps, scores = tps[kept], fps[kept], scores[kept]
    first = int(np.searchsorted(fps, fps[0], side="right")) - 1
    part = slice(first, int(np.searchsorted(tps, tps[-1])) + 1)
    misses = tps[-1] - tps
    return np.flip(fps[part]) / fps[-1], np.flip(misses[part]) / tps[-1], np.flip(scores[part])


def roc_auc_score(y_true: Any, y_score: Any, *, sample_weight: Any = None, max_fpr: Any = None) -> Any:
    """Return the area under the ROC curve; up to a false positive rate, as McClish (1989) standardises it."""
    if max_fpr is not None and not (type(max_fpr) in (int, float) and 0 < max_fpr <= 1):
        raise HandedOn("max_fpr is no plain share")
    found = counted_scores(y_true, y_score, sample_weight)
    fpr, tpr = kernel.corner_rates(found.positives, found.negatives)
    if max_fpr is None or max_fpr == 1:
        return float(np.trapezoid(tpr, fpr))
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
