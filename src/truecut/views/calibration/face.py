"""What calibration says of itself: whether probabilities mean what they say, and what recalibrating would change."""

from __future__ import annotations

from functools import partial

from truecut.catalogue.origin import Origin
from truecut.decisions.findings.finding import Tone
from truecut.inference.calibration.decomposition import Decomposition
from truecut.inference.calibration.recalibration import Recalibration
from truecut.inference.calibration.reliability import Calibration, ReliabilityCurve
from truecut.inference.calibration.words import CalibrationVerdict
from truecut.summaries.calibration import ModelCalibration, summary_of_calibration
from truecut.views.calibration import CalibrationView
from truecut.views.calibration.data import recalibration_as_data
from truecut.views.face import CellKind, CurvePicture, Face, Grid, GridColumn, KeyNumber, Later, ends
from truecut.words.numerals import count, decimal

DRAWN = 120  # points of a curve on a card
NUMBER = CellKind.NUMBER
TONES = {
    CalibrationVerdict.CALIBRATED: Tone.GOOD,
    CalibrationVerdict.LITTLE: Tone.WARNING,
    CalibrationVerdict.MISCALIBRATED: Tone.PROBLEM,
}


def face_of_calibration(found: Calibration) -> Face:
    """Return the face of a reliability curve."""
    slope, large = found.slope, found.tests.observed_expected
    return Face(
        found.findings[0],
        f"{found.kind.value} curve, {100 * found.level:g} % {found.method} band",
        (
            KeyNumber("slope (1 is calibrated)", slope.value, NUMBER, *ends(slope), note=slope.undefined or ""),
            KeyNumber("observed / expected", large.value, NUMBER, *ends(large), note=large.undefined or ""),
            KeyNumber("Brier score", found.decomposition.value),
            KeyNumber("miscalibration", found.decomposition.miscalibration),
        ),
        Later(lambda: (_curve(found.points), decomposition_grid(list(found.decompositions.values())))),
        notes=(*found.findings[1:], *found.notes),
        picture=lambda: _picture(found),
        tone=TONES[found.verdict],
        told={"verdict": found.verdict.value},
        view=None if found.origin is None else partial(_view, found, found.origin),
    )


def _view(found: Calibration, origin: Origin) -> CalibrationView:
    """Return what the command of the same result shows."""
    return CalibrationView(
        summary_of_calibration(origin.read, origin.words, [ModelCalibration(origin.model.name, found)])
    )


def _curve(points: ReliabilityCurve) -> Grid:
    columns = (
        *(GridColumn(name, NUMBER) for name in ("score", "observed", "low", "high")),
        GridColumn("rows", CellKind.COUNT),
    )
    return Grid("curve", columns, [tuple(point) for point in points], "Curve", is_on_card=False)


def decomposition_grid(found: list[Decomposition]) -> Grid:
    """Return the parts of scores, one score a row."""
    names = ("value", "miscalibration", "discrimination", "uncertainty")
    rows = [(one.score, *(getattr(one, name) for name in names)) for one in found]
    return Grid(
        "scores", (GridColumn("score"), *(GridColumn(name, NUMBER) for name in names)), rows, "Parts of the scores"
    )


def _picture(found: Calibration) -> CurvePicture:
    points = found.points.thinned(DRAWN)
    xs = points.scores.clip(0, 1).tolist()
    band = xs, points.low.clip(0, 1).tolist(), points.high.clip(0, 1).tolist()
    return CurvePicture([(xs, points.observed.clip(0, 1).tolist())], "probability", "observed share", band=band)


def face_of_decomposition(one: Decomposition) -> Face:
    """Return the face of a score in its parts."""
    return Face(
        f"{one.score} {decimal(one.value)} = miscalibration {decimal(one.miscalibration)} - discrimination "
        f"{decimal(one.discrimination)} + uncertainty {decimal(one.uncertainty)}.",
        grids=(decomposition_grid([one]),),
    )


def face_of_reliability_curve(points: ReliabilityCurve) -> Face:
    """Return the face of the points of a reliability curve."""
    return Face(f"Observed share at {count(len(points))} probabilities.", grids=(_curve(points),))


def face_of_recalibration(found: Recalibration) -> Face:
    """Return the face of what recalibrating would change."""
    names = ("brier", "log_loss", "miscalibration", "roc_auc")
    both = (("before", found.before), ("after", found.after))
    rows = [(when, *(getattr(one, name) for name in names)) for when, one in both if one is not None]
    gain = found.brier_gain
    return Face(
        found.findings[0],
        f"{found.method.value}, {found.folds} folds, {found.repeats} divisions, seed {found.seed}",
        (
            KeyNumber("gain in Brier score", gain.value, CellKind.SIGNED, *ends(gain), note=gain.undefined or ""),
            KeyNumber(f"threshold {found.threshold:g} becomes", found.new_threshold, CellKind.THRESHOLD),
        ),
        (Grid("quality", (GridColumn("rows", title=" "), *(GridColumn(name, NUMBER) for name in names)), rows),),
        notes=(*found.findings[1:], *found.notes),
        data=lambda: recalibration_as_data(found),
    )
