"""Under its names in the map torchmetrics finds what the metric is here; `ask_torchmetrics.py` asked it."""

import json
from pathlib import Path

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.names_elsewhere import OF_TORCHMETRICS

RECORDED = json.loads((Path(__file__).parent / "data/torchmetrics.json").read_text(encoding="utf-8"))
OPTIONS = {
    "f_beta": {"beta": RECORDED["beta"]},
    "recall_at_precision": {"precision": RECORDED["least"]},
    "precision_at_recall": {"recall": RECORDED["least"]},
    "sensitivity_at_specificity": {"specificity": RECORDED["least"]},
    "specificity_at_sensitivity": {"sensitivity": RECORDED["least"]},
}
# Bins of equal width there, and of equally many rows here.
SAME = [entry for entry in OF_TORCHMETRICS if entry.name != "BinaryCalibrationError"]


@pytest.fixture(scope="module")
def ours():
    return tc.evaluate(RECORDED["truth"], RECORDED["score"], threshold=RECORDED["cut"])


@pytest.mark.parametrize("entry", SAME, ids=lambda entry: entry.name)
def test_torchmetrics_computes_the_same_number(entry, ours):
    # It answers in single precision.
    found = ours.metric(entry.metric, **OPTIONS.get(entry.metric, {})).value
    assert found == pytest.approx(RECORDED["torchmetrics"][entry.name], rel=1e-6)


def test_every_name_that_was_asked_is_in_the_map():
    assert set(RECORDED["torchmetrics"]) == {entry.name for entry in OF_TORCHMETRICS}


def test_a_score_on_the_cut_is_flagged_here_and_not_there():
    at_a_score = tc.evaluate(RECORDED["truth"], RECORDED["score"], threshold=0.55)
    assert at_a_score.metric("recall").value == pytest.approx(4 / 6)
    assert RECORDED["recall on the cut"] == pytest.approx(3 / 6)


def test_bins_of_equal_width_are_another_number_as_the_map_says(ours):
    truth, score, bins = np.array(RECORDED["truth"]), np.array(RECORDED["score"]), RECORDED["bins"]
    of_bin = (score * bins).astype(int)
    gaps = sum(abs((truth - score)[of_bin == one].sum()) for one in set(of_bin.tolist())) / truth.size
    assert gaps == pytest.approx(RECORDED["torchmetrics"]["BinaryCalibrationError"], rel=1e-6)
    assert ours.metric("calibration_error", bins=bins).value != pytest.approx(gaps, rel=0.01)
    (entry,) = (one for one in OF_TORCHMETRICS if one not in SAME)
    assert "equally wide" in entry.note and "equally many rows" in entry.note
