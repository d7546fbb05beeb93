"""Adjusted p values for a terminal, as plain data and as a table."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType

from truecut.inference.multiple_tests import AdjustedPValues
from truecut.views.sheet import Sheet
from truecut.views.terminal_tables import QUIET, STRONG, grid
from truecut.views.visible_drawing import Text
from truecut.words.numerals import written_p

STANDS = "✓"
DIGITS = 4  # one more than elsewhere: what an adjustment does to a small p value is the question here


def drawn_adjustment(found: AdjustedPValues) -> RenderableType:
    """Return the sentence, the tests, and what the adjustment keeps small."""
    table = grid(4, ("test", "p", "adjusted", ""))
    for test in found.tests:
        told = (written_p(p, DIGITS) for p in (test.p_value, test.adjusted_p))
        table.add_row(test.name, *told, STANDS if test.stands else "")
    about = f"It keeps {found.how.keeps} small, and supposes {found.how.supposes} ({found.how.reference})."
    return Group(Text(found.sentence, STRONG), "", table, "", Text(about, QUIET))


def adjustment_data(found: AdjustedPValues) -> dict[str, Any]:
    """Return the tests, and by what they were adjusted."""
    return {
        "method": found.method,
        "family": found.family,
        "level": found.level,
        "sentence": found.sentence,
        "tests": [
            {"test": test.name, "p_value": test.p_value, "adjusted_p": test.adjusted_p, "stands": test.stands}
            for test in found.tests
        ],
    }


def adjustment_sheet(found: AdjustedPValues) -> Sheet:
    """Return one row per test."""
    rows = [(test.name, test.p_value, test.adjusted_p, "yes" if test.stands else "no") for test in found.tests]
    return Sheet(("test", "p_value", "adjusted_p", "stands"), rows)
