"""Compared models of many classes: the verdict, the differences, and whether they answer alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View, ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.of_compared_classes import ComparedClasses
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ClassComparisonView(ViewOfSummary):
    """Compared models of many classes."""

    summary: ComparedClasses

    kind = "class-comparison"
    telling = View.telling | {"markdown"}
    tells_cells = True

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.class_comparison.text import drawn_classes

        return drawn_classes(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.class_comparison.data import classes_data

        return classes_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.class_comparison.data import classes_sheet

        return classes_sheet(self.summary)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.sheet import escaped

        verdicts = "\n".join(f"- {escaped(verdict.sentence)}" for verdict in self.summary.verdicts)
        return f"{verdicts}\n\n{self.sheet().as_markdown()}"
