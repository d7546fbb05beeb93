"""What the scores of many classes give together, from their table alone."""

from __future__ import annotations

from math import inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.calibration import binned_error
from truecut.catalogue.measures.probability_scores import brier, brier_discrimination, brier_miscalibration, log_loss
from truecut.catalogue.metric import NO_ROWS
from truecut.catalogue.value import Value
from truecut.counting.class_table import ClassTable
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall, UnknownName

TIES = ("shared", "first", "last")


def own_probabilities(table: ClassTable, place: int) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
    """Return the distinct scores that rows of a class gave it, their weights and squared weights."""
    one = table.scores[place]
    own = one.keys[1] == place
    return one.keys[0][own], one.weights[own], one.squares[own]


def zero_rows(table: ClassTable) -> int:
    """Return how many rows gave their true class the probability 0."""
    total = 0
    for place, one in enumerate(table.scores):
        total += int(one.rows[(one.keys[1] == place) & (one.keys[0] == 0)].sum())
    return total


def multinomial_log_loss(table: ClassTable, least: float = 0.0) -> float:
    """Return the mean of -ln of what each row gave its true class; `least` takes the place of what is below it.

    Each row stands exactly once in the table of its own class.
    """
    total = 0.0
    for place in range(len(table.classes)):
        scores, weights, _ = own_probabilities(table, place)
        if len(scores) and scores.min() <= 0 and not least:
            return inf
        total += float((-np.log(np.maximum(scores, least)) * weights).sum())
    return total / float(table.true.sum())


def multinomial_brier(table: ClassTable) -> float:
    """Return the mean over rows of the squared distance of probabilities from the true class (Brier 1950): 0 to 2."""
    total = 0.0
    for place, one in enumerate(table.scores):
        total += float(((one.keys[0] - (one.keys[1] == place)) ** 2 * one.weights).sum())
    return total / float(table.true.sum())


def class_shares(table: ClassTable) -> NDArray[np.float64]:
    """Return the share of each true class."""
    return np.asarray(table.true / float(table.true.sum()), dtype=float)


def brier_of_shares(table: ClassTable) -> float:
    """Return the Brier score of always giving the shares of the classes."""
    return float(1 - (class_shares(table) ** 2).sum())


def entropy_of_shares(table: ClassTable) -> float:
    """Return the log loss of always giving the shares of the classes."""
    return -float(sum(share * log(share) for share in class_shares(table).tolist() if share > 0))


def one_versus_rest(table: ClassTable, loss: str) -> float:
    """Return the mean over classes of a two-class loss of each against the rest."""
    of = {"log": log_loss, "brier": brier}[loss]
    return float(np.mean([of(table.score_table(place)) for place in range(len(table.classes))]))


def areas_of_pairs(table: ClassTable) -> NDArray[np.float64]:
    """Return A(i | j): how often the score of class i is higher for a row of i than for one of j, ties counting half.

    NaN where one of the two has no rows, and on the diagonal.
    """
    size = len(table.classes)
    areas = np.full((size, size), np.nan)
    true = table.true.astype(float)
    for place, one in enumerate(table.scores):
        starts = np.flatnonzero(np.r_[True, one.keys[0][1:] != one.keys[0][:-1]]) if len(one) else np.array([], int)
        at = np.add.reduceat(np.where(one.keys[1] == place, one.weights, 0), starts) if len(one) else starts
        which = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(one))))
        beaten_by = (np.cumsum(at) - at + at / 2)[which]
        won = np.bincount(one.keys[1], weights=beaten_by * one.weights, minlength=size)
        with np.errstate(divide="ignore", invalid="ignore"):
            areas[place] = won / (true[place] * true)
        areas[place, place] = np.nan
    return areas


def area_of_pairs(table: ClassTable, average: str = "macro", absent: str = "undefined") -> Value:
    """Return Hand & Till's M (2001, Mach Learn 45:171): the mean of A(i | j) over ordered pairs of classes.

    Weighted, a pair counts by its rows, as scikit-learn has it. Classes without rows may be left out.
    """
    areas, true = areas_of_pairs(table), table.true.astype(float)
    without = [name for name, rows in zip(table.classes, true, strict=True) if not rows]
    if without and (absent != "left_out" or len(without) > len(true) - 2):
        return Value.absent(f"class {without[0]!r} has no rows")
    weights = true[:, None] + true if average == "weighted" else np.ones_like(areas)
    counted = ~np.eye(len(true), dtype=bool) & (true[:, None] > 0) & (true > 0)
    return Value(float((areas[counted] * weights[counted]).sum() / weights[counted].sum()))


def top_k_accuracy(table: ClassTable, k: Any = None, ties: str = "shared") -> Value:
    """Return the share of rows whose true class is among the k highest scores."""
    if k is None or isinstance(k, bool) or k != int(k) or not 1 <= k <= len(table.classes):
        raise BadCall(f"k is a whole number of classes from 1 to {len(table.classes)}, not {k}.")
    if ties not in TIES:
        raise UnknownName("way to count ties", str(ties), TIES)
    credit = credits_of_ranks(table.ranks.keys[0], table.ranks.keys[1], int(k), ties)
    return Value(float((credit * table.ranks.weights).sum() / float(table.true.sum())))


def credits_of_ranks(above: NDArray[Any], equal: NDArray[Any], k: int, ties: str) -> NDArray[np.float64]:
    """Return what rows count whose true class has so many scores above it and so many equal to it, itself too.

    1 among the first k, and by the rule where it is tied with others.
    """
    if ties == "first":
        return np.asarray(above < k, dtype=float)
    if ties == "last":
        return np.asarray(above + equal <= k, dtype=float)
    return np.asarray(np.clip(k - above, 0, equal) / equal)


def confidence_error(table: ClassTable, bins: int = 10) -> float:
    """Return how far answers are right less or more often than their score says, over bins of equally many rows."""
    if bins != int(bins) or bins < 1:
        raise BadCall(f"bins must be a whole number from 1 up, not {bins}.")
    return binned_error(table.confidence(), int(bins))


def without_probabilities(table: ClassTable) -> str:
    """Say why losses have no value; nothing if they have."""
    if not table.rows:
        return NO_ROWS
    if table.are_probabilities:
        return ""
    low = min(float(one.keys[0][-1]) for one in table.scores if len(one))
    high = max(float(one.keys[0][0]) for one in table.scores if len(one))
    return f"scores are not probabilities: they go from {low:g} to {high:g}"


def brier_parts(table: ClassTable) -> tuple[float, float, float]:
    """Return miscalibration, discrimination and uncertainty of the Brier score: sums of those of the classes.

    Each class against the rest is taken apart by its isotonic fit (Dimitriadis, Gneiting & Jordan 2021,
    PNAS 118:e2016191118); the score of all is miscalibration - discrimination + uncertainty.
    """
    curves = [CountsCurve(table.score_table(place)) for place in range(len(table.classes))]
    return (
        sum(brier_miscalibration(curve) for curve in curves),
        sum(brier_discrimination(curve) for curve in curves),
        brier_of_shares(table),
    )
