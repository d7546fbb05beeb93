"""What small parts of results and what users write themselves say: their fields, by name."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Any

from truecut.views.face import Face, FaceCell, Grid, GridColumn

LONGEST = 60  # letters of one field in a sentence


def face_of_fields(part: Any) -> Face:
    """Return the face of a dataclass: what is set, one field a row."""
    known = {field.name: getattr(part, field.name) for field in fields(part) if _is_told(field)}
    # What was left as it is by default says nothing.
    set_ones = {name: value for name, value in known.items() if value is not None and value != "" and value != ()}
    said = ", ".join(f"{name} {_short(value)}" for name, value in set_ones.items())
    rows: list[tuple[FaceCell, ...]] = [(name, None if value is None else str(value)) for name, value in known.items()]
    return Face(f"{said or 'nothing set'}.", grids=(Grid("fields", (GridColumn("field"), GridColumn("value")), rows),))


def _is_told(field: Field[Any]) -> bool:
    return field.repr and not field.name.startswith("_")


def _short(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
