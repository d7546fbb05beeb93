"""Net benefit over thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.decisions.decision_curve import DecisionCurve
    from truecut.views.sheet import Sheet
    from truecut.words import Words


@dataclass(frozen=True, eq=False)
class DecisionCurveView(View):
    """Net benefit over thresholds."""

    read: Provenance
    words: Words
    curve: DecisionCurve

    kind = "decision"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.decision_curve.text import drawn_decision_curve

        return drawn_decision_curve(self.read, self.words, self.curve)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.decision_curve.data import decision_curve_data

        return decision_curve_data(self.read, self.curve)

    def sheet(self) -> Sheet:
        """Return a row for each model and threshold."""
        from truecut.views.sheet import Sheet

        return Sheet(self.curve.header, list(self.curve.table()))
