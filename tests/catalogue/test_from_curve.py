"""Metrics of the whole curve: against scikit-learn, against exact arithmetic, and their laws."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from metric_values import curve_of, each_sample, reason, value
from truecut.catalogue import at_limits, from_curve, metric
from truecut.catalogue.formula import Formula
from truecut.counting.countable import LARGEST_WEIGHT, Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, BadWeight, UnknownName

METRICS = (*from_curve.METRICS, *at_limits.METRICS)
NAMES = [entry.name for entry in METRICS]
rows = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=1, max_size=40)
rows_of_both = rows.filter(lambda rows: len({label for label, _ in rows}) == 2)


def curve_of_rows(rows):
    return curve_of(*zip(*rows, strict=True))


def curve_of_counts(positives, negatives):
    """Make a curve of these counts at ever lower scores."""
    columns = [np.asarray(column, dtype=np.int64) for column in (positives, negatives)]
    return CountsCurve(ScoreTable(np.arange(len(positives), 0, -1) / 10, *columns * 3))


def sample(seed, size=400, ties=False, weighted=False):
    random = np.random.default_rng(seed)
    labels = random.random(size) < random.uniform(0.1, 0.9)
    scores = random.normal(labels * random.uniform(-0.5, 2.0))
    if ties:
        scores = np.round(scores)
    return labels, scores, random.exponential(size=size) if weighted else None


samples = each_sample(sample)


@samples
def test_areas_agree_with_scikit_learn(data):
    labels, scores, weights = data
    curve = curve_of(labels, scores, weights)
    auc = sk.roc_auc_score(labels, scores, sample_weight=weights)
    assert value("roc_auc", curve) == pytest.approx(auc, rel=1e-12)
    assert value("gini", curve) == pytest.approx(2 * auc - 1, abs=1e-12)
    ap = sk.average_precision_score(labels, scores, sample_weight=weights)
    assert value("average_precision", curve) == pytest.approx(ap, rel=1e-12)
    fpr, tpr, _ = sk.roc_curve(labels, scores, sample_weight=weights)
    assert value("ks", curve) == pytest.approx(max(tpr - fpr), rel=1e-12)


@samples
@pytest.mark.parametrize("most", [0.05, 0.3, 1.0])
def test_standardised_partial_area_agrees_with_scikit_learn(data, most):
    labels, scores, weights = data
    expected = sk.roc_auc_score(labels, scores, sample_weight=weights, max_fpr=most)
    found = value("partial_auc", curve_of(labels, scores, weights), fpr=(0, most), standardised=True)
    assert found == pytest.approx(expected, rel=1e-12)


@samples
def test_best_under_a_condition_agrees_with_a_search_of_scikit_learns_curves(data):
    labels, scores, weights = data
    curve = curve_of(labels, scores, weights)
    precision, recall, _ = sk.precision_recall_curve(labels, scores, sample_weight=weights)
    precision, recall = precision[:-1], recall[:-1]  # without the point (0, 1) that is no threshold's
    fpr, tpr, _ = sk.roc_curve(labels, scores, sample_weight=weights, drop_intermediate=False)
    limit = np.quantile(precision, 0.7)
    found = value("recall_at_precision", curve, precision=limit - 1e-12)
    assert found == pytest.approx(recall[precision >= limit - 1e-12].max(), rel=1e-12)
    found = value("precision_at_recall", curve, recall=0.6)
    assert found == pytest.approx(precision[recall >= 0.6].max(), rel=1e-12)
    assert value("recall_at_fpr", curve, fpr=0.2) == pytest.approx(tpr[fpr <= 0.2].max(), rel=1e-12)
    found = value("sensitivity_at_specificity", curve, specificity=0.7)
    assert found == pytest.approx(tpr[1 - fpr >= 0.7].max(), rel=1e-12)
    found = value("specificity_at_sensitivity", curve, sensitivity=0.7)
    assert found == pytest.approx((1 - fpr)[tpr >= 0.7].max(), rel=1e-12)


# Exact arithmetic on few rows.


@given(rows_of_both)
def test_roc_area_is_the_share_of_pairs_in_the_right_order(rows):
    above, below = [s for y, s in rows if y], [s for y, s in rows if not y]
    right = sum(Fraction((a > b) + (a >= b), 2) for a in above for b in below)
    assert value("roc_auc", curve_of_rows(rows)) == float(right / (len(above) * len(below)))


@given(rows_of_both)
def test_average_precision_is_the_mean_precision_over_the_positives(rows):
    def precision(at):
        flagged = [y for y, s in rows if s >= at]
        return Fraction(sum(flagged), len(flagged))

    positives = [s for y, s in rows if y]
    expected = sum(map(precision, positives)) / len(positives)
    assert value("average_precision", curve_of_rows(rows)) == pytest.approx(float(expected), rel=1e-14)


@given(rows_of_both, st.integers(0, 9), st.integers(1, 10), st.integers(0, 9), st.integers(1, 10))
def test_partial_area_is_the_area_under_the_curve_inside_a_window(rows, left, width, bottom, height):
    fpr, tpr = (left / 10, min(left + width, 10) / 10), (bottom / 10, min(bottom + height, 10) / 10)
    curve = curve_of_rows(rows)
    x = np.linspace(*fpr, 20_001)
    x = (x[1:] + x[:-1]) / 2
    points = curve.counts.fp / curve.counts.fp[-1], curve.counts.tp / curve.counts.tp[-1]
    heights = np.clip(np.interp(x, *points), *tpr) - tpr[0]
    expected = heights.mean() * (fpr[1] - fpr[0])
    assert value("partial_auc", curve, fpr=fpr, tpr=tpr) == pytest.approx(expected, abs=1e-4)


@given(rows_of_both, st.integers(1, 9))
def test_windows_side_by_side_add_up(rows, tenths):
    curve, cut = curve_of_rows(rows), tenths / 10
    whole = value("roc_auc", curve)
    for side in ("fpr", "tpr"):
        parts = [value("partial_auc", curve, **{side: span}) for span in ((0, cut), (cut, 1))]
        assert sum(parts) == pytest.approx(whole, abs=1e-14)


def test_partial_area_of_a_worked_example():
    # The curve goes (0, 0) (0, 1/2) (1/2, 1/2) (1/2, 1) (1, 1).
    curve = curve_of([True, False, True, False], [4, 3, 2, 1])
    assert value("partial_auc", curve, fpr=(0, 0.25)) == 0.25 * 0.5
    assert value("partial_auc", curve) == 0.1 * 0.5  # without a window, up to a rate of 0.1
    # Between the rates 1/4 and 3/4: 1/4 × 1/2 + 1/4 × 1, of at most 1/2; the diagonal has 1/4.
    assert value("partial_auc", curve, fpr=(0.25, 0.75)) == 0.375
    assert value("partial_auc", curve, fpr=(0.25, 0.75), standardised=True) == (1 + 0.125 / 0.25) / 2
    # True positive rates above 3/4 are reached by half of the negatives.
    assert value("partial_auc", curve, tpr=(0.75, 1)) == 0.25 * 0.5
    # Both: only the square from (1/2, 1/4) on, and the strip below 1/2.
    assert value("partial_auc", curve, fpr=(0, 0.75), tpr=(0.25, 1)) == 0.5 * 0.25 + 0.25 * 0.75


def test_a_window_under_the_diagonal_cannot_be_standardised():
    curve, window = curve_of([True, False], [1, 0]), {"fpr": (0.9, 1), "tpr": (0.3, 0.8)}
    assert value("partial_auc", curve, **window) == pytest.approx(0.1 * 0.5)
    assert reason("partial_auc", curve, **window, standardised=True) == (
        "chance alone fills this window, which lies under the diagonal"
    )


@pytest.mark.parametrize("span", [(0.2, 0.1), (-0.1, 0.5), (0, 1.5), (0.3, 0.3)])
def test_a_window_must_lie_between_0_and_1(span):
    with pytest.raises(BadCall, match="between 0 and 1"):
        value("partial_auc", curve_of([True, False], [1, 0]), fpr=span)


@given(rows_of_both)
def test_interpolated_pr_area_is_the_limit_of_flagging_rows_bit_by_bit(rows):
    curve = curve_of_rows(rows)
    tp, fp = curve.counts.tp, curve.counts.fp
    bits = np.linspace(0, 1, 2_001)
    middle = (bits[1:] + bits[:-1]) / 2
    total = 0.0
    for (tp0, tp1), (fp0, fp1) in zip(pairwise(tp), pairwise(fp), strict=True):
        found, wrong = tp0 + middle * (tp1 - tp0), fp0 + middle * (fp1 - fp0)
        total += (tp1 - tp0) * np.mean(found / (found + wrong)) if tp1 > tp0 else 0.0
    assert value("pr_auc", curve) == pytest.approx(total / tp[-1], abs=1e-5)


def test_interpolated_pr_area_of_a_worked_example():
    # First 1 of 1, then from (1, 0) to (2, 1): precision (1 + t) / (1 + 2 t), mean 1/2 + ln(3) / 4.
    curve = curve_of([True, True, False], [2, 1, 1])
    assert value("pr_auc", curve) == pytest.approx((1 + 1 / 2 + np.log(3) / 4) / 2, rel=1e-15)


def test_interpolated_pr_area_keeps_its_digits_where_positives_are_rare():
    # From (1, n) to (2, n + 1): precision (1 + t) / (n + 1 + 2 t).
    n = 10**9
    curve = curve_of_counts([1, 1], [n, 1])
    exact = Fraction(3, 2) / (n + 2)  # but for terms of n**-3
    assert value("pr_auc", curve) == pytest.approx(float((Fraction(1, n + 1) + exact) / 2), rel=1e-7)


# The H measure.


@samples
def test_without_parameters_the_likeliest_cost_is_the_prevalence(data):
    labels, _, weights = data
    share = float(np.average(labels, weights=weights))
    curve = curve_of(*data)
    expected = value("h_measure", curve, alpha=1 + share, beta=2 - share)
    assert value("h_measure", curve) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("positives", [1, 3, 7, 49])
def test_equal_scores_save_exactly_nothing(positives):
    curve = CountsCurve(ScoreTable.from_rows([True] * positives + [False] * 50, [0.3] * (positives + 50)))
    assert value("h_measure", curve) == 0.0


def test_h_measure_needs_both_parameters_or_none():
    curve = curve_of([True, False], [1, 0])
    with pytest.raises(BadCall, match="both alpha and beta"):
        value("h_measure", curve, alpha=2)
    with pytest.raises(BadCall, match="above 0"):
        value("h_measure", curve, alpha=0, beta=1)


# The top of the list.


@given(rows_of_both, st.integers(1, 40))
def test_the_top_k_is_the_mean_over_all_ways_of_breaking_ties(rows, k):
    curve = curve_of_rows(rows)
    if k > len(rows):
        assert reason("precision_at_k", curve, k=k) == f"k = {k} is more than all {len(rows)} rows"
        return
    found, left = Fraction(0), k
    for score in sorted({s for _, s in rows}, reverse=True):
        block = [y for y, s in rows if s == score]
        taken = min(left, len(block))
        found, left = found + Fraction(taken * sum(block), len(block)), left - taken
    positives = sum(y for y, _ in rows)
    assert value("precision_at_k", curve, k=k) == pytest.approx(float(found / k))
    assert value("recall_at_k", curve, k=k) == pytest.approx(float(found / positives))
    lift = found * len(rows) / (k * positives)
    assert value("lift_at_k", curve, k=k) == pytest.approx(float(lift))


def test_a_share_of_the_rows_stands_for_k():
    curve = curve_of([True, True, False, False, False], [5, 4, 3, 2, 1])
    assert value("precision_at_k", curve, share=0.6) == pytest.approx(2 / 3)
    assert value("recall_at_k", curve, share=1.0) == 1
    assert value("lift_at_k", curve) == 1 / (2 / 5)
    assert reason("precision_at_k", curve, k=0) == "nothing was flagged"
    with pytest.raises(BadCall, match="share must lie between 0 and 1"):
        value("recall_at_k", curve, share=1.2)
    with pytest.raises(BadCall, match="k must be 0 rows or more"):
        value("recall_at_k", curve, k=-1)


def test_the_top_of_a_list_of_low_scores_is_its_low_end():
    curve = curve_of([True, True, False], [1, 2, 3], lower_is_positive=True)
    assert value("precision_at_k", curve, k=2) == 1


# Conditions.


def test_a_condition_that_no_threshold_meets_says_so():
    curve = curve_of([True, False, False], [1, 2, 3])
    assert reason("recall_at_precision", curve) == "no threshold reaches precision >= 0.9"
    limits = {"maximise": "recall", "subject_to": "precision", "at_least": 0.5, "at_most": 0.6}
    assert reason("best_subject_to", curve, **limits) == "no threshold reaches 0.5 <= precision <= 0.6"
    assert reason("best_subject_to", curve, subject_to="nir", at_most=0.6) == (
        "no threshold reaches no_information_rate <= 0.6"
    )


def test_flagging_nothing_is_a_threshold_like_any_other():
    curve = curve_of([True, False, False], [1, 2, 3])
    assert value("sensitivity_at_specificity", curve) == 0
    assert value("recall_at_fpr", curve) == 0


def test_what_is_better_lower_is_made_small():
    curve = curve_of([True, False, True, False], [4, 3, 2, 1])
    found = value("best_subject_to", curve, maximise="fpr", subject_to="recall", at_least=1)
    assert found == 1 / 2


def test_a_limit_that_is_met_exactly_is_met():
    curve = curve_of([True] * 9 + [False], range(10, 0, -1))
    assert value("best_subject_to", curve, maximise="fpr", subject_to="precision", at_most=0.9) == 1
    assert value("precision_at_recall", curve, recall=1 / 9) == 1


def test_conditions_are_on_metrics_of_four_counts():
    curve = curve_of([True, False], [1, 0])
    with pytest.raises(UnknownName, match="No metric of four counts is called 'roc_auc'"):
        value("best_subject_to", curve, subject_to="roc_auc")
    with pytest.raises(BadCall, match=r"Nothing is at least 0\.9 and at most 0\.1"):
        value("best_subject_to", curve, at_least=0.9, at_most=0.1)


def test_a_metric_without_value_where_the_condition_holds_says_why():
    curve = curve_of([True, False], [1, 0])
    assert reason("best_subject_to", curve, maximise="precision", subject_to="recall", at_most=0) == (
        "nothing was flagged"
    )


# Where there is no value.


@pytest.mark.parametrize("name", NAMES)
def test_without_rows_there_is_no_value(name):
    assert reason(name, curve_of([], [])) == "there are no rows"


@pytest.mark.parametrize("name", ["roc_auc", "gini", "partial_auc", "ks", "roc_auc_hull", "h_measure"])
def test_with_one_class_there_are_no_pairs(name):
    assert reason(name, curve_of([False, False], [1, 2])) == "no row is truly positive"
    assert reason(name, curve_of([True, True], [1, 2])) == "no row is truly negative"


def test_precision_and_recall_ask_only_for_positives():
    only_negatives, only_positives = curve_of([False, False], [1, 2]), curve_of([True, True], [1, 2])
    for name in ("average_precision", "pr_auc", "recall_at_precision", "precision_at_recall"):
        assert reason(name, only_negatives) == "no row is truly positive"
        assert value(name, only_positives) == 1
    assert metric("ap").of(only_negatives, convention="scikit-learn").value == 0.0
    assert value("precision_at_k", only_negatives) == 0
    assert reason("sensitivity_at_specificity", only_positives) == "no row is truly negative"


def test_equal_scores_are_chance():
    curve = curve_of([True, False, False], [0.4, 0.4, 0.4])
    assert value("roc_auc", curve) == 1 / 2
    assert value("average_precision", curve) == value("pr_auc", curve) == 1 / 3
    assert value("ks", curve) == value("gini", curve) == value("h_measure", curve) == 0
    assert value("partial_auc", curve, standardised=True) == 1 / 2
    assert value("lift_at_k", curve) == pytest.approx(1)


# Laws.


@pytest.mark.parametrize("name", NAMES)
def test_repeating_rows_is_weighting_them(name):
    labels, scores, _ = sample(1, ties=True)
    times = np.random.default_rng(2).integers(0, 4, len(labels))
    repeated = metric(name).of(curve_of(np.repeat(labels, times), np.repeat(scores, times)))
    exact = metric(name).of(curve_of(labels, scores, times, weights_are=Weights.REPEATED))
    assert exact == repeated
    halved = metric(name).of(curve_of(labels, scores, times / 2))
    assert float(halved) == pytest.approx(float(repeated), rel=1e-13)


@pytest.mark.parametrize("name", NAMES)
def test_low_scores_are_high_scores_negated(name):
    labels, scores, weights = sample(4, ties=True, weighted=True)
    low = curve_of(labels, -scores, weights, lower_is_positive=True)
    assert metric(name).of(low) == metric(name).of(curve_of(labels, scores, weights))


@pytest.mark.parametrize("entry", [entry for entry in METRICS if entry.mirror], ids=lambda entry: entry.name)
@pytest.mark.parametrize("ties", [False, True])
def test_the_mirror_is_the_metric_of_the_exchanged_classes(entry, ties):
    labels, scores, weights = sample(5, ties=ties, weighted=True)
    table = ScoreTable.from_rows(labels, scores, weights)
    swapped = metric(entry.mirror).of(CountsCurve(table.swapped()))
    assert float(entry.of(CountsCurve(table))) == pytest.approx(float(swapped), rel=1e-12)


def test_the_shape_of_the_costs_is_mirrored_with_the_classes():
    labels, scores, _ = sample(5)
    table = ScoreTable.from_rows(labels, scores)
    swapped = value("h_measure", CountsCurve(table.swapped()), alpha=5, beta=2)
    assert value("h_measure", CountsCurve(table), alpha=2, beta=5) == pytest.approx(swapped, rel=1e-12)


@pytest.mark.parametrize("entry", [entry for entry in METRICS if entry.equals], ids=lambda entry: entry.name)
def test_what_is_said_to_be_equal_is(entry):
    curve = curve_of(*sample(6)[:2])
    for formula in map(Formula, entry.equals):
        others = {name: value(name, curve) for name in formula.names}
        assert formula.at(others) == pytest.approx(value(entry.name, curve), rel=1e-14)


@pytest.mark.parametrize("name", NAMES)
@given(rows=rows_of_both)
def test_values_keep_to_their_bounds(name, rows):
    found = metric(name).of(curve_of_rows(rows))
    low, high = metric(name).bounds
    assert found.value is None or low <= found.value <= high


def test_areas_of_counts_beyond_int64_products():
    large = 10**12
    curve = curve_of_counts([large, 3, 0, 7], [5, large, 11, large])
    tp, total = [large, large + 3, large + 3, large + 10], Fraction(0)
    for fp, before, after in zip([5, large, 11, large], [0, *tp], tp, strict=False):
        total += fp * Fraction(before + after, 2)
    exact = total / ((large + 10) * (2 * large + 16))
    assert value("roc_auc", curve) == pytest.approx(float(exact), rel=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_a_million_million_times_the_rows_give_the_same_value(name):
    positives, negatives = np.array([3, 2, 1]), np.array([1, 2, 3])
    few = metric(name).of(curve_of_counts(positives, negatives))
    many = metric(name).of(curve_of_counts(positives * 10**12, negatives * 10**12))
    assert float(many) == pytest.approx(float(few), rel=1e-14, nan_ok=True)


@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "ks", "roc_auc_hull", "h_measure"])
def test_a_perfect_order_is_exactly_1_whatever_the_weights(name):
    for seed in range(20):
        scores, weights = np.random.default_rng(seed).random((2, 300))
        assert value(name, curve_of(scores > 0.6, scores, weights)) == 1
        if name == "roc_auc":
            assert value(name, curve_of(scores < 0.6, scores, weights)) == 0


@pytest.mark.parametrize("name", ["roc_auc", "roc_auc_hull", "average_precision", "ks", "h_measure", "partial_auc"])
def test_the_largest_weights_do_not_overflow(name):
    labels, scores, weights = sample(7, weighted=True)
    plain = value(name, curve_of(labels, scores, weights))
    largest_scale = 2.0 ** math.floor(math.log2(LARGEST_WEIGHT / weights.max()))
    assert value(name, curve_of(labels, scores, weights * largest_scale)) == pytest.approx(plain, rel=1e-13)
    with pytest.raises(BadWeight, match="divide all of them"):
        curve_of(labels, scores, weights * largest_scale * 2)
