"""A sheet for a terminal: aligned columns and nothing else."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table

from truecut.errors.visible_text import visible
from truecut.views.sheet import Sheet, shown_cell


def drawn_sheet(sheet: Sheet) -> RenderableType:
    """Return the sheet with numbers aligned to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bright_black")
    for i, name in enumerate(sheet.header):
        is_text = any(isinstance(row[i], str) for row in sheet.rows)
        table.add_column(visible(name), justify="left" if is_text else "right", no_wrap=True)
    for row in sheet.rows:
        table.add_row(*map(shown_cell, row))
    return table
