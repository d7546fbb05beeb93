"""Calibration in total, in spread and in bins: against root finding, scikit-learn and counting by hand."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import expit, logit
from sklearn.calibration import calibration_curve
from sklearn.linear_model import LogisticRegression

from strategies import rows
from truecut.catalogue.measures.calibration import (
    binned_error,
    intercept,
    is_separated,
    logistic_line,
    observed_and_expected,
    slope,
)
from truecut.counting.score_table import ScoreTable

INSIDE = st.integers(1, 63).map(lambda n: n / 64)
probabilities = rows(scores=INSIDE, least=2, lower_is_positive=False)
of_both_classes = probabilities.filter(lambda drawn: len(set(drawn.labels.tolist())) == 2)


def weights_of(drawn):
    return np.ones(len(drawn)) if drawn.weights is None else drawn.weights


@given(probabilities)
def test_observed_and_expected_are_sums_over_rows(drawn):
    weights = weights_of(drawn)
    assert observed_and_expected(drawn.table()) == pytest.approx((weights @ drawn.labels, weights @ drawn.scores))


@given(of_both_classes)
def test_the_intercept_makes_the_promised_positives_the_observed_ones(drawn):
    def surplus(shift):
        return weights_of(drawn) @ (expit(logit(drawn.scores) + shift) - drawn.labels)

    assert intercept(drawn.table()) == pytest.approx(brentq(surplus, -50, 50, xtol=1e-13), abs=1e-9)


def test_the_intercept_is_found_where_newtons_step_leaves_the_bracket():
    labels, weights = np.array([False, True, True, False]), [100, 100_000, 1000, 1000]
    scores = np.array([1e-26, 1e-280, 1 - 2**-53, 1 - 2**-53])

    def surplus(shift):
        return weights @ (expit(logit(scores) + shift) - labels)

    table = ScoreTable.from_rows(labels, scores, weights)
    assert intercept(table) == pytest.approx(brentq(surplus, -1000, 1000, xtol=1e-12), rel=1e-9)


@given(of_both_classes, st.floats(-3, 3))
def test_moving_the_log_odds_moves_the_intercept_back(drawn, shift):
    moved = replace(drawn, scores=expit(logit(drawn.scores) + shift))
    assert intercept(moved.table()) == pytest.approx(intercept(drawn.table()) - shift, abs=1e-8)


@pytest.mark.parametrize("seed", range(4))
def test_the_line_is_that_of_scikit_learn_without_penalty(seed):
    random = np.random.default_rng(seed)
    labels, weights = random.random(300) < 0.4, random.exponential(size=300)
    odds = random.normal(labels * 1.0)
    model = LogisticRegression(C=inf, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    theirs = model.fit(odds[:, None], labels, sample_weight=weights)
    table = ScoreTable.from_rows(labels, expit(odds), weights)
    assert logistic_line(table) == pytest.approx([theirs.intercept_[0], theirs.coef_[0, 0]], rel=1e-7)
    assert slope(table) == logistic_line(table)[1]


@given(of_both_classes)
def test_exchanging_the_classes_keeps_the_slope_and_turns_the_intercept(drawn):
    exchanged = replace(drawn, labels=~drawn.labels, scores=1 - drawn.scores)
    assert intercept(exchanged.table()) == pytest.approx(-intercept(drawn.table()), abs=1e-9)
    assume(not is_separated(drawn.table()) and len(drawn.table()) > 1)
    assert slope(exchanged.table()) == pytest.approx(slope(drawn.table()), abs=1e-7)


@given(of_both_classes)
def test_classes_are_parted_where_no_pair_is_in_either_order(drawn):
    above = [s for y, s in zip(drawn.labels, drawn.scores, strict=True) if y]
    below = [s for y, s in zip(drawn.labels, drawn.scores, strict=True) if not y]
    assert is_separated(drawn.table()) == (min(above) >= max(below) or max(above) <= min(below))


@pytest.mark.parametrize("bins", [1, 4, 10])
def test_bins_of_rows_without_ties_are_those_of_scikit_learn(bins):
    random = np.random.default_rng(bins)
    scores = random.random(200)
    labels = random.random(200) < 0.25 + scores / 2  # too much is promised above 1/2, too little below
    observed, promised = calibration_curve(labels, scores, n_bins=bins, strategy="quantile")
    found = binned_error(ScoreTable.from_rows(labels, scores), bins)
    assert found == pytest.approx(np.abs(observed - promised).mean(), rel=1e-12)


@given(probabilities, st.integers(1, 12))
def test_a_binned_error_is_at_least_the_error_in_total_and_at_most_that_score_by_score(drawn, bins):
    table, weights = drawn.table(), weights_of(drawn)
    in_total = abs(weights @ (drawn.labels - drawn.scores)) / weights.sum()
    by_score = np.abs(table.positives - table.scores * (table.positives + table.negatives)).sum() / weights.sum()
    assert binned_error(table, 1) == pytest.approx(in_total, abs=1e-14)
    assert in_total - 1e-14 <= binned_error(table, bins) <= by_score + 1e-14
