"""Two decisions about the same rows: only the rows that they decide differently tell them apart.

Of n rows, b have the quality in question by the first decision only and c by the second only, so that the shares of
rows that have it differ by (b - c) / n. If neither is better, each of those b + c rows falls to either side like a
fair coin: that is McNemar's test. How many rows agree matters for the size of the difference, not for the test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from truecut.inference.paired.tails import chi_square_above, even_toss, even_tosses
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import last_where, normal_quantile

Limits = tuple[float, float]


@dataclass(frozen=True)
class Discordant:
    """The rows that have a quality by both decisions, by the first only, by the second only, and by neither.

    >>> Discordant(both=1, first_only=1, second_only=7, neither=12).difference
    -0.2857142857142857
    """

    both: float
    first_only: float
    second_only: float
    neither: float

    @property
    def rows(self) -> float:
        """Return all rows."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def differing(self) -> float:
        """Return the rows that tell the decisions apart."""
        return self.first_only + self.second_only

    @property
    def shares(self) -> tuple[float, float]:
        """Return the share of rows with the quality, by either decision."""
        return (self.both + self.first_only) / self.rows, (self.both + self.second_only) / self.rows

    @property
    def difference(self) -> float:
        """Return by how much the shares differ."""
        return (self.first_only - self.second_only) / self.rows


def mcnemar_mid_p(cells: Discordant) -> float:
    """Return McNemar's p-value with the observed split counted half.

    Fagerland, Lydersen & Laake 2013, BMC Med Res Methodol 13:91.

    >>> round(mcnemar_mid_p(Discordant(1, 1, 7, 12)), 4)
    0.0391
    """
    fewer, tosses = min(cells.first_only, cells.second_only), cells.differing
    if not tosses:
        return 1.0
    if cells.first_only == cells.second_only:
        return 1 - even_toss(fewer, tosses) / 2
    return 2 * even_tosses(fewer, tosses) - even_toss(fewer, tosses)


def exact(cells: Discordant) -> float:
    """Return McNemar's exact p-value, which never promises too much and mostly too little."""
    if not cells.differing:
        return 1.0
    return min(1.0, 2 * even_tosses(min(cells.first_only, cells.second_only), cells.differing))


def chi_square(cells: Discordant) -> float:
    """Return McNemar's statistic for many rows, without a continuity correction."""
    return (cells.first_only - cells.second_only) ** 2 / cells.differing if cells.differing else 0.0


def asymptotic(cells: Discordant) -> float:
    """Return the p-value of that statistic."""
    return chi_square_above(chi_square(cells), 1)


def wald_error(cells: Discordant) -> float:
    """Return Wald's standard error of the difference of two shares of the same rows (Fleiss 1981, section 8.1)."""
    apart = cells.first_only - cells.second_only
    return sqrt(max(0.0, cells.differing - apart**2 / cells.rows)) / cells.rows


@dataclass(frozen=True)
class McNemarTest:
    """One form of McNemar's test (1947, Psychometrika 12:153): its p-value, and the statistic behind it."""

    p_value: Callable[[Discordant], float]
    statistic: Callable[[Discordant], float]
    degrees_of_freedom: float | None = None


def _rarer(cells: Discordant) -> float:
    return min(cells.first_only, cells.second_only)


MID_P, EXACT = McNemarTest(mcnemar_mid_p, _rarer), McNemarTest(exact, _rarer)
CHI_SQUARE = McNemarTest(asymptotic, chi_square, 1.0)


def tango(cells: Discordant, level: float = 0.95) -> Limits:
    """Return the differences that a score test does not reject (Tango 1998, Stat Med 17:891).

    >>> low, high = tango(Discordant(1, 1, 7, 12))
    >>> round(low, 4), round(high, 4)
    (-0.5172, -0.026)
    """
    z, difference = normal_quantile(level), cells.difference
    low = last_where(lambda supposed: tango_z(cells, supposed) > z, -1.0, difference)
    # The upper limit is the lower one of the decisions exchanged.
    exchanged = Discordant(cells.both, cells.second_only, cells.first_only, cells.neither)
    high = -last_where(lambda supposed: tango_z(exchanged, supposed) > z, -1.0, -difference)
    return low, high


def tango_z(cells: Discordant, supposed: float) -> float:
    """Return how many standard errors the difference lies above a supposed one, if that were true."""
    n, b, c = cells.rows, cells.first_only, cells.second_only
    linear = -b - c + (2 * n - b + c) * supposed
    constant = -c * supposed * (1 - supposed)
    share = (sqrt(max(0.0, linear * linear - 8 * n * constant)) - linear) / (4 * n)
    variance = n * (2 * share + supposed * (1 - supposed))
    distance = b - c - n * supposed
    if variance <= 0:
        return 0.0 if not distance else float("inf") if distance > 0 else float("-inf")
    return distance / sqrt(variance)


def newcombe_paired(cells: Discordant, level: float = 0.95) -> Limits:
    """Return the hybrid of two Wilson intervals, corrected for their correlation (Newcombe 1998, Stat Med 17:2635)."""
    a, b, c, d, n = cells.both, cells.first_only, cells.second_only, cells.neither, cells.rows
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    excess = a * d - b * c
    correlation = (max(excess - n / 2, 0) if excess > 0 else excess) / sqrt(margins) if margins else 0.0
    (first, second), difference = cells.shares, cells.difference
    low_1, high_1 = wilson_limits(a + b, n, level)
    low_2, high_2 = wilson_limits(a + c, n, level)

    def reach(one: float, other: float) -> float:
        return sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))

    return difference - reach(first - low_1, high_2 - second), difference + reach(high_1 - first, second - low_2)


def bonett_price(cells: Discordant, level: float = 0.95) -> Limits:
    """Return the plain interval after one row was added to either side.

    Bonett & Price 2012, J Educ Behav Stat 37:479.
    """
    rows = cells.rows + 2
    first, second = (cells.first_only + 1) / rows, (cells.second_only + 1) / rows
    half = normal_quantile(level) * sqrt((first + second - (first - second) ** 2) / rows)
    return first - second - half, first - second + half
