"""By how much a metric of many classes differs between two models on the same rows, and how sure one can be of it.

Rows answered rightly by one model only decide accuracy (McNemar). Other metrics of matrices have the intervals of both
models, joined by how much the rows' slopes go together (MOVER); losses and credits are means by row, and averaged areas
sums of what each row adds (DeLong).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.class_metric import Average, ClassMetric
from truecut.catalogue.class_reading import ClassWishes, MatrixReading
from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.counting.class_table import brier_losses
from truecut.counting.countable import Weights
from truecut.inference.differences import student_p
from truecut.inference.many_classes import areas, precision_averages
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.matrix_intervals import Slopes, limits_of_recalls, wilson_with
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.inference.paired import discordant
from truecut.inference.paired.difference import Difference
from truecut.inference.quantiles import last_where, student_quantile

SUREST = 1 - 1e-10  # level at which an interval is still looked for
NO_METHOD = "no interval of this difference was tried"
JACKKNIFE = "jackknife"
NO_SPREAD = "the models do not differ on any row, so there is no spread to judge by"
INFINITE = "a row gave its true class the probability 0, so the losses have no difference"


PartsOfRows = Callable[[ClassRows, Average], NDArray[np.float64]]  # what each row adds to an averaged area


@dataclass(frozen=True, eq=False)
class ClassModel:
    """One model of many classes on its rows."""

    name: str
    matrix: ClassMatrix
    scores: ClassScores
    rows: ClassRows


@dataclass(frozen=True, eq=False)
class ClassPair:
    """Two models on the same rows, and the metric by which they are compared."""

    first: ClassModel
    second: ClassModel
    entry: Metric
    wishes: ClassWishes
    level: float

    @property
    def models(self) -> tuple[ClassModel, ClassModel]:
        """Return both models."""
        return self.first, self.second


def by_mcnemar(pair: ClassPair, plain: Difference, *, of_wrong: bool) -> Difference:
    """Return the difference of the shares of rows answered rightly: Tango's limits, McNemar's mid-p."""
    one, other = pair.first.rows.is_right, pair.second.rows.is_right
    if of_wrong:
        one, other = ~one, ~other
    weight, is_weighted = pair.first.rows.weight, pair.first.rows.weights_are == Weights.IMPORTANCE
    if is_weighted:
        scale = 1 / float(weight.sum()) if pair.entry.is_total else 1.0
        return by_row_means(pair, plain, [one.astype(float), other.astype(float)], scale)
    cells = discordant.Discordant(
        *(float(weight[some].sum()) for some in (one & other, one & ~other, ~one & other, ~one & ~other))
    )
    low, high = discordant.tango(cells, pair.level)
    scale = cells.rows if pair.entry.is_total else 1.0
    return replace(plain, low=scale * low, high=scale * high, p_value=discordant.mcnemar_mid_p(cells), method="mid-p")


def by_slopes(pair: ClassPair, plain: Difference, readings: tuple[MatrixReading, MatrixReading]) -> Difference:
    """Return the difference of a metric of matrices: MOVER of both intervals with the correlation of rows' slopes."""
    if not all(isfinite(end) for end in pair.entry.bounds):
        return replace(plain, note=NO_METHOD)
    slopes = [Slopes.of(model.matrix, reading) for model, reading in zip(pair.models, readings, strict=True)]
    each = [_slopes_of_rows(of, model.rows) for of, model in zip(slopes, pair.models, strict=True)]
    if np.array_equal(pair.first.rows.answers, pair.second.rows.answers):
        return replace(plain, low=0.0, high=0.0, p_value=1.0, note=NO_SPREAD)
    squares = pair.first.rows.squared_weight
    if pair.first.matrix.fixes_classes:
        each = [one - _class_means(one, pair.first) for one in each]
    spread = sqrt(float((squares * each[0] ** 2).sum() * (squares * each[1] ** 2).sum()))
    correlation = float((squares * each[0] * each[1]).sum()) / spread if spread else 0.0

    def limits(level: float) -> tuple[float, float] | None:
        ends = [
            _own(model.matrix, of, reading, level)
            for model, of, reading in zip(pair.models, slopes, readings, strict=True)
        ]
        if ends[0] is None or ends[1] is None:
            return None
        return _mover((float(readings[0].value), *ends[0]), (float(readings[1].value), *ends[1]), correlation)

    found = limits(pair.level)
    if found is None:
        return replace(plain, note=NO_METHOD)
    return replace(plain, low=found[0], high=found[1], p_value=_p_of(limits), method="mover")


def by_row_means(pair: ClassPair, plain: Difference, amounts: list[NDArray[np.float64]], scale: float) -> Difference:
    """Return the difference of means over rows, by Student's t on the differences of the rows."""
    if not all(np.isfinite(one).all() for one in amounts):
        return replace(plain, note=INFINITE)
    apart, weight, squares = (amounts[0] - amounts[1]) / scale, pair.first.rows.weight, pair.first.rows.squared_weight
    total = float(weight.sum())
    worth = total / float(squares.sum()) * total
    mean = _class_means(apart, pair.first) if pair.first.matrix.fixes_classes else (weight * apart).sum() / total
    spread = float((squares * (apart - mean) ** 2).sum())
    error = sqrt(spread * worth / (worth - 1)) / total if worth > 1 else 0.0
    return _by_t(plain, error, worth - 1.0, pair.level, "t")


def by_areas(pair: ClassPair, plain: Difference, parts: PartsOfRows) -> Difference:
    """Return the difference of averaged areas by what each row adds to it, the rows of each class being a sample."""
    average = pair.wishes.average_or_macro
    if pair.first.rows.worth.min() <= 1:
        return replace(plain, note=areas.ONE_ROW)
    apart = parts(pair.first.rows, average) - parts(pair.second.rows, average)
    spread = areas.spread_of_parts(apart, pair.first.rows, half_rows=False)
    return _by_t(plain, sqrt(spread.variance), spread.freedom, pair.level, areas.METHOD)


def by_precisions(pair: ClassPair, plain: Difference) -> Difference:
    """Return the difference of averages of average precision by the influence of each row on it."""
    average = pair.wishes.average_or_macro
    rows = [model.rows.of_occurring_classes for model in pair.models]
    if rows[0].worth.min() <= 1:
        return replace(plain, note=areas.ONE_ROW)
    first, second = (precision_averages.precision_influences_of_rows(one, average) for one in rows)
    fixed = pair.first.matrix.fixes_classes
    variances = precision_averages.variances_by_class(first - second, rows[0], fixes_classes=fixed)
    spread = areas.spread_by_class(variances, rows[0].worth)
    return _by_t(plain, sqrt(spread.variance), spread.freedom, pair.level, JACKKNIFE)


def _class_means(amounts: NDArray[np.float64], model: ClassModel) -> NDArray[np.float64]:
    """Return for each row the mean of its true class, from which it differs where shares of classes do not vary."""
    rows = model.rows
    total = rows.by_class(rows.weight)
    means = rows.by_class(rows.weight * amounts) / np.where(total > 0, total, 1)
    return np.asarray(means[rows.truth])


def losses_of(rows: ClassRows, kind: str) -> NDArray[np.float64]:
    """Return what each row loses."""
    assert rows.scores is not None
    if kind == "brier":
        return brier_losses(rows.scores, rows.truth)
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(rows.scores[np.arange(len(rows)), rows.truth]))


def scale_of_losses(entry: ClassMetric, classes: int) -> float:
    """Return by what the losses of rows are divided."""
    return {"brier_multiclass_halved": 2.0, "brier_one_vs_rest": float(classes)}.get(entry.name, 1.0)


def _by_t(plain: Difference, error: float, freedom: float, level: float, method: str) -> Difference:
    if not error or plain.value is None:
        p_value = 1.0 if plain.value == 0 else None
        return replace(plain, low=plain.value, high=plain.value, p_value=p_value, note=NO_SPREAD)
    half = student_quantile(level, freedom) * error
    return replace(
        plain,
        low=plain.value - half,
        high=plain.value + half,
        p_value=student_p(plain.value / error, freedom),
        method=method,
        standard_error=error,
        statistic=plain.value / error,
        degrees_of_freedom=freedom,
    )


def _slopes_of_rows(slopes: Slopes, rows: ClassRows) -> NDArray[np.float64]:
    answers = np.where(rows.answers == UNSURE, slopes.each.shape[1] - 1, rows.answers)
    return np.asarray(slopes.each[rows.truth, answers])


def _own(matrix: ClassMatrix, slopes: Slopes, reading: MatrixReading, level: float) -> tuple[float, float] | None:
    """Return the limits of one model, those of its own estimate."""
    if reading.averages_recall:
        return limits_of_recalls(matrix, reading, level)
    low, high = reading.bounds
    limits = wilson_with(
        (float(reading.value) - low) / (high - low),
        (slopes.value - low) / (high - low),
        slopes.variance / (high - low) ** 2,
        student_quantile(level, slopes.degrees_of_freedom),
    )
    return None if limits is None else (low + (high - low) * limits[0], low + (high - low) * limits[1])


def _mover(
    first: tuple[float, float, float], second: tuple[float, float, float], correlation: float
) -> tuple[float, float]:
    """Return the interval of a difference from those of both values (Zou & Donner 2008, Stat Med 27:1693)."""

    def reach(one: float, other: float) -> float:
        one, other = max(one, 0.0), max(other, 0.0)
        return sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))

    (a, low_a, high_a), (b, low_b, high_b) = first, second
    return a - b - reach(a - low_a, high_b - b), a - b + reach(high_a - a, b - low_b)


def _p_of(limits: Callable[[float], tuple[float, float] | None]) -> float:
    """Return 1 less the highest level at which the interval does not hold 0."""

    def leaves_out_0(level: float) -> bool:
        found = limits(level)
        return found is not None and not found[0] <= 0 <= found[1]

    return 1 - last_where(leaves_out_0, 0.0, SUREST)
