"""Estimators in, evaluations out: what scikit-learn computes of the same rows is what truecut says."""

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris, make_classification
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GroupKFold, RepeatedStratifiedKFold, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import truecut as tc
import truecut.sklearn as ts
from truecut.errors import BadCall

X, Y = make_classification(600, weights=[0.7], flip_y=0.1, random_state=3)
WORDS = np.where(Y == 1, "sick", "well")
MODEL = LogisticRegression().fit(X, Y)


def test_probabilities_are_those_of_the_second_class_cut_at_one_half():
    e = ts.evaluate(MODEL, X, Y)
    assert e.metric("roc_auc").value == pytest.approx(sklearn.metrics.roc_auc_score(Y, MODEL.predict_proba(X)[:, 1]))
    assert e.threshold == 0.5
    assert e.metric("accuracy").value == MODEL.score(X, Y)
    assert list(e.by_model) == ["LogisticRegression"]


def test_words_are_positive_by_the_order_of_classes_or_as_named():
    model = LogisticRegression().fit(X, WORDS)
    assert ts.evaluate(model, X, WORDS).read.positive == "well"  # classes_[1]
    named = ts.evaluate(model, X, WORDS, positive="sick")
    assert named.read.positive == "sick"
    assert named.metric("recall").value == sklearn.metrics.recall_score(WORDS, model.predict(X), pos_label="sick")


def test_a_decision_function_is_cut_at_zero_and_turned_round_for_the_first_class():
    model = LinearSVC().fit(X, WORDS)
    for positive in ("sick", "well"):
        e = ts.evaluate(model, X, WORDS, positive=positive)
        expected = sklearn.metrics.recall_score(WORDS, model.predict(X), pos_label=positive)
        assert e.threshold == 0.0
        assert e.metric("recall").value == expected


def test_a_pipeline_is_called_like_its_last_step_and_frames_are_taken():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, Y)
    e = ts.evaluate(pipeline, pd.DataFrame(X), pd.Series(Y))
    assert list(e.by_model) == ["LogisticRegression"]


def test_several_estimators_are_compared_on_the_same_rows():
    weak = LogisticRegression(C=1e-4).fit(X[:, :3], Y)
    shown = make_pipeline(_first_columns(), weak)
    shown.steps[0][1].fit(X)
    e = ts.evaluate({"all": MODEL, "few": shown}, X, Y)
    assert set(e.by_model) == {"all", "few"}
    assert e.compare().difference("roc_auc", "all", "few").value > 0


def _first_columns():
    from sklearn.preprocessing import FunctionTransformer

    return FunctionTransformer(lambda rows: rows[:, :3])


def test_a_test_set_of_one_class_says_what_it_lacks():
    e = ts.evaluate(MODEL, X[Y == 1], Y[Y == 1])
    assert e.metric("recall").value == sklearn.metrics.recall_score(Y[Y == 1], MODEL.predict(X[Y == 1]))
    assert e.metric("roc_auc").undefined == "no row is truly negative"


def test_more_than_two_classes_give_the_matrix_of_all():
    rows, kinds = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=1000).fit(rows, kinds)
    found = ts.evaluate(model, rows, kinds)
    assert isinstance(found, tc.ClassEvaluation)
    assert found.matrix.metric("accuracy").value == model.score(rows, kinds)


@pytest.mark.parametrize(
    ("estimator", "sentence"),
    [
        (LogisticRegression(), "LogisticRegression has no classes: it is no classifier, or was not fitted yet"),
        (LogisticRegression, "LogisticRegression is a class; pass a fitted object of it"),
        (LinearRegression().fit(X, Y), "LinearRegression has no classes"),
        ({}, "no estimator to evaluate"),
    ],
)
def test_what_is_no_fitted_classifier_gets_a_sentence(estimator, sentence):
    with pytest.raises(BadCall, match=sentence):
        ts.evaluate(estimator, X, Y)


def test_a_class_that_is_not_there_gets_a_sentence():
    with pytest.raises(BadCall, match=r"positive='ill' is no class of the estimator; they are 0, 1"):
        ts.evaluate(MODEL, X, Y, positive="ill")


def test_out_of_fold_scores_are_scikit_learns_and_ranked_within_folds():
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    found = ts.cross_validate(LogisticRegression(), X, Y, cv=folds)
    expected = cross_val_predict(LogisticRegression(), X, Y, cv=folds, method="predict_proba")[:, 1]
    np.testing.assert_array_equal(found.scores[np.argsort(found.rows)], expected)
    within = [sklearn.metrics.roc_auc_score(Y[test], expected[test]) for _, test in folds.split(X, Y)]
    over = found.evaluation.over_folds("roc_auc")
    assert over.mean == pytest.approx(np.mean(within))
    assert found.evaluation.metric("roc_auc").value == pytest.approx(np.mean(within))
    assert len(found.evaluation.folds) == len(found.estimators) == 4


def test_repeats_are_told_from_folds():
    found = ts.cross_validate(LogisticRegression(), X, Y, cv=RepeatedStratifiedKFold(n_splits=3, n_repeats=2))
    assert sorted(set(zip(found.repeat.tolist(), found.fold.tolist(), strict=True))) == [
        (repeat, fold) for repeat in (0, 1) for fold in (0, 1, 2)
    ]
    assert len(found.rows) == 1200


def test_groups_stay_together_and_weights_go_to_fit_and_to_the_counts():
    patients = np.arange(600) // 3
    weights = np.random.default_rng(0).integers(1, 4, 600)
    found = ts.cross_validate(
        LogisticRegression(),
        X,
        Y,
        cv=GroupKFold(3),
        cv_groups=patients,
        fit_options={"sample_weight": weights},
        weight=weights,
        weights_are="repeated",
    )
    for fold in range(3):
        inside = set(patients[found.rows[found.fold == fold]])
        assert not inside & set(patients[found.rows[found.fold != fold]])
    model = LogisticRegression().fit(X[found.rows[found.fold != 0]], Y[found.rows[found.fold != 0]])
    assert not np.array_equal(found.estimators[0].coef_, model.coef_)
    assert found.evaluation.positives == weights[Y == 1].sum()


def test_workers_give_the_same_scores():
    alone = ts.cross_validate(LogisticRegression(), X, Y, cv=3)
    together = ts.cross_validate(LogisticRegression(), X, Y, cv=3, n_jobs=2)
    np.testing.assert_array_equal(alone.scores, together.scores)


def test_a_figure_comes_like_a_display():
    drawn = ts.EvaluationDisplay.from_estimator(MODEL, X, Y, kind="pr")
    assert drawn.ax_.figure is drawn.figure_
    assert ts.EvaluationDisplay.from_predictions(Y, MODEL.predict_proba(X)[:, 1]).ax_ is not None
    assert ts.EvaluationDisplay.from_cross_validation(ts.cross_validate(MODEL, X, Y, cv=3)).ax_ is not None


def test_a_calibrated_model_is_an_estimator_like_any():
    model = CalibratedClassifierCV(LinearSVC(), cv=3).fit(X, Y)
    assert ts.evaluate(model, X, Y).metric("roc_auc").value > 0.8
