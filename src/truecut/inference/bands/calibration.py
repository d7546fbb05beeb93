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
        name=NAME,
        x_name="probability",
        y_name="observed",
        x=curve.scores,
        y=curve.observed,
        low=curve.low,
        high=curve.high,
        kind=wanted.kind,
        method=found.method,
        level=wanted.level,
        note=joined(*found.notes),
        replicates=found.replicates,
        seed=found.seed,
        thresholds=curve.scores,
    )
