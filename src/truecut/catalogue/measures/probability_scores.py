"""Scores of probabilities: how far each probability lies from what happened, on average.

Rows of one probability are scored together, by weight. The probabilities are known to lie in
[0, 1] and there is at least one row; who calls has made sure.
"""

from __future__ import annotations

from math import log, log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.cached_on_table import once
from truecut.catalogue.measures.hull import stretches
from truecut.catalogue.measures.loss_moments import loss_moments
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

SMALLEST = 2.0**-52  # what scikit-learn and yardstick put in the place of a probability of 0


def brier(table: ScoreTable) -> float:
    """Return the mean squared distance between probability and outcome (0 or 1).

    >>> brier(ScoreTable.from_rows([True, False], [0.5, 0.5]))
    0.25
    """
    moments = loss_moments(table)
    return moments.mean("brier") if moments else float(brier_total(table) / _rows(table))


@once
def brier_total(table: ScoreTable) -> float:
    """Return the squared distances of all rows, added up."""
    return float(squared_distances(table.scores, table.positives, table.negatives))


def squared_distances(scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any]) -> Any:
    """Return the squared distances between probability and outcome over the last axis: of one table, or of many.

    >>> squared_distances(np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([[1, 0], [0, 1]]), np.eye(2)).tolist()
    [0.5, 1.0]
    """
    of_positives = (positives * (1 - scores) ** 2).sum(axis=-1)
    return of_positives + (negatives * scores**2).sum(axis=-1)


def brier_uncertainty(table: ScoreTable) -> float:
    """Return the Brier score of saying the prevalence to every row."""
    prevalence = prevalence_of(table)
    return prevalence * (1 - prevalence)


def brier_miscalibration(curve: CountsCurve) -> float:
    """Return by how much the Brier score would fall if the probabilities were recalibrated in their order."""
    # Isotonic regression has the least Brier score of all that keep the order; less than 0 is rounding.
    positives, negatives = stretches(curve)
    best = float((positives * (negatives / (positives + negatives))).sum()) / _rows(curve.table)
    return max(0.0, brier(curve.table) - best)


def brier_discrimination(curve: CountsCurve) -> float:
    """Return by how much the recalibrated probabilities beat saying the prevalence to every row."""
    positives, negatives = stretches(curve)
    rows = positives + negatives
    from_prevalence = (positives / rows - prevalence_of(curve.table)) ** 2
    return float((rows * from_prevalence).sum()) / _rows(curve.table)


def log_loss(table: ScoreTable) -> float:
    """Return the mean of -ln of the probability given to what happened; infinite if that was ever 0.

    >>> log_loss(ScoreTable.from_rows([True], [0.0]))
    inf
    """
    if moments := loss_moments(table):
        return moments.mean("log_loss")
    # Only where there are rows: 0 rows at probability 0 lose nothing, although ln 0 is infinite.
    positive, negative = table.positives > 0, table.negatives > 0
    with np.errstate(divide="ignore"):
        of_positives = table.positives[positive] * np.log(table.scores[positive])
        of_negatives = table.negatives[negative] * np.log1p(-table.scores[negative])
    return float(abs(of_positives.sum() + of_negatives.sum()) / _rows(table))


def clipped_log_loss(table: ScoreTable) -> float:
    """Return the log loss with probabilities moved inwards from 0 and 1, as scikit-learn and yardstick do.

    >>> round(clipped_log_loss(ScoreTable.from_rows([True], [0.0])), 2)
    36.04
    """
    p = np.clip(table.scores, SMALLEST, 1 - SMALLEST)
    return float(-(table.positives * np.log(p) + table.negatives * np.log1p(-p)).sum() / _rows(table))


def entropy(table: ScoreTable) -> float:
    """Return the log loss of saying the prevalence to every row; both classes must be there."""
    prevalence = prevalence_of(table)
    return -(prevalence * log(prevalence) + (1 - prevalence) * log1p(-prevalence))


def spherical_score(table: ScoreTable) -> float:
    """Return the mean cosine between (p, 1 - p) and what happened.

    >>> spherical_score(ScoreTable.from_rows([True, False], [0.6, 0.6]))
    0.6933752452815365
    """
    if moments := loss_moments(table):
        return moments.mean("spherical_score")
    length = np.hypot(table.scores, 1 - table.scores)
    return _mean(table, table.scores / length, (1 - table.scores) / length)


def prevalence_of(table: ScoreTable) -> float:
    """Return the share of positives, by weight."""
    return table.total_positive / _rows(table)


def _rows(table: ScoreTable) -> int | float:
    return table.total_positive + table.total_negative


def _mean(table: ScoreTable, of_positives: NDArray[Any], of_negatives: NDArray[Any]) -> float:
    total = (table.positives * of_positives).sum() + (table.negatives * of_negatives).sum()
    return float(total / _rows(table))
