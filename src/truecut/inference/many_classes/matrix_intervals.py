"""How sure one can be of a metric of a whole matrix: Wilson's limits with the variance and the degrees of freedom of
its slopes.

The rows of each true class are a sample of their own. Half a row per class is spread over its cells before slopes are
taken, since a rare class without a mistake would otherwise count as one that makes none; Satterthwaite's degrees of
freedom tell how few rows decide. Redraws of the matrix see neither, and hold in as few as 54 of 100 samples.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts
from truecut.catalogue.class_margins import Margins
from truecut.catalogue.class_reading import MatrixReading, read_matrix
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.interval_request import NOT_WHOLE
from truecut.inference.intervals import BY_CONVENTION, estimate
from truecut.inference.many_classes.class_estimate import ClassEstimate, require_method
from truecut.inference.many_classes.price_means import mean_of_prices
from truecut.inference.many_classes.recall_means import MOVER, MOVER_T, RecallMean
from truecut.inference.quantiles import checked_level, student_quantile

STATED = "how common each class is was stated, so there is nothing to be unsure of"
METHOD = "wilson-t"
BY_PRICE = "dirichlet by price"
FEW_ROWS = 10  # of a class, on which an average then hangs
MUCH = 0.25  # of the variance, carried by a class in which no mistake was seen
LEAST_FREEDOM = 2.0
HALF = 0.5
STEP = 1e-5  # of the rows, by which margins are moved to find a slope
HALF_A_ROW = "; the interval supposes half a row"
NO_RANGE = "an average without an upper end has no interval that was tried"
OUTSIDE = "the value lies outside the range that the interval supposes"


@dataclass(frozen=True, eq=False)
class Slopes:
    """How fast a metric changes with a row in each cell of a matrix, at the matrix with half a row more per class.

    Of rows that differ in importance the variance is a sum over squared weights, a class is worth as many rows as have
    its variance at equal weights (Kish), and the half row is one of these.
    """

    cells: NDArray[np.float64]  # rows with the half row spread over them; unsure rows are the last column
    squares: NDArray[np.float64]  # of their weights; the same where every row counts once
    each: NDArray[np.float64]  # slopes by cell
    value: float  # of the metric there
    by_answer: bool = False
    fixes_classes: bool = False  # how common each true class is was stated, so it does not vary

    @classmethod
    def of(cls, matrix: ClassCounts, reading: MatrixReading) -> Slopes:
        """Find the slopes of a metric by central differences of its margins."""
        size = len(matrix.classes)
        unit = _weight_of_a_row(matrix)[:, None]
        added = HALF / size * unit
        rows = matrix.rows.astype(float) + added
        squares = rows if matrix.importance is None else matrix.importance.squares[:, :size] + added * unit
        weights = None if reading.weights is None else reading.weights.astype(float)
        here = Margins(
            rows.diagonal().copy(),
            rows.sum(axis=1) + (0 if matrix.unsure is None else matrix.unsure.astype(float)),
            rows.sum(axis=0),
            _weighed(rows, matrix, reading),
            weights,
        )
        right, true, answered = (_along(reading.along, here, name) for name in ("right", "true", "answered"))
        each = true[:, None] + answered + np.diag(right)
        if weights is not None:
            each = each + weights * _along_weighed(reading.along, here)
        if matrix.unsure is not None:
            price = reading.unsure_price * (_along_weighed(reading.along, here) if weights is not None else 0.0)
            of_unsure = matrix.unsure if matrix.importance is None else matrix.importance.squares[:, size]
            rows, squares = np.column_stack([rows, matrix.unsure]), np.column_stack([squares, of_unsure])
            each = np.column_stack([each, true + price])
        value, by_answer = float(reading.along(here)), reading.groups_by_answer and not matrix.fixes_classes
        return cls(rows, squares, each, value, by_answer, matrix.fixes_classes)

    @cached_property
    def size(self) -> NDArray[np.float64]:
        """Return the rows of each class, the true one or the answered one: as many of equal weight as tell as much."""
        rows, squares = self._down(self.cells).sum(axis=1), self._down(self.squares).sum(axis=1)
        return np.asarray(rows / squares * rows)

    @cached_property
    def parts(self) -> NDArray[np.float64]:
        """Return the variance that each class adds: within it, with one degree of freedom less, and of its size."""
        squares, slopes = self._down(self.squares), self._down(self.each)
        total = squares.sum(axis=1)
        mean = (squares * slopes).sum(axis=1) / total
        within = (squares * (slopes - mean[:, None]) ** 2).sum(axis=1) * self.size / self._freedom
        return np.asarray(within if self.fixes_classes else within + total * mean**2)

    @property
    def variance(self) -> float:
        """Return the variance of the metric."""
        return float(self.parts.sum())

    @property
    def degrees_of_freedom(self) -> float:
        """Return Satterthwaite's degrees of freedom: a rare class that decides the variance leaves few."""
        squares = float((self.parts**2 / self._freedom).sum())
        return max(self.variance**2 / squares, LEAST_FREEDOM) if squares else LEAST_FREEDOM

    @property
    def _freedom(self) -> NDArray[np.float64]:
        return np.maximum(self.size - 1, HALF)

    def _down(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        return cells.T if self.by_answer else cells


def _weight_of_a_row(matrix: ClassCounts) -> NDArray[np.float64]:
    """Return what one row of each class weighs, of as many equal ones as tell as much; 1 where all count once."""
    if matrix.importance is None:
        return np.ones(len(matrix.classes))
    squares, true = matrix.importance.squares.sum(axis=1), matrix.true.astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(true > 0, squares / true, squares.sum() / true.sum()))


def estimate_of_matrix(
    matrix: ClassCounts, reading: MatrixReading, *, level: float = 0.95, interval: str | None = None
) -> ClassEstimate:
    """Return a metric of a matrix with its interval."""
    level = checked_level(level)
    plain = ClassEstimate.plain(reading.value, level, reading.of)
    is_weighted_share = matrix.importance is not None and reading.share
    known = (METHOD,) if is_weighted_share else matrix_methods(reading, len(matrix.classes))
    require_method(reading.entry.name, interval, known)
    if reading.value.value is None or reading.value.undefined:
        return replace(plain, note=BY_CONVENTION if reading.value.is_defined else reading.value.undefined or "")
    if reading.entry.no_interval:
        return replace(plain, note=reading.entry.no_interval)
    if not matrix.is_whole and matrix.importance is None:
        return replace(plain, note=NOT_WHOLE)
    if matrix.fixes_classes and reading.entry.name == "no_information_rate":
        return replace(plain, note=STATED)
    if reading.share and matrix.importance is not None:
        return _of_weighted_share(matrix, reading, plain)
    if reading.share:
        return _of_share(matrix, reading, plain, interval)
    if reading.weights is not None and "cost" in reading.entry.name:
        return _by_price(matrix, reading, plain)
    if reading.averages_recall and interval != METHOD:
        return _by_recalls(matrix, reading, plain)
    return _by_slopes(matrix, reading, plain)


def matrix_methods(reading: MatrixReading, classes: int) -> tuple[str, ...]:
    """Return the methods that there are for a metric of a matrix, the default first."""
    if reading.share:
        from truecut.inference.of_shares import OF_SHARES

        return tuple(OF_SHARES)
    if reading.averages_recall:
        return (MOVER if classes - len(reading.left_out) <= 2 else MOVER_T, METHOD)
    return (BY_PRICE,) if reading.weights is not None and "cost" in reading.entry.name else (METHOD,)


def _of_share(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate, interval: str | None) -> ClassEstimate:
    """Return the share of rows answered rightly, or wrongly, with the interval that every share of rows has."""
    right, rows = matrix.rows.astype(object).trace(), matrix.true.astype(object).sum()
    model = Model.of_counts("answers", Counts(tp=right, fn=rows - right, fp=0, tn=0))
    found = estimate(model, reading.share, level=plain.level, interval=interval)
    scale = float(rows) if reading.entry.is_total else 1.0
    if found.low is None or found.high is None:
        return replace(plain, note=found.note)
    error = None if found.standard_error is None else scale * found.standard_error
    return replace(
        plain,
        low=scale * found.low,
        high=scale * found.high,
        method=found.method,
        rows=float(rows),
        standard_error=error,
        note=found.note,
    )


def _of_weighted_share(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    """Return the share of weighted rows answered rightly, or wrongly, with the interval that metrics of slopes have."""
    share = read_matrix(matrix, "accuracy" if reading.share == "recall" else "error_rate")
    scale = float(matrix.true.sum()) if reading.entry.is_total else 1.0
    found = _by_slopes(matrix, share, replace(plain, value=share.value.value))
    if found.low is None or found.high is None or found.standard_error is None:
        return replace(plain, rows=found.rows, note=found.note)
    return replace(
        found,
        value=plain.value,
        low=scale * found.low,
        high=scale * found.high,
        standard_error=scale * found.standard_error,
    )


def _by_recalls(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    low, high = limits_of_recalls(matrix, reading, plain.level)
    mean, (none, all_found) = RecallMean.of(matrix), _ends_of_line(matrix, reading)
    return replace(
        plain,
        low=min(low, float(plain)),
        high=max(high, float(plain)),
        method=mean.method,
        rows=float(matrix.true.sum() if matrix.importance is None else matrix.importance.rows.sum()),
        standard_error=abs(all_found - none) * mean.standard_error,
        degrees_of_freedom=mean.degrees_of_freedom,
        note=_about(matrix, reading, Slopes.of(matrix, reading), supposed=""),
    )


def limits_of_recalls(matrix: ClassCounts, reading: MatrixReading, level: float) -> tuple[float, float]:
    """Return the limits of a straight line of the mean of the classes' recall: those of that mean, on the line."""
    none, all_found = _ends_of_line(matrix, reading)
    low, high = sorted(none + (all_found - none) * end for end in RecallMean.of(matrix).limits(level))
    return low, high


def _ends_of_line(matrix: ClassCounts, reading: MatrixReading) -> tuple[float, float]:
    """Return the value if no row were answered rightly, and if all were."""
    margins = Margins.of(matrix)
    none, all_found = (reading.along(replace(margins, right=right)) for right in (0 * margins.true, margins.true))
    return float(none), float(all_found)


def _by_slopes(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    low, high = reading.bounds
    rows = float(matrix.true.sum() if matrix.importance is None else matrix.importance.rows.sum())
    if not (isfinite(low) and isfinite(high)):
        return replace(plain, rows=rows, note=NO_RANGE)
    slopes = Slopes.of(matrix, reading)
    limits = wilson_with(
        (float(plain) - low) / (high - low),
        (slopes.value - low) / (high - low),
        slopes.variance / (high - low) ** 2,
        student_quantile(plain.level, slopes.degrees_of_freedom),
    )
    if limits is None:
        return replace(plain, rows=rows, note=OUTSIDE)
    return replace(
        plain,
        low=min(low + (high - low) * limits[0], float(plain)),
        high=max(low + (high - low) * limits[1], float(plain)),
        method=METHOD,
        rows=rows,
        standard_error=sqrt(slopes.variance),
        degrees_of_freedom=slopes.degrees_of_freedom,
        note=_about(matrix, reading, slopes),
    )


def wilson_with(value: float, near: float, variance: float, quantile: float) -> tuple[float, float] | None:
    """Return Wilson's limits (1927, J Am Stat Assoc 22:209) of a value on [0, 1] that varies like a share of m rows.

    m is the number of rows of which a share `near` the value has the variance; `quantile` takes the place of z.
    """
    if not (0 <= value <= 1 and 0 < near < 1 and variance > 0):
        return None
    spread = quantile**2 * variance / (near * (1 - near))  # z² / m
    centre, root = value + spread / 2, sqrt(spread * value * (1 - value) + spread**2 / 4)
    return (centre - root) / (1 + spread), (centre + root) / (1 + spread)


def _about(matrix: ClassCounts, reading: MatrixReading, slopes: Slopes, supposed: str = HALF_A_ROW) -> str:
    """Say on what few rows a value hangs."""
    notes = []
    size = slopes.size - HALF
    counted = [name not in reading.left_out for name in matrix.classes] + [False] * (len(size) - len(matrix.classes))
    few = [place for place in np.argsort(size) if counted[place] and size[place] < FEW_ROWS]
    if few and not reading.entry.name.startswith("no_information"):
        worth = f"{size[few[0]]:g} rows" if matrix.importance is None else f"what {size[few[0]]:.1f} rows would tell"
        notes.append(f"it hangs on {worth} of {matrix.classes[few[0]]!r}")
    cells = matrix.rows if matrix.unsure is None else np.column_stack([matrix.rows, matrix.unsure])
    across = cells.T[: len(matrix.classes)] if slopes.by_answer else cells
    for place, name in enumerate(matrix.classes):
        carries = slopes.parts[place] > MUCH * slopes.variance
        if carries and counted[place] and not np.delete(across[place], place).any():
            notes.append(f"no mistake was seen in {name!r}{supposed}")
    return "; ".join(notes)


def _by_price(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    """Return a mean of prices: a dear mistake that was not seen still counts."""
    prices, rows = rows_by_price(matrix, reading)
    total = float(matrix.true.sum())
    if len(prices) < 2:
        return replace(plain, rows=total, note="all answers cost the same")
    low, high = mean_of_prices(prices, rows * _worth_by_price(matrix, reading, prices, rows), plain.level)
    scale = total if reading.entry.is_total else 1.0
    note = "half a row more at the dearest and the cheapest price"
    return replace(
        plain,
        low=min(scale * low, float(plain)),
        high=max(scale * high, float(plain)),
        method=BY_PRICE,
        rows=total,
        note=note,
    )


def _worth_by_price(
    matrix: ClassCounts, reading: MatrixReading, prices: NDArray[np.float64], rows: NDArray[np.float64]
) -> float:
    """Return how many rows of equal weight tell as much of a mean of prices as a weight of 1 does."""
    if matrix.importance is None:
        return 1.0
    squares = matrix.importance.squares
    assert reading.weights is not None
    each = np.column_stack([reading.weights.astype(float), np.full(len(matrix.classes), reading.unsure_price)])
    mean = float((rows * prices).sum() / rows.sum())
    spread, plain = float((squares * (each - mean) ** 2).sum()), float((rows * (prices - mean) ** 2).sum())
    # The few dear rows may weigh little by luck, so half a row there weighs what one that costs something does.
    costly = each > prices[0]
    weight = float(rows[prices > prices[0]].sum())
    unit = float(squares[costly].sum()) / weight if weight else float(squares.sum() / rows.sum())
    dear = HALF * unit * (prices[-1] - mean) ** 2
    return float((plain + dear) / (spread + unit * dear))


def rows_by_price(matrix: ClassCounts, reading: MatrixReading) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the distinct prices of the cells, and how many rows cost each."""
    assert reading.weights is not None
    prices, rows = reading.weights.ravel(), matrix.rows.astype(float).ravel()
    if matrix.unsure is not None:
        prices = np.append(prices, reading.unsure_price)
        rows = np.append(rows, float(matrix.unsure.sum()))
    distinct, which = np.unique(prices, return_inverse=True)
    return distinct, np.bincount(which, weights=rows).astype(float)


def _weighed(rows: NDArray[np.float64], matrix: ClassCounts, reading: MatrixReading) -> float:
    if reading.weights is None:
        return 0.0
    unsure = 0.0 if matrix.unsure is None else reading.unsure_price * float(matrix.unsure.sum())
    return float((rows * reading.weights.astype(float)).sum()) + unsure


Along = Callable[[Margins], NDArray[np.float64]]


def _along(along: Along, here: Margins, name: str) -> NDArray[np.float64]:
    """Return the slope in every entry of one of the margins."""
    at: NDArray[Any] = getattr(here, name)
    step = np.minimum(STEP * here.true.sum(), at / 2)
    size = len(at)
    still = {
        margin: np.broadcast_to(getattr(here, margin), (size, size))
        for margin in ("right", "true", "answered")
        if margin != name
    }

    def moved(sign: float) -> NDArray[np.float64]:
        return along(Margins(**{**still, name: at + sign * np.diag(step)}, weighed=here.weighed, weights=here.weights))

    return np.asarray((moved(1.0) - moved(-1.0)) / (2 * step))


def _along_weighed(along: Along, here: Margins) -> float:
    step = max(abs(float(here.weighed)) * STEP, STEP)
    up, down = (along(replace(here, weighed=here.weighed + sign * step)) for sign in (1.0, -1.0))
    return float((up - down) / (2 * step))
