"""What an example says of itself."""

from __future__ import annotations

from typing import Any

from truecut.views.face import Face, Grid, GridColumn


def face_of_example(example: Any) -> Face:
    """Return the face of an example; it stands above the views, so its type is not named."""
    columns = (
        GridColumn("name"),
        GridColumn("file"),
        GridColumn("label"),
        GridColumn("positive"),
        GridColumn("scores"),
    )
    row = (example.name, example.file, example.label, example.positive, ", ".join(example.scores))
    grid = Grid("example", columns, [row])
    return Face(f"{example.name}: {example.about}.", example.source, grids=(grid,), notes=("e = example.evaluate()",))
