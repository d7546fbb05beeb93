"""truecut curve: a curve with its band, for people and for programs."""

import csv
import io
import json

import pytest

import truecut as tc

CANCER = ("examples/breast-cancer.csv", "--positive", "malignant", "--score", "logistic")


def test_the_csv_holds_the_band_of_the_python_call(run):
    outcome = run("curve", *CANCER, "roc", "--band", "simultaneous", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    band = tc.evaluate(CANCER[0], positive="malignant", score="logistic").band("roc", kind="simultaneous")
    assert [float(row["low"]) for row in rows] == band.low.tolist()
    assert [float(row["high"]) for row in rows] == band.high.tolist()
    assert list(rows[0]) == ["fpr", "tpr", "low", "high", "threshold"]


def test_json_says_how_the_band_was_found(run):
    data = json.loads(run("curve", *CANCER, "pr", "--replicates", "200", "--seed", "5", "--json").out)
    (curve,) = data["curves"]
    assert (curve["x"], curve["y"], curve["kind"], curve["method"]) == ("recall", "precision", "pointwise", "bootstrap")
    assert (curve["replicates"], curve["seed"], curve["level"]) == (200, 5, 0.95)
    assert all(point["low"] <= point["precision"] <= point["high"] for point in curve["points"])


def test_the_text_says_what_the_band_promises(run):
    outcome = run("curve", *CANCER, "roc", "--at", "1%,0.05")
    text = " ".join(outcome.out.split())
    assert "at each fpr by itself, the tpr of all such rows lies between low and high" in text
    assert "bootstrap, 2,000 resamples, seed 0" in text
    assert "0.01" in text


def test_several_models_stand_below_each_other(run):
    outcome = run(
        "curve", CANCER[0], "--positive", "malignant", "--score", "logistic,forest", "recall", "--format", "csv"
    )
    assert {row["model"] for row in csv.DictReader(io.StringIO(outcome.out))} == {"logistic", "forest"}


def test_a_cost_prices_the_thresholds(run):
    data = json.loads(run("curve", *CANCER, "cost", "--cost", "fp=1,fn=20", "--at", "0.5", "--json").out)
    (point,) = data["curves"][0]["points"]
    counts = tc.evaluate(CANCER[0], positive="malignant", score="logistic").at(0.5).counts
    assert point["mean_cost"] == pytest.approx((counts.fp + 20 * counts.fn) / 569)
    assert point["low"] < point["mean_cost"] < point["high"]


def test_the_name_of_a_curve_is_told_from_a_file(run, tmp_path):
    file = tmp_path / "roc"
    file.write_text("y,p\n1,0.9\n0,0.2\n1,0.6\n0,0.7\n", encoding="utf-8")
    outcome = run(
        "curve", str(file), "roc", "--score", "p", "--label", "y", "--format", "csv", "--band", "simultaneous"
    )
    assert outcome.code == 0
    assert outcome.out.startswith("fpr,tpr,low,high,threshold\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Say which curve: roc, pr, cost, gain, lift, calibration"),
        (("rocc",), "Did you mean 'roc'"),
        (("roc", "pr"), "One curve at a time: roc and pr"),
        (("roc_auc",), "one number for all thresholds"),
    ],
)
def test_a_bad_call_is_one_sentence(arguments, says, run):
    outcome = run("curve", *CANCER, *arguments)
    assert outcome.code == 2
    assert says in outcome.err
