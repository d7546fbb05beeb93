"""How many rows are enough: the formulas of the literature, each in its own words.

A formula gives rows of one kind: trials of a share, positives of a ranking, or all rows. Where it asks for the smallest
number that keeps a promise, that number is searched for and not approximated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, log, sqrt
from statistics import NormalDist

from truecut.errors import BadCall
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import normal_quantile

Spread = Callable[[float, float], float]  # of an area, given so many negatives to each positive
MOST = 2**62  # rows; more than that is no plan


def smallest(keeps_promise: Callable[[int], bool]) -> int:
    """Return the smallest number from 1 on at which a promise is kept that is kept from then on.

    >>> smallest(lambda rows: rows * rows >= 50)
    8
    """
    high = 1
    while not keeps_promise(high):
        if high >= MOST:
            raise BadCall("No number of rows is enough for that.")
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if keeps_promise(middle) else (middle, high)
    return high


def wilson_trials(share: float, within: float, level: float = 0.95) -> int:
    """Return the trials from which half of Wilson's interval is at most `within`.

    >>> wilson_trials(0.85, 0.05)
    196
    """
    return smallest(lambda trials: _half(wilson_limits(share * trials, trials, level)) <= within)


def buderer_trials(share: float, within: float, level: float = 0.95) -> int:
    """Return the trials by the plain formula z² p (1 - p) / d² (Buderer 1996, Acad Emerg Med 3:895).

    >>> buderer_trials(0.9, 0.05)
    139
    """
    return max(1, ceil(normal_quantile(level) ** 2 * share * (1 - share) / within**2 - 1e-9))


def share_trials(share: float, against: float, power: float, level: float = 0.95) -> int:
    """Return the trials that tell a share from a stated value, by the score test of one share.

    >>> share_trials(0.9, 0.8, 0.8)
    108
    """
    return smallest(lambda trials: share_power(share, against, trials, level) >= power)


def share_power(share: float, against: float, trials: float, level: float = 0.95) -> float:
    """Return how often so many trials tell a share from a stated value."""
    supposed, true = sqrt(against * (1 - against)), sqrt(share * (1 - share))
    return _power(abs(share - against) * sqrt(trials), supposed, true, level)


def paired_share_rows(difference: float, discordant: float, power: float, level: float = 0.95) -> int:
    """Return the rows on which McNemar's test tells two models apart (Connor 1987, Biometrics 43:207).

    `discordant` is the share of rows on which just one of the two is right.

    >>> paired_share_rows(0.1, 0.2, 0.8)
    155
    """
    return smallest(lambda rows: paired_share_power(difference, discordant, rows, level) >= power)


def paired_share_power(difference: float, discordant: float, rows: float, level: float = 0.95) -> float:
    """Return how often McNemar's test on so many rows tells two models apart."""
    return _power(abs(difference) * sqrt(rows), sqrt(discordant), sqrt(discordant - difference**2), level)


def area_spread(area: float, ratio: float) -> float:
    """Return the variance of an area times the number of positives, for normal scores and so many negatives to each.

    The law is Obuchowski's (Obuchowski & McClish 1997, Stat Med 16:1529), made for ratings; where scores are continuous
    and the area is 0.7 or more it is 5 to 40 % too large, on the safe side. At 1/2 it is 0.0792 (1 + 1 / ratio).

    >>> round(area_spread(0.5, 1), 4)
    0.1584
    """
    a = 1.414 * NormalDist().inv_cdf(area)
    return 0.0099 * exp(-a * a / 2) * ((5 * a * a + 8) + (a * a + 8) / ratio)


def newcombe_spread(area: float, ratio: float) -> float:
    """Return the same by Newcombe's method 4 for many rows, which is close for continuous scores.

    >>> round(newcombe_spread(0.8, 2), 3)
    0.073
    """
    return area * (1 - area) * ((1 - area) / (2 - area) + area / (1 + area)) / 2 * (1 + 1 / ratio)


def area_positives(
    area: float, against: float, ratio: float, power: float, level: float = 0.95, *, spread: Spread = area_spread
) -> int:
    """Return the positives that tell an area from a stated value.

    >>> area_positives(0.8, 0.5, 1, 0.9)
    17
    """
    return smallest(lambda positives: area_power(area, against, ratio, positives, level, spread=spread) >= power)


def area_power(
    area: float, against: float, ratio: float, positives: float, level: float = 0.95, *, spread: Spread = area_spread
) -> float:
    """Return how often so many positives, and `ratio` times as many negatives, tell an area from a stated value."""
    supposed, true = sqrt(spread(against, ratio)), sqrt(spread(area, ratio))
    return _power(abs(area - against) * sqrt(positives), supposed, true, level)


@dataclass(frozen=True)
class PairedAreas:
    """The areas of two models on the same rows, with `ratio` negatives for each positive."""

    area: float
    other: float
    ratio: float
    correlation: float  # of the estimates of both

    def positives(self, power: float, level: float = 0.95, *, spread: Spread = area_spread) -> int:
        """Return the positives on which the areas are told apart."""
        return smallest(lambda positives: self.power(positives, level, spread=spread) >= power)

    def power(self, positives: float, level: float = 0.95, *, spread: Spread = area_spread) -> float:
        """Return how often the areas are told apart."""
        first, second = spread(self.area, self.ratio), spread(self.other, self.ratio)
        error = sqrt(max(first + second - 2 * self.correlation * sqrt(first * second), 1e-300))
        return _power(abs(self.area - self.other) * sqrt(positives), error, error, level)


def area_rows(area: float, prevalence: float, within: float, level: float = 0.95) -> int:
    """Return the rows from which an area is known to within so much (Newcombe 2006, method 4; Riley et al. 2021).

    >>> area_rows(0.8, 0.1, 0.05)
    836
    """
    z = normal_quantile(level)
    return smallest(lambda rows: z * sqrt(newcombe_area_variance(area, prevalence, rows)) <= within)


def newcombe_area_variance(area: float, prevalence: float, rows: float) -> float:
    """Return the variance of an area by Newcombe's method 4, from the area and the size of the classes alone."""
    more = (rows / 2 - 1) * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * (1 + max(0.0, more)) / (rows * rows * prevalence * (1 - prevalence))


def observed_expected_rows(prevalence: float, within: float, level: float = 0.95) -> int:
    """Return the rows from which the interval of observed / expected is at most 2 `within` wide (Riley et al. 2021).

    >>> observed_expected_rows(0.1, 0.1)
    3469
    """
    # exp(z s) - exp(-z s) = 2 within has the solution z s = asinh(within).
    error = log(within + sqrt(within * within + 1)) / normal_quantile(level)
    return max(1, ceil((1 - prevalence) / (prevalence * error * error) - 1e-9))


def _power(distance: float, supposed: float, true: float, level: float) -> float:
    if not true:
        return float(distance > normal_quantile(level) * supposed)
    return NormalDist().cdf((distance - normal_quantile(level) * supposed) / true)


def _half(limits: tuple[float, float]) -> float:
    return (limits[1] - limits[0]) / 2
