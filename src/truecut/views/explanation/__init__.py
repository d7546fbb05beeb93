"""One metric explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.catalogue.explanation import Explanation
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ExplanationView(View):
    """One metric: formula, numbers, words."""

    explanation: Explanation

    kind = "explanation"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.explanation.text import drawn_explanation

        return drawn_explanation(self.explanation)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.explanation.data import explanation_data

        return explanation_data(self.explanation)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.explanation.tables import explanation_sheet

        return explanation_sheet(self.explanation)
