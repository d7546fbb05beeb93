"""Models at a common operating point: one test for all metrics, which allows for thresholds that were found."""

from itertools import product
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.paired.confidence_region import maximum_within, radius_to_zero
from truecut.inference.paired.local_curve import LocalCurve, jump_of
from truecut.inference.quantiles import student_quantile

NORMAL = NormalDist()
POINTS = ({"share_flagged": 0.2}, {"recall": 0.8}, {"fpr": 0.1}, "same share flagged", "same recall", "same fpr")
METRICS = ("precision", "recall", "specificity", "f1", "mcc", "accuracy", "lift", "lr_plus")


def rows_of(seed=0, positives=60, negatives=240, skills=(1.5, 1.5), shared=0.7):
    random = np.random.default_rng(seed)
    labels = np.arange(positives + negatives) < positives
    common = random.normal(size=len(labels))
    noise = [shared * common + sqrt(1 - shared**2) * random.normal(size=len(labels)) for _ in skills]
    return labels, {m: skill * labels + n for m, skill, n in zip("abcd", skills, noise, strict=False)}


def compared(seed=0, *, threshold=1.0, skills=(1.5, 1.5), **options):
    return tc.compare(*rows_of(seed, skills=skills), threshold=threshold, **options)


def is_decided(metric, at):
    return metric in str(at) or (metric == "specificity" and "fpr" in str(at))


# The law


@given(st.integers(0, 500), st.sampled_from(POINTS), st.sampled_from([0.8, 0.95]))
@settings(max_examples=12, deadline=None)
def test_all_metrics_at_a_point_share_a_p_value_that_agrees_with_their_intervals(seed, at, level):
    c = compared(seed, skills=(1.5, 1.9))
    found = [c.difference(name, "a", "b", at=at, level=level) for name in METRICS if not is_decided(name, at)]
    assert {one.method for one in found} == {"local-slope"}
    for one in found:
        assert one.p_value == pytest.approx(found[0].p_value, rel=1e-5)
        assert one.low <= one.value <= one.high
        assert (one.p_value < 1 - level) == (not one.low <= 0 <= one.high)


@given(st.integers(0, 500), st.sampled_from(POINTS[:3]), st.sampled_from(METRICS))
@settings(max_examples=12, deadline=None)
def test_the_models_turned_round_turn_the_interval_round(seed, at, name):
    one, other = (compared(seed).difference(name, *pair, at=at) for pair in (("a", "b"), ("b", "a")))
    assert other.value == pytest.approx(-one.value)
    if one.has_interval:
        assert (other.low, other.high) == pytest.approx((-one.high, -one.low), abs=1e-9)
        assert other.p_value == pytest.approx(one.p_value)


def test_scores_on_another_scale_or_turned_round_change_nothing():
    labels, scores = rows_of(3)
    plain = tc.compare(labels, scores)
    stretched = tc.compare(labels, {"a": np.exp(scores["a"]), "b": scores["b"]})
    low = tc.compare(labels, {m: -s for m, s in scores.items()}, lower_is_positive=True)
    for at in POINTS[:3]:
        ends = [
            (d.low, d.high, d.p_value) for d in (c.difference("f1", "a", "b", at=at) for c in (plain, stretched, low))
        ]
        assert ends[0] == ends[1] == ends[2]


# Against independent arithmetic


def test_at_the_same_share_the_variance_is_a_sum_over_rows_that_one_model_flags_alone():
    labels, scores = rows_of(5)
    c = tc.compare(labels, scores, design="case-control")
    found = c.difference("recall", "a", "b", at={"share_flagged": 0.2})
    top = {m: np.argsort(-s)[:60] for m, s in scores.items()}
    flagged = {m: np.isin(np.arange(300), rows) for m, rows in top.items()}
    near = {}
    for m in "ab":
        cut = c.models[m].cut_at(float(np.sort(scores[m])[-60]))
        near[m] = LocalCurve.of(cut, "share_flagged").share_of_positives(60 / 300)
    # A found positive is a gain of 1 less the positives among the rows that fall out for it.
    gains = {m: np.where(labels, 1 - near[m], -near[m]) * flagged[m] for m in "ab"}
    change = gains["a"] - gains["b"]
    variance = sum(300 / 299 * ((change[of] - change[of].mean()) ** 2).sum() for of in (labels, ~labels))
    for is_positive, by_a in product((True, False), repeat=2):
        m, other = ("a", "b") if by_a else ("b", "a")
        rates = {k: flagged[k][labels == is_positive].mean() for k in "ab"}
        weight = {k: 1 - near[k] if is_positive else -near[k] for k in "ab"}
        sign = 1 if by_a else -1
        variance += 0.5 * (sign * (weight[m] * (1 - rates[m]) + weight[other] * rates[other])) ** 2
    half = student_quantile(0.95, 299) * sqrt(variance) / 60
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half), rel=1e-6)


@pytest.mark.parametrize("at", [{"share_flagged": 0.2}, {"recall": 0.8}, "same share flagged"])
def test_the_interval_is_as_wide_as_differences_vary_from_sample_to_sample(at):
    name = "specificity" if "recall" in str(at) else "recall"
    values, widths = [], []
    for seed in range(100):
        labels, scores = rows_of(seed, 200, 800, skills=(1.2, 1.8))
        found = tc.compare(labels, scores, threshold=1.5, design="case-control").difference(name, "a", "b", at=at)
        values.append(found.value)
        widths.append((found.high - found.low) / 2 / 1.96)
    assert np.mean(widths) == pytest.approx(np.std(values), rel=0.22)  # three of its own standard errors


@pytest.mark.parametrize("at", [{"share_flagged": 0.2}, {"recall": 0.8}])
def test_equal_models_are_told_apart_about_once_in_twenty(at):
    name = "specificity" if "recall" in at else "recall"
    found = [compared(seed).difference(name, "a", "b", at=at).p_value < 0.05 for seed in range(120)]
    assert 0.005 <= np.mean(found) <= 0.11  # three standard errors about 5 %


# Rows, clusters and weights


def test_copies_count_once_as_clusters_and_as_often_as_they_are_as_rows():
    labels, scores = rows_of(2, skills=(1.5, 2.0))
    copied = np.tile(labels, 4), {m: np.tile(s, 4) for m, s in scores.items()}
    plain, naive = tc.compare(labels, scores), tc.compare(*copied)
    clustered = tc.compare(*copied, cluster=np.tile(np.arange(len(labels)), 4))
    weighted = tc.compare(labels, scores, weight=np.full(len(labels), 3.0))
    repeated = tc.compare(labels, scores, weight=np.full(len(labels), 4), weights_are="repeated")
    for at in ({"share_flagged": 0.2}, {"fpr": 0.1}):
        found = [c.difference("recall", "a", "b", at=at) for c in (plain, clustered, weighted, naive, repeated)]
        widths = [one.high - one.low for one in found]
        assert widths[1:3] == pytest.approx([widths[0]] * 2, rel=0.06)
        assert widths[3] == pytest.approx(widths[0] / 2, rel=0.1)
        assert (found[4].low, found[4].high) == pytest.approx((found[3].low, found[3].high), rel=1e-9)
    few = tc.compare(labels, scores, cluster=np.arange(len(labels)) % 5)
    assert "fewer than 10 clusters" in few.difference("recall", "a", "b", at={"fpr": 0.1}).note


def test_clusters_of_unrelated_rows_tell_as_much_as_rows():
    labels, scores = rows_of(2, skills=(1.5, 2.0))
    mixed = np.random.default_rng(1).permutation(len(labels)) % 100
    plain, clustered = tc.compare(labels, scores), tc.compare(labels, scores, cluster=mixed)
    for name, at in (("recall", {"share_flagged": 0.2}), ("specificity", {"recall": 0.8})):
        one, other = (c.difference(name, "a", "b", at=at) for c in (plain, clustered))
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.2)


def test_a_point_that_a_model_sets_varies_with_it():
    c = compared(4, skills=(1.0, 2.2), threshold=0.5)
    share = float(c.models["a"].metric("share_flagged"))
    fixed = c.difference("recall", "a", "b", at={"share_flagged": share})
    found = c.difference("recall", "a", "b", at="same share flagged")
    assert found.value == pytest.approx(fixed.value)
    assert found.p_value == pytest.approx(fixed.p_value, rel=0.1)
    assert found.high - found.low != pytest.approx(fixed.high - fixed.low, rel=1e-3)


def test_a_threshold_between_two_rows_is_known_less_well_than_one_at_a_row():
    c = compared(4)
    recall = float(c.models["a"].metric("recall"))
    fixed = c.difference("specificity", "a", "b", at={"recall": recall}, method="local-slope")
    found = c.difference("specificity", "a", "b", at="same recall")
    assert found.high - found.low > fixed.high - fixed.low


def test_a_third_model_may_set_the_point():
    c = tc.compare(*rows_of(6, skills=(1.5, 1.5, 1.0)), reference="c", threshold=1.0)
    found = c.difference("precision", "a", "b", at="same share flagged")
    assert found.has_interval
    assert found.at == "where each flags as many rows as c at its own threshold"
    share = float(c.models["c"].metric("share_flagged"))
    assert found.value == pytest.approx(c.difference("precision", "a", "b", at={"share_flagged": share}).value)


# The edges


def test_what_the_point_decides_is_not_tested():
    c = compared()
    for name, at in (("recall", {"recall": 0.8}), ("share_flagged", "same share flagged"), ("fpr", {"fpr": 0.1})):
        found = c.difference(name, "a", "b", at=at)
        assert (found.value, found.low, found.p_value, found.method) == (0.0, None, None, "")
        assert "the operating point itself decides it" in found.note


def test_models_that_decide_alike_are_not_thought_equal_for_certain():
    labels, scores = rows_of(1)
    found = tc.compare(labels, {"a": scores["a"], "b": scores["a"]}).difference("recall", "a", "b", at={"fpr": 0.1})
    assert (found.value, found.p_value) == (0, 1)
    assert found.low < 0 < found.high
    assert "decide alike" in found.note


def test_where_rates_jump_rows_are_drawn_unless_the_slope_is_asked_for():
    labels, scores = rows_of(1)
    coarse = tc.compare(labels, {m: s.round() for m, s in scores.items()}, replicates=200)
    found = coarse.difference("recall", "a", "b", at={"share_flagged": 0.2})
    assert found.method == "bootstrap"
    assert "many rows share the score at a threshold" in found.note
    assert (
        coarse.difference("recall", "a", "b", at={"share_flagged": 0.2}, method="local-slope").method == "local-slope"
    )


def test_a_jump_is_counted_in_standard_errors_of_the_rate():
    table = ScoreTable.from_rows([True] * 50 + [False] * 50, [2] * 10 + [1] * 40 + [2] * 10 + [1] * 40)
    # 20 of 100 rows are flagged, give or take 4; one score more would flag 80 more at once.
    assert jump_of(Model("m", table, 2), "share_flagged") == pytest.approx((80 - 1) / 4)


def test_a_class_of_one_row_has_no_spread():
    c = tc.compare([1, 0, 0, 0, 0], {"a": [5, 4, 3, 2, 1], "b": [1, 2, 3, 4, 5]})
    found = c.difference("recall", "a", "b", at={"share_flagged": 0.2})
    assert not found.has_interval
    assert "fewer than two rows of a class" in found.note


def test_ratios_at_a_point_ask_the_same_question():
    c = compared(2, skills=(1.5, 2.0))
    ratio, difference = (ask("recall", "b", "a", at={"fpr": 0.1}) for ask in (c.ratio, c.difference))
    assert ratio.p_value == pytest.approx(difference.p_value)
    assert ratio.low < ratio.value < ratio.high
    assert (ratio.low > 1) == (difference.low > 0)


def test_a_ratio_without_a_logarithm_is_drawn():
    labels, scores = rows_of(0)
    turned = tc.compare(labels, {"a": scores["a"], "b": -scores["b"]}, replicates=200)
    found = turned.ratio("mcc", "a", "b", at={"share_flagged": 0.2})
    assert found.value < 0
    assert found.method == "bootstrap"


def test_other_methods_do_not_fit_and_are_refused_in_a_sentence():
    with pytest.raises(BadCall, match="there is local-slope or bootstrap"):
        compared().difference("recall", "a", "b", at={"fpr": 0.1}, method="mid-p")


# What it rests on


@pytest.mark.parametrize("spread", [0.5, 1.0, 2.0])
def test_the_slope_of_normal_classes_is_the_ratio_of_their_densities(spread):
    quantiles = np.array([NORMAL.inv_cdf((i + 0.5) / 4000) for i in range(4000)])
    table = ScoreTable.from_rows([True] * 4000 + [False] * 4000, np.concatenate([1.5 + spread * quantiles, quantiles]))
    for equal in ("share_flagged", "recall", "fpr"):
        curve = LocalCurve.of(Model("m", table, 1.2), equal)
        assert curve.steepness == pytest.approx(1 / spread, rel=0.02)
        assert curve.slope == pytest.approx(NormalDist(1.5, spread).pdf(1.2) / NORMAL.pdf(1.2), rel=0.03)


def test_rates_at_the_ends_are_held_off_by_half_a_row():
    table = ScoreTable.from_rows([True] * 5 + [False] * 10, [2] * 5 + [1] * 10)
    curve = LocalCurve.of(Model("m", table, 2), "share_flagged")
    assert (curve.recall, curve.fpr) == (4.5 / 5, 0.5 / 10)


@given(st.lists(st.floats(-1, 1), min_size=3, max_size=3), st.floats(0.2, 3))
@settings(max_examples=50, deadline=None)
def test_the_maximum_within_a_radius_is_the_largest_on_the_ellipse(bends, radius):
    covariance = np.array([[0.5, 0.2], [0.2, 0.3]])

    def number(moves):
        return np.exp(0.5 * moves[0]) - bends[0] * moves[1] + 0.1 * bends[1] * moves[0] * moves[1] + bends[2]

    angles = np.linspace(0, 2 * np.pi, 20_000)
    around = radius * np.linalg.cholesky(covariance) @ np.array([np.cos(angles), np.sin(angles)])
    assert maximum_within(number, covariance, radius) == pytest.approx(number(around).max(), abs=1e-6)


@given(st.floats(-3, 3), st.floats(0, 0.5))
@settings(max_examples=50, deadline=None)
def test_the_radius_to_zero_just_reaches_it(seen, bend):
    covariance = np.diag([0.5, 0.3])

    def number(moves):
        return seen + moves[0] - moves[1] + bend * np.tanh(moves[0])

    radius = radius_to_zero(number, covariance)
    towards = maximum_within(lambda moves: -np.sign(seen) * number(moves), covariance, radius) if seen else 0.0
    assert towards == pytest.approx(0, abs=1e-8)


def test_what_never_gets_to_0_is_infinitely_far():
    assert radius_to_zero(lambda moves: 2 + np.tanh(moves[0]), np.eye(1)) == float("inf")
    assert radius_to_zero(lambda moves: np.full(moves.shape[1], 1.0), np.eye(1)) == float("inf")
