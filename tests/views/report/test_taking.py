"""What a reader takes away: pictures, tables and numbers, downloaded for real and read back."""

import csv
import io
import json
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from PIL import Image

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.inference.intervals import estimate

PICTURES = "svg[role=img]:not([aria-hidden] *)"
SVG = "{http://www.w3.org/2000/svg}"
STATE = "#t=0.3&m=0"
EXACT = "flagged from 0.3 up"


def saved(opened, click):
    """Return the name and the bytes of what a click hands over."""
    with opened.page.expect_download() as download:
        click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def pictures_of(opened):
    """Return every control of a picture that is seen."""
    return [control for control in opened.page.locator(".save-picture").all() if control.is_visible()]


def save_picture(opened, control, kind):
    if control.get_attribute("open") is None:
        control.locator("summary").click()
    return saved(opened, control.locator("button", has_text=kind).click)


def test_every_picture_and_every_table_has_one_control(loans, mixed, open_page):
    for case in (loans, mixed):
        page = open_page(case.html).page
        pictures = [one for one in page.locator(PICTURES).all() if one.is_visible()]
        assert len(pictures) == len([one for one in page.locator(".save-picture").all() if one.is_visible()]) > 10
        assert page.locator(".save-table").count() == page.locator("table").count() + 1  # and the list of metrics
        names = page.locator(".save summary, .save-table").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert len(set(names)) == len(names)


def test_a_control_is_reached_and_left_by_keys(loans, open_page):
    page = open_page(loans.html).page
    control = page.locator("#good .save-picture").first
    control.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "SVG"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert control.get_attribute("open") is None


def test_pictures_stand_alone_and_say_what_they_show(loans, open_page):
    opened = open_page(loans.html, STATE, accept_downloads=True)
    for control in pictures_of(opened):
        name, svg = save_picture(opened, control, "SVG")
        assert name.endswith("-boosted-0.300.svg") and name.count("-") >= 3
        root = ElementTree.fromstring(svg)
        text = " ".join(root.itertext())
        for said in ("boosted", EXACT, "1,500 loans", "a missed defaulted 4200, a flagged repaid 650", "95", "truecut"):
            assert said in text, (name, said)
        assert root.find(f"{SVG}title").text
        attributes = {attribute for element in root.iter() for attribute in element.attrib}
        assert not attributes & {"class", "style", "href", "src"}
        assert b"var(" not in svg and b"http" not in svg.replace(b"http://www.w3.org/", b"")
        name, png = save_picture(opened, control, "PNG")
        assert name.endswith(".png")
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        wide, high = (round(2 * float(root.get(side))) for side in ("width", "height"))
        assert abs(picture.width - wide) <= 2 and abs(picture.height - high) <= 2
        assert len(picture.getcolors(1 << 24)) > 20, name
        assert picture.getpixel((1, 1)) == (253, 253, 251)
    assert opened.errors == []


def test_a_picture_is_the_same_in_the_dark(loans, open_page):
    taken = []
    for scheme in ("light", "dark"):
        opened = open_page(loans.html, STATE, color_scheme=scheme)
        control = opened.page.locator("#good .save-picture").first
        taken.append(save_picture(opened, control, "SVG")[1])
        assert opened.page.evaluate("document.documentElement.dataset.theme ?? null") is None
    assert taken[0] == taken[1]


def read_csv(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


# What a reader sees of a table: the text of each cell, and the unrounded number behind it.
CELLS = """table => [...table.rows].map(row => [...row.cells].map(cell => ({
    text: cell.textContent.replace(/\\s+/g, ' ').trim(), isHead: Boolean(cell.closest('thead')),
    value: (cell.dataset.value !== undefined ? cell : cell.querySelector('[data-value]'))?.dataset.value ?? null,
    low: cell.dataset.low ?? null, high: cell.dataset.high ?? null })))"""


def shown_as(cell):
    """Return what a file should say of a cell that a reader sees."""
    if cell["value"] is not None:
        return float(cell["value"])
    text = "" if cell["text"] == "–" else cell["text"].replace("−", "-")
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return text.removesuffix("CSV")


def as_read(text):
    try:
        return float(text)
    except ValueError:
        return text.removeprefix("'")


def test_every_table_is_saved_as_it_is_shown(loans, open_page):
    opened = open_page(loans.html, STATE)
    for table in opened.page.locator("table").all():
        caption = table.locator("caption")
        inside = caption.locator(".save-table")
        control = (
            inside
            if inside.count()
            else table.locator(
                "xpath=(self::*[not(ancestor::div[@class='scroll'])]|ancestor::div[@class='scroll'])/following-sibling::*[1]"
            )
        )
        name, content = saved(opened, control.click)
        assert name.endswith("-boosted-0.300.csv")
        rows, cells = read_csv(content), table.evaluate(CELLS)
        assert len(rows) == len(cells), name
        assert len({len(row) for row in rows}) == 1, name
        for row, line in zip(rows, cells, strict=True):
            found = [as_read(text) for text in row if text != ""]
            for cell in line:
                expected = shown_as(cell)
                if expected != "" and cell["low"] is None and not cell["isHead"]:
                    assert expected in found, (name, cell)
                for end in ("low", "high"):
                    if cell[end] is not None:
                        assert float(cell[end]) in found, (name, cell)


def test_the_list_of_metrics_is_saved_with_the_numbers_of_python(loans, open_page):
    opened = open_page(loans.html, STATE)
    _, content = saved(opened, opened.page.locator("#good > .save-table").click)
    header, *rows = read_csv(content)
    assert header == ["metric", "title", "value", "low", "high", "undefined"]
    model = loans.evaluation.given(cost={"fp": 650, "fn": 4200}).cut_at(0.3).by_model["boosted"]
    found = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    assert len(found) == len(rows) > 40
    for name in ("recall", "precision", "f1", "mean_cost", "roc_auc"):
        expected = estimate(model, name)
        for part in ("value", "low", "high"):
            assert float(found[name][part]) == pytest.approx(getattr(expected, part), rel=1e-9), (name, part)


def test_cells_that_a_spreadsheet_would_run_are_defused(open_page):
    names = ["=HYPERLINK(1)", "+1+cmd", "-2+3", "@SUM(A1)", 'say "no", twice', "plain"]
    generator = np.random.default_rng(0)
    labels = generator.random(240) < 0.4
    frame = pd.DataFrame({"y": labels, "=a": generator.random(240) + labels, "b": generator.random(240) + labels})
    evaluation = tc.evaluate(frame.assign(g=np.resize(names, 240)), label="y", score=["=a", "b"], group="g")
    opened = open_page(evaluation.html())
    _, groups = saved(opened, opened.page.locator("#who .save-table").first.click)
    assert {row[0] for row in read_csv(groups)[1:]} == {
        *(f"'{name}" for name in names[:4]),
        *names[4:],
    }
    name, models = saved(opened, opened.page.locator("#models ~ .save-table, .scroll:has(#models) + .save-table").click)
    assert [row[0] for row in read_csv(models)[1:]] == ["'=a", "b"]
    assert "=" not in name


@pytest.mark.parametrize(("hash", "prevalence"), [(STATE, None), ("#t=0.12&m=1&p=0.02&c=0_3_40_0_1", 0.02)])
def test_the_numbers_are_those_of_python(loans, open_page, hash, prevalence):
    opened = open_page(loans.html, hash)
    name, content = saved(opened, opened.page.locator("#save-numbers").click)
    numbers = json.loads(content)
    assert name.endswith(".json") and numbers["level"] == 0.95
    cost = numbers["situation"]["cost"]
    assert numbers["situation"]["prevalence"] == prevalence
    there = loans.evaluation.given(cost=cost, prevalence=prevalence)
    told = there.recommend()
    assert numbers["recommendation"]["model"] == told.model
    assert numbers["recommendation"]["cost_per_1000"] == pytest.approx(told.cost, rel=1e-9)
    for found in numbers["models"]:
        model = there.cut_at(found["threshold"]).by_model[found["name"]]
        assert found["counts"] == loans.evaluation.by_model[found["name"]].at(found["threshold"]).counts.cells()
        for entry in CATALOGUE:
            if entry.name not in found["metrics"]:
                continue
            expected, told = model.metric(entry.name), found["metrics"][entry.name]
            if expected.value is None:
                assert told["value"] is None and told["undefined"], entry.name
            elif entry.needs_only_counts:
                assert float(told["value"]) == pytest.approx(expected.value, rel=1e-9, abs=1e-9), entry.name
        curve = found["curve"]
        for i in range(1, len(curve["tp"]), 97):
            at = loans.evaluation.by_model[found["name"]].at(curve["threshold"][i]).counts.cells()
            assert {cell: curve[cell][i] for cell in at} == at
    assert {group["name"] for group in numbers["models"][0]["groups"]} == {"north", "south", "west"}
