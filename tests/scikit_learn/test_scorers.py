"""Scorers: any metric, costs, conditions; held against computing by hand."""

import pickle

import numpy as np
import pytest
import sklearn.metrics
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV

import truecut as tc
import truecut.sklearn as ts
from truecut.errors import BadCall

X, Y = make_classification(400, weights=[0.7], flip_y=0.1, random_state=5)
MODEL = LogisticRegression().fit(X, Y)
SCORES = MODEL.predict_proba(X)[:, 1]


def test_a_metric_of_the_curve_is_that_of_the_scores():
    assert ts.scorer("roc_auc")(MODEL, X, Y) == pytest.approx(sklearn.metrics.roc_auc_score(Y, SCORES))


def test_what_should_be_low_is_negated():
    assert ts.scorer("brier")(MODEL, X, Y) == pytest.approx(-sklearn.metrics.brier_score_loss(Y, SCORES))


def test_a_metric_of_counts_is_that_of_the_predictions_with_its_parameters():
    expected = sklearn.metrics.fbeta_score(Y, MODEL.predict(X), beta=2)
    assert ts.scorer("f_beta", beta=2)(MODEL, X, Y) == pytest.approx(expected)


def test_weights_count():
    weights = np.arange(400) % 3 + 1
    expected = sklearn.metrics.recall_score(Y, MODEL.predict(X), sample_weight=weights)
    assert ts.scorer("recall")(MODEL, X, Y, sample_weight=weights) == pytest.approx(expected)


def test_under_a_condition_it_is_the_best_of_all_thresholds_that_meet_it():
    precision, recall, _ = sklearn.metrics.precision_recall_curve(Y, SCORES)
    best = max(r for p, r in zip(precision, recall, strict=True) if p >= 0.9)
    assert ts.scorer("recall", subject_to="precision >= 0.9")(MODEL, X, Y) == pytest.approx(best)


def test_a_cost_is_that_of_the_cheapest_threshold():
    cells = [(cut <= SCORES) for cut in [*SCORES, np.inf]]
    cheapest = min(((Y == 0) & flag).sum() + 20 * ((Y == 1) & ~flag).sum() for flag in cells) / 400
    assert ts.scorer(cost=tc.Cost(fp=1, fn=20))(MODEL, X, Y) == pytest.approx(-cheapest)


def test_conditions_that_cannot_be_met_score_the_worst_or_what_was_said():
    never = "precision >= 0.9 and share_flagged >= 0.99"
    assert ts.scorer("recall", subject_to=never)(MODEL, X, Y) == 0.0
    assert ts.scorer("fpr", subject_to=never)(MODEL, X, Y) == -1.0
    assert ts.scorer("recall", subject_to=never, infeasible=-5.0)(MODEL, X, Y) == -5.0


def test_a_fold_of_one_class_scores_the_worst_and_has_no_cost():
    one = Y == 1
    assert ts.scorer("roc_auc")(MODEL, X[one], Y[one]) == 0.0
    with pytest.raises(BadCall, match="only where both classes are in it"):
        ts.scorer(cost=tc.Cost(fp=1, fn=20))(MODEL, X[one], Y[one])


def test_a_scorer_travels_to_workers_and_through_a_pickle():
    scorer = ts.scorer("recall", subject_to="precision >= 0.9")
    again = pickle.loads(pickle.dumps(scorer))
    assert again(MODEL, X, Y) == scorer(MODEL, X, Y)
    search = GridSearchCV(LogisticRegression(), {"C": [0.01, 1.0]}, scoring=scorer, cv=3, n_jobs=2).fit(X, Y)
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "of a metric or of a cost"),
        ({"what": "recall", "cost": tc.Cost(fp=1)}, "of a metric or of a cost"),
        ({"what": "roc_auc", "subject_to": "precision >= 0.9"}, "one number for all thresholds"),
        ({"what": "f_beta", "subject_to": "precision >= 0.9", "beta": 2}, "in brackets"),
        ({"what": "prevalence"}, "so no search can rank settings by it"),
        ({"what": "log_loss"}, "has no worst value; say infeasible="),
    ],
)
def test_what_cannot_be_a_scorer_gets_a_sentence(asked, sentence):
    with pytest.raises(BadCall, match=sentence):
        ts.scorer(**asked)
