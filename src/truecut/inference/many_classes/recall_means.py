"""How sure one can be of the mean of the classes' recall, which balanced accuracy is.

Rows of different classes are different rows, so the recalls of the classes vary on their own: Wilson's limits of each,
joined as the sides of a box are (MOVER: Zou, Huang & Zhang 2009, Comput Stat Data Anal 53:1080). Satterthwaite's
degrees of freedom tell how few rows decide. Two classes have the interval of the metric of two classes, which is the
same without degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts
from truecut.inference.quantiles import normal_quantile, student_quantile

MOVER, MOVER_T = "mover", "mover-t"
HALF = 0.5  # of a row of each class, half of it found, where its variance is taken

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RecallMean:
    """The recall of each class that has rows, and as many rows of equal weight as would tell as much of it."""

    recalls: Numbers
    rows: Numbers
    variances: Numbers  # of the recalls, with half a row more

    @classmethod
    def of(cls, matrix: ClassCounts) -> RecallMean:
        """Read the recalls off a matrix; rows without an answer were not found."""
        there = matrix.true > 0
        true, right = matrix.true[there].astype(float), matrix.rows.diagonal()[there].astype(float)
        found, missed = right, true - right
        if matrix.importance is not None:
            squares = matrix.importance.squares[there]
            found = squares[:, : len(there)][:, there].diagonal()
            missed = squares.sum(axis=1) - found
        unit = (found + missed) / true  # what one row of a class weighs
        near = (right + HALF / 2 * unit) / (true + HALF * unit)
        apart = (found + HALF / 2 * unit**2) * (1 - near) ** 2 + (missed + HALF / 2 * unit**2) * near**2
        variances = apart / (true + HALF * unit) ** 2
        # Equal weights give the rows themselves: the half row was there for the variance only.
        worth = true / unit
        rows = near * (1 - near) / variances * worth / (worth + HALF)
        return cls(right / true, rows, variances)

    @property
    def value(self) -> float:
        """Return the mean."""
        return float(self.recalls.mean())

    @property
    def standard_error(self) -> float:
        """Return the standard error of the mean."""
        return sqrt(float(self.variances.sum())) / len(self.recalls)

    @property
    def degrees_of_freedom(self) -> float | None:
        """Return Satterthwaite's degrees of freedom; none of two classes, which are joined without."""
        if len(self.recalls) <= 2:
            return None
        squares = float((self.variances**2 / np.maximum(self.rows - 1, 1)).sum())
        return max(float(self.variances.sum()) ** 2 / squares, 2.0)

    @property
    def method(self) -> str:
        """Return the name of the interval."""
        return MOVER if self.degrees_of_freedom is None else MOVER_T

    def limits(self, level: float) -> tuple[float, float]:
        """Return the interval of the mean."""
        freedom = self.degrees_of_freedom
        quantile = normal_quantile(level) if freedom is None else student_quantile(level, freedom)
        spread = quantile**2 / self.rows
        centre = (self.recalls + spread / 2) / (1 + spread)
        half = np.sqrt(spread * self.recalls * (1 - self.recalls) + spread**2 / 4) / (1 + spread)
        below, above = self.recalls - np.maximum(centre - half, 0), np.minimum(centre + half, 1) - self.recalls
        number = len(self.recalls)
        return self.value - sqrt(float(below @ below)) / number, self.value + sqrt(float(above @ above)) / number
