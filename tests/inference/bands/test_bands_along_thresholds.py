"""Bands of metrics and of costs along the thresholds: what a metric has at a threshold, it has along them."""

import numpy as np
import pytest
from scipy.stats import t

import truecut as tc
from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.bands.along_thresholds import errors_and_reach
from truecut.inference.bands.of_model import band_of
from truecut.inference.proportions import wilson_limits


def drawn(random, rows=200, share=0.3):
    labels = random.random(rows) < share
    return labels, 1 / (1 + np.exp(-random.normal(labels * 1.5 - 1)))


LABELS, SCORES = drawn(np.random.default_rng(0))
SAMPLE = tc.evaluate(LABELS, SCORES)
AT = [0.2, 0.4, 0.6]


@pytest.mark.parametrize("name", ["recall", "precision", "f1", "mcc", "informedness", "lr_plus", "accuracy"])
def test_a_pointwise_band_is_the_interval_at_each_threshold(name):
    band = SAMPLE.band(name, at=AT)
    for i, threshold in enumerate(AT):
        there = SAMPLE.cut_at(threshold).metric(name)
        assert (band.y[i], band.low[i], band.high[i]) == pytest.approx((there.value, there.low, there.high))
    assert band.method == SAMPLE.metric(name).method


def test_a_simulated_band_agrees_with_the_simulated_interval():
    band = SAMPLE.band("kappa", at=AT)
    for i, threshold in enumerate(AT):
        there = SAMPLE.cut_at(threshold).metric("kappa")
        assert band.low[i] == pytest.approx(there.low, abs=0.02)
        assert band.high[i] == pytest.approx(there.high, abs=0.02)


def test_parameters_reach_the_metric():
    assert SAMPLE.band("f_beta", at=AT, beta=2).y[1] == SAMPLE.cut_at(0.4).metric("f_beta", beta=2).value


@pytest.mark.parametrize("name", ["recall", "fpr", "precision", "mcc", "kappa"])
def test_a_band_for_all_thresholds_at_once_is_wider(name):
    each, at_once = (SAMPLE.band(name, kind=kind) for kind in ("pointwise", "simultaneous"))
    known = ~np.isnan(each.low) & ~np.isnan(at_once.low)
    assert at_once.contains(at_once.y)
    assert np.mean((at_once.high - at_once.low)[known]) > np.mean((each.high - each.low)[known])


def test_a_rate_of_one_class_has_a_finite_sample_band():
    band = SAMPLE.band("recall", kind="simultaneous", level=0.9)
    width = np.sqrt(np.log(2 / 0.1) / (2 * LABELS.sum()))
    assert band.method == "dkw"
    inside = (band.y > width) & (band.y < 1 - width)
    assert (band.high - band.y)[inside] == pytest.approx(width)
    assert (band.y - band.low)[inside] == pytest.approx(width)


@pytest.mark.parametrize(("name", "least"), [("recall", 0.8), ("precision", 0.75), ("accuracy", 0.75)])
def test_a_simultaneous_band_holds_the_whole_true_curve(name, least):
    grid = np.linspace(0.1, 0.7, 13)
    labels, scores = drawn(np.random.default_rng(1), rows=400_000)
    truth = tc.evaluate(labels, scores).band(name, at=grid).y
    random = np.random.default_rng(2)
    held = [
        tc.evaluate(*drawn(random)).band(name, at=grid, kind="simultaneous", level=0.8, replicates=300).contains(truth)
        for _ in range(60)
    ]
    assert np.mean(held) >= least - 0.05  # by chance alone, 60 trials of 0.8 fall to 0.7 once in 50 times


def test_where_a_metric_is_undefined_so_is_its_band():
    band = SAMPLE.band("precision", at=[0.5, 1.0])  # at 1.0 nothing is flagged
    assert np.isnan([band.y[1], band.low[1], band.high[1]]).all()
    assert "nothing was flagged" in band.note


def test_weights_count_as_effective_rows():
    weights = np.where(np.arange(len(LABELS)) % 5 == 0, 10.0, 1.0)
    weighted = Model("m", ScoreTable.from_rows(LABELS, SCORES, weights))
    band, plain = band_of(weighted, "recall", at=AT), SAMPLE.band("recall", at=AT)
    assert (band.high - band.low > plain.high - plain.low).all()


def test_clusters_are_drawn_whole():
    labels, scores = np.repeat(LABELS, 4), np.repeat(SCORES, 4)
    table = ScoreTable.from_rows(labels, scores)
    clusters = np.repeat(np.arange(len(LABELS)), 4).astype(np.int32)
    model = Model("m", table, clustered=PlacedRows.of({"m": table}, {"m": scores}, labels, clusters=clusters))
    whole, single = band_of(model, "precision", at=AT), SAMPLE.band("precision", at=AT)
    assert whole.method == "bootstrap"
    assert whole.high - whole.low == pytest.approx(single.high - single.low, rel=0.15)
    assert np.isnan(band_of(model, "recall", at=[0.0]).low[0])  # all rows are flagged in every resample
    at_once = band_of(model, "precision", at=AT, kind="simultaneous")
    assert (at_once.high - at_once.low > whole.high - whole.low).all()


def test_the_reach_of_one_threshold_is_the_normal_quantile():
    values = np.random.default_rng(3).normal(size=(20_000, 1))
    errors, reach = errors_and_reach(values, np.zeros(1), 0.95)
    assert errors[0] == pytest.approx(1, abs=0.02)
    assert reach == pytest.approx(1.96, abs=0.04)


def test_a_metric_of_the_whole_curve_has_no_band_along_thresholds():
    with pytest.raises(BadCall, match="one number for all thresholds"):
        SAMPLE.band("roc_auc")
    with pytest.raises(BadCall, match="'dkw' is no simultaneous band of precision; there is bootstrap"):
        SAMPLE.band("precision", method="dkw", kind="simultaneous")


# Costs


def test_the_cost_of_a_row_is_the_mean_of_what_rows_lose():
    at = [0.5, 0.55, 0.6]  # where each outcome has ten rows or more, and Student's interval is nearly the same
    band = SAMPLE.band(tc.Cost(fp=1, fn=5, tp=-1, per_row=0.5), at=at)
    for i, threshold in enumerate(at):
        assert min(SAMPLE.at(threshold).counts.cells().values()) >= 10
        flagged = np.greater_equal(SCORES, threshold)
        lost = np.where(LABELS, np.where(flagged, -1.0, 5.0), np.where(flagged, 1.0, 0.0)) + 0.5
        assert band.y[i] == pytest.approx(lost.mean())
        half = t.ppf(0.975, len(lost) - 1) * lost.std(ddof=1) / np.sqrt(len(lost))
        assert band.high[i] - band.low[i] == pytest.approx(2 * half, rel=0.03)
    assert band.method == "cells"


def test_the_band_of_a_cost_is_its_interval_at_each_threshold():
    band = SAMPLE.band(tc.Cost(fp=1, fn=5), at=AT)
    for i, threshold in enumerate(AT):
        there = SAMPLE.cut_at(threshold).metric("mean_cost", cost={"fp": 1, "fn": 5})
        assert (band.low[i], band.high[i]) == pytest.approx((there.low, there.high))


def test_a_cost_of_misses_alone_is_a_share_and_nearly_has_its_interval():
    band = SAMPLE.band(tc.Cost(fn=1, fp=0), at=AT)
    for i, threshold in enumerate(AT):
        misses = SAMPLE.at(threshold).counts.fn
        low, high = wilson_limits(misses, len(LABELS))
        assert band.low[i] == pytest.approx(low, abs=0.02)
        assert band.high[i] == pytest.approx(high, abs=0.02)


def test_a_miss_that_did_not_happen_may_still_cost():
    labels = np.arange(100) < 20
    band = tc.evaluate(labels, np.where(labels, 0.9, 0.1)).band(tc.Cost(fn=100, fp=1), at=[0.5])
    assert band.y[0] == 0
    assert band.high[0] > 100 * 1.5 / 100


def test_the_cost_at_all_thresholds_at_once_is_wider():
    cost = tc.Cost(fp=1, fn=5)
    each, at_once = (SAMPLE.band(cost, at=AT, kind=kind) for kind in ("pointwise", "simultaneous"))
    assert (at_once.high - at_once.low > each.high - each.low).all()
    assert at_once.replicates == 2000


def test_costs_that_follow_amounts_have_no_band():
    with pytest.raises(BadCall, match="these amounts were not counted"):
        SAMPLE.band(tc.Cost(fn="amount", fp=1))


def test_the_reliability_curve_is_a_band_too():
    band = SAMPLE.band("calibration", replicates=200)
    whole = SAMPLE.calibration(band="confidence", replicates=200)
    assert (band.x_name, band.y_name) == ("probability", "observed")
    assert band.y.tolist() == [point.observed for point in whole.points]
