"""How sure one can be of average precision that is averaged over classes.

The influence of a row is what the average gains by weighing that row a little more: it is one of the positives of its
own class and one of the negatives of all others, so its influences on the classes add up. The squares of the rows'
influences are the variance (the infinitesimal jackknife), by true class, since a rare class that decides leaves few
degrees of freedom (Satterthwaite 1946, Biometrics Bull 2:110).

Ten rows of a class may rank without a mistake by luck, and then do not spread at all. So half a row like the worst of
its class is added to the variance of each, and below thirty rows the variance of a class is at least that of as many
coin tosses (Boyd, Eng & Page 2013, LNCS 8190:451), half a row off a perfect value. Limits are Wilson's, of a share that
varies so much: on the log odds they would reach far down wherever the average is near 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_metric import Average
from truecut.catalogue.measures.areas import average_precision
from truecut.counting.class_rows import ClassRows
from truecut.counting.class_table import ClassTable
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import places_in
from truecut.counting.score_table import ScoreTable
from truecut.inference.many_classes.areas import spread_by_class
from truecut.inference.many_classes.matrix_intervals import wilson_with
from truecut.inference.precision_recall import ENOUGH, Influences
from truecut.inference.quantiles import student_quantile

METHOD, AT_MOST = "jackknife-wilson", "jackknife-wilson, at most"
HALF = 0.5  # of a row of each class, which nobody saw

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class PrecisionSpread:
    """The variance of an average of average precision, its degrees of freedom, and a value near it that is not 1."""

    variance: float
    freedom: float
    near: float

    def limits(self, value: float, level: float) -> tuple[float, float] | None:
        """Return Wilson's limits, by Student's distribution; None where there is no spread."""
        return wilson_with(value, self.near, self.variance, student_quantile(level, self.freedom))


def precision_influences_of_rows(rows: ClassRows, average: Average) -> Numbers:
    """Return the influence of each row on the average, by weight."""
    return _Influenced.of_rows(rows, average).parts


def precision_spread(rows: ClassRows, average: Average, *, fixes_classes: bool = False) -> PrecisionSpread:
    """Return the spread of the average; where classes have stated shares, rows vary about the mean of their class."""
    seen = _Influenced.of_rows(rows, average)
    weight = rows.by_class(rows.weight)
    mean = rows.by_class(rows.weight * seen.parts) / weight
    worst = np.full(len(weight), np.inf)
    np.minimum.at(worst, rows.truth, seen.parts)
    unseen = HALF * (rows.by_class(rows.squared_weight) / weight * (mean - worst)) ** 2
    variances = variances_by_class(seen.parts, rows, fixes_classes=fixes_classes) + unseen
    return seen.classes.spread(variances, rows.worth)


def variances_by_class(parts: Numbers, rows: ClassRows, *, fixes_classes: bool = False) -> Numbers:
    """Return, by true class, the variance of what the rows' influences add up to."""
    worth, squares = rows.worth, rows.squared_weight.astype(float)
    mean = rows.by_class(rows.weight * parts) / rows.by_class(rows.weight)
    within = rows.by_class(squares * (parts - mean[rows.truth]) ** 2) * worth / np.maximum(worth - 1, 1)
    # How many rows of a class there are varies too, unless that was stated.
    return np.asarray(within if fixes_classes else within + rows.by_class(squares) * mean**2)


def precision_spread_at_most(table: ClassTable, average: Average) -> PrecisionSpread:
    """Return a spread that is never too small, where only the table is known.

    How the influences of one row on several classes hang together is not in a table; their lengths add up at most, and
    so do those of the worst rows.
    """
    true = table.true.astype(float)
    shares, lengths, worst = _shares(true, average), np.zeros(len(true)), np.zeros(len(true))
    values, variances = np.zeros(len(true)), np.zeros(len(true))
    for place, (one, share) in enumerate(zip(table.scores, shares, strict=True)):
        if not share:
            continue
        curve = CountsCurve(table.score_table(place))
        influences = Influences.of(curve)
        at, rows = places_in(curve.table, one.keys[0]), one.weights.astype(float)
        each = np.where(one.keys[1] == place, influences.of_positives[at], influences.of_negatives[at])
        lengths += share * np.sqrt(np.bincount(one.keys[1], rows * each**2, len(true)))
        mean = np.bincount(one.keys[1], rows * each, len(true)) / np.maximum(true, 1)
        below = np.zeros(len(true))
        np.maximum.at(below, one.keys[1], mean[one.keys[1]] - each)
        worst += share * below
        values[place], variances[place] = average_precision(curve), influences.standard_error**2
    if average == Average.WEIGHTED:
        lengths += np.sqrt(true) * np.abs(values - shares @ values) / true.sum()
    by_class = lengths**2 * true / np.maximum(true - 1, 1) + HALF * worst**2
    return _Classes(shares, values, variances).spread(by_class, true)


@dataclass(frozen=True, eq=False)
class _Classes:
    """The classes that an average is taken over: how much each counts, its average precision and the variance of it."""

    shares: Numbers
    values: Numbers
    variances: Numbers

    def spread(self, variances: Numbers, worth: Numbers) -> PrecisionSpread:
        """Return the spread of the average, whose variance by true class lacks what few rows cannot show."""
        near = np.divide(
            self.values * worth + HALF / 2, worth + HALF, out=np.zeros(len(worth)), where=worth > 0
        )  # half a row more, half of it found
        tossed = np.divide(near * (1 - near), worth, out=np.zeros(len(worth)), where=worth > 0)
        lacking = np.where(worth < ENOUGH, self.shares**2 * np.maximum(tossed - self.variances, 0), 0)
        found = spread_by_class(variances + lacking, worth)
        return PrecisionSpread(found.variance, found.freedom, float(self.shares @ near))


@dataclass(frozen=True, eq=False)
class _Influenced:
    """What each row does to an average, and the classes that it is taken over."""

    parts: Numbers
    classes: _Classes

    @classmethod
    def of_rows(cls, rows: ClassRows, average: Average) -> _Influenced:
        assert rows.scores is not None
        weight, squares = rows.weight.astype(float), rows.squared_weight.astype(float)
        size = rows.by_class(weight)
        shares, parts = _shares(size, average), np.zeros(len(rows))
        values, variances = np.zeros(len(size)), np.zeros(len(size))
        for place, share in enumerate(shares):
            own, scores = rows.truth == place, rows.scores[:, place] + 0.0  # -0.0 becomes 0.0
            curve = CountsCurve(_table(own, scores, None if rows.weights is None else weight))
            influences, at = Influences.of(curve), places_in(curve.table, scores)
            each = np.where(own, influences.of_positives[at], influences.of_negatives[at])
            parts += share * each
            values[place], variances[place] = average_precision(curve), float(squares @ each**2)
        if average == Average.WEIGHTED:  # a row makes its own class weigh more
            parts += (values[rows.truth] - shares @ values) / size.sum()
        return cls(parts, _Classes(shares, values, variances))


def _table(own: NDArray[np.bool_], scores: Numbers, weight: Numbers | None) -> ScoreTable:
    if weight is None:
        return ScoreTable.from_rows(own, scores)
    return ScoreTable.from_rows(own, scores, weight, weights_are=Weights.IMPORTANCE)


def _shares(size: Numbers, average: Average) -> Numbers:
    """Return how much each class that has rows counts."""
    counting = size if average == Average.WEIGHTED else (size > 0).astype(float)
    return np.asarray(counting / counting.sum())
