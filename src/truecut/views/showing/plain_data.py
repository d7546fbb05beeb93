"""A result as plain data, for those that no command writes."""

from __future__ import annotations

from typing import Any

from truecut.views.face import Face
from truecut.views.json_values import plain, rows_as_data
from truecut.views.showing.texts import sheet_of


def face_as_data(face: Face) -> dict[str, Any]:
    """Return what JSON can hold: the sentence, the key numbers and every table as one object per row."""
    return {
        "sentence": face.sentence,
        "about": face.about,
        "numbers": [
            {"name": one.name, "value": plain(one.value), "low": plain(one.low), "high": plain(one.high)}
            for one in face.numbers
        ],
        "tables": {grid.name: rows_as_data(sheet_of(grid)) for grid in face.grids},
        "findings": [text for _, text in face.findings],
        "notes": list(face.notes),
        **face.told,
    }
