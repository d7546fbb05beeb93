"""Net benefit over thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
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
    text = made_by("decision_curve.text:drawn_decision_curve", "read", "words", "curve")
    data = made_by("decision_curve.data:decision_curve_data", "read", "curve")

    def sheet(self) -> Sheet:
        """Return a row for each model and threshold."""
        from truecut.views.sheet import Sheet

        return Sheet(self.curve.header, list(self.curve.table()))
