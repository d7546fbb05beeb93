"""What R's pROC found on the example rows comes out the same; `make proc` asks it again."""

import json
from pathlib import Path

import pytest

import truecut as tc

RECORDED = json.loads((Path(__file__).parent / "data/pROC.json").read_text(encoding="utf-8"))
ROWS = Path(__file__).parents[2] / "examples/breast-cancer.csv"
MODELS = list(RECORDED["models"])


@pytest.fixture(scope="module")
def evaluation() -> tc.Evaluation:
    return tc.evaluate(ROWS, positive="malignant", score=MODELS)


@pytest.fixture(scope="module")
def comparison() -> tc.Comparison:
    return tc.compare(ROWS, positive="malignant", score=MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_an_area_and_its_plain_interval(evaluation, name):
    theirs = RECORDED["models"][name]
    ours = evaluation.models[name].metric("roc_auc", interval="delong")
    assert ours.value == pytest.approx(theirs["auc"], rel=1e-12)
    # pROC cuts its interval at 1, and this one says that it leaves the bounds instead.
    assert (ours.low, min(1, ours.high)) == pytest.approx(theirs["delong"], rel=1e-9)
    assert ours.standard_error**2 == pytest.approx(theirs["variance"], rel=1e-9)
    assert ours.degrees_of_freedom is None


@pytest.mark.parametrize("name", MODELS)
def test_partial_areas(evaluation, name):
    theirs, model = RECORDED["models"][name], evaluation.models[name]
    assert model.metric("partial_auc", fpr=(0, 0.1)).value == pytest.approx(theirs["partial_auc"], rel=1e-9)
    standardised = model.metric("partial_auc", fpr=(0, 0.1), standardised=True).value
    assert standardised == pytest.approx(theirs["partial_auc_standardised"], rel=1e-9)
    of_recall = model.metric("partial_auc", tpr=(0.9, 1)).value
    assert of_recall == pytest.approx(theirs["partial_auc_of_recall"], rel=1e-9)


@pytest.mark.parametrize("name", MODELS)
def test_the_threshold_of_youden(evaluation, name):
    point = evaluation.models[name].choose("youden").point
    sensitivity, specificity = RECORDED["models"][name]["youden"]
    assert point.metric("recall").value == pytest.approx(sensitivity)
    assert point.metric("specificity").value == pytest.approx(specificity)


@pytest.mark.parametrize("pair", RECORDED["pairs"], ids=lambda pair: "-".join(pair["models"]))
def test_the_paired_difference_of_two_areas(comparison, pair):
    ours = comparison.difference("roc_auc", *pair["models"], method="z")
    assert ours.p_value == pytest.approx(pair["p_value"], rel=1e-9)
    assert (ours.low, ours.high) == pytest.approx(pair["interval"], rel=1e-9)
    assert ours.statistic == pytest.approx(pair["z"], rel=1e-9)
    assert ours.standard_error == pytest.approx(ours.value / pair["z"], rel=1e-9)


@pytest.mark.parametrize("pair", RECORDED["pairs"], ids=lambda pair: "-".join(pair["models"]))
def test_the_unpaired_difference_has_the_same_standard_error(evaluation, pair):
    # The degrees of freedom differ on purpose; with hundreds of rows in each class that hardly shows.
    first, second = (evaluation.models[name] for name in pair["models"])
    ours = tc.compare_unpaired(first, second, "roc_auc")
    assert ours.p_value == pytest.approx(pair["unpaired_p_value"], rel=2e-3)
    assert ours.statistic == pytest.approx(pair["unpaired_t"], rel=1e-9)
    assert ours.standard_error == pytest.approx(ours.value / pair["unpaired_t"], rel=1e-9)
