"""A threshold that somebody writes down: what answers for it is said, and keys lead back to where they came from."""

import numpy as np
import pytest

import truecut as tc


@pytest.fixture(scope="module")
def many():
    """Return a model with more scores than a page carries; the highest is 0.9."""
    random = np.random.default_rng(6)
    labels = random.random(20_000) < 0.2
    scores = 0.9 / (1 + np.exp(-(random.normal(size=20_000) + 1.5 * labels - 1)))
    return tc.evaluate(labels, {"network": scores / scores.max() * 0.9}, cost={"fp": 1, "fn": 4})


@pytest.fixture(scope="module")
def page_of_many(many):
    return many.html()


def write(opened, text):
    opened.page.fill("#threshold", text)
    opened.page.keyboard.press("Enter")
    opened.settle()


def flagged(point):
    return point.counts.tp + point.counts.fp


def exact(opened):
    return opened.page.locator("#threshold").get_attribute("data-value")


def test_a_threshold_between_kept_cuts_names_the_cut_that_answers(many, page_of_many, open_page):
    opened = open_page(page_of_many)
    write(opened, "0.4321")
    cut = float(exact(opened))
    assert 0 < abs(cut - 0.4321) < 0.005
    model = many.by_model["network"]
    assert opened.cells() == model.at(cut).counts.cells()
    said = opened.page.locator("#answered").inner_text()
    assert f"0.4321 lies between two cuts that this page knows. It shows the nearest, {cut}," in said
    apart = flagged(model.at(cut)) - flagged(model.at(0.4321))
    most = int(said.split("at most ")[1].split(" ")[0])
    assert abs(apart) <= most
    assert ("more" in said) is (cut < 0.4321)
    again = open_page(page_of_many, "#t=0.4321&m=0")
    assert again.page.locator("#answered").inner_text() == said
    opened.page.locator(".presets button").first.click()
    opened.settle()
    assert opened.page.locator("#answered").is_hidden()


@pytest.mark.parametrize("text", ["0.95", "95%", "0,95", "1e300"])
def test_above_the_highest_score_nothing_is_flagged(page_of_many, open_page, text):
    opened = open_page(page_of_many)
    write(opened, text)
    cells = opened.cells()
    assert cells["tp"] == cells["fp"] == 0
    assert (
        "above every score, of which the highest is 0.9: nothing is flagged"
        in opened.page.locator("#answered").inner_text()
    )
    assert opened.page.locator("h1").inner_text().startswith("Flagging nobody")


def test_below_the_lowest_score_everything_is_flagged(many, page_of_many, open_page):
    opened = open_page(page_of_many)
    write(opened, "−3")
    assert opened.cells() == many.by_model["network"].at(-3).counts.cells()
    assert "everything is flagged" in opened.page.locator("#answered").inner_text()


@pytest.mark.parametrize(
    "text, meant",
    [("50%", 0.5), ("0,5", 0.5), (" 12.5 % ", 0.125), ("5e-1", 0.5), (".37", 0.37), ("none", None)],
)
def test_what_people_type_is_understood(loans, open_page, text, meant):
    opened = open_page(loans.html)
    write(opened, text)
    assert exact(opened) == ("none" if meant is None else repr(meant).removesuffix(".0"))


def test_costs_are_read_as_the_page_writes_them(loans, open_page):
    opened = open_page(loans.html)
    for text, meant in {"4,200": 4200, "1.234,5": 1234.5, "1,234.5": 1234.5, "0,250": 0.25, "12,5": 12.5}.items():
        opened.page.fill(".prices input[name=fn]", text)
        opened.settle()
        assert float(opened.page.evaluate("location.hash").split("c=")[1].split("_")[2]) == meant


def test_what_is_not_a_number_changes_nothing(page_of_many, open_page):
    opened = open_page(page_of_many)
    before = exact(opened)
    for text in ("seven", "0.5.5", "1-2", "%", ""):
        write(opened, text)
        assert exact(opened) == before


def test_the_number_that_is_shown_moves_nothing_looked_at_or_typed(page_of_many, open_page):
    opened = open_page(page_of_many)
    before = exact(opened)
    shown = opened.page.input_value("#threshold")
    assert len(before) > len(shown)
    opened.page.locator("#threshold").focus()
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert exact(opened) == before
    opened.page.locator("#threshold").press_sequentially(" ")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert exact(opened) == before


@pytest.mark.parametrize("axis", ["score", "stretched", "share"])
@pytest.mark.parametrize("there, back", [("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp"), ("ArrowUp", "ArrowDown")])
def test_keys_go_there_and_back_to_the_same_value(page_of_many, open_page, axis, there, back):
    opened = open_page(page_of_many, f"#t=0.4321&m=0&x={axis}")
    before = exact(opened)
    opened.page.locator("#dial").focus()
    seen = [before]
    for _ in range(3):
        opened.page.keyboard.press(there)
        opened.page.wait_for_timeout(60)
        seen.append(exact(opened))
    assert len(set(seen)) == 4
    for value in reversed(seen[:-1]):
        opened.page.keyboard.press(back)
        opened.page.wait_for_timeout(60)
        assert exact(opened) == value


@pytest.mark.parametrize("rows", [300, 20_000], ids=["every score is there", "some scores are kept"])
def test_the_cut_of_the_headline_is_the_one_that_python_tells(rows, open_page):
    """Whoever types it flags the same rows, also where the page knows some of the scores only."""
    random = np.random.default_rng(rows)
    labels = random.random(rows) < 0.3
    e = tc.evaluate(labels, random.normal(labels * 1.2), cost={"fp": 1, "fn": 4})
    opened = open_page(e.html())
    told = [e.recommend()]
    seen = [opened.page.locator("h1").inner_text()]
    for price in ("2.5", "0.7"):
        opened.page.fill(".situation input[name=fn]", price)
        opened.page.locator("h1").click()
        opened.settle()
        told.append(e.given(cost={"fp": 1, "fn": float(price)}).recommend())
        seen.append(opened.page.locator("h1").inner_text())
    for one, text in zip(told, seen, strict=True):
        assert f"from {one.told_cut} up" in text
        assert e.curve.at(float(one.told_cut)) == one.counts
        opened.page.fill("#threshold", one.told_cut)
        opened.page.keyboard.press("Enter")
        opened.settle()
        assert opened.cells() == one.counts.cells()
    assert opened.errors == []
