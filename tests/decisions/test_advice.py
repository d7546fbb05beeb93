"""What the exercises of the source ask, answered from the relative cost of the two mistakes."""

import pytest

from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.counting.counts import Counts
from truecut.decisions.advice import FOR_BALANCE, FOR_IMBALANCE, advise
from truecut.errors import BadCall


@pytest.mark.parametrize(
    ("case", "cost"),
    [
        ("a pedestrian not seen by a self-driving car", Cost(fn=1000, fp=1)),
        ("a deadly illness sent home", Cost(fn=100, fp=2)),
        ("an illness whose treatment gains as much as a miss costs", Cost(fn=1, tp=-1, fp=1)),
    ],
)
def test_where_a_miss_is_worse_recall_matters_and_beta_is_above_1(case, cost):
    advice = advise(cost)
    assert (advice.emphasis, advice.beta > 1) == ("recall", True), case
    assert "A miss costs" in advice.why
    assert "recall matters more" in advice.why


@pytest.mark.parametrize(
    ("case", "cost"),
    [
        ("a movie recommended that nobody likes", Cost(fp=3, fn=1)),
        ("a letter from grandmother in the spam folder", Cost(fp=100, fn=1)),
        ("a voice assistant that wakes up unasked", Cost(fp=5, fn=2)),
    ],
)
def test_where_a_false_alarm_is_worse_precision_matters_and_beta_is_below_1(case, cost):
    advice = advise(cost)
    assert (advice.emphasis, advice.beta < 1) == ("precision", True), case
    assert "A false alarm costs" in advice.why
    assert "precision matters more" in advice.why


def test_mistakes_that_cost_the_same_ask_for_f1():
    advice = advise(Cost(fn=1.1, fp=1))
    assert advice.emphasis == "both"
    assert advice.why.endswith("F1.")


def test_beta_lets_a_miss_weigh_as_much_as_it_costs():
    advice = advise(Cost(fn=9, fp=1))
    assert advice.beta == 3
    assert "beta = √9 = 3" in advice.why
    # F-beta is unchanged when one miss is traded for nine false alarms: 1 + 9 fn + fp stays.
    f = metric("f_beta")
    traded = [f.at(Counts(tp=20, fp=fp, fn=fn, tn=5), beta=3).value for fp, fn in ((11, 2), (2, 3))]
    assert traded[0] == pytest.approx(traded[1], rel=1e-15)


def test_the_ratio_is_that_of_what_the_mistakes_add():
    assert advise(Cost(tp=-1, fn=7, fp=3, tn=1)).beta == 2


@pytest.mark.parametrize(
    ("cost", "why"),
    [
        (Cost(fn="amount", fp=1), "follows an amount"),
        (Cost(fn=1), "false alarms that cost something"),
        (Cost(fp=1), "a miss that costs more than a find"),
        (Cost(fp=1, fn=5, tp=6), "a miss that costs more than a find"),
    ],
)
def test_without_a_price_for_each_mistake_there_is_no_advice(cost, why):
    with pytest.raises(BadCall, match=why):
        advise(cost)


@pytest.mark.parametrize("prevalence", [0.001, 0.0999, 0.95, None])
def test_for_rare_classes_accuracy_is_left_out(prevalence):
    advice = advise(Cost(fn=1, fp=1), prevalence)
    assert advice.watch == FOR_IMBALANCE
    assert len(advice.watch) == 11
    assert "accuracy" not in advice.watch


def test_for_common_classes_and_equal_prices_accuracy_says_something():
    advice = advise(Cost(fn=1, fp=1), 0.4)
    assert advice.watch == FOR_BALANCE
    assert advice.watch_why == "both classes are common (40 % positive), so accuracy says something too"


@pytest.mark.parametrize("prevalence", [None, 0.001, 0.1, 0.4, 0.5, 0.99])
@pytest.mark.parametrize("cost", [Cost(fn=100, tp=-1, fp=1), Cost(fn=2, fp=1), Cost(fn=1, fp=20)])
@pytest.mark.parametrize("has_scores", [True, False])
def test_the_list_agrees_with_the_prices_and_with_what_there_is(cost, prevalence, has_scores):
    """Neither accuracy nor F1 tells mistakes of different price apart, and four counts have no area."""
    advice = advise(cost, prevalence, has_scores=has_scores)
    assert not {"accuracy", "f1"} & set(advice.watch)
    assert "f_beta" in advice.watch
    assert "says something too" not in advice.watch_why
    assert any(not metric(name).needs_only_counts for name in advice.watch) == has_scores


def test_at_101_to_1_the_ratio_is_said_as_net_with_its_steps():
    """The exercise of the source with costs: a find gains 1, a miss costs 100, a false alarm 1."""
    advice = advise(Cost(tp=-1, fn=100, fp=1), 0.38, has_scores=False)
    assert advice.why.startswith(
        "A miss costs 101 times as much as a false alarm (net of the right answer: 100 - (-1) = 101 against 1), so "
        "recall matters more"
    )
    assert (
        advice.watch_why
        == "both classes are common (38 % positive), but accuracy is left out: it counts both mistakes alike"
    )
    assert "net of" not in advise(Cost(fn=100, fp=1)).why


@pytest.mark.parametrize("name", sorted({*FOR_IMBALANCE, *FOR_BALANCE}))
def test_every_metric_to_watch_is_in_the_catalogue(name):
    assert metric(name).name == name


def test_a_prevalence_is_a_share():
    with pytest.raises(BadCall, match="between 0 and 1, not 40"):
        advise(Cost(fn=2, fp=1), 40)
