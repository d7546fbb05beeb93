"""A report: what was read, counts, metrics and findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, ViewOfSummary, made_by

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.summary import Summary


@dataclass(frozen=True, eq=False)
class SummaryView(ViewOfSummary):
    """A report: what was read, counts, metrics and findings."""

    summary: Summary
    has_all: bool = False  # the text shows every metric

    kind = "summary"
    telling = View.telling | {"markdown"}
    tells_cells = True
    data = made_by("summary.data:summary_data", "summary")
    sheet = made_by("summary.tables:metrics_of", "summary")
    markdown = made_by("summary.tables:markdown_of", "summary")

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.summary.text import drawn

        return drawn(self.summary, width, has_all=self.has_all)


@dataclass(frozen=True, eq=False)
class PageView(View):
    """The interactive report."""

    html: str

    read = None

    def page(self) -> str:
        """Return the page."""
        return self.html
