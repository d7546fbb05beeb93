"""The histogram of the scores of both classes: one for every view, at one resolution."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.score_table import ScoreTable

BARS = 64


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
        scores = table.scores.astype(float)
        if table.are_probabilities:
            return cls.between(table, scores, 0.0, 1.0)
        finite = scores[np.isfinite(scores)]
        if not len(finite):
            return None
        low, high = float(finite.min()), float(finite.max())
        around = 0.0 if low < high else max(0.5, abs(low) * 1e-9)  # next to 1e16, 0.5 is nothing
        return cls.between(table, scores, low - around, high + around)

    @classmethod
    def between(cls, table: ScoreTable, scores: NDArray[np.float64], low: float, high: float) -> ScoreHistogram:
        """Return how a table's rows spread over these scores of them; what lies beyond the ends counts at the ends."""
        bar = np.minimum((BARS * _placed(scores, low, high)).astype(int), BARS - 1)
        positives, negatives = (
            tuple(np.bincount(bar, column.astype(float), minlength=BARS).tolist())
            for column in (table.positives, table.negatives)
        )
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
