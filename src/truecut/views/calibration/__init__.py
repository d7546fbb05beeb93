"""How well probabilities are calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import ViewOfSummary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.summaries.calibration import CalibrationSummary
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class CalibrationView(ViewOfSummary):
    """How well probabilities are calibrated."""

    summary: CalibrationSummary

    kind = "calibration"
    tells_place = False

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.calibration.text import drawn_calibration

        return drawn_calibration(self.summary)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.calibration.data import calibration_data

        return calibration_data(self.summary)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.calibration.tables import calibration_sheet

        return calibration_sheet(self.summary)
