"""A sheet: a header and rows of plain values, as CSV, as Markdown or for a terminal.

Words may be anybody's. Whatever the format, they are seen and do nothing: no escape sequence, no markup, and no
formula that a spreadsheet would compute.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from truecut.errors.visible_text import visible

Cell = str | int | float | None
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # what a spreadsheet takes for the start of one
MARKUP = str.maketrans({character: f"\\{character}" for character in "\\|`*_<>[]#~"})


@dataclass(frozen=True)
class Sheet:
    """One table, with a title where it is one of several."""

    header: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    title: str = ""

    def as_csv(self) -> str:
        """Return the sheet as CSV: full precision, nothing for what is undefined."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(_defused, self.header))
        # None is written as nothing.
        writer.writerows([_defused(cell) if isinstance(cell, str) else cell for cell in row] for row in self.rows)
        return out.getvalue()

    def as_markdown(self) -> str:
        """Return the sheet as a Markdown table, numbers to the right."""
        is_number = [
            all(not isinstance(row[i], str) for row in self.rows) and bool(self.rows) for i in range(len(self.header))
        ]
        lines = [f"### {escaped(self.title)}", ""] if self.title else []
        lines.append(_line(self.header))
        lines.append("|" + "|".join("--:" if right else "---" for right in is_number) + "|")
        lines.extend(_line([shown_cell(cell) for cell in row]) for row in self.rows)
        return "\n".join(lines) + "\n"


def shown_cell(cell: Cell) -> str:
    """Return a cell for reading: floats to six digits, a dash for what is undefined."""
    if cell is None:
        return "–"
    return f"{cell:.6g}" if isinstance(cell, float) else visible(str(cell))


@lru_cache(maxsize=10_000)  # the name of a metric stands in the row of every group
def _defused(text: str) -> str:
    """Return text that a spreadsheet shows and does not compute; -0.5 is a number, as text too."""
    shown = visible(text)
    return f"'{shown}" if shown.startswith(FORMULA) and not _is_number(shown) else shown


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _line(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(escaped(str(cell)) for cell in cells) + " |"


def escaped(text: str) -> str:
    """Return text that cannot end its Markdown cell, start markup or run over the line."""
    return " ".join(visible(text).split()).translate(MARKUP)
