"""What R's caret found on the examples of many classes comes out the same; `caret.R` beside this file asked it."""

import json
from pathlib import Path

import pytest

import truecut as tc

RECORDED = json.loads((Path(__file__).parent / "data/caret.json").read_text(encoding="utf-8"))
EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("zero", "one", "two", "eight", "nine")
CALLED = {
    "Sensitivity": "recall",
    "Specificity": "specificity",
    "Pos Pred Value": "precision",
    "Neg Pred Value": "npv",
    "F1": "f1",
    "Prevalence": "prevalence",
    "Detection Prevalence": "share_flagged",
    "Balanced Accuracy": "balanced_accuracy",
}


def matrix_of(example):
    file, _, predicted = example.partition(" ")
    columns = {"digits": "predicted"}
    return tc.evaluate(EXAMPLES / f"{file}.csv", label="digit", predicted=columns.get(file, predicted)).matrix


@pytest.mark.parametrize("example", ["digits", "rare-digits forest"])
def test_the_matrix_and_every_class(example):
    matrix, theirs = matrix_of(example), RECORDED[example]
    overall = theirs["overall"]
    assert matrix.metric("accuracy").value == pytest.approx(overall["Accuracy"], rel=1e-12)
    assert matrix.metric("kappa").value == pytest.approx(overall["Kappa"], rel=1e-12)
    assert matrix.metric("no_information_rate").value == pytest.approx(overall["AccuracyNull"], rel=1e-12)
    exact = matrix.metric("accuracy", interval="clopper-pearson")
    assert (exact.low, exact.high) == pytest.approx((overall["AccuracyLower"], overall["AccuracyUpper"]), rel=1e-9)
    for name, values in theirs["by_class"].items():
        for called, ours in CALLED.items():
            found = matrix.of(name).metric(ours)
            assert found.value == (None if values[called] is None else pytest.approx(values[called], rel=1e-12))


def test_the_multinomial_log_loss():
    e = tc.evaluate(EXAMPLES / "rare-digits.csv", label="digit", class_scores={name: f"p_{name}" for name in NAMES})
    assert e.metric("log_loss").value == pytest.approx(RECORDED["rare-digits log loss"], rel=1e-9)
