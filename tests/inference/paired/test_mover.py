"""Differences of metrics that join both classes, where rows of one weigh more or their share was decided."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.inference.paired.cells import EightCells
from truecut.inference.paired.mover import CorrelatedPair


def drawn(seed: int, rows: int = 400) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    rng = np.random.default_rng(seed)
    labels, common = rng.random(rows) < 0.4, rng.normal(size=rows)
    scores = {name: 1 / (1 + np.exp(-(2 * labels - 1 + common + rng.normal(size=rows)))) for name in "ab"}
    return labels, scores


@pytest.mark.parametrize("name", ["precision", "npv", "f1", "mcc", "accuracy", "kappa", "lift"])
def test_the_models_exchanged_exchange_the_ends(name):
    labels, scores = drawn(0)
    compared = tc.compare(labels, scores, weight=np.where(labels, 1.0, 30.0))
    one, other = compared.difference(name, "a", "b"), compared.difference(name, "b", "a")
    assert one.method == "mover"
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.p_value == pytest.approx(other.p_value)
    assert one.low < one.value < one.high


def test_the_scale_of_weights_changes_nothing():
    labels, scores = drawn(1)
    weights = np.random.default_rng(2).gamma(2, size=len(labels))
    one, other = (tc.compare(labels, scores, weight=w).difference("f1", "a", "b") for w in (weights, 1000 * weights))
    assert (one.low, one.high) == pytest.approx((other.low, other.high))


def test_with_many_rows_it_is_the_delta_method():
    labels, scores = drawn(3, 20_000)
    plain = tc.compare(labels, scores).difference("f1", "a", "b")
    equal = tc.compare(labels, scores, weight=np.full(len(labels), 2.0)).difference("f1", "a", "b")
    assert (plain.method, equal.method) == ("delta", "mover")
    assert (equal.low, equal.high) == pytest.approx((plain.low, plain.high), abs=2e-4)
    assert equal.standard_error == pytest.approx(plain.standard_error, rel=0.01)


def test_models_that_decide_alike_do_not_differ():
    labels, scores = drawn(4)
    same = {"a": scores["a"], "b": np.clip(scores["a"] * 1.0, 0, 1)}
    found = tc.compare(labels, same, weight=np.where(labels, 1.0, 99.0)).difference("precision", "a", "b")
    assert (found.value, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)
    assert "decide alike" in found.note


def test_hardly_a_row_that_tells_them_apart_is_said():
    labels = np.array([True] * 60 + [False] * 60)
    a = np.array([0.9] * 51 + [0.1] * 9 + [0.9] + [0.1] * 59)
    b = np.array([0.1] * 3 + [0.9] * 50 + [0.1] * 7 + [0.1] + [0.9] * 2 + [0.1] * 57)
    found = tc.compare(labels, {"a": a, "b": b}, weight=[1] * 60 + [99] * 60).difference("precision", "a", "b")
    assert "fewer than 10 negative rows are decided differently" in found.note
    assert found.p_value > 0.05
    assert found.low < -0.1


def test_a_total_differs_as_its_rate_does():
    labels, scores = drawn(5)
    weights = np.where(labels, 1.0, 30.0)
    compared = tc.compare(labels, scores, weight=weights)
    total, rate = compared.difference("zero_one_count", "a", "b"), compared.difference("error_rate", "a", "b")
    assert (total.low, total.high) == pytest.approx((weights.sum() * rate.low, weights.sum() * rate.high))
    assert total.p_value == pytest.approx(rate.p_value)


def test_the_correlation_is_that_of_drawn_cells():
    """Eight cells drawn as Poisson counts of weighted rows: the values of both models vary together as is said."""
    rows = np.array([[[500.0, 40.0], [60.0, 200.0]], [[50.0, 30.0], [45.0, 300.0]]])
    weights = np.array([7.0, 1.0])[:, None, None]
    pair = CorrelatedPair(EightCells(weights * rows), EightCells(weights**2 * rows))
    drawn = weights * np.random.default_rng(0).poisson(rows, (40_000, 2, 2, 2))
    values = []
    for axis in (-1, -2):
        (tn, fp), (fn, tp) = np.moveaxis(drawn.sum(axis=axis), (1, 2), (0, 1))
        values.append(metric("precision").along(Counts(tp=tp, fp=fp, fn=fn, tn=tn)))
    assert pair.correlation(metric("precision").along) == pytest.approx(np.corrcoef(values)[0, 1], abs=0.02)
    assert pair.standard_error(metric("precision").along) == pytest.approx(np.std(values[0] - values[1]), rel=0.03)
