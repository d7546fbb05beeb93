"""Reports of several models of many classes, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.summaries.summary import Summary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class SummariesView(View):
    """What is known of each of several models of the same rows."""

    summaries: Mapping[str, Summary]
    has_all: bool = False  # the text shows every metric

    kind = "summaries"
    telling = View.telling | {"markdown"}
    tells_cells = True

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        return next(iter(self.summaries.values())).read

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from rich.console import Group

        from truecut.views.summary.text import drawn
        from truecut.views.visible_drawing import Text

        parts: list[RenderableType] = []
        for name, summary in self.summaries.items():
            parts += [Text(name, style="bold underline"), drawn(summary, width, has_all=self.has_all), ""]
        return Group(*parts[:-1])

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.summary.data import summary_data

        return {"models": {name: summary_data(summary) for name, summary in self.summaries.items()}}

    def sheet(self) -> Sheet:
        """Return it as one table, with the model before each line."""
        from truecut.views.sheet import Sheet
        from truecut.views.summary.tables import metrics_of

        sheets = {name: metrics_of(summary) for name, summary in self.summaries.items()}
        first = next(iter(sheets.values()))
        rows = [(name, *row) for name, sheet in sheets.items() for row in sheet.rows]
        return Sheet(("model", *first.header), rows, first.title)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.sheet import escaped
        from truecut.views.summary.tables import markdown_of

        parts = [f"# {escaped(name)}\n\n{markdown_of(summary)}" for name, summary in self.summaries.items()]
        return "\n".join(parts)
