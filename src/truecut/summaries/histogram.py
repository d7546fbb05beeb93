"""The histogram of the scores of both classes: one for every view, at one resolution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.binned_counts import binned_counts
from truecut.counting.score_table import ScoreTable

BARS = 64

Change = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def _as_it_is(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return scores


@dataclass(frozen=True)
class ScoreHistogram:
    """How many positives and negatives, by weight, fall into equal steps between two scores."""

    low: float
    high: float
    positives: tuple[float, ...]
    negatives: tuple[float, ...]

    @classmethod
    def of(cls, table: ScoreTable) -> ScoreHistogram | None:
        """Return the histogram between the lowest and the highest finite score; that of probabilities goes from 0 to 1.

        Infinite scores count at the ends; without a finite one there is no histogram.
        """
        if table.are_probabilities:
            return cls.between(table, 0.0, 1.0)
        finite = table.scores[np.isfinite(table.scores)]
        if not len(finite):
            return None
        low, high = float(finite.min()), float(finite.max())
        around = 0.0 if low < high else max(0.5, abs(low) * 1e-9)  # next to 1e16, 0.5 is nothing
        return cls.between(table, low - around, high + around)

    @classmethod
    def between(cls, table: ScoreTable, low: float, high: float, change: Change = _as_it_is) -> ScoreHistogram:
        """Return how a table's rows spread over its scores, or over what a rising function makes of them.

        What lies beyond the ends counts at the ends.
        """

        def bars(scores: NDArray[Any]) -> NDArray[np.intp]:
            place = BARS * _placed(change(scores.astype(float)), low, high)
            return np.asarray(np.minimum(place.astype(np.intp), BARS - 1))

        positives, negatives = (tuple(side.tolist()) for side in binned_counts(table, bars, BARS))
        return cls(low, high, positives, negatives)

    def coarser(self, bars: int) -> ScoreHistogram:
        """Return the same with fewer bars, each the sum of neighbours.

        >>> ScoreHistogram(0, 1, (1, 2, 3, 4), (0, 0, 5, 0)).coarser(2)
        ScoreHistogram(low=0, high=1, positives=(3, 7), negatives=(0, 5))
        """
        size, rest = divmod(len(self.positives), bars)
        if rest:
            raise ValueError(f"{len(self.positives)} bars cannot be taken together to {bars}.")
        positives, negatives = (
            tuple(sum(column[start : start + size]) for start in range(0, len(column), size))
            for column in (self.positives, self.negatives)
        )
        return ScoreHistogram(self.low, self.high, positives, negatives)

    def place(self, score: float) -> float:
        """Say where a score lies between the two ends, from 0 to 1."""
        return float(_placed(np.array(float(score)), self.low, self.high))


def _placed(scores: Any, low: float, high: float) -> Any:
    scale = 0.25 if isinf(high - low) else 1.0  # from -1e308 to 1e308 is farther than a float can say
    return (np.clip(scores, low, high) * scale - low * scale) / (high * scale - low * scale)
