"""A score of probabilities in three parts: score = miscalibration - discrimination + uncertainty.

Miscalibration is what isotonic recalibration removes, discrimination what the recalibrated probabilities gain over
saying the prevalence to every row, uncertainty the score of that. The recalibration is fitted to the very rows, so
miscalibration is above 0 even for perfect probabilities: it is shown beside what chance would give.

Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.hull import isotonic
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.words.shown import Shown

TotalLoss = Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], float]


@dataclass(frozen=True)
class Decomposition(Shown):
    """The parts of a score that is better when lower; an infinite score has infinite miscalibration."""

    score: str
    value: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def squared_loss(positives: NDArray[Any], negatives: NDArray[Any], p: NDArray[Any]) -> float:
    """Return the sum of squared distances between probability and outcome."""
    return float((positives * (1 - p) ** 2 + negatives * p**2).sum())


def logarithmic_loss(positives: NDArray[Any], negatives: NDArray[Any], p: NDArray[Any]) -> float:
    """Return the sum of -ln of the probability of what happened; what did not happen loses nothing."""
    happened, did_not = positives > 0, negatives > 0
    with np.errstate(divide="ignore"):
        surprise = (positives[happened] * np.log(p[happened])).sum()
        surprise += (negatives[did_not] * np.log1p(-p[did_not])).sum()
    return float(abs(surprise))


LOSSES: dict[str, TotalLoss] = {"brier": squared_loss, "log_loss": logarithmic_loss}


def decompositions(table: ScoreTable) -> dict[str, Decomposition]:
    """Return the parts of the Brier score and of the log loss.

    >>> parts = decompositions(ScoreTable.from_rows([True, True, False, False], [0.6, 0.6, 0.6, 0.1]))["brier"]
    >>> round(parts.value, 4), round(parts.miscalibration - parts.discrimination + parts.uncertainty, 4)
    (0.1725, 0.1725)
    """
    recalibrated = isotonic(CountsCurve(table))
    return {score: _decomposition(table, score, recalibrated) for score in LOSSES}


def _decomposition(table: ScoreTable, score: str, recalibrated: NDArray[np.float64]) -> Decomposition:
    loss, positives, negatives = LOSSES[score], table.positives.astype(float), table.negatives.astype(float)
    rows = float(positives.sum() + negatives.sum())
    prevalence = np.full(len(table), positives.sum() / rows)
    value = loss(positives, negatives, table.scores.astype(float)) / rows
    best = loss(positives, negatives, recalibrated) / rows
    uncertainty = loss(positives, negatives, prevalence) / rows
    # Isotonic regression has the least score of all that keep the order; less than 0 is rounding.
    return Decomposition(score, value, max(0.0, value - best), max(0.0, uncertainty - best), uncertainty)
