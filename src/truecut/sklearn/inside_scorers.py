"""Places inside scikit-learn above its functions: several metrics at once, and metrics along thresholds."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.sklearn.columns import HandedOn, column, two_labels
from truecut.sklearn.functions import COUNTED, FEWEST_ROWS
from truecut.sklearn.shared_counts import sharing

# Options of functions of four counts that say nothing about single rows.
OF_COUNTS = frozenset({"pos_label", "average", "zero_division", "beta", "adjusted", "labels", "normalize", "weights"})


def sharing_counts(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return the call of a scorer with several metrics, which count the same rows once."""

    @functools.wraps(original)
    def __call__(self: Any, estimator: Any, *args: Any, **options: Any) -> Any:  # noqa: N807
        with sharing():
            return original(self, estimator, *args, **options)

    return __call__


def scoring_along_thresholds(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return how TunedThresholdClassifierCV scores: one table for all thresholds instead of a pass for each."""
    known = _counted_functions()

    @functools.wraps(original)
    def _score(self: Any, method_caller: Any, estimator: Any, X: Any, y_true: Any, **given: Any) -> Any:
        options = {**self._kwargs, **given}
        if self._score_func not in known or set(options) - OF_COUNTS:
            return original(self, method_caller, estimator, X, y_true, **given)
        pos_label = self._get_pos_label()
        y_score = method_caller(estimator, self._response_method, X, pos_label=pos_label)
        try:
            thresholds = _thresholds(self._thresholds, y_score)
            low, high = _two_classes(estimator.classes_, pos_label)
            rows = _RowsAlong(np.asarray(y_true), y_score, (low, high), estimator.classes_.dtype)
        except HandedOn:
            return original(self, lambda *_, **__: y_score, estimator, X, y_true, **given)
        values = rows.values(self._score_func, thresholds, options)
        return np.array([self._sign * value for value in values]), thresholds

    return _score


def scoring_at_thresholds(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return how metric_at_thresholds answers: one table for all thresholds instead of a pass for each."""
    known = _counted_functions()

    @functools.wraps(original)
    def metric_at_thresholds(y_true: Any, y_score: Any, metric_func: Any, **given: Any) -> Any:
        options = given.get("metric_params") or {}
        try:
            if given.get("sample_weight") is not None or metric_func not in known or set(options) - OF_COUNTS:
                raise HandedOn("not a plain metric of four counts")
            labels, scores = column(y_true), column(y_score)
            if two_labels(labels).low:
                raise HandedOn("labels are {-1, 1}, predictions {0, 1}")
            rows = _RowsAlong(labels, scores, (0, 1), np.dtype(np.int32))
        except HandedOn:
            return original(y_true, y_score, metric_func, **given)
        thresholds = rows.scores.astype(scores.dtype)
        return np.asarray(rows.values(metric_func, thresholds, options)), thresholds

    return metric_at_thresholds


def _counted_functions() -> frozenset[Callable[..., Any]]:
    import sklearn.metrics

    return frozenset(getattr(sklearn.metrics, name) for name in COUNTED if hasattr(sklearn.metrics, name))


def _thresholds(asked: Any, scores: Any) -> NDArray[Any]:
    if type(scores) is not np.ndarray or scores.ndim != 1 or scores.dtype not in (np.float64, np.float32):
        raise HandedOn("scores are no plain column")
    if isinstance(asked, int | np.integer):
        return np.linspace(np.min(scores), np.max(scores), int(asked))
    found = np.asarray(asked)
    if found.ndim != 1 or found.dtype.kind not in "iuf" or np.isnan(found).any():
        raise HandedOn("thresholds are no plain numbers")
    return found


def _two_classes(classes: NDArray[Any], pos_label: Any) -> tuple[Any, Any]:
    """Return the lower and the higher class, as scikit-learn takes them where it cuts scores."""
    if len(classes) != 2:
        raise HandedOn("there are not two classes")
    if pos_label is None:
        return classes[0], classes[1]
    if not (classes == pos_label).any():
        raise HandedOn("no class is called like pos_label")
    return classes[classes != pos_label][0], classes[classes == pos_label][0]


class _RowsAlong:
    """Rows that are counted once and give four rows at any threshold."""

    def __init__(
        self, labels: NDArray[Any], scores: NDArray[Any], classes: tuple[Any, Any], prediction_type: np.dtype[Any]
    ) -> None:
        low, high = classes
        if labels.ndim != 1 or labels.size != scores.size or labels.size < FEWEST_ROWS:
            raise HandedOn("there are too few rows to be worth it")
        are_positive = labels == high
        if np.count_nonzero(are_positive) + np.count_nonzero(labels == low) != labels.size:
            raise HandedOn("there are other labels")
        try:
            counted = kernel.tally(are_positive, scores)
        except (kernel.NotANumber, TypeError):
            raise HandedOn("a score is no number") from None
        self.scores = counted.scores
        self._tps, self._fps = kernel.cumulated(counted.positives, counted.negatives)
        self._labels = np.array([low, low, high, high], dtype=labels.dtype)
        self._predictions = np.array([low, high, low, high], dtype=prediction_type)

    def values(self, function: Callable[..., Any], thresholds: NDArray[Any], options: dict[str, Any]) -> list[Any]:
        """Return the metric at each threshold, asked about four rows."""
        reached = self.scores.size - np.searchsorted(self.scores[::-1], thresholds, side="left")
        positives, negatives = int(self._tps[-1]), int(self._fps[-1])
        made = []
        for tp, fp in zip(self._tps[reached].tolist(), self._fps[reached].tolist(), strict=True):
            often = np.array([negatives - fp, fp, positives - tp, tp])
            occurs = often > 0
            rows = self._labels[occurs], self._predictions[occurs]
            made.append(function(*rows, sample_weight=often[occurs], **options))
        return made
