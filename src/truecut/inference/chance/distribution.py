"""The values that chance brings, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Better, Metric
from truecut.inference.resampling.draws import Draws, Purpose

ROUNDING = 1e-10  # of the logarithms of large factorials: a mean below it is 0
CLOSE = 1e-12  # values that differ by rounding are the same


@dataclass(frozen=True, eq=False)
class ChanceDistribution:
    """The values that chance brings, and how often."""

    values: NDArray[np.float64]
    chances: NDArray[np.float64]
    method: str
    draws: int = 0  # 0 where it is exact

    def quantile(self, share: float) -> float:
        """Return the smallest value that is not exceeded at least so often."""
        order = np.argsort(self.values, kind="stable")
        reached = np.cumsum(self.chances[order])
        place = np.searchsorted(reached, share - CLOSE)
        return float(self.values[order][min(int(place), len(order) - 1)])

    @property
    def mean(self) -> float | None:
        """Return the mean, which may be infinite; None where both infinities occur."""
        values, chances = self.values[self.chances > 0], self.chances[self.chances > 0]
        if np.isposinf(values).any() and np.isneginf(values).any():
            return None
        mean = float(np.sum(values * chances))
        return 0.0 if abs(mean) < ROUNDING else mean

    def as_good(self, entry: Metric, observed: float) -> float:
        """Return how often chance does at least as well; a drawn distribution counts the model itself as a draw."""
        bad = badness(entry, self.values)
        limit = float(badness(entry, np.array([observed]))[0])
        share = float(self.chances[bad <= limit + CLOSE * max(1.0, abs(limit) if isfinite(limit) else 1.0)].sum())
        return (share * self.draws + 1) / (self.draws + 1) if self.draws else min(1.0, share)

    def drawn(self, number: int, draws: Draws) -> NDArray[np.float64]:
        """Return so many values as chance brings them: those that were drawn, as far as they go, or new ones."""
        if self.draws >= number:
            return self.values[:number]
        return np.asarray(draws.generator().choice(self.values, number, p=self.chances / self.chances.sum()))


def mean_of(parts: Sequence[ChanceDistribution], draws: int, seed: int) -> ChanceDistribution:
    """Return how the mean of independent values falls, such as those of the folds of a cross-validation."""
    source = Draws(seed, Purpose.RANDOM_ORDERS)
    values = np.mean([part.drawn(draws, source.at(number)) for number, part in enumerate(parts)], axis=0)
    method = f"{draws:,} random orders within folds, seed {seed}"
    return ChanceDistribution(values, np.full(draws, 1 / draws), method, draws)


def badness(entry: Metric, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers that are the higher the worse the values are."""
    if entry.better == Better.LOWER:
        return values
    if entry.better == Better.NEAR_ONE:
        return np.abs(values - 1)
    return np.abs(values) if entry.better == Better.NEAR_ZERO else -values
