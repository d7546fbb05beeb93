"""A result in words and tables: for a terminal, for print(), as Markdown and as a sheet."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.table import Table

from truecut.decisions.findings.finding import Tone
from truecut.views.face import Face, Grid
from truecut.views.sheet import Sheet, escaped
from truecut.views.showing.written import cells_for_people, columns_for_people, said
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words.numerals import count

SIGNS = {None: "", Tone.GOOD: "✓ ", Tone.WARNING: "! ", Tone.PROBLEM: "✗ "}


def as_plain_text(drawing: RenderableType, width: int) -> str:
    """Return a drawing as plain text, without colours and trailing spaces."""
    paper = io.StringIO()
    # Inside Jupyter Rich would display a second copy by itself, though it writes to a file.
    console = Console(file=paper, width=width, highlight=False, markup=False, emoji=False, no_color=True,
                      force_terminal=False, force_jupyter=False, legacy_windows=False)  # fmt: skip
    console.print(drawing)
    return "\n".join(line.rstrip() for line in paper.getvalue().rstrip().splitlines())


def drawn_face(face: Face) -> RenderableType:
    """Return a face for a terminal."""
    return Group(*_parts(face))


def _parts(face: Face) -> Iterator[RenderableType]:
    yield Text(f"{SIGNS[face.tone]}{face.sentence}", style=STRONG)
    if face.about:
        yield Text(face.about, style=QUIET)
    if face.is_one_number:
        return
    for tone, finding in face.findings:
        yield Text(f"{SIGNS[tone]}{finding}")
    if face.numbers and len(face.grids):
        yield Text("; ".join(map(said, face.numbers)))
    grids = face.shown_grids
    for grid in grids:
        yield ""
        if grid.title and len(grids) > 1:
            yield Text(grid.title, style=STRONG)
        yield _table(grid)
        if len(grid.rows) > grid.most:
            yield Text(f"and {count(len(grid.rows) - grid.most)} more: .to_frame({grid.name!r})", style=QUIET)
    for note in face.notes:
        yield Text(note, style=QUIET)


def _table(grid: Grid) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bright_black")
    columns = columns_for_people(grid)
    for column in columns:
        table.add_column(column.shown, justify="left" if column.kind.is_text else "right", overflow="fold")
    for row in range(min(len(grid.rows), grid.most)):
        table.add_row(*(" ".join(filter(None, cell)) for cell in cells_for_people(grid, row, columns)))
    return table


def face_as_markdown(face: Face) -> str:
    """Return the sentence and the tables as people read them, all rows."""
    parts = [f"**{escaped(face.sentence)}**\n"]
    if face.about:
        parts.append(f"{escaped(face.about)}\n")
    parts += [f"- {SIGNS[tone]}{escaped(finding)}" for tone, finding in face.findings]
    for grid in face.shown_grids:
        columns = columns_for_people(grid)
        rows = [
            tuple(" ".join(filter(None, cell)) for cell in cells_for_people(grid, row, columns))
            for row in range(len(grid.rows))
        ]
        title = grid.title if len(face.shown_grids) > 1 else ""
        parts.append(Sheet(tuple(column.shown for column in columns), rows, title).as_markdown())
    parts += [f"{escaped(note)}\n" for note in face.notes]
    return "\n".join(parts)


def sheet_of(grid: Grid) -> Sheet:
    """Return a table as a sheet: full precision, and nothing where there is no value."""
    columns = [grid.column(name) for name in grid.names]
    return Sheet(grid.names, list(zip(*columns, strict=True)) if grid.rows else [], grid.title)
