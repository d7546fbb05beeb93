"""Scores that scikit-learn predicts out of fold, and its own values of each fold."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict, cross_val_score

Scored = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], Callable[[str], np.ndarray[Any, Any]]]


@cache
def out_of_fold() -> Scored:
    """Return labels, scores, folds, and what `cross_val_score` says of a scoring."""
    x, y = make_classification(400, 8, n_informative=3, weights=[0.7], flip_y=0.1, random_state=1)
    learner, division = LogisticRegression(), StratifiedKFold(5, shuffle=True, random_state=3)
    fold = np.empty(len(y), dtype=int)
    for number, (_, test) in enumerate(division.split(x, y)):
        fold[test] = number
    score = cross_val_predict(learner, x, y, cv=division, method="predict_proba")[:, 1]
    return y, score, fold, lambda scoring: cross_val_score(learner, x, y, cv=division, scoring=scoring)
