"""The interval for any metric of four cells: count what each cell is worth in rows, add half a row, and draw it again.

A cell is a count whose uncertainty is that of a Gamma distribution. Four independent ones, of which only the ratios
matter, are for rows that count alike the Dirichlet posterior of Jeffreys' prior (Caelen 2017, Ann Math AI 81:429;
Tötsch & Hoffmann 2021, PeerJ CS 7:e398). Weights change two numbers of a cell: how many rows it is worth, and how much
each of them counts (Fay & Feuer 1997, Stat Med 16:791). A prevalence that is stated, or was decided when the rows were
sampled, fixes the sum of each class (Mercaldo, Lau & Zhou 2007, Stat Med 26:2170).

The points are those of a lattice, not draws: the same cells always give the same interval, it follows the posterior
more closely than as many draws would, and the page of the HTML report repeats it to 9 digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import CELLS, Counts
from truecut.inference.beta_quantiles import beta_odds
from truecut.inference.quantiles import checked_level

POINTS = 8192
TURNS = (1, 1503, 1503**2 % POINTS)  # Korobov's lattice of the least P2 among 400 of its size
HALF = 0.5  # a row, added to each cell: Jeffreys' prior; a whole one would fail near perfection
STEP = 1e-5  # of a cell, to see how fast a metric changes with it

# To each cell the one of the same class, the one of the same decision, and the one that shares neither.
OTHERS = {"tp": ("fn", "fp", "tn"), "fn": ("tp", "tn", "fp"), "fp": ("tn", "tp", "fn"), "tn": ("fp", "fn", "tp")}

Numbers = NDArray[np.float64]
Limits = tuple[float, float]
OfCounts = Callable[[Counts], Numbers]  # a metric, at one or at many counts


@dataclass(frozen=True)
class Cells:
    """Sums of weights and of squared weights in the four cells; where rows count alike, both are the count.

    `mix` is the share of positives where it is stated or was decided; None where it was found like the rest.

    >>> from truecut.catalogue import metric
    >>> cells = Cells.counted(Counts(tp=51, fp=1, fn=9, tn=59), mix=0.01)
    >>> low, high = cells.interval(metric("precision").along)
    >>> round(low, 3), round(high, 3)
    (0.101, 0.824)
    """

    weights: tuple[float, float, float, float]
    squares: tuple[float, float, float, float]
    mix: float | None = None

    @classmethod
    def of(cls, weights: Counts, squares: Counts, mix: float | None = None) -> Cells:
        """Return the cells of rows with weights of importance."""
        return cls(_four(weights), _four(squares), mix)

    @classmethod
    def counted(cls, counts: Counts, mix: float | None = None) -> Cells:
        """Return the cells of rows that count alike."""
        return cls(_four(counts), _four(counts), mix)

    def grown(self, times: float) -> Cells:
        """Return the cells of so many times as many rows."""
        tp, fp, fn, tn = (times * weight for weight in self.weights)
        squares = (times * square for square in self.squares)
        return Cells((tp, fp, fn, tn), tuple(squares), self.mix)  # type: ignore[arg-type]

    @property
    def worth(self) -> dict[str, float]:
        """Return how many rows of equal weight each cell is worth: Kish's (sum of weights)² / (sum of squares)."""
        pairs = zip(CELLS, self.weights, self.squares, strict=True)
        return {cell: weight / square * weight if square else 0.0 for cell, weight, square in pairs}

    @cached_property
    def half_rows(self) -> dict[str, float]:
        """Return the weight of the half row that is added to each cell.

        It is the mean weight of the rows of its class, each counted by its weight. A cell without rows gets what the
        other three suggest: where weights follow the class, or the decision, that is the weight of rows in this cell.
        """
        weight, square = dict(zip(CELLS, self.weights, strict=True)), dict(zip(CELLS, self.squares, strict=True))
        own = {cell: square[cell] / weight[cell] if weight[cell] else 0.0 for cell in CELLS}
        of_any = sum(self.squares) / sum(self.weights) if sum(self.weights) else 1.0
        found = {}
        for cell, (same_class, same_decision, neither) in OTHERS.items():
            total = weight[cell] + weight[same_class]
            if weight[cell] or not weight[same_class]:
                found[cell] = (square[cell] + square[same_class]) / total if total else of_any
            elif weight[same_decision] and weight[neither]:
                found[cell] = own[same_class] * own[same_decision] / own[neither]
            else:
                found[cell] = own[same_class]
        return found

    @property
    def supposed(self) -> dict[str, float]:
        """Return the cells without a row whose half row does not weigh as much as those of the other three do."""
        return {
            cell: self.half_rows[cell]
            for cell, weight in zip(CELLS, self.weights, strict=True)
            if not weight and any(abs(weighs - self.half_rows[cell]) > 1e-9 * weighs for weighs in self._row_weights)
        }

    @property
    def _row_weights(self) -> list[float]:
        return [square / weight for weight, square in zip(self.weights, self.squares, strict=True) if weight]

    @cached_property
    def moments(self) -> tuple[Numbers, Numbers]:
        """Return mean and variance of each cell, half a row added."""
        added = np.array([self.half_rows[cell] for cell in CELLS])
        return np.array(self.weights) + HALF * added, np.array(self.squares) + HALF * added**2

    def masses(self) -> Counts:
        """Return the four cells at the points of the lattice; only their ratios mean anything."""
        mean, variance = self.moments
        return _masses(tuple(mean), tuple(variance), self.mix)

    def moved(self, cells: Counts) -> Counts:
        """Return four cells with the classes scaled to the share of positives, where that is fixed."""
        if self.mix is None:
            return cells
        positive, negative = self.mix / (cells.tp + cells.fn), (1 - self.mix) / (cells.fp + cells.tn)
        return Counts(cells.tp * positive, cells.fp * negative, cells.fn * positive, cells.tn * negative)

    def interval(self, metric: OfCounts, level: float = 0.95) -> Limits:
        """Return the quantiles of a metric over the lattice. It must not be a total: it sees shares of rows.

        Points at which the metric is undefined are left out; no point lies at the end of a cell's range, so a value
        there may be just outside.
        """
        tail = (1 - checked_level(level)) / 2
        values = metric(self.masses())
        there = np.sort(values[~np.isnan(values)])
        return _quantile(there, tail), _quantile(there, 1 - tail)

    def variances(self, metric: OfCounts) -> dict[str, float]:
        """Return what each cell adds to the variance of a metric, by its slope there (the delta method)."""
        mean, variance = self.moments
        steep = slopes_of_sums(lambda four: metric(self.moved(Counts(*four))), mean)
        return dict(zip(CELLS, (variance * steep**2).tolist(), strict=True))


def slopes_of_sums(metric: Callable[[Numbers], Numbers], at: Numbers) -> Numbers:
    """Return how fast a metric of several sums changes with each of them, by central differences; none may be 0."""
    steps = np.diag(STEP * at)
    up, down = metric(at[:, None] + steps), metric(at[:, None] - steps)
    return np.asarray((up - down) / (2 * np.diag(steps)))


@lru_cache(maxsize=8)  # many metrics are asked about the same cells
def _masses(mean: tuple[float, ...], variance: tuple[float, ...], mix: float | None) -> Counts:
    tp, fp, fn, tn = ((m / v * m, v / m) for m, v in zip(mean, variance, strict=True))  # rows, and what each weighs
    found, missed = _both_sides(tp[0], fn[0], 1)
    flagged, left = _both_sides(fp[0], tn[0], 2)
    masses = Counts(tp=tp[1] * found, fp=fp[1] * flagged, fn=fn[1] * missed, tn=tn[1] * left)
    if mix is not None:
        return Cells((0.0,) * 4, (0.0,) * 4, mix).moved(masses)
    positive, negative = _both_sides(tp[0] + fn[0], fp[0] + tn[0], 0)
    return Counts(masses.tp * positive, masses.fp * negative, masses.fn * positive, masses.tn * negative)


@lru_cache(maxsize=8)  # the share of positives is the same at every threshold
def _both_sides(a: float, b: float, coordinate: int) -> tuple[Numbers, Numbers]:
    """Return a share and what is left of it, each to full precision, in the order of a coordinate of the lattice."""
    odds = beta_odds(a, b, POINTS)[np.arange(POINTS) * TURNS[coordinate] % POINTS]
    return odds / (1 + odds), 1 / (1 + odds)


def _quantile(values: Numbers, share: float) -> float:
    """Return a quantile of sorted values, each of which stands in the middle of its step."""
    place = min(max(share * len(values) - 0.5, 0.0), len(values) - 1.0)
    before = int(place)
    low, high = float(values[before]), float(values[min(before + 1, len(values) - 1)])
    # Between two infinite values there is nothing to interpolate.
    return low if low == high else low + (place - before) * (high - low)


def _four(counts: Counts) -> tuple[float, float, float, float]:
    return float(counts.tp), float(counts.fp), float(counts.fn), float(counts.tn)
