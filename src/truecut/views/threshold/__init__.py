"""A chosen threshold, why, and how far to trust the choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.decision import ThresholdSummary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ThresholdView(ViewOfSummary):
    """A chosen threshold, why, and how far to trust the choice."""

    summary: ThresholdSummary

    kind = "threshold"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.threshold.text import drawn_threshold

        return drawn_threshold(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.threshold.data import threshold_data

        return threshold_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.threshold.tables import threshold_sheet

        return threshold_sheet(self.summary)

    def number(self) -> str:
        """Return the threshold; infinite where nothing is flagged."""
        if self.summary.decision.threshold is not None:
            return repr(self.summary.decision.threshold)
        return "-inf" if self.read.lower_is_positive else "inf"
