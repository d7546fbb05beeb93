"""Calibration as strict JSON, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.catalogue.measures.probability_maps import BetaMap, IsotonicMap, PlattMap, ProbabilityMap
from truecut.inference.calibration.binned import BinnedError
from truecut.inference.calibration.decomposition import Decomposition
from truecut.inference.calibration.recalibration import Quality, Recalibration
from truecut.inference.calibration.reliability import Calibration
from truecut.inference.calibration.significance import CalibrationTests, Coefficient, SignificanceTest
from truecut.summaries.calibration import CalibrationSummary, ModelCalibration
from truecut.views.json_values import plain, read_as_data, value_as_data


def calibration_data(summary: CalibrationSummary) -> dict[str, Any]:
    """Return the calibration of all models."""
    return {"read": read_as_data(summary.read), "models": [_model(model) for model in summary.models]}


def _model(model: ModelCalibration) -> dict[str, Any]:
    known = _calibration(model.calibration) if model.calibration else {"undefined": model.undefined}
    return {
        "name": model.name,
        **known,
        "recalibrations": [recalibration_as_data(recalibration) for recalibration in model.recalibrations],
    }


def _calibration(calibration: Calibration) -> dict[str, Any]:
    chance, histogram = calibration.chance, calibration.histogram
    return {
        "kind": calibration.kind.value,
        "verdict": calibration.verdict.value,
        "findings": list(calibration.findings),
        "notes": list(calibration.notes),
        "band": calibration.method,
        "simultaneous": calibration.is_simultaneous,
        "level": calibration.level,
        "replicates": calibration.replicates,
        "seed": calibration.seed,
        "points": [point._asdict() for point in calibration.points],
        "histogram": {name: values.tolist() for name, values in histogram._asdict().items()},
        "decompositions": [_decomposition(parts) for parts in calibration.decompositions.values()],
        "chance": {"mean": chance.mean, "high": chance.high, "p_value": chance.p_value},
        "tests": _tests(calibration.tests),
        **({"error": _error(calibration.error)} if calibration.error else {}),
    }


def _decomposition(parts: Decomposition) -> dict[str, Any]:
    return {name: plain(value) for name, value in vars(parts).items()}


def _tests(tests: CalibrationTests) -> dict[str, Any]:
    return {
        "observed_expected": value_as_data(tests.observed_expected),
        **{name: _coefficient(getattr(tests, name)) for name in ("in_the_large", "intercept", "slope")},
        **{name: _test(getattr(tests, name)) for name in ("likelihood_ratio", "spiegelhalter")},
    }


def _coefficient(coefficient: Coefficient) -> dict[str, Any]:
    return {"estimate": value_as_data(coefficient), "standard_error": coefficient.standard_error}


def _test(test: SignificanceTest) -> dict[str, Any]:
    return {"statistic": test.statistic, "p_value": test.p_value, "undefined": test.undefined}


def _error(error: BinnedError) -> dict[str, Any]:
    return {**vars(error), "spacing": error.spacing.value}


def recalibration_as_data(recalibration: Recalibration) -> dict[str, Any]:
    """Return what recalibrating would change."""
    return {
        "method": recalibration.method.value,
        "verdict": recalibration.verdict.value,
        "findings": list(recalibration.findings),
        "notes": list(recalibration.notes),
        "before": recalibration.before and _quality(recalibration.before),
        "after": _quality(recalibration.after),
        "uncertainty": recalibration.uncertainty,
        "brier_gain": value_as_data(recalibration.brier_gain),
        "log_loss_gain": value_as_data(recalibration.log_loss_gain),
        "threshold": plain(recalibration.threshold),
        "new_threshold": recalibration.new_threshold,
        "folds": recalibration.folds,
        "repeats": recalibration.repeats,
        "seed": recalibration.seed,
        "map": _map(recalibration.map),
    }


def _quality(quality: Quality) -> dict[str, Any]:
    return {name: plain(value) for name, value in vars(quality).items()}


def _map(fitted: ProbabilityMap) -> dict[str, Any]:
    if isinstance(fitted, IsotonicMap):
        return {"scores": fitted.scores.tolist(), "probabilities": fitted.probabilities.tolist()}
    return dict(vars(fitted)) if isinstance(fitted, PlattMap | BetaMap) else {}
