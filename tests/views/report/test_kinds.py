"""Every kind of evaluation has a page that fits it, and odd data break none."""

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.counting.counts import Counts
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.report import report_of
from truecut.views.html import report_as_html

GENERATOR = np.random.default_rng(11)
LABELS = (GENERATOR.random(400) < 0.3).astype(int)
SCORES = 1 / (1 + np.exp(-(GENERATOR.normal(size=400) + 2 * LABELS - 1)))
LONG = "a name that goes on and on and on, as the names of models in production often do, " * 3
# Texts that reach beyond the right edge of the window; a box may be narrow enough while its text spills out.
SPILLING = """() => [...document.querySelectorAll('main *, header *')].filter(e => {
        const range = document.createRange();
        range.selectNodeContents(e);
        return !e.children.length && !e.closest('.scroll') && range.getBoundingClientRect().right > innerWidth + 0.5;
    }).map(e => `${e.tagName} ${e.getAttribute('class')} ${e.textContent.slice(0, 60)}`)"""


def sections(opened):
    return [section.get_attribute("id") for section in opened.page.locator("main > section").all()]


def assert_fits(opened):
    """Say that nothing failed, and that nothing sticks out at the side."""
    assert opened.errors == []
    width, window = opened.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= window, opened.page.evaluate(SPILLING)
    assert "NaN" not in opened.page.locator("body").inner_text()
    assert opened.page.evaluate("![...document.querySelectorAll('svg *')].some(e => /NaN/.test(e.outerHTML))")


def test_one_model_without_groups_has_no_comparison(open_page):
    opened = open_page(tc.evaluate(LABELS, SCORES).html())
    assert_fits(opened)
    assert sections(opened) == ["know", "cut", "good", "cost", "trust", "which", "methods"]
    assert opened.page.locator("#models").count() == 0


def test_hard_predictions_have_no_dial_and_one_sentence_why(open_page):
    frame = pd.DataFrame({"y": LABELS, "rule": SCORES > 0.5, "other": SCORES > 0.2}).astype(int)
    opened = open_page(tc.evaluate(frame, label="y", predicted=["rule", "other"]).html())
    assert_fits(opened)
    assert opened.page.locator("#dial").count() == 0
    assert "no threshold to move" in opened.page.locator("#cut").inner_text()
    before = opened.cells()
    opened.page.locator("label", has_text="other").first.click()
    opened.settle()
    assert opened.cells()["tp"] > before["tp"]


def test_four_counts_have_a_page(open_page):
    counts = Counts(tp=30, fn=10, fp=5, tn=55)
    opened = open_page(report_as_html(report_of(summary_of_point(Point(counts)))))
    assert_fits(opened)
    assert opened.cells() == counts.cells()


def many_classes(with_scores):
    names = ["cat", "dog", "owl"]
    truth = GENERATOR.integers(0, 3, 300)
    scores = np.eye(3)[truth] + GENERATOR.random((300, 3)) * 1.4
    scores /= scores.sum(axis=1, keepdims=True)
    frame = pd.DataFrame(scores, columns=[f"p_{name}" for name in names])
    frame["kind"] = [names[i] for i in truth]
    frame["guess"] = [names[i] for i in scores.argmax(axis=1)]
    class_scores = {name: f"p_{name}" for name in names} if with_scores else {}
    return tc.evaluate(frame, label="kind", predicted="guess", class_scores=class_scores)


@pytest.mark.parametrize("with_scores", [True, False])
def test_many_classes_have_a_matrix_and_each_class_its_own_page(open_page, with_scores):
    evaluation = many_classes(with_scores)
    opened = open_page(evaluation.html())
    assert_fits(opened)
    shown = [[int(cell.inner_text()) for cell in row.locator("td").all()] for row in rows_of(opened)]
    assert shown == evaluation.matrix.rows.tolist()
    assert (opened.page.locator("#dial").count() == 1) == with_scores
    opened.page.locator(".class-name", has_text="owl").click()
    opened.settle()
    counts = evaluation.by_class["owl"].point.counts if with_scores else evaluation.matrix.counts("owl")
    assert opened.cells() == counts.cells()


def rows_of(opened):
    return opened.page.locator(".class-matrix tbody tr").all()


def test_low_scores_may_be_the_positive_ones(open_page):
    evaluation = tc.evaluate(LABELS, 1 - SCORES, lower_is_positive=True)
    opened = open_page(evaluation.html(), "#t=0.4")
    assert_fits(opened)
    assert opened.cells() == evaluation.at(0.4).counts.cells()
    opened.page.locator("#dial").focus()
    opened.page.keyboard.press("End")
    opened.settle()
    assert opened.cells()["tp"] == 0


def test_clusters_have_no_interval_that_would_be_too_narrow(open_page):
    evaluation = tc.evaluate(LABELS, SCORES, cluster=np.arange(400) // 4)
    opened = open_page(evaluation.html())
    assert_fits(opened)
    assert opened.metrics()["recall"]["low"] is None


ODD = {
    "ten rows": ([1, 0, 1, 0, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.6, 0.2, 0.1, 0.5, 0.55]),
    "one positive": ([1] + [0] * 99, GENERATOR.random(100)),
    "equal scores": ([1, 0] * 20, [0.5] * 40),
    "scores from 1e-9 to 1": (LABELS, 10 ** (-9 * (1 - SCORES))),
    "logits": (LABELS, np.log(SCORES / (1 - SCORES))),
    "infinite scores": ([1, 0, 1, 0, 1], [np.inf, -np.inf, 3, 2, 1]),
    "only 0 and 1": ([1, 0, 1, 0, 1, 0], [1, 0, 1, 0, 0, 1]),
    "huge scores": ([1, 0, 1, 0], [1e308, -1e308, 1e307, 0]),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_data_look_right_on_a_desktop_and_on_a_phone(open_page, name):
    labels, scores = ODD[name]
    evaluation = tc.evaluate(labels, scores)
    opened = open_page(evaluation.html())
    assert_fits(opened)
    opened.page.set_viewport_size({"width": 390, "height": 844})
    opened.go(f"#x=share&t={evaluation.threshold}")
    assert_fits(opened)
    assert opened.cells() == evaluation.model.point.counts.cells()
    opened.page.locator("#dial").focus()
    for key in ("Home", "ArrowRight", "End", "ArrowLeft"):
        opened.page.keyboard.press(key)
    opened.settle()
    assert_fits(opened)


@pytest.mark.parametrize("width", [1280, 360])
def test_long_and_right_to_left_names_and_fifty_groups_stay_on_the_page(open_page, width):
    frame = pd.DataFrame(
        {"y": LABELS, LONG: SCORES, "מודל ראשון": SCORES**2, "g": np.arange(400) % 50, "קבוצה": "צפון"}
    )
    words = tc.Words(positive="נטישה", negative=LONG, unit="לקוח", plural="לקוחות")
    scores = [LONG, "מודל ראשון"]
    evaluation = tc.evaluate(frame, label="y", score=scores, group=["g", "קבוצה"], words=words)
    opened = open_page(evaluation.html(), width=width)
    assert_fits(opened)
    assert opened.page.locator("[data-group]").count() == 51
