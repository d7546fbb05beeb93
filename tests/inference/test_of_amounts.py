"""Costs that follow the amounts of rows: the Gamma interval of what is lost, less what is gained."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadCall
from truecut.inference.differences import mover_difference
from truecut.inference.gamma import TotalLoss

ROWS = 600
RANDOM = np.random.default_rng(4)
LABELS = RANDOM.random(ROWS) < 0.1
FLAGGED = RANDOM.random(ROWS) < np.where(LABELS, 0.7, 0.05)
SCORES = 0.5 * FLAGGED + RANDOM.random(ROWS) / 2.01
AMOUNTS = RANDOM.lognormal(4, 1, ROWS)
DATA = {"y": LABELS, "p": SCORES, "amount": AMOUNTS, "who": np.arange(ROWS) // 3}
MISSED, FOUND, ALARMS = AMOUNTS[LABELS & ~FLAGGED], AMOUNTS[LABELS & FLAGGED], int((~LABELS & FLAGGED).sum())


def priced(**options) -> tc.Evaluation:
    cost = options.pop("cost", {"fn": "amount", "fp": 1})
    return tc.evaluate(DATA, label="y", score="p", amount="amount", **options).given(cost=cost)


def total(losses: np.ndarray, at_risk: np.ndarray) -> TotalLoss:
    return TotalLoss(float(losses.sum()), float((losses**2).sum()), float((at_risk**2).sum() / at_risk.sum()))


def test_misses_cost_their_amounts_and_alarms_a_fixed_price():
    found = priced().metric("mean_cost")
    losses = np.concatenate([MISSED, np.ones(ALARMS)])
    limits = total(losses, AMOUNTS[LABELS]).interval()
    assert found.value == pytest.approx(losses.sum() / ROWS)
    assert (found.low, found.high) == pytest.approx((limits[0] / ROWS, limits[1] / ROWS))
    assert (found.method, found.rows) == ("gamma", ROWS)
    assert found.standard_error == pytest.approx(np.sqrt((losses**2).sum()) / ROWS)


def test_the_total_is_the_mean_times_the_rows():
    mean, whole = priced().metric("mean_cost"), priced().metric("total_cost")
    assert (whole.low, whole.high) == pytest.approx((ROWS * mean.low, ROWS * mean.high))


def test_what_every_row_costs_is_no_matter_of_chance():
    plain, tested = (
        priced().metric("mean_cost"),
        priced(cost={"fn": "amount", "fp": 1, "per_row": 7}).metric("mean_cost"),
    )
    assert (tested.low - 7, tested.high - 7) == pytest.approx((plain.low, plain.high))


def test_gains_are_taken_off_by_their_own_interval():
    found = priced(cost={"fn": "amount", "fp": 0, "tp": "-0.5 * amount"}).metric("mean_cost")
    lost, won = total(MISSED, AMOUNTS[LABELS]), total(0.5 * FOUND, 0.5 * AMOUNTS[LABELS])
    limits = mover_difference(lost.total, lost.interval(), won.total, won.interval())
    assert (found.low, found.high) == pytest.approx((limits[0] / ROWS, limits[1] / ROWS))


def test_a_price_of_two_parts_has_the_squares_of_their_sum():
    found = priced(cost={"fn": "5 + amount", "fp": 1}).metric("mean_cost")
    losses = np.concatenate([5 + MISSED, np.ones(ALARMS)])
    limits = total(losses, 5 + AMOUNTS[LABELS]).interval()
    assert (found.low, found.high) == pytest.approx((limits[0] / ROWS, limits[1] / ROWS))


def test_one_large_loss_is_said():
    amounts = np.where(np.arange(ROWS) == np.flatnonzero(LABELS & ~FLAGGED)[0], 1e6, 10.0)
    data = {**DATA, "amount": amounts}
    e = tc.evaluate(data, label="y", score="p", amount="amount").given(cost={"fn": "amount", "fp": 0})
    assert "one loss decides this" in e.metric("mean_cost").note
    even = tc.evaluate({**DATA, "amount": np.full(ROWS, 10.0)}, label="y", score="p", amount="amount")
    assert not even.given(cost={"fn": "amount", "fp": 0}).metric("mean_cost").note


def test_equal_amounts_are_nearly_a_fixed_price():
    even = tc.evaluate({**DATA, "amount": np.full(ROWS, 10.0)}, label="y", score="p", amount="amount")
    by_amount, fixed = (even.given(cost={"fn": price, "fp": 0}).metric("mean_cost") for price in ("amount", 10))
    assert by_amount.value == pytest.approx(fixed.value)
    assert (by_amount.low, by_amount.high) == pytest.approx((fixed.low, fixed.high), rel=0.12)


def test_methods_that_see_four_counts_are_refused():
    with pytest.raises(BadCall, match="'t' is no interval for a mean_cost that follows amounts; there is gamma"):
        priced().metric("mean_cost", interval="t")
    found = priced(cluster="who").metric("mean_cost")
    assert (found.low, found.note) == (None, "of rows in clusters, costs that follow amounts have no interval")


INSIDE = 0.65  # a threshold inside the cell of scores from 0.5 to 0.8
PRICES = {
    "one amount": {"fn": "amount", "fp": 1},
    "gains": {"fn": "amount", "tp": "-0.5 * amount", "fp": 2},
    "two amounts": {"fn": "amount", "tp": "0.2 * other", "fp": "3 + 0.1 * other", "per_row": 1},
    "against each other": {"fn": "amount", "tp": "other", "fp": 4, "tn": "0.3 * amount"},
}


@pytest.fixture(scope="module")
def in_cells():
    """Return rows of which seven lie in one cell, with every way to have them on either side of a threshold."""
    polars = pytest.importorskip("polars")
    random = np.random.default_rng(8)
    stretches = ((0, 0.5, 40), (0.5, 0.8, 7), (0.8, 1, 9))
    scores = np.round(np.concatenate([random.uniform(*stretch) for stretch in stretches]), 3)
    worth = {name: np.round(random.lognormal(2, 1, len(scores)), 2) for name in ("amount", "other")}
    worth["amount"][[3, 42]] = 0.0
    table = polars.DataFrame({"y": random.random(len(scores)) < scores, "p": scores, **worth})
    inside = (scores >= 0.5) & (scores < 0.8)
    ways = []
    for way in range(2**7):
        parted = scores.copy()
        parted[inside] = [0.7 if way >> i & 1 else 0.6 for i in range(7)]
        ways.append(table.with_columns(polars.Series("p", parted)))
    return table, ways


@pytest.mark.parametrize("weights", [{}, {"weight": "other"}], ids=["rows", "weights"])
@pytest.mark.parametrize("prices", PRICES.values(), ids=PRICES.keys())
def test_a_cost_inside_a_cell_is_bounded_by_every_way_to_part_its_rows(prices, weights, in_cells):
    table, ways = in_cells
    asked = {"label": "y", "score": "p", "amount": ["amount", "other"], **weights}
    coarse = tc.evaluate(table.lazy(), resolution=(0.5, 0.8), **asked).given(cost=prices, threshold=INSIDE)
    exact = [tc.evaluate(way, **asked).given(cost=prices, threshold=INSIDE) for way in ways]
    for name in ("mean_cost", "total_cost"):
        found, seen = coarse.metric(name), [one.metric(name) for one in exact]
        values = [one.value for one in seen]
        assert found.possible[0] <= min(values) + 1e-9
        assert found.possible[1] >= max(values) - 1e-9
        if prices == PRICES["one amount"]:  # each class moves the cost one way, so that the bound is reached
            assert found.possible == pytest.approx((min(values), max(values)))
        assert found.low <= min(one.low for one in seen) + 1e-9
        assert found.high >= max(one.high for one in seen) - 1e-9
        assert "counted together" in found.note
        assert found.method == "gamma"
    known = coarse.given(threshold=0.8).metric("mean_cost")
    assert known.possible is None
    assert known.value == pytest.approx(exact[0].given(threshold=0.8).metric("mean_cost").value)
