"""What is asked of a method of making intervals, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.resampling.options import Resampled, Resampling

NOT_WHOLE = "the counts are not whole numbers of rows"
NO_SPREAD = "there is no spread among the rows to judge by"


@dataclass(frozen=True)
class IntervalRequest:
    """A defined value for which an interval is wanted."""

    model: Model
    entry: Metric
    value: float
    level: float
    parameters: Mapping[str, Any]  # of the metric, all of them
    resampling: Resampling = field(default_factory=Resampling)
    by_name: bool = False  # the method was, and may take its time
    usual: str = ""  # the method taken where none is named
    times: float = 1.0  # as many rows as there are, the value staying as it is: what would more of them tell?

    @property
    def counts(self) -> Counts:
        """Return the counts at the model's threshold."""
        return self.model.point.counts

    @property
    def is_of_effective_rows(self) -> bool:
        """Say whether rows tell less than their number: not where a stated prevalence alone weighs the classes."""
        return self.model.design.tells_less_than_rows

    @property
    def is_weighted(self) -> bool:
        """Say whether the rows have weights of importance."""
        return self.model.design.is_weighted


@dataclass(frozen=True)
class Interval:
    """An interval, or in the note why there is none."""

    limits: tuple[float, float] | None
    rows: float | None = None
    note: str = ""
    method: str = ""  # where another method than the one asked for had to step in
    resampled: Resampled | None = None  # what was drawn, where the rows were drawn again
    clusters: int | None = None  # behind the value, where rows come in clusters
    effective_rows: float | None = None  # independent rows that would tell as much, where that is known
    standard_error: float | None = None  # of the value, where the method has one
    degrees_of_freedom: float | None = None  # of Student's distribution, where the method takes it


LimitsAlong = Callable[[Counts, float], tuple[NDArray[np.float64], NDArray[np.float64]]]


@dataclass(frozen=True)
class IntervalMethod:
    """One way to an interval, and what it can do."""

    find: Callable[[IntervalRequest], Interval]
    takes_weights: bool = False  # of importance
    stays_inside: bool = True  # the bounds of the metric
    scales: bool = False  # knows what more rows would tell (`times`); otherwise ends come nearer by their square root
    along: LimitsAlong | None = None  # the same limits at every threshold of a curve, where that is quick


IntervalMethods = dict[str, IntervalMethod]  # by name, the default first


def joined(*notes: str) -> str:
    """Return notes as one, the empty ones left out.

    >>> joined("few rows", "", "0.5 added")
    'few rows; 0.5 added'
    """
    return "; ".join(note for note in notes if note)
