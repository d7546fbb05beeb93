"""Differences of two estimates from different rows: published values, brute force, and laws."""

import json
from math import comb, inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.delong import Ranking
from truecut.inference.differences import (
    Share,
    fisher_mid_p,
    miettinen_nurminen,
    mover_difference,
    newcombe_difference,
    p_from_interval,
    score_p,
    share_test,
    unpaired_areas,
)

EXPECTED = Path(__file__).parents[1] / "reference" / "data" / "expected.json"
ENTRIES = json.loads(EXPECTED.read_text(encoding="utf-8"))["entries"]
METHODS = {"Newcombe hybrid score 95%": newcombe_difference, "Miettinen-Nurminen 95%": miettinen_nurminen}


def reference(quantity: str) -> list[dict]:
    return [entry for entry in ENTRIES if entry["quantity"] == quantity]


@st.composite
def shares(draw: st.DrawFn) -> Share:
    trials = draw(st.integers(1, 60))
    return Share(draw(st.integers(0, trials)), trials)


@pytest.mark.parametrize("case", reference("proportion_difference_ci"), ids=lambda case: case["id"])
def test_the_interval_of_a_difference_of_shares(case):
    x1, n1, x2, n2 = (case["input"][name] for name in ("x1", "n1", "x2", "n2"))
    limits = METHODS[case["method"]](Share(x1, n1), Share(x2, n2))
    assert limits == pytest.approx(case["expected"], abs=case["tol"]["abs"], rel=0)


@pytest.mark.parametrize("interval", METHODS.values())
@given(first=shares(), second=shares())
def test_a_difference_turned_round_has_its_interval_turned_round(interval, first, second):
    low, high = interval(first, second)
    turned_low, turned_high = interval(second, first)
    assert (low, high) == pytest.approx((-turned_high, -turned_low), abs=1e-9)
    assert -1 <= low <= first.share - second.share + 1e-12
    assert first.share - second.share - 1e-12 <= high <= 1


@given(first=shares(), second=shares())
def test_the_score_test_rejects_where_its_interval_leaves_0_out(first, second):
    # Miettinen and Nurminen's interval uses n - 1, which the plain score test does not: compare at their own p.
    rows = first.trials + second.trials
    p = score_p(first, second)
    if not 1e-6 < p < 0.999:
        return
    z = stats.norm.isf(p / 2) * np.sqrt((rows - 1) / rows)
    level = 1 - 2 * stats.norm.sf(z)
    low, high = miettinen_nurminen(first, second, level)
    assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-6)


@given(first=shares(), second=shares())
def test_fishers_mid_p_is_the_sum_over_all_tables(first, second):
    a, b, successes = first.trials, second.trials, first.successes + second.successes
    ways = {x: comb(a, x) * comb(b, successes - x) for x in range(a + 1) if 0 <= successes - x <= b}
    own = ways[first.successes]
    rarer = sum(number for number in ways.values() if number < own)
    as_rare = sum(number for number in ways.values() if number == own)
    expected = 1.0 if len(ways) == 1 else (rarer + as_rare / 2) / sum(ways.values())
    assert fisher_mid_p(first, second) == pytest.approx(expected, abs=1e-9)


def test_the_score_test_is_that_of_a_table_of_four_cells():
    table = np.array([[56, 14], [48, 32]])
    chi2 = stats.chi2_contingency(table, correction=False)
    assert score_p(Share(56, 70), Share(48, 80)) == pytest.approx(chi2.pvalue)


def test_tiny_tables_are_tested_exactly_and_large_ones_by_score():
    assert share_test(Share(3, 4), Share(10, 400))[1] == "fisher-mid-p"
    assert share_test(Share(30, 40), Share(100, 400))[1] == "score"
    assert share_test(Share(2.5, 3.5), Share(100, 400))[1] == "score"  # effective rows are not whole


def test_shares_that_are_all_one_or_none_do_not_differ():
    assert share_test(Share(0, 3), Share(0, 400)) == (1.0, "fisher-mid-p")
    assert share_test(Share(0.0, 30.5), Share(0.0, 400.5)) == (1.0, "score")


@given(
    first=st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)).map(sorted),
    second=st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)).map(sorted),
)
def test_a_p_value_is_below_5_percent_exactly_where_the_interval_leaves_0_out(first, second):
    low, high = mover_difference(first[1], (first[0], first[2]), second[1], (second[0], second[2]))
    if min(abs(low), abs(high)) < 1e-9:
        return
    p = p_from_interval(first[1] - second[1], low, high)
    assert (p < 0.05) == (low > 0 or high < 0)


def test_an_interval_without_an_end_says_nothing():
    assert p_from_interval(1.0, -inf, 2.0) == 1.0
    assert p_from_interval(0.0, 0.0, 0.0) == 1.0
    assert p_from_interval(0.5, 0.5, 0.5) == 0.0


def ranking_of(labels: list[int], scores: list[float]) -> Ranking:
    return Ranking.of(CountsCurve(ScoreTable.from_rows(np.array(labels, dtype=bool), np.array(scores))))


def test_variances_of_areas_of_different_rows_add():
    first = ranking_of([1, 0, 1, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.3])
    second = ranking_of([1, 1, 0, 0, 1, 0], [0.9, 0.6, 0.7, 0.4, 0.8, 0.1])
    found = unpaired_areas(first, second)
    (low, high), p = found.limits, found.p_value
    assert (low + high) / 2 == pytest.approx(first.area - second.area)
    parts = [(r.positive_spread / r.positives, r.positives - 1) for r in (first, second)]
    parts += [(r.negative_spread / r.negatives, r.negatives - 1) for r in (first, second)]
    variance = sum(part for part, _ in parts)
    freedom = variance**2 / sum(part**2 / f for part, f in parts)
    t = (first.area - second.area) / variance**0.5
    assert p == pytest.approx(2 * stats.t.sf(abs(t), freedom))
    assert (high - low) / 2 == pytest.approx(stats.t.isf(0.025, freedom) * variance**0.5)


def test_a_perfect_ranking_has_no_variance_to_test_with():
    perfect, other = ranking_of([1, 1, 0, 0], [4, 3, 2, 1]), ranking_of([1, 0, 1, 0], [4, 3, 2, 1])
    assert unpaired_areas(perfect, other) is None
    assert unpaired_areas(other, perfect) is None


def test_two_areas_that_are_the_same_seldom_seem_to_differ():
    chance = np.random.default_rng(7)
    rejected = 0
    for _ in range(400):
        rankings = []
        for positives, negatives in ((8, 60), (15, 25)):
            labels = np.repeat([1, 0], [positives, negatives])
            rankings.append(ranking_of(labels, chance.normal(size=len(labels)) + 0.8 * labels))
        rejected += unpaired_areas(*rankings).p_value < 0.05
    assert 8 <= rejected <= 32  # 5 % of 400 are 20, give or take 2.75 standard errors
