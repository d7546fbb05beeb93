"""Answers by prices, answers withheld, and what they are worth: held against going through all rows."""

import numpy as np
import pytest

import truecut as tc
from truecut.decisions.class_answers import cheapest_answers
from truecut.decisions.class_decision import ALWAYS_UNSURE, COMMONEST, LIKELIEST, Use
from truecut.errors import BadCall

NAMES = ("a", "b", "c")
PRICES = [[0, 1, 4], [2, 0, 1], [1, 3, 0]]


def evaluated(seed=0, rows=400):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=[0.5, 0.4, 0.1])
    odds = np.exp(rng.standard_normal((rows, 3)) + 1.5 * np.eye(3)[truth])
    scores = odds / odds.sum(axis=1, keepdims=True)
    table = {"y": [NAMES[t] for t in truth], **{name: scores[:, i] for i, name in enumerate(NAMES)}}
    return truth, scores, tc.evaluate(table, label="y", class_scores={name: name for name in NAMES})


def test_the_cheapest_answer_is_the_least_expected_cost_of_each_row():
    _, scores, e = evaluated()
    by_hand = []
    for row in scores:
        expected = [sum(row[k] * PRICES[k][j] for k in range(3)) for j in range(3)]
        by_hand.append(expected.index(min(expected)))
    assert e.decide(costs=PRICES).rows.answers.tolist() == by_hand


def test_no_answer_is_given_where_each_is_expected_to_cost_more_than_being_unsure():
    _, scores, e = evaluated()
    decided = e.decide(unsure=0.3)
    assert decided.rows.answers.tolist() == [int(row.argmax()) if row.max() >= 0.7 else -1 for row in scores]
    assert decided.matrix.unsure.sum() == (scores.max(axis=1) < 0.7).sum()
    assert decided.matrix.support() == e.matrix.support()  # unsure rows are not found, and not forgotten


def test_prices_of_equal_mistakes_change_nothing():
    _, _, e = evaluated()
    assert e.decide(costs={}).matrix.rows.tolist() == e.matrix.rows.tolist()


def test_costs_are_those_of_the_rows():
    truth, scores, e = evaluated()
    answers = cheapest_answers(scores, np.array(PRICES, float), 0.5)
    costs = [0.5 if answer < 0 else PRICES[t][answer] for t, answer in zip(truth, answers, strict=True)]
    found = e.decision(costs=PRICES, unsure=0.5)
    assert found.mean_cost.value == pytest.approx(np.mean(costs))
    usual = [PRICES[t][answer] for t, answer in zip(truth, scores.argmax(axis=1), strict=True)]
    assert found.saving.value == pytest.approx(np.mean(usual) - np.mean(costs))
    assert found.saving.low < found.saving.value < found.saving.high
    decided = e.decide(costs=PRICES, unsure=0.5)
    assert decided.metric("mean_cost", costs=PRICES, unsure=0.5).value == pytest.approx(np.mean(costs))
    simple = {one.name: one.mean_cost for one in found.strategies}
    assert simple[LIKELIEST] == pytest.approx(np.mean(usual))
    assert simple[COMMONEST] == pytest.approx(np.mean([PRICES[t][0] for t in truth]))
    assert simple[ALWAYS_UNSURE] == 0.5


def test_what_beats_a_decision_without_thought_is_used_in_its_place():
    _, _, e = evaluated(rows=2000)
    assert e.decision(unsure=0.2).use == Use.USE
    assert str(e.decision(unsure=0.2)).startswith("Decide so: ")
    assert e.decision(costs={}).use == Use.DO_NOT_USE  # equal prices save nothing
    dear = e.decision(costs=[[0, 9, 9], [0, 0, 0], [0, 0, 0]])  # only a mistake about "a" costs anything
    assert dear.strategies[0].name == COMMONEST
    assert dear.use == Use.DO_NOT_USE


def test_a_score_from_which_a_class_is_answered_touches_no_other_class():
    _, scores, e = evaluated()
    decided = e.decide(answer_from={"c": 0.6})
    withheld = (scores.argmax(axis=1) == 2) & (scores.max(axis=1) < 0.6)
    assert decided.matrix.unsure.sum() == withheld.sum() > 0
    assert decided.matrix.rows[:, :2].tolist() == e.matrix.rows[:, :2].tolist()


def test_the_trade_off_is_that_of_answering_the_surest_rows_first():
    truth, scores, e = evaluated()
    trade_off = e.trade_off()
    order = np.argsort(-scores.max(axis=1))
    right = (scores.argmax(axis=1) == truth)[order]
    so_far = right.cumsum() / np.arange(1, len(right) + 1)
    assert trade_off.right == pytest.approx(so_far)
    assert trade_off.answered == pytest.approx(np.arange(1, len(right) + 1) / len(right))
    assert trade_off.risk_coverage_area == pytest.approx((1 - so_far).mean())
    assert trade_off.at_share(0.5).answered == pytest.approx(0.5)
    assert trade_off[-1].right == pytest.approx(e.metric("accuracy").value)


def test_a_promise_holds_of_new_rows_about_as_often_as_it_says():
    kept = []
    for seed in range(60):
        _, _, e = evaluated(seed, rows=300)
        _, _, new = evaluated(1000 + seed, rows=4000)
        cut = e.trade_off().promising(0.8, confidence=0.9).answer_from
        kept.append(new.confidence.at(cut).metric("precision").value >= 0.8)
    assert np.mean(kept) >= 0.9


def test_what_cannot_be_decided_says_why():
    _, _, e = evaluated()
    with pytest.raises(BadCall, match="Say how to decide"):
        e.decide()
    with pytest.raises(BadCall, match="leave out costs"):
        e.decide(answer_from=0.5, unsure=0.3)
    with pytest.raises(BadCall, match="from 0 up"):
        e.decide(unsure=-1)
    with pytest.raises(BadCall, match="say what leaving one unsure costs"):
        e.decide(unsure=0.3).metric("mean_cost", costs=PRICES)
    with pytest.raises(BadCall, match="needs a score for every class"):
        tc.evaluate({"y": list("abc"), "g": list("abb")}, label="y", predicted="g").decide(unsure=0.3)
    with pytest.raises(BadCall, match="promise less"):
        evaluated(rows=20)[2].trade_off().promising(0.99)
