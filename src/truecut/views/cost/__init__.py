"""What decisions cost, where they cost least, and what that saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.decision import CostSummary


@dataclass(frozen=True, eq=False)
class CostView(ViewOfSummary):
    """What decisions cost, where they cost least, and what that saves."""

    summary: CostSummary

    kind = "cost"
    text = made_by("cost.text:drawn_costs", "summary")
    data = made_by("cost.data:costs_data", "summary")
    sheet = made_by("cost.tables:costs_sheet", "summary")
