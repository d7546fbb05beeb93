"""Logistic regression: against scikit-learn without a penalty, statsmodels and the equations of its likelihood."""

from math import inf

import numpy as np
import pytest
import scipy.special
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from truecut import kernel
from truecut.catalogue.measures import logistic
from truecut.catalogue.measures.logistic import Outcomes, bend_of, both_ways, expit, fitted, log_odds


def drawn(columns, *, rows=300, seed=0, weighted=False):
    """Draw columns of different sizes, and outcomes that follow them."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, columns)) * 10.0 ** np.arange(columns) + 3
    true = random.random(rows) < expit(0.4 + (x - 3) @ (0.8 / 10.0 ** np.arange(columns)))
    weights = random.exponential(size=rows) if weighted else np.ones(rows)
    return x, true, weights


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_fit_is_that_of_scikit_learn_without_penalty(columns, weighted):
    x, true, weights = drawn(columns, weighted=weighted)
    model = LogisticRegression(C=inf, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    theirs = model.fit(x, true, sample_weight=weights)
    found = fitted(x, Outcomes(weights * true, weights * ~true))
    np.testing.assert_allclose(found, [theirs.intercept_[0], *theirs.coef_[0]], rtol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_the_likelihood_is_flat_at_the_fit_and_worse_beside_it(seed):
    x, true, weights = drawn(2, seed=seed, weighted=True)
    seen = Outcomes(weights * true, weights * ~true)
    line = fitted(x, seen)
    odds = line[0] + x @ line[1:]
    missing = seen.positives - seen.rows * expit(odds)
    np.testing.assert_allclose([missing.sum(), *(missing @ x)], 0, atol=1e-8)
    for other in line + np.array([[0.1, 0, 0], [0, -0.01, 0], [0, 0, 0.01]]):
        assert seen.log_loss(other[0] + x @ other[1:]) > seen.log_loss(odds)


def test_the_information_is_the_inverse_of_the_covariance_of_statsmodels():
    x, true, _ = drawn(1)
    theirs = sm.Logit(true.astype(float), sm.add_constant(x)).fit(disp=0)
    line = fitted(x, Outcomes(true.astype(float), 1.0 - true))
    np.testing.assert_allclose(line, theirs.params, rtol=1e-7)
    found = bend_of(kernel.logistic_sums(x[:, 0], true.astype(np.int64), (~true).astype(np.int64), tuple(line)))
    np.testing.assert_allclose(np.linalg.inv(found), theirs.cov_params(), rtol=1e-6)


def test_rows_of_one_score_may_be_fitted_together_and_scores_without_rows_do_not_count():
    x, true, weights = drawn(1, weighted=True)
    x = np.round(x)
    levels, place = np.unique(x[:, 0], return_inverse=True)
    together = Outcomes(np.bincount(place, weights * true), np.bincount(place, weights * ~true))
    one_by_one = fitted(x, Outcomes(weights * true, weights * ~true))
    np.testing.assert_allclose(fitted(levels[:, None], together), one_by_one, rtol=1e-9)
    with_empty = Outcomes(np.append(together.positives, 0), np.append(together.negatives, 0))
    np.testing.assert_allclose(fitted(np.append(levels, 1e6)[:, None], with_empty), one_by_one, rtol=1e-9)


def test_moving_and_stretching_a_column_moves_and_stretches_its_coefficient():
    x, true, weights = drawn(1)
    seen = Outcomes(weights * true, weights * ~true)
    intercept, slope = fitted(x, seen)
    np.testing.assert_allclose(fitted(1e6 + 1000 * x, seen), [intercept - 1e3 * slope, slope / 1000], rtol=1e-6)


def test_a_step_that_overshoots_is_taken_back():
    # Plain Newton's second step makes the loss worse here, and would never come back.
    x, positives, negatives = [-150.0, -60.0, 0.0, 180.0], np.array([0, 10_000, 0, 0]), np.array([100, 0, 1000, 1])
    found = fitted(np.array(x)[:, None], Outcomes(positives, negatives))
    theirs = sm.GLM(np.column_stack([positives, negatives]), sm.add_constant(np.array(x)), sm.families.Binomial()).fit()
    np.testing.assert_allclose(found, theirs.params, rtol=1e-6)


def test_a_score_without_rows_may_be_infinite():
    finite, seen = np.array([[1.0], [2.0]]), Outcomes(np.array([1, 2]), np.array([2, 1]))
    with_empty = Outcomes(np.array([1, 2, 0]), np.array([2, 1, 0]))
    np.testing.assert_allclose(fitted(np.append(finite, [[inf]], axis=0), with_empty), fitted(finite, seen))


@pytest.mark.parametrize(
    ("columns", "positives", "negatives"),
    [
        ([[1.0], [1.0]], [1, 2], [3, 1]),  # a constant column cannot be told from the intercept
        ([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]], [1, 2, 2], [2, 1, 1]),  # nor one column from its double
        ([[1.0], [2.0]], [1, 2], [0, 0]),  # one class
        ([[1.0], [2.0]], [0, 0], [1, 2]),
        ([[1.0], [2.0], [3.0]], [0, 0, 2], [2, 1, 0]),  # parted classes: the slope has no end
    ],
)
def test_where_no_line_is_the_likeliest_there_is_none(columns, positives, negatives):
    line = fitted(np.array(columns), Outcomes(np.array(positives), np.array(negatives)))
    assert len(line) == 1 + len(columns[0])
    assert np.isnan(line).all()


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=9))
def test_probabilities_of_log_odds_are_those_of_scipy_on_both_sides(odds):
    odds = np.array(odds)
    likely, unlikely = both_ways(odds)
    np.testing.assert_allclose(likely, scipy.special.expit(odds), rtol=1e-14)
    np.testing.assert_allclose(unlikely, scipy.special.expit(-odds), rtol=1e-14)
    assert expit(odds).tolist() == likely.tolist()


def test_an_even_chance_is_a_half_on_both_sides_and_certainty_has_no_odds():
    assert [way.tolist() for way in both_ways(np.array([0.0]))] == [[0.5], [0.5]]
    assert log_odds(np.array([0.0, 1.0])).tolist() == [-inf, inf]


@given(st.lists(st.floats(1e-300, 0.999999), min_size=1, max_size=9))
def test_log_odds_are_undone_by_expit(probabilities):
    p = np.array(probabilities)
    np.testing.assert_allclose(expit(log_odds(p)), p, rtol=1e-12)
    np.testing.assert_allclose(log_odds(p), scipy.special.logit(p), rtol=1e-12, atol=1e-12)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.floats(-30, 30)), min_size=1, max_size=9))
def test_the_log_loss_is_the_sum_of_surprises(seen):
    positives, negatives, odds = (np.array(column, dtype=float) for column in zip(*seen, strict=True))
    surprises = positives * np.logaddexp(0, -odds) + negatives * np.logaddexp(0, odds)
    assert Outcomes(positives, negatives).log_loss(odds) == pytest.approx(surprises.sum(), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("share", [0.3, 0.002])
def test_a_fit_that_starts_from_a_coarse_one_ends_at_the_same_line(monkeypatch, share):
    random = np.random.default_rng(1)
    odds = np.sort(random.normal(size=6_000))
    positives = random.binomial(3, 1 / (1 + np.exp(-odds * 1.3 - np.log(share / (1 - share)))))
    seen = Outcomes(positives, 3 - positives)
    whole = logistic.fitted(odds[:, None], seen)
    monkeypatch.setattr(logistic, "COARSE", 50)
    assert logistic._coarse(logistic._Standardised(odds[:, None], np.zeros(1), np.ones(1)), seen) is not None
    np.testing.assert_allclose(logistic.fitted(odds[:, None], seen), whole, rtol=1e-12)
