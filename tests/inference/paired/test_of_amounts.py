"""Paired differences of costs that follow amounts: against sums by hand, and how often they err."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadCall

LABELS = [1, 1, 1, 1, 0, 0, 0, 0]
SCORES = {"a": [0.9, 0.8, 0.2, 0.7, 0.6, 0.1, 0.1, 0.9], "b": [0.9, 0.1, 0.8, 0.7, 0.1, 0.1, 0.6, 0.9]}
AMOUNTS = [10.0, 40.0, 5.0, 3.0, 7.0, 2.0, 9.0, 1.0]


def compared(**stated):
    cost = {"fn": "amount", "fp": "1 + 0.1 * amount"}
    return tc.evaluate(LABELS, SCORES, amount={"amount": AMOUNTS}, cost=cost, **stated).compare()


def test_the_difference_is_a_sum_over_rows_that_are_decided_differently():
    """a finds the 40 that b misses, misses the 5 that b finds, and flags the negative of 7 where b flags that of 9."""
    found = compared().difference("cost", "a", "b")
    apart = np.array([-40.0, 5.0, 1.7, -1.9])
    assert found.value == pytest.approx(apart.sum() / 8)
    positives, negatives = np.array([10.0, 40, 5, 3]), 1 + 0.1 * np.array([7.0, 2, 9, 1])
    typical = max((sizes**2).sum() / sizes.sum() for sizes in (positives, negatives))
    error = np.sqrt((apart**2).sum() + typical**2 / 2) / 8
    assert found.standard_error == pytest.approx(error)
    assert (found.low, found.high) == pytest.approx((found.value - 1.959964 * error, found.value + 1.959964 * error))
    assert found.method == "self-normalised"
    assert "one row decides this" in found.note


def test_exchanged_models_turn_the_difference_round_and_totals_are_so_many_times_as_large():
    one, other = compared().difference("cost", "a", "b"), compared().difference("cost", "b", "a")
    assert (one.low, one.high, one.p_value) == pytest.approx((-other.high, -other.low, other.p_value))
    total = compared().difference("total_cost", "a", "b")
    assert (total.value, total.low, total.high) == pytest.approx((8 * one.value, 8 * one.low, 8 * one.high))


def test_a_stated_share_weighs_the_rows_of_each_class():
    found = compared(prevalence=0.1).difference("cost", "a", "b")
    assert found.value == pytest.approx(0.1 * (-35 / 4) + 0.9 * (-0.2 / 4))
    assert found.low < found.value < found.high


def test_models_that_decide_alike_cost_the_same():
    same = tc.evaluate(LABELS, {"a": SCORES["a"], "b": SCORES["a"]}, amount={"amount": AMOUNTS})
    found = same.given(cost={"fn": "amount", "fp": 1}).compare().difference("cost", "a", "b")
    assert (found.value, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_another_method_is_refused_by_name():
    with pytest.raises(BadCall, match="there is self-normalised"):
        compared().difference("cost", "a", "b", method="bootstrap")


def test_equal_models_are_seldom_told_apart():
    """Of 150 samples 5 % are 7.5; more than 16 would come once in 500 times."""
    random, rejected = np.random.default_rng(8), 0
    for _ in range(150):
        ill = random.random(400) < 0.2
        common = random.normal(size=400)
        scores = {name: 1.5 * ill + 0.7 * common + 0.7 * random.normal(size=400) for name in "ab"}
        amounts = {"amount": random.lognormal(3, 0.7, 400)}
        e = tc.evaluate(ill, scores, amount=amounts, cost={"fn": "amount", "fp": 5}, threshold=0.8)
        rejected += e.compare().difference("cost", "a", "b").p_value < 0.05
    assert rejected <= 16


def test_the_recommendation_tells_models_apart_by_what_rows_are_worth():
    random = np.random.default_rng(1)
    ill = random.random(2000) < 0.2
    scores = {name: np.round(random.normal(skill * ill), 2) for name, skill in (("good", 3.0), ("poor", 0.5))}
    e = tc.evaluate(ill, scores, amount={"amount": random.lognormal(3, 0.5, 2000)}, cost={"fn": "amount", "fp": 5})
    (other,) = e.recommend().others
    assert other.gap.method == "self-normalised"
    assert 0 < other.gap.low < other.gap.value < other.gap.high
