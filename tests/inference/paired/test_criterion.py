"""Models are compared by what the situation asks, and a verdict without prices never contradicts one with prices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.inference.paired.criterion import Criterion
from truecut.inference.paired.verdict import ComparisonOutcome

NOBODY = tc.counts(tp=0, fn=10, fp=0, tn=990)
SOME = tc.counts(tp=8, fn=2, fp=48, tn=942)
M1 = tc.counts(tp=150, fn=40, fp=60, tn=250)
M2 = tc.counts(tp=250, fn=45, fp=5, tn=200)
SOURCES = {"tp": -1, "fn": 100, "fp": 1}
OPPOSITE = {ComparisonOutcome.BETTER: ComparisonOutcome.WORSE, ComparisonOutcome.WORSE: ComparisonOutcome.BETTER}


def compared(cost=None, prevalence=None, **points) -> tc.Comparison:
    parts = {name: value for name, value in (("cost", cost), ("prevalence", prevalence)) if value is not None}
    return tc.compare(points, **parts)


def test_who_finds_nobody_does_not_win():
    found = compared(one=NOBODY, two=SOME).verdict("two", "one")
    assert found.outcome == ComparisonOutcome.DEPENDS_ON_PRICES
    assert "they cost the same where a miss is as bad as 6 false alarms" in found.sentence
    assert "one flags nobody" in found.notes
    by_accuracy = compared(one=NOBODY, two=SOME).verdict("two", "one", metric="accuracy")
    assert by_accuracy.outcome == ComparisonOutcome.IDLE
    assert by_accuracy.sentence.startswith("one is no better than not looking at all")


@pytest.mark.parametrize(
    ("prices", "outcome", "value", "low", "high"),
    [
        ({"fn": 100, "fp": 1}, ComparisonOutcome.BETTER, -0.752, -0.908, -0.380),
        ({"fn": 2, "fp": 1}, ComparisonOutcome.WORSE, 0.032, 0.020, 0.048),
    ],
)
def test_a_stated_price_decides(prices, outcome, value, low, high):
    found = compared(cost=prices, one=NOBODY, two=SOME).verdict("two", "one")
    assert found.outcome == outcome
    assert (found.difference.value, found.difference.low, found.difference.high) == pytest.approx(
        (value, low, high), abs=0.001
    )


def test_costs_of_different_populations_are_compared_at_either_share():
    """The totals are 3,910 and 4,255, but M1 saw 38 % positives and M2 59 %: at either M2 is cheaper, unproven."""
    found = compared(cost=SOURCES, M1=M1, M2=M2).verdict("M2", "M1")
    assert found.outcome == ComparisonOutcome.NOT_ENOUGH_DATA
    assert "At 38.0 % positives" in found.sentence
    assert "At 59.0 % positives" in found.sentence
    at_38 = compared(cost=SOURCES, prevalence=0.38, M1=M1, M2=M2).difference("mean_cost", "M2", "M1")
    assert at_38.values == pytest.approx((5.490, 7.820), abs=0.001)
    rare = compared(cost=SOURCES, prevalence=0.02, M1=M1, M2=M2).verdict("M2", "M1")
    assert rare.outcome == ComparisonOutcome.BETTER
    assert rare.difference.values == pytest.approx((0.312, 0.595), abs=0.001)


def test_without_prices_both_rates_decide_together():
    found = compared(M1=M1, M2=M2).verdict("M2", "M1")
    assert found.outcome == ComparisonOutcome.BETTER
    assert found.sentence.startswith("M2 is better than M1 as long as a miss costs up to")
    everywhere = compared(a=tc.counts(tp=90, fn=10, fp=20, tn=80), b=tc.counts(tp=10, fn=90, fp=80, tn=20))
    assert everywhere.verdict("a", "b").sentence == "a is better than b whatever a miss costs."


def test_nobody_against_everybody_is_a_question_of_prices():
    found = compared(nobody=NOBODY, everybody=tc.counts(tp=10, fn=0, fp=990, tn=0)).verdict("everybody", "nobody")
    assert found.outcome == ComparisonOutcome.DEPENDS_ON_PRICES
    assert "as 99 false alarms" in found.sentence
    assert {"nobody flags nobody", "everybody flags everybody"} <= set(found.notes)


def test_an_absent_class_leaves_nothing_to_tell():
    found = compared(a=tc.counts(tp=0, fn=0, fp=3, tn=7), b=tc.counts(tp=0, fn=0, fp=1, tn=9)).verdict("a", "b")
    assert found.outcome == ComparisonOutcome.NOT_ENOUGH_DATA


def rows(seed: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    random = np.random.default_rng(seed)
    labels = np.arange(300) % 4 == 0
    sharp = random.normal(np.where(labels, 1.2, 0.0))
    return labels, {"sharp": sharp, "dull": sharp + random.normal(size=300)}


def test_scores_are_compared_by_their_areas_and_by_costs_where_these_are_stated():
    labels, scores = rows(1)
    e = tc.evaluate(labels, scores)
    assert e.compare().criterion == Criterion.AREA
    assert e.compare().verdict("sharp", "dull").difference.metric == "roc_auc"
    priced = e.given(cost={"fp": 1, "fn": 3}).compare()
    assert priced.criterion == Criterion.COST
    found = priced.verdict("sharp", "dull")
    cheapest = [e.given(cost={"fp": 1, "fn": 3}).models[name].costs().means.min() for name in ("sharp", "dull")]
    assert found.difference.values == pytest.approx(cheapest)
    assert found.notes[0].startswith("cut where it is cheapest, which was found on these rows")


def test_a_stated_threshold_is_kept():
    labels, scores = rows(2)
    e = tc.evaluate(labels, scores).given(cost={"fp": 1, "fn": 3}, threshold={"sharp": 0.4, "dull": 0.7})
    found = e.compare().verdict("sharp", "dull")
    assert found.difference.values == pytest.approx([e.models[n].metric("cost").value for n in ("sharp", "dull")])


cells = st.integers(1, 60)
points = st.builds(tc.counts, tp=cells, fn=cells, fp=cells, tn=cells)


@settings(max_examples=6, deadline=None)
@given(one=points, other=points)
def test_exchanged_models_turn_the_verdict_round(one, other):
    here = compared(a=one, b=other)
    found, turned = here.verdict("a", "b").outcome, here.verdict("b", "a").outcome
    assert turned == OPPOSITE.get(found, found)


@settings(max_examples=6, deadline=None)
@given(one=points, other=points, ratio=st.sampled_from([0.1, 1, 4, 20, 300]))
def test_unpriced_and_priced_verdicts_agree(one, other, ratio):
    unpriced = compared(a=one, b=other).verdict("a", "b").outcome
    share = float(one.metric("prevalence").value)
    priced = compared(cost={"fp": 1, "fn": ratio}, prevalence=share, a=one, b=other).verdict("a", "b").outcome
    if unpriced in OPPOSITE:
        assert priced != OPPOSITE[unpriced]
