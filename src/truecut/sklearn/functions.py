"""scikit-learn's metric functions: answered here for two plain classes, by scikit-learn for everything else.

Each call is tried in three ways: computed directly; asked of scikit-learn about four rows instead of all; handed on
as it is. None of the first two warns or raises: whatever is not plainly defined is handed on.
"""

from __future__ import annotations

import functools
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from truecut.sklearn import of_predictions, of_probabilities, of_scores
from truecut.sklearn.columns import HandedOn, column
from truecut.sklearn.of_predictions import as_unweighted, four_counts, four_rows

FEWEST_ROWS = 2_000  # below, four rows are not answered sooner than all of them
AVERAGES = ("macro", "micro", "weighted", "samples", None)


@dataclass(frozen=True)
class Direct:
    """A function for two classes: the options it takes, and the values of others at which they change nothing."""

    answer: Callable[..., Any]
    takes: frozenset[str]
    indifferent: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that are passed to the function."""
        for name, value in given.items():
            if name not in self.takes and not _is_one_of(value, self.indifferent.get(name, ())):
                raise HandedOn(f"the option {name}")
        return {name: value for name, value in given.items() if name in self.takes}


def _is_one_of(value: Any, known: tuple[Any, ...]) -> bool:
    return (value is None or isinstance(value, str | bool)) and value in known


def _direct(answer: Callable[..., Any], *takes: str, **indifferent: tuple[Any, ...]) -> Direct:
    return Direct(answer, frozenset((*takes, "sample_weight")), indifferent)


_CURVE = ("pos_label", "drop_intermediate")

DIRECT = {
    "confusion_matrix_at_thresholds": _direct(of_scores.confusion_matrix_at_thresholds, "pos_label"),
    "roc_curve": _direct(of_scores.roc_curve, *_CURVE),
    "precision_recall_curve": _direct(of_scores.precision_recall_curve, *_CURVE),
    "det_curve": _direct(of_scores.det_curve, *_CURVE),
    "roc_auc_score": _direct(
        of_scores.roc_auc_score, "max_fpr", average=AVERAGES, multi_class=("raise", "ovr", "ovo"), labels=(None,)
    ),
    "average_precision_score": _direct(of_scores.average_precision_score, "pos_label", average=AVERAGES),
    "brier_score_loss": Direct(
        of_probabilities.brier_score_loss,
        frozenset({"pos_label"}),
        {"sample_weight": (None,), "labels": (None,), "scale_by_half": ("auto", True)},
    ),
    "log_loss": Direct(
        of_probabilities.log_loss,
        frozenset(),
        {"sample_weight": (None,), "labels": (None,), "normalize": (True,), "y_pred": ("deprecated",)},
    ),
    **{
        name: _direct(answer, "pos_label", labels=(None,), average=("binary",), zero_division=("warn",))
        for name, answer in (
            ("precision_score", of_predictions.precision_score),
            ("recall_score", of_predictions.recall_score),
            ("jaccard_score", of_predictions.jaccard_score),
            ("f1_score", of_predictions.f1_score),
        )
    },
    "fbeta_score": _direct(
        of_predictions.fbeta_score, "beta", "pos_label", labels=(None,), average=("binary",), zero_division=("warn",)
    ),
    "accuracy_score": _direct(of_predictions.accuracy_score, "normalize"),
    "balanced_accuracy_score": _direct(of_predictions.balanced_accuracy_score, adjusted=(False,)),
    "matthews_corrcoef": _direct(of_predictions.matthews_corrcoef),
    "cohen_kappa_score": _direct(of_predictions.cohen_kappa_score, labels=(None,), weights=(None,)),
    "confusion_matrix": _direct(of_predictions.confusion_matrix, labels=(None,), normalize=(None,)),
}
# What depends on labels and predictions through their counts alone.
COUNTED = frozenset(
    {
        "accuracy_score",
        "balanced_accuracy_score",
        "class_likelihood_ratios",
        "cohen_kappa_score",
        "confusion_matrix",
        "f1_score",
        "fbeta_score",
        "hamming_loss",
        "jaccard_score",
        "matthews_corrcoef",
        "multilabel_confusion_matrix",
        "precision_recall_fscore_support",
        "precision_score",
        "recall_score",
        "zero_one_loss",
    }
)
NAMES = tuple(sorted({*DIRECT, *COUNTED}))


@dataclass(frozen=True)
class Used:
    """How many calls were answered here, by function, and how many were handed on, by function and reason.

    `fast` counts the first, `handed_on` the others. Calls in other processes are counted there.
    """

    fast: Mapping[str, int]
    handed_on: Mapping[tuple[str, str], int]

    def __str__(self) -> str:
        fast, others = sum(self.fast.values()), sum(self.handed_on.values())
        said = [f"{fast:,} calls were answered by truecut, {others:,} handed on to scikit-learn."]
        said += [f"  {name}: {reason} ({times:,} x)" for (name, reason), times in sorted(self.handed_on.items())]
        return "\n".join(said)


class _Ledger:
    """Counts what was answered and what was handed on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.fast: Counter[str] = Counter()
        self.handed_on: Counter[tuple[str, str]] = Counter()

    def note(self, name: str, reason: str | None) -> None:
        with self._lock:
            if reason is None:
                self.fast[name] += 1
            else:
                self.handed_on[name, reason] += 1


_ledger = _Ledger()
_on_four_rows = threading.local()


def used() -> Used:
    """Return which calls were answered by truecut since the program started, and why the others were not.

    >>> import truecut.sklearn as ts
    >>> area = ts.roc_auc_score([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7])
    >>> ("roc_auc_score", "a list is no NumPy array") in ts.used().handed_on
    True
    """
    return Used(dict(_ledger.fast), dict(_ledger.handed_on))


def answering(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that answers like the original, sooner where it can."""
    direct = DIRECT.get(name)

    @functools.wraps(original)
    def answer(*args: Any, **options: Any) -> Any:
        # While scikit-learn answers on four rows, whatever it asks itself is its own business.
        if getattr(_on_four_rows, "now", False):
            return original(*args, **options)
        reason = "arguments are not given by place" if len(args) != 2 else ""
        if not reason and direct is not None:
            try:
                found = direct.answer(*args, **direct.options(options))
            except HandedOn as why:
                reason = str(why)
            else:
                _ledger.note(name, None)
                return found
        if len(args) == 2 and name in COUNTED:
            try:
                found = _asked_of_four_rows(name, original, args, options)
            except HandedOn as why:
                reason = str(why)
            else:
                _ledger.note(name, None)
                return found
        _ledger.note(name, reason)
        return original(*args, **options)

    return answer


def _asked_of_four_rows(
    name: str, original: Callable[..., Any], args: tuple[Any, ...], options: Mapping[str, Any]
) -> Any:
    labels, predictions = args
    if np.size(labels) < FEWEST_ROWS:
        raise HandedOn("there are too few rows to be worth it")
    weights = options.get("sample_weight")
    counts = four_counts(labels, predictions, weights)
    if weights is None and not counts.tn + counts.tp:
        raise HandedOn("no prediction is right, and scikit-learn then counts in floats")
    label_rows, prediction_rows, often = four_rows(counts)
    if weights is not None and column(weights).dtype.kind == "f":
        often = often.astype(float)
    _on_four_rows.now = True
    try:
        found = original(label_rows, prediction_rows, **{**options, "sample_weight": often})
    finally:
        _on_four_rows.now = False
    return found if weights is not None else as_unweighted(name, found)
