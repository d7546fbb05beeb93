"""Brier score and log loss of two classes, by scikit-learn's own order of operations: equal to the last bit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut.sklearn.columns import HandedOn, column, require_one, two_labels

Floats = NDArray[np.float64]
NEARLY_ONE = 1e-9  # two probabilities that add up to less than this beside 1 get no warning


class Probabilities(NamedTuple):
    """What was said of each row: whether it is positive, and how probable that and the contrary were called."""

    are_positive: NDArray[np.bool_]
    of_positive: Floats
    of_negative: Floats


def _probabilities(y_true: Any, y_proba: Any) -> Probabilities:
    of_negative = None
    if type(y_proba) is np.ndarray and y_proba.ndim == 2 and y_proba.shape[1] == 2 and y_proba.dtype == np.float64:
        of_negative = y_proba[:, 0]
        if not (np.abs(y_proba.sum(axis=1) - 1) < NEARLY_ONE).all():
            raise HandedOn("probabilities do not add up to 1")
        if not (of_negative.min() >= 0 and of_negative.max() <= 1):
            raise HandedOn("a probability is below 0 or above 1")
        y_proba = y_proba[:, 1]
    of_positive, labels = column(y_proba), column(y_true)
    if of_positive.dtype != np.float64:
        raise HandedOn(f"probabilities are of type {of_positive.dtype}")
    if of_positive.size != labels.size:
        raise HandedOn("there are more or fewer probabilities than labels")
    are_positive = two_labels(labels).are_positive
    if not (of_positive.min() >= 0 and of_positive.max() <= 1):  # NaN is neither
        raise HandedOn("a probability is below 0 or above 1")
    if are_positive.all() or not are_positive.any():
        raise HandedOn("a class is missing")
    return Probabilities(are_positive, of_positive, 1 - of_positive if of_negative is None else of_negative)


def brier_score_loss(y_true: Any, y_proba: Any, *, pos_label: Any = None) -> float:
    """Return the mean squared distance between probabilities and what happened."""
    require_one(pos_label)
    found = _probabilities(y_true, y_proba)
    happened = found.are_positive.astype(float)
    losses = (1 - happened) - found.of_negative
    losses *= losses
    happened -= found.of_positive
    happened *= happened
    losses += happened
    return float(np.average(losses) * 0.5)


def log_loss(y_true: Any, y_proba: Any) -> float:
    """Return the mean of the negative logarithm of the probability of what happened."""
    # SciPy's logarithm and NumPy's differ in the last bit on some machines; scikit-learn takes SciPy's.
    from scipy.special import xlogy

    found = _probabilities(y_true, y_proba)
    eps = float(np.finfo(float).eps)
    of_truth = np.where(found.are_positive, found.of_positive, found.of_negative)
    np.clip(of_truth, eps, 1 - eps, out=of_truth)
    return float(np.average(-xlogy(1.0, of_truth)))
