"""What decisions cost, where they cost least, and what that saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.decision import CostSummary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class CostView(ViewOfSummary):
    """What decisions cost, where they cost least, and what that saves."""

    summary: CostSummary

    kind = "cost"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.cost.text import drawn_costs

        return drawn_costs(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.cost.data import costs_data

        return costs_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.cost.tables import costs_sheet

        return costs_sheet(self.summary)
