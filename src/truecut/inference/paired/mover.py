"""The difference of a metric that joins both classes, from the intervals of either model and how they go together.

The distances of the ends add like standard errors that are correlated (MOVER; Zou & Donner 2008, Stat Med 27:1693; Zou
2007, Psychol Methods 12:399). The limits of either model are those of its four cells, so weights that follow the class
and a share of positives that is stated or was decided are allowed for; the correlation is that of the delta method over
the eight cells of both decisions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric, metric
from truecut.counting.counts import Counts
from truecut.inference.cells import Cells, OfCounts
from truecut.inference.differences import p_from_interval
from truecut.inference.interval_request import joined
from truecut.inference.of_cells import TOTALS
from truecut.inference.paired.cells import NEGATIVE, POSITIVE, EightCells, counts_of
from truecut.inference.paired.difference import Pair, PairedInterval
from truecut.inference.weighted import EFFECTIVE

QUARTER = 0.25  # of a row, added to each of the eight cells before slopes are taken
STEP = 1e-5  # of a cell
FEW_DIFFERING = 10  # rows of a class, below which they decide
ALIKE = "both models decide alike on every row"
FEW = f"fewer than {FEW_DIFFERING} {{}} rows are decided differently"
CLASSES = {POSITIVE: "positive", NEGATIVE: "negative"}
UNDEFINED = "the metric has no slope or no limits at these counts; ask for method='bootstrap'"

Limits = tuple[float, float]
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class CorrelatedPair:
    """Two decisions about the same rows: sums of weights and of squared weights in the eight cells."""

    cells: EightCells
    squares: EightCells
    mix: float | None = None  # the share of positives, where it does not vary

    def of_model(self, model: int) -> Cells:
        """Return the four cells of the first model (0) or of the second (1)."""
        return Cells.of(self.cells.counts(model), self.squares.counts(model), self.mix)

    def interval(self, value_of: OfCounts, level: float = 0.95) -> Limits:
        """Return the limits of first - second."""
        (a, low_a, high_a), (b, low_b, high_b) = (self._limits(model, value_of, level) for model in (0, 1))
        correlation = self.correlation(value_of)

        def reach(one: float, other: float) -> float:
            return sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))

        return a - b - reach(a - low_a, high_b - b), a - b + reach(high_a - a, b - low_b)

    def correlation(self, value_of: OfCounts) -> float:
        """Return how the two values vary together; not a number where the metric has no slope."""
        variances, first, second = self._slopes(value_of)
        together = float((variances * first * second).sum())
        apart = sqrt(float((variances * first**2).sum()) * float((variances * second**2).sum()))
        return min(max(together / apart, -1.0), 1.0) if apart else float("nan")

    def standard_error(self, value_of: OfCounts) -> float:
        """Return the standard error of the difference by the delta method, at the cells with a quarter row each."""
        variances, first, second = self._slopes(value_of)
        return sqrt(float((variances * (first - second) ** 2).sum()))

    def _limits(self, model: int, value_of: OfCounts, level: float) -> tuple[float, float, float]:
        cells = self.of_model(model)
        value = float(value_of(cells.moved(Counts(*cells.weights))))
        low, high = cells.interval(value_of, level)
        return value, min(low, value), max(high, value)

    def _slopes(self, value_of: OfCounts) -> tuple[Numbers, Numbers, Numbers]:
        """Return the variance of each of the eight cells, and the slope of either model's value in it."""
        weights, squares = self.cells.rows, self.squares.rows
        each = np.array([_ratio(float(squares[c].sum()), float(weights[c].sum())) for c in (NEGATIVE, POSITIVE)])
        added = QUARTER * each[:, None, None]
        sums, variances = weights + added, squares + QUARTER * each[:, None, None] ** 2
        steps = STEP * sums
        moved = np.eye(8).reshape(8, 2, 2, 2) * steps
        found = []
        for model in (0, 1):
            cells = self.of_model(model)
            up, down = (value_of(cells.moved(counts_of(sums + way * moved, model))) for way in (1, -1))
            found.append(np.asarray(up - down).reshape(2, 2, 2) / (2 * steps))
        return variances, found[0], found[1]


def by_mover(pair: Pair) -> PairedInterval:
    """Return the difference of two models by the intervals of both and their correlation."""
    if pair.entry.name in TOTALS:
        return _of_total(pair)
    both = _both(pair)
    value_of: OfCounts = partial(pair.entry.along, **pair.parameters)
    rows = sum(pair.design.effective_rows)
    if not sum(both.cells.differing()):
        return PairedInterval((0.0, 0.0), 1.0, rows, ALIKE)
    with np.errstate(all="ignore"):
        low, high = both.interval(value_of, pair.level)
        error = both.standard_error(value_of)
    if not (isfinite(low) and isfinite(high)):
        return PairedInterval(None, None, rows, UNDEFINED)
    first, second = pair.values
    p_value = p_from_interval(first - second, low, high, pair.level)
    note = joined(_few(both, pair.entry), EFFECTIVE if pair.design.tells_less_than_rows else "")
    return PairedInterval((low, high), p_value, rows, note, standard_error=error if isfinite(error) else None)


def _of_total(pair: Pair) -> PairedInterval:
    """Return the difference of two totals: that of their rates, times the rows."""
    rows = float(pair.first.point.counts.rows)
    of_rate = by_mover(replace(pair, entry=metric(TOTALS[pair.entry.name])))
    if of_rate.limits is None or of_rate.standard_error is None:
        return of_rate
    low, high = of_rate.limits
    return replace(of_rate, limits=(rows * low, rows * high), standard_error=rows * of_rate.standard_error)


def _both(pair: Pair) -> CorrelatedPair:
    cells = EightCells.of(pair.rows, pair.first, pair.second)
    squares = EightCells.of_squares(pair.rows, pair.first, pair.second) if pair.design.is_weighted else cells
    return CorrelatedPair(cells, squares, pair.design.fixed_prevalence)


def _few(both: CorrelatedPair, entry: Metric) -> str:
    """Say of which class hardly a row is decided differently, if the metric looks at it."""
    worth = both.cells.rows**2 / np.where(both.squares.rows > 0, both.squares.rows, 1.0)
    differing = dict(zip((NEGATIVE, POSITIVE), EightCells(worth).differing(), strict=True))
    looks_at = {POSITIVE: ("tp", "fn"), NEGATIVE: ("fp", "tn")}
    named = [
        FEW.format(CLASSES[of_class])
        for of_class, rows in differing.items()
        if rows < FEW_DIFFERING and any(cell in entry.formula for cell in looks_at[of_class])
    ]
    return joined(*named)


def _ratio(above: float, below: float) -> float:
    return above / below if below else 0.0
