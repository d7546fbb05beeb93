"""How sure one can be of areas under ROC curves that are averaged over classes.

DeLong's method looks at what each row adds to the average, and takes the rows of each true class as a sample of their
own. Where a class ranks almost perfectly its rows hardly spread, so half a row like the worst of the class is added to
its variance; Satterthwaite's degrees of freedom tell how few rows decide, and limits are found on the log odds.
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

    def limits(self, area: float, level: float) -> tuple[float, float]:
        """Return the interval on the log odds, by Student's distribution."""
        middle = log(area / (1 - area))
        half = student_quantile(level, self.freedom) * sqrt(self.variance) / (area * (1 - area))
        return _share(middle - half), _share(middle + half)


def spread_of_parts(parts: NDArray[np.float64], rows: ClassRows, *, half_rows: bool = True) -> Spread:
    """Return the spread of a sum of what each row adds, the rows of each true class being a sample of their own."""
    size = rows.size.astype(float)
    first = np.bincount(rows.truth, parts, len(size))
    apart = parts - (first / size)[rows.truth]
    variances = np.bincount(rows.truth, apart**2, len(size)) * size / np.maximum(size - 1, 1)
    if half_rows:
        worst = np.full(len(size), np.inf)
        np.minimum.at(worst, rows.truth, parts)
        variances = variances + HALF * (first / size - worst) ** 2
    squares = float((variances**2 / np.maximum(size - 1, 1)).sum())
    return Spread(float(variances.sum()), float(variances.sum() ** 2 / squares) if squares else 1.0)


def parts_one_versus_rest(rows: ClassRows, average: Average) -> NDArray[np.float64]:
    """Return what each row adds to the average of the areas of each class against the rest."""
    assert rows.scores is not None
    size, parts = rows.size.astype(float), np.zeros(len(rows))
    weights = size / size.sum() if average == Average.WEIGHTED else np.full(len(size), 1 / len(size))
    for place, weight in enumerate(weights):
        own = rows.truth == place
        scores = rows.scores[:, place]
        parts[own] += weight / size[place] * _share_below(scores[~own], scores[own])
        parts[~own] += weight / (len(rows) - size[place]) * (1 - _share_below(scores[own], scores[~own]))
    return parts


def parts_of_micro(rows: ClassRows) -> NDArray[np.float64]:
    """Return what each row adds to the area of the micro-averaged curve: its pairs with all classes together."""
    assert rows.scores is not None
    number, size = rows.scores.shape
    own = np.arange(size) == rows.truth[:, None]
    mine, rest = rows.scores[own], rows.scores[~own].reshape(number, size - 1)
    against = (1 - _share_below(mine, rest.ravel())).reshape(number, size - 1)
    # Each side's mean is the area, and the row's own pairs move both.
    return np.asarray((_share_below(rest.ravel(), mine) + against.mean(axis=1)) / number)


def parts_of_pairs(rows: ClassRows, average: Average) -> NDArray[np.float64]:
    """Return what each row adds to Hand & Till's M; weighted, a pair of classes counts by its rows."""
    assert rows.scores is not None
    size = rows.size.astype(float)
    weights = size[:, None] + size if average == Average.WEIGHTED else np.ones((len(size),) * 2)
    np.fill_diagonal(weights, 0)
    weights = weights / weights.sum()
    parts, members = np.zeros(len(rows)), [np.flatnonzero(rows.truth == place) for place in range(len(size))]
    for place, own in enumerate(members):
        scores = rows.scores[:, place]
        for other, theirs in enumerate(members):
            if other != place:
                weight = weights[place, other]
                parts[own] += weight / size[place] * _share_below(scores[theirs], scores[own])
                parts[theirs] += weight / size[other] * (1 - _share_below(scores[own], scores[theirs]))
    return parts


def spread_at_most(table: ClassTable, average: Average) -> Spread:
    """Return a spread that is never too small, where only the table is known.

    How the placements of one row in the curves of several classes hang together is not in a table; their standard
    deviations add up at most.
    """
    true = table.true.astype(float)
    weights = true / true.sum() if average == Average.WEIGHTED else np.full(len(true), 1 / len(true))
    deviations = np.zeros(len(true))
    for place, (one, weight) in enumerate(zip(table.scores, weights, strict=True)):
        placed = _placements(one, place, true)
        rows = one.weights.astype(float)
        mean = np.bincount(one.keys[1], placed * rows, len(true)) / true
        squares = np.bincount(one.keys[1], (placed - mean[one.keys[1]]) ** 2 * rows, len(true))
        each = np.where(np.arange(len(true)) == place, weight / true[place], weight / (true.sum() - true[place]))
        deviations += each * np.sqrt(squares / np.maximum(true - 1, 1) * true)
    variances = deviations**2
    return Spread(float(variances.sum()), float(variances.sum() ** 2 / (variances**2 / np.maximum(true - 1, 1)).sum()))


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


def _share_below(those: NDArray[np.float64], of: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, for each score, which share of those lies below it, ties counting half."""
    ordered = np.sort(those)
    return np.asarray((np.searchsorted(ordered, of, "left") + np.searchsorted(ordered, of, "right")) / (2 * len(those)))


def _share(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds)) if log_odds >= 0 else exp(log_odds) / (1 + exp(log_odds))
