"""Columns are written short into the page, and read back as they were."""

import json
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.views.page_columns import CHARACTERS, LAST, PARTS, as_all_digits, as_drawn_shares, as_steps, in_steps

SHARES = st.lists(st.floats(0, 1), max_size=60)


def from_drawn(text: str) -> tuple[float, ...]:
    """Return the shares that a text stands for, as the page reads it."""
    return tuple(place / PARTS for place in accumulate(from_characters(text)))


@given(SHARES)
def test_drawn_shares_come_back_to_half_a_part_of_the_axis_each(shares):
    found = from_drawn(as_drawn_shares(shares))
    assert len(found) == len(shares)
    assert all(abs(a - b) <= 0.5 / PARTS * (1 + 1e-9) for a, b in zip(found, shares, strict=True))


@given(st.lists(st.floats(allow_nan=False), max_size=30))
def test_scores_in_a_text_keep_every_digit(scores):
    assert [float(text) for text in as_all_digits(scores).split()] == scores


@given(st.lists(st.integers(0, 2**50), max_size=30))
def test_steps_of_whole_numbers_add_up_to_them(counts):
    assert list(accumulate(in_steps(counts))) == counts


def test_the_page_reads_the_columns_that_python_wrote(loans, open_page):
    """The line of the calibration and the band of the ROC curve go through the points of the data, in pixels."""
    opened = open_page(loans.html, "#t=0.3&m=0")
    carried = json.loads(opened.page.locator("#data").text_content())["models"][0]
    for chart, edge, (across, up) in (
        ("ROC curve", "path.band", (carried["bands"]["roc"]["x"], carried["bands"]["roc"]["high"])),
        ("Calibration", "path.line", (carried["reliability"]["scores"], carried["reliability"]["observed"])),
    ):
        outline = opened.page.locator(f"svg[aria-label^='{chart}'] {edge}").first.get_attribute("d")
        places = [tuple(map(float, point.split())) for point in outline.strip("MZ").split("L")]
        columns = list(zip(from_drawn(across), from_drawn(up), strict=True))
        (x0, y0), (x1, y1) = places[0], places[len(columns) - 1]
        (a0, b0), (a1, b1) = columns[0], columns[-1]
        for (x, y), (a, b) in zip(places, columns, strict=False):
            assert x == pytest.approx(x0 + (x1 - x0) * (a - a0) / (a1 - a0), abs=0.11)
            assert y == pytest.approx(y0 + (y1 - y0) * (b - b0) / (b1 - b0), abs=0.11)


@given(st.lists(st.integers(-(2**50), 2**50), max_size=30))
def test_steps_in_characters_lose_nothing(column):
    assert list(accumulate(from_characters(as_steps(column)))) == column


def from_characters(text: str) -> list[int]:
    """Return the steps that a text stands for, as the page reads it."""
    steps, value, place = [], 0, 1
    for character in text:
        digit = CHARACTERS.index(character)
        value, place = value + digit % LAST * place, place * LAST
        if digit < LAST:
            steps.append(-(value + 1) // 2 if value % 2 else value // 2)
            value, place = 0, 1
    return steps
