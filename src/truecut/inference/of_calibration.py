"""The methods for what a logistic recalibration finds, and for the ratio of observed to expected positives.

Slope and intercept are likeliest values: their variance is the inverse of the observed information. The ratio is taken
on the log scale, with the expected positives held fixed.

Cox 1958, Biometrika 45:562; the ratio as in Debray et al. 2017, BMJ 356:i6460.
"""

from __future__ import annotations

from math import exp, isfinite, log, sqrt

import numpy as np

from truecut.catalogue.measures.calibration import along_line, logistic_line
from truecut.catalogue.measures.logistic import bend_of
from truecut.inference.calibration.significance import NO_OBSERVED
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest
from truecut.inference.quantiles import normal_quantile

FEW_EVENTS = 10
FEW = f"the smaller class has fewer than {FEW_EVENTS} rows, too few for a normal distribution"
NO_INFORMATION = "the fit tells nothing about its own spread"


def _by_slope(asked: IntervalRequest) -> Interval:
    table = asked.model.table
    told = bend_of(along_line(table, *logistic_line(table).tolist()))
    # The variance of the slope, the intercept being fitted too.
    left = told[1, 1] - told[0, 1] ** 2 / told[0, 0] if told[0, 0] > 0 else 0.0
    return _around(asked, float(left))


def _by_shift(asked: IntervalRequest) -> Interval:
    sums = along_line(asked.model.table, asked.value, 1.0)
    return _around(asked, sums.missed_bends + sums.invented_bends)


def _around(asked: IntervalRequest, told: float) -> Interval:
    positives, negatives = float(asked.model.table.total_positive), float(asked.model.table.total_negative)
    rows = positives + negatives
    if not (isfinite(told) and told > 0):
        return Interval(None, rows, NO_INFORMATION)
    error = 1 / sqrt(told)
    half = normal_quantile(asked.level) * error
    few = FEW if min(positives, negatives) < FEW_EVENTS else ""
    return Interval((asked.value - half, asked.value + half), rows, few, standard_error=error)


def _by_log_ratio(asked: IntervalRequest) -> Interval:
    table = asked.model.table
    positives = float(table.total_positive)
    rows = positives + float(table.total_negative)
    if not positives or not isfinite(asked.value):
        return Interval(None, rows, NO_OBSERVED)
    of_log = sqrt((1 - positives / rows) / positives)
    half = normal_quantile(asked.level) * of_log
    middle = log(asked.value)
    limits = exp(middle - half), float(np.exp(middle + half))
    few = FEW if positives < FEW_EVENTS else ""
    return Interval(limits, rows, few, standard_error=asked.value * of_log)  # by the delta method


SLOPE: IntervalMethods = {"information": IntervalMethod(_by_slope)}
INTERCEPT: IntervalMethods = {"information": IntervalMethod(_by_shift)}
OBSERVED_EXPECTED: IntervalMethods = {"log": IntervalMethod(_by_log_ratio)}
