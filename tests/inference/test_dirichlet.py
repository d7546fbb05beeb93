"""The spread of the four cells: exact quantiles, a lattice that follows the posterior, the same answer every time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc, betaincc

from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.inference.beta_quantiles import beta_odds
from truecut.inference.dirichlet import POINTS, TURNS, dirichlet

STEPS = 1000
MIDDLES = (np.arange(STEPS) + 0.5) / STEPS


@given(st.floats(0.5, 1e7), st.floats(0.5, 1e7))
def test_the_quantiles_are_those_of_scipy(a, b):
    odds = beta_odds(a, b, STEPS)
    below = betainc(a, b, odds / (1 + odds))
    above = betaincc(a, b, odds / (1 + odds)) if a <= b else betainc(b, a, 1 / (1 + odds))
    assert np.abs(below - MIDDLES).max() < 1e-6 or np.abs(above - (1 - MIDDLES)).max() < 1e-6
    assert (np.diff(odds) > 0).all()


@given(st.floats(0.5, 1e6), st.floats(0.5, 1e6))
def test_a_share_and_the_rest_change_places(a, b):
    assert beta_odds(a, b, STEPS) == pytest.approx(1 / beta_odds(b, a, STEPS)[::-1], rel=1e-9)


def test_every_coordinate_of_the_lattice_takes_every_step_once():
    for turn in TURNS:
        assert sorted(np.arange(POINTS) * turn % POINTS) == list(range(POINTS))


@pytest.mark.parametrize("cells", [(30, 5, 10, 55), (0, 0, 4, 9), (3, 0, 0, 7), (812, 95, 3, 99_001), (1, 1, 1, 1)])
@pytest.mark.parametrize("name", ["kappa", "g_mean", "fowlkes_mallows", "lift", "p4", "prevalence_threshold"])
def test_the_interval_leaves_out_as_much_of_the_posterior_as_it_should(cells, name):
    """Twenty thousand draws would miss a tail of 2.5 % by 0.1 % once in three times."""
    counts, entry = Counts(*cells), metric(name)
    drawn = np.random.default_rng(0).dirichlet([float(cell) + 0.5 for cell in counts.cells().values()], 200_000)
    values = entry.along(Counts(*drawn.T))
    low, high = dirichlet(entry, counts, {})
    assert np.mean(values < low) == pytest.approx(0.025, abs=0.003)
    assert np.mean(values > high) == pytest.approx(0.025, abs=0.003)


def test_a_wider_level_holds_the_narrower_one():
    limits = [dirichlet(metric("kappa"), Counts(30, 5, 10, 55), {}, level) for level in (0.99, 0.95, 0.8, 0.5)]
    lows, highs = zip(*limits, strict=True)
    assert list(lows) == sorted(lows)
    assert list(highs) == sorted(highs, reverse=True)


def test_exchanging_the_classes_changes_no_kappa():
    one, other = (dirichlet(metric("kappa"), counts, {}) for counts in (Counts(30, 5, 10, 55), Counts(55, 10, 5, 30)))
    assert one == pytest.approx(other, abs=2e-3)
