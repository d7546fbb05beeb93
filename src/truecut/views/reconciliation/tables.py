"""A reconciled number for a terminal, as plain data and as a table."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType

from truecut.data.rows import Provenance
from truecut.decisions.reconciling import MOST_SHOWN, Candidate, Reconciliation
from truecut.views.json_values import plain, read_as_data, value_as_data
from truecut.views.sheet import Sheet
from truecut.views.terminal_tables import QUIET, STRONG, grid
from truecut.views.visible_drawing import Text

EXPLAINS, NEAR = "✓", "≈"


def drawn_reconciliation(model: str, found: Reconciliation) -> RenderableType:
    """Return the sentence, ours, and what explains the number or comes near it."""
    ours = "undefined" if found.ours.value is None else f"{found.ours.value:.6g}"
    table = grid(4, ("", "convention", "gives", "as in"))
    table.columns[1].justify, table.columns[1].no_wrap = "left", False
    table.columns[3].justify, table.columns[3].no_wrap = "left", False
    for one in _shown(found):
        table.add_row(
            EXPLAINS if one.explains else NEAR, one.convention.said, f"{one.value:.6g}", ", ".join(one.convention.tools)
        )
    about = Text(
        f"{model}: {found.entry.name} is {ours} here; {len(found.candidates):,} conventions were tried.", QUIET
    )
    return Group(Text(found.sentence, STRONG), "", about, "", table)


def _shown(found: Reconciliation) -> tuple[Candidate, ...]:
    """Return what explains the number, or else what comes nearest."""
    return (found.explanations or found.candidates)[:MOST_SHOWN]


def reconciliation_data(read: Provenance, model: str, found: Reconciliation) -> dict[str, Any]:
    """Return what was told, ours, and what explains it or comes near."""
    return {
        "read": read_as_data(read),
        "model": model,
        "told": found.told,
        "metric": found.entry.name,
        "ours": value_as_data(found.ours),
        "sentence": found.sentence,
        "tried": len(found.candidates),
        "candidates": [
            {
                "convention": one.convention.said,
                "tools": list(one.convention.tools),
                "value": plain(one.value),
                "distance": plain(one.distance),
                "explains": one.explains,
            }
            for one in _shown(found)
        ],
    }


def reconciliation_sheet(found: Reconciliation) -> Sheet:
    """Return every convention that was tried, one per row."""
    return Sheet(
        ("convention", "tools", "value", "distance", "explains"),
        [
            (
                one.convention.said,
                ", ".join(one.convention.tools) or None,
                one.value,
                one.distance,
                "yes" if one.explains else "no",
            )
            for one in found.candidates
        ],
    )
