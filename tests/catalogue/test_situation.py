"""A situation is stated part by part, checked where it is stated, and lived by every metric."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.class_weights import ClassWeights
from truecut.catalogue.situation import Situation
from truecut.errors import BadCall, UnknownName
from truecut.summaries.comparison import summary_of_comparison

RANDOM = np.random.default_rng(7)
LABELS = np.arange(300) % 3 == 0
SCORES = 1 / (1 + np.exp(-RANDOM.normal(np.where(LABELS, 0.6, -0.6))))
AMOUNTS = RANDOM.lognormal(3, 1, 300)
E = tc.evaluate(LABELS, SCORES, group=np.where(np.arange(300) < 90, "few", "many"), amount=AMOUNTS)

shares = st.floats(0.001, 0.9)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"prevalence": 2}, "prevalence lies between 0 and 1, and 2 does not. 2 % is written 2% or 0.02."),
        ({"prevalence": 1}, "prevalence lies between 0 and 1, and 1 does not. 1 % is written 1% or 0.01."),
        ({"prevalence": 0}, "prevalence lies between 0 and 1, and 0 does not."),
        ({"prevalence": "2 percent"}, "prevalence must be a share such as 0.02 or 2%, not '2 percent'."),
        ({"prevalence": True}, "prevalence must be a share such as 0.02 or 2%, not True."),
        ({"prevalence": float("nan")}, "prevalence must be a share such as 0.02 or 2%, not nan."),
        ({"level": 95}, "A level lies between 0 and 1, and 95 does not. 95 % is written 95% or 0.95."),
        ({"threshold": "126"}, "A threshold is a number, not '126'."),
        ({"threshold": {"score": 0.3}}, "No model is called 'score'. Did you mean 'scores'?"),
        (
            {"cost": {"fn": 10}},
            "By these prices a false alarm costs nothing; state fp= as well (fp=0 if that is",
        ),
        ({"cost": {"fx": 1}}, "No outcome is called 'fx'."),
        ({"cost": 3}, "A cost is tc.Cost(fn=..., fp=...) or a dictionary of prices, not 3."),
        ({"cost": {"tp": 100, "fn": -100, "fp": 1}}, "a find costs 200 more than a miss"),
        ({"cost": {"fn": "size", "fp": 1}}, "The cost follows 'size', and these amounts were not counted"),
        ({"cots": 1}, "A situation has no 'cots'. Did you mean 'cost'?"),
        ({"positive": "ham"}, "Which class is positive was fixed when the rows were counted"),
        ({"sampled": (0.1, 2)}, "The sampled share of negatives lies between 0 and 1, and 2 does not."),
        ({"sampled": (0.1, 0.2), "prevalence": 0.3}, "Give either a prevalence or sampling rates"),
    ],
)
def test_a_slip_gets_a_sentence(parts, sentence):
    with pytest.raises((BadCall, UnknownName)) as found:
        E.given(**parts)
    assert sentence in str(found.value)


def test_prices_that_were_typed_may_be_nothing():
    assert E.given(cost={"fp": 0, "fn": 1}).metric("cost").value == pytest.approx(E.metric("fnr").value / 3)
    assert E.given(cost={"tp": -50, "fp": 10}).situation.cost.best_threshold == pytest.approx(10 / 60)


def test_without_prices_a_cost_is_undefined_and_says_so():
    for name in ("cost", "mean_cost", "total_cost"):
        found = E.metric(name)
        assert found.value is None
        assert found.undefined.startswith("no costs were stated")
    assert E.given(cost={"fp": 1, "fn": 1}).given(cost=None).metric("cost").value is None


def test_prices_are_not_parameters():
    with pytest.raises(BadCall, match=r"Prices are stated together.*given\(cost=\{'fn': 10"):
        E.metric("total_cost", cost_fn=10)


def test_parts_are_stated_in_any_order():
    parts = {"cost": {"fp": 1, "fn": 10}, "prevalence": 0.02, "threshold": 0.3, "level": 0.9}
    one, other = E, E
    for name in parts:
        one = one.given(**{name: parts[name]})
    for name in reversed(parts):
        other = other.given(**{name: parts[name]})
    assert one.situation == other.situation == E.given(**parts).situation
    assert one.metric("cost") == other.metric("cost")


def test_a_situation_is_plain_data_and_back():
    stated = E.given(cost={"fn": "5 + 0.5 * amount", "fp": 1}, prevalence=0.1, threshold=0.4).situation
    read = Situation().given(**json.loads(json.dumps(stated.as_plain())))
    assert read.as_plain() == stated.as_plain()


@given(share=shares)
def test_a_stated_prevalence_is_that_of_rows_weighted_to_it(share):
    positives, negatives = LABELS.sum(), (~LABELS).sum()
    weights = ClassWeights.to(share, positives, negatives)
    stated = E.given(prevalence=share, cost={"fp": 1, "fn": 3})
    by_hand = tc.evaluate(LABELS, SCORES, weight=np.where(LABELS, weights.positive, weights.negative)).given(
        cost={"fp": 1, "fn": 3}
    )
    for entry in CATALOGUE:
        # A limit that is met exactly may be missed by rounding where rows are weighted.
        of = E if entry.is_of_each_class else by_hand
        here, there = stated.model.metric(entry.name), of.model.metric(entry.name)
        assert here.undefined == there.undefined, entry.name
        if here.value is not None:
            assert here.value == pytest.approx(there.value, rel=1e-9, abs=1e-12), entry.name


@given(share=shares)
def test_parts_add_up_at_any_prevalence(share):
    stated = E.given(prevalence=share, cost={"fp": 2, "fn": 5, "per_row": 1})
    for total in ("total_cost", "zero_one_count"):
        of_groups = sum(group.model.metric(total).value for group in stated.groups.values())
        assert of_groups == pytest.approx(stated.model.metric(total).value)


def test_counts_are_those_of_the_rows_that_were_seen():
    there = E.given(prevalence=0.01)
    assert there.model.point.counts == E.model.point.counts
    assert there.metric("recall") == E.metric("recall")
    assert there.metric("prevalence").value == pytest.approx(0.01)
    assert there.metric("prevalence").low is None


def test_a_cost_follows_amounts_at_the_threshold():
    found = E.given(cost={"fn": "amount", "fp": "2 + 0.1 * amount", "per_row": 3}, threshold=0.35)
    flagged = SCORES >= 0.35
    by_hand = 3 * 300 + AMOUNTS[LABELS & ~flagged].sum() + (2 + 0.1 * AMOUNTS[~LABELS & flagged]).sum()
    assert found.metric("total_cost").value == pytest.approx(by_hand)
    assert found.metric("cost").value == pytest.approx(by_hand / 300)


def test_a_question_may_state_a_situation_of_its_own():
    there = E.given(prevalence=0.05, cost={"fp": 1, "fn": 9}, threshold=0.4)
    assert E.metric("cost", prevalence=0.05, cost={"fp": 1, "fn": 9}, threshold=0.4) == there.metric("cost")
    assert E.metric("cost").value is None


def test_thresholds_are_stated_by_model():
    two = tc.evaluate(LABELS, {"glu": SCORES * 200, "bmi": SCORES * 50})
    stated = two.given(threshold={"glu": 126, "bmi": 30})
    assert [stated.models[name].threshold for name in ("glu", "bmi")] == [126, 30]
    assert stated.given(threshold=0.3).models["glu"].threshold == 0.3
    assert stated.given(threshold=None).models["bmi"].threshold == 0.5


def test_with_one_class_only_what_needs_both_is_undefined():
    e = tc.evaluate([0, 0, 0], [0.1, 0.6, 0.2], classes=(0, 1)).given(prevalence=0.1)
    assert e.metric("precision").undefined.startswith("to suppose a prevalence both classes must be among the rows")
    assert e.metric("specificity").value == pytest.approx(2 / 3)


def test_net_benefit_takes_the_exchange_rate_of_stated_prices():
    priced = E.given(cost={"fp": 10, "fn": 1})
    assert priced.metric("net_benefit") == E.metric("net_benefit", pt=10 / 11)
    assert priced.metric("net_benefit", pt=0.2) == E.metric("net_benefit", pt=0.2)


def test_words_are_stated_like_other_parts_and_those_not_named_stay():
    mail = tc.evaluate(["spam", "ham", "spam"], [0.9, 0.2, 0.6], positive="spam")
    for emails in (mail.given(words={"unit": "email"}), mail.given(words=tc.Words(unit="email"))):
        assert emails.situation.words == tc.Words(positive="spam", negative="ham", unit="email")
        assert emails.recommend().sentences.lede.startswith("Of 1,000 emails")
    at_once = tc.evaluate(["spam", "ham", "spam"], [0.9, 0.2, 0.6], positive="spam", words={"unit": "email"})
    assert at_once.situation.words == emails.situation.words
    with pytest.raises(BadCall, match="words= takes a dictionary"):
        mail.given(words="email")
    with pytest.raises(UnknownName, match="Did you mean 'unit'"):
        tc.evaluate([1, 0], [0.9, 0.2], words={"unti": "email"})


def test_a_comparison_at_another_prevalence_says_what_is_supposed():
    two = tc.evaluate(LABELS, {"glu": SCORES, "bmi": SCORES**2})
    here, there = (summary_of_comparison(one.compare()).notes for one in (two, two.given(prevalence=0.05)))
    assert any("to expect at a prevalence of 5.0 %" in note for note in there)
    assert not any("to expect" in note for note in here)


def test_a_stated_rule_chooses_and_stated_costs_do_without_one():
    assert E.given(rule="f1").choose() == E.choose("f1")
    assert E.given(cost={"fp": 1, "fn": 5}).choose().point.counts == E.choose(tc.Cost(fp=1, fn=5)).point.counts
    assert E.choose() == E.choose("youden")
