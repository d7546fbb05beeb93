"""How the cells of a table and key numbers are written for people."""

from __future__ import annotations

from math import isinf
from typing import NamedTuple

from truecut.views.face import CellKind, FaceCell, Grid, GridColumn, KeyNumber, known
from truecut.words.numerals import DASH, count, decimal, percent, threshold, written_p


class ShownCell(NamedTuple):
    """A cell for people: its text, and the interval beside it."""

    text: str
    interval: str


def written_cell(kind: CellKind, cell: FaceCell) -> str:
    """Return one cell as people write it.

    >>> written_cell(CellKind.SHARE, 0.942), written_cell(CellKind.SIGNED, 0.0021), written_cell(CellKind.FLAG, True)
    ('94.2 %', '+0.002', 'yes')
    """
    cell = known(cell)
    if cell is None:
        return DASH
    # Before the numbers, of which it is one in Python.
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) or kind == CellKind.TEXT:
        return str(cell)
    if isinf(cell):
        return decimal(cell)
    if kind == CellKind.COUNT:
        return count(cell)
    if kind == CellKind.SHARE:
        return percent(cell) if cell >= 0 else f"-{percent(-cell)}"
    if kind == CellKind.THRESHOLD:
        return threshold(cell)
    if kind == CellKind.P_VALUE:
        return written_p(cell)
    return f"+{decimal(cell)}" if kind == CellKind.SIGNED and cell > 0 else decimal(cell)


def written_limits(kind: CellKind, low: FaceCell, high: FaceCell) -> str:
    """Return an interval as people write it, or nothing."""
    if known(low) is None or known(high) is None:
        return ""
    return f"{written_cell(kind, low).removesuffix(' %')} to {written_cell(kind, high)}"


def said(number: KeyNumber) -> str:
    """Return a key number in a few words: recall 94.2 % (93.0 to 95.1)."""
    interval = written_limits(number.kind, number.low, number.high).removesuffix(" %")
    return f"{number.name} {written_cell(number.kind, number.value)}" + (f" ({interval})" if interval else "")


def columns_for_people(grid: Grid) -> list[GridColumn]:
    """Return the columns that people see: limits stand beside their value, and empty columns are left out."""
    limits_of = {end for column in grid.columns for end in limit_columns(grid, column.name)}
    shown = [column for column in grid.columns if not column.is_quiet and column.name not in limits_of]
    return [column for column in shown if not grid.rows or any(c is not None for c in grid.column(column.name))]


def limit_columns(grid: Grid, name: str) -> tuple[str, ...]:
    """Return the columns that hold the limits of another: x_low and x_high, or low and high of the only value."""
    own = (f"{name}_low", f"{name}_high")
    if own[0] in grid.names:
        return own
    main = next((one for one in ("value", "difference", "observed", "mean", "y") if one in grid.names), "")
    is_main = name == main and f"{name}_low" not in grid.names and "low" in grid.names and "high" in grid.names
    return ("low", "high") if is_main else ()


def cells_for_people(grid: Grid, row: int, columns: list[GridColumn]) -> list[ShownCell]:
    """Return the cells of a row as people read them."""
    by_name = dict(zip(grid.names, grid.rows[row], strict=True))
    found = []
    for column in columns:
        kind, both = grid.kind(column, row), limit_columns(grid, column.name)
        is_told = both and not any(other.is_quiet for other in grid.columns if other.name in both)
        interval = written_limits(kind, by_name[both[0]], by_name[both[1]]) if is_told else ""
        found.append(ShownCell(written_cell(kind, by_name[column.name]), interval))
    return found
