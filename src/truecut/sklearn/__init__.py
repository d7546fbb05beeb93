"""scikit-learn's metric functions under their own names, fast for two classes, with exactly the same results.

    from truecut.sklearn import roc_auc_score      # scikit-learn's name and signature
    import truecut.sklearn as ts
    with ts.patched():                             # scikit-learn's own functions, wherever they are held
        GridSearchCV(model, grid, scoring="roc_auc", n_jobs=8).fit(X, y)

    ts.evaluate(model, X_test, y_test)             # an estimator in, a truecut evaluation out
    ts.cross_validate(model, X, y, cv=5)           # the same on out-of-fold scores, folds kept
    GridSearchCV(model, grid, scoring=ts.scorer("recall", subject_to="precision >= 0.9"))
    ts.ThresholdClassifier(model, "maximise recall subject to precision >= 0.8").fit(X, y)

What is not a plain case of two classes is handed on to scikit-learn as it is: `used()` says what was, and why. Names of
`sklearn.metrics` that are not made faster are scikit-learn's own.
"""

from __future__ import annotations

from typing import Any

from truecut.errors import EngineMissing

try:
    import sklearn.metrics as _theirs
except ImportError as problem:
    raise EngineMissing("truecut.sklearn needs scikit-learn: pip install 'truecut[sklearn]'.") from problem

from truecut.sklearn.display import EvaluationDisplay
from truecut.sklearn.evaluating import CrossValidated, cross_validate, evaluate
from truecut.sklearn.functions import NAMES, Used, answering, used
from truecut.sklearn.patching import is_patched, patch, patched, unpatch
from truecut.sklearn.scorers import scorer
from truecut.sklearn.threshold_classifier import ThresholdClassifier, classifier_at

__all__ = [
    "CrossValidated",
    "EvaluationDisplay",
    "ThresholdClassifier",
    "Used",
    "classifier_at",
    "cross_validate",
    "evaluate",
    "is_patched",
    "patch",
    "patched",
    "scorer",
    "unpatch",
    "used",
]


# Not among the names of the module, whose examples are run: these have scikit-learn's.
_handed_out: dict[str, Any] = {}


def __getattr__(name: str) -> Any:
    if name in _handed_out:
        return _handed_out[name]
    found = getattr(_theirs, name, None) if not name.startswith("_") else None
    if found is None:
        raise AttributeError(f"module 'truecut.sklearn' has no attribute {name!r}")
    if name in NAMES:
        found = answering(name, found)
        # Else it could not be pickled into a worker: it would be looked for in scikit-learn, and be another object.
        found.__module__, found.__qualname__ = __name__, name
    _handed_out[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *_theirs.__all__})
