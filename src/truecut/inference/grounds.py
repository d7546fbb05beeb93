"""What a requirement on any metric is decided by: the interval of its estimate, and how that shrinks with more rows.

Shares of rows and the area under the ROC curve know exactly how. For every other metric, and for rows of different
importance, half the width is taken to shrink with the square root of the rows, which is rough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite, sqrt
from typing import Any

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.inference.estimate import Estimate
from truecut.inference.evidence import FURTHER, Evidence, EvidenceInterval, evidence_of
from truecut.inference.intervals import estimate

ALL_ROWS = "all {units}"


@dataclass(frozen=True)
class Rough:
    """The estimate of a metric at any level, of so many rows; more of them bring its ends nearer to the value."""

    at: Callable[[float], Estimate]
    bounds: tuple[float, float]
    rows: float
    population: str = ALL_ROWS
    share_of_rows: float = 1.0
    times: float = 1.0  # as many rows as there are

    def interval(self, level: float) -> EvidenceInterval:
        """Return the interval; where the rows were too few to find one, anything is possible."""
        found = self.at(level)
        if found.low is None or found.high is None:
            return EvidenceInterval(*self.bounds, level, "none", found.note)
        return EvidenceInterval(self._nearer(found, found.low), self._nearer(found, found.high), level, found.method)

    def grown(self, rows: int) -> Rough:
        """Return the same value of more rows."""
        return replace(self, times=1 + rows / self.rows)

    def _nearer(self, found: Estimate, end: float) -> float:
        value = float(found)
        return value + (end - value) / sqrt(self.times) if isfinite(value) and isfinite(end) else end


def grounds_of(model: Model, entry: Metric, parameters: Mapping[str, Any], level: float) -> Evidence | str:
    """Return what a defined value of a model rests on, or why there is no interval for it."""
    exact = evidence_of(model, entry)
    if exact is not None:
        return exact

    @lru_cache
    def at(asked: float) -> Estimate:
        return estimate(model, entry.name, level=asked, **parameters)

    # Too few clusters tell nothing, and then the value must not decide alone.
    if at(level).has_interval or model.design.is_clustered:
        population = ALL_ROWS + FURTHER if model.design.is_clustered else ALL_ROWS
        return Rough(at, entry.bounds, float(model.table.rows), population)
    return at(level).note
