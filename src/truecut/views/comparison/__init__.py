"""Compared models: the answer, the differences, where they disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.comparison import ComparisonSummary


@dataclass(frozen=True, eq=False)
class ComparisonView(ViewOfSummary):
    """Compared models: the answer, the differences, where they disagree."""

    summary: ComparisonSummary

    kind = "comparison"
    telling = View.telling | {"markdown"}
    tells_cells = True
    text = made_by("comparison.text:drawn_comparison", "summary")
    data = made_by("comparison.data:comparison_data", "summary")
    sheet = made_by("comparison.tables:differences_sheet", "summary")
    markdown = made_by("comparison.tables:comparison_as_markdown", "summary")
