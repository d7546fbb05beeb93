"""The area under the ROC curve and how sure one can be of it."""

from itertools import pairwise
from math import log, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import t as student_t

from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.delong import (
    AreaRule,
    Ranking,
    envelope,
    guarded,
    logit_delong,
    newcombe,
    placements,
    student_delong,
    trusted_method,
    wald_delong,
)

Z = NormalDist().inv_cdf(0.975)


def ranked(labels, scores) -> Ranking:
    return Ranking.of(CountsCurve(ScoreTable.from_rows(np.asarray(labels, dtype=bool), scores)))


def tied_rows(seed: int, rows: int = 60):
    random = np.random.default_rng(seed)
    labels = random.random(rows) < 0.4
    return labels, np.round(random.normal(labels * 1.0), 1)


def by_pairs(labels, scores) -> tuple[float, float]:
    """Return the area and DeLong's variance from all pairs, as the paper has it."""
    wins = np.array([[(a > b) + (a == b) / 2 for b in scores[~labels]] for a in scores[labels]])
    of_positives, of_negatives = wins.mean(axis=1), wins.mean(axis=0)
    variance = of_positives.var(ddof=1) / len(of_positives) + of_negatives.var(ddof=1) / len(of_negatives)
    return float(wins.mean()), float(variance)


@pytest.mark.parametrize("seed", range(8))
def test_the_variance_is_that_of_all_pairs(seed):
    labels, scores = tied_rows(seed)
    found = ranked(labels, scores)
    assert (found.area, found.variance) == pytest.approx(by_pairs(labels, scores), rel=1e-12)


def test_placements_have_the_area_as_their_mean():
    labels, scores = tied_rows(1)
    curve = CountsCurve(ScoreTable.from_rows(labels, scores))
    of_positives, of_negatives = placements(curve)
    area = Ranking.of(curve).area
    assert np.average(of_positives, weights=curve.table.positives) == pytest.approx(area)
    assert np.average(of_negatives, weights=curve.table.negatives) == pytest.approx(area)


def test_low_scores_that_mean_positive_give_the_same_variance():
    labels, scores = tied_rows(2)
    turned = CountsCurve(ScoreTable.from_rows(labels, -scores, lower_is_positive=True))
    assert Ranking.of(turned).variance == pytest.approx(ranked(labels, scores).variance, rel=1e-12)


def test_repeated_rows_count_as_rows():
    labels, scores = tied_rows(3)
    times = np.arange(len(labels)) % 3 + 1
    weighted = ScoreTable.from_rows(labels, scores, times, weights_are=Weights.REPEATED)
    repeated = ranked(np.repeat(labels, times), np.repeat(scores, times))
    assert Ranking.of(CountsCurve(weighted)) == repeated


@pytest.mark.parametrize(("labels", "is_known"), [([1, 0, 0], False), ([1, 1, 0], False), ([1, 1, 0, 0], True)])
def test_a_variance_needs_two_rows_of_each_class(labels, is_known):
    found = ranked(labels, np.arange(len(labels)))
    assert (found.variance is not None) == is_known


def test_the_plain_interval_may_leave_the_possible():
    assert wald_delong(0.95, 0.01)[1] == pytest.approx(0.95 + Z * 0.1)


def test_the_interval_on_log_odds_stays_inside_and_survives_the_extremes():
    for area in (1e-9, 0.5, 1 - 1e-9):
        low, high = logit_delong(area, 0.01)
        assert 0 <= low < area < high <= 1


@pytest.mark.parametrize("area", [0.03, 0.5, 0.8, 0.999])
@pytest.mark.parametrize(("positives", "negatives"), [(5, 9), (10, 1000), (400, 3)])
def test_newcombes_limits_solve_his_equation(area, positives, negatives):
    for limit in newcombe(area, positives, negatives):
        more = (positives + negatives) / 2 - 1
        inner = 1 + more * ((1 - limit) / (2 - limit) + limit / (1 + limit))
        assert abs(area - limit) == pytest.approx(Z * sqrt(limit * (1 - limit) / (positives * negatives) * inner))


def test_newcombes_interval_of_perfect_separation_is_one_sided():
    low, high = newcombe(1.0, 10, 20)
    assert high == 1
    assert 0.5 < low < 1
    assert newcombe(0.0, 10, 20) == pytest.approx((0, 1 - low))


def test_an_area_with_misranked_rows_enough_is_judged_on_the_log_odds():
    found = Ranking(0.9, 60, 500, 0.02, 0.03)  # 60 * 0.1 rows
    assert trusted_method(found) == AreaRule.LOG_ODDS
    assert guarded(found) == student_delong(found)
    low, high = student_delong(found)
    quantile = student_t.ppf(0.975, found.degrees_of_freedom)
    half = quantile * sqrt(found.variance) / (0.9 * 0.1)
    assert log(low / (1 - low)) == pytest.approx(log(9) - half)
    assert log(high / (1 - high)) == pytest.approx(log(9) + half)


@pytest.mark.parametrize("area", [0.98, 0.02])
def test_few_misranked_rows_widen_the_interval_towards_one_half_alone(area):
    found = Ranking(area, 60, 500, 0.001, 0.001)  # 60 * 0.02 rows
    assert trusted_method(found) == AreaRule.GUARDED
    by_delong, by_newcombe = student_delong(found), newcombe(area, 60, 500)
    inner, outer = (0, 1) if area > 0.5 else (1, 0)
    assert guarded(found)[outer] == by_delong[outer]
    assert guarded(found)[inner] == by_newcombe[inner] != by_delong[inner]


def test_the_envelope_takes_the_wider_end_on_both_sides_below_100_rows():
    found = Ranking(0.9, 99, 500, 0.02, 0.03)
    low, high = envelope(found)
    for narrow_low, narrow_high in (newcombe(0.9, 99, 500), logit_delong(0.9, found.variance)):
        assert low <= narrow_low
        assert high >= narrow_high
    large = Ranking(0.9, 100, 500, 0.02, 0.03)
    assert envelope(large) == logit_delong(0.9, 0.02 / 100 + 0.03 / 500)


def test_degrees_of_freedom_follow_satterthwaite():
    a, b = 0.02 / 10, 0.03 / 40
    assert Ranking(0.9, 10, 40, 0.02, 0.03).degrees_of_freedom == pytest.approx((a + b) ** 2 / (a**2 / 9 + b**2 / 39))


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        ([1] * 200 + [0] * 200, [2] * 200 + [1] * 200),  # perfect
        ([1] * 200 + [0] * 200, [1] * 400),  # all the same
        ([1] + [0] * 9, range(10)),  # one positive
    ],
)
def test_without_a_spread_there_is_newcombes_interval(labels, scores):
    found = ranked(labels, list(scores))
    assert trusted_method(found) == AreaRule.NEWCOMBE
    assert guarded(found) == newcombe(found.area, found.positives, found.negatives)
    low, high = guarded(found)
    assert low < high


@pytest.mark.parametrize("seed", range(4))
def test_more_rows_of_the_same_kind_never_widen_the_interval(seed):
    found = ranked(*tied_rows(seed, rows=40))
    intervals = [guarded(found.grown(factor)) for factor in (1, 1.1, 2, 5, 6, 7, 20, 1000)]
    for (low, high), (next_low, next_high) in pairwise(intervals):
        assert low <= next_low <= found.area <= next_high <= high


@pytest.mark.parametrize(("positives", "area", "spread"), [(10, 0.95, 1), (100, 0.99, 2)])
def test_the_guarded_interval_keeps_its_promise_where_delongs_does_not(positives, area, spread):
    random = np.random.default_rng(7)
    shift = sqrt(1 + spread**2) * NormalDist().inv_cdf(area)
    labels = np.arange(500 + positives) < positives
    held = {"guarded": 0, "log odds": 0}
    for _ in range(300):
        scores = random.normal(size=len(labels)) * np.where(labels, spread, 1) + shift * labels
        found = ranked(labels, scores)
        low, high = guarded(found)
        held["guarded"] += low <= area <= high
        if 0 < found.area < 1:
            low, high = logit_delong(found.area, found.variance)
            held["log odds"] += low <= area <= high
    assert held["guarded"] / 300 > 0.94
    assert held["log odds"] / 300 < 0.9
