"""CSV and Markdown: they parse back, whatever the names are."""

import csv
import io
import re

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.errors.visible_text import visible
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.summary import Summary
from truecut.views.sheet import Sheet
from truecut.views.summary.tables import markdown_of, metrics_of

HOSTILE = ["a|b", "new\nline", "[link](x)", "<b>", "`tick`", "*star*", "\\", '"quoted", comma', "{brace}", "  "]


def tables_of(markdown: str) -> list[list[str]]:
    """Return the tables as lists of lines."""
    tables, current = [], []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            current.append(line)
        elif current:
            tables.append(current)
            current = []
    return tables


def require_well_formed(markdown: str) -> None:
    for table in tables_of(markdown):
        bars = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table}
        assert len(bars) == 1
        assert re.fullmatch(r"\|(-{2}[-:]\|)+", table[1])


def models() -> Summary:
    scores = {name: np.linspace(0, 1, 20) for name in HOSTILE}
    groups = [HOSTILE[i % len(HOSTILE)] for i in range(20)]
    return tc.evaluate([1, 0] * 10, scores, group=groups, words=tc.Words("p|p", "n\nn", "*")).summary()


def classes() -> Summary:
    guesses = {"y": HOSTILE[:8] * 2, "g": HOSTILE[1:8] + HOSTILE[:1] + HOSTILE[:8]}
    return tc.evaluate(guesses, label="y", predicted="g").summary()


def test_a_sheet_is_csv_that_parses_back():
    rows = [(name, i, i / 3, None) for i, name in enumerate(HOSTILE)]
    back = list(csv.reader(io.StringIO(Sheet(("name", "whole", "part", "none"), rows).as_csv())))
    assert back[0] == ["name", "whole", "part", "none"]
    assert [(name, int(i), float(part), none) for name, i, part, none in back[1:]] == [
        (visible(name), i, part, "") for name, i, part, _ in rows
    ]


def test_a_sheet_is_a_markdown_table_whatever_the_names_are():
    markdown = Sheet(("na|me", "n"), [(name, 1.5) for name in HOSTILE], title="new\nline | *x*").as_markdown()
    require_well_formed(markdown)
    assert markdown.splitlines()[0] == "### new\\\\nline \\| \\*x\\*"
    assert len(tables_of(markdown)[0]) == 2 + len(HOSTILE)


def test_numbers_stand_to_the_right_and_undefined_is_a_dash():
    assert Sheet(("a", "b"), [("x", 1), ("y", None)]).as_markdown() == "| a | b |\n|---|--:|\n| x | 1 |\n| y | – |\n"


@pytest.mark.parametrize("summary", [models, classes, lambda: summary_of_point(tc.counts(tp=3, fn=1, fp=1, tn=3))])
def test_a_report_is_well_formed_markdown_whatever_the_names_are(summary):
    markdown = markdown_of(summary())
    require_well_formed(markdown)
    for line in markdown.splitlines():
        assert re.match(r"(#{1,3} |- |\||$)", line)


def test_a_report_in_csv_holds_every_value_once():
    e = tc.evaluate([1, 0, 1, 0], {"a": [0.9, 0.2, 0.6, 0.7], "b": [1, 2, 3, 4]}, group=["x", "x", "y", "y"])
    rows = list(csv.DictReader(io.StringIO(metrics_of(e.summary()).as_csv())))
    places = [(row["model"], row["group"], row["metric"]) for row in rows]
    per_model = 1 + 4 + len(CATALOGUE)  # the threshold, counts and metrics of all rows
    of_all, of_groups = ([place for place in places if bool(place[1]) == is_group] for is_group in (False, True))
    assert len(places) == len(set(places))
    assert len(of_all) == 2 * per_model
    assert len({(model, group) for model, group, _ in of_groups}) == 4
    at = dict(zip(places, rows, strict=True))
    assert float(at["a", "", "threshold"]["value"]) == 0.5
    assert float(at["a", "", "roc_auc"]["value"]) == 0.75
    assert float(at["a", "y", "tp"]["value"]) == 1
    assert at["b", "", "brier"]["value"] == ""
    assert "not probabilities" in at["b", "", "brier"]["undefined"]


def test_classes_in_csv_hold_all_averages_and_each_class():
    e = tc.evaluate({"y": ["a", "b", "c"], "g": ["a", "b", "b"]}, label="y", predicted="g")
    rows = list(csv.DictReader(io.StringIO(metrics_of(e.summary()).as_csv())))
    at = {(row["average"], row["class"], row["metric"]): row["value"] for row in rows}
    assert float(at["", "", "accuracy"]) == 2 / 3
    assert float(at["", "b", "precision"]) == 0.5
    assert float(at["", "b", "fp"]) == 1
    assert float(at["micro", "", "recall"]) == 2 / 3


def test_classes_in_markdown_hold_all_averages():
    e = tc.evaluate({"y": ["a", "b", "c"], "g": ["a", "b", "b"]}, label="y", predicted="g")
    markdown = markdown_of(e.summary())
    for average in ("macro", "weighted", "micro"):
        assert f"| {average} average |" in markdown


def test_findings_in_markdown_name_their_model():
    e = tc.evaluate([1, 0] * 20, {"flat": [0.5] * 40, "fine": [0.9, 0.1] * 20})
    assert "- flat: **The ranking cannot be told from chance.**" in markdown_of(e.summary())


def test_what_was_read_inferred_and_left_out_is_part_of_markdown():
    e = tc.evaluate([1, None, 0, 1], [0.9, 0.2, 0.1, 0.3], weight=[1, 1, 1, 0], missing="drop")
    markdown = markdown_of(e.summary())
    for said in (
        "- 2 rows; label 'labels'",
        "- weights: 'weights', taken as importance weights",
        "- left out: 1 row, because a value was missing",
        "- left out: 1 row, because the weight is 0",
        "- inferred positive: '1', since the labels are '1' and '0'",
    ):
        assert said in markdown.splitlines()
