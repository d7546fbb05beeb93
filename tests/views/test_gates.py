"""Checked requirements in every format: the same facts, nothing cut, nothing broken by hostile names."""

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

import truecut as tc
from truecut.decisions.checked import Checked
from truecut.decisions.gates import check
from truecut.errors.visible_text import visible
from truecut.views.formats import written_in
from truecut.views.gates import GatesView
from truecut.views.gates.junit import checked_as_junit
from truecut.views.gates.tables import beside, gates_as_markdown, gates_sheet, subjects_told
from truecut.views.gates.text import drawn_gates


def checked_as_json(found):
    return written_in(GatesView(found), "json")


HOSTILE = "[red]<a & 'b'>|\"c\"\x00\x1b[31m\ud800\n*d*"
REQUIREMENTS = [
    "recall >= 0.5",
    "recall >= 0.75",
    "recall >= 0.99",
    "uniform_guess_rate >= 0.1",
    "precision@lower >= baseline.npv",
]


def evaluated(name: str = "scores", rows: int = 200):
    random = np.random.default_rng(0)
    labels = random.random(rows) < 0.4
    scores = np.clip(random.normal(0.35 + 0.3 * labels, 0.2), 0, 1)
    return tc.evaluate(labels, {name: scores}, group=np.where(np.arange(rows) % 2, name, "b"))


def checked(**options) -> Checked:
    e = evaluated()
    return check(e, REQUIREMENTS, baseline=e, **options)


def drawn(found: Checked, width: int = 80) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width, markup=False, emoji=False, highlight=False).print(drawn_gates(found))
    return paper.getvalue()


def test_a_terminal_shows_every_requirement_and_the_reason_where_it_is_not_plain():
    out = drawn(checked())
    for requirement in REQUIREMENTS:
        assert requirement in out
    for mark in "✓✗?":
        assert mark in out
    said = " ".join(out.split())
    assert "more rows that are truly positive" in said
    assert "its own uncertainty is not part of the interval" in said
    assert "recall >= 0.5:" not in out  # passed by its interval: nothing more to say
    assert "uniform_guess_rate >= 0.1:" in out
    assert out.rstrip().endswith("undecided.")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_nothing_is_cut_however_wide_the_terminal(width):
    out = drawn(checked(each_group=True), width)
    assert "…" not in out
    assert all(len(line) <= width for line in out.splitlines())


@pytest.mark.parametrize(
    ("number", "limit", "text"),
    [
        (0.81234, 0.8, "0.812"),
        (0.7996, 0.8, "0.7996"),
        (0.79999999999, 0.8, "0.79999999999"),
        (0.8, 0.8, "0.800"),
        (0.8000000000000002, 0.8, "0.8000000000000002"),
        (1234.4, 1234.0, "1234.4"),
        (1e-7, 0.0, "1e-07"),
        (-2.0, 0.5, "-2.000"),
        (float("inf"), 3.0, "∞"),
        (None, 0.8, "–"),
        (0.81234, None, "0.812"),
    ],
)
def test_a_number_is_written_so_that_its_side_of_the_limit_is_seen(number, limit, text):
    assert beside(number, limit) == text


def test_json_holds_numbers_and_reasons():
    found = json.loads(checked_as_json(checked()), parse_constant=pytest.fail)
    assert (found["truecut"], found["version"], found["passed"]) == ("check", 1, False)
    assert [gate["requirement"] for gate in found["gates"]] == REQUIREMENTS
    assert [gate["outcome"] for gate in found["gates"]][:3] == ["passed", "undecided", "failed"]
    assert sum(found["outcomes"].values()) == len(REQUIREMENTS)
    undecided = found["gates"][1]
    assert undecided["more_rows"] > 0
    assert undecided["more_of"] == "rows that are truly positive"
    assert undecided["low"] < undecided["limit"]["value"] < undecided["high"]
    assert found["gates"][3]["low"] is None
    assert found["gates"][4]["bound"] == "lower"


def test_csv_parses_back():
    rows = list(csv.DictReader(io.StringIO(gates_sheet(checked()).as_csv())))
    assert [row["requirement"] for row in rows] == REQUIREMENTS
    assert float(rows[0]["low"]) < float(rows[0]["value"]) < float(rows[0]["high"])
    assert rows[3]["low"] == ""


def test_markdown_has_the_verdict_first_and_a_table_per_subject():
    text = gates_as_markdown(checked(each_group=True))
    assert text.startswith("## ✗ Not passed: of 15 requirements")
    assert text.count("| requirement |") == 3
    assert gates_as_markdown(check(evaluated(), "recall >= 0.1")).startswith("## ✓ Passed: 1 requirement met.")


# JUnit


def suites(found: Checked) -> ElementTree.Element:
    return ElementTree.fromstring(checked_as_junit(found).encode())


def test_junit_has_a_suite_per_subject_and_a_test_per_requirement():
    root = suites(checked(each_group=True))
    assert root.tag == "testsuites"
    assert [suite.get("name") for suite in root] == [
        "scores, at threshold 0.5",
        "scores, group 'b', at threshold 0.5",
        "scores, group 'scores', at threshold 0.5",
    ]
    for suite in root:
        assert [test.get("name") for test in suite] == REQUIREMENTS


@pytest.mark.parametrize(("undecided", "element"), [("fail", "error"), ("pass", "skipped")])
def test_junit_tells_failed_from_undecided(undecided, element):
    root = suites(checked(undecided=undecided))
    tests = {test.get("name"): [part.tag for part in test] for test in root.iter("testcase")}
    assert tests["recall >= 0.5"] == ["system-out"]
    assert tests["recall >= 0.75"] == [element]
    assert tests["recall >= 0.99"] == ["failure"]
    for part in (root, *root):
        assert {name: int(part.get(name)) for name in ("failures", "errors", "skipped")} == {
            "failures": len(list(part.iter("failure"))),
            "errors": len(list(part.iter("error"))),
            "skipped": len(list(part.iter("skipped"))),
        }
        assert int(part.get("tests")) == len(REQUIREMENTS)


def test_hostile_names_break_no_format():
    e = evaluated(HOSTILE)
    found = check(replace(e, read=replace(e.read, source=HOSTILE)), REQUIREMENTS[:4], each_group=True)
    names = [suite.get("name") for suite in suites(found)]
    assert names[0].startswith("[red]<a & 'b'>|\"c\"\\x00\\x1b[31m\\ud800\\n*d*")
    assert len(names) == 3
    assert json.loads(checked_as_json(found))["gates"][0]["model"] == HOSTILE
    lines = gates_as_markdown(found).splitlines()
    assert not any("<a" in line.replace("\\<a", "") for line in lines)
    assert next(csv.DictReader(io.StringIO(gates_sheet(found).as_csv())))["model"] == visible(HOSTILE)


@pytest.mark.parametrize("view", [checked_as_json, checked_as_junit, gates_as_markdown, drawn])
def test_the_same_check_gives_the_same_bytes(view):
    assert view(checked()) == view(checked())


def test_the_header_says_how_many_clusters_the_rows_are_of():
    e = tc.evaluate([1, 0] * 30, [0.9, 0.2] * 30, cluster=[i // 3 for i in range(60)])
    assert drawn(check(e, "recall >= 0.5")).startswith("the arrays  60 rows of 20 clusters by 'clusters'")


def test_many_groups_are_summed_up_for_people_and_listed_for_machines():
    n = 300
    e = tc.evaluate(
        [1, 0] * n, [0.9, 0.1] * (n - 3) + [0.1, 0.9] * 3, group=[f"g{i}" for i in range(n) for _ in range(2)]
    )
    checked = tc.check(e, ["recall >= 0.5"], each_group=True, decide_by="value")
    subjects, rest = subjects_told(checked)
    assert len(checked.subjects) == n + 1
    assert len(subjects) <= 21
    assert {"g297", "g298", "g299"} <= {gates[0].group for gates in subjects}
    assert rest == "281 more are not shown (281 passed); --json has them all"
    assert len(gates_as_markdown(checked).splitlines()) < 200
    assert len(gates_sheet(checked).rows) == n + 1
