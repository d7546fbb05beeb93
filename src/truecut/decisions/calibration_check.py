"""Whether probabilities keep what they promise, in one line and without drawing anything.

Two numbers are looked at: how many positives there are for each one promised, and the slope of the log odds; both are 1
where the probabilities are right. The shape of the curve is not looked at, so a fault that is not seen is not denied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from truecut.catalogue.model import Model
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL
from truecut.words.numerals import decimal

NO_FAULT = "no fault seen"


@dataclass(frozen=True)
class CalibrationCheck:
    """The verdict, and the two numbers behind it."""

    is_miscalibrated: bool
    observed_expected: Estimate
    slope: Estimate
    p_value: float | None = None  # of calibrated probabilities looking as far off; None where none is known

    @property
    def verdict(self) -> str:
        """Return the verdict in a few words."""
        faults = " and ".join(_faults(self.observed_expected, self.slope))
        if not self.is_miscalibrated:
            return f"perhaps {faults}" if faults else NO_FAULT
        return f"miscalibrated, {faults}" if faults else "miscalibrated"

    @property
    def numbers(self) -> str:
        """Return the two numbers in words, those that are known."""
        ratio, slope = _in_words(self.observed_expected), _in_words(self.slope)
        known = {"observed/expected": ratio, "slope": slope}
        return ", ".join(f"{name} {number}" for name, number in known.items() if number)


def calibration_check(model: Model, level: float = LEVEL) -> CalibrationCheck | None:
    """Return whether the probabilities of a model are right as a whole; None if its scores are no probabilities."""
    table = model.table
    if model.is_hard or not table.are_probabilities or table.lower_is_positive:
        return None
    if not table.total_positive or not table.total_negative:
        return None
    from truecut.inference.calibration.by_design import tests_by_design

    try:
        with np.errstate(over="raise", invalid="raise"):
            tests = tests_by_design(model.moved, level)
    except ArithmeticError:
        return None  # weights of 1e300 beside 1 are more than floats can tell apart
    ratio, slope = tests.observed_expected, tests.slope
    known = (tests.likelihood_ratio.p_value, tests.spiegelhalter.p_value)
    p_value = None if model.design.is_clustered else next((p for p in known if p is not None), None)
    if p_value is None or model.moved is not model:  # then the tests do not know how the rows vary
        return CalibrationCheck(bool(list(_faults(ratio, slope))), ratio, slope)
    # The shape of the curve is another chance to go wrong: each of the two gets half of what the level leaves.
    return CalibrationCheck(2 * p_value <= 1 - level, ratio, slope, p_value)


def _faults(ratio: Estimate, slope: Estimate) -> Iterator[str]:
    if ratio.low is not None and ratio.high is not None and not ratio.low <= 1 <= ratio.high:
        yield "too low" if ratio.low > 1 else "too high"
    if slope.low is not None and slope.high is not None and not slope.low <= 1 <= slope.high:
        yield "too cautious" if slope.low > 1 else "too extreme"


def _in_words(number: Estimate) -> str:
    if number.value is None:
        return ""
    ends = "" if number.low is None or number.high is None else f" ({decimal(number.low)} to {decimal(number.high)})"
    return f"{decimal(number.value)}{ends}"
