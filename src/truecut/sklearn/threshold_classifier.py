"""A classifier that carries a decision: its threshold is chosen on scores of models that had not seen the rows."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.model_selection import FixedThresholdClassifier, check_cv
from sklearn.utils import _safe_indexing, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, column_or_1d

from truecut.decisions.chosen_threshold import Decision
from truecut.decisions.two_cuts import TwoCuts
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.sklearn.evaluating import Wish, evaluated_response, fit_and_score
from truecut.sklearn.responses import Response, response_of

REFER = "refer"


Method = TypeVar("Method", bound=Callable[..., Any])


def _has(method: str) -> Callable[[Method], Method]:
    """Return a decorator of what is there only if the estimator has it."""
    found: Callable[[Method], Method] = available_if(
        lambda self: hasattr(getattr(self, "estimator_", self.estimator), method)
    )
    return found


class ThresholdClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]  # untyped bases
    """A classifier of two classes that predicts at the threshold of a truecut decision.

    Parameters
    ----------
    estimator : classifier with `predict_proba` or `decision_function`.
    goal : what `Evaluation.choose` takes: a rule ("youden"), the best of a metric ("f1"), costs, or a goal such as
        "maximise recall subject to precision >= 0.8".
    two_cuts : None, or {"precision": 0.9, "npv": 0.99}: what `decide` accepts and rejects, referring the rest.
    cv : folds whose out-of-fold scores choose the threshold; "prefit" chooses on the rows given to `fit`.
    pos_label : the positive class; the second one unless named.
    response_method : "auto", "predict_proba" or "decision_function".
    infeasible : "raise", or "keep" the estimator's own threshold with a warning, where no threshold meets the goal.
    n_jobs : how many models are fitted at once.

    After `fit`: `threshold_`, `decision_` (why, neighbours, feasibility), `two_cuts_`, `evaluation_` (the out-of-fold
    scores with their folds), `estimator_` (fitted on all rows), `classes_`.
    """

    # scikit-learn clones an estimator by the arguments that it was made with: every setting is one (`get_params`).
    def __init__(
        self,
        estimator: Any,
        goal: Any = "youden",
        *,
        two_cuts: Any = None,
        cv: Any = 5,
        pos_label: Any = None,
        response_method: str = "auto",
        infeasible: str = "raise",
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.goal = goal
        self.two_cuts = two_cuts
        self.cv = cv
        self.pos_label = pos_label
        self.response_method = response_method
        self.infeasible = infeasible
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, **fit_options: Any) -> ThresholdClassifier:
        """Fit the estimator on all rows, and choose the threshold on scores of rows that were left out."""
        if self.infeasible not in ("raise", "keep"):
            raise BadCall(f"infeasible is 'raise' or 'keep', not {self.infeasible!r}.")
        X, y = indexable(X, y)
        y = _checked_labels(y)
        is_routed = get_config()["enable_metadata_routing"]
        routed = process_routing(self, "fit", **fit_options).estimator.fit if is_routed else fit_options
        scored = self._prefit(X) if isinstance(self.cv, str) and self.cv == "prefit" else self._fitted(X, y, routed)
        self.classes_ = self.estimator_.classes_
        for told in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, told):
                setattr(self, told, getattr(self.estimator_, told))
        self._choose(y, scored, routed.get("sample_weight"))
        return self

    def _prefit(self, X: Any) -> _Scored:
        check_is_fitted(self.estimator)
        self.estimator_ = self.estimator
        response = self._response(X)
        return _Scored(response, response.scores, np.arange(len(response.scores)), None)

    def _fitted(self, X: Any, y: Any, routed: Any) -> _Scored:
        splits = list(check_cv(self.cv, y, classifier=True).split(X, y))
        wish = Wish(self.pos_label, self.response_method, dict(routed), self.n_jobs)
        told = [response for _, response in fit_and_score(self.estimator, X, y, splits, wish)]
        self.estimator_ = clone(self.estimator).fit(X, y, **routed)
        return _Scored(
            self._response(_safe_indexing(X, [0])),
            np.concatenate([response.scores for response in told]),
            np.concatenate([test for _, test in splits]),
            np.concatenate([np.full(len(test), number) for number, (_, test) in enumerate(splits)]),
        )

    def _choose(self, y: Any, scored: _Scored, weights: Any) -> None:
        labels, response = np.asarray(y)[scored.rows], scored.response
        weight = np.ones(len(labels)) if weights is None else np.asarray(weights, float)[scored.rows]
        counts = weight > 0
        positives = int((labels[counts] == response.positive).sum())
        self.evaluation_: Evaluation | None = None
        self.decision_: Decision | None = None
        self.two_cuts_: TwoCuts | None = None
        if positives in (0, int(counts.sum())):  # of one class there is nothing to choose
            self.threshold_ = -np.inf if positives else np.inf
            return
        options: dict[str, Any] = {}
        if scored.fold is not None and scored.fold.any():  # one fold is none
            options["fold"] = {"fold": scored.fold[counts]}
        if weights is not None:
            options["weight"] = weight[counts]
        self.evaluation_ = evaluated_response(labels[counts], scored.scores[counts], response, **options)
        self.two_cuts_ = None if self.two_cuts is None else self.evaluation_.choose_two(**self.two_cuts)
        self.decision_ = self.evaluation_.choose(self.goal)
        self.threshold_ = self._threshold_of(self.decision_, response)

    def _threshold_of(self, decision: Decision, response: Response) -> float:
        if decision.feasible:
            return _number(decision)
        conditions = " and ".join(str(failure.condition) for failure in decision.failures)
        sentence = f"No threshold meets {conditions} on the out-of-fold scores"
        if self.infeasible == "raise":
            raise BadCall(f"{sentence}; ask for less, or say infeasible='keep' for the estimator's own threshold.")
        warnings.warn(f"{sentence}; the estimator's own threshold {response.cut:g} is kept.", stacklevel=4)
        return response.cut

    def _response(self, X: Any) -> Response:
        return response_of(self.estimator_, X, positive=self.pos_label, method=self.response_method)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each row, positive from the chosen threshold on."""
        check_is_fitted(self, "threshold_")
        response = self._response(X)
        places = (response.scores >= self.threshold_).astype(int)
        classes: NDArray[Any] = np.asarray([response.negative, response.positive], dtype=self.classes_.dtype)
        found: NDArray[Any] = classes[places]
        return found

    def decide(self, X: Any) -> NDArray[Any]:
        """Return for each row a class, or "refer" where neither of the two cuts decides."""
        check_is_fitted(self, "threshold_")
        if self.two_cuts_ is None:
            raise BadCall('decide needs two cuts: ThresholdClassifier(..., two_cuts={"precision": 0.9, "npv": 0.99}).')
        response, cuts = self._response(X), self.two_cuts_
        found = np.full(len(response.scores), REFER, dtype=object)
        if cuts.reject.feasible:
            found[response.scores < _number(cuts.reject)] = response.negative
        if cuts.accept.feasible:
            found[response.scores >= _number(cuts.accept)] = response.positive
        return found

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> Any:
        """Return the probabilities of the estimator."""
        check_is_fitted(self, "threshold_")
        return self.estimator_.predict_proba(X)

    @_has("predict_log_proba")
    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the probabilities of the estimator."""
        check_is_fitted(self, "threshold_")
        return self.estimator_.predict_log_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> Any:
        """Return the decision function of the estimator."""
        check_is_fitted(self, "threshold_")
        return self.estimator_.decision_function(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = get_tags(self.estimator).input_tags.sparse
        return tags

    def get_metadata_routing(self) -> Any:
        """Return which options of `fit` go to the estimator."""
        mapping = MethodMapping().add(callee="fit", caller="fit")
        return MetadataRouter(owner=self).add(estimator=self.estimator, method_mapping=mapping)


class _Scored:
    """Scores that choose a threshold, of which rows and folds they are, and how the final model answers."""

    def __init__(
        self, response: Response, scores: NDArray[Any], rows: NDArray[np.intp], fold: NDArray[np.intp] | None
    ) -> None:
        self.response, self.scores, self.rows, self.fold = response, scores, rows, fold


def classifier_at(decision: Decision, estimator: Any, *, pos_label: Any = None) -> Any:
    """Return scikit-learn's FixedThresholdClassifier that cuts a fitted estimator where the decision says.

    `decision` is what `Evaluation.choose` returned, `estimator` the fitted classifier, and `pos_label` its positive
    class, the second one unless named.

    >>> import truecut.sklearn as ts
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0], [1], [2], [3]], ["no", "no", "yes", "yes"]
    >>> model = LogisticRegression().fit(X, y)
    >>> ts.classifier_at(ts.evaluate(model, X, y).choose("f1"), model).predict([[3]]).tolist()
    ['yes']
    """
    from sklearn.frozen import FrozenEstimator

    cut = _number(decision)
    return FixedThresholdClassifier(FrozenEstimator(estimator), threshold=cut, pos_label=pos_label)


def _number(decision: Decision) -> float:
    return np.inf if decision.threshold is None else float(decision.threshold)


def _checked_labels(y: Any) -> Any:
    if y is None:
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    y = y if hasattr(y, "iloc") and getattr(y, "ndim", 1) == 1 else column_or_1d(y, warn=True)
    check_classification_targets(y)
    kind = type_of_target(y, input_name="y")
    if kind != "binary":
        raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
    return y
