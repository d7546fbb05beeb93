"""The mean of what each row loses, and how sure one can be of it: rows are drawn one by one, and so are losses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, log, log1p, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.measures.loss_moments import Moments, loss_moments
from truecut.counting.counts import CELLS, Counts
from truecut.counting.score_table import ScoreTable
from truecut.inference.quantiles import student_quantile

NO_SKEW = 1e-9

Numbers = NDArray[np.float64]

OF_PROBABILITIES = {entry.name: entry.losses for entry in CATALOGUE if entry.losses}

# What saying the prevalence loses, and how that grows with the prevalence.
OF_PREVALENCE: dict[str, Callable[[float], tuple[float, float]]] = {
    "brier": lambda share: (share * (1 - share), 1 - 2 * share),
    "log_loss": lambda share: (-share * log(share) - (1 - share) * log1p(-share), log1p(-share) - log(share)),
}


class SpreadSums(NamedTuple):
    """What the mean of losses and its spread follow from: numbers, or arrays of those of many tables."""

    weight: Any
    squared: Any  # weights
    mean: Any
    spread: Any  # squared distances from the mean, by squared weight

    @classmethod
    def of(cls, values: Numbers, weights: Numbers, squares: Numbers) -> SpreadSums:
        """Return the sums over the last axis: of the losses of one table, or of many that are rows of a matrix."""
        weight = weights.sum(axis=-1)
        mean = (weights * values).sum(axis=-1) / weight
        apart = values - mean[..., np.newaxis]
        return cls(weight, squares.sum(axis=-1), mean, (squares * apart**2).sum(axis=-1))


def cubes_of(apart: Numbers, weights: Numbers, squares: Numbers) -> tuple[Any, Any]:
    """Return the sums over the last axis of squared and of cubed distances from the mean: rows of weight w by w³."""
    each = squares * apart * apart  # a third power by `**` takes ten times as long
    return each.sum(axis=-1), (squares / weights * each * apart).sum(axis=-1)


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
    is_positive: NDArray[np.bool_] | None = None  # of which class, where that is known
    by_class: bool = False  # so many rows of each class were taken or are supposed

    @classmethod
    def of_probabilities(cls, table: ScoreTable, name: str, *, by_class: bool = False) -> Losses:
        """Return what the rows of a table lose; `by_class` where the share of positives does not vary."""
        known: Losses | None = None if by_class else vars(table).get(f"_{name}_losses")
        if known is not None:
            return known
        if moments := loss_moments(table):
            return cls._of_moments(moments.of_class[name], by_class)
        weights = np.concatenate([table.positives, table.negatives]).astype(float)
        there = weights > 0  # where no row is, ln 0 is nobody's loss
        scores = table.scores.astype(float)
        with np.errstate(divide="ignore"):
            values = np.concatenate([loss(scores) for loss in OF_PROBABILITIES[name]])
        squares, rows = weights, float(weights.sum())
        if table.is_weighted:
            squares, rows = np.concatenate([table.positive_squares, table.negative_squares]), float(table.rows)
        of_class = (np.arange(len(weights)) < len(table))[there]
        return cls(values[there], weights[there], squares[there], rows, is_positive=of_class, by_class=by_class)

    @classmethod
    def _of_moments(cls, sides: tuple[Moments, Moments], by_class: bool) -> Losses:
        """Return four losses, two of each class, that have the mean, spread and skew of all."""
        points = [two_points(side) for side in sides]
        values, weights = (np.concatenate(column) for column in zip(*points, strict=True))
        of_class = np.arange(len(values)) < len(points[0][0])
        rows = sum(side.rows for side in sides)
        return cls(values, weights, weights, rows, is_positive=of_class, by_class=by_class)

    @classmethod
    def of_counts(cls, entry: Metric, counts: Counts, parameters: dict[str, Any]) -> Losses:
        """Return what rows lose by a metric that is a mean over all rows: the metric of one such row."""
        rows = {cell: float(number) for cell, number in counts.cells().items() if number}
        of_cells = {cell: float(entry.at(_one(cell), **parameters)) for cell in CELLS}
        values, weights = np.array([of_cells[cell] for cell in rows]), np.array(list(rows.values()))
        return cls(values, weights, weights, float(weights.sum()), min(of_cells.values()), max(of_cells.values()))

    @cached_property
    def _sums(self) -> SpreadSums:
        return SpreadSums(*map(float, SpreadSums.of(self.values, self.weights, self.squares)))

    @cached_property
    def _cubes(self) -> tuple[float, float]:
        spread, cubes = cubes_of(self._apart, self.weights, self.squares)
        return float(spread), float(cubes)

    @property
    def mean(self) -> float:
        """Return the mean loss."""
        return float(self._sums.mean)

    @cached_property
    def standard_error(self) -> float:
        """Return the standard error of the mean; at least two rows are needed, of each class where they are apart."""
        return sqrt(sum(self._variances))

    @property
    def _classes(self) -> tuple[NDArray[np.bool_], ...]:
        """Return which losses are of each class where these are apart; nothing where they vary together."""
        return () if self.is_positive is None or not self.by_class else (self.is_positive, ~self.is_positive)

    @cached_property
    def _variances(self) -> list[float]:
        """Return the parts of the variance: one, or that of each class about its own mean."""
        total = self._sums.weight
        if not self._classes:
            return [self._sums.spread * self.rows / (self.rows - 1) / total**2]
        found = []
        for part in self._classes:
            worth = self._worth(part)
            few = worth / (worth - 1) if worth > 1 else 1.0
            found.append(few * float((self.squares[part] * self._apart[part] ** 2).sum()) / total**2)
        return found

    @cached_property
    def _apart(self) -> NDArray[np.float64]:
        """Return how far each loss lies from the mean, or from that of its class."""
        if not self._classes:
            return np.asarray(self.values - self.mean)
        means = np.full(len(self.values), self.mean)
        for part in self._classes:
            if part.any():
                means[part] = np.average(self.values[part], weights=self.weights[part])
        return np.asarray(self.values - means)

    def _worth(self, part: NDArray[np.bool_]) -> float:
        weights, squares = float(self.weights[part].sum()), float(self.squares[part].sum())
        return weights / squares * weights if squares else 0.0

    @property
    def degrees_of_freedom(self) -> float:
        """Return those of Student's distribution: effective rows less one, or Satterthwaite's of both classes."""
        if not self._classes:
            return self.effective_rows - 1
        parts = zip(self._variances, self._classes, strict=True)
        below = sum(variance**2 / max(self._worth(part) - 1, 1.0) for variance, part in parts)
        return sum(self._variances) ** 2 / below if below else 1.0

    @property
    def effective_rows(self) -> float:
        """Return how many rows of equal weight tell as much (Kish)."""
        return float(self._sums.weight**2 / self._sums.squared)

    @property
    def rarer_rows(self) -> float:
        """Return how many rows do not have the most frequent loss."""
        sums = [self.weights[self.values == value].sum() for value in np.unique(self.values)]
        return float(self.weights.sum() - max(sums))

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """Return Student's interval of the mean; None with fewer than two rows."""
        if self.effective_rows <= 1 or self.rows < 2:
            return None
        mean, half = self.mean, student_quantile(level, self.degrees_of_freedom) * self.standard_error
        return mean - half, mean + half

    def skewed_interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """Return Student's interval after taking out the skew (Hall 1992, J R Stat Soc B 54:221); None likewise.

        Good models lose little on most rows and much on a few, and then the plain interval ends too low.
        """
        if self.effective_rows <= 1 or self.rows < 2:
            return None
        quantile, error, skew = student_quantile(level, self.degrees_of_freedom), self.standard_error, self._skew
        return self.mean - error * _unskewed(quantile, skew), self.mean - error * _unskewed(-quantile, skew)

    @property
    def _skew(self) -> float:
        """Return the skewness of the mean."""
        spread, cubes = self._cubes
        return cubes / spread**1.5 if spread else 0.0


def keep_losses(tables: Sequence[ScoreTable], columns: Sequence[Numbers], name: str) -> None:
    """Keep with each of many tables of one length what its rows lose, and the sums that intervals ask for.

    `columns` are the scores, positives and negatives of all tables, a row each.
    """
    scores, positives, negatives = columns
    every, weights = np.hstack([loss(scores) for loss in OF_PROBABILITIES[name]]), np.hstack([positives, negatives])
    there = weights > 0
    numbers = there.sum(axis=1)
    for number in np.unique(numbers):
        some = np.flatnonzero(numbers == number)
        where = there[some]
        values, rows = (column[some][where].reshape(len(some), -1) for column in (every, weights))
        of_class = np.nonzero(where)[1].reshape(len(some), -1) < scores.shape[1]
        sums = SpreadSums.of(values, rows, rows)
        cubes = cubes_of(values - sums.mean[:, np.newaxis], rows, rows)
        told = zip(*(column.tolist() for column in (*sums, *cubes)), strict=True)
        for i, (weight, squared, mean, spread, *skew) in enumerate(told):
            losses = Losses(values[i], rows[i], rows[i], weight, is_positive=of_class[i])
            # Where a cached property keeps its value.
            vars(losses).update(_sums=SpreadSums(weight, squared, mean, spread), _cubes=tuple(skew))
            vars(tables[int(some[i])])[f"_{name}_losses"] = losses


def two_points(moments: Moments) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two losses, and the rows of each, that have the mean, spread and skew of many.

    >>> values, rows = two_points(Moments(4, 0.25, 0.75, 0.375))  # one row in four loses 1
    >>> values.round(9).tolist(), rows.round(9).tolist()
    ([1.0, 0.0], [1.0, 3.0])
    """
    if not moments.squares:
        alike = slice(0, 1 if moments.rows else 0)
        return np.array([moments.mean])[alike], np.array([moments.rows])[alike]
    variance = moments.squares / moments.rows
    spread = sqrt(variance)
    skew = moments.cubes / moments.rows / variance / spread
    # In standard deviations the two lie on both sides of the mean with product -1; the farther one is found first.
    far = (abs(skew) + sqrt(skew**2 + 4)) / 2
    rows_there = moments.rows / (1 + far * far)
    apart = np.array([far, -1 / far]) if skew >= 0 else np.array([-far, 1 / far])
    return moments.mean + spread * apart, np.array([rows_there, moments.rows - rows_there])


def _unskewed(quantile: float, skew: float) -> float:
    """Return where the skewed mean, in standard errors, has the quantile of a symmetric one."""
    if abs(skew) < NO_SKEW:
        return quantile
    return float(np.cbrt(1 + skew * (quantile - skew / 6)) - 1) * 3 / skew


@dataclass(frozen=True, eq=False)
class Skill:
    """The share of the loss that a model saves against saying the prevalence to every row.

    Both losses come from the same rows, so they vary together: the influence of a row on the skill is what it adds to
    the model's loss, less what it adds to that of the prevalence.
    """

    losses: Losses
    influences: Losses

    @classmethod
    def of(cls, table: ScoreTable, name: str, *, by_class: bool = False) -> Skill:
        """Return the skill of a table with both classes, by the Brier score or the log loss."""
        losses = Losses.of_probabilities(table, name, by_class=by_class)
        prevalence = float(table.total_positive) / float(table.total_positive + table.total_negative)
        baseline, rise = OF_PREVALENCE[name](prevalence)
        from_prevalence = np.asarray(losses.is_positive) - prevalence
        influence = losses.mean * rise / baseline**2 * from_prevalence - (losses.values - losses.mean) / baseline
        return cls(losses, replace(losses, values=1 - losses.mean / baseline + influence))

    @property
    def standard_error(self) -> float:
        """Return the standard error by the delta method."""
        return self.influences.standard_error

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """Return Student's interval of the skill, without the skew."""
        return self.influences.skewed_interval(level)


def _one(cell: str) -> Counts:
    return Counts(**{name: int(name == cell) for name in CELLS})
