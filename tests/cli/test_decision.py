"""truecut decision: the sentence first, then the curve."""

import csv
import io
import json

import pytest

CANCER = ("tests/reference/data/cancer_dca.csv", "--label", "cancer", "--score", "cancerpredmarker")


def test_the_sentence_comes_first(run):
    outcome = run("decision", *CANCER, "--from", "0.05", "--to", "0.35", "--words", "positive=cancer,unit=patient")
    assert outcome.code == 0
    text = " ".join(outcome.out.split())
    assert text.startswith("cancerpredmarker: worth more than flagging all or none at thresholds from 5.0 % to 35.0 %")
    assert "750 patients, 14.0 % cancer" in text
    assert "-0.000" not in text


def test_json_holds_the_whole_curve(run):
    data = json.loads(run("decision", *CANCER, "--at", "10%,0.2", "--json").out)
    assert data["thresholds"] == [0.1, 0.2]
    assert data["flag_all"]["value"] == pytest.approx([0.14 - 0.86 / 9, 0.14 - 0.86 / 4])
    (model,) = data["models"]
    assert model["better"] == model["clearly_better"] == [[0.1, 0.2]]
    chances = (model["chance_best"], model["chance_flag_all_best"], model["chance_flag_none_best"])
    assert [sum(together) for together in zip(*chances, strict=True)] == pytest.approx([1, 1])


def test_csv_has_a_row_for_each_threshold(run):
    outcome = run("decision", *CANCER, "--format", "csv", "--replicates", "200")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert len(rows) == 99
    assert all(float(row["net_benefit_low"]) <= float(row["net_benefit"]) for row in rows)


def test_several_models_are_judged_together(run):
    outcome = run(
        "decision", "examples/breast-cancer.csv", "--positive", "malignant", "--score", "logistic,naive_bayes"
    )
    assert "among all models" in " ".join(outcome.out.split())


def test_two_calls_give_the_same_bytes(run):
    assert run("decision", *CANCER, "--simultaneous").out == run("decision", *CANCER, "--simultaneous").out


def test_scores_that_are_no_probabilities_are_refused(run):
    outcome = run("decision", CANCER[0], "--label", "cancer", "--score", "age")
    assert outcome.code == 2
    assert "needs probabilities" in outcome.err
    assert "recalibration" in outcome.err
