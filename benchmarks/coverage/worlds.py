"""Worlds whose truth is known: two bell curves of scores, and how common the positives are.

Negatives score N(0, 1), positives N(distance, 1), with the distance that gives the area wanted. The score that is
judged is the probability that this world itself would give, so it is calibrated, and it is cut where sensitivity and
specificity are equal. The truth of every metric follows from a table so fine that it is as good as all rows there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtr, ndtri

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable

STEPS = 400_001
REACH = 9.0  # standard deviations beyond the middle of either class


@dataclass(frozen=True)
class World:
    """So many rows, such a share of positives, and an area under the ROC curve."""

    rows: int
    prevalence: float
    area: float

    @property
    def distance(self) -> float:
        """Return how far the two bell curves are apart."""
        return float(sqrt(2) * ndtri(self.area))

    @property
    def rarer(self) -> float:
        """Return how many rows of the rarer class to expect."""
        return self.rows * min(self.prevalence, 1 - self.prevalence)

    @property
    def threshold(self) -> float:
        """Return the probability half-way between the classes."""
        return float(self._probability(np.array(self.distance / 2)))

    @property
    def cells(self) -> tuple[float, float, float, float]:
        """Return the true shares of tp, fp, fn and tn at the threshold."""
        right = float(ndtr(self.distance / 2))
        return (
            self.prevalence * right,
            (1 - self.prevalence) * (1 - right),
            self.prevalence * (1 - right),
            (1 - self.prevalence) * right,
        )

    @cached_property
    def truth(self) -> Model:
        """Return the model on all rows that there are: their shares in place of their numbers."""
        edges = np.linspace(-REACH, self.distance + REACH, STEPS)
        middles = (edges[1:] + edges[:-1]) / 2
        positives = self.prevalence * np.diff(ndtr(edges - self.distance))
        negatives = (1 - self.prevalence) * np.diff(ndtr(edges))
        table = ScoreTable.from_rows(
            np.repeat([True, False], len(middles)),
            np.tile(self._probability(middles), 2),
            np.concatenate([positives, negatives]),
            weights_are=Weights.IMPORTANCE,
        )
        return Model("truth", table, self.threshold)

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model on rows drawn at random; how many of them are positive is left to chance too."""
        labels = random.random(self.rows) < self.prevalence
        scores = self._probability(random.normal(size=self.rows) + labels * self.distance)
        return Model("sample", ScoreTable.from_rows(labels, scores), self.threshold)

    def _probability(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        odds = log(self.prevalence / (1 - self.prevalence))
        return np.asarray(expit(odds + self.distance * (scores - self.distance / 2)))
