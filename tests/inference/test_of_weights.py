"""Weights of importance: equal ones change nothing, and unequal ones agree with clusters of one row each."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE, metric

ROWS = 800

PRICES = {"fp": 1, "fn": 1}


def drawn(seed: int, rows: int = ROWS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.random(rows) < 0.35
    scores = 1 / (1 + np.exp(-(1.5 * labels - 0.7 + rng.normal(size=rows))))
    return labels, scores, rng.gamma(2, size=rows)


@pytest.fixture(scope="module")
def weighted() -> tc.Evaluation:
    labels, scores, weights = drawn(0)
    return tc.evaluate(labels, scores, weight=weights, cost=PRICES)


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_metric_has_an_interval_or_a_reason(entry, weighted):
    found = weighted.metric(entry.name)
    if not found.has_interval:
        assert found.note == entry.no_interval
    else:
        assert found.low <= found.value <= found.high
        assert found.low < found.high


SMOOTH = [
    entry.name
    for entry in CATALOGUE
    if not entry.no_interval and entry.name not in ("best_subject_to", "recall_at_precision") and not entry.is_total
]


@pytest.fixture(scope="module")
def clusters_of_one() -> tc.Evaluation:
    labels, scores, weights = drawn(0)
    return tc.evaluate(labels, scores, weight=weights, cluster=np.arange(ROWS), cost=PRICES)


@pytest.mark.parametrize("name", SMOOTH)
def test_weighted_rows_are_as_sure_as_weighted_clusters_of_one_row(name, weighted, clusters_of_one):
    found, alone = weighted.metric(name), clusters_of_one.metric(name)
    assert found.high - found.low == pytest.approx(alone.high - alone.low, rel=0.25)


@pytest.mark.parametrize("name", ["precision", "f1", "mcc", "kappa", "lr_plus", "odds_ratio", "lift", "mean_cost"])
def test_equal_weights_are_as_sure_as_rows(name):
    labels, scores, _ = drawn(1)
    equal = tc.evaluate(labels, scores, weight=np.full(ROWS, 0.3), cost=PRICES).metric(name)
    plain = tc.evaluate(labels, scores, cost=PRICES).metric(name, interval="dirichlet")
    assert equal.method == "cells"
    assert (equal.low, equal.high) == pytest.approx((plain.low, plain.high), rel=1e-9)
    assert equal.standard_error == pytest.approx(plain.standard_error)


def test_equal_weights_give_average_precision_the_interval_of_rows():
    labels, scores, _ = drawn(1)
    equal = tc.evaluate(labels, scores, weight=np.full(ROWS, 0.3)).metric("average_precision")
    plain = tc.evaluate(labels, scores).metric("average_precision")
    assert (equal.low, equal.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.floats(1e-6, 1e6))
def test_the_scale_of_weights_does_not_matter(seed, scale):
    labels, scores, weights = drawn(seed, 200)
    one = tc.evaluate(labels, scores, weight=weights)
    other = tc.evaluate(labels, scores, weight=weights * scale)
    for name in ("mcc", "average_precision", "ks", "net_benefit"):
        ends, same = ((e.metric(name).low, e.metric(name).high) for e in (one, other))
        assert same == pytest.approx(ends, rel=1e-6, abs=1e-9)


def test_total_cost_varies_as_its_rate_does(weighted):
    cost = {"fp": 1, "fn": 1}
    total, mean = weighted.metric("total_cost", cost=cost), weighted.metric("mean_cost", cost=cost)
    rows = float(weighted.at(0.5).counts.rows)
    assert total.high - total.low == pytest.approx(rows * (mean.high - mean.low), rel=0.01)


def test_the_slopes_are_those_of_the_formula():
    # F1 = 2 tp / (2 tp + fp + fn): its slopes are known, and so is the variance of weighted rows.
    labels, scores, weights = drawn(2)
    e = tc.evaluate(labels, scores, weight=weights)
    cells, flagged = e.at(0.5).counts, scores >= 0.5
    below = 2 * cells.tp + cells.fp + cells.fn
    slopes = np.select(
        [labels & flagged, labels ^ flagged], [2 * (cells.fp + cells.fn) / below**2, -2 * cells.tp / below**2], 0.0
    )
    error = np.sqrt((weights**2 * slopes**2).sum())
    found = e.metric("f1", level=0.68)
    assert found.standard_error == pytest.approx(error, rel=1e-6)
    assert found.high - found.low == pytest.approx(2 * 0.99446 * error, rel=0.01)  # 68 % of a normal distribution


def test_few_effective_rows_are_not_drawn_again():
    labels, scores, _ = drawn(3)
    weights = np.where(np.arange(ROWS) < 12, 1.0, 1e-6)
    e = tc.evaluate(labels, scores, weight=weights)
    assert min(e.model.design.effective_rows) < 10
    assert "worth fewer than 10 rows of equal weight" in e.metric("ks").note


def test_an_infinite_value_has_an_infinite_end_and_no_standard_error():
    found = tc.evaluate([1, 1, 0, 0], [0.9, 0.2, 0.1, 0.3], weight=[1.5, 1, 2, 1]).metric("lr_plus")
    assert (found.value, found.high, found.standard_error) == (float("inf"), float("inf"), None)
    assert 0 < found.low < 10


def test_one_false_alarm_of_great_weight_is_not_taken_for_two_rows():
    """60 positives of weight 1, 60 negatives of weight 99: a precision of 0.34 may be anything from 0.1 to 0.83."""
    labels, scores = [1] * 60 + [0] * 60, [0.9] * 51 + [0.1] * 9 + [0.9] + [0.1] * 59
    found = tc.evaluate(labels, scores, weight=[1] * 60 + [99] * 60).metric("precision")
    assert (found.value, found.method) == (pytest.approx(0.34), "cells")
    assert (found.low, found.high) == pytest.approx((0.09634403, 0.82985716), abs=1e-6)
    assert "the number of false positives, about 1, decides this" in found.note


def test_what_an_unseen_row_was_taken_to_weigh_is_said():
    labels, scores = [1] * 60 + [0] * 60, [0.9] * 51 + [0.1] * 69
    found = tc.evaluate(labels, scores, weight=[1] * 60 + [99] * 60).metric("precision")
    assert found.value == 1
    assert found.low < 0.3
    assert "no false positives were seen; one was taken to weigh 99" in found.note
    plain = tc.evaluate(labels, scores, weight=[2] * 120).metric("precision")
    assert "taken to weigh" not in plain.note


def test_a_miss_that_was_not_seen_weighs_what_rows_left_alone_do():
    """Flagged rows weigh 1 and the others 10: with no miss seen, recall may be far lower than 50 found rows tell."""
    labels, scores = [1] * 50 + [0] * 150, [0.9] * 60 + [0.1] * 140
    recall = tc.evaluate(labels, scores, weight=[1] * 60 + [10] * 140).metric("recall")
    assert (recall.value, recall.method) == (1, "cells")
    assert recall.low < 0.7
    assert "no false negatives were seen; one was taken to weigh 10" in recall.note
    alike = tc.evaluate(labels, scores, weight=[3] * 50 + [10] * 150).metric("recall")
    assert (alike.method, alike.low) == ("wilson", pytest.approx(tc.evaluate(labels, scores).metric("recall").low))


def test_a_cell_of_few_rows_that_decides_nothing_is_not_spoken_of():
    labels, scores = [1] * 3 + [0] * 400, [0.9] * 2 + [0.1] + [0.9] * 100 + [0.1] * 300
    found = tc.evaluate(labels, scores, weight=[2.0] * 403).metric("accuracy")
    assert "decides" not in found.note


def test_weighted_intervals_cover():
    # Half of the negatives were left out of the sample; the weight 2 of the others undoes it.
    rng, runs, hits = np.random.default_rng(0), 200, {"mcc": 0, "f_beta": 0, "average_precision": 0}
    truth = tc.evaluate(*drawn(99, 400_000)[:2])
    values = {
        name: float(metric(name).of(truth.curve) if name == "average_precision" else truth.metric(name))
        for name in hits
    }
    for seed in range(runs):
        labels, scores, _ = drawn(seed, 600)
        kept = labels | (rng.random(600) < 0.5)
        e = tc.evaluate(labels[kept], scores[kept], weight=np.where(labels, 1.0, 2.0)[kept])
        for name, value in values.items():
            found = e.metric(name)
            hits[name] += found.low <= value <= found.high
    assert all(0.9 * runs <= number for number in hits.values()), hits
