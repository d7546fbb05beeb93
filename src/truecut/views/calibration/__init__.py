"""How well probabilities are calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import ViewOfSummary, made_by

if TYPE_CHECKING:
    from truecut.summaries.calibration import CalibrationSummary


@dataclass(frozen=True, eq=False)
class CalibrationView(ViewOfSummary):
    """How well probabilities are calibrated."""

    summary: CalibrationSummary

    kind = "calibration"
    tells_place = False
    text = made_by("calibration.text:drawn_calibration", "summary")
    data = made_by("calibration.data:calibration_data", "summary")
    sheet = made_by("calibration.tables:calibration_sheet", "summary")
