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

from truecut.catalogue.measures.hull import stretches
from truecut.catalogue.measures.probability_scores import brier, log_loss
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
MEANS: dict[str, Callable[[ScoreTable], float]] = {"brier": brier, "log_loss": log_loss}


def decompositions(table: ScoreTable) -> dict[str, Decomposition]:
    """Return the parts of the Brier score and of the log loss.

    >>> parts = decompositions(ScoreTable.from_rows([True, True, False, False], [0.6, 0.6, 0.6, 0.1]))["brier"]
    >>> round(parts.value, 4), round(parts.miscalibration - parts.discrimination + parts.uncertainty, 4)
    (0.1725, 0.1725)
    """
    return {score: _decomposition(CountsCurve(table), score) for score in LOSSES}


def _decomposition(curve: CountsCurve, score: str) -> Decomposition:
    # Rows between two corners of the hull are recalibrated alike, and without scores all rows are.
    positives, negatives = (side.astype(float) for side in stretches(curve))
    both = np.array([positives.sum()]), np.array([negatives.sum()])
    rows = float(both[0][0] + both[1][0])
    value = MEANS[score](curve.table)
    best = LOSSES[score](positives, negatives, positives / (positives + negatives)) / rows
    uncertainty = LOSSES[score](*both, both[0] / rows) / rows
    # Isotonic regression has the least score of all that keep the order; less than 0 is rounding.
    return Decomposition(score, value, max(0.0, value - best), max(0.0, uncertainty - best), uncertainty)
