"""A value together with how sure one can be of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any

from truecut.catalogue import Value
from truecut.inference.resampling.options import Resampled


@dataclass(frozen=True)
class Estimate(Value):
    """A value, and the interval in which that of all such rows lies, as surely as the level says.

    What the interval covers is the drawing of the rows, the model being as it is. Without an interval `low` and `high`
    are None, and the note says why.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> value, low, high = e.metric("recall")
    >>> f"{value:.3f} ({low:.3f} to {high:.3f})"
    '0.939 (0.898 to 0.964)'
    """

    low: float | None = None
    high: float | None = None
    level: float = 0.95
    method: str = ""
    rows: float | None = None  # behind the value: the denominator of a share, otherwise all that it is made of
    note: str = ""  # why there is no interval, or what to know about it
    resampled: Resampled | None = None  # what was drawn, where the rows were drawn again
    clusters: int | None = None  # behind the value, where rows come in clusters
    effective_rows: float | None = None  # independent rows that would tell as much, in clusters and with importance
    standard_error: float | None = None  # of the value, where the method has one; that of a share of rows for Wilson's
    degrees_of_freedom: float | None = None  # of Student's distribution, where the method takes it
    possible: tuple[float, float] | None = None  # where the rows' own value lies, if scores were counted in cells
    metric: str = field(default="", compare=False)  # of which it is the value, where it is one of the catalogue
    parameters: Mapping[str, Any] = field(default_factory=dict, compare=False)  # that the metric was asked with

    def __iter__(self) -> Iterator[float]:
        """Return the value and both limits, NaN where there is none: `value, low, high = e.metric("recall")`."""
        return (nan if number is None else float(number) for number in (self.value, self.low, self.high))

    @property
    def design_effect(self) -> float | None:
        """Return how many times the variance of as many independent rows this one has, where rows come in clusters."""
        return self.rows / self.effective_rows if self.clusters and self.rows and self.effective_rows else None

    @property
    def has_interval(self) -> bool:
        """Say whether there is an interval."""
        return self.low is not None
