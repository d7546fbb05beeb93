"""What commands tell as a part of theirs has that shape in Python: `to_dict()` of a difference, a choice or a value."""

import json

import pytest

import truecut as tc

SPAM = "examples/spam.csv.gz"


@pytest.fixture
def told(run):
    return lambda *arguments: json.loads(run(*arguments, "--json").out)


@pytest.fixture(scope="module")
def spam():
    return tc.evaluate(SPAM, positive="spam", score=["boosted", "logistic"])


def without_name(result):
    return {k: v for k, v in result.to_dict().items() if k not in ("truecut", "version", "sentence")}


def test_two_cuts_and_optimism_are_those_of_threshold(spam, told):
    one = spam.models["boosted"]
    rule = ["--rule", "youden", "--two", "precision=0.9,npv=0.9"]
    of_command = told("threshold", SPAM, "--positive", "spam", "--score", "boosted", *rule)
    assert without_name(one.choose_two(precision=0.9, npv=0.9)) == of_command["two_cuts"]
    assert without_name(one.optimism("youden")).keys() == of_command["optimism"].keys()


def test_a_recalibration_is_that_of_calibration(spam, told):
    of_command = told("calibration", SPAM, "--positive", "spam", "--score", "boosted", "--recalibrate", "platt")
    (theirs,) = of_command["models"][0]["recalibrations"]
    assert without_name(spam.models["boosted"].recalibrate("platt")) == theirs


def test_a_difference_and_a_verdict_are_those_of_compare(spam, told):
    of_command = told("compare", SPAM, "--positive", "spam", "--score", "boosted", "--score", "logistic")
    compared = spam.compare()
    ours = without_name(compared.difference("roc_auc", "boosted", "logistic"))
    theirs = next(one for one in of_command["metrics"] if one["name"] == "roc_auc")["differences"][0]
    assert ours.pop("metric") == "roc_auc"
    assert not ours.pop("is_ratio")
    assert (ours.keys(), ours["difference"]) == (theirs.keys(), theirs["difference"])
    verdict = compared.verdict("logistic", "boosted").to_dict()
    assert {name: verdict[name] for name in of_command["verdicts"][0]} == of_command["verdicts"][0]


def test_a_value_names_its_metric_and_its_average(spam):
    recall = without_name(spam.models["boosted"].metric("recall"))
    assert recall["metric"] == "recall"
    assert recall["low"] < recall["value"] < recall["high"]
    macro = tc.example("rare-digits").evaluate().metric("f1")
    assert without_name(macro)["of"] == "macro average over 5 classes"
    assert repr(macro).startswith("<ClassEstimate: macro F1 ")
    assert macro.to_frame().loc[0, "of"] == "macro average over 5 classes"


def test_what_thresholds_cost_is_a_list_with_the_cheapest_beside_it(spam):
    costs = spam.models["boosted"].costs(tc.Cost(fp=1, fn=5)).to_dict()
    assert costs["prices"] == "fp=1, fn=5"
    assert costs["cheapest"] == min(costs["thresholds"], key=lambda one: one["mean"])


def test_a_decision_of_many_classes_has_every_number_by_name():
    decision = tc.example("rare-digits").evaluate().decision(costs={("nine", "one"): 5}, unsure=0.3)
    found = without_name(decision)
    assert found["use"] == decision.use.value
    assert found["saving"]["value"] == float(decision.saving)
    assert [one["answering"] for one in found["without_thought"]] == [one.name for one in decision.strategies]


def test_metrics_named_after_people_keep_their_capital():
    many = tc.example("rare-digits").evaluate()
    assert repr(many.metric("mcc")).startswith("<ClassEstimate: Matthews correlation ")
    assert repr(many.metric("brier_multiclass")).startswith("<ClassEstimate: Brier score of all classes ")
