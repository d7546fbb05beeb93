"""A curve is built row by row, and every line of the sources' tables is the one that is written."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

SOURCE = json.loads((Path(__file__).parents[2] / "reference/data/source-examples.json").read_text(encoding="utf-8"))


def line(lab, step: int) -> list[str]:
    return lab.page.locator(f"#hand tr[data-step='{step}'] td").all_inner_texts()


def sentence(lab) -> str:
    return lab.page.locator("#hand .sentence").inner_text()


def walk(lab, table: str, steps: int) -> None:
    lab.go("#own")
    lab.go(f"#hand/{table}")
    assert lab.page.locator("#hand tr[data-step]").count() == steps + 1
    assert line(lab, steps)[0] == "·", "what was not reached is not told"
    for _ in range(steps):
        lab.click("Next")


def test_ten_rows_give_the_table_of_the_book(lab) -> None:
    expected = SOURCE["roc_steps"]
    walk(lab, "ten", 10)
    for step, (tp, tn) in enumerate(zip(expected["true_positives"], expected["true_negatives"], strict=True)):
        found = line(lab, step)
        assert found[1:5] == [str(tp), str(5 - tp), str(5 - tn), str(tn)]
        assert [float(cell) for cell in found[5:]] == pytest.approx([tp / 5, tn / 5, 1 - tn / 5])
    assert "18 of 25 squares lie under the curve, so the area is 18/25 = 0.72" in sentence(lab)


def test_the_printed_thresholds_of_the_book_have_its_rates(lab) -> None:
    walk(lab, "ten", 10)
    for threshold, rates in SOURCE["roc_steps"]["thresholds_of_figure_7_3"].items():
        step = {"0.2": 4, "0.5": 6, "0.8": 8}[threshold]
        found = line(lab, step)
        assert (float(found[5]), float(found[6])) == (rates["recall"], rates["specificity"])


def test_six_rows_are_sorted_and_their_first_point_is_the_printed_one(lab) -> None:
    walk(lab, "six", 6)
    first = SOURCE["six_points"]["first_point"]
    found = line(lab, 1)
    assert float(found[0]) == first["threshold"]
    assert float(found[5]) == pytest.approx(first["tpr"], abs=1e-4)
    assert float(found[7]) == first["fpr"]
    assert "8 of 9 squares" in sentence(lab)


@pytest.mark.parametrize(("table", "key"), [("churn", "churn_sweep"), ("ideal", "ideal_model")])
def test_sweeps_are_those_of_the_course(lab, table, key) -> None:
    rows = SOURCE[key]["rows"]
    walk(lab, table, len(rows) - 1)
    for step, (threshold, tp, tn, fp, fn) in enumerate(rows):
        found = line(lab, step)
        assert [float(cell) for cell in found[:5]] == [threshold, tp, fn, fp, tn]
        assert [float(cell) for cell in found[5:]] == pytest.approx(
            [tp / (tp + fn), tn / (fp + tn), fp / (fp + tn)], abs=5e-5
        )
    points = [(fp / (fp + tn), tp / (tp + fn)) for _, tp, tn, fp, fn in rows]
    area = sum((a[0] - b[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))
    assert f"enclose an area of {area:.4g}" in sentence(lab)


def test_back_is_the_way_forth_and_falling_ends_where_rising_begins(lab) -> None:
    lab.go("#own")
    lab.go("#hand/ten")
    told = []
    for _ in range(4):
        told.append(sentence(lab))
        lab.click("Next")
    for expected in reversed(told):
        lab.click("Back")
        assert sentence(lab) == expected
    lab.page.locator("label[for=hand-way-falls]").click()
    lab.drawn()
    assert "lower left corner" in sentence(lab)
    lab.page.locator("#hand button").get_by_text("Start over").press("ArrowRight")
    lab.drawn()
    assert "the point moves up" in sentence(lab)


def test_who_wants_to_be_asked_predicts_each_step(lab) -> None:
    lab.go("#own")
    lab.go("#hand/ten")
    lab.page.locator("#hand-ask").check()
    lab.click("Next")
    assert "Which way does the point move?" in sentence(lab)
    lab.click("down")
    assert "truly negative, so only the width" in lab.page.locator("#hand .reply").inner_text()
    lab.click("left")
    assert lab.page.locator("#hand .fine").first.inner_text() == "Step 1 of 10"
    lab.page.locator("#hand-ask").uncheck()


def test_a_tie_moves_diagonally_and_counts_half(lab) -> None:
    lab.go("#own")
    lab.page.locator("#own-data").fill("1 0.9\n1 0.5\n0 0.5\n0 0.1")
    lab.click("Step through by hand")
    lab.arrive("#hand/own")
    for _ in range(3):
        lab.click("Next")
    assert "3.5 of 4 squares lie under the curve, so the area is 3.5/4 = 0.875" in sentence(lab)
