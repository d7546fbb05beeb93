"""Calibration as a sheet: what CSV and Markdown show."""

from __future__ import annotations

from truecut.summaries.calibration import CalibrationSummary
from truecut.views.sheet import Sheet

POINTS = ("model", "score", "observed", "low", "high", "rows")


def calibration_sheet(summary: CalibrationSummary) -> Sheet:
    """Return the reliability curves with their bands, one point per line."""
    return Sheet(
        POINTS,
        [
            (model.name, point.score, point.observed, point.low, point.high, point.rows)
            for model in summary.models
            if model.calibration
            for point in model.calibration.points
        ],
    )
