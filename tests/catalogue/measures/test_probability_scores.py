"""Brier score, log loss and spherical score: against scikit-learn and sums over rows, with their laws."""

from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss
from sklearn.metrics import log_loss as their_log_loss

from strategies import PROBABILITIES, rows
from truecut.catalogue.measures.probability_scores import (
    brier,
    brier_discrimination,
    brier_miscalibration,
    brier_uncertainty,
    entropy,
    log_loss,
    prevalence_of,
    spherical_score,
)
from truecut.counting.score_table import ScoreTable

probabilities = rows(scores=PROBABILITIES, least=1, lower_is_positive=False)
inside = rows(scores=st.integers(1, 63).map(lambda n: n / 64), least=1, lower_is_positive=False)


def weights_of(drawn):
    return np.ones(len(drawn)) if drawn.weights is None else drawn.weights


@given(probabilities)
def test_the_brier_score_is_the_mean_squared_distance(drawn):
    # Probabilities in sixty-fourths and weights in sixteenths: both sides are exact up to the last division.
    each = zip(drawn.labels.tolist(), drawn.scores.tolist(), weights_of(drawn).tolist(), strict=True)
    total = sum(Fraction(w) * (Fraction(p) - y) ** 2 for y, p, w in each)
    assert brier(drawn.table()) == float(total / sum(map(Fraction, weights_of(drawn).tolist())))


@given(inside)
def test_scores_are_those_of_scikit_learn(drawn):
    asked = {"sample_weight": drawn.weights, "labels": [False, True]}
    assert log_loss(drawn.table()) == pytest.approx(their_log_loss(drawn.labels, drawn.scores, **asked), rel=1e-12)
    theirs = brier_score_loss(drawn.labels, drawn.scores, **asked)
    assert brier(drawn.table()) == pytest.approx(theirs, rel=1e-12)


@given(probabilities)
def test_the_spherical_score_is_the_mean_cosine(drawn):
    said = np.column_stack([1 - drawn.scores, drawn.scores])
    cosine = said[np.arange(len(drawn)), drawn.labels.astype(int)] / np.linalg.norm(said, axis=1)
    assert spherical_score(drawn.table()) == pytest.approx(np.average(cosine, weights=drawn.weights), rel=1e-12)


@given(probabilities)
def test_the_parts_of_the_brier_score_are_those_of_isotonic_regression(drawn):
    p, y, weights = drawn.scores, drawn.labels.astype(float), weights_of(drawn)
    recalibrated = IsotonicRegression().fit(p, y, sample_weight=weights).predict(p)
    share = np.average(y, weights=weights)
    curve = drawn.curve()
    after = np.average((y - recalibrated) ** 2, weights=weights)
    assert brier_miscalibration(curve) == pytest.approx(np.average((y - p) ** 2, weights=weights) - after, abs=1e-12)
    assert brier_discrimination(curve) == pytest.approx(share * (1 - share) - after, abs=1e-12)
    assert brier_uncertainty(curve.table) == pytest.approx(share * (1 - share), abs=1e-15)


@given(inside)
def test_saying_the_prevalence_scores_the_uncertainty_and_the_entropy(drawn):
    share = prevalence_of(drawn.table())
    assert share == pytest.approx(np.average(drawn.labels, weights=drawn.weights))
    said = replace(drawn, scores=np.full(len(drawn), share)).table()
    assert brier(said) == pytest.approx(brier_uncertainty(drawn.table()), abs=1e-15)
    if 0 < share < 1:
        assert log_loss(said) == pytest.approx(entropy(drawn.table()), rel=1e-12)


@pytest.mark.parametrize("score", [brier, log_loss, spherical_score, brier_uncertainty])
@given(inside)
def test_exchanging_the_classes_changes_no_score(score, drawn):
    exchanged = replace(drawn, labels=~drawn.labels, scores=1 - drawn.scores)
    assert score(exchanged.table()) == pytest.approx(score(drawn.table()), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("score", "best"), [(brier, min), (log_loss, min), (spherical_score, max)])
@given(share=st.integers(1, 9), said=st.integers(1, 9))
def test_saying_what_one_believes_pays(score, best, share, said):
    # Proper scores: of all probabilities for rows of which share/10 are positive, share/10 itself scores best.
    def scored(probability):
        return score(ScoreTable.from_rows([True] * share + [False] * (10 - share), [probability] * 10))

    assert best(scored(share / 10), scored(said / 10)) == scored(share / 10)
    assert said == share or scored(said / 10) != scored(share / 10)


def test_what_was_called_impossible_costs_without_end_and_what_has_no_rows_nothing():
    assert log_loss(ScoreTable.from_rows([True, False], [0.0, 0.0])) == inf
    assert log_loss(ScoreTable.from_rows([True, False], [1.0, 1.0])) == inf
    assert log_loss(ScoreTable.from_rows([True, False], [1.0, 0.0])) == 0.0
