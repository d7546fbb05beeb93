"""How well probabilities are calibrated: the plain tree that views of `calibration` draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truecut.data.rows import Provenance
from truecut.inference.calibration.recalibration import Recalibration
from truecut.inference.calibration.reliability import Calibration
from truecut.words import Words

DRAWN = 200  # points of a curve: more than a page can show


@dataclass(frozen=True)
class ModelCalibration:
    """The calibration of one model, or why it has none, and what recalibrating would change."""

    name: str
    calibration: Calibration | None
    undefined: str | None = None
    recalibrations: tuple[Recalibration, ...] = ()


@dataclass(frozen=True)
class CalibrationSummary:
    """The calibration of one or several models on the same rows."""

    read: Provenance
    words: Words
    models: tuple[ModelCalibration, ...]


def summary_of_calibration(read: Provenance, words: Words, models: Sequence[ModelCalibration]) -> CalibrationSummary:
    """Return the tree, with no more points than can be drawn."""
    thinned = tuple(
        ModelCalibration(
            model.name,
            None if model.calibration is None else model.calibration.thinned(DRAWN),
            model.undefined,
            model.recalibrations,
        )
        for model in models
    )
    return CalibrationSummary(read, words, thinned)
