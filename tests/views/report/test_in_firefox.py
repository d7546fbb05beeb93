"""The pages in a Firefox: what a reader does with them gives the numbers that Python finds."""

import io
import json

import numpy as np
import pytest
from tests.views import firefox as driver

from truecut.inference.intervals import estimate
from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView

pytestmark = pytest.mark.skipif(driver.PATH is None, reason="there is no Firefox on the PATH")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with driver.running(tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.fixture
def open_there(firefox, tmp_path):
    """Return how to open a page; whatever it does, it makes no error and asks for nothing."""
    tabs = []

    def opened(html, hash="", **size):
        path = tmp_path / f"page-{len(tabs)}.html"
        path.write_text(html, encoding="utf-8")
        tabs.append(firefox.open(path, hash, **size))
        return tabs[-1]

    yield opened
    for tab in tabs:
        firefox.send("browsingContext.close", context=tab.context)
        assert tab.errors == []
        assert [url for url in tab.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def cells(tab):
    return {cell: tab.value(f"[data-cell={cell}] b") for cell in ("tp", "fp", "fn", "tn")}


@pytest.mark.parametrize("state", ["one", "two", "eight", "rare", "useless", "hard", "counts", "classes"])
def test_every_state_opens_and_says_what_to_do(pages, open_there, state):
    tab = open_there(pages[state])
    assert tab.ask("document.documentElement.classList.contains('ready')")
    assert tab.text("h1").strip()
    assert tab.ask("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_opens_on_the_recommendation(loans, open_there):
    tab = open_there(loans.html)
    told = loans.evaluation.recommend(cost={"fp": 650, "fn": 4200})
    assert tab.text("h1") == told.sentences.headline
    assert tab.value("#threshold") == told.threshold
    assert cells(tab) == loans.evaluation.by_model[told.model].at(told.threshold).counts.cells()


def test_the_dial_is_dragged_and_moved_by_keys(loans, open_there):
    tab = open_there(loans.html, "#t=0.3&m=0&x=score")
    left, top, width, height = tab.box("#dial")
    middle = top + height / 2
    start = tab.ask("Number(document.querySelector('#dial').value) / 1000")
    tab.point([(left + 9 + start * (width - 18), middle), (left + 0.4 * width, middle), (left + 0.6 * width, middle)])
    model = loans.evaluation.by_model["boosted"]
    dragged = tab.value("#threshold")
    assert dragged == pytest.approx(0.6, abs=0.1)
    assert cells(tab) == model.at(dragged).counts.cells()
    tab.press("ArrowRight", "ArrowRight")
    assert tab.value("#threshold") > dragged
    assert cells(tab) == model.at(tab.value("#threshold")).counts.cells()
    tab.press("ArrowLeft", "ArrowLeft")
    assert tab.value("#threshold") == dragged
    tab.press("End")
    assert cells(tab)["tp"] == cells(tab)["fp"] == 0


def test_typed_costs_and_a_typed_share_of_positives_change_the_decision(loans, open_there):
    tab = open_there(loans.html)
    tab.fill(".prices input[name=fn]", "900")
    told = loans.evaluation.recommend(cost={"fp": 650, "fn": 900})
    assert tab.text("h1") == told.sentences.headline
    assert cells(tab) == loans.evaluation.by_model[told.model].at(told.threshold).counts.cells()
    tab.fill("#threshold", "0,37")
    assert tab.value("#threshold") == 0.37
    assert tab.ask("location.hash").startswith("#t=0.37&m=0&c=0_650_900_0_0")


def test_two_models_are_set_side_by_side(loans, open_there):
    tab = open_there(loans.html)
    tab.click("label[for=beside-threshold]")
    tab.fill("#beside-value", "20%")
    tab.choose("#beside-first", "0")
    found = loans.evaluation.given(threshold=0.2).compare().difference("precision", "boosted", "plain")
    shown = [tab.value("[data-difference=precision]", f"data-{end}") for end in ("value", "low", "high")]
    assert shown == pytest.approx([found.value, found.low, found.high], rel=1e-9)


def test_groups_are_sorted(loans, open_there):
    tab = open_there(loans.html)
    shown = "[...document.querySelectorAll('#who [data-rate=precision]')].map(cell => Number(cell.dataset.value))"
    for is_falling in (False, True):
        tab.click("#who th button", "Precision")
        assert tab.ask(shown) == sorted(tab.ask(shown), reverse=is_falling)


def test_numbers_charts_and_tables_are_saved(loans, open_there, firefox):
    from PIL import Image

    tab = open_there(loans.html)
    tab.click("#save-numbers")
    assert json.loads(firefox.saved("json").read_text())["shown"]["model"] == "boosted"
    tab.click("#good .save-picture summary")
    tab.click("#good .save-picture button", "SVG")
    assert firefox.saved("svg").read_text().startswith("<svg")
    tab.click("#good .save-picture button", "PNG")
    drawn = np.asarray(Image.open(firefox.saved("png")).convert("L"))
    assert drawn.std() > 5  # it holds more than paper
    tab.click("#which .save-table")
    assert "boosted" in firefox.saved("csv").read_text()


def test_the_dark_theme_is_dark(loans, open_there):
    from PIL import Image

    tab = open_there(loans.html)
    light = np.asarray(Image.open(io.BytesIO(tab.picture())).convert("L")).mean()
    for _ in range(3):
        tab.click(".tools button", "Theme")
        if "dark" in tab.text(".tools").lower():
            break
    dark = np.asarray(Image.open(io.BytesIO(tab.picture())).convert("L")).mean()
    assert light > 150 > 90 > dark


def test_a_phone_needs_no_sideways_scroll(loans, open_there):
    tab = open_there(loans.html, width=390, height=844)
    assert tab.ask("document.documentElement.scrollWidth") <= 390
    assert tab.ask("getComputedStyle(document.querySelector('.dial')).position") == "fixed"


def test_the_lab_moves(open_there):
    tab = open_there(LabView(lab_of()).page())
    tab.ask("document.querySelector('#bench input[type=range]').focus()")
    before = cells(tab)
    tab.press(*["ArrowRight"] * 8)
    assert cells(tab) != before


def test_numbers_of_random_states_are_those_of_python(loans, open_there):
    random = np.random.default_rng(1)
    tab = open_there(loans.html)
    for _ in range(4):
        cut, model = round(float(random.uniform(0.02, 0.8)), 2), int(random.integers(2))
        tab.ask(f"void (location.hash = '#t={cut}&m={model}')")
        tab.settle()
        there = list(loans.evaluation.given(threshold=cut).by_model.values())[model]
        for name in ("recall", "precision", "f1", "mcc"):
            found, line = estimate(there, name), f".metric[data-metric={name}]"
            limits = (tab.value(f"{line} .interval", f"data-{end}") for end in ("low", "high"))
            assert (tab.value(f"{line} .value"), *limits) == pytest.approx(
                (found.value, found.low, found.high), rel=1e-9
            )


def test_the_page_of_many_classes_leaves_rows_unsure(pages, open_there):
    tab = open_there(pages["classes"])
    assert tab.text("#unsure-about") == "Every row gets an answer."
    tab.ask("document.querySelector('#unsure-dial').focus()")
    tab.press(*["ArrowLeft"] * 60)
    assert tab.text("#unsure-about").endswith("of 600 rows are left to somebody else.")
    tab.fill("#unsure-price", "0")
    assert tab.text("#unsure-about") == "600 of 600 rows are left to somebody else."
