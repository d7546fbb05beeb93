"""Publications for a terminal: methods, the cross tabulation, estimates and references."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType

from truecut.summaries.publication import Publication
from truecut.views.publication.tables import cross_tabulation, estimates_table
from truecut.views.sheet import Sheet
from truecut.views.terminal_tables import QUIET, grid
from truecut.views.visible_drawing import Text


def drawn_publications(publications: Sequence[Publication]) -> RenderableType:
    """Return each model in turn."""
    return Group(*(part for one in publications for part in _parts(one)))


def _parts(one: Publication) -> list[RenderableType]:
    references = [Text(f"[{number}] {text}", style=QUIET) for number, text in enumerate(one.references, 1)]
    tables = [_table(cross_tabulation(one)), "", _table(estimates_table(one))]
    return [Text(one.methods), "", *tables, "", *references, ""]


def _table(sheet: Sheet) -> RenderableType:
    table = grid(len(sheet.header), sheet.header)
    for row in sheet.rows:
        table.add_row(*map(str, row))
    return table
