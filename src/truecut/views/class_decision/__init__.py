"""How rows of many classes are answered: by price, from a score on, or not at all where one is not sure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.of_class_decision import DecidedClasses


@dataclass(frozen=True, eq=False)
class ClassDecisionView(ViewOfSummary):
    """How rows of many classes are answered."""

    summary: DecidedClasses

    kind = "class-decision"
    telling = View.telling | {"markdown"}
    tells_cells = True
    text = made_by("class_decision.text:drawn_decision", "summary")
    data = made_by("class_decision.data:decision_data", "summary")
    sheet = made_by("class_decision.data:trade_off_sheet", "summary")
    markdown = made_by("class_decision.data:decision_markdown", "summary")
