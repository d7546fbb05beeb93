"""Every way in which a result shows itself, made from its face: a line, a text, a card, frames, data and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truecut.views.face import Face, Grid
from truecut.views.faces import face_of
from truecut.views.showing.finding_tables import grid_named

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDE = 88  # characters of what print() shows


def line(result: Any) -> str:
    """Return the repr: the type, the sentence and the key numbers, in at most 400 characters."""
    from truecut.views.showing.lines import as_line

    return as_line(name_of_result(result), face_of(result))


def text(result: Any) -> str:
    """Return what print() shows: the view of the command line, or sentence and tables where it has none."""
    from truecut.views.showing.texts import as_plain_text

    return as_plain_text(drawing(result), WIDE)


def drawing(result: Any) -> RenderableType:
    """Return the same for a terminal that knows colours."""
    from truecut.views.showing.texts import drawn_face
    from truecut.views.visible_drawing import visible_drawing

    face = face_of(result)
    return visible_drawing(drawn_face(face) if face.view is None else face.view().text(WIDE))


def card(result: Any) -> str:
    """Return the card that a notebook shows."""
    from truecut.views.showing.cards import as_card

    return as_card(name_of_result(result), face_of(result))


def tables(result: Any) -> tuple[str, ...]:
    """Return the names of the tables."""
    return tuple(grid.name for grid in face_of(result).shown_grids)


def frame(result: Any, table: str | None, backend: str | None) -> Any:
    """Return a table as a DataFrame."""
    from truecut.views.showing.frames import as_frame

    return as_frame(_grid(result, table), backend)


def arrow(result: Any) -> object:
    """Return the first table as a stream of Arrow."""
    from truecut.views.showing.frames import frame_of_polars

    found: object = frame_of_polars(_grid(result, None)).__arrow_c_stream__()
    return found


def csv(result: Any, table: str | None) -> str:
    """Return a table as CSV."""
    from truecut.views.showing.texts import sheet_of

    return sheet_of(_grid(result, table)).as_csv()


def data(result: Any) -> dict[str, Any]:
    """Return everything as plain data, with what it is and the version of its shape."""
    from truecut.views.json_values import VERSION

    kind, told = _data(face_of(result), result)
    return {"truecut": kind, "version": VERSION, **told}


def json(result: Any) -> str:
    """Return the same as text."""
    from truecut.views.json_values import as_json_text

    return as_json_text(*_data(face_of(result), result))


def markdown(result: Any) -> str:
    """Return it for people who read Markdown."""
    from truecut.views.formats import formats_of
    from truecut.views.showing.texts import face_as_markdown

    face = face_of(result)
    view = None if face.view is None else face.view()
    if view is not None and "markdown" in formats_of(type(view)):
        return view.markdown()
    return face_as_markdown(face)


def name_of_result(result: Any) -> str:
    """Return what a result is called: its type; several results by what they are."""
    kind = type(result).__name__
    return f"{kind} of {result.of}" if kind == "Several" and result.of else kind


def _grid(result: Any, table: str | None) -> Grid:
    return grid_named(face_of(result).shown_grids, table)


def _data(face: Face, result: Any) -> tuple[str, dict[str, Any]]:
    from truecut.views.formats import formats_of
    from truecut.views.showing.plain_data import face_as_data

    view = None if face.view is None else face.view()
    if view is not None and "json" in formats_of(type(view)):
        return view.kind, view.data()
    if face.data is not None:
        return name_of_result(result), {"sentence": face.sentence, **face.data()}
    return name_of_result(result), face_as_data(face)
