"""Compared models: the answer, the differences, where they disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View, ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.comparison import ComparisonSummary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ComparisonView(ViewOfSummary):
    """Compared models: the answer, the differences, where they disagree."""

    summary: ComparisonSummary

    kind = "comparison"
    telling = View.telling | {"markdown"}
    tells_cells = True

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.comparison.text import drawn_comparison

        return drawn_comparison(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.comparison.data import comparison_data

        return comparison_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.comparison.tables import differences_sheet

        return differences_sheet(self.summary)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.comparison.tables import comparison_as_markdown

        return comparison_as_markdown(self.summary)
