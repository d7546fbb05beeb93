"""One sentence about two models: better, worse, tied, not worse, or not enough data.

Better and worse: the interval of the level lies on one side of 0. Tied: the interval that leaves 1 - level on
either side lies within the margin (two one-sided tests). Not worse: its lower end lies above minus the margin. A margin
is the smallest difference that would matter, and only if it was chosen before looking.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, inf

from truecut.catalogue import Better, Metric
from truecut.errors import BadCall
from truecut.inference.paired.difference import Difference
from truecut.inference.quantiles import normal_quantile
from truecut.words.shown import Shown

MOST_ROWS = 1_000_000_000  # beyond so many more rows nobody asks how many


class ComparisonOutcome(StrEnum):
    """What can be said."""

    BETTER = "better"
    WORSE = "worse"
    TIED = "tied within the margin"
    NOT_WORSE = "not worse than the margin allows"
    NOT_ENOUGH_DATA = "not enough data"
    DEPENDS_ON_PRICES = "depends on prices"
    DEPENDS_ON_SHARE = "depends on the share of positives"
    IDLE = "no better than not looking"


@dataclass(frozen=True)
class PriceRange:
    """Prices of a miss, in false alarms, at which the same can be said."""

    low: float
    high: float
    outcome: ComparisonOutcome

    @property
    def words(self) -> str:
        """Say for which prices it holds; the ends are those of the prices that were tried.

        >>> PriceRange(1e-3, 20, ComparisonOutcome.BETTER).words
        'as long as a miss costs up to 20 false alarms'
        """
        is_from, is_to = self.low > 1.1e-3, self.high < 0.9e3
        if is_from and is_to:
            return f"where a miss costs {self.low:.3g} to {self.high:.3g} false alarms"
        if is_to:
            return f"as long as a miss costs up to {self.high:.3g} false alarms"
        return f"where a miss costs {self.low:.3g} false alarms or more" if is_from else "whatever a miss costs"


@dataclass(frozen=True)
class Verdict(Shown):
    """What can be said about the first model beside the second, and the difference it rests on.

    >>> import truecut as tc
    >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
    >>> found = c.verdict("logistic", "forest", metric="recall")
    >>> found.outcome.value, found.difference
    ('not enough data', <Difference: logistic less forest in recall: +0.019 (-0.018 to +0.059), p = 0.302>)
    """

    outcome: ComparisonOutcome
    sentence: str
    difference: Difference
    margin: float | None = None
    more_rows: int | None = None  # that would give an even chance of settling it, if nothing else changed
    notes: tuple[str, ...] = ()
    beside: tuple[Difference, ...] = ()  # further differences that it rests on
    by_price: tuple[PriceRange, ...] = ()  # where it depends on what a miss costs

    @property
    def word(self) -> str:
        """Return the outcome in a word or a few."""
        return self.outcome.value


@dataclass(frozen=True)
class Gain:
    """How much better the first model is: the difference, turned so that more is better."""

    value: float
    low: float  # of the interval at the level
    high: float
    low_one_sided: float  # of the interval that leaves 1 - level on either side
    high_one_sided: float

    @classmethod
    def of(cls, entry: Metric, two_sided: Difference, one_sided: Difference) -> Gain | None:
        """Return the gain, or None where the difference has no interval."""
        ends = (two_sided.value, two_sided.low, two_sided.high, one_sided.low, one_sided.high)
        if any(end is None for end in ends):
            return None
        value, low, high, low_90, high_90 = (float(end) for end in ends if end is not None)
        if sign_of(entry) > 0:
            return cls(value, low, high, low_90, high_90)
        return cls(-value, -high, -low, -high_90, -low_90)

    def outcome(self, margin: float | None) -> ComparisonOutcome:
        """Return what can be said; without any spread, nothing."""
        if self.low == self.high:
            return ComparisonOutcome.NOT_ENOUGH_DATA
        if margin is not None and -margin < self.low_one_sided and self.high_one_sided < margin:
            return ComparisonOutcome.TIED
        if self.low > 0:
            return ComparisonOutcome.BETTER
        if self.high < 0:
            return ComparisonOutcome.WORSE
        if margin is not None and self.low_one_sided > -margin:
            return ComparisonOutcome.NOT_WORSE
        return ComparisonOutcome.NOT_ENOUGH_DATA

    def more_rows(self, margin: float | None, level: float, rows: float) -> int | None:
        """Return how many more rows would give an even chance of a verdict, if value and spread stayed as they are."""
        wide = normal_quantile(level)
        error = (self.high - self.low) / (2 * wide)
        wanted = [_times(wide * error, abs(self.value))]
        if margin is not None:
            narrow = normal_quantile(2 * level - 1)
            wanted += [_times(narrow * error, margin - abs(self.value)), _times(narrow * error, self.value + margin)]
        more = (min(wanted) - 1) * rows
        return max(1, ceil(more)) if more < MOST_ROWS else None


def sign_of(entry: Metric) -> int:
    """Return 1 if more is better, -1 if less is; a metric with no better direction gives no verdict."""
    if entry.better == Better.HIGHER:
        return 1
    if entry.better == Better.LOWER:
        return -1
    raise BadCall(
        f"{entry.name} has no direction in which it gets better ({entry.better.value}), so it gives no verdict; "
        "look at its difference."
    )


def checked_margin(margin: float | None) -> float | None:
    """Return the margin, or say that it is none."""
    if margin is not None and not 0 < margin < inf:
        raise BadCall(f"A margin is the smallest difference that matters, a number above 0, not {margin:g}.")
    return margin


def margin_notes(entry: Metric, difference: Difference, margin: float | None) -> tuple[str, ...]:
    """Return what to know about a margin."""
    if margin is None:
        return ()
    reference = difference.values[1]
    if entry.name == "roc_auc" and reference is not None and margin > (reference - 0.5) / 2:
        return (
            f"the margin of {margin:g} is more than half of what {difference.second} gains over chance "
            f"({reference - 0.5:.3f}); a model could be tied and have lost most of it",
        )
    return ()


def _times(reach: float, distance: float) -> float:
    """Return how many times as many rows bring an interval's reach down to a distance."""
    return (reach / distance) ** 2 if distance > 0 else inf
