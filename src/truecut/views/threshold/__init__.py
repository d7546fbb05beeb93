"""A chosen threshold, why, and how far to trust the choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.decision import ThresholdSummary


@dataclass(frozen=True, eq=False)
class ThresholdView(ViewOfSummary):
    """A chosen threshold, why, and how far to trust the choice."""

    summary: ThresholdSummary

    kind = "threshold"
    text = made_by("threshold.text:drawn_threshold", "summary")
    data = made_by("threshold.data:threshold_data", "summary")
    sheet = made_by("threshold.tables:threshold_sheet", "summary")

    def number(self) -> str:
        """Return the threshold; infinite where nothing is flagged."""
        if self.summary.decision.threshold is not None:
            return repr(self.summary.decision.threshold)
        return "-inf" if self.read.lower_is_positive else "inf"
