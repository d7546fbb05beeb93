"""JSON is strict, whatever the numbers are: no NaN, no Infinity."""

import json

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.summary import Summary
from truecut.views.formats import written_in
from truecut.views.json_values import rows_as_data
from truecut.views.sheet import Sheet
from truecut.views.summary import SummaryView


def summary_as_json(summary):
    return written_in(SummaryView(summary), "json")


LABELS = [1, 0, 1, 0]
SCORES = [0.9, 0.2, 0.6, 0.7]


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no strict JSON")


def strict(text: str) -> dict:
    return json.loads(text, parse_constant=refuse)


def of_classes() -> Summary:
    table = {"y": ["a", "b", "c"], "a": [0.9, 0, 0], "b": [0.1, 0.8, 0.3], "c": [0, 0.2, 0.7]}
    return tc.evaluate(table, label="y", class_scores={"a": "a", "b": "b", "c": "c"}).summary()


SUMMARIES = {
    "scores": lambda: tc.evaluate(LABELS, SCORES).summary(),
    "several models": lambda: tc.evaluate(LABELS, {"a": SCORES, "b": [1, 2, 3, 4]}).summary(),
    "groups": lambda: tc.evaluate(LABELS, SCORES, group=["x", "x", "y", "x"]).summary(),
    "weights": lambda: tc.evaluate(LABELS, SCORES, weight=[0.1, 1e12, 1e-3, 5]).summary(),
    "predictions": lambda: tc.evaluate({"y": LABELS, "g": [1, 0, 0, 1]}, label="y", predicted="g").summary(),
    "counts": lambda: summary_of_point(tc.counts(tp=3, fn=0, fp=0, tn=3)),
    "huge counts": lambda: summary_of_point(tc.counts(tp=10**30, fn=1, fp=0, tn=3)),
    "no counts": lambda: summary_of_point(tc.counts(tp=0, fn=0, fp=0, tn=0)),
    "classes": of_classes,
    "infinite scores": lambda: tc.evaluate(LABELS, [np.inf, -np.inf, 0, 1], threshold=-np.inf).summary(),
    "one class": lambda: tc.evaluate([1, 1], [0.5, 0.6]).summary(),
    "certain and wrong": lambda: tc.evaluate([1, 0], [0.0, 1.0]).summary(),
}


@pytest.mark.parametrize("kind", SUMMARIES)
def test_every_summary_is_strict_json(kind):
    data = strict(summary_as_json(SUMMARIES[kind]()))
    assert (data["truecut"], data["version"]) == ("summary", 1)
    assert set(data["read"]) >= {"source", "rows", "positive", "negative", "weights_are", "dropped", "inferred"}


def test_undefined_and_infinite_values_say_what_they_are():
    metrics = strict(summary_as_json(SUMMARIES["counts"]()))["models"][0]["metrics"]
    assert metrics["recall"]["value"] == 1.0
    assert metrics["recall"]["low"] < 1.0 == metrics["recall"]["high"]
    assert metrics["lr_plus"]["value"] == "infinity"
    assert metrics["lr_plus"]["high"] == "infinity"
    nothing = strict(summary_as_json(SUMMARIES["no counts"]()))["models"][0]["metrics"]
    assert nothing["recall"] == {"value": None, "undefined": "there are no rows"}


def test_an_infinite_threshold_is_a_word():
    assert strict(summary_as_json(SUMMARIES["infinite scores"]()))["models"][0]["threshold"] == "-infinity"


def test_a_model_holds_its_counts_every_metric_and_its_groups():
    model = strict(summary_as_json(SUMMARIES["groups"]()))["models"][0]
    assert model["counts"] == {"tp": 2, "fp": 1, "fn": 0, "tn": 1}
    assert list(model["metrics"]) == [entry.name for entry in CATALOGUE]
    assert [(group["name"], group["rows"]) for group in model["groups"]] == [("x", 3), ("y", 1)]


def test_huge_counts_stay_exact():
    assert strict(summary_as_json(SUMMARIES["huge counts"]()))["models"][0]["counts"]["tp"] == 10**30


def test_classes_hold_the_matrix_each_class_and_the_averages():
    classes = strict(summary_as_json(of_classes()))["classes"]
    assert classes["matrix"] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert [one["name"] for one in classes["each"]] == ["a", "b", "c"]
    assert set(classes["averages"]) == {"macro", "weighted", "micro"}
    assert classes["averages"]["macro"]["roc_auc"]["value"] == 1.0


def test_what_was_inferred_and_left_out_is_part_of_it():
    read = strict(summary_as_json(tc.evaluate([1, None, 0], [1, 1, 0], missing="drop").summary()))["read"]
    assert read["inferred"] == ["positive: '1', since the labels are '1' and '0'"]
    assert read["dropped"] == {"a value was missing": 1}
    assert read["weights_are"] == "none"


def test_the_same_input_gives_the_same_text():
    assert summary_as_json(SUMMARIES["groups"]()) == summary_as_json(SUMMARIES["groups"]())


def test_infinite_cells_of_a_table_are_words():
    assert rows_as_data(Sheet(("a", "b"), [(np.inf, None)])) == [{"a": "infinity", "b": None}]


def test_several_models_are_ranked_and_held_against_the_best():
    models = {"good": [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], "poor": [0.6, 0.2, 0.8, 0.3, 0.5, 0.4]}
    e = tc.evaluate([0, 0, 0, 1, 1, 1], models)
    best, other = strict(summary_as_json(e.summary()))["standings"]
    difference = e.compare().difference("roc_auc", "good", "poor")
    assert (best["model"], best["behind"], other["model"]) == ("good", None, "poor")
    assert best["roc_auc"]["value"] == 1
    assert (other["behind"]["value"], other["behind"]["low"]) == (difference.value, difference.low)
    assert "standings" not in strict(summary_as_json(e.models["good"].summary()))


def test_thresholds_say_which_rule_finds_them_and_what_they_cost():
    e = tc.evaluate([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])
    model = strict(summary_as_json(e.summary(cost=tc.Cost(fp=1, fn=3))))["models"][0]
    by_name = {one["name"]: one for one in model["thresholds"]}
    assert by_name["As judged here"]["rule"] is None
    assert by_name["Cheapest"]["rule"] == "cheapest"
    assert (by_name["Cheapest"]["threshold"], by_name["Cheapest"]["mean_cost"]) == (0.4, 0.25)
    assert by_name["Cheapest"]["counts"] == {"tp": 2, "fp": 1, "fn": 0, "tn": 1}


def test_the_worst_gap_of_a_group_is_told_with_its_test():
    labels, scores = [1, 0] * 40, [0.9, 0.1] * 20 + [0.2, 0.1] * 20
    e = tc.evaluate(labels, scores, group=["a"] * 40 + ["b"] * 40)
    (gap,) = strict(summary_as_json(e.summary()))["models"][0]["gaps"]
    assert (gap["group"], gap["metric"], gap["difference"], gap["verdict"]) == ("b", "recall", -1.0, "worse")
    assert (gap["value"]["value"], gap["rest"]["value"]) == (0.0, 1.0)
