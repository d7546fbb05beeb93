"""How sure one can be of a total of losses that differ from row to row, such as the amounts of missed frauds.

Rows that lose come like the counts of a Poisson process, each with an amount of its own, so the total has nearly a
Gamma distribution of its mean and variance (Fay & Feuer 1997, Stat Med 16:791). Below, it is that of what was lost;
above, one loss more is supposed, of the typical large amount among all rows that could have been lost. No method sees a
tail of which no row came.
"""

from __future__ import annotations

from dataclasses import dataclass

from truecut.inference.differences import mover_difference
from truecut.inference.quantiles import checked_level

FIFTH = 5  # parts of a total, of which a single loss that is more than one decides it

Limits = tuple[float, float]


@dataclass(frozen=True)
class TotalLoss:
    """A sum of losses above 0, the sum of their squares, and the size of one that may come next.

    >>> low, high = TotalLoss(total=420.0, squares=73_440.0, next_loss=325.1).interval()
    >>> round(low), round(high)
    (66, 1775)
    """

    total: float
    squares: float
    next_loss: float  # the typical large one: sum of squares over sum, of all rows that could have been lost
    largest: float = 0.0  # of a single row

    def interval(self, level: float = 0.95) -> Limits:
        """Return the limits of the total that rows like these are expected to lose."""
        tail = (1 - checked_level(level)) / 2
        u = self.next_loss
        return _quantile(self.total, self.squares, tail), _quantile(self.total + u, self.squares + u * u, 1 - tail)

    @property
    def is_one_loss(self) -> bool:
        """Say whether a single row makes up much of the total."""
        return FIFTH * self.largest > self.total > 0


def net_loss(losses: TotalLoss, gains: TotalLoss, level: float = 0.95) -> Limits:
    """Return the limits of losses less gains, which vary independently."""
    return mover_difference(losses.total, losses.interval(level), gains.total, gains.interval(level))


def _quantile(mean: float, variance: float, share: float) -> float:
    """Return the quantile of the Gamma distribution of this mean and variance; 0 where nothing is lost."""
    from scipy.special import gammaincinv  # heavy, and only costs that follow amounts need it

    return float(gammaincinv(mean / variance * mean, share)) * variance / mean if mean > 0 else 0.0
