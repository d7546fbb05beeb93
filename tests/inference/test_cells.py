"""The spread of the four cells: exact quantiles, a lattice that follows the posterior, the same answer every time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc, betaincc

from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.inference.beta_quantiles import beta_odds
from truecut.inference.cells import POINTS, TURNS, Cells

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
    low, high = Cells.counted(counts).interval(entry.along)
    assert np.mean(values < low) == pytest.approx(0.025, abs=0.003)
    assert np.mean(values > high) == pytest.approx(0.025, abs=0.003)


def test_a_wider_level_holds_the_narrower_one():
    cells = Cells.counted(Counts(30, 5, 10, 55))
    limits = [cells.interval(metric("kappa").along, level) for level in (0.99, 0.95, 0.8, 0.5)]
    lows, highs = zip(*limits, strict=True)
    assert list(lows) == sorted(lows)
    assert list(highs) == sorted(highs, reverse=True)


def test_exchanging_the_classes_changes_no_kappa():
    both = (Cells.counted(counts) for counts in (Counts(30, 5, 10, 55), Counts(55, 10, 5, 30)))
    one, other = (cells.interval(metric("kappa").along) for cells in both)
    assert one == pytest.approx(other, abs=2e-3)


def test_the_scale_of_weights_changes_nothing():
    counts, squares = Counts(12.0, 300.0, 4.0, 5000.0), Counts(14.0, 30_000.0, 5.0, 400_000.0)
    thrice = [Counts(*(scale * cell for cell in four.cells().values())) for four, scale in ((counts, 3), (squares, 9))]
    one, other = Cells.of(counts, squares), Cells.of(*thrice)
    for name in ("precision", "f1", "mcc"):
        assert one.interval(metric(name).along) == pytest.approx(other.interval(metric(name).along), rel=1e-9)


def test_a_row_never_seen_weighs_what_such_rows_weigh():
    """Weights follow the class: 1 and 99. Then weights follow the decision: 1 for flagged rows, 10 for the others."""
    by_class = Cells((51.0, 0.0, 9.0, 60 * 99.0), (51.0, 0.0, 9.0, 60 * 99.0**2))
    assert by_class.half_rows == pytest.approx({"tp": 1, "fp": 99, "fn": 1, "tn": 99})
    by_decision = Cells((51.0, 7.0, 0.0, 600.0), (51.0, 7.0, 0.0, 6000.0))
    assert by_decision.half_rows["fn"] == pytest.approx(10)
    assert by_decision.supposed == pytest.approx({"fn": 10})
    assert not Cells.counted(Counts(51, 7, 0, 60)).supposed


@given(st.tuples(*[st.integers(1, 200)] * 4))
def test_cells_drawn_as_four_gammas_have_the_same_spread(four):
    """With weights by class the posterior is that of four independent Gammas, each times the weight of its rows."""
    weights = np.array([1.0, 20.0, 1.0, 20.0])
    cells = Cells(tuple(weights * four), tuple(weights**2 * four))
    drawn = weights * np.random.default_rng(0).standard_gamma(np.array(four) + 0.5, (20_000, 4))
    values = metric("precision").along(Counts(*drawn.T))
    low, high = cells.interval(metric("precision").along)
    assert np.mean(values < low) == pytest.approx(0.025, abs=0.006)
    assert np.mean(values > high) == pytest.approx(0.025, abs=0.006)


def test_what_the_cells_add_to_the_variance_is_the_delta_method_of_a_share():
    cells = Cells.counted(Counts(tp=29.5, fp=9.5, fn=0, tn=0))
    parts = cells.variances(metric("precision").along)
    share, rows = 30 / 40, 40
    assert sum(parts.values()) == pytest.approx(share * (1 - share) / rows, rel=1e-6)
