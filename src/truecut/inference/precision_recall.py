"""How sure one can be of average precision, from the score table alone.

The influence of a row is what the value gains by weighing that row a little more: a positive brings the precision
at its own score and lifts that of all positives below, a negative lowers theirs. Rows of one score share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.areas import average_precision
from truecut.catalogue.measures.cached_on_table import keep, once
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.composites import around_log_odds
from truecut.inference.quantiles import normal_quantile, student_quantile
from truecut.kernel import PrecisionInfluences, precision_influences, precision_influences_of_many

ENOUGH = 30  # positives from which the jackknife keeps its promise alone

Limits = tuple[float, float]
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Influences:
    """The influence of a positive and of a negative row at each distinct score of a table."""

    of_positives: NDArray[np.float64]
    of_negatives: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]

    @classmethod
    def of(cls, curve: CountsCurve) -> Influences:
        """Return the influences on the average precision of a curve that has positives."""
        positives, negatives = curve.table.positives.astype(float), curve.table.negatives.astype(float)
        tp, fp = curve.counts.tp[1:].astype(float), curve.counts.fp[1:].astype(float)
        flagged, total = tp + fp, float(curve.table.total_positive)
        gained = _from_here_on(positives * fp / flagged**2)
        lost = _from_here_on(positives * tp / flagged**2)
        return cls((tp / flagged - average_precision(curve) + gained) / total, -lost / total, positives, negatives)

    @property
    def standard_error(self) -> float:
        """Return the standard error when the rows were drawn together, as they come."""
        squares = (self.positives * self.of_positives**2).sum() + (self.negatives * self.of_negatives**2).sum()
        return sqrt(float(squares))

    @property
    def around_their_class(self) -> Influences:
        """Return the influences less the mean of their class, where so many of each were taken or are supposed."""
        means = [
            float(np.average(values, weights=rows)) if rows.any() else 0.0
            for values, rows in ((self.of_positives, self.positives), (self.of_negatives, self.negatives))
        ]
        return replace(self, of_positives=self.of_positives - means[0], of_negatives=self.of_negatives - means[1])

    @property
    def standard_error_by_class(self) -> float:
        """Return the standard error when so many positives and so many negatives were drawn on purpose."""
        return self.around_their_class.standard_error


def average_precision_error(curve: CountsCurve, *, by_class: bool) -> float:
    """Return the standard error of average precision; `by_class` where so many rows of each were drawn on purpose."""
    table = curve.table
    if not table.positives.dtype == table.negatives.dtype == np.int64:
        influences = Influences.of(curve)
        return influences.standard_error_by_class if by_class else influences.standard_error
    return _of_counted_by_class(table) if by_class else _of_counted(table)


@once
def _of_counted(table: ScoreTable) -> float:
    """Return the standard error from whole counts, which the kernel adds up: nobody needs the influence of each row."""
    return _error(precision_influences(table.positives, table.negatives, average_precision(CountsCurve(table))))


@once
def _of_counted_by_class(table: ScoreTable) -> float:
    average = average_precision(CountsCurve(table))
    sums = precision_influences(table.positives, table.negatives, average)
    of_positives = sums.of_positives / max(float(table.total_positive), 1.0)
    means = of_positives, sums.of_negatives / max(float(table.total_negative), 1.0)
    return _error(precision_influences(table.positives, table.negatives, average, means))


def keep_errors(tables: Sequence[ScoreTable], positives: Counts, negatives: Counts) -> None:
    """Keep with each of many tables of one length, all with positives, the standard error of average precision."""
    averages = np.array([average_precision(CountsCurve(table)) for table in tables])
    for table, sums in zip(tables, precision_influences_of_many(positives, negatives, averages), strict=True):
        keep(_of_counted, table, _error(sums))


def _error(sums: PrecisionInfluences) -> float:
    return sqrt(sums.positive_squares + sums.negative_squares)


def jackknife(value: float, standard_error: float, positives: float, level: float = 0.95) -> Limits:
    """Return the interval on the log odds, with as many degrees of freedom as positives less one."""
    half = student_quantile(level, positives - 1) * standard_error / (value * (1 - value))
    return around_log_odds(value, 1 - value, half)


def boyd(value: float, positives: float, level: float = 0.95) -> Limits:
    """Return the interval that the number of positives alone gives (Boyd, Eng & Page 2013, LNCS 8190:451)."""
    return around_log_odds(value, 1 - value, normal_quantile(level) / sqrt(positives * value * (1 - value)))


def guarded_jackknife(value: float, standard_error: float, positives: float, level: float = 0.95) -> Limits:
    """Return the jackknife's interval, and with few positives the wider of it and Boyd's."""
    low, high = jackknife(value, standard_error, positives, level)
    if positives >= ENOUGH:
        return low, high
    by_positives = boyd(value, positives, level)
    return min(low, by_positives[0]), max(high, by_positives[1])


def _from_here_on(column: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.cumsum(column[::-1])[::-1]
