"""Metrics of labels against predictions: they depend on four counts alone.

Those with plain options are computed here. For all others the rows become four, one for each pair of label and
prediction that occurs, with the counts as weights; scikit-learn answers on those, with its own options, warnings and
errors.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.sklearn.columns import HandedOn, column, require_one, two_labels, whole_weights
from truecut.sklearn.shared_counts import made_once

LARGEST_SQUARED = 2**26  # whose square a float holds exactly


class FourCounts(NamedTuple):
    """The four counts, what the lower label is, and of which types labels and predictions were."""

    tn: int
    fp: int
    fn: int
    tp: int
    low: int
    label_type: np.dtype[Any]
    prediction_type: np.dtype[Any]


def four_counts(y_true: Any, y_pred: Any, sample_weight: Any) -> FourCounts:
    """Count labels against predictions."""
    return made_once("predictions", (y_true, y_pred, sample_weight), lambda: _counted(y_true, y_pred, sample_weight))


def _counted(y_true: Any, y_pred: Any, sample_weight: Any) -> FourCounts:
    labels, predictions = column(y_true), column(y_pred)
    if labels.size != predictions.size:
        raise HandedOn("there are more or fewer predictions than labels")
    weights = whole_weights(sample_weight, labels.size)
    found = kernel.agreement(labels, predictions) if weights is None else None
    if found is None:
        low, rows, (positives, flags, tp) = _summed(labels, predictions, weights)
    else:  # nearly always, and in one pass
        low, rows, (positives, flags, tp) = 0, labels.size, found
    tn, fp, fn = rows - positives - flags + tp, flags - tp, positives - tp
    return FourCounts(tn, fp, fn, tp, low, labels.dtype, predictions.dtype)


def _summed(
    labels: NDArray[Any], predictions: NDArray[Any], weights: NDArray[np.int64] | None
) -> tuple[int, int, tuple[int, int, int]]:
    """Return the lower label, the rows, and how many of them are positive, flagged and both."""
    (positive, low), (flagged, low_predicted) = two_labels(labels), two_labels(predictions)
    if low != low_predicted:
        raise HandedOn("labels are {0, 1} and predictions {-1, 1}, or the other way round")
    of_each = positive, flagged, positive & flagged
    if weights is None:
        positives, flags, tp = (int(np.count_nonzero(of)) for of in of_each)
        return low, labels.size, (positives, flags, tp)
    if not weights.all():
        raise HandedOn("a row has no weight, but may be the only one of its label")
    positives, flags, tp = (int(weights[of].sum()) for of in of_each)
    return low, int(weights.sum()), (positives, flags, tp)


def four_rows(counts: FourCounts) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return one row for each pair of label and prediction that occurs, and how often it does."""
    often = np.array(counts[:4], np.int64)
    occurs = often > 0
    labels = np.array([counts.low, counts.low, 1, 1])[occurs].astype(counts.label_type)
    predictions = np.array([counts.low, 1, counts.low, 1])[occurs].astype(counts.prediction_type)
    return labels, predictions, often[occurs]


def _share(part: float, whole: float) -> float:
    if not whole:
        raise HandedOn("a share of nothing is undefined")
    return float(part) / float(whole)


def _of_class(value: Callable[[FourCounts], float]) -> Callable[..., float]:
    """Return a metric of the positive class alone."""

    def answer(y_true: Any, y_pred: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
        if pos_label is None:
            raise HandedOn("pos_label is None")
        require_one(pos_label)
        return value(four_counts(y_true, y_pred, sample_weight))

    return answer


precision_score = _of_class(lambda of: _share(of.tp, of.tp + of.fp))
recall_score = _of_class(lambda of: _share(of.tp, of.tp + of.fn))
jaccard_score = _of_class(lambda of: _share(of.tp, of.tp + of.fp + of.fn))


def fbeta_score(y_true: Any, y_pred: Any, *, beta: Any, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Return the F score that weighs recall `beta` times as much as precision."""
    if type(beta) not in (int, float) or not 0 < beta < np.inf:
        raise HandedOn("beta is no plain number above 0")

    def value(of: FourCounts) -> float:
        if not (of.tp + of.fp and of.tp + of.fn):
            raise HandedOn("a share of nothing is undefined")
        square = beta**2
        return _share((1 + square) * float(of.tp), square * float(of.tp + of.fn) + float(of.tp + of.fp))

    return _of_class(value)(y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight)


def f1_score(y_true: Any, y_pred: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Return the harmonic mean of precision and recall."""
    return fbeta_score(y_true, y_pred, beta=1, pos_label=pos_label, sample_weight=sample_weight)


def accuracy_score(y_true: Any, y_pred: Any, *, normalize: Any = True, sample_weight: Any = None) -> float:
    """Return the share, or the number, of predictions that are right."""
    of = four_counts(y_true, y_pred, sample_weight)
    right = of.tp + of.tn
    return _share(right, right + of.fp + of.fn) if normalize else float(right)


def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Return the mean of the recalls of both classes."""
    of = four_counts(y_true, y_pred, sample_weight)
    return float(np.mean([_share(of.tn, of.tn + of.fp), _share(of.tp, of.tp + of.fn)]))


def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Return the correlation of labels and predictions, by the steps that scikit-learn takes."""
    tn, fp, fn, tp = _exact(four_counts(y_true, y_pred, sample_weight))
    rows = tn + fp + fn + tp
    (no, yes), (left, flagged) = (tn + fp, fn + tp), (tn + fn, fp + tp)
    together = (tn + tp) * rows - (no * left + yes * flagged)
    alone = (rows**2 - (left**2 + flagged**2)) * (rows**2 - (no**2 + yes**2))
    return together / sqrt(alone) if alone else 0.0


def cohen_kappa_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Return the agreement beyond chance, by the steps that scikit-learn takes."""
    tn, fp, fn, tp = _exact(four_counts(y_true, y_pred, sample_weight))
    rows = tn + fp + fn + tp
    by_chance = (tn + fn) * (fn + tp) / rows + (fp + tp) * (tn + fp) / rows
    return 1 - (fp + fn) / by_chance


def _exact(of: FourCounts) -> tuple[float, float, float, float]:
    """Return the counts as floats whose products lose nothing, so that no order of adding matters."""
    _require_both(of)
    if of.tn + of.fp + of.fn + of.tp >= LARGEST_SQUARED:
        raise HandedOn("squares of the rows are beyond exact floats")
    return float(of.tn), float(of.fp), float(of.fn), float(of.tp)


def _require_both(of: FourCounts) -> None:
    if not of.tp + of.fp + of.fn or not of.tn + of.fp + of.fn:
        raise HandedOn("a class occurs nowhere")


def confusion_matrix(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> NDArray[Any]:
    """Return the four counts, truth in rows."""
    of = four_counts(y_true, y_pred, sample_weight)
    _require_both(of)
    is_float = sample_weight is not None and column(sample_weight).dtype.kind == "f"
    return np.array([[of.tn, of.fp], [of.fn, of.tp]], np.float64 if is_float else np.int64)


def as_unweighted(name: str, answer: Any) -> Any:
    """Return an answer on weighted rows as scikit-learn gives it without weights: with whole numbers of rows."""
    if name == "multilabel_confusion_matrix":
        return answer.astype(np.int64)
    if name == "precision_recall_fscore_support" and answer[3] is not None:
        return (*answer[:3], answer[3].astype(np.int64))
    return float(answer) if name == "zero_one_loss" else answer
