"""Every control of the page by hand, in Chromium and in Firefox: what is clicked, slid, typed or chosen is followed."""

import itertools
import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from tests.views import firefox as driver

import truecut as tc

COST = {"fp": 650, "fn": 4200}


class InChromium(driver.Tab):
    """The same gestures with the mouse and the keys of a Chromium."""

    def __init__(self, opened):
        self.opened, self.errors, self.requests = opened, opened.errors, opened.requests

    def ask(self, expression):
        return self.opened.page.evaluate(f"async () => JSON.parse(JSON.stringify(await ({expression}) ?? null))")

    def settle(self):
        self.opened.settle()

    def point(self, way):
        mouse = self.opened.page.mouse
        mouse.move(*way[0])
        mouse.down()
        for place in way[1:]:
            mouse.move(*place, steps=4)
        mouse.up()
        self.settle()

    def press(self, *keys):
        for key in keys:
            if key in driver.KEYS:
                self.opened.page.keyboard.press(key)
            else:
                self.opened.page.keyboard.type(key)
        self.settle()

    def pdf(self):
        return self.opened.page.pdf(format="A4", print_background=True)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with driver.running(tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.fixture(params=["chromium", "firefox"])
def open_tab(request, tmp_path):
    """Return how to open a page in either browser; whatever is done to it, it makes no error and asks for nothing."""
    if request.param == "firefox" and driver.PATH is None:
        pytest.skip("there is no Firefox on the PATH")
    tabs, numbers = [], itertools.count()

    def in_firefox(html, hash="", **size):
        path = tmp_path / f"page {next(numbers)}.html"
        path.write_text(html, encoding="utf-8")
        return request.getfixturevalue("firefox").open(path, hash, **size)

    def opened(html, hash="", **size):
        made = in_firefox if request.param == "firefox" else lambda *page, **of: InChromium(open_page(*page, **of))
        tabs.append(made(html, hash, **size))
        return tabs[-1]

    open_page = None if request.param == "firefox" else request.getfixturevalue("open_page")
    yield opened
    for tab in tabs:
        assert tab.errors == []
        assert [url for url in tab.requests if not url.startswith(("file:", "data:", "blob:"))] == []
        if request.param == "firefox":
            tab.firefox.send("browsingContext.close", context=tab.context)


def cells(tab):
    return {cell: tab.value(f"[data-cell={cell}] b") for cell in ("tp", "fp", "fn", "tn")}


def told(tab):
    """Return the decision that is shown: headline, model, threshold and cost."""
    model = tab.ask("document.querySelector('#model')?.selectedOptions[0].textContent")
    return tab.text("h1"), model, tab.value("#threshold"), tab.value("[data-reading=cost]")


def advised(evaluation, **situation):
    found = evaluation.recommend(**situation)
    return found.sentences.headline, found.model, found.threshold, pytest.approx(found.cost, rel=1e-9)


def slide(tab, selector, *keys):
    """Move a slider by keys."""
    tab.ask(f"document.querySelector({json.dumps(selector)}).focus()")
    tab.press(*keys)


def test_the_dial_is_dragged_with_the_mouse(loans, open_tab):
    tab = open_tab(loans.html, "#t=0.3&m=0&x=score")
    left, top, width, height = tab.box("#dial")
    start = tab.ask("Number(document.querySelector('#dial').value) / 1000")
    grip, middle = left + 9 + start * (width - 18), top + height / 2
    tab.point([(grip, middle), (left + 0.5 * width, middle), (left + 0.6 * width, middle)])
    dragged = tab.value("#threshold")
    assert dragged == pytest.approx(0.6, abs=0.1)
    assert cells(tab) == loans.evaluation.by_model["boosted"].at(dragged).counts.cells()


@pytest.mark.parametrize(("text", "meant"), [("50%", 0.5), ("0,5", 0.5), ("50 %", 0.5), (".25", 0.25), ("1e-1", 0.1)])
def test_a_threshold_is_typed_as_people_write_it(loans, open_tab, text, meant):
    tab = open_tab(loans.html)
    tab.fill("#threshold", text)
    assert tab.value("#threshold") == meant
    assert cells(tab) == loans.evaluation.by_model["boosted"].at(meant).counts.cells()


def test_arrow_keys_go_there_and_back(loans, open_tab):
    tab = open_tab(loans.html, "#t=0.3&m=0")
    slide(tab, "#dial", *["ArrowRight"] * 3)
    assert tab.value("#threshold") > 0.3
    tab.press(*["ArrowLeft"] * 3)
    assert tab.value("#threshold") == 0.3


def test_a_preset_is_pressed_and_a_button_leads_back(loans, open_tab):
    tab = open_tab(loans.html)
    recommended = told(tab)
    tab.click(".presets button", "F1")
    assert told(tab) != recommended
    assert cells(tab) == loans.evaluation.by_model["boosted"].at(tab.value("#threshold")).counts.cells()
    tab.click("#back")
    assert told(tab) == recommended


def test_a_model_is_picked(loans, open_tab):
    tab = open_tab(loans.html, "#t=0.3&m=0")
    tab.choose("#model", "1")
    assert cells(tab) == loans.evaluation.by_model["plain"].at(0.3).counts.cells()


def test_on_a_phone_the_model_picker_is_in_reach(loans, open_tab):
    """Wherever the reader is, it lies on the screen, first in the dial, and nothing lies over it."""
    tab = open_tab(loans.html, width=390, height=844)
    for place in (0, 3000):
        tab.ask(f"void scrollTo(0, {place})")
        left, top, right, bottom = tab.ask(
            "(b => [b.left, b.top, b.right, b.bottom])(document.querySelector('#model').getBoundingClientRect())"
        )
        assert 0 <= left < right <= 390
        assert 422 < top < bottom <= 844
        middle = f"document.elementFromPoint({(left + right) / 2}, {(top + bottom) / 2}).id"
        assert tab.ask(middle) == "model"
    tab.choose("#model", "1")
    assert tab.text("h1").startswith("plain")


def test_which_error_is_worse_is_said_inline(loans, open_tab):
    tab = open_tab(loans.evaluation.html())
    assert tab.text("#worse").startswith("What is worse")
    slide(tab, "#balance", *["ArrowLeft"] * 20)
    assert tab.text("#worse") == "A missed defaulted is 10 times as bad as a flagged repaid."
    assert told(tab) == advised(loans.evaluation, cost={"fp": 1, "fn": 10})


def test_every_price_is_typed(loans, open_tab):
    tab = open_tab(loans.html)
    tab.click(".more-prices summary")
    prices = {"fn": 900.5, "fp": 80, "tp": -20, "tn": 2, "per_row": 1.5}
    for name, price in prices.items():
        tab.fill(f"#cost-{name}", str(price))
    assert told(tab) == advised(loans.evaluation, cost=tc.Cost(**prices))
    assert "c=-20_80_900.5_2_1.5" in tab.ask("location.hash")


def test_the_share_of_positives_is_typed_slid_and_taken_back(loans, open_tab):
    tab = open_tab(loans.html)
    before = told(tab)
    tab.fill("#often", "40")
    assert told(tab) == advised(loans.evaluation, cost=COST, prevalence=0.04)
    tab.fill("#often", "2%")
    assert told(tab) == advised(loans.evaluation, cost=COST, prevalence=0.02)
    slide(tab, "#prevalence", *["ArrowRight"] * 30)
    share = float(re.search("p=([0-9.]+)", tab.ask("location.hash"))[1])
    assert share > 0.02
    assert told(tab) == advised(loans.evaluation, cost=COST, prevalence=share)
    tab.click("#as-here")
    assert told(tab) == before


def test_prices_beside_amounts_are_typed(open_tab):
    """What a row is worth is in the data; what a false alarm costs is typed beside it."""
    random = np.random.default_rng(3)
    labels = random.random(400) < 0.3
    scores = np.round(np.clip(0.3 * labels + random.normal(0.4, 0.15, 400), 0.01, 0.99), 3)
    evaluation = tc.evaluate(
        labels, scores, amount=np.round(random.lognormal(3, 1, 400), 2), cost=tc.Cost(fp=5, fn="amount")
    )
    tab = open_tab(evaluation.html())
    assert tab.ask("document.querySelector('#balance')") is None
    tab.fill("#cost-fp", "30")
    found = evaluation.recommend(cost=tc.Cost(fp=30, fn="amount"))
    assert tab.value("#threshold") == found.threshold
    assert tab.value("[data-reading=cost]") == pytest.approx(found.cost, rel=1e-9)


@pytest.mark.parametrize(
    ("by", "typed"), [("recall", "60%"), ("precision", "0,5"), ("volume", "10 %"), ("threshold", "0.3")]
)
def test_two_models_are_matched_by_what_the_reader_chooses(loans, open_tab, by, typed):
    tab = open_tab(loans.html)
    tab.click(f"label[for=beside-{by}]")
    tab.fill("#beside-value", typed)
    at = float(typed.replace(",", ".").rstrip(" %")) / (100 if "%" in typed else 1)
    hash = tab.ask("location.hash")
    assert hash.partition("s=")[2].startswith(f"0_1_{by}_{at:g}")
    said, table = tab.text("#beside-said"), tab.text("#beside-table")
    tab.choose("#beside-first", "1")
    turned = saved(tab)
    tab.click("label[for=beside-own-cheapest]")
    assert "s=1_0_cheapest" in tab.ask("location.hash")
    again = open_tab(
        loans.html, hash
    )  # what lies behind another tab is not drawn: nothing is asked of the first any more
    assert (again.text("#beside-said"), again.text("#beside-table")) == (said, table)
    value, low, high = saved(again)
    assert turned == pytest.approx([-value, -high, -low], rel=1e-9)


def saved(tab):
    return [tab.value("#beside-said", f"data-{end}") for end in ("value", "low", "high")]


@pytest.mark.parametrize("by", ["cheapest", "recall"])
def test_groups_are_cut_apart_and_put_in_order(loans, open_tab, by):
    tab = open_tab(loans.html, "#t=0.3&m=0")
    tab.click(f"label[for=parted-{by}]")
    assert tab.text("#who .follows").strip()
    before, after = (tab.value("#who .follows", f"data-{name}") for name in ("before", "after"))
    assert (after < before) if by == "cheapest" else after > 0
    values = "[...document.querySelectorAll('#who [data-rate=recall]')].map(cell => Number(cell.dataset.value))"
    for is_falling in (False, True):
        tab.click("#who th button", "Caught")
        assert tab.ask(values) == sorted(tab.ask(values), reverse=is_falling)
    tab.click("label[for=parted-one]")
    assert not tab.text("#who .follows").strip()


def test_every_finding_shows_what_it_says(loans, open_tab):
    """Each button sets the page to another state, or leads to the section that holds its numbers."""
    tab = open_tab(loans.html)
    labels = tab.ask("[...document.querySelectorAll('#findings > li button')].map(one => one.firstChild.data)")
    assert labels
    for place, label in enumerate(labels):
        there = open_tab(loans.html)
        state = told(there)
        there.click(f"#findings > li:nth-child({place + 1}) button")
        moved, scrolled = told(there) != state, there.ask("scrollY > 400")
        assert moved or scrolled, label
        if re.fullmatch(r"Show [0-9.]+", label):
            assert told(there)[2] == pytest.approx(float(label[5:]), rel=0.005)
        if label.startswith("Suppose"):
            assert "p=" in there.ask("location.hash")


def test_the_axis_is_chosen(loans, open_tab):
    tab = open_tab(loans.html)
    for axis in ("share", "score", "stretched"):
        tab.click(f"label[for=axis-{axis}]")
        assert f"x={axis}" in tab.ask("location.hash") or axis == "stretched"
        assert tab.ask(f"document.querySelector('#axis-{axis}').checked")


def test_a_metric_opens_with_its_parameters_and_its_formula(loans, open_tab):
    tab = open_tab(loans.html, "#t=0.3&m=0")
    assert "precision 0.9" in tab.text("[data-metric=recall_at_precision] .name")
    tab.click("[data-metric=recall] summary")
    counts = loans.evaluation.by_model["boosted"].at(0.3).counts
    assert f"{counts.tp} / ({counts.tp} + {counts.fn})" in tab.text("[data-metric=recall] .inside")


def test_rows_that_were_asked_for_follow_the_dial(open_tab):
    random = np.random.default_rng(3)
    labels = random.random(300) < 0.3
    scores = np.round(1 / (1 + np.exp(-random.normal(size=300) - 2 * labels + 1)), 3)
    tab = open_tab(tc.evaluate(labels, scores, id=[f"case {i}" for i in range(300)]).html(rows=5), "#t=0.5&m=0")
    shown = "[...document.querySelectorAll('#rows-misses tbody tr')].map(row => Number(row.dataset.row))"
    for cut in (0.5, 0.9):
        tab.fill("#threshold", str(cut))
        missed = [i for i in np.argsort(scores, kind="stable") if labels[i] and scores[i] < cut][:5]
        assert tab.ask(shown) == [i + 1 for i in missed]
        assert f"case {missed[0]}" in tab.text("#rows-misses tbody tr")


def test_the_decision_is_copied(loans, open_tab):
    tab = open_tab(loans.html, "#t=0.3&m=0")
    tab.click("#copy label", "JSON")
    copied = json.loads(tab.ask("document.querySelector('#copy textarea').value"))
    assert (copied["model"], copied["threshold"]) == ("boosted", 0.3)


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="pdfinfo counts the sheets")
@pytest.mark.parametrize(("paper", "sheets"), [("one", 1), ("two", 2)])
def test_paper_is_chosen_in_the_menu(loans, open_tab, paper, sheets):
    """The button prints; what the browser would put on paper then is as many sheets as the button says."""
    tab = open_tab(loans.html)
    tab.ask("void (window.print = () => dispatchEvent(new Event('beforeprint')))")
    tab.click(".menu summary", "Print")
    tab.click(f"[data-paper={paper}]")
    assert tab.ask("document.documentElement.dataset.paper") == paper
    told = subprocess.run(["pdfinfo", "-"], input=tab.pdf(), capture_output=True, check=True).stdout
    assert re.search(rb"Pages: +(\d+)", told)[1] == str(sheets).encode()
