"""Consistency bands of a reliability curve: outcomes drawn from given probabilities, and refitted.

Drawn from the forecasts themselves, the curves show where that of calibrated probabilities would lie; drawn from
the fitted curve they are a bootstrap, which for isotonic regression is only a guide. Rows are drawn score by score, so
nothing but the score table is needed.

Bröcker & Smith 2007, Weather Forecast 22:651; Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.isotonic import isotonic_shares
from truecut.counting.score_table import ScoreTable
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.draws import Draws

LINES_AT_ONCE = 16
MOST_SCORES = 5_000  # that are simulated one by one; more are pooled with their neighbours


@dataclass(frozen=True, eq=False)
class OutcomeCells:
    """Distinct probabilities in rising order with their observed outcomes, neighbours pooled where they are too many.

    `rows` are rows to draw one by one: with importance weights the effective ones.
    """

    scores: NDArray[np.float64]
    positives: NDArray[Any]
    weights: NDArray[Any]
    rows: NDArray[np.int64]
    distinct: int  # scores before pooling

    @classmethod
    def of(cls, table: ScoreTable, most: int = MOST_SCORES) -> OutcomeCells:
        """Return the cells of a table."""
        rising = slice(None) if table.lower_is_positive else slice(None, None, -1)
        weights = (table.positives + table.negatives)[rising]
        starts = pooling_starts(weights, most)
        pooled_weights = np.add.reduceat(weights, starts)
        scores = np.add.reduceat(table.scores[rising] * weights, starts) / pooled_weights
        rows = pooled_weights
        if table.is_weighted:
            squares = np.add.reduceat((table.positive_squares + table.negative_squares)[rising], starts)
            rows = np.maximum(1, np.rint(pooled_weights**2 / squares))  # Kish
        if len(starts) == len(table):
            scores = table.scores[rising].astype(float)  # as they are, without the rounding of a mean
        positives = np.add.reduceat(table.positives[rising], starts)
        return cls(scores, positives, pooled_weights, rows.astype(np.int64), len(table))

    @property
    def are_pooled(self) -> bool:
        """Say whether neighbours were put together."""
        return self.distinct > len(self.scores)

    @property
    def observed(self) -> NDArray[np.float64]:
        """Return the isotonic regression of the outcomes on the scores."""
        return np.asarray(self.refitted(self.positives[None, :])[0])

    def drawn(self, truth: NDArray[np.float64], replicates: int, draws: Draws) -> NDArray[Any]:
        """Return positives, by weight, of many draws in which each row is positive with its true probability."""
        shares = np.clip(truth, 0, 1)
        drawn = draws.lines(
            lambda random, number: random.binomial(self.rows, shares, size=(number, len(shares))),
            replicates,
            width=len(shares),
        )
        if self.weights.dtype.kind in "iu":
            return drawn
        return np.asarray(drawn * (self.weights / self.rows))

    def refitted(self, positives: NDArray[Any]) -> NDArray[np.float64]:
        """Return the isotonic regression of each line of drawn positives."""
        return isotonic_shares(positives, self.weights)

    def miscalibration(self, positives: NDArray[Any], fitted: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by how much the Brier score of each line would fall by the fitted shares."""
        p, found = self.scores, np.empty(len(fitted))
        # A few lines at a time stay in the cache: all at once would be several matrices of new memory.
        for start in range(0, len(fitted), LINES_AT_ONCE):
            some = slice(start, start + LINES_AT_ONCE)
            gained = self.weights * (p * p - fitted[some] * fitted[some]) - 2 * positives[some] * (p - fitted[some])
            found[some] = gained.sum(axis=-1)
        return np.asarray(found / self.weights.sum())


def pooling_starts(rows: NDArray[Any], most: int) -> NDArray[np.intp]:
    """Return where each of at most so many groups of neighbours starts: small groups at both ends, large in the middle.

    A curve moves in small steps where few rows are left beyond, and its steps in the middle are wide.
    """
    if len(rows) <= most:
        return np.arange(len(rows))
    ends = np.cumsum(rows) / rows.sum()
    # Where the arcsine of the square root is divided evenly, a group's share of the spread is the same everywhere.
    group = np.minimum((np.arcsin(np.sqrt(np.minimum(ends, 1.0))) / (np.pi / 2) * most).astype(np.intp), most - 1)
    return np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))


def pointwise(curves: NDArray[np.float64], level: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return between which values the curves lie at each score, as often as the level says."""
    tail = (1 - checked_level(level)) / 2
    low, high = np.quantile(curves, [tail, 1 - tail], axis=0)
    return low, high


def simultaneous(curves: NDArray[np.float64], level: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a band in which whole curves lie as often as the level says.

    It is the pointwise band, widened about the median by one factor on the scale of arcsine square roots, where
    shares near 0 and 1 spread like others.
    """
    angles = np.arcsin(np.sqrt(np.clip(curves, 0, 1)))
    tail = (1 - checked_level(level)) / 2
    low, centre, high = np.quantile(angles, [tail, 0.5, 1 - tail], axis=0)
    # Where hardly any curve leaves the median, quantiles are no width; the standard deviation is one.
    least = np.maximum(angles.std(axis=0), np.finfo(float).tiny)
    below, above = np.maximum(centre - low, least), np.maximum(high - centre, least)
    furthest = np.maximum((angles - centre) / above, (centre - angles) / below).max(axis=1)
    factor = max(1.0, float(np.quantile(furthest, level, method="higher")))
    bottom = np.sin(np.clip(centre - factor * below, 0, np.pi / 2)) ** 2
    top = np.sin(np.clip(centre + factor * above, 0, np.pi / 2)) ** 2
    # A rising curve that is above the band's bottom here is above it from here on.
    return np.maximum.accumulate(bottom), np.minimum.accumulate(top[::-1])[::-1]
