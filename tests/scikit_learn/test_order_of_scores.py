"""Scores of a cross-validation stand beside the labels and the scores of another model, whatever the folds."""

from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

import truecut as tc
from truecut.sklearn import cross_validate


def test_out_of_fold_scores_stand_in_the_order_of_the_rows():
    rows, y = make_classification(200, random_state=3)
    found = cross_validate(LogisticRegression(), rows, y, cv=KFold(5, shuffle=True, random_state=0))
    assert found.rows.tolist() == list(range(200))
    assert tc.evaluate(y, found.scores).metric("roc_auc").value == found.evaluation.over_folds("roc_auc").pooled.value
    assert repr(found).startswith("<CrossValidated: At 0.5 it finds ")
    assert found.to_frame().equals(found.evaluation.to_frame())
