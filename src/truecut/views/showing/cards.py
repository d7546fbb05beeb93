"""The card that a notebook shows: kicker, sentence, key numbers, four counts, a picture, tables.

Only plain elements with inline styles, which notebooks that are not trusted let through too; no script, no style
element, nothing loaded, every word of the user's escaped. Text has the page's own colour, lines and grounds let the
page through, pictures have middle tones: one card fits light and dark pages, whatever the operating system says.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from truecut.decisions.findings.finding import Tone
from truecut.errors.visible_text import visible
from truecut.views.face import CellKind, CurvePicture, Face, FourCells, Grid, GridColumn, KeyNumber, SquareOfCounts
from truecut.views.showing.card_pictures import BLUE, VERMILLION, Axis, drawn_whisker, picture_of_curves
from truecut.views.showing.written import (
    cells_for_people,
    columns_for_people,
    limit_columns,
    written_cell,
    written_limits,
)
from truecut.words.numerals import count

SERIF = "font-family:'Iowan Old Style','Palatino Linotype',Palatino,Charter,'Noto Serif',Georgia,serif"
SANS = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
HAIR = "1px solid rgba(128,128,128,.28)"
SMALL = "font-size:12px;opacity:.72"
SIGNS = {Tone.GOOD: ("✓", "#169873"), Tone.WARNING: ("!", "#c07f00"), Tone.PROBLEM: ("✕", "#d8365d")}
MOST_CLASSES = 12
LONGEST, LONGEST_HEADING, LONGEST_NAME = 240, 320, 40  # letters of a line, of the sentence, of a class


def as_card(name: str, face: Face) -> str:
    """Return the card as HTML."""
    face = face if face.on_card is None else face.on_card()
    if face.is_one_number:
        return _one_number(face)
    parts = [_beside(face), *_tables(face)]
    tiles = _tiles(face.numbers) if face.has_tiles else ""
    body = [tiles, *parts] if face.has_tiles else [*parts[1:], parts[0]]
    findings = "".join(f'<div style="margin:2px 0">{_sign(tone)}{_shown(text)}</div>' for tone, text in face.findings)
    notes = "".join(f'<div style="{SMALL};margin-top:2px">{_shown(note)}</div>' for note in face.notes)
    return (
        # What scrolls sideways on a phone must be in reach of the keyboard.
        f'<div tabindex="0" style="{SANS};font-size:13px;line-height:1.5;max-width:860px;padding:4px 0 8px;'
        'overflow-x:auto">'
        f'<div style="{SMALL}"><b>{_shown(name)}</b>&ensp;{_shown(face.about)}</div>'
        f'<div style="{SERIF};font-weight:600;font-size:18px;line-height:1.3;margin:1px 0 4px">'
        f"{_sign(face.tone)}{_shown(face.sentence, LONGEST_HEADING)}</div>{findings}"
        + "".join(f'<div style="margin:10px 0 0">{part}</div>' for part in body if part)
        + (f'<div style="margin-top:8px">{notes}</div>' if notes else "")
        + "</div>"
    )


def _shown(text: str, most: int = LONGEST) -> str:
    text = visible(text)
    return escape(text if len(text) <= most else f"{text[: most - 1]}…")


def _sign(tone: Tone | None) -> str:
    if tone is None:
        return ""
    sign, colour = SIGNS[tone]
    return f'<span style="{SANS};font-weight:800;color:{colour}">{sign}</span> '


def _one_number(face: Face) -> str:
    one = face.numbers[0]
    # Why there is no value matters more than how it would have been found.
    why = one.note if one.value is None and one.note else face.about
    return (
        f'<div style="{SANS};font-size:13px;line-height:1.5">'
        f'<span style="font-size:20px;font-weight:600">{escape(written_cell(one.kind, one.value))}</span>&ensp;'
        f'<span style="font-size:13px">{escape(written_limits(one.kind, one.low, one.high))}</span>&ensp;'
        f'<span style="{SMALL}">{_shown(f"{one.name}: {why}" if why else one.name)}</span></div>'
    )


def _tiles(numbers: Sequence[KeyNumber]) -> str:
    return "".join(
        '<div style="display:inline-block;vertical-align:top;margin:0 26px 6px 0">'
        '<div style="font-size:18px;font-weight:600;line-height:1.25">'
        f"{escape(written_cell(one.kind, one.value))}</div>"
        f'<div style="{SMALL}">{_shown(one.name)}<br>'
        f"{escape(written_limits(one.kind, one.low, one.high)) or _shown(one.note)}</div></div>"
        for one in numbers
    )


def _beside(face: Face) -> str:
    """Return what stands side by side: four counts and a picture."""
    picture = face.picture()
    parts = [_four(face.four)] if face.four else []
    if isinstance(picture, CurvePicture):
        label = f"{picture.y} against {picture.x}"
        told = f"<br>{_shown(picture.said)}" if picture.said else ""
        parts.append(f'{picture_of_curves(picture)}<div style="{SMALL}">{_shown(label)}{told}</div>')
    if isinstance(picture, SquareOfCounts):
        parts.append(_square(picture))
    return "".join(
        f'<div style="display:inline-block;vertical-align:top;margin:0 30px 0 0">{part}</div>' for part in parts
    )


def _tables(face: Face) -> list[str]:
    on_card = [grid for grid in face.grids if grid.is_on_card]
    return [_table(grid, is_only=len(face.grids) == 1) for grid in on_card]


def _table(grid: Grid, *, is_only: bool) -> str:
    columns, shown = columns_for_people(grid), min(len(grid.rows), grid.most)
    axis = Axis.of(grid, shown) if grid.whisker else None
    head = "".join(_head(column.shown, is_text=column.kind.is_text) for column in columns)
    head += _head("", is_text=True) if axis else ""
    body = "".join(_row(grid, row, columns, axis) for row in range(shown))
    title = f'<div style="font-weight:600;margin:4px 0 1px">{_shown(grid.title)}</div>' if grid.title else ""
    # A table that ends in silence would pass for the whole; what is typed for the rest depends on how many there are.
    more, call = len(grid.rows) - shown, ".to_frame()" if is_only else f".to_frame({grid.name!r})"
    code = f'<code style="font-size:11.5px;background:transparent">{escape(call)}</code>'
    rest = f'<div style="{SMALL};margin-top:3px">and {count(more)} more: {code}</div>' if more else ""
    return (
        f'{title}<table style="border-collapse:collapse;border:0;margin:0;font-size:13px">'
        f'<tr style="background:transparent;border-bottom:1px solid">{head}</tr>{body}</table>{rest}'
    )


def _head(text: str, *, is_text: bool) -> str:
    side = "left" if is_text else "right"
    style = f"border:0;font-weight:400;font-size:12px;text-align:{side};padding:3px 18px 4px 0"
    return f'<th style="{style}"><span style="opacity:.72">{_shown(text, LONGEST_NAME)}</span></th>'


def _row(grid: Grid, row: int, columns: list[GridColumn], axis: Axis | None) -> str:
    weight = ";font-weight:600" if grid.strong == row else ""
    tone = grid.tones[row] if grid.tones else None
    cells = []
    for place, (column, cell) in enumerate(zip(columns, cells_for_people(grid, row, columns), strict=True)):
        side = "left" if column.kind.is_text else "right"
        interval = (
            f'&ensp;<span style="{SMALL};font-weight:400">{escape(cell.interval)}</span>' if cell.interval else ""
        )
        # Numbers never break; a sentence must, or it pushes the numbers out of the notebook.
        is_long = column.kind == CellKind.TEXT and len(cell.text) > LONGEST_NAME
        wrap = ";max-width:340px" if is_long else ";white-space:nowrap"
        cells.append(
            f'<td style="border:0;text-align:{side};vertical-align:top;padding:5px 18px 5px 0{weight}{wrap}">'
            f"{'' if place else _sign(tone)}{_shown(cell.text)}{interval}</td>"
        )
    if axis is not None:
        ends = [grid.column(name)[row] for name in (grid.whisker, *limit_columns(grid, grid.whisker))]
        picture = drawn_whisker(axis, ends)
        cells.append(f'<td style="border:0;vertical-align:middle;padding:5px 0">{picture}</td>')
    return f'<tr style="background:transparent;border-bottom:{HAIR}">{"".join(cells)}</tr>'


def _four(four: FourCells) -> str:
    def box(cell: str, what: str, hue: str, *, is_mistake: bool) -> str:
        stripes = f"repeating-linear-gradient(135deg,rgba({hue},.24) 0 2px,transparent 2px 7px)"
        # Stripes tell mistakes from right decisions where colours cannot: in print, and to who does not see them apart.
        ground = f"background:{stripes}" if is_mistake else f"background:rgba({hue},.2)"
        return (
            f'<td style="border:0;text-align:left;padding:7px 16px 7px 10px;min-width:88px;'
            f'background-color:rgba({hue},.07);{ground}"><div style="font-size:17px;font-weight:600;line-height:1.2">'
            f'{escape(count(four.cells[cell]))}</div><div style="font-size:12px;opacity:.8">{what}</div></td>'
        )

    def name(text: str) -> str:
        style = "border:0;font-weight:400;font-size:12px;text-align:left;padding:0 12px 2px 2px"
        return f'<th style="{style}"><span style="opacity:.72">{_shown(text, LONGEST_NAME)}</span></th>'

    row = '<tr style="background:transparent">'
    found = box("tp", "found", VERMILLION, is_mistake=False) + box("fn", "missed", VERMILLION, is_mistake=True)
    alarms = box("fp", "false alarms", BLUE, is_mistake=True) + box("tn", "left alone", BLUE, is_mistake=False)
    return (
        '<table style="border-collapse:separate;border-spacing:2px;border:0;margin:0">'
        f"{row}{name('')}{name('flagged')}{name('not flagged')}</tr>"
        f"{row}{name(four.positive)}{found}</tr>{row}{name(four.negative)}{alarms}</tr></table>"
    )


def _square(square: SquareOfCounts) -> str:
    """Return the matrix: right answers on one ground, mistakes the darker the larger their share of the row."""
    classes = square.classes[:MOST_CLASSES]

    def head(text: str, side: str = "center") -> str:
        style = f"border:0;text-align:{side};padding:2px 8px"
        return f'<th style="{style}"><span style="{SMALL};font-weight:400">{_shown(text, LONGEST_NAME)}</span></th>'

    # By share of the row: a rare class has few mistakes, and they may be all it has.
    shares = [[cell / (sum(row) or 1) for cell in row] for row in square.rows]
    worst = max((share for i, row in enumerate(shares) for j, share in enumerate(row) if i != j), default=0) or 1
    lines = [
        f'<tr style="background:transparent">{head("truth, then answers:", "right")}{"".join(map(head, classes))}</tr>'
    ]
    for i, name in enumerate(classes):
        cells = []
        for j, cell in enumerate(square.rows[i][: len(classes)]):
            mistake = f"rgba({VERMILLION},{0.62 * shares[i][j] / worst:.2f})" if cell else "transparent"
            ground = f"rgba({BLUE},.20)" if i == j else mistake
            weight = ";font-weight:600" if i == j else ""
            text = escape(count(cell)) if cell else '<span style="opacity:.35">·</span>'
            style = f"border:0;text-align:center;min-width:34px;padding:4px 5px;background-color:{ground}{weight}"
            cells.append(f'<td style="{style}">{text}</td>')
        lines.append(f'<tr style="background:transparent">{head(name, "right")}{"".join(cells)}</tr>')
    more = len(square.classes) - len(classes)
    rest = f"<div style=\"{SMALL}\">and {count(more)} more classes: .to_frame('matrix')</div>" if more else ""
    return (
        '<table style="border-collapse:separate;border-spacing:2px;border:0;margin:0;font-size:13px">'
        f"{''.join(lines)}</table>{rest}"
    )
