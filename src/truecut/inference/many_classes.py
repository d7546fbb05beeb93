"""How sure one can be of what several classes give together: the matrix is drawn again.

Each class against the rest is four counts, and has the intervals of four counts. Averages over classes, kappa and the
like hang on the whole matrix, so its rows are drawn again, seeded, and every draw is read like the matrix itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Value, metric
from truecut.catalogue.class_matrix import OF_MARGINS, Average, ClassMatrix
from truecut.catalogue.formula import Formula
from truecut.counting.counts import Counts
from truecut.inference.estimate import Estimate
from truecut.inference.interval_request import NOT_WHOLE
from truecut.inference.proportions import wilson_limits
from truecut.inference.resampling.draws import Draws, Purpose

DRAWS, SEED = 2_000, 0
MOST_CELLS, FEWEST = 4e7, 200  # larger matrices are drawn less often
AVERAGED_CURVES = "the classes share their rows, so their averaged curves have no interval"
ALL_ALIKE = "all draws give the same value, so they cannot tell how sure it is"

SHARES: dict[str, Callable[[float, float], float]] = {
    "accuracy": lambda agree, _: agree,
    "error_rate": lambda agree, rows: rows - agree,
    "zero_one_count": lambda agree, rows: rows - agree,
}


@dataclass(frozen=True, eq=False)
class DrawnMatrices:
    """A matrix, and the matrices of as many rows drawn from it."""

    matrix: ClassMatrix
    level: float = 0.95

    def overall(self, name: str) -> Estimate:
        """Return a metric that has a definition of its own for many classes."""
        value, rows = self.matrix.metric(name), float(self.matrix.rows.sum())
        if metric(name).no_interval:
            return replace(self._plain(value), note=metric(name).no_interval)
        if name not in SHARES:
            formula = OF_MARGINS.get(name)
            along = self._average("recall", Average.MACRO) if formula is None else self._margins_along(formula[0])
            return self._read(value, along)
        if not value.is_defined or not self._is_whole:
            return self._read(value, lambda: np.array([]))
        scale = rows if metric(name).is_total else 1.0
        low, high = wilson_limits(SHARES[name](float(self.matrix.rows.trace()), rows), rows, self.level)
        return replace(self._plain(value), low=scale * low, high=scale * high, method="wilson", rows=rows)

    def average(self, name: str, average: Average, *, convention: str | None = None) -> Estimate:
        """Return the average of a metric of four counts over the classes."""
        value = self.matrix.metric(name, average, convention=convention)
        return self._read(value, self._average(name, average))

    def of_curves(self, value: Value) -> Estimate:
        """Return an average of curves, which has no interval."""
        return replace(self._plain(value), note=value.undefined or AVERAGED_CURVES)

    def _plain(self, value: Value) -> Estimate:
        return Estimate(value.value, value.undefined, value.convention, level=self.level)

    def _read(self, value: Value, along: Callable[[], NDArray[np.float64]]) -> Estimate:
        plain = self._plain(value)
        if value.undefined or value.value is None:
            return replace(plain, note=value.undefined or "")
        if not self._is_whole:
            return replace(plain, note=NOT_WHOLE)
        rows, values = float(self.matrix.rows.sum()), along()
        known = values[~np.isnan(values)]
        if not len(known) or known.min() == known.max():
            return replace(plain, rows=rows, note=ALL_ALIKE)
        tail = (1 - self.level) / 2
        low, high = np.quantile(known, [tail, 1 - tail], method="inverted_cdf")
        low, high = min(float(low), value.value), max(float(high), value.value)
        note = f"{len(values):,} draws of the matrix, seed {SEED}"
        return replace(plain, low=low, high=high, method="bootstrap", rows=rows, note=note)

    @property
    def _is_whole(self) -> bool:
        return bool((self.matrix.rows == np.floor(self.matrix.rows.astype(float))).all())

    @cached_property
    def _drawn(self) -> NDArray[np.float64]:
        """Return the drawn matrices: by draw, true class, predicted class."""
        cells = self.matrix.rows.astype(float).ravel()
        draws = int(max(FEWEST, min(DRAWS, MOST_CELLS / len(cells))))
        drawn = Draws(SEED, Purpose.CLASS_MATRIX).multinomial(cells, draws)
        return drawn.reshape(draws, *self.matrix.rows.shape).astype(float)

    @cached_property
    def _counts(self) -> Counts:
        """Return the four counts of each class against the rest: by draw, then class."""
        tp = np.diagonal(self._drawn, axis1=1, axis2=2)
        true, predicted, rows = self._drawn.sum(axis=2), self._drawn.sum(axis=1), self.matrix.rows.sum()
        return Counts(tp=tp, fp=predicted - tp, fn=true - tp, tn=rows - true - predicted + tp)

    def _average(self, name: str, average: Average) -> Callable[[], NDArray[np.float64]]:
        def along() -> NDArray[np.float64]:
            counts = self._counts
            if average == Average.MICRO:
                counts = Counts(**{cell: column.sum(axis=1) for cell, column in counts.cells().items()})
                return np.asarray(metric(name).along(counts))
            values = np.asarray(metric(name).along(counts))
            weights = counts.tp + counts.fn if average == Average.WEIGHTED else np.ones_like(values)
            # A class that a draw leaves without rows has no weight there, whatever its value would be.
            weighted = np.where(weights > 0, values, 0.0) * weights
            return np.asarray(weighted.sum(axis=1) / weights.sum(axis=1))

        return along

    def _margins_along(self, formula: str) -> Callable[[], NDArray[np.float64]]:
        def along() -> NDArray[np.float64]:
            true, predicted = self._drawn.sum(axis=2), self._drawn.sum(axis=1)
            margins: dict[str, Any] = {
                "n": self._drawn.sum(axis=(1, 2)),
                "agree": np.trace(self._drawn, axis1=1, axis2=2),
                "chance": (true * predicted).sum(axis=1),
                "true_squares": (true**2).sum(axis=1),
                "predicted_squares": (predicted**2).sum(axis=1),
                "largest": true.max(axis=1),
            }
            return Formula(formula).along(margins)

        return along
