"""Logistic regression of the labels on what is known of a score, by maximum likelihood.

Rows of one score are fitted together, by weight, so a fit costs as much as there are distinct scores. It has
no finite answer where a combination of the columns parts the classes; the caller makes sure, or reads the NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut import kernel

MOST_STEPS = 200
# Newton's method doubles the right digits with each step, so after one this small all are right.
LAST_STEP = 1e-9
ROUNDING = 1e-15
COARSE = 4096  # groups of neighbours that are fitted first
WORTH_TWO_FITS = 4  # of them in a group


@dataclass(frozen=True, eq=False)
class Outcomes:
    """How many positives and negatives, by weight, were seen at each of some scores."""

    positives: NDArray[Any]
    negatives: NDArray[Any]

    @property
    def rows(self) -> NDArray[Any]:
        """Return both together."""
        return np.asarray(self.positives + self.negatives)

    def log_loss(self, odds: NDArray[np.float64]) -> float:
        """Return the sum of -ln of the probability of what happened, for the log odds of each score."""
        # -ln of the likelier outcome is ln(1 + e^-|odds|), and of the other one |odds| more.
        unlikely_rows = np.where(odds > 0, self.negatives, self.positives)
        return float((self.rows * np.log1p(np.exp(-np.abs(odds))) + unlikely_rows * np.abs(odds)).sum())


def log_odds(probabilities: NDArray[Any]) -> NDArray[np.float64]:
    """Return ln p / (1 - p), infinite at 0 and 1.

    >>> log_odds(np.array([0.5, 0.8])).round(4).tolist()
    [0.0, 1.3863]
    """
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(probabilities) - np.log1p(-probabilities))


def expit(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of log odds, the inverse of `log_odds`; small ones keep all their digits.

    SciPy has it too, but importing that takes longer than a report.

    >>> expit(np.array([-800.0, 0.0, 1.3863])).round(4).tolist()
    [0.0, 0.5, 0.8]
    """
    return both_ways(odds)[0]


def both_ways(odds: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the probabilities of log odds, and what they leave to 1: neither loses digits to the other.

    >>> [round(float(way), 4) for way in both_ways(np.array(1.3863))]
    [0.8, 0.2]
    """
    small = np.exp(-np.abs(odds))
    large = 1 / (1 + small)
    small *= large
    is_likely = odds >= 0
    return np.where(is_likely, large, small), np.where(is_likely, small, large)


def fitted(columns: NDArray[np.float64], seen: Outcomes) -> NDArray[np.float64]:
    """Return the likeliest intercept and one coefficient per column, or NaN where the fit gets stuck.

    >>> seen = Outcomes(np.array([3, 1]), np.array([1, 3]))
    >>> fitted(np.array([[1.0], [-1.0]]), seen).round(4).tolist()  # ln 3 at 1, -ln 3 at -1
    [0.0, 1.0986]
    """
    there = seen.rows > 0
    if not there.all():
        columns, seen = columns[there], Outcomes(seen.positives[there], seen.negatives[there])
    share = seen.rows / seen.rows.sum()
    centre = share @ columns
    spread = np.sqrt(share @ (columns - centre) ** 2)
    if not (spread > 0).all():
        return np.full(columns.shape[1] + 1, nan)
    # Standardised columns have coefficients of one size, and hardly depend on the intercept.
    standardised = _Standardised(columns, centre, spread)
    line = _by_newton(standardised, seen, _coarse(standardised, seen))
    slopes = line[1:] / spread
    return np.concatenate([[line[0] - slopes @ centre], slopes])


@dataclass(frozen=True, eq=False)
class _Standardised:
    """Columns less their centre, in units of their spread."""

    columns: NDArray[np.float64]
    centre: NDArray[np.float64]
    spread: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def design(self) -> NDArray[np.float64]:
        """Return a line for each coefficient: ones, and the columns."""
        return np.vstack([np.ones(len(self)), ((self.columns - self.centre) / self.spread).T])

    def pooled(self, starts: NDArray[np.intp]) -> _Standardised:
        """Return the means of neighbours, in the same units."""
        sizes = np.diff(starts, append=len(self))
        return _Standardised(np.add.reduceat(self.columns, starts) / sizes[:, None], self.centre, self.spread)

    def along(self, line: NDArray[np.float64], seen: Outcomes) -> _Slopes:
        """Return how well a line fits what was seen; a single column is for the kernel."""
        if self.columns.shape[1] == 1:
            centre, spread = float(self.centre[0]), float(self.spread[0])
            column, start = self.columns[:, 0], (float(line[0]), float(line[1]))
            found = kernel.logistic_sums(column, seen.positives, seen.negatives, start, centre=centre, spread=spread)
            missing = np.array([found.missed - found.invented, found.missed_along - found.invented_along])
            return _Slopes(found.log_loss, missing, bend_of(found))
        odds = line @ self.design
        likely, unlikely = both_ways(odds)
        missing = seen.positives * unlikely - seen.negatives * likely
        bend = (self.design * (seen.rows * likely * unlikely)) @ self.design.T
        return _Slopes(seen.log_loss(odds), self.design @ missing, np.asarray(bend))


class _Slopes(NamedTuple):
    """The log loss at a line, how fast it falls with each coefficient, and how that bends."""

    loss: float
    missing: NDArray[np.float64]
    bend: NDArray[np.float64]


def bend_of(sums: kernel.LogisticSums) -> NDArray[np.float64]:
    """Return the observed information of intercept and slope: the inverse of their covariance."""
    across = sums.bends_across
    return np.array([[sums.missed_bends + sums.invented_bends, across], [across, sums.bends_along]])


def _coarse(columns: _Standardised, seen: Outcomes) -> NDArray[np.float64] | None:
    """Return the line that fits neighbours taken together, which is almost the one that fits all; None if few are."""
    together = len(columns) // COARSE
    if together < WORTH_TWO_FITS:
        return None
    starts = np.arange(0, len(columns), together)
    pooled = Outcomes(np.add.reduceat(seen.positives, starts), np.add.reduceat(seen.negatives, starts))
    line = _by_newton(columns.pooled(starts), pooled)
    return line if np.isfinite(line).all() else None


def _by_newton(columns: _Standardised, seen: Outcomes, start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return the likeliest coefficients by Newton's method; a step that makes things worse is halved.

    Wherever it starts, it ends where the last step is lost in rounding.
    """
    positives, negatives = float(seen.positives.sum()), float(seen.negatives.sum())
    stuck = np.full(columns.columns.shape[1] + 1, nan)
    if not positives or not negatives:
        return stuck
    line = np.zeros(len(stuck))
    line[0] = log(positives / negatives)
    line = line if start is None else start
    here = columns.along(line, seen)
    for _ in range(MOST_STEPS):
        if np.linalg.cond(here.bend) > 1 / ROUNDING:
            break
        step = np.linalg.solve(here.bend, here.missing)
        if np.abs(step).max() <= LAST_STEP * max(1.0, np.abs(line).max()):
            return np.asarray(line + step)
        # Near the end the loss falls by less than its rounding; Newton's step is right there anyway.
        most = here.loss * (1 + 1e-12)
        while (there := columns.along(line + step, seen)).loss > most:
            step = step / 2
        line, here = line + step, there
    return stuck
