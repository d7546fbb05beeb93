"""How rows of many classes are answered: by price, from a score on, or not at all where one is not sure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View, ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.of_class_decision import DecidedClasses
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ClassDecisionView(ViewOfSummary):
    """How rows of many classes are answered."""

    summary: DecidedClasses

    kind = "class-decision"
    telling = View.telling | {"markdown"}
    tells_cells = True

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.class_decision.text import drawn_decision

        return drawn_decision(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.class_decision.data import decision_data

        return decision_data(self.summary)

    def sheet(self) -> Sheet:
        """Return the trade-off at every score from which answers could be given."""
        from truecut.views.class_decision.data import trade_off_sheet

        return trade_off_sheet(self.summary)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.class_decision.data import decision_markdown

        return decision_markdown(self.summary)
