"""scikit-learn's scorers made of any metric of the catalogue, of costs, or of the best under conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from sklearn.metrics import make_scorer

import truecut
from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.catalogue.metric import Better, Metric
from truecut.decisions.language import read_goal
from truecut.errors import BadCall
from truecut.evaluation import Evaluation

SCORED = ("predict_proba", "decision_function")


def scorer(
    what: str | None = None,
    *,
    subject_to: str | None = None,
    cost: Cost | None = None,
    infeasible: float | None = None,
    **parameters: Any,
) -> Any:
    """Return a scorer for `scoring=`: a metric, the cheapest threshold, or the best under conditions.

    `what` names the metric, with its `parameters`. `scorer("recall", subject_to="precision >= 0.9")` is the best
    `subject_to` conditions, `scorer(cost=tc.Cost(fp=1, fn=20))` what the cheapest threshold costs by `cost`. A metric
    of four counts without conditions is that of the estimator's own predictions. Whether higher is better comes from
    the catalogue. Where no threshold meets the conditions, or the metric is undefined, the score is `infeasible`: the
    worst that the metric can be unless said.

    With conditions or costs the threshold is chosen and judged on the same rows, which flatters it: scores rank
    settings, they are no estimate. `cross_validate` and `ThresholdClassifier` are honest about that.

    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = [[i] for i in range(40)], [i % 3 > 0 or i > 20 for i in range(40)]
    >>> cross_val_score(LogisticRegression(), X, y, scoring=scorer("h_measure"), cv=4).shape
    (4,)
    """
    if (what is None) == (cost is None):
        raise BadCall(
            'A scorer is made of a metric or of a cost: scorer("recall"), or scorer(cost=tc.Cost(fp=1, fn=20)).'
        )
    if cost is not None:
        return make_scorer(_cheapest, response_method=SCORED, greater_is_better=False, cost=cost)
    entry = metric(str(what))
    if entry.better not in (Better.HIGHER, Better.LOWER):
        raise BadCall(f"{entry.name} is best {entry.better.value}, so no search can rank settings by it.")
    is_greater = entry.better == Better.HIGHER
    if infeasible is None:
        infeasible = entry.bounds[0] if is_greater else entry.bounds[1]
        if not isfinite(infeasible):
            raise BadCall(f"{entry.name} has no worst value; say infeasible=, the score where it is undefined.")
    goal = None if subject_to is None else _goal(entry, subject_to, parameters)
    is_of_predictions = entry.needs_only_counts and goal is None
    return make_scorer(
        _of_predictions if is_of_predictions else _of_scores,
        response_method="predict" if is_of_predictions else SCORED,
        greater_is_better=is_greater,
        wanted=Wanted(entry.name, parameters, goal, infeasible),
    )


@dataclass(frozen=True)
class Wanted:
    """What a scorer computes, and what it says where that is impossible."""

    name: str
    parameters: Mapping[str, Any]
    goal: str | None
    infeasible: float


def _goal(entry: Metric, subject_to: str, parameters: Mapping[str, Any]) -> str:
    if not entry.needs_only_counts:
        raise BadCall(f"{entry.name} is one number for all thresholds; conditions need a metric of four counts.")
    if parameters:
        raise BadCall("Under conditions a metric takes its parameters in brackets: f_beta(beta=2).")
    verb = "maximise" if entry.better == Better.HIGHER else "minimise"
    return str(read_goal(f"{verb} {entry.name} subject to {subject_to}"))


# Functions of this module with keyword arguments travel to workers; closures would not.
def _of_predictions(y_true: Any, y_pred: Any, *, wanted: Wanted, sample_weight: Any = None) -> float:
    labels = _two_labels(np.concatenate([np.asarray(y_true), np.asarray(y_pred)]))
    if labels is None:
        return wanted.infeasible
    point = truecut.confusion(np.asarray(y_true), np.asarray(y_pred), positive=labels[1], weights=sample_weight)
    found = point.metric(wanted.name, **wanted.parameters)
    return float(found) if found.is_defined else wanted.infeasible


def _of_scores(y_true: Any, y_pred: Any, *, wanted: Wanted, sample_weight: Any = None) -> float:
    labels = _two_labels(y_true)
    if labels is None:
        return wanted.infeasible
    evaluation = _evaluated(y_true, y_pred, labels, sample_weight)
    if wanted.goal is None:
        found = evaluation.model.metric(wanted.name, **wanted.parameters)
        return float(found) if found.is_defined else wanted.infeasible
    chosen = evaluation.choose(wanted.goal)
    return wanted.infeasible if not chosen.feasible or chosen.value is None else chosen.value


def _cheapest(y_true: Any, y_pred: Any, *, cost: Cost, sample_weight: Any = None) -> float:
    labels = _two_labels(y_true)
    if labels is None:
        raise BadCall("What a fold costs can be said only where both classes are in it; use stratified folds.")
    return float(_evaluated(y_true, y_pred, labels, sample_weight).choose(cost).value or 0.0)


def _two_labels(labels: Any) -> tuple[Any, Any] | None:
    """Return the two labels in order, as an estimator has them: the second is positive; None if there is only one."""
    found = np.unique(np.asarray(labels)).tolist()
    if len(found) > 2:
        raise BadCall(f"This scorer needs two classes, not {len(found)}.")
    return (found[0], found[1]) if len(found) == 2 else None


def _evaluated(y_true: Any, scores: Any, labels: tuple[Any, Any], weight: Any) -> Evaluation:
    found = truecut.evaluate(np.asarray(y_true), np.asarray(scores), positive=labels[1], weight=weight)
    assert isinstance(found, Evaluation)  # of two labels
    return found
