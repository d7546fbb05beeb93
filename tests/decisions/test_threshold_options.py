"""Thresholds worth a look: each is what its rule chooses, and the present one stands among them."""

import numpy as np
import pytest

import truecut as tc
from truecut.decisions.threshold_options import CHEAPEST, EQUAL_COSTS, NOW, USUAL, threshold_options
from truecut.errors import BadCall


def evaluation(**options):
    random = np.random.default_rng(0)
    labels = random.random(300) < 0.3
    return tc.evaluate(labels, random.normal(size=300) + 1.5 * labels, threshold=0.75, **options)


def by_name(offers):
    return {offer.name: offer for offer in offers}


def test_every_usual_threshold_is_what_its_rule_chooses():
    e = evaluation()
    found = by_name(threshold_options(e.model))
    assert set(found) == {NOW, *USUAL, *EQUAL_COSTS}
    for name, rule in {**USUAL, **EQUAL_COSTS}.items():
        chosen = e.choose(rule)
        assert (found[name].threshold, found[name].counts) == (chosen.threshold, chosen.point.counts)


def test_the_fewest_mistakes_are_the_cheapest_where_all_mistakes_cost_the_same():
    e = evaluation()
    same = by_name(threshold_options(e.given(cost={"fp": 1, "fn": 1}).model))["Cheapest"]
    assert same.counts == by_name(threshold_options(e.model))["Fewest mistakes"].counts
    assert same.mean_cost == (same.counts.fp + same.counts.fn) / 300


def test_costs_price_every_threshold_and_none_is_cheaper_than_the_cheapest():
    e, cost = evaluation(), tc.Cost(fp=2, fn=7)
    found = by_name(threshold_options(e.given(cost=cost).model))
    assert set(found) == {NOW, *USUAL, *CHEAPEST}
    for offer in found.values():
        assert offer.mean_cost == pytest.approx((2 * offer.counts.fp + 7 * offer.counts.fn) / 300, rel=1e-12)
    assert min(offer.mean_cost for offer in found.values()) == found["Cheapest"].mean_cost


def test_the_present_threshold_is_marked_and_not_moved():
    (now,) = [offer for offer in threshold_options(evaluation().model) if offer.is_now]
    assert (now.name, now.threshold) == (NOW, 0.75)
    assert now.counts == evaluation().at(0.75).counts


def test_thresholds_stand_in_the_order_of_the_rows_they_flag():
    for is_low in (False, True):
        flagged = [
            offer.counts.tp + offer.counts.fp for offer in threshold_options(evaluation(lower_is_positive=is_low).model)
        ]
        assert flagged == sorted(flagged)


def test_rules_without_an_answer_are_left_out_unless_wished_for():
    one_class = tc.evaluate([1, 1], [0.5, 0.6]).model
    assert "Youden" not in by_name(threshold_options(one_class))
    with pytest.raises(BadCall):
        threshold_options(one_class, wished=["youden"])


def test_wished_thresholds_bear_the_words_of_the_wish():
    wish = "maximise recall subject to precision >= 0.6"
    e = evaluation()
    assert by_name(threshold_options(e.model, wished=[wish]))[wish].threshold == e.choose(wish).threshold


def test_a_wish_that_no_threshold_meets_says_so():
    wish = "maximise recall subject to precision >= 0.9 and recall >= 0.9"
    assert f"{wish} (not met, the closest)" in by_name(threshold_options(evaluation().model, wished=[wish]))


def test_hard_predictions_offer_nothing():
    assert threshold_options(tc.evaluate({"y": [1, 0], "g": [1, 0]}, label="y", predicted="g").model) == ()
