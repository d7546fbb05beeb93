"""A report: what was read, counts, metrics and findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View, ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.summary import Summary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class SummaryView(ViewOfSummary):
    """A report: what was read, counts, metrics and findings."""

    summary: Summary
    has_all: bool = False  # the text shows every metric

    kind = "summary"
    telling = View.telling | {"markdown"}
    tells_cells = True

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.summary.text import drawn

        return drawn(self.summary, width, has_all=self.has_all)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.summary.data import summary_data

        return summary_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.summary.tables import metrics_of

        return metrics_of(self.summary)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.summary.tables import markdown_of

        return markdown_of(self.summary)


@dataclass(frozen=True, eq=False)
class PageView(View):
    """The interactive report."""

    html: str

    read = None

    def page(self) -> str:
        """Return the page."""
        return self.html
