"""Under the names of pROC, caret, ROCR and epiR in the name map R finds what the metric is here; `names.R` asked it."""

import json
from pathlib import Path

import pytest

import truecut as tc
from truecut.catalogue.names_elsewhere import ELSEWHERE

RECORDED = json.loads((Path(__file__).parent / "data/names.json").read_text(encoding="utf-8"))
RUN = ("pROC", "caret", "ROCR", "epiR")
# Asked with an argument, or called otherwise where it is printed than where it is stored.
ELSEWHERE_ASKED = {("pROC", "auc(partial.auc=)"), ("caret", "No Information Rate")}
ENTRIES = [one for one in ELSEWHERE if one.tool in RUN and (one.tool, one.name) not in ELSEWHERE_ASKED]


@pytest.fixture(scope="module")
def ours():
    return tc.evaluate(RECORDED["truth"], RECORDED["score"], threshold=RECORDED["cut"])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.tool} {entry.name}")
def test_r_computes_the_same_number(entry, ours):
    # The note in the map: its J is larger by 1.
    shift = 1 if (entry.tool, entry.name) == ("pROC", "coords(ret='youden')") else 0
    assert ours.metric(entry.metric).value + shift == pytest.approx(RECORDED[entry.tool][entry.name], rel=1e-9)


def test_every_name_that_was_asked_is_in_the_map():
    asked = {(tool, name) for tool in RUN for name in RECORDED[tool]}
    assert asked == {(entry.tool, entry.name) for entry in ENTRIES}
