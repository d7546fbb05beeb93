"""The page on paper: a decision, its evidence, and on every sheet what it is about."""

import re
import shutil
import subprocess

import pytest

STATE = "#t=0.3&m=0&p=0.05&c=0_650_4200_0_0"
NAMED = (
    "Model: boosted",
    "Rule: flagged from 0.3 up",
    "Source: the table",
    "Population: 1,500 loans, 305 defaulted",
    "Costs: a missed defaulted 4200, a flagged repaid 650",
    "Prevalence: 5.0 % defaulted supposed",
    "Intervals: 95 %",
    "Made by: truecut",
)


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def printed(opened, paper="A4"):
    """Print the page, and return how many sheets it takes and the words on each, where they can be read."""
    pdf = opened.page.pdf(format=paper, print_background=True)
    if shutil.which("pdftotext") is None:
        return pages_of(pdf), None
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return pages_of(pdf), [" ".join(sheet.split()) for sheet in text.decode().split("\f")]


def laid_out(opened):
    """Return what is seen when the browser is about to print."""
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    seen = " ".join(opened.page.locator("body").inner_text().split())
    opened.page.evaluate("dispatchEvent(new Event('afterprint'))")
    return seen


KINDS = ["one", "eight", "rare", "useless", "hard", "counts", "classes"]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_decision_and_its_evidence_take_two_sheets_that_say_what_they_are_about(loans, open_page, paper):
    opened = open_page(loans.html, STATE)
    sheets, words = printed(opened, paper)
    assert sheets == 2
    seen = laid_out(opened)
    for said in NAMED:
        assert seen.count(said) == 2, said
        if words:
            assert all(said in sheet for sheet in words[:2]), said
    if words:
        assert "What you should know first" in words[0] and "The evidence" in words[1]
        assert "Recall" in words[1] and "Area under the ROC curve" in words[1]
    assert opened.errors == []


def test_the_decision_alone_takes_one_sheet(loans, open_page):
    opened = open_page(loans.html, f"{STATE}&print=one")
    sheets, words = printed(opened)
    assert sheets == 1
    assert words is None or all(said in words[0] for said in NAMED)
    assert "The evidence" not in laid_out(opened)


def test_the_whole_report_can_be_printed(loans, open_page):
    opened = open_page(loans.html, f"{STATE}&print=all")
    assert 5 <= printed(opened)[0] <= 16
    assert "How was this made?" in laid_out(opened)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_page_takes_two_sheets(pages, open_page, name):
    opened = open_page(pages[name])
    assert printed(opened)[0] == 2
    assert opened.errors == []


def test_printing_leaves_the_page_as_it_was(loans, open_page):
    opened = open_page(loans.html, STATE)
    before = opened.page.locator("body").inner_text()
    laid_out(opened)
    opened.settle()
    assert opened.page.locator("body").inner_text() == before
    assert opened.page.locator(".evidence, .paper-foot").count() == 0


def test_no_sheet_shows_a_control_or_a_date(loans, open_page):
    opened = open_page(loans.html, STATE)
    opened.page.emulate_media(media="print")
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    controls = opened.page.locator("button, select, summary, input[type=range]").all()
    assert [control for control in controls if control.is_visible()] == []
    assert not re.search(r"\b20[2-9]\d\b", opened.page.locator("body").inner_text())
