"""Pages that truecut itself writes, to be opened from the site: trying them takes no installation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import truecut as tc
from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView

SPAM = Path(__file__).parents[2] / "examples" / "spam.csv.gz"
LAB, REPORT = "live/lab.html", "live/report.html"


def live_pages() -> Iterator[tuple[str, str]]:
    """Return the lab and a report, each with its place in the site."""
    yield LAB, LabView(lab_of()).page()
    yield REPORT, tc.evaluate(SPAM, label="kind", positive="spam", cost={"fp": 10, "fn": 1}).html()


def in_the_lab(place: str, text: str) -> str:
    """Return a link to a place in the lab, seen from a page that lies one folder deep.

    As HTML, since it is no page that Sphinx knows.
    """
    return f'<a href="../{LAB}#{place}">{text}</a>'
