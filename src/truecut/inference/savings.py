"""What one decision saves against another on the same rows, and how sure that is, also where a mistake was never seen.

Only rows that the two decide differently matter. Of each class they are a share of its rows with Wilson's interval, and
the two classes are put together by the distances of their ends (MOVER; Zou & Donner 2008, Stat Med 27:1693), each
times what such a row is worth. A normal interval would take a share of 0 for certain; Wilson's does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt

from truecut.inference.quantiles import normal_quantile


@dataclass(frozen=True)
class ShareOfClass:
    """A share of the rows of a class, with its limits."""

    share: float
    low: float
    high: float

    @property
    def ends(self) -> tuple[float, float]:
        """Return how far the limits lie below and above."""
        return self.share - self.low, self.high - self.share


IMPOSSIBLE = ShareOfClass(0.0, 0.0, 0.0)  # two cuts of one model differ to one side only, whatever the sample


@dataclass(frozen=True)
class Shift:
    """The shares of a class that only the first of two decisions flags, and that only the second does.

    >>> Shift(ShareOfClass(0.25, 0.125, 0.5), IMPOSSIBLE).ends
    (0.125, 0.25)
    """

    first: ShareOfClass
    second: ShareOfClass
    is_of_same_rows: bool = True  # then a row in one share is not in the other

    @property
    def share(self) -> float:
        """Return how much more of the class the first decision flags."""
        return self.first.share - self.second.share

    @property
    def ends(self) -> tuple[float, float]:
        """Return how far the limits of the difference lie below and above.

        The shares of one multinomial are correlated by -sqrt(p q / ((1 - p) (1 - q))).
        """
        p, q = self.first.share, self.second.share
        correlation = -sqrt(p * q / ((1 - p) * (1 - q))) if self.is_of_same_rows and max(p, q) < 1 else 0.0
        (down, up), (second_down, second_up) = self.first.ends, self.second.ends
        return _joined(down, second_up, correlation), _joined(up, second_down, correlation)


@dataclass(frozen=True)
class Stakes:
    """What finding a positive and sparing a negative are worth, and how common positives are."""

    found: float  # the price of a miss, less that of a find
    spared: float  # the price of a false alarm, less that of leaving alone
    prevalence: float
    rows: float | None = None  # by which the prevalence is known; None where it is stated or was decided


@dataclass(frozen=True)
class SavedCost:
    """What a row saves on average, with limits."""

    value: float
    low: float
    high: float


def saved(positives: Shift, negatives: Shift, stakes: Stakes, level: float = 0.95) -> SavedCost:
    """Return what the first decision saves a row on average against the second.

    >>> one = Shift(ShareOfClass(0.5, 0.4, 0.6), IMPOSSIBLE)
    >>> saved(one, Shift(IMPOSSIBLE, IMPOSSIBLE), Stakes(found=2, spared=1, prevalence=0.5)).value
    0.5
    """
    share = stakes.prevalence
    of_positives, of_negatives = share * stakes.found, -(1 - share) * stakes.spared
    value = of_positives * positives.share + of_negatives * negatives.share
    down, up = _times(positives.ends, of_positives)
    down_too, up_too = _times(negatives.ends, of_negatives)
    drift = 0.0
    if stakes.rows is not None:
        slope = stakes.found * positives.share + stakes.spared * negatives.share
        drift = normal_quantile(level) * abs(slope) * sqrt(share * (1 - share) / stakes.rows)
    return SavedCost(value, value - hypot(down, down_too, drift), value + hypot(up, up_too, drift))


def _joined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one * one + other * other - 2 * correlation * one * other))


def _times(ends: tuple[float, float], price: float) -> tuple[float, float]:
    down, up = (abs(price) * end for end in ends)
    return (down, up) if price >= 0 else (up, down)
