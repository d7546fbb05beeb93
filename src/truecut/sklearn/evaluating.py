"""Estimators in, evaluations out: on rows they have not seen, or by a cross-validation whose folds are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.parallel import Parallel, delayed

import truecut
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.sklearn.responses import Response, classes_of, name_of_estimator, response_of
from truecut.words.shown import Shown


def evaluate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    positive: Any = None,
    method: str = "auto",
    **options: Any,
) -> Evaluation | ClassEvaluation:
    """Evaluate a fitted classifier, or several by name, on rows that it has not seen.

    `estimator` is the classifier, `X` and `y` are the rows and their labels. The class `positive` is the estimator's
    second unless named, and the threshold is where the estimator itself would cut: 0.5 for probabilities, 0 for a
    decision function, or what was tuned; `method` names which of the two to ask. More than two classes give the matrix
    of all. `options` are those of `truecut.evaluate`.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0], [1], [2], [3]], ["no", "no", "yes", "yes"]
    >>> evaluate(LogisticRegression().fit(X, y), X, y).metric("roc_auc").value
    1.0
    """
    estimators = dict(estimator) if isinstance(estimator, Mapping) else {name_of_estimator(estimator): estimator}
    if not estimators:
        raise BadCall("There is no estimator to evaluate.")
    if len(estimators) == 1 and positive is None:
        (name, only) = next(iter(estimators.items()))
        if len(classes_of(only)) > 2:
            return _of_many_classes(only, X, y, options)
    found = {name: response_of(one, X, positive=positive, method=method) for name, one in estimators.items()}
    first = next(iter(found.values()))
    for name, response in found.items():
        if response.positive != first.positive or response.cut != first.cut:
            raise BadCall(
                f"{name} has another positive class or another threshold than the first estimator; evaluate it alone."
            )
    scores = {name: response.scores for name, response in found.items()}
    return evaluated_response(y, scores, first, **options)


def evaluated_response(labels: Any, scores: Any, response: Response, **options: Any) -> Evaluation:
    """Evaluate labels and scores with the classes and the cut of a response."""
    positive = _plain(response.positive)
    given: dict[str, Any] = {"threshold": response.cut, **options}
    found = truecut.evaluate(labels, scores, positive=positive, classes=[_plain(response.negative), positive], **given)
    assert isinstance(found, Evaluation)  # two classes were named
    return found


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label


def _of_many_classes(estimator: Any, X: Any, y: Any, options: Mapping[str, Any]) -> Evaluation | ClassEvaluation:
    if not hasattr(estimator, "predict_proba"):
        raise BadCall(f"{name_of_estimator(estimator)} has no predict_proba, which more than two classes need.")
    names = [str(_plain(label)) for label in classes_of(estimator)]
    told = np.asarray(estimator.predict_proba(X))
    table = {"label": np.asarray(y), **{f"p({name})": told[:, place] for place, name in enumerate(names)}}
    return truecut.evaluate(table, label="label", class_scores={name: f"p({name})" for name in names}, **options)


@dataclass(frozen=True, eq=False)
class CrossValidated(Shown):
    """Scores that every row got from a model fitted without it, and what they say.

    `evaluation` ranks within folds and has each of them (`evaluation.folds`, `evaluation.over_folds("roc_auc")`).
    `scores`, `fold` and `repeat` are in the order of X, one repeat after the other, `rows` are their places in X, and
    `estimators` the fitted models.
    """

    evaluation: Evaluation
    rows: NDArray[np.intp]  # of X, once per repeat
    scores: NDArray[Any]
    fold: NDArray[np.intp]
    repeat: NDArray[np.intp]
    estimators: tuple[Any, ...]  # one per fold and repeat


# The arguments of scikit-learn's function of this name, and what is asked of the evaluation beside them.
def cross_validate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = 5,
    positive: Any = None,
    method: str = "auto",
    cv_groups: Any = None,
    fit_options: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    **options: Any,
) -> CrossValidated:
    """Fit on all folds but one, score that one, and evaluate all scores with their folds kept.

    `estimator`, `X`, `y`, `positive` and `method` are those of `evaluate`. `cv` is what scikit-learn takes; `cv_groups`
    are rows that stay together; `fit_options` go to every `fit`, cut to its rows where they have one value per row,
    such as sample_weight. So many models are fitted at once as `n_jobs` says. `options` are those of
    `truecut.evaluate`.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[i] for i in range(40)], [i % 3 > 0 or i > 20 for i in range(40)]
    >>> cross_validate(LogisticRegression(), X, y, cv=4).evaluation.over_folds("roc_auc").by_fold["0"].value
    0.875
    """
    X, y, cv_groups = indexable(X, y, cv_groups)
    splits = list(check_cv(cv, y, classifier=is_classifier(estimator)).split(X, y, cv_groups))
    fitted = fit_and_score(estimator, X, y, splits, Wish(positive, method, dict(fit_options or {}), n_jobs))
    rows = np.concatenate([test for _, test in splits])
    fold, repeat = _numbered([test for _, test in splits])
    scores = np.concatenate([response.scores for _, response in fitted])
    # In the order of X, so that labels and the scores of another model stand beside them.
    order = np.lexsort((rows, repeat))
    rows, scores, fold, repeat = rows[order], scores[order], fold[order], repeat[order]
    options = {key: _of_rows(value, rows, len(_as_array(y))) for key, value in options.items()}
    folds = {**({"repeat": repeat} if repeat.any() else {}), **({"fold": fold} if fold.any() else {})}
    scored = {name_of_estimator(estimator): scores}
    evaluation = evaluated_response(_as_array(y)[rows], scored, fitted[0][1], **{"fold": folds, **options})
    return CrossValidated(evaluation, rows, scores, fold, repeat, tuple(model for model, _ in fitted))


@dataclass(frozen=True)
class Wish:
    """How models are fitted and asked."""

    positive: Any
    method: str
    fit_options: Mapping[str, Any]
    n_jobs: int | None


def fit_and_score(
    estimator: Any,
    X: Any,
    y: Any,
    splits: list[tuple[Any, Any]],
    wish: Wish,
) -> list[tuple[Any, Response]]:
    """Return a model for each split, and what it says of the rows that were left out."""
    found: list[tuple[Any, Response]] = Parallel(n_jobs=wish.n_jobs)(
        delayed(_fitted)(clone(estimator), X, y, split, wish) for split in splits
    )
    return found


def _fitted(estimator: Any, X: Any, y: Any, split: tuple[Any, Any], wish: Wish) -> tuple[Any, Response]:
    train, test = split
    rows = len(_as_array(y))
    given = {name: _of_rows(value, train, rows) for name, value in wish.fit_options.items()}
    estimator.fit(_safe_indexing(X, train), _safe_indexing(y, train), **given)
    return estimator, response_of(estimator, _safe_indexing(X, test), positive=wish.positive, method=wish.method)


def _of_rows(value: Any, rows: NDArray[np.intp], all_rows: int) -> Any:
    """Return what belongs to some rows of a value per row; any other value as it is."""
    has_rows = value is not None and not isinstance(value, str | Mapping) and np.ndim(value) > 0
    return _safe_indexing(value, rows) if has_rows and len(value) == all_rows else value


def _as_array(y: Any) -> NDArray[Any]:
    return np.asarray(y)


def _numbered(tests: list[NDArray[np.intp]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the fold and the repeat of every scored row: a new repeat begins where a row comes again."""
    folds, repeats, seen, repeat, first = [], [], set[int](), 0, 0
    for number, test in enumerate(tests):
        if seen & set(test.tolist()):
            repeat, first, seen = repeat + 1, number, set()
        seen |= set(test.tolist())
        folds.append(np.full(len(test), number - first))
        repeats.append(np.full(len(test), repeat))
    return np.concatenate(folds), np.concatenate(repeats)
