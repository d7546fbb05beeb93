"""A point: four counts, where they came from, and every metric that follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.errors import BadCall
from truecut.outcomes import Counts, checked_counts


@dataclass(frozen=True)
class Point:
    """Counts at one threshold; without a threshold if they were given as counts or predictions.

    >>> counts(tp=30, fn=10, fp=5, tn=55).metric("recall").value
    0.75
    """

    counts: Counts
    threshold: float | None = None

    def metric(self, name: str, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return one metric by name or alias."""
        entry = metric(name)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} needs {entry.needs.value}, and four counts do not tell them.")
        return entry.at(self.counts, convention=convention, **parameters)

    def metrics(self, *, convention: str | None = None) -> dict[str, Value]:
        """Return every metric of four counts, by name."""
        return {
            entry.name: entry.at(self.counts, convention=convention) for entry in CATALOGUE if entry.needs_only_counts
        }


def counts(*, tp: float, fn: float, fp: float, tn: float) -> Point:
    """Return the point of four counts: everything that follows from a confusion matrix."""
    return Point(checked_counts(tp=tp, fn=fn, fp=fp, tn=tn))
