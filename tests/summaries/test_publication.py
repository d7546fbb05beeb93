"""What a paper says of a classifier: every number from the rows, every method cited."""

import json

import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.design import DesignKind
from truecut.errors.visible_text import visible
from truecut.inference.citations import CITATIONS
from truecut.inference.methods import methods_of
from truecut.views.publication.model_card import model_index
from truecut.views.publication.tables import publications_markdown

LABELS = [1] * 30 + [0] * 60
SCORES = [0.9] * 24 + [0.2] * 6 + [0.8] * 3 + [0.1] * 57


def evaluation(**options):
    return tc.evaluate(LABELS, {"triage": SCORES}, **options)


def test_every_default_interval_has_a_citation():
    lacking = {
        next(iter(methods_of(entry, kind))) for kind in DesignKind for entry in CATALOGUE if methods_of(entry, kind)
    } - set(CITATIONS)
    assert not lacking


def test_the_paragraph_says_rows_positives_and_the_cut():
    said = evaluation(words=tc.Words(positive="sick", negative="well", unit="patient")).methods().methods
    assert said.startswith("The model triage was evaluated on 90 patients, of which 30 (33.3 %) were truly sick.")
    assert "Patients with a score at or above 0.5 were classified as sick." in said


def test_each_number_in_brackets_is_a_reference():
    found = evaluation().methods()
    for number, reference in enumerate(found.references, 1):
        assert f"[{number}]" in found.methods
        assert reference.endswith(".")
    assert f"[{len(found.references) + 1}]" not in found.methods
    assert "STARD 2015" in found.references[-1]


def test_the_table_has_the_fractions_behind_the_shares():
    rows = {row.name: row for row in evaluation().methods().rows}
    assert (rows["recall"].value, rows["recall"].fraction) == ("80.0 %", "24 / 30")
    assert rows["precision"].fraction == "24 / 27"
    assert rows["specificity"].fraction == "57 / 60"
    assert rows["roc_auc"].fraction == ""
    assert rows["recall"].estimate.value == 0.8


def test_clusters_and_dropped_rows_are_told():
    rows = [*SCORES[:-1], None]
    said = evaluation_of(rows, cluster=[i // 3 for i in range(90)], missing="drop")
    assert "Intervals allow for 30 clusters of rows." in said
    assert "1 row was left out" in said


def evaluation_of(scores, **options):
    return tc.evaluate(LABELS, {"triage": scores}, **options).methods().methods


def test_undefined_numbers_are_left_out():
    found = tc.evaluate([1, 1, 1], [0.2, 0.6, 0.9], classes=[0, 1]).methods()
    assert "specificity" not in {row.name for row in found.rows}


def test_several_models_are_asked_one_by_one():
    with pytest.raises(tc.TruecutError, match="There are 2 models"):
        tc.evaluate(LABELS, {"a": SCORES, "b": SCORES}).methods()


def test_a_hostile_name_stays_inside_its_place():
    e = tc.evaluate(LABELS, {'x"\n---\nevil: 1 | <b>\u2066\x9b': SCORES})
    found = [one.methods() for one in e.models.values()]
    card = model_index(e.read, found)
    lines = card.splitlines()
    assert lines[0] == lines[-1] == "---"
    assert lines.count("---") == 2
    assert all(visible(line) == line for line in lines)
    assert not any(line.startswith("evil") for line in lines)
    name = next(line for line in lines if line.startswith("- name: "))
    json.loads(name.removeprefix("- name: "))
    assert "<b>" not in publications_markdown(found)


def test_the_card_gives_hub_names_values_and_intervals():
    card = model_index(evaluation().read, [evaluation().methods()])
    assert "    - type: brier_score\n" in card
    assert "    - type: recall\n      value: 0.8\n" in card
    assert 'name: "Sensitivity (recall) (95 % interval 62.7 % to 90.5 %)"' in card
