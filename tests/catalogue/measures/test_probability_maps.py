"""Maps to probabilities: against scikit-learn's Platt scaling and isotonic regression, and the equations of a fit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import expit, logit
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression

from strategies import PROBABILITIES, rows
from truecut.catalogue.measures.logistic import Outcomes
from truecut.catalogue.measures.probability_maps import (
    BetaMap,
    PlattMap,
    fit_beta,
    fit_isotonic,
    fit_platt,
    nearest_to_certain,
)
from truecut.counting.score_table import ScoreTable


def drawn(*, seed=0, size=400):
    random = np.random.default_rng(seed)
    odds = random.normal(size=size)
    return random.random(size) < expit(0.5 + 0.6 * odds), odds


def seen(table):
    return Outcomes(table.positives, table.negatives)


@pytest.mark.parametrize("seed", range(3))
def test_platts_map_is_that_of_scikit_learn(seed):
    labels, odds = drawn(seed=seed)
    theirs = _SigmoidCalibration().fit(odds, labels)
    table = ScoreTable.from_rows(labels, odds)
    ours = fit_platt(table.scores, seen(table), on_log_odds=False)
    np.testing.assert_allclose(ours(odds), theirs.predict(odds), atol=1e-5)
    of_probabilities = ScoreTable.from_rows(labels, expit(odds))
    on_odds = fit_platt(of_probabilities.scores, seen(of_probabilities), on_log_odds=True)
    np.testing.assert_allclose(on_odds(expit(odds)), ours(odds), atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_the_beta_map_has_the_least_loss_of_all_with_rising_parts(seed):
    labels, odds = drawn(seed=seed)
    p = expit(odds)
    table = ScoreTable.from_rows(labels, p)
    ours = fit_beta(table.scores, seen(table))
    n1, n0 = labels.sum(), (~labels).sum()
    softened = np.where(labels, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))

    def loss(line):
        told = line[0] + line[1] * np.log(p) - line[2] * np.log1p(-p)
        return (softened * np.logaddexp(0, -told) + (1 - softened) * np.logaddexp(0, told)).sum()

    theirs = minimize(loss, [0.0, 1.0, 1.0], bounds=[(None, None), (0, None), (0, None)], tol=1e-12)
    assert loss([ours.intercept, ours.rise, ours.fall]) == pytest.approx(theirs.fun, rel=1e-8)


@pytest.mark.parametrize("parts", [(0.0, 1.0), (1.0, 0.0)])
def test_a_falling_part_of_the_beta_map_is_left_out(parts):
    # The truth falls in one of ln p and -ln(1 - p), so that part stays 0 and the other one rises.
    random = np.random.default_rng(1)
    p = random.random(5000) * 0.9 + 0.05
    rising, falling = np.log(p), -np.log1p(-p)
    if parts[1]:
        rising, falling = falling, rising
    truth = expit(1.5 * rising - 0.8 * falling)
    table = ScoreTable.from_rows(random.random(5000) < truth, p)
    found = fit_beta(table.scores, seen(table))
    assert [found.rise > 0, found.fall > 0] == [part > 0 for part in parts]


def test_a_beta_map_of_scores_that_only_fall_says_the_softened_prevalence():
    table = ScoreTable.from_rows([True] * 3 + [False] * 3, [0.1, 0.2, 0.3, 0.7, 0.8, 0.9])
    found = fit_beta(table.scores, seen(table))
    # Platt's softening: (3 + 1) / (3 + 2) and 1 / (3 + 2) promise 3 × 0.8 + 3 × 0.2 = 3 of 6.
    assert (found.intercept, found.rise, found.fall) == (pytest.approx(0.0), 0.0, 0.0)


@given(rows(scores=PROBABILITIES, least=1))
def test_the_isotonic_map_is_that_of_scikit_learn(drawn_rows):
    table = drawn_rows.table()
    theirs = IsotonicRegression(increasing=not drawn_rows.lower_is_positive, out_of_bounds="clip")
    theirs.fit(drawn_rows.scores, drawn_rows.labels.astype(float), sample_weight=drawn_rows.weights)
    ours = fit_isotonic(table.scores, seen(table))
    grid = np.linspace(-0.2, 1.2, 57)
    np.testing.assert_allclose(ours(grid), theirs.predict(grid), atol=1e-12)


@given(rows(scores=PROBABILITIES, least=1), st.integers(0, 20))
def test_the_isotonic_map_reaches_a_probability_first_at_its_score(drawn_rows, twentieths):
    table, wanted = drawn_rows.table(), twentieths / 20
    steps = fit_isotonic(table.scores, seen(table))
    score = steps.score_at(wanted)
    if score is None:
        assert steps.probabilities.max() < wanted
        return
    assert steps([score])[0] >= wanted - 1e-12
    rising = steps.probabilities[0] <= steps.probabilities[-1]
    before = score - 1e-6 if rising else score + 1e-6
    inside = steps.scores.min() <= before <= steps.scores.max()
    assert not inside or steps([before])[0] < wanted


@pytest.mark.parametrize("wanted", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize(
    "fitted",
    [
        PlattMap(0.3, 2.0, on_log_odds=False),
        PlattMap(0.3, -0.7, on_log_odds=True, clip=1e-9),
        BetaMap(0.2, 1.5, 0.4, clip=1e-9),
    ],
    ids=["platt", "platt on log odds", "beta"],
)
def test_a_smooth_map_gives_the_probability_at_its_score(fitted, wanted):
    assert float(fitted([fitted.score_at(wanted)])[0]) == pytest.approx(wanted, abs=1e-12)


def test_a_flat_map_has_no_score_for_a_probability():
    assert PlattMap(0.3, 0.0, on_log_odds=False).score_at(0.5) is None
    assert BetaMap(-1.0, 0.0, 0.0, clip=0.01).score_at(0.5) is None
    assert BetaMap(1.0, 0.0, 0.0, clip=0.01).score_at(0.5) == pytest.approx(0.01)  # every score is given more


@pytest.mark.parametrize("slope", [1.0, -1.0])
def test_a_probability_beyond_the_clip_is_never_given(slope):
    fitted = PlattMap(0.0, slope, on_log_odds=True, clip=0.1)
    assert fitted(np.linspace(0, 1, 101)).max() == pytest.approx(0.9)
    assert fitted.score_at(0.95) is None
    assert fitted.score_at(0.85) == pytest.approx(0.85 if slope > 0 else 0.15)
    assert PlattMap(0.0, slope, on_log_odds=False).score_at(0.95) == pytest.approx(slope * logit(0.95))


def test_probabilities_nearer_to_certain_than_the_clip_count_as_that_near():
    for fitted in (PlattMap(0.0, 1.0, on_log_odds=True, clip=0.1), BetaMap(0.0, 1.0, 1.0, clip=0.1)):
        np.testing.assert_allclose(fitted([0.0, 0.05, 0.1, 0.5, 0.95, 1.0]), [0.1, 0.1, 0.1, 0.5, 0.9, 0.9])


@pytest.mark.parametrize(
    ("probabilities", "clip"),
    [([0.0, 1.0], 0.25), ([0.0, 0.5], 0.25), ([0.5, 0.02], 0.01), ([0.5, 0.98], 0.01), ([1e-300, 0.5], 2.0**-53)],
)
def test_the_clip_is_half_the_way_to_certainty_of_the_nearest_one(probabilities, clip):
    assert nearest_to_certain(np.array(probabilities)) == pytest.approx(clip)


def test_one_score_has_no_slope_to_fit():
    table = ScoreTable.from_rows([True, False], [0.5, 0.5])
    assert fit_platt(table.scores, seen(table), on_log_odds=False) is None
    assert fit_beta(table.scores, seen(table)) is None
    assert fit_isotonic(table.scores, seen(table))([0.1, 0.9]).tolist() == [0.5, 0.5]


def test_of_each_step_the_two_ends_are_kept():
    table = ScoreTable.from_rows([False, True, False, True, True], [0.1, 0.2, 0.3, 0.4, 0.5])
    steps = fit_isotonic(table.scores, seen(table))
    assert steps.scores.tolist() == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert steps.probabilities.tolist() == [0.0, 0.5, 0.5, 1.0, 1.0]
    longer = ScoreTable.from_rows([False, False, False, True], [0.1, 0.2, 0.3, 0.4])
    assert fit_isotonic(longer.scores, seen(longer)).scores.tolist() == [0.1, 0.3, 0.4]
