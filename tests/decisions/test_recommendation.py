"""Which model to use and where to cut it: the choice, what it saves, how sure that is, and the honest other answers."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.counting.counts import Counts
from truecut.decisions.recommendation import Advised, RivalKind
from truecut.decisions.recommending import whole_thousand
from truecut.decisions.saving import PricedModel
from truecut.evaluation import Evaluation
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point

SPAM = Path(__file__).parents[2] / "examples" / "spam.csv.gz"
PRICES = {"fp": 10, "fn": 1}


@pytest.fixture(scope="module")
def spam() -> Evaluation:
    return tc.evaluate(str(SPAM), label="kind", score=["logistic", "boosted"], positive="spam", group="length")


def made(rows: int = 2000, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    positive = random.random(rows) < 0.3
    return positive, np.clip(positive * 0.3 + random.normal(0.4, 0.2, rows), 0, 1)


def saved_against(told, kind):
    return next(rival.saving for rival in told.against if rival.kind == kind)


# ---- the choice


def test_the_cut_and_its_costs_are_those_of_the_cost_command(spam):
    told = spam.recommend(cost=PRICES)
    assert (told.verdict, told.model, told.threshold) == (Advised.USE, "boosted", 0.947792)
    assert told.counts == Counts(tp=1505, fp=22, fn=308, tn=2766)
    assert told.cost == pytest.approx(1000 * (10 * 22 + 308) / 4601)
    assert saved_against(told, RivalKind.IN_USE).value == pytest.approx(1000 * (1186 - 528) / 4601)
    assert saved_against(told, RivalKind.NONE).value == pytest.approx(1000 * (1813 - 528) / 4601)
    assert told.thousand == Counts(tp=327, fp=5, fn=67, tn=601)


def test_the_sentences_say_what_to_do_first(spam):
    said = spam.recommend(cost=PRICES).sentences
    assert said.headline == "Use boosted, and flag from 0.947 up."
    assert said.lede == ("Of 1,000 rows, 332 are flagged: 327 spam and 5 ham. 67 spam slip through. That costs 115.")
    assert said.saves[0].endswith("less than the usual 0.5")
    assert said.question == ""


def test_a_threshold_that_was_stated_is_in_use_and_another_is_only_usual(spam):
    assert spam.given(threshold=0.711).recommend(cost=PRICES).sentences.saves[0].endswith("less than 0.711, in use")


def test_the_usual_threshold_is_one_of_probabilities_only():
    labels, sugar = [0, 0, 0, 1, 1, 1] * 20, [80, 95, 120, 110, 140, 200] * 20
    against = tc.evaluate(labels, sugar).recommend(cost=PRICES).against
    assert [rival.kind for rival in against] == [RivalKind.NONE, RivalKind.ALL]
    stated = tc.evaluate(labels, sugar, threshold=0.5).recommend(cost=PRICES).against
    assert stated[0].was_given


def test_without_prices_both_mistakes_are_supposed_to_be_equally_bad_and_it_asks(spam):
    told = spam.recommend()
    assert not told.is_stated
    assert told.threshold == 0.523844
    assert "equally bad" in told.sentences.above
    assert told.sentences.question == "What is worse, a missed spam or a flagged ham, and by how much?"


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("prices", [{"fp": 1, "fn": 1}, {"fp": 3, "fn": 1, "tp": -1, "per_row": 0.5}])
def test_no_cut_of_any_model_is_cheaper(spam, prices, prevalence):
    told = spam.recommend(cost=prices, prevalence=prevalence)
    every = [1000 * spam.models[name].given(cost=prices, prevalence=prevalence).costs().means for name in spam.models]
    assert told.cost == pytest.approx(min(costs.min() for costs in every))


def test_a_stated_rule_chooses_the_cut(spam):
    rule = "minimise share_flagged subject to recall >= 0.95"
    told = spam.given(rule=rule, cost={"fp": 1, "fn": 5}).recommend()
    assert told.threshold == spam.models[told.model].choose(rule).threshold


# ---- how sure it is


def test_the_interval_knows_that_the_cut_was_chosen_on_these_rows(spam):
    told = spam.recommend(cost=PRICES)
    entry = spam.models["boosted"].model
    priced = PricedModel(entry, told.prices)
    plain = priced.saving((priced.entry_of(0.947792), 0))
    honest = saved_against(told, RivalKind.NONE)
    assert told.range.flattery > 0
    assert honest.low == pytest.approx(plain.low - told.range.flattery)
    assert honest.value == plain.value


def test_a_choice_among_noise_flatters_itself_and_is_not_recommended():
    random = np.random.default_rng(3)
    verdicts = [
        tc.evaluate(np.arange(200) % 2, random.random(200)).recommend(cost={"fp": 1, "fn": 1}, seed=seed).verdict
        for seed in range(20)
    ]
    assert Advised.USE not in verdicts


def test_other_models_are_told_apart_on_the_same_rows_and_allowing_for_their_number(spam):
    told = spam.recommend(cost=PRICES)
    other = told.others[0]
    assert other.model == "logistic"
    assert other.is_told_apart
    assert other.gap.value == pytest.approx(other.cost - told.cost)
    apart = PricedModel(spam.by_model["boosted"], told.prices).saving_against(
        PricedModel(spam.by_model["logistic"], told.prices), (1456, 1420), None
    )
    assert other.gap.high - other.gap.low < apart.high - apart.low


def test_a_model_beside_its_own_copy_is_not_told_apart():
    positive, scores = made()
    frame = pd.DataFrame({"y": positive, "one": scores, "two": scores})
    told = tc.evaluate(frame, label="y", score=["one", "two"]).recommend(cost={"fp": 3, "fn": 1})
    gap = told.others[0].gap
    assert gap.value == 0
    assert gap.low < 0 < gap.high
    assert "(or another like it)" in told.sentences.headline


def test_more_models_widen_each_interval():
    positive, scores = made()
    random = np.random.default_rng(5)
    frame = pd.DataFrame({"y": positive, **{f"m{i}": scores + random.normal(0, 0.1, 2000) for i in range(6)}})
    names = [f"m{i}" for i in range(6)]
    few, many = (
        tc.evaluate(frame, label="y", score=some).recommend(cost={"fp": 1, "fn": 1}) for some in (names[:2], names)
    )
    assert many.others[0].gap.adjusted_for == 5
    assert few.others[0].gap.adjusted_for == 1


def test_clusters_widen_the_interval():
    positive, scores = made(400)
    each = {"labels": np.repeat(positive, 5), "scores": np.repeat(scores, 5)}
    alone = tc.evaluate(each["labels"], each["scores"]).recommend(cost={"fp": 3, "fn": 1})
    together = tc.evaluate(each["labels"], each["scores"], cluster=np.repeat(np.arange(400), 5)).recommend(
        cost={"fp": 3, "fn": 1}
    )
    widths = [
        saved_against(told, RivalKind.ALL).high - saved_against(told, RivalKind.ALL).low for told in (alone, together)
    ]
    assert widths[1] > 1.8 * widths[0]


def test_weights_that_repeat_a_row_are_so_many_rows():
    positive, scores = made(300)
    times = np.random.default_rng(2).integers(1, 4, 300)
    weighed = tc.evaluate(positive, scores, weight=times, weights_are="repeated").recommend(cost={"fp": 3, "fn": 1})
    written = tc.evaluate(np.repeat(positive, times), np.repeat(scores, times)).recommend(cost={"fp": 3, "fn": 1})
    assert (weighed.threshold, weighed.cost) == pytest.approx((written.threshold, written.cost))
    assert saved_against(weighed, RivalKind.NONE).high == pytest.approx(saved_against(written, RivalKind.NONE).high)


def test_folds_are_worth_fewer_rows():
    positive, scores = made()
    told, in_folds = (
        tc.evaluate(positive, scores, **how).recommend(cost={"fp": 3, "fn": 1})
        for how in ({}, {"fold": np.arange(2000) % 5})
    )
    wide, wider = (saved_against(one, RivalKind.ALL) for one in (told, in_folds))
    assert wider.high - wider.low > wide.high - wide.low


def test_amounts_have_a_cost_and_an_interval():
    positive, scores = made()
    frame = pd.DataFrame({"y": positive, "s": scores, "amount": np.random.default_rng(4).gamma(2, 100, 2000)})
    e = tc.evaluate(frame, label="y", score="s", amount="amount")
    told = e.recommend(cost={"fp": 50, "fn": "amount"})
    missed = frame[frame.y & (frame.s < told.threshold)].amount.sum()
    alarms = (~frame.y & (frame.s >= told.threshold)).sum()
    assert told.cost == pytest.approx((missed + 50 * alarms) / 2)
    saving = saved_against(told, RivalKind.NONE)
    assert saving.low < saving.value < saving.high


# ---- the honest other answers


def test_a_useless_model_is_not_to_be_used():
    random = np.random.default_rng(0)
    told = tc.evaluate(random.random(500) < 0.1, random.random(500)).recommend()
    assert told.verdict == Advised.DO_NOT_USE
    assert told.threshold is None
    assert told.sentences.headline == "Do not use scores: flagging nobody is as cheap."
    dear = tc.evaluate(random.random(500) < 0.1, random.random(500)).recommend(cost={"fp": 1, "fn": 100})
    assert dear.is_everybody
    assert "flagging everybody is as cheap" in dear.sentences.headline


def test_hard_predictions_that_cost_more_than_doing_without_are_not_called_as_cheap():
    """One miss of 57 costs 1,000, which is more than 443 false alarms."""
    missed = tc.counts(tp=56, fn=1, fp=20, tn=423)
    labels, answers = [1] * 57 + [0] * 443, [1] * 56 + [0] + [1] * 20 + [0] * 423
    told = tc.evaluate(labels, predicted=answers).recommend(cost={"fn": 1000, "fp": 1})
    assert 1000 * missed.given(cost={"fn": 1000, "fp": 1}).metric("cost").value > told.cost == 886
    assert told.sentences.headline == "Do not use predicted: flagging everybody costs less."
    assert "cut" not in told.sentences.sure
    none = tc.evaluate(labels, predicted=[0] * 500).recommend()
    assert none.sentences.headline == "Do not use predicted: flagging nobody is as cheap."


def test_every_cost_in_a_sentence_is_in_money_where_prices_were_stated():
    random = np.random.default_rng(1)
    labels = random.random(800) < 0.3
    scores = {name: np.clip(0.3 * labels + random.normal(0.4, 0.2, 800), 0, 1) for name in ("a", "b")}
    e = tc.evaluate(labels, scores, words={"money": "EUR"})
    told = e.recommend(cost={"fp": 3, "fn": 11}).sentences
    amounts = re.compile(r"(?:costs?|by at most|by about) [\d.,]*\d\b(?! EUR)")
    assert all(re.match(r"[\d.,]+ EUR ", line) for line in told.saves)
    assert told.lede.endswith(" EUR.")
    assert "EUR" in told.sure and not amounts.search(told.sure), told.sure
    # Without prices the numbers are mistakes.
    assert "EUR" not in " ".join([*vars(e.recommend().sentences)["saves"], e.recommend().sentences.lede])


def test_scores_that_look_reversed_are_what_speaks_against_leaving_a_model_alone():
    labels = np.arange(200) % 2
    told = tc.evaluate(labels, 1 - 0.5 * labels + np.arange(200) / 1000).recommend()
    assert told.verdict == Advised.DO_NOT_USE
    assert told.objection.code == "reversed"
    assert tc.evaluate(labels, np.tile([0.5, 0.5], 100)).recommend().objection is None


def test_models_that_are_not_shown_to_be_worth_it_will_not_just_do():
    random = np.random.default_rng(2)
    labels = random.random(60) < 0.3
    scores = {name: np.clip(0.2 * labels + random.normal(0.4, 0.2, 60), 0, 1) for name in ("a", "b")}
    told = tc.evaluate(labels, scores).recommend()
    assert told.verdict == Advised.UNPROVEN
    assert "Not told apart from" in told.sentences.sure
    assert "will do" not in told.sentences.sure


def test_what_is_unproven_says_how_many_more_rows_would_settle_it(spam):
    told = spam.recommend(cost={"fp": 1, "fn": 500})
    assert told.verdict == Advised.UNPROVEN
    assert told.sentences.headline.startswith("Perhaps logistic, from 3.56e-05 up: not shown to beat")
    assert 5_000 < told.more_rows < 50_000
    assert "more rows like these would settle it" in told.sentences.sure


def test_where_no_false_alarm_was_seen_the_verdict_is_perhaps(spam):
    told = spam.recommend(cost=PRICES, prevalence="2%")
    assert told.counts.fp == 0
    assert told.verdict == Advised.UNPROVEN
    assert "if 2.0 % are spam" in told.sentences.above


def test_one_class_has_no_answer():
    told = tc.evaluate([1, 1, 1], [0.2, 0.3, 0.4], classes=[0, 1]).recommend()
    assert told.verdict == Advised.NO_ANSWER
    assert "there is no negative row" in told.sentences.headline


# ---- other kinds


def test_hard_predictions_are_used_as_they_stand():
    positive, scores = made()
    frame = pd.DataFrame({"y": positive, "rules": (scores > 0.6).astype(int)})
    told = tc.evaluate(frame, label="y", predicted="rules").recommend()
    assert told.sentences.headline == "Use rules as it stands."
    assert [rival.kind for rival in told.against] == [RivalKind.NONE, RivalKind.ALL]


def test_four_counts_are_a_classifier_too():
    told = summary_of_point(Point(Counts(tp=30, fn=10, fp=5, tn=55))).recommendation
    assert told.sentences.headline == "Use this classifier as it stands."
    assert told.cost == 150


def test_low_scores_are_flagged_downwards():
    positive, scores = made()
    up = tc.evaluate(positive, scores).recommend(cost={"fp": 3, "fn": 1})
    down = tc.evaluate(positive, -scores, lower_is_positive=True).recommend(cost={"fp": 3, "fn": 1})
    assert down.sentences.headline.endswith("down.")
    assert (down.threshold, down.cost) == (-up.threshold, up.cost)


# ---- what would change it


def test_within_its_reign_the_model_is_the_cheapest_and_beyond_it_is_not(spam):
    reign = spam.recommend(cost=PRICES).reign
    for ratio, is_cheapest in (
        (reign.low, True),
        (reign.high, True),
        (1.3 * reign.high, False),
        (reign.low / 1.3, False),
    ):
        assert (spam.recommend(cost={"fp": ratio, "fn": 1}).model == "boosted") is is_cheapest


def test_the_objection_is_about_the_recommended_cut(spam):
    assert spam.recommend(cost=PRICES).objection.title.startswith("Recall is worse in group 'short': 40.9 %")


def test_a_thousand_rows_are_whole_and_a_thousand():
    whole = whole_thousand(Counts(tp=1505, fp=22, fn=308, tn=2766))
    assert whole.rows == 1000
    assert replace(whole, tp=327) == whole
