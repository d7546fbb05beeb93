"""An object says as JSON what the command of the same result says: the same fields, the same numbers.

A command tells beside it what was typed about the situation (`situation`); an object is asked in its evaluation's.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import truecut as tc
from truecut.cli.main import truecut

EXAMPLES = Path(__file__).parents[2] / "examples"
CANCER, MAIL = str(EXAMPLES / "breast-cancer.csv"), str(EXAMPLES / "spam.csv.gz")
ROWS = [CANCER, "--positive", "malignant", "--score", "forest"]
TWO = [*ROWS[:-1], "forest,logistic"]
SPAM = [MAIL, "--positive", "spam", "--score", "boosted", "--group", "length"]
ROC = ["--at", "0.05,0.1", "--replicates", "200"]
IMPOSSIBLE = "maximise recall subject to precision >= 0.9999 and recall >= 0.99"
PRICES = ["--cost", "fp=1,fn=5", "--no-cross-fit"]


def one(**options):
    return tc.evaluate(CANCER, positive="malignant", score="forest", **options)


def grouped():
    return tc.evaluate(MAIL, positive="spam", score="boosted", group="length")


def models():
    return tc.evaluate(CANCER, positive="malignant", score=["forest", "logistic"])


SAME = {
    "report": (["report", *ROWS], one),
    "report of two models": (["report", *TWO], models),
    "table": (["table", *ROWS, "--points", "5"], lambda: one().curve.sweep(5)),
    "threshold": (["threshold", *ROWS, "--rule", "f1", "--no-cross-fit"], lambda: one().choose("f1")),
    "impossible goal": (["threshold", *ROWS, "--rule", IMPOSSIBLE, "--no-cross-fit"], lambda: one().choose(IMPOSSIBLE)),
    "costs": (["threshold", *ROWS, *PRICES], lambda: one().choose(tc.Cost(fp=1, fn=5))),
    "stated costs": (
        ["threshold", *ROWS, *PRICES, "--prevalence", "0.1"],
        lambda: one(cost={"fp": 1, "fn": 5}, prevalence=0.1).choose(),
    ),
    "calibration": (["calibration", *ROWS, "--replicates", "200"], lambda: one().calibration(replicates=200)),
    "calibration in bins": (
        ["calibration", *ROWS, "--kind", "binned", "--bins", "5", "--replicates", "200"],
        lambda: one().calibration("binned", bins=5, replicates=200),
    ),
    "curve": (["curve", "roc", *ROWS, *ROC], lambda: one().band("roc", at=[0.05, 0.1], replicates=200)),
    "curve of a metric": (["curve", "recall", *ROWS, "--at", "0.5"], lambda: one().band("recall", at=[0.5])),
    "decision": (
        ["decision", *ROWS, "--at", "0.1,0.2", "--replicates", "200"],
        lambda: one().decision_curve(thresholds=[0.1, 0.2], replicates=200),
    ),
    "decision of two models": (
        ["decision", *TWO, "--at", "0.1,0.2", "--replicates", "200"],
        lambda: models().decision_curve(thresholds=[0.1, 0.2], replicates=200),
    ),
    "chance": (["chance", *ROWS, "--metric", "recall"], lambda: one().chance("recall")),
    "chance of an area": (
        ["chance", *ROWS, "--metric", "average_precision", "--draws", "1000"],
        lambda: one().chance("average_precision", draws=1000),
    ),
    "groups": (["groups", *SPAM, "--metric", "recall"], lambda: grouped().group_differences("recall")),
    "reconcile": (["reconcile", *ROWS, "--value", "0.9556", "--of", "auc"], lambda: one().reconcile("0.9556", "auc")),
    "compare": (["compare", *TWO], lambda: models().compare()),
    "check": (["check", *ROWS, "--require", "recall >= 0.8"], lambda: tc.check(one(), "recall >= 0.8")),
    "plan": (
        ["plan", "recall", "--expected", "0.9", "--within", "0.03"],
        lambda: tc.plan("recall", expected=0.9, within=0.03),
    ),
    "publish": (["publish", *ROWS], lambda: one().methods()),
    "explain": (["explain", "recall"], lambda: tc.explain("recall")),
    "explain a term": (["explain", "confusion", "matrices"], lambda: tc.explain("confusion matrices")),
    "explain a slip": (["explain", "presicion"], lambda: tc.explain("presicion")),
    "explain a question": (["explain", "what is a type 2 error?"], lambda: tc.explain("what is a type 2 error?")),
    "explain two": (["explain", "accuracy or precision"], lambda: tc.explain("accuracy or precision")),
    "explain a number in a word": (["explain", "F2"], lambda: tc.explain("F2")),
    "explain a name elsewhere": (
        ["explain", "recall_score(pos_label=0)"],
        lambda: tc.explain("recall_score(pos_label=0)"),
    ),
    "explain in numbers": (
        ["explain", "f1", "precision=0.8", "recall=0.6"],
        lambda: tc.explain("f1", precision=0.8, recall=0.6),
    ),
    "explain prices": (
        ["explain", "total cost", "tp=150", "fn=40", "fp=60", "tn=250", "--cost", "tp=-1,fn=100,fp=1"],
        lambda: tc.explain("total cost", tp=150, fn=40, fp=60, tn=250, cost={"tp": -1, "fn": 100, "fp": 1}),
    ),
    "metrics": (["metrics", "kappa"], lambda: tc.metrics("kappa")),
    "adjust": (["adjust", "a=0.01", "b=0.04"], lambda: tc.adjust({"a": 0.01, "b": 0.04})),
}


@pytest.mark.parametrize("name", SAME)
def test_an_object_says_what_the_command_says(name):
    command, make = SAME[name]
    done = CliRunner().invoke(truecut, [*command, "--json"])
    printed = json.loads(done.stdout)
    printed.pop("situation", None)
    if name == "table":  # a curve is counts alone, and does not know what was read
        del printed["read"]
    found = make()
    assert found.to_dict() == printed
    assert json.loads(found.to_json()) == printed
