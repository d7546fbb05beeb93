"""Costs add up as one would add them up by hand."""

import json
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import PROBABILITIES, SIXTEENTHS, Rows, rows
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost, Price, read_cost, read_price
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.from_data import evaluate

EXAMPLES = json.loads(
    (Path(__file__).parent.parent / "reference" / "data" / "source-examples.json").read_text(encoding="utf-8")
)["counts_cases"]
PRINTED = {case["id"]: Counts(**case["counts"]) for case in EXAMPLES}
WHOLE = st.integers(0, 1000)


def test_the_less_accurate_model_of_the_source_is_the_cheaper_one():
    cost = Cost(tp=-1, fn=100, fp=1)
    assert cost.total(PRINTED["cost-M1"]) == 3910
    assert cost.total(PRINTED["cost-M2"]) == 4255
    assert cost.mean(PRINTED["cost-M1"]) == 3910 / 500


def test_the_infection_models_cost_what_the_source_prints_with_its_steps():
    cost = read_cost({"caught": "2000+5000+20000", "missed": "2000+5000+30000", "false alarm": "2000"})
    assert (cost.price("tp").fixed, cost.price("fn").fixed) == (27_000, 37_000)
    assert str(cost.price("tp")) == "2,000 + 5,000 + 20,000 = 27,000"
    assert str(cost.price("fn")) == "2,000 + 5,000 + 30,000 = 37,000"
    assert cost.total(PRINTED["infection-A"]) == 10_440_000
    assert cost.total(PRINTED["infection-B"]) == 5_190_000


@given(
    counts=st.builds(Counts, WHOLE, WHOLE, WHOLE, WHOLE), prices=st.lists(st.integers(-99, 99), min_size=5, max_size=5)
)
def test_the_total_is_the_sum_over_rows(counts, prices):
    tp, fp, fn, tn, per_row = prices
    by_hand = sum(
        price * count
        for price, count in zip((tp, fp, fn, tn), (counts.tp, counts.fp, counts.fn, counts.tn), strict=True)
    )
    cost = Cost(tp=tp, fp=fp, fn=fn, tn=tn, per_row=per_row)
    assert cost.total(counts) == by_hand + per_row * counts.rows


def test_the_cost_of_testing_a_row_changes_no_choice_and_every_total():
    counts = Counts(tp=3, fp=2, fn=1, tn=4)
    assert Cost(fp=1, fn=9, per_row=0.5).total(counts) == Cost(fp=1, fn=9).total(counts) + 5


def test_no_rows_have_no_mean_cost():
    with pytest.raises(BadCall, match="There are no rows"):
        Cost(fp=1).mean(Counts(0, 0, 0, 0))


# ---- the threshold for calibrated probabilities


@pytest.mark.parametrize(
    ("cost", "threshold"),
    [
        (Cost(fp=1, fn=4), 0.2),
        (Cost(fp=1, fn=1), 0.5),
        (Cost(fp=1, fn=99), 0.01),
        (Cost(fp=1, fn=3, tp=-1), 0.2),  # a find gains 1, so a miss is 4 worse
        (Cost(fp=1, fn=4, per_row=100), 0.2),
        (Cost(fn=1), 0.0),
        (Cost(fp=1), 1.0),
        (Cost(), None),
        (Cost(fp=-1, fn=4), None),
        (Cost(fp=1, fn="amount"), None),
    ],
)
def test_calibrated_probabilities_are_cut_without_any_data(cost, threshold):
    assert cost.best_threshold == threshold


def test_on_calibrated_probabilities_the_cheapest_threshold_is_the_theoretical_one():
    # Of 100 rows at each tenth, as many are positive as the score says: flagging pays from 0.2 on.
    scores = np.repeat(np.arange(1, 10) / 10, 100)
    labels = np.concatenate([np.arange(100) < 10 * tenth for tenth in range(1, 10)])
    curve = Rows(labels, scores).curve()
    costs = CostCurve(Cost(fp=1, fn=4), curve)
    # At 0.2 itself 20 finds save 80, and 80 false alarms cost 80: both 0.3 and 0.2 are cheapest.
    assert costs.at(0.2) == costs.at(0.3) == costs.totals.min()
    assert costs.at(0.1) > costs.at(0.2)
    assert costs.at(0.4) > costs.at(0.3)


# ---- the curve


@given(rows=rows(scores=PROBABILITIES, least=1, most=20), data=st.data())
def test_amounts_stay_with_their_rows_at_every_threshold(rows, data):
    # Zeros are drawn often: such rows are not in the table of amounts, and ties share a score with others.
    amounts = np.array(data.draw(st.lists(st.one_of(st.just(0.0), SIXTEENTHS), min_size=len(rows), max_size=len(rows))))
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights
    valued = Rows(rows.labels, rows.scores, amounts * weights, lower_is_positive=rows.lower_is_positive)
    cost = Cost(tp="-0.25 * amount", fp="3 + 0.5 * amount", fn="amount", per_row="0.125 amount + 1")
    costs = CostCurve(cost, rows.curve(), {"amount": valued.curve()})
    for entry, threshold in enumerate([None, *rows.curve().table.scores.tolist()]):
        total = 0.0
        for label, score, weight, amount in zip(rows.labels, rows.scores, weights, amounts, strict=True):
            reached = threshold is not None and (score <= threshold if rows.lower_is_positive else score >= threshold)
            price = {(1, 1): -0.25 * amount, (0, 1): 3 + 0.5 * amount, (1, 0): amount, (0, 0): 0.0}[label, reached]
            total += weight * (price + 0.125 * amount + 1)
        assert costs.totals[entry] == pytest.approx(total, abs=1e-9)
        assert costs.means[entry] == pytest.approx(total / weights.sum(), abs=1e-9)


def fraud() -> Evaluation:
    labels, scores = [1, 0, 1, 0, 1, 0], [0.9, 0.9, 0.6, 0.4, 0.4, 0.1]
    return evaluate(labels, scores, amount=[100, 0, 0, 30, 7, 5])


def test_a_missed_fraud_costs_its_amount():
    costs = fraud().costs(Cost(fn="amount", fp=5))
    # Nothing flagged: 107 missed. From 0.9: 7 missed and one alarm. 0.6 the same. From 0.4: two alarms. All: three.
    assert costs.totals.tolist() == [107, 12, 12, 10, 15]


def test_a_column_that_was_not_read_is_asked_for():
    with pytest.raises(BadCall, match="follows 'loss', and these amounts were not counted"):
        fraud().choose(Cost(fn="loss", fp=5))
    with pytest.raises(BadCall, match="no such amounts"):
        Cost(fn="loss").total(Counts(1, 1, 1, 1))


def made_curve() -> CostCurve:
    """Return the totals 8, 7, 6, 5, 4, 5, 4, 5, 6, 7, 6, 5, 4, 5, 6: cheap in two places, with a hill between."""
    labels = np.array([1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0], dtype=bool)
    curve = Rows(labels, np.arange(len(labels), 0, -1.0)).curve()
    return CostCurve(Cost(fp=1, fn=1), curve)


@pytest.mark.parametrize("tolerance", [0.0, 0.05, 0.3, 0.5, 1.0])
def test_every_threshold_within_a_tolerance_keeps_that_share_of_the_saving(tolerance):
    costs = made_curve()
    totals = costs.totals
    first, last = costs.within(tolerance)
    best_without_looking = min(totals[0], totals[-1])
    kept = (best_without_looking - totals) / (best_without_looking - totals.min())
    assert first <= totals.argmin() <= last
    assert (kept[first : last + 1] >= 1 - tolerance - 1e-12).all()
    # It is as wide as it can be: the next on either side gives up more.
    assert first == 0 or kept[first - 1] < 1 - tolerance
    assert last == len(totals) - 1 or kept[last + 1] < 1 - tolerance


def test_the_range_within_a_tolerance_does_not_depend_on_the_scale_or_on_what_every_row_costs():
    curve = made_curve().curve
    ranges = {
        CostCurve(cost, curve).within(0.3)
        for cost in (Cost(fp=1, fn=1), Cost(fp=1000, fn=1000), Cost(fp=1, fn=1, per_row=50), Cost(tn=-1, tp=-1))
    }
    assert len(ranges) == 1


def test_the_saving_is_measured_against_flagging_nothing_where_that_is_cheaper_than_flagging_all():
    # Nothing costs 2; then 3, 2, 1, 2, 3, ... : the one dear false alarm at the top is no alternative.
    labels = np.array([False, True, True, False, False, False])
    costs = CostCurve(Cost(fp=1, fn=1), Rows(labels, np.arange(6, 0, -1.0)).curve())
    assert costs.totals.tolist() == [2, 3, 2, 1, 2, 3, 4]
    assert costs.within(1.0) == (2, 4)
    assert costs.within(0.5) == (3, 3)


def test_a_model_that_saves_nothing_leaves_no_room():
    curve = Rows(np.array([False, True]), np.array([0.9, 0.1])).curve()
    # Flagging nothing costs 1, the first row 2, both 1: only the first entry is as cheap and next to the cheapest.
    assert CostCurve(Cost(fp=1, fn=1), curve).within(0.5) == (0, 0)


def test_the_cheapest_of_equals_flags_the_fewest_rows():
    # Two misses cost 2 * 0.1; all flagged, two finds gain 2 * 0.2 of the 0.6 of a false alarm: less as a float.
    curve = Rows(np.array([False, True, True]), np.array([3.0, 2.0, 1.0])).curve()
    costs = CostCurve(Cost(fp=0.6, tp=-0.2, fn=0.1), curve)
    assert costs.totals[3] < costs.totals[0]
    assert costs.cheapest == 0
    assert made_curve().cheapest == 4


@pytest.mark.parametrize("tolerance", [-0.1, 5, nan])
def test_a_tolerance_is_a_share(tolerance):
    with pytest.raises(BadCall, match="A tolerance is a share of the saving"):
        made_curve().within(tolerance)


# ---- prices as people write them


@pytest.mark.parametrize(
    ("text", "fixed", "amounts"),
    [
        ("5", 5, {}),
        (" -1 ", -1, {}),
        ("2e3", 2000, {}),
        (".5", 0.5, {}),
        ("2000 + 5000 - 1000", 6000, {}),
        ("amount", 0, {"amount": 1}),
        ("-amount", 0, {"amount": -1}),
        ("5 + 0.8 * amount", 5, {"amount": 0.8}),
        ("0.8amount+fee - 2 fee", 0, {"amount": 0.8, "fee": -1}),
        ("3 * transfer amount", 0, {"transfer amount": 3}),
        ("größe", 0, {"größe": 1}),
    ],
)
def test_a_price_is_a_sum_of_numbers_and_columns(text, fixed, amounts):
    price = read_price(text)
    assert (price.fixed, dict(price.per_amount)) == (fixed, amounts)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("  ", "character 1 "),
        ("5 *", "character 3 "),
        ("5 * 3", "character 3 "),
        ("5 +", "character 3 "),
        ("5 5", "character 3 "),
        ("--5", "character 1 "),
        ("1,000", "character 2 "),
        ("5 €", "character 3 "),
        ("amount * 0.8", "character 8 .*such as 5 \\+ 0.8 \\* amount"),
        ("__import__('os')", "character 11 "),
        ("1.2.3", "'1.2.3' is not a number"),
        ("1e999", "finite number, not inf"),
    ],
)
def test_a_price_that_cannot_be_read_is_refused_with_the_place(text, why):
    with pytest.raises(BadCall, match=why):
        read_price(text)


@pytest.mark.parametrize("number", [inf, -inf, nan])
def test_a_price_is_finite(number):
    with pytest.raises(BadCall, match="finite"):
        Cost(fn=number)
    with pytest.raises(BadCall, match="finite"):
        Price(0.0, {"amount": number})


def test_a_price_reads_as_it_was_given():
    assert str(read_price("5 + 0.8 * amount")) == "5 + 0.8 * amount"
    assert str(Price()) == "0"
    assert str(read_price("1234.5")) == "1,234.5"


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("fn", "fn"),
        ("Missed", "fn"),
        ("missed fraud", "fn"),
        ("false alarm", "fp"),
        ("false-positive", "fp"),
        ("fraud caught", "tp"),
        ("correct rejection", "tn"),
        ("per row", "per_row"),
        ("test", "per_row"),
    ],
)
def test_outcomes_go_by_the_words_of_the_domain(name, outcome):
    cost = read_cost({name: "7"}, words=("fraud", "positive"))
    assert cost.price(outcome).fixed == 7


def test_an_outcome_that_is_not_known_or_given_twice_is_refused():
    with pytest.raises(BadCall, match=r"No outcome is called 'mised'\. Did you mean 'missed'"):
        read_cost({"mised": "1"})
    with pytest.raises(BadCall, match="The cost of fn is given twice"):
        read_cost({"fn": "1", "missed": "2"})
    with pytest.raises(BadCall, match="at least one number"):
        read_cost({})
