"""A part of the rows in a summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truecut.catalogue import Value
from truecut.counting.counts import Counts


@dataclass(frozen=True)
class PartSummary:
    """A group with the metrics that groups have, or a fold with every metric and without intervals."""

    name: str
    rows: int
    counts: Counts
    metrics: Mapping[str, Value]
