"""axe-core finds nothing to complain about, in any mode and any state; and every text can be read.

axe-core leaves the contrast of a text open ("incomplete") that stands in a picture, over a gradient or beside something
drawn. So the letters are taken away, the page is photographed, and the colour of each text is held against
what lies behind it.
"""

import io

import numpy as np
import pytest
from PIL import Image

from axe import complaints, results, told

MODES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "phone": {"width": 390, "height": 844},
    "paper": {},
}
STATES = ("one", "eight", "rare", "useless", "hard", "counts", "classes")
# What axe-core cannot decide; it is computed from pixels below.
DECIDED_BESIDE = {"color-contrast"}


def looked_at(open_page, html, mode):
    """Open a page in a mode, with an explanation unfolded; paper is laid out as before printing."""
    opened = open_page(html, bypass_csp=True, **MODES[mode])
    for summary in opened.page.locator("[data-metric=precision] summary, [data-metric=roc_auc] summary").all():
        summary.click()
    if mode == "paper":
        opened.page.emulate_media(media="print")
        opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return opened


@pytest.mark.parametrize("mode", MODES)
def test_axe_has_no_complaint_and_no_doubt(pages, open_page, mode):
    found = results(looked_at(open_page, pages["two"], mode).page)
    assert told(found["violations"]) == []
    assert {problem["id"] for problem in found["incomplete"]} <= DECIDED_BESIDE


@pytest.mark.parametrize("state", STATES)
def test_axe_has_no_complaint_in_any_state(pages, open_page, state):
    opened = looked_at(open_page, pages[state], "light")
    assert complaints(opened.page) == []
    opened.page.set_viewport_size({"width": 390, "height": 844})
    opened.settle()
    assert complaints(opened.page) == []


LARGE, BOLD = 24, 18.66  # pixels from which WCAG calls a text large, and a bold one
# Every piece of text that is seen: where it is, its colour and its size.
TEXTS = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest('script, style, noscript, title, desc, option, .unseen')) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const look = getComputedStyle(element);
        if (look.clipPath === 'inset(50%)') continue; // for screen readers only
        // Where the reader's system forces colours, it answers for them; but not where the page keeps its own.
        if (matchMedia('(forced-colors: active)').matches && look.forcedColorAdjust !== 'none') continue;
        const colour = element.closest('svg') ? look.fill : look.color;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            if (box.width < 2 || box.height < 2) continue;
            found.push({ text: node.data.trim().slice(0, 60), colour, size: parseFloat(look.fontSize),
                         weight: Number(look.fontWeight),
                         box: [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY] });
        }
    }
    return found;
}"""
# Letters away; what lies behind them stays, and so does the halo of a label.
WITHOUT_LETTERS = """*, *::before, *::after { color: transparent !important; text-decoration: none !important }
svg text, svg tspan { fill: transparent !important } .dial { position: static !important }"""


def luminance(colours):
    parts = np.asarray(colours, float) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def contrast(colour, behind):
    """Return the contrast of a colour with each of many pixels (WCAG 2.2)."""
    one, other = luminance(colour), luminance(behind)
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast([0, 0, 0], [[255, 255, 255]]) == pytest.approx([21])
    assert contrast([119, 119, 119], [[255, 255, 255]]) == pytest.approx([4.478], abs=0.001)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("state", ["two", "classes"])
def test_every_text_stands_out_from_what_lies_behind_it(pages, open_page, state, mode):
    opened = looked_at(open_page, pages[state], mode)
    opened.page.add_style_tag(content=".dial { position: static !important }")
    texts = opened.page.evaluate(TEXTS)
    opened.page.add_style_tag(content=WITHOUT_LETTERS)
    ground = np.asarray(Image.open(io.BytesIO(opened.page.screenshot(full_page=True))).convert("RGB"))
    assert len(texts) > 100
    weak = [shown for text in texts if (shown := too_weak(text, ground)) is not None]
    assert weak == []


def too_weak(text, ground):
    """Return a text that most of what lies behind it is too near to in colour, with the contrast."""
    left, top, right, bottom = (max(0, round(end)) for end in text["box"])
    behind = ground[top:bottom, left:right].reshape(-1, 3)
    if not len(behind):
        return None  # beyond the edge of what scrolls sideways
    colour = [float(part) for part in text["colour"].removeprefix("rgb(").removesuffix(")").split(",")]
    needed = 3 if text["size"] >= LARGE or (text["weight"] >= 700 and text["size"] >= BOLD) else 4.5
    found = float(np.quantile(contrast(colour, behind), 0.1))  # a line of the grid may pass behind a letter
    return None if found >= needed else (text["text"], text["colour"], round(found, 2))
