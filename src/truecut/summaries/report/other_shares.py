"""What metrics of the whole curve become where positives are more or less common: told in few numbers, for the page.

A reader supposes a share, and the page has some of the scores. A mean loss is the mean over positives and that over
negatives, each as common as supposed: two numbers tell it exactly. Average precision is, over the positives, the mean
of 1 / (1 + odds * q), where q = FPR / TPR just when a positive is flagged. As a function of the log odds it has no
singularity nearer to the real line than pi, so that a series of some eighty polynomials of Chebyshev tells it to
about 1e-12 wherever a reader may ask.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import factorial
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from truecut.catalogue.folds import Folds
from truecut.catalogue.measures.loss_moments import loss_moments
from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable

FARTHEST = 9.3  # log odds: a share from 0.0091 % to all but that, which is as far as the page can be asked by hand
POINTS = 80
UNIT = 1e-14  # in which the coefficients are counted: whole numbers, the later the fewer digits
WIDTH = 0.08  # of the bins of ln q in which positives are put together
TERMS = 6  # of the Taylor series within a bin; what follows them is below 1e-11


@dataclass(frozen=True)
class OtherShares:
    """Means of losses over positives and over negatives; average precision as a series of Chebyshev in the log odds."""

    losses: dict[str, tuple[float, float]] = field(default_factory=dict)  # of probabilities; "score" is their mean
    farthest: float = FARTHEST
    average_precision: tuple[int, ...] = ()  # coefficients, in units of 1e-14


def other_shares_of(model: Model) -> OtherShares | None:
    """Return what the page needs to move metrics to another share; None where there is one class or no curve."""
    table = model.table
    if model.is_hard or not table.total_positive or not table.total_negative:
        return None
    parts = [model] if model.folds is None else _ranked_in(model.folds)
    along = [average_precision_along(part, table) for part in parts]
    return OtherShares(
        losses_by_class(table) if table.are_probabilities else {},
        average_precision=_coefficients(np.mean(along, axis=0)) if along else (),
    )


def _ranked_in(folds: Folds) -> list[Model]:
    """Return the folds whose mean the average precision is: those that have one."""
    told = folds.values("average_precision")
    return [model for name, model in folds.models.items() if told[name].value is not None]


def losses_by_class(table: ScoreTable) -> dict[str, tuple[float, float]]:
    """Return the mean of each loss, and of the probabilities themselves, over positives and over negatives.

    >>> losses_by_class(ScoreTable.from_rows([True, False], [0.5, 0.25]))["brier"]
    (0.25, 0.0625)
    """
    found = {"score": _means(table, table.scores, table.scores)}
    if moments := loss_moments(table):
        return found | {name: (ofs[0].mean, ofs[1].mean) for name, ofs in moments.of_class.items()}
    p = table.scores
    length = np.hypot(p, 1 - p)
    with np.errstate(divide="ignore"):
        lost = -np.log(p), -np.log1p(-p)
    return found | {
        "brier": _means(table, (1 - p) ** 2, p**2),
        "log_loss": _means(table, *lost),
        "spherical_score": _means(table, p / length, (1 - p) / length),
    }


def _means(
    table: ScoreTable, of_positives: NDArray[np.float64], of_negatives: NDArray[np.float64]
) -> tuple[float, float]:
    positive, negative = _mean(table.positives, of_positives), _mean(table.negatives, of_negatives)
    return positive, negative


def _mean(rows: NDArray[Any], values: NDArray[np.float64]) -> float:
    there = rows > 0  # a loss may be infinite where no row has it
    return float((rows[there] * values[there]).sum() / rows.sum())


def _coefficients(values: NDArray[np.float64]) -> tuple[int, ...]:
    """Return the series through these values at the points of Chebyshev: whole numbers, up to the last that counts."""
    angles = np.pi * (np.arange(POINTS) + 0.5) / POINTS
    found = 2 / POINTS * np.cos(np.arange(POINTS)[:, np.newaxis] * angles) @ values
    found[0] /= 2
    counted = np.rint(found / UNIT).astype(np.int64)
    return tuple(np.trim_zeros(counted, "b").tolist())


def chebyshev_points() -> NDArray[np.float64]:
    """Return the log odds at which the average precision is found."""
    return FARTHEST * np.cos(np.pi * (np.arange(POINTS) + 0.5) / POINTS)


def average_precision_along(model: Model, whole: ScoreTable) -> NDArray[np.float64]:
    """Return the average precision at each of the points, which are shares of the whole that the rows are part of.

    Positives with nearly the same q are put together with the powers of their distances from the middle, so that
    eighty points cost one pass over the scores and not eighty.
    """
    counts, table = model.curve.counts, model.table
    flagged = np.flatnonzero(table.positives > 0) + 1  # entry 0 of the curve flags nothing
    weights = table.positives[flagged - 1].astype(float) / table.total_positive
    # Classes are weighted as in the whole, and not so that each fold has the share.
    fpr, tpr = counts.fp[flagged] / whole.total_negative, counts.tp[flagged] / whole.total_positive
    alone = fpr == 0  # with no false alarm above them their precision is 1 wherever the model is used
    sure = float(weights[alone].sum())
    places = np.log(fpr[~alone] / tpr[~alone])
    powers = weights[~alone]  # of the distances, times the weights: higher by one in each turn
    found = np.full(POINTS, sure)
    if not len(places):
        return found
    nearest = np.rint(places / WIDTH)
    apart = places - nearest * WIDTH
    first = nearest.min()
    of_bin = (nearest - first).astype(np.intp)
    middles = (first + np.arange(of_bin.max() + 1)) * WIDTH
    value = 1 / (1 + np.exp(middles - chebyshev_points()[:, np.newaxis]))
    slopes = Polynomial([0.0, 1.0])  # of 1 / (1 + e^z), as a polynomial in its value
    rate = Polynomial([0.0, -1.0, 1.0])
    for power in range(TERMS):
        found += slopes(value) @ (np.bincount(of_bin, powers) / factorial(power))
        slopes, powers = slopes.deriv() * rate, powers * apart
    return found
