"""How sure one can be of areas under ROC curves that are averaged over classes.

DeLong's method looks at what each row adds to the average, and takes the rows of each true class as a sample of their
own. Where a class ranks almost perfectly its rows hardly spread, so half a row like the worst of the class is added to
its variance; Satterthwaite's degrees of freedom tell how few rows decide, and limits are found on the log odds.

The average over pairs of classes: Hand & Till 2001, Mach Learn 45:171. Its variance follows DeLong, DeLong &
Clarke-Pearson 1988, Biometrics 44:837; its degrees of freedom Satterthwaite 1946, Biometrics Bull 2:110.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_metric import Average
from truecut.counting.class_rows import ClassRows
from truecut.counting.class_table import ClassTable, Tallied
from truecut.inference.quantiles import student_quantile

HALF = 0.5
METHOD, AT_MOST = "delong by class", "delong by class, at most"
PERFECT = "the classes are ranked without a mistake, so there is no spread to judge by"
ONE_ROW = "a class has fewer than two rows"
NEEDS_ROWS = "tables do not tell how the pairs of one row hang together; with the rows there is an interval"


@dataclass(frozen=True)
class Spread:
    """The variance of an averaged area, and its degrees of freedom."""

    variance: float
    freedom: float

    def limits(self, area: float, level: float) -> tuple[float, float] | None:
        """Return the interval on the log odds, by Student's distribution; None where there is no spread."""
        if not 0 < area < 1 or not self.variance:
            return None
        middle = log(area / (1 - area))
        half = student_quantile(level, self.freedom) * sqrt(self.variance) / (area * (1 - area))
        return _share(middle - half), _share(middle + half)


def spread_of_parts(parts: NDArray[np.float64], rows: ClassRows, *, half_rows: bool = True) -> Spread:
    """Return the spread of a sum of what each row adds, the rows of each true class being a sample of their own.

    Parts are those of a weight of 1. A row that is repeated is as many rows; of rows that differ in importance the
    variance is a sum over squared weights, and a class is worth as many rows of equal weight as tell as much.
    """
    worth, weight = rows.worth, rows.weight.astype(float)
    total, each = rows.by_class(weight), rows.by_class(rows.squared_weight)
    mean = rows.by_class(weight * parts) / total
    apart = rows.by_class(rows.squared_weight * (parts - mean[rows.truth]) ** 2)
    variances = apart * worth / np.maximum(worth - 1, 1)
    if half_rows:
        worst = np.full(len(worth), np.inf)
        np.minimum.at(worst, rows.truth, parts)
        variances = variances + HALF * (each / total * (mean - worst)) ** 2
    return spread_by_class(variances, worth)


def spread_by_class(variances: NDArray[np.float64], worth: NDArray[np.float64]) -> Spread:
    """Return the spread of a sum over true classes, each worth so many rows, with Satterthwaite's degrees of freedom.

    One class decides in the extreme, and then its rows less one are all there are.
    """
    total, squares = float(variances.sum()), float((variances**2 / np.maximum(worth - 1, 1)).sum())
    return Spread(total, max(total**2 / squares, 1.0) if squares else 1.0)


def parts_one_versus_rest(rows: ClassRows, average: Average) -> NDArray[np.float64]:
    """Return what a row adds, by weight, to the average of the areas of each class against the rest."""
    assert rows.scores is not None
    weight = rows.weight.astype(float)
    size, parts = rows.by_class(weight), np.zeros(len(rows))
    shares = size / size.sum() if average == Average.WEIGHTED else np.full(len(size), 1 / len(size))
    for place, share in enumerate(shares):
        own = rows.truth == place
        mine, others = (
            _WeightedScores(rows.scores[own, place], weight[own]),
            _WeightedScores(rows.scores[~own, place], weight[~own]),
        )
        parts[own] += share / mine.total * others.below(mine.scores)
        parts[~own] += share / others.total * (1 - mine.below(others.scores))
    return parts


def parts_of_micro(rows: ClassRows) -> NDArray[np.float64]:
    """Return what a row adds to the area of the micro-averaged curve: its pairs with all classes together."""
    assert rows.scores is not None
    number, size = rows.scores.shape
    own, weight = np.arange(size) == rows.truth[:, None], rows.weight.astype(float)
    mine = _WeightedScores(rows.scores[own], weight)
    rest = _WeightedScores(rows.scores[~own], np.repeat(weight, size - 1))
    against = (1 - mine.below(rest.scores)).reshape(number, size - 1)
    # Each side's mean is the area, and the row's own pairs move both.
    return np.asarray(rest.below(mine.scores) + against.mean(axis=1))


def parts_of_pairs(rows: ClassRows, average: Average) -> NDArray[np.float64]:
    """Return what a row adds, by weight, to Hand & Till's M; weighted, a pair of classes counts by its rows."""
    assert rows.scores is not None
    weight = rows.weight.astype(float)
    size = rows.by_class(weight)
    shares = size[:, None] + size if average == Average.WEIGHTED else np.ones((len(size),) * 2)
    np.fill_diagonal(shares, 0)
    shares = shares / shares.sum()
    parts, members = np.zeros(len(rows)), [np.flatnonzero(rows.truth == place) for place in range(len(size))]
    for place, own in enumerate(members):
        mine = _WeightedScores(rows.scores[own, place], weight[own])
        for other, theirs in enumerate(members):
            if other != place:
                rest = _WeightedScores(rows.scores[theirs, place], weight[theirs])
                parts[own] += shares[place, other] / mine.total * rest.below(mine.scores)
                parts[theirs] += shares[place, other] / rest.total * (1 - mine.below(rest.scores))
    return parts


def spread_at_most(table: ClassTable, average: Average) -> Spread:
    """Return a spread that is never too small, where only the table is known.

    How the placements of one row in the curves of several classes hang together is not in a table; their standard
    deviations add up at most, and so does what the worst rows lack.
    """
    true = table.true.astype(float)
    counting = true if average == Average.WEIGHTED else (true > 0).astype(float)  # classes without rows are left out
    weights = counting / counting.sum()
    deviations, worst = np.zeros(len(true)), np.zeros(len(true))
    for place, (one, weight) in enumerate(zip(table.scores, weights, strict=True)):
        if not weight:
            continue
        placed = _placements(one, place, true)
        rows = one.weights.astype(float)
        mean = np.bincount(one.keys[1], placed * rows, len(true)) / np.maximum(true, 1)
        squares = np.bincount(one.keys[1], (placed - mean[one.keys[1]]) ** 2 * rows, len(true))
        each = np.where(np.arange(len(true)) == place, weight / true[place], weight / (true.sum() - true[place]))
        deviations += each * np.sqrt(squares / np.maximum(true - 1, 1) * true)
        below = np.zeros(len(true))
        np.maximum.at(below, one.keys[1], mean[one.keys[1]] - placed)
        worst += each * below
    return spread_by_class(deviations**2 + HALF * worst**2, true)


def _placements(one: Tallied, place: int, true: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each entry the share of the other side that it is ranked rightly against."""
    own = one.keys[1] == place
    starts = np.flatnonzero(np.r_[True, one.keys[0][1:] != one.keys[0][:-1]])
    which = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(one))))
    at_own, at_rest = (
        np.add.reduceat(np.where(own == side, one.weights, 0).astype(float), starts) for side in (True, False)
    )
    above = (np.cumsum(at_own) - at_own / 2)[which] / true[place]
    below = 1 - (np.cumsum(at_rest) - at_rest / 2)[which] / (true.sum() - true[place])
    return np.asarray(np.where(own, below, above))


@dataclass(frozen=True, eq=False)
class _WeightedScores:
    """Scores with their weights, against which others are placed."""

    scores: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def total(self) -> float:
        return float(self.weights.sum())

    def below(self, others: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each score of others, which share of these lies below it, ties counting half."""
        order = np.argsort(self.scores, kind="stable")
        ordered, sums = self.scores[order], np.concatenate([[0.0], np.cumsum(self.weights[order])])
        places = (np.searchsorted(ordered, others, side) for side in ("left", "right"))
        return np.asarray(sum(sums[place] for place in places) / (2 * sums[-1]))


def _share(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds)) if log_odds >= 0 else exp(log_odds) / (1 + exp(log_odds))
