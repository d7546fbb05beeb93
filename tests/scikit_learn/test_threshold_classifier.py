"""A classifier that carries a decision is a scikit-learn estimator, and its threshold is the decision's."""

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_predict
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import truecut as tc
import truecut.sklearn as ts
from truecut.errors import BadCall

X, Y = make_classification(800, weights=[0.75], flip_y=0.08, random_state=11)
GOAL = "maximise recall subject to precision >= 0.8"
# scikit-learn excepts its own threshold classifiers from this one in the same words.
EXPECTED = {"check_classifiers_train": "Threshold at probability 0.5 does not hold"}


@parametrize_with_checks(
    [ts.ThresholdClassifier(LogisticRegression(C=1), cv=3), ts.ThresholdClassifier(LinearSVC(), "f1", cv=3)],
    expected_failed_checks=lambda _: EXPECTED,
)
@pytest.mark.filterwarnings("ignore")
def test_it_passes_scikit_learns_checks_of_estimators(estimator, check):
    check(estimator)


def test_the_threshold_is_chosen_on_scores_of_models_that_had_not_seen_the_rows():
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    found = ts.ThresholdClassifier(LogisticRegression(), GOAL, cv=folds).fit(X, Y)
    scores = cross_val_predict(LogisticRegression(), X, Y, cv=folds, method="predict_proba")[:, 1]
    expected = tc.evaluate(Y, scores).choose(GOAL)
    assert found.threshold_ == found.decision_.threshold == expected.threshold
    assert found.decision_.feasible
    np.testing.assert_array_equal(found.predict(X), found.estimator_.predict_proba(X)[:, 1] >= expected.threshold)
    assert len(found.evaluation_.folds) == 4


@pytest.mark.parametrize("goal", ["youden", "f1", tc.Cost(fp=1, fn=10), GOAL])
def test_any_goal_is_taken(goal):
    found = ts.ThresholdClassifier(LogisticRegression(), goal, cv=3).fit(X, Y)
    assert found.decision_.why
    assert set(found.predict(X)) <= {0, 1}


def test_two_cuts_accept_reject_and_refer():
    aims = {"precision": 0.9, "npv": 0.97}
    found = ts.ThresholdClassifier(LogisticRegression(), two_cuts=aims, cv=3).fit(X, Y)
    said = found.decide(X)
    scores = found.estimator_.predict_proba(X)[:, 1]
    accept, reject = found.two_cuts_.accept.threshold, found.two_cuts_.reject.threshold
    assert reject < accept
    np.testing.assert_array_equal(said == "refer", (scores >= reject) & (scores < accept))
    assert set(said.tolist()) == {0, 1, "refer"}


def test_without_two_cuts_nothing_is_referred():
    found = ts.ThresholdClassifier(LogisticRegression(), cv=3).fit(X, Y)
    with pytest.raises(BadCall, match="decide needs two cuts"):
        found.decide(X)


def test_a_goal_that_cannot_be_met_is_an_error_or_keeps_the_estimators_own_threshold():
    never = "maximise recall subject to precision >= 0.9 and share_flagged >= 0.99"
    with pytest.raises(BadCall, match=r"No threshold meets precision >= 0.9"):
        ts.ThresholdClassifier(LogisticRegression(), never, cv=3).fit(X, Y)
    with pytest.warns(UserWarning, match="own threshold 0.5 is kept"):
        kept = ts.ThresholdClassifier(LogisticRegression(), never, cv=3, infeasible="keep").fit(X, Y)
    np.testing.assert_array_equal(kept.predict(X), kept.estimator_.predict(X))


def test_a_fitted_model_is_kept_where_it_is_prefit():
    model = LogisticRegression().fit(X[:400], Y[:400])
    found = ts.ThresholdClassifier(model, "f1", cv="prefit").fit(X[400:], Y[400:])
    assert found.estimator_ is model
    assert found.threshold_ == ts.evaluate(model, X[400:], Y[400:]).choose("f1").threshold


def test_the_first_class_may_be_the_positive_one():
    words = np.where(Y == 1, "sick", "well")
    found = ts.ThresholdClassifier(LogisticRegression(), GOAL, cv=3, pos_label="sick").fit(X, words)
    flagged = found.predict(X) == "sick"
    np.testing.assert_array_equal(flagged, found.predict_proba(X)[:, 0] >= found.threshold_)


def test_rows_weigh_in_the_choice_what_they_weigh_in_the_fit():
    often = np.random.default_rng(0).integers(0, 3, 800)
    folds = [(np.arange(800), np.arange(800))]  # one fold, so that repeated rows can be written out
    weighted = ts.ThresholdClassifier(LogisticRegression(), "f1", cv=folds).fit(X, Y, sample_weight=often)
    scores = weighted.estimator_.predict_proba(X)[:, 1]
    repeated = tc.evaluate(np.repeat(Y, often), np.repeat(scores, often)).choose("f1")
    assert weighted.threshold_ == repeated.threshold


def test_it_can_be_searched_cloned_and_routed():
    search = GridSearchCV(ts.ThresholdClassifier(LogisticRegression(), cv=3), {"goal": ["youden", "f1"]}, cv=2)
    assert search.fit(X, Y).best_params_["goal"] in ("youden", "f1")
    assert clone(search.estimator).get_params()["goal"] == "youden"
    with sklearn.config_context(enable_metadata_routing=True):
        asked = LogisticRegression().set_fit_request(sample_weight=True)
        weighted = ts.ThresholdClassifier(asked, cv=3).fit(X, Y, sample_weight=np.ones(800))
        plain = ts.ThresholdClassifier(LogisticRegression(), cv=3).fit(X, Y)
    assert weighted.threshold_ == pytest.approx(plain.threshold_)


def test_a_decision_becomes_scikit_learns_own_classifier():
    model = LogisticRegression().fit(X, Y)
    decision = ts.evaluate(model, X, Y).choose("f1")
    fixed = ts.classifier_at(decision, model).fit(X, Y)
    np.testing.assert_array_equal(fixed.predict(X), model.predict_proba(X)[:, 1] >= decision.threshold)
