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
from truecut.catalogue.class_reading import MatrixReading
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.interval_request import NOT_WHOLE
from truecut.inference.intervals import BY_CONVENTION, estimate
from truecut.inference.many_classes.class_estimate import ClassEstimate, require_method
from truecut.inference.many_classes.price_means import mean_of_prices
from truecut.inference.quantiles import checked_level, student_quantile

METHOD = "wilson-t"
BY_PRICE = "dirichlet by price"
FEW_ROWS = 10  # of a class, on which an average then hangs
MUCH = 0.25  # of the variance, carried by a class in which no mistake was seen
LEAST_FREEDOM = 2.0
HALF = 0.5
STEP = 1e-5  # of the rows, by which margins are moved to find a slope
NO_RANGE = "an average without an upper end has no interval that was tried"
OUTSIDE = "the value lies outside the range that the interval supposes"


@dataclass(frozen=True, eq=False)
class Slopes:
    """How fast a metric changes with a row in each cell of a matrix, at the matrix with half a row more per class."""

    cells: NDArray[np.float64]  # rows with the half row spread over them; unsure rows are the last column
    each: NDArray[np.float64]  # slopes by cell
    value: float  # of the metric there
    by_answer: bool = False

    @classmethod
    def of(cls, matrix: ClassCounts, reading: MatrixReading) -> Slopes:
        """Find the slopes of a metric by central differences of its margins."""
        size = len(matrix.classes)
        added = HALF / size
        rows = matrix.rows.astype(float) + added
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
            rows, each = np.column_stack([rows, matrix.unsure]), np.column_stack([each, true + price])
        return cls(rows, each, float(reading.along(here)), reading.groups_by_answer)

    @cached_property
    def size(self) -> NDArray[np.float64]:
        """Return the rows of each class: the true one, or the answered one."""
        return np.asarray(self._rows_down.sum(axis=1))

    @cached_property
    def parts(self) -> NDArray[np.float64]:
        """Return the variance that each class adds: within it, with one degree of freedom less, and of its size."""
        rows, slopes, size = self._rows_down, self._slopes_down, self.size
        mean = (rows * slopes).sum(axis=1) / size
        within = (rows * (slopes - mean[:, None]) ** 2).sum(axis=1) * size / self._freedom
        return np.asarray(within + size * mean**2)

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

    @property
    def _rows_down(self) -> NDArray[np.float64]:
        return self.cells.T if self.by_answer else self.cells

    @property
    def _slopes_down(self) -> NDArray[np.float64]:
        return self.each.T if self.by_answer else self.each


def estimate_of_matrix(
    matrix: ClassCounts, reading: MatrixReading, *, level: float = 0.95, interval: str | None = None
) -> ClassEstimate:
    """Return a metric of a matrix with its interval."""
    level = checked_level(level)
    plain = ClassEstimate.plain(reading.value, level, reading.of)
    require_method(reading.entry.name, interval, methods_of(reading))
    if reading.value.value is None or reading.value.undefined:
        return replace(plain, note=BY_CONVENTION if reading.value.is_defined else reading.value.undefined or "")
    if reading.entry.no_interval:
        return replace(plain, note=reading.entry.no_interval)
    if not matrix.is_whole:
        return replace(plain, note=NOT_WHOLE)
    if reading.share:
        return _of_share(matrix, reading, plain, interval)
    if reading.weights is not None and "cost" in reading.entry.name:
        return _by_price(matrix, reading, plain)
    return _by_slopes(matrix, reading, plain)


def methods_of(reading: MatrixReading) -> tuple[str, ...]:
    """Return the methods that there are for a metric of a matrix, the default first."""
    if reading.share:
        from truecut.inference.of_shares import OF_SHARES

        return tuple(OF_SHARES)
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


def _by_slopes(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    low, high = reading.bounds
    rows = float(matrix.true.sum())
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


def _about(matrix: ClassCounts, reading: MatrixReading, slopes: Slopes) -> str:
    """Say on what few rows a value hangs."""
    notes = []
    size = slopes.size - HALF
    counted = [name not in reading.left_out for name in matrix.classes] + [False] * (len(size) - len(matrix.classes))
    few = [place for place in np.argsort(size) if counted[place] and size[place] < FEW_ROWS]
    if few and not reading.entry.name.startswith("no_information"):
        notes.append(f"it hangs on {size[few[0]]:g} rows of {matrix.classes[few[0]]!r}")
    mistakes = size - (slopes.cells.diagonal()[: len(size)] - HALF / len(matrix.classes))
    for place, name in enumerate(matrix.classes):
        carries = slopes.parts[place] > MUCH * slopes.variance
        if carries and counted[place] and mistakes[place] < HALF:
            notes.append(f"no mistake was seen in {name!r}; the interval supposes half a row")
    return "; ".join(notes)


def _by_price(matrix: ClassCounts, reading: MatrixReading, plain: ClassEstimate) -> ClassEstimate:
    """Return a mean of prices: a dear mistake that was not seen still counts."""
    prices, rows = rows_by_price(matrix, reading)
    total = float(matrix.true.sum())
    if len(prices) < 2:
        return replace(plain, rows=total, note="all answers cost the same")
    low, high = mean_of_prices(prices, rows, plain.level)
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
