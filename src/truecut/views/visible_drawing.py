"""Drawings for a terminal in which every character of a text is seen.

Lines are made by drawings: tables, groups of parts, wrapping. A line break or another control character inside a text
comes with somebody's name for a label, a group or a model, and is shown as an escape before the drawing is laid out, so
that it neither breaks a line nor moves a column.
"""

from __future__ import annotations

from typing import Any, cast

import rich.text
from rich.console import Group, RenderableType
from rich.table import Table

from truecut.errors.visible_text import visible


class Text(rich.text.Text):
    """A text with colours: Rich's, which would drop some control characters without a word and obey others.

    >>> print(Text.assemble("north\\n", ("\\x0csouth", "red")).plain)
    north\\n\\x0csouth
    """

    def __init__(self, text: str = "", *how: Any, **also: Any) -> None:
        super().__init__(visible(text), *how, **also)

    @classmethod
    def assemble(cls, *parts: Any, **how: Any) -> Text:
        """Return one text of several, each plain or with its style."""
        return cast(Text, super().assemble(*parts, **how))

    def append(self, text: Any, style: Any = None) -> Text:
        """Add to the text."""
        super().append(visible(text) if isinstance(text, str) else text, style)
        return self


def visible_drawing(drawing: RenderableType) -> RenderableType:
    """Return the drawing with all its plain strings visible; tables are changed in place.

    >>> print(visible_drawing("north\\n\\tsouth"))
    north\\n\\tsouth
    """
    if isinstance(drawing, Text):
        return drawing
    if isinstance(drawing, str):
        return visible(drawing)
    if isinstance(drawing, Group):
        return Group(*map(visible_drawing, drawing.renderables))
    if not isinstance(drawing, Table):
        raise TypeError(f"{type(drawing).__name__} is drawn nowhere yet: say here where its texts are.")
    for column in drawing.columns:
        column.header = visible_drawing(column.header)
        # Rich has no other way to the cells of a table that is made already.
        column._cells = list(map(visible_drawing, column.cells))
    return drawing
