"""What rows lose by their probabilities, in moments: one pass over all scores for every mean loss and its interval.

Mean, spread and skew of a loss within each class are all that its mean, the interval of that and the skill need. The
same pass finds what calibration in the large and Spiegelhalter's test ask for. Tables of few scores need no such pass.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.counting.score_table import ScoreTable

WORTH_A_PASS = 4096  # distinct scores, from which on one pass beats one per question
NAMES = ("brier", "log_loss", "spherical_score")
MOST_PASSES = 3
FAR = 4.0  # variances: powers about a pivot farther from the mean than so many of them have lost digits


class Moments(NamedTuple):
    """The rows of one class, and their mean loss; second and third powers of the distances from it, added up."""

    rows: float
    mean: float
    squares: float
    cubes: float


class LossMoments(NamedTuple):
    """What positives and negatives lose, by the name of the metric, and what follows from the same pass."""

    of_class: dict[str, tuple[Moments, Moments]]
    promised: float  # positives, if the probabilities were right
    surplus: float  # both sums of Spiegelhalter's z
    variance: float

    def mean(self, name: str) -> float:
        """Return the mean loss over all rows."""
        return _sum_of_losses(self.of_class[name]) / sum(moments.rows for moments in self.of_class[name])


def loss_moments(table: ScoreTable) -> LossMoments | None:
    """Return the moments of a table of probabilities; None where weights, or few scores, are looked at one by one."""
    if len(table) < WORTH_A_PASS or table.positives.dtype != np.int64 or table.negatives.dtype != np.int64:
        return None
    known: dict[str, Any] = vars(table)  # a table never changes: where a cached property keeps its value too
    if "_loss_moments" not in known:
        known["_loss_moments"] = _found(table)
    found: LossMoments = known["_loss_moments"]
    return found


def _found(table: ScoreTable) -> LossMoments:
    rows = np.array([[float(table.total_positive)], [float(table.total_negative)]])
    some = slice(None, None, len(table) // WORTH_A_PASS)
    pivots, _, _ = _moved(table, some, np.full((2, 3), 0.5))
    for _ in range(MOST_PASSES):
        about = pivots
        pivots, variances, sums = _moved(table, slice(None), about)
        with np.errstate(invalid="ignore"):
            is_far = (pivots - about) ** 2 > FAR * variances
        if not is_far.any():
            break
    of_class = {}
    for number, name in enumerate(NAMES):
        sides = []
        for side, powers in enumerate((sums.of_positives, sums.of_negatives)):
            sides.append(_central(float(rows[side, 0]), float(about[side, number]), powers[number].tolist()))
        of_class[name] = (sides[0], sides[1])
    return LossMoments(of_class, sums.promised, sums.surplus, sums.variance)


def _moved(
    table: ScoreTable, entries: slice, pivots: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], kernel.LossPowers]:
    """Return the means of some entries, from which the next pivots start, their variances, and the sums behind them."""
    positives, negatives = table.positives[entries], table.negatives[entries]
    sums = kernel.loss_powers(table.scores[entries], positives, negatives, pivots)
    rows = np.maximum([[positives.sum()], [negatives.sum()]], 1)
    powers = np.stack([sums.of_positives, sums.of_negatives])
    with np.errstate(invalid="ignore"):
        apart = powers[:, :, 0] / rows
        variances = powers[:, :, 1] / rows - apart**2
    # An infinite loss has no pivot to be near to.
    return np.where(np.isfinite(apart), pivots + apart, pivots), variances, sums


def _central(rows: float, pivot: float, powers: list[float]) -> Moments:
    if not rows:
        return Moments(0.0, 0.0, 0.0, 0.0)
    once, twice, thrice = powers
    apart = once / rows
    squares = max(0.0, twice - once * apart)
    return Moments(rows, pivot + apart, squares, thrice - 3 * apart * twice + 2 * apart * apart * once)


def _sum_of_losses(sides: tuple[Moments, Moments]) -> float:
    return sum(moments.rows * moments.mean for moments in sides if moments.rows)
