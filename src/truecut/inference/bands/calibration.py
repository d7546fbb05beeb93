"""The reliability curve as a band: the share of positives at each probability, by isotonic regression."""

from __future__ import annotations

from truecut.catalogue.model import Model
from truecut.inference.bands.along_curves import BandRequest
from truecut.inference.bands.band import Band, BandKind
from truecut.inference.calibration.reliability import calibration_of
from truecut.inference.interval_request import joined

NAME = "calibration"


def band_of_calibration(model: Model, wanted: BandRequest, points: int) -> Band:
    """Return the confidence band of the curve; `Evaluation.calibration` has the rest, the consistency band among it."""
    found = calibration_of(
        model,
        band="confidence",
        is_simultaneous=wanted.kind == BandKind.SIMULTANEOUS,
        level=wanted.level,
        replicates=wanted.replicates,
        seed=wanted.seed,
    )
    curve = found.points.thinned(points)
    return Band(
        NAME,
        "probability",
        "observed",
        curve.scores,
        curve.observed,
        curve.low,
        curve.high,
        wanted.kind,
        found.method,
        wanted.level,
        joined(*found.notes),
        found.replicates,
        found.seed,
        curve.scores,
    )
