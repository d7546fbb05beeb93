"""The reader's own rows or counts: read, or refused with the line that is wrong."""

from __future__ import annotations

import pytest

ROWS = "1 0.91\n0 0.4\n1 0.73\n0 0.2"
FOUR = {"tp": 30, "fn": 10, "fp": 5, "tn": 55}


def give(lab, text: str, to: str = "Open on the bench") -> str:
    lab.go("#bench")
    lab.go("#own")
    lab.page.locator("#own-data").fill(text)
    lab.click(to)
    return lab.page.locator("#own .reply").text_content()


@pytest.mark.parametrize(
    "text",
    [ROWS, "truth,score\n1,0.91\n0,0.4\n1,0.73\n0,0.2", "yes;0,91\nno;0,4\nyes;0,73\nno;0,2", ROWS.replace(" ", "\t"),
     "\n\n" + ROWS + "\n\n", '"y", "p"\n"1", "0.91"\n"0", "0.4"\n"1", "0.73"\n"0", "0.2"'],
)  # fmt: skip
def test_rows_are_read_however_they_are_separated(lab, text) -> None:
    assert give(lab, text) == "4 rows, 2 of them positive."
    lab.arrive("#bench")
    assert lab.cells() == {"tp": 2, "fp": 0, "fn": 0, "tn": 2}
    assert lab.page.locator("#bench .row-mark").count() == 4


@pytest.mark.parametrize(
    "text",
    ["TP=30 FN=10 FP=5 TN=55", "tp: 30, fp: 5, fn: 10, tn: 55", "30 10\n5 55", "30,10,5,55",
     "30 TP, 10 FN, 5 FP, 55 TN", "30 TP 10 FN 5 FP 55 TN",
     "true positives 30\nfalse negatives 10\nfalse positives 5\ntrue negatives 55"],
)  # fmt: skip
def test_counts_are_read_in_any_spelling(lab, text) -> None:
    assert "30 true positives, 10 false negatives, 5 false positives and 55 true negatives" in give(lab, text)
    lab.drawn()
    assert lab.cells() == FOUR
    assert lab.page.locator("#bench [data-view=scores]").is_hidden()


def test_decisions_are_told_from_scores(lab) -> None:
    assert "read as decisions" in give(lab, "1 1\n1 0\n0 1\n0 0\n0 0")
    lab.drawn()
    assert lab.cells() == {"tp": 1, "fn": 1, "fp": 1, "tn": 2}


def test_scores_beyond_0_and_1_keep_their_scale(lab) -> None:
    assert "no probabilities" in give(lab, "1 120\n0 80\n1 95\n0 70")
    lab.drawn()
    assert lab.page.locator("#bench [data-typed=threshold]").input_value() == "95.00"
    assert lab.cells() == {"tp": 2, "fp": 0, "fn": 0, "tn": 2}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste rows or four counts first."),
        ("1 0.5\n2 0.4", "Line 2: “2” is no truth; write 1 or 0, yes or no."),
        ("1 0.5\n\n0 high", "Line 3: “high” is no number."),
        ("1 0.5 7\n0 0.4 8", "Line 1: a truth and a score are needed, and there are 3 values."),
        ("1 0.5\n1 0.4", "All rows have the same truth; at least one of each is needed."),
        ("TP=3 FN=1", "All four counts are needed, and FP and TN are missing."),
        ("TP=0 FN=0 FP=1 TN=4", "There must be at least one truly positive and one truly negative row."),
        ("1;<img src=x onerror=alert(1)>\n0;0.4", "Line 1: “<img src=x onerror=a” is no number."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(lab, text, said) -> None:
    assert give(lab, text) == said
    assert lab.page.evaluate("location.hash") == "#own"


def test_counts_cannot_be_stepped_through(lab) -> None:
    assert "nothing to step through" in give(lab, "30 10 5 55", "Step through by hand")


def test_rows_become_hills_that_can_be_moved(lab) -> None:
    give(lab, ROWS)
    lab.drawn()
    lab.click("Make hills like these")
    assert lab.page.locator("#bench [data-typed=positive_middle]").input_value() == "0.82"
    assert lab.page.locator("#bench [data-typed=negative_middle]").input_value() == "0.3"
    lab.click("Start over")
    assert lab.page.locator("#bench .row-mark").count() == 4
