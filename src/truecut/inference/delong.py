"""How sure one can be of the area under the ROC curve, from the score table alone.

DeLong's method looks at the placement of each row: for a positive the share of negatives below it, for a
negative the share of positives above it, ties counting half. Rows of one score share their placement, so one
pass over the table is enough.

Where few rows are misranked, DeLong's variance rests on those few and is too small, and with perfect separation it is
0. Then the end that looks towards 0.5 promises too much; the other end is right at any size. `guarded`, the default,
therefore reaches as far towards 0.5 as Newcombe's interval, which needs the area and the size of the classes only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.areas import roc_area
from truecut.counting.counts_curve import CountsCurve
from truecut.inference.quantiles import normal_quantile, student_quantile

MISRANKED = 1.5  # rows of the smaller class, from which the interval on the log odds keeps its promise alone
ENOUGH = 100  # rows in the smaller class from which the envelope is that interval with the normal distribution
HALVINGS = 100  # of an interval of length 1: more than a float can tell apart


@dataclass(frozen=True)
class Ranking:
    """An area, the size of both classes, and how much the placements of each spread.

    The spreads are sample variances; None where a class has fewer than two rows.

    >>> from truecut.counting.score_table import ScoreTable
    >>> Ranking.of(CountsCurve(ScoreTable.from_rows([True, False, True, False], [4, 3, 2, 1]))).variance
    0.125
    """

    area: float
    positives: float
    negatives: float
    positive_spread: float | None
    negative_spread: float | None

    @classmethod
    def of(cls, curve: CountsCurve) -> Ranking:
        """Return the ranking of a curve that has rows of both classes."""
        table = curve.table
        positives, negatives = float(table.total_positive), float(table.total_negative)
        found = table.ranking
        if found is not None:
            squares = found.positive_squares, found.negative_squares
            return cls(found.area, positives, negatives, _spread(squares[0], positives), _spread(squares[1], negatives))
        area = roc_area(curve)
        of_positives, of_negatives = placements(curve)
        return cls(
            area,
            positives,
            negatives,
            _spread(float((table.positives * (of_positives - area) ** 2).sum()), positives),
            _spread(float((table.negatives * (of_negatives - area) ** 2).sum()), negatives),
        )

    @property
    def variance(self) -> float | None:
        """Return DeLong's variance of the area; None if a class has fewer than two rows."""
        parts = self._parts
        return None if parts is None else sum(parts)

    @property
    def degrees_of_freedom(self) -> float | None:
        """Return Satterthwaite's degrees of freedom of that variance; None without one, or if it is 0."""
        parts = self._parts
        if parts is None or not sum(parts):
            return None
        of_positives, of_negatives = parts
        squares = of_positives**2 / (self.positives - 1) + of_negatives**2 / (self.negatives - 1)
        return float(sum(parts) ** 2 / squares)

    @property
    def misranked(self) -> float:
        """Return how many rows of the smaller class lie on the wrong side of the others, each counting by how many."""
        return min(self.positives, self.negatives) * min(self.area, 1 - self.area)

    def grown(self, factor: float) -> Ranking:
        """Return the same ranking of so many times as many rows."""
        if factor == 1:
            return self
        return replace(self, positives=self.positives * factor, negatives=self.negatives * factor)

    @property
    def _parts(self) -> tuple[float, float] | None:
        if self.positive_spread is None or self.negative_spread is None:
            return None
        return self.positive_spread / self.positives, self.negative_spread / self.negatives


def placements(curve: CountsCurve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the placement of a positive and of a negative row at each distinct score of the table."""
    table, counts = curve.table, curve.counts
    of_positives, of_negatives = table.negatives / 2, table.positives / 2
    of_positives += counts.tn[1:]
    of_positives /= float(table.total_negative)
    of_negatives += counts.tp[:-1]
    of_negatives /= float(table.total_positive)
    return of_positives, of_negatives


def wald_delong(area: float, variance: float, level: float = 0.95) -> tuple[float, float]:
    """Return the plain interval, which may leave [0, 1]: only to reproduce the numbers of others."""
    half = normal_quantile(level) * sqrt(variance)
    return area - half, area + half


def logit_delong(area: float, variance: float, level: float = 0.95) -> tuple[float, float]:
    """Return the interval on the log odds of the area, which keeps it between 0 and 1.

    The area must lie between 0 and 1 itself, and its variance must not be 0.
    """
    return _on_log_odds(area, variance, normal_quantile(level))


def student_delong(ranking: Ranking, level: float = 0.95) -> tuple[float, float]:
    """Return the interval on the log odds by Student's distribution, for a ranking that has a variance."""
    quantile = student_quantile(level, ranking.degrees_of_freedom or 1.0)
    return _on_log_odds(ranking.area, ranking.variance or 0.0, quantile)


@lru_cache(maxsize=10_000)  # small groups share theirs: few rows have few areas
def newcombe(area: float, positives: float, negatives: float, level: float = 0.95) -> tuple[float, float]:
    """Return Newcombe's interval (method 5): the areas from which the observed one is not too far.

    >>> low, high = newcombe(1, 10, 10)
    >>> round(low, 3), high
    (0.8, 1.0)
    """
    z = normal_quantile(level)
    # The variance is the same for an area and its complement, so the upper end is a lower one read backwards.
    return _newcombe_lower(area, positives, negatives, z), 1 - _newcombe_lower(1 - area, positives, negatives, z)


class AreaRule(StrEnum):
    """Which interval is to be trusted for a ranking."""

    LOG_ODDS = "DeLong on log odds"
    GUARDED = "DeLong on log odds, towards 0.5 as far as Newcombe"
    NEWCOMBE = "Newcombe"


ABOUT_RULES = {
    AreaRule.GUARDED: f"fewer than {MISRANKED} rows of the smaller class are misranked, so the interval of ROC AUC is "
    "a cautious one towards 0.5",
    AreaRule.NEWCOMBE: "the ranking has no spread of its own, so the interval of ROC AUC follows from the number of "
    "rows",
}


def trusted_method(ranking: Ranking) -> AreaRule:
    """Say which interval to trust: Newcombe's where there is no spread to look at, a guarded one where little is."""
    if not 0 < ranking.area < 1 or not ranking.variance:
        return AreaRule.NEWCOMBE
    return AreaRule.LOG_ODDS if ranking.misranked >= MISRANKED else AreaRule.GUARDED


def guarded(ranking: Ranking, level: float = 0.95) -> tuple[float, float]:
    """Return the interval to trust."""
    method = trusted_method(ranking)
    if method == AreaRule.LOG_ODDS:
        return student_delong(ranking, level)
    low, high = newcombe(ranking.area, ranking.positives, ranking.negatives, level)
    if method == AreaRule.NEWCOMBE:
        return low, high
    by_delong = student_delong(ranking, level)
    return (min(by_delong[0], low), by_delong[1]) if ranking.area > 1 / 2 else (by_delong[0], max(by_delong[1], high))


def envelope(ranking: Ranking, level: float = 0.95) -> tuple[float, float]:
    """Return the interval on the log odds; with fewer than 100 rows in a class, widened by Newcombe's on both sides.

    The size of the classes alone decides: too wide at high areas with few rows, too narrow there with 100 and more.
    """
    if trusted_method(ranking) != AreaRule.NEWCOMBE and min(ranking.positives, ranking.negatives) >= ENOUGH:
        return logit_delong(ranking.area, ranking.variance or 0.0, level)
    low, high = newcombe(ranking.area, ranking.positives, ranking.negatives, level)
    if trusted_method(ranking) == AreaRule.NEWCOMBE:
        return low, high
    by_delong = student_delong(ranking, level)
    return min(by_delong[0], low), max(by_delong[1], high)


def hanley_mcneil(area: float, positives: float, negatives: float, level: float = 0.95) -> tuple[float, float]:
    """Return the interval that supposes exponential scores, which may leave [0, 1]: for planning, or to reproduce.

    Hanley & McNeil 1982, Radiology 143:29.

    >>> low, high = hanley_mcneil(0.893, 51, 58)
    >>> round((high - low) / 2 / 1.96, 3)
    0.033
    """
    two_positives, two_negatives = area / (2 - area), 2 * area**2 / (1 + area)
    above = (positives - 1) * (two_positives - area**2) + (negatives - 1) * (two_negatives - area**2)
    return wald_delong(area, (area * (1 - area) + above) / (positives * negatives), level)


def _spread(squares: float, rows: float) -> float | None:
    return None if rows < 2 else squares / (rows - 1)


def _on_log_odds(area: float, variance: float, quantile: float) -> tuple[float, float]:
    middle, half = log(area / (1 - area)), quantile * sqrt(variance) / (area * (1 - area))
    return _share_of_odds(middle - half), _share_of_odds(middle + half)


def _share_of_odds(log_odds: float) -> float:
    # Never raise e to a large power: 1 / (1 + exp(800)) would overflow.
    return 1 / (1 + exp(-log_odds)) if log_odds >= 0 else exp(log_odds) / (1 + exp(log_odds))


def _newcombe_lower(area: float, positives: float, negatives: float, z: float) -> float:
    more = (positives + negatives) / 2 - 1

    def is_below(t: float) -> bool:
        variance = t * (1 - t) / (positives * negatives) * (1 + more * ((1 - t) / (2 - t) + t / (1 + t)))
        return area - t > z * sqrt(variance)

    # At area 1 the equation also holds at t = 1, which is no limit; halving never looks at the ends.
    return _last_where(is_below, 0.0, area)


def _last_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a statement that is true at first and false later changes."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):  # neighbours: there is no float between them
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
