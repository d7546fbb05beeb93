"""Decisions for a model: reference values, other rows to choose on, and how much a choice flatters itself."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.decisions.language import read_goal
from truecut.decisions.model_decision import cost_curve, stakes_of
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.from_data import evaluate

DATA = Path(__file__).parent.parent / "reference" / "data"
ENTRIES = {entry["id"]: entry for entry in json.loads((DATA / "expected.json").read_text(encoding="utf-8"))["entries"]}


def table_of(name: str, label: str, score: str) -> Evaluation:
    with (DATA / name).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return evaluate([int(row[label]) for row in rows], [float(row[score]) for row in rows])


# ---- reference values


def test_youden_on_the_pancreas_data_is_that_of_proc():
    expected = ENTRIES["wieand.y1.youden"]["expected"]
    decision = table_of("wieand_pancreas.csv", "d", "y1").choose("youden")
    assert decision.threshold == expected["threshold_observed"] == 39.3
    assert decision.value == pytest.approx(expected["J"], abs=1e-12)
    assert decision.point.metric("recall").value == pytest.approx(expected["sensitivity"], abs=1e-12)
    assert decision.point.metric("specificity").value == pytest.approx(expected["specificity"], abs=1e-12)


def test_the_midpoint_on_the_pancreas_data_is_that_of_proc():
    decision = table_of("wieand_pancreas.csv", "d", "y1").choose("youden", place="midpoint")
    assert "pROC midpoint 36.1" in ENTRIES["wieand.y1.youden"]["source"]
    assert decision.threshold == pytest.approx(36.1)


def test_the_highest_accuracy_of_fawcett():
    case = ENTRIES["fawcett.acc"]
    decision = evaluate(case["input"]["y"], case["input"]["score"]).choose("accuracy")
    assert (decision.threshold, decision.value) == (0.54, 0.7) == tuple(case["expected"].values())


@pytest.mark.parametrize("name", [name for name in ENTRIES if name.startswith("dca.nb.")])
def test_the_best_net_benefit_is_no_less_than_that_at_its_own_probability(name):
    pt = ENTRIES[name]["params"]["pt"]
    cancer = table_of("cancer_dca.csv", "cancer", "cancerpredmarker")
    assert cancer.at(pt).metric("net_benefit", pt=pt).value == pytest.approx(ENTRIES[name]["expected"], abs=1e-10)
    decision = cancer.choose("best_net_benefit", pt=pt)
    assert decision.value >= ENTRIES[name]["expected"] - 1e-12
    # Net benefit is a cost in other units: an alarm costs pt / (1 - pt), and a find gains 1.
    cheapest = cancer.choose(Cost(tp=-1, fp=pt / (1 - pt)))
    assert cheapest.threshold == decision.threshold
    assert -cheapest.value == pytest.approx(decision.value)


# ---- ways to say how


def made() -> Evaluation:
    return evaluate([1, 1, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2], amount=[1, 2, 3, 4, 5, 6, 7, 8])


def test_a_goal_a_text_and_a_cost_say_how():
    goal = read_goal("maximise recall subject to precision >= 0.75")
    assert made().choose(goal) == made().choose("maximise recall subject to precision >= 0.75")
    assert made().choose(Cost(fn=1, fp=1)).value == made().choose("cheapest", cost=Cost(fn=1, fp=1)).value == 2 / 8


def test_hard_predictions_have_no_threshold_to_choose():
    with pytest.raises(BadCall, match="gave hard predictions"):
        stakes_of(Model.of_counts("m", Counts(1, 2, 3, 4)))


def test_hard_predictions_have_costs():
    costs = cost_curve(Model.of_counts("M1", Counts(tp=150, fn=40, fp=60, tn=250)), Cost(tp=-1, fn=100, fp=1))
    assert costs.at(1.0) == 3910


def test_a_place_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="nowhere"):
        made().choose("f1", place="nowhere")


# ---- chosen on other rows


def test_a_threshold_chosen_on_other_rows_is_judged_on_these():
    chosen_on = evaluate([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.1])
    here = made()
    decision = here.choose("youden", on=chosen_on)
    assert decision.threshold == chosen_on.choose("youden").threshold == 0.8
    assert not decision.same_rows
    assert decision.point.counts == here.at(0.8).counts == Counts(tp=2, fp=0, fn=2, tn=4)
    # The value is that of these rows, 2/4 - 0, not the 1 of those it was chosen on.
    assert decision.value == 0.5
    assert decision.same_rows_from == 0.7
    for neighbour in decision.neighbours:
        counts = here.curve.entry(0) if neighbour.threshold is None else here.at(neighbour.threshold).counts
        assert neighbour.counts == counts


def test_a_cost_chosen_on_other_rows_is_that_of_these():
    chosen_on = evaluate([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.1], amount=[5, 5, 5, 5])
    decision = made().choose(Cost(fn="amount", fp=1), on=chosen_on)
    # At 0.8 the positives at 0.6 and 0.3 are missed, which are worth 4 and 7.
    assert (decision.threshold, decision.value) == (0.8, 11 / 8)


def test_directions_must_agree():
    low = evaluate([1, 0], [0.1, 0.9], lower_is_positive=True)
    with pytest.raises(BadCall, match="where high scores are flagged and judged where low ones are"):
        made().choose("f1", on=low)


# ---- how much a choice flatters itself


def noisy(rows: int = 200) -> Evaluation:
    random = np.random.default_rng(6)
    labels = np.arange(rows) % 4 == 0
    return evaluate(labels, random.normal(labels * 0.8), amount=1 + np.arange(rows) % 5)


@pytest.mark.parametrize("how", ["youden", "f1", "maximise recall subject to precision >= 0.4", "capacity"])
def test_optimism_sets_the_apparent_value_beside_the_cross_fitted_one(how):
    parameters = {"share": 0.2} if how == "capacity" else {}
    evaluation = noisy()
    optimism = evaluation.optimism(how, repeats=2, resamples=20, **parameters)
    decision = evaluation.choose(how, **parameters)
    assert optimism.apparent == decision.value
    assert optimism.measure == str(decision.measure)
    assert optimism.cross_fitted == optimism.fit.metric(decision.measure.name)
    assert optimism.difference == optimism.apparent - optimism.cross_fitted
    assert optimism.spread.resamples == 20


def test_the_optimism_of_a_cost_is_in_its_unit():
    cost = Cost(fn="amount", fp=1)
    optimism = noisy().optimism(cost, repeats=5, resamples=20)
    assert optimism.measure == "mean_cost"
    assert optimism.cross_fitted == optimism.fit.mean_cost(cost)
    assert optimism.difference < 0  # it looks cheaper than it is


def test_the_midpoint_can_be_cross_fitted_too():
    optimism = noisy().optimism("youden", place="midpoint", repeats=1, resamples=20)
    assert not {*optimism.fit.thresholds} & {*noisy().table.scores.tolist()}


def test_an_undefined_value_has_no_optimism():
    optimism = noisy().optimism("precision", repeats=1, resamples=20)
    assert replace(optimism, cross_fitted=None).difference is None
    assert replace(optimism, apparent=None).difference is None


def test_a_capacity_for_nothing_flags_nothing_anywhere():
    optimism = noisy().optimism("capacity", share=0.001, repeats=1, resamples=20)
    assert (optimism.apparent, optimism.cross_fitted) == (0.0, 0.0)
    assert (optimism.spread.low, optimism.spread.high, optimism.spread.wins) == (None, None, ((None, 1.0),))
