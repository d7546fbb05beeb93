"""Where the marks of every chart are: as many as recorded, none outside its picture, no label on another.

Pixels follow the fonts of a machine; how many lines, dots and labels a chart has does not. After a change that is
wanted, run this file with RECORD_GEOMETRY=1 in the environment, and look at the difference before committing it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import truecut as tc

RECORDED = Path(__file__).parent / "geometry.json"
WIDTHS = {"desktop": 1280, "phone": 390}
KINDS = ("path", "line", "circle", "rect", "text")
# What is seen of each chart: marks by kind, labels that leave the picture, and labels that lie on each other.
SEEN = """kinds => Object.fromEntries([...document.querySelectorAll('svg[role=img]')].flatMap(chart => {
    const section = chart.closest('section')?.id ?? 'dial';
    const box = chart.getBoundingClientRect();
    if (!box.width || !chart.checkVisibility()) return [];
    const marks = Object.fromEntries(kinds.map(kind => [kind, chart.querySelectorAll(`${kind}:not(defs *)`).length]));
    const labels = [...chart.querySelectorAll('text')].filter(text =>
        text.textContent.trim() && text.getAttribute('visibility') !== 'hidden' && !text.hasAttribute('transform')
    ).map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    const outside = labels.filter(({ box: b }) =>
        b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1);
    const inner = b => ({ left: b.left + 1, right: b.right - 1, top: b.top + 3, bottom: b.bottom - 3 });
    const covered = labels.flatMap((one, i) => labels.slice(i + 1).filter(other => {
        const [a, b] = [inner(one.box), inner(other.box)];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).map(other => `${one.text} | ${other.text}`));
    const name = `${section}: ${chart.getAttribute('aria-label').replace(/[0-9].*/, '').trim()}`;
    return [[name, { marks, outside: outside.map(({ text }) => text), covered }]];
}))"""
LOOKED_AT = "#t=0.3&m=0"


def recorded(name, marks):
    """Return what was recorded of a page; record it first if that is asked for."""
    known = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    if os.environ.get("RECORD_GEOMETRY"):
        known = dict(sorted({**known, name: marks}.items()))
        RECORDED.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return known[name]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("case", ["loans", "mixed"])
def test_every_chart_has_its_marks_inside_and_its_labels_apart(case, width, open_page, request):
    opened = open_page(request.getfixturevalue(case).html, LOOKED_AT, width=WIDTHS[width])
    charts = opened.page.evaluate(SEEN, KINDS)
    assert {name: chart["outside"] for name, chart in charts.items() if chart["outside"]} == {}
    assert {name: chart["covered"] for name, chart in charts.items() if chart["covered"]} == {}
    marks = {name: chart["marks"] for name, chart in charts.items()}
    assert marks == recorded(f"{case}, {width}", marks)


@pytest.mark.parametrize("threshold", [0.02, 0.12, 0.5, 0.8, "none"])
@pytest.mark.parametrize("width", WIDTHS)
def test_labels_stay_apart_wherever_the_dial_goes(mixed, open_page, width, threshold):
    opened = open_page(mixed.html, f"#t={threshold}&m=0", width=WIDTHS[width])
    charts = opened.page.evaluate(SEEN, KINDS)
    assert {name: chart["outside"] for name, chart in charts.items() if chart["outside"]} == {}
    assert {name: chart["covered"] for name, chart in charts.items() if chart["covered"]} == {}


ODD_WORDS = {
    "long": tc.Words(positive="people who would have paid back late", negative="those who paid in time", unit="case"),
    "from the right": tc.Words(positive="احتيال", negative="سليم", unit="معاملة", plural="معاملات"),
}


@pytest.mark.parametrize("words", ODD_WORDS)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_words_of_a_reader_stay_inside_the_pictures(open_page, width, words):
    labels, scores = [1, 0, 1, 0, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.6, 0.2, 0.1, 0.5, 0.55]
    opened = open_page(tc.evaluate(labels, scores, words=ODD_WORDS[words]).html(), width=WIDTHS[width])
    charts = opened.page.evaluate(SEEN, KINDS)
    assert {name: chart["outside"] for name, chart in charts.items() if chart["outside"]} == {}
    assert {name: chart["covered"] for name, chart in charts.items() if chart["covered"]} == {}
