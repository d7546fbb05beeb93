"""Logistic regression of the labels on what is known of a score, by maximum likelihood.

Rows of one score are fitted together, by weight, so a fit costs as much as there are distinct scores. It has
no finite answer where a combination of the columns parts the classes; the caller makes sure, or reads the NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    columns, seen = columns[there], Outcomes(seen.positives[there], seen.negatives[there])
    share = seen.rows / seen.rows.sum()
    centre = share @ columns
    spread = np.sqrt(share @ (columns - centre) ** 2)
    if not (spread > 0).all():
        return np.full(columns.shape[1] + 1, nan)
    # Standardised columns have coefficients of one size, and hardly depend on the intercept.
    design = np.vstack([np.ones(len(columns)), ((columns - centre) / spread).T])
    line = _by_newton(design, seen, _coarse(design, seen))
    slopes = line[1:] / spread
    return np.concatenate([[line[0] - slopes @ centre], slopes])


def information(columns: NDArray[np.float64], line: NDArray[np.float64], rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the observed information of a fitted line: the inverse of its covariance."""
    design = np.vstack([np.ones(len(columns)), columns.T])
    likely, unlikely = both_ways(line @ design)
    return np.asarray((design * (rows * likely * unlikely)) @ design.T)


def _coarse(design: NDArray[np.float64], seen: Outcomes) -> NDArray[np.float64] | None:
    """Return the line that fits neighbours taken together, which is almost the one that fits all; None if few are."""
    together = design.shape[1] // COARSE
    if together < WORTH_TWO_FITS:
        return None
    starts = np.arange(0, design.shape[1], together)
    sizes = np.diff(starts, append=design.shape[1])
    pooled = Outcomes(np.add.reduceat(seen.positives, starts), np.add.reduceat(seen.negatives, starts))
    line = _by_newton(np.add.reduceat(design, starts, axis=1) / sizes, pooled)
    return line if np.isfinite(line).all() else None


def _by_newton(
    design: NDArray[np.float64], seen: Outcomes, start: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return the likeliest coefficients by Newton's method; a step that makes things worse is halved.

    The design has a line per coefficient. Wherever it starts, it ends where the last step is lost in rounding.
    """
    rows, positives, negatives = seen.rows, float(seen.positives.sum()), float(seen.negatives.sum())
    line = np.zeros(len(design))
    line[0] = log(positives / negatives) if positives and negatives else nan
    line = line if start is None else start
    loss = seen.log_loss(line @ design) if positives and negatives else inf
    for _ in range(MOST_STEPS if positives and negatives else 0):
        likely, unlikely = both_ways(line @ design)
        missing = seen.positives * unlikely - seen.negatives * likely
        bend = (design * (rows * likely * unlikely)) @ design.T
        if np.linalg.cond(bend) > 1 / ROUNDING:
            break
        step = np.linalg.solve(bend, design @ missing)
        if np.abs(step).max() <= LAST_STEP * max(1.0, np.abs(line).max()):
            return np.asarray(line + step)
        # Near the end the loss falls by less than its rounding; Newton's step is right there anyway.
        most = loss * (1 + 1e-12)
        while (loss := seen.log_loss((line + step) @ design)) > most:
            step = step / 2
        line = line + step
    return np.full(len(line), nan)
