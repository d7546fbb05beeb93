"""The mean of what each row loses, and how sure one can be of it: rows are drawn one by one, and so are losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.inference.quantiles import student_quantile
from truecut.outcomes import CELLS, Counts
from truecut.table import ScoreTable, Weights

Loss = Callable[[NDArray[Any]], NDArray[Any]]

# What a positive and what a negative row loses at a probability.
OF_PROBABILITIES: dict[str, tuple[Loss, Loss]] = {
    "brier": (lambda p: (1 - p) ** 2, lambda p: p**2),
    "log_loss": (lambda p: -np.log(p), lambda p: -np.log1p(-p)),
    "spherical_score": (lambda p: p / np.hypot(p, 1 - p), lambda p: (1 - p) / np.hypot(p, 1 - p)),
}


@dataclass(frozen=True, eq=False)
class Losses:
    """Distinct losses with the weight of the rows that have them.

    >>> losses = Losses(np.array([0.0, 1.0]), np.array([3.0, 1.0]), np.array([3.0, 1.0]), 4)
    >>> losses.mean, losses.standard_error
    (0.25, 0.25)
    """

    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    squares: NDArray[np.float64]  # of the weights, summed over the rows
    rows: float
    least: float = -inf  # that a row can lose
    most: float = inf

    @classmethod
    def of_probabilities(cls, table: ScoreTable, name: str) -> Losses:
        """Return what the rows of a table lose."""
        weights = np.concatenate([table.positives, table.negatives]).astype(float)
        there = weights > 0  # where no row is, ln 0 is nobody's loss
        scores = table.scores.astype(float)
        with np.errstate(divide="ignore"):
            values = np.concatenate([loss(scores) for loss in OF_PROBABILITIES[name]])
        if table.weights != Weights.IMPORTANCE:
            return cls(values[there], weights[there], weights[there], float(weights.sum()))
        squares = np.concatenate([table.positive_squares, table.negative_squares])
        return cls(values[there], weights[there], squares[there], table.rows)

    @classmethod
    def of_counts(cls, entry: Metric, counts: Counts, parameters: dict[str, Any]) -> Losses:
        """Return what rows lose by a metric that is a mean over all rows: the metric of one such row."""
        rows = {cell: float(number) for cell, number in counts.cells().items() if number}
        of_cells = {cell: float(entry.at(_one(cell), **parameters)) for cell in CELLS}
        values, weights = np.array([of_cells[cell] for cell in rows]), np.array(list(rows.values()))
        return cls(values, weights, weights, float(weights.sum()), min(of_cells.values()), max(of_cells.values()))

    @property
    def mean(self) -> float:
        """Return the mean loss."""
        return float((self.weights * self.values).sum() / self.weights.sum())

    @property
    def standard_error(self) -> float:
        """Return the standard error of the mean; at least two rows are needed."""
        squares = float((self.squares * (self.values - self.mean) ** 2).sum())
        return sqrt(squares * self.rows / (self.rows - 1)) / float(self.weights.sum())

    @property
    def effective_rows(self) -> float:
        """Return how many rows of equal weight tell as much (Kish)."""
        return float(self.weights.sum() ** 2 / self.squares.sum())

    @property
    def rarer_rows(self) -> float:
        """Return how many rows do not have the most frequent loss."""
        sums = [self.weights[self.values == value].sum() for value in np.unique(self.values)]
        return float(self.weights.sum() - max(sums))

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """Return Student's interval of the mean; None with fewer than two rows."""
        if self.effective_rows <= 1 or self.rows < 2:
            return None
        mean, half = self.mean, student_quantile(level, self.effective_rows - 1) * self.standard_error
        return mean - half, mean + half


def _one(cell: str) -> Counts:
    return Counts(**{name: int(name == cell) for name in CELLS})
