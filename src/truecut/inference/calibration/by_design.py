"""Calibration in single numbers, with the intervals that the same metrics have wherever else they are asked for.

The tests know independent rows and weights. Clusters, folds and a share of positives that is stated change how
sure one can be, and the metrics know that: so the interval is theirs.
"""

from __future__ import annotations

from dataclasses import replace

from truecut.catalogue.design import DesignKind
from truecut.catalogue.model import Model
from truecut.inference.calibration.significance import CalibrationTests, Coefficient, calibration_tests
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate

NO_METRIC = "its interval is not known for rows so sampled"


def tests_by_design(model: Model, level: float) -> CalibrationTests:
    """Return all tests of the probabilities of a model, as sure as its rows allow."""
    tests = calibration_tests(model.table, level)
    design = model.design
    if design.kind == DesignKind.INDEPENDENT and design.folds is None and not design.fixes_prevalence:
        return tests
    ratio, shift, slope = (
        estimate(model, name, level=level)
        for name in ("observed_expected_ratio", "calibration_intercept", "calibration_slope")
    )
    return replace(
        tests,
        observed_expected=ratio,
        in_the_large=_coefficient(shift),
        slope=_coefficient(slope),
        intercept=_bare(tests.intercept),
    )


def _coefficient(found: Estimate) -> Coefficient:
    return Coefficient(**vars(found))


def _bare(found: Coefficient) -> Coefficient:
    if found.value is None:
        return found
    return replace(found, low=None, high=None, method="", standard_error=None, note=NO_METRIC)
