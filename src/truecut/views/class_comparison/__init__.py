"""Compared models of many classes: the verdict, the differences, and whether they answer alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.of_compared_classes import ComparedClasses


@dataclass(frozen=True, eq=False)
class ClassComparisonView(ViewOfSummary):
    """Compared models of many classes."""

    summary: ComparedClasses

    kind = "class-comparison"
    telling = View.telling | {"markdown"}
    tells_cells = True
    text = made_by("class_comparison.text:drawn_classes", "summary")
    data = made_by("class_comparison.data:classes_data", "summary")
    sheet = made_by("class_comparison.data:classes_sheet", "summary")

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.sheet import escaped

        verdicts = "\n".join(f"- {escaped(verdict.sentence)}" for verdict in self.summary.verdicts)
        return f"{verdicts}\n\n{self.sheet().as_markdown()}"
