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
    opened.page.select_option("#model", label="other")
    opened.settle()
    assert opened.cells()["tp"] > before["tp"]


def test_four_counts_have_a_page(open_page):
    counts = Counts(tp=30, fn=10, fp=5, tn=55)
    opened = open_page(report_as_html(report_of(summary_of_point(Point(counts)))))
    assert_fits(opened)
    assert opened.cells() == counts.cells()


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
    "scores from 1e-300 to 1e300": (LABELS, 10 ** (600 * SCORES - 300)),
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


def test_tiny_and_huge_numbers_are_written_with_exponents(open_page):
    evaluation = tc.evaluate(LABELS, 10 ** (600 * SCORES - 300), weight=np.full(400, 1e20))
    opened = open_page(evaluation.html(cost=tc.Cost(fp=1e-300, fn=1e250)))
    assert_fits(opened)
    assert opened.page.evaluate("!/[0-9,]{25}|0[.]0{12}/.test(document.body.innerText)")
    fits = "input => input.scrollWidth <= input.clientWidth"
    assert "e-" in opened.page.input_value("#threshold") and opened.page.locator("#threshold").evaluate(fits)


def test_a_long_name_loses_its_middle_and_keeps_its_ends(open_page):
    names = [f"gradient boosting on all features of the customer, {year}" for year in (2023, 2024)]
    opened = open_page(tc.evaluate(LABELS, {names[0]: SCORES, names[1]: SCORES**2 + 0.1 * LABELS}).html(), width=390)
    assert_fits(opened)
    shown = opened.page.locator("#model option").all_inner_texts()
    assert [name[:8] for name in shown] == ["gradient"] * 2
    assert [name[-4:] for name in shown] == ["2023", "2024"] and all("…" in name for name in shown)
    assert opened.page.locator("#model").get_attribute("title") in names
    assert set(names) <= set(opened.page.locator("svg text title").all_text_contents())
