"""The formulas keep what they promise: published values, the promise itself, and power by simulation."""

from math import exp, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.delong import Ranking
from truecut.inference.planning import sample_size
from truecut.inference.planning.expectation import distance_of, drawn_models
from truecut.inference.proportions import wilson_limits

SHARES = st.floats(0.02, 0.98)


def half(share: float, trials: int) -> float:
    low, high = wilson_limits(share * trials, trials)
    return (high - low) / 2


@given(share=SHARES, within=st.floats(0.005, 0.2))
def test_one_trial_fewer_would_not_be_enough(share, within):
    trials = sample_size.wilson_trials(share, within)
    assert half(share, trials) <= within
    assert trials == 1 or half(share, trials - 1) > within


@given(share=SHARES, within=st.floats(0.005, 0.05))
def test_the_plain_formula_is_near_the_inversion_where_shares_are_not_extreme(share, within):
    wilson, plain = sample_size.wilson_trials(share, within), sample_size.buderer_trials(share, within)
    # Wilson's interval is the plain one of about z² more trials, of a share drawn towards 1/2.
    assert plain == pytest.approx(wilson, abs=4 + 0.2 * plain) or plain < wilson


def test_buderers_own_example():
    # Sensitivity 0.90 to within 0.05: 138.3 positives.
    assert sample_size.buderer_trials(0.9, 0.05) == 139


def test_riley_and_others_example_of_observed_over_expected():
    # A standard error of 0.0509 gives an interval of width 0.2; at a prevalence of 1.8 % that takes about 21,000 rows.
    rows = sample_size.observed_expected_rows(0.018, 0.1)
    error = sqrt((1 - 0.018) / (0.018 * rows))
    assert exp(1.959964 * error) - exp(-1.959964 * error) == pytest.approx(0.2, abs=1e-4)


@pytest.mark.parametrize(("area", "ratio", "power"), [(0.7, 1, 0.8), (0.8, 9, 0.9), (0.6, 3, 0.8)])
def test_against_one_half_it_is_obuchowskis_formula(area, ratio, power):
    a = 1.414 * NormalDist().inv_cdf(area)
    spread = 0.0099 * exp(-a * a / 2) * ((5 * a * a + 8) + (a * a + 8) / ratio)
    z = NormalDist().inv_cdf
    positives = (z(0.975) * sqrt(0.0792 * (1 + 1 / ratio)) + z(power) * sqrt(spread)) ** 2 / (area - 0.5) ** 2
    assert sample_size.area_positives(area, 0.5, ratio, power) == int(np.ceil(positives))


def test_connors_formula_written_out():
    z = NormalDist().inv_cdf
    psi, d = 0.2, 0.1
    rows = (z(0.975) * sqrt(psi) + z(0.8) * sqrt(psi - d * d)) ** 2 / d**2
    assert sample_size.paired_share_rows(d, psi, 0.8) == int(np.ceil(rows))


@given(area=st.floats(0.55, 0.95), prevalence=st.floats(0.05, 0.5), within=st.floats(0.02, 0.1))
def test_an_area_is_known_well_enough_from_that_number_of_rows_on(area, prevalence, within):
    rows = sample_size.area_rows(area, prevalence, within)
    assert 1.959964 * sqrt(sample_size.newcombe_area_variance(area, prevalence, rows)) <= within * (1 + 1e-6)
    assert rows == 1 or 1.959964 * sqrt(sample_size.newcombe_area_variance(area, prevalence, rows - 1)) > within * (
        1 - 1e-6
    )


@given(positives=st.integers(5, 2000), area=st.floats(0.55, 0.95))
def test_power_grows_with_the_rows_and_with_the_distance(positives, area):
    power = sample_size.area_power(area, 0.5, 4, positives)
    assert power <= sample_size.area_power(area, 0.5, 4, positives + 1)
    assert power <= sample_size.area_power(area + 0.01, 0.5, 4, positives)


def test_what_no_number_of_rows_can_do_is_refused():
    with pytest.raises(BadCall, match="No number of rows"):
        sample_size.smallest(lambda rows: rows < 0)


# Power by simulation


def test_a_share_is_told_from_a_stated_value_as_often_as_promised():
    trials = sample_size.share_trials(0.85, 0.75, 0.8)
    found = np.random.default_rng(1).binomial(trials, 0.85, 20_000) / trials
    rejected = np.abs(found - 0.75) > 1.959964 * sqrt(0.75 * 0.25 / trials)
    assert rejected.mean() == pytest.approx(0.8, abs=0.04)


def test_two_models_on_the_same_rows_are_told_apart_as_often_as_promised():
    rows = sample_size.paired_share_rows(0.06, 0.16, 0.8)
    cells = np.random.default_rng(2).multinomial(rows, [0.11, 0.05, 0.84], 20_000)
    b, c = cells[:, 0], cells[:, 1]
    rejected = (b - c) ** 2 > 1.959964**2 * (b + c)
    assert rejected.mean() == pytest.approx(0.8, abs=0.03)


def test_for_continuous_scores_obuchowskis_variance_is_on_the_safe_side():
    for area in (0.7, 0.8, 0.9):
        assert sample_size.area_spread(area, 2) > sample_size.newcombe_spread(area, 2)


def test_an_area_is_told_from_a_stated_value_as_often_as_promised():
    positives = sample_size.area_positives(0.8, 0.7, 2, 0.8, spread=sample_size.newcombe_spread)
    rejected = 0
    for model in drawn_models(positives, 2 * positives, distance_of(0.8), 600, seed=3):
        ranking = Ranking.of(model.curve)
        rejected += abs(ranking.area - 0.7) > 1.959964 * sqrt(sample_size.newcombe_spread(0.7, 2) / positives)
    assert rejected / 600 == pytest.approx(0.8, abs=0.08)


def test_two_areas_on_the_same_rows_are_told_apart_as_often_as_promised():
    positives = sample_size.PairedAreas(0.85, 0.75, 1, 0.45).positives(0.8, spread=sample_size.newcombe_spread)
    chance, areas = np.random.default_rng(4), []
    labels = np.repeat([True, False], positives)
    for _ in range(600):
        shared = chance.normal(size=len(labels))
        scores = [
            0.7 * shared + sqrt(1 - 0.49) * chance.normal(size=len(labels)) + distance_of(area) * labels
            for area in (0.85, 0.75)
        ]
        first, second = (CountsCurve(ScoreTable.from_rows(labels, score)) for score in scores)
        a, b = Ranking.of(first).area, Ranking.of(second).area
        areas.append((a, b))
    a, b = np.array(areas).T
    # The assumed correlation is that of the estimates, which such scores have; the test knows its standard error.
    assert np.corrcoef(a, b)[0, 1] == pytest.approx(0.45, abs=0.1)
    rejected = np.abs(a - b) > 1.959964 * (a - b).std()
    assert rejected.mean() == pytest.approx(0.8, abs=0.08)
