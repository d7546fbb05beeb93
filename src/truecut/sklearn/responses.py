"""What a fitted classifier says of rows: the score of its positive class, and where it would cut by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall, listed

PROBABILITY, DECISION = "predict_proba", "decision_function"
METHODS = (PROBABILITY, DECISION)


@dataclass(frozen=True)
class Response:
    """Scores of rows, higher for the positive class, and how they came about."""

    scores: NDArray[Any]
    positive: Any
    negative: Any
    method: str
    cut: float  # the score from which the estimator itself predicts the positive class


def response_of(estimator: Any, X: Any, *, positive: Any = None, method: str = "auto") -> Response:
    """Return the scores of a fitted classifier of two classes; the positive one is its second unless named."""
    classes = classes_of(estimator)
    if len(classes) != 2:
        raise BadCall(f"{name_of_estimator(estimator)} knows {len(classes)} classes; scores of one class need two.")
    place = 1 if positive is None else place_of_class(positive, classes)
    named, other = classes[place], classes[1 - place]
    used = scoring_method(estimator, method)
    if used == PROBABILITY:
        scores, cut = np.asarray(estimator.predict_proba(X))[:, place], 0.5
    else:
        scores, cut = np.asarray(estimator.decision_function(X)), 0.0
        scores = scores if place == 1 else -scores
    return Response(scores, named, other, used, own_cut(estimator, cut))


def classes_of(estimator: Any) -> NDArray[Any]:
    """Return the classes of a fitted classifier."""
    if isinstance(estimator, type):
        raise BadCall(f"{estimator.__name__} is a class; pass a fitted object of it.")
    try:
        found: NDArray[Any] = estimator.classes_
    except AttributeError:
        raise BadCall(
            f"{name_of_estimator(estimator)} has no classes: it is no classifier, or was not fitted yet."
        ) from None
    return found


def scoring_method(estimator: Any, asked: str = "auto") -> str:
    """Return by which method an estimator tells scores: probabilities first."""
    for method in METHODS if asked == "auto" else (asked,):
        if hasattr(estimator, method):
            return method
    wanted = " nor ".join(METHODS) if asked == "auto" else asked
    raise BadCall(
        f"{name_of_estimator(estimator)} has {'neither ' if asked == 'auto' else 'no '}{wanted}, so it gives no scores."
    )


def place_of_class(positive: Any, classes: NDArray[Any]) -> int:
    """Return which class is meant."""
    found = [place for place, known in enumerate(classes) if known == positive]
    if not found:
        raise BadCall(f"positive={positive!r} is no class of the estimator; they are {listed(classes.tolist())}.")
    return found[0]


def own_cut(estimator: Any, usual: float) -> float:
    """Return where an estimator cuts its scores: a tuned or fixed threshold, or the usual one."""
    for attribute in ("threshold_", "best_threshold_", "threshold"):
        found = getattr(estimator, attribute, None)
        if isinstance(found, float | int | np.floating) and np.isfinite(found):
            return float(found)
    return usual


def name_of_estimator(estimator: Any) -> str:
    """Return what to call an estimator: its class, or that of the last step of a pipeline."""
    steps = getattr(estimator, "steps", None)
    last = steps[-1][1] if isinstance(steps, list) and steps else estimator
    return type(last).__name__
