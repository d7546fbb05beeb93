"""What pycm found on the examples of many classes comes out the same; `ask_pycm.py` beside this file asked it."""

import json
import math
from pathlib import Path

import pytest

import truecut as tc

RECORDED = json.loads((Path(__file__).parent / "data/pycm.json").read_text(encoding="utf-8"))
EXAMPLES = Path(__file__).parents[2] / "examples"
OVERALL = {
    "Overall ACC": "accuracy",
    "Kappa": "kappa",
    "Scott PI": "scott_pi",
    "Kappa Unbiased": "scott_pi",
    "Gwet AC1": "gwet_ac1",
    "Overall MCC": "mcc",
    "NIR": "no_information_rate",
    "Hamming Loss": "error_rate",
    "Zero-one Loss": "zero_one_count",
    "ACC Macro": "accuracy_one_vs_rest",
    "AUNU": "balanced_accuracy_one_vs_rest",
}
AVERAGED = {
    "TPR": "recall",
    "TNR": "specificity",
    "PPV": "precision",
    "NPV": "npv",
    "FPR": "fpr",
    "FNR": "fnr",
    "F1": "f1",
}
OF_A_CLASS = {
    **AVERAGED,
    "FDR": "fdr",
    "FOR": "fomr",
    "ACC": "accuracy",
    "ERR": "error_rate",
    "MCC": "mcc",
    "BM": "informedness",
    "MK": "markedness",
    "PLR": "lr_plus",
    "NLR": "lr_minus",
    "DOR": "odds_ratio",
    "PRE": "prevalence",
    "TOPR": "share_flagged",
    "G": "fowlkes_mallows",
    "GM": "g_mean",
    "J": "threat_score",
    "LS": "lift",
    "Q": "yules_q",
    "AUC": "balanced_accuracy",
}
# What has a limit here has no value there: likelihood and odds ratios without a mistake, and what is made of them.
INFINITE = {"PLR", "DOR"}


def matrix_of(example):
    file, _, predicted = example.partition(" ")
    return tc.evaluate(EXAMPLES / f"{file}.csv", label="digit", predicted=predicted or "predicted").matrix


@pytest.mark.parametrize("example", ["digits", "rare-digits forest"])
def test_the_whole_matrix(example):
    matrix, theirs = matrix_of(example), RECORDED[example]["overall"]
    for called, ours in OVERALL.items():
        assert matrix.metric(ours).value == pytest.approx(theirs[called], rel=1e-12), called
    for called, ours in AVERAGED.items():
        for average in ("macro", "micro"):
            found = matrix.metric(ours, average=average).value
            assert found == pytest.approx(theirs[f"{called} {average.capitalize()}"], rel=1e-12), called
    names = sorted(RECORDED[example]["by_class"])
    squared = [[(i - j) ** 2 for j in range(len(names))] for i in range(len(names))]
    assert list(matrix.classes) == names
    weighted = matrix.metric("kappa", weights=squared).value
    assert weighted == pytest.approx(theirs["kappa weighted by squared distance"], rel=1e-12)


@pytest.mark.parametrize("example", ["digits", "rare-digits forest"])
def test_every_class(example):
    matrix = matrix_of(example)
    for name, theirs in RECORDED[example]["by_class"].items():
        for called, ours in OF_A_CLASS.items():
            found = matrix.of(name).metric(ours).value
            if theirs[called] is None:
                assert called in INFINITE | {"Q"}
                assert found == (math.inf if called in INFINITE else 1)
            else:
                assert found == pytest.approx(theirs[called], rel=1e-12), called
        for called, beta in (("F0.5", 0.5), ("F2", 2)):
            assert matrix.of(name).metric("f_beta", beta=beta).value == pytest.approx(theirs[called], rel=1e-12)
