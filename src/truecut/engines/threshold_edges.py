"""Thresholds between which rows are counted together, so the counts at each are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truecut.engines.expressions import Between


@dataclass(frozen=True)
class ThresholdEdges:
    """Cells between thresholds, the one that flags fewest rows first.

    >>> ThresholdEdges.at((0.5, 0.9, 0.5)).thresholds
    (0.9, 0.5)
    """

    thresholds: tuple[Any, ...]
    lower_is_positive: bool

    @classmethod
    def at(cls, thresholds: Sequence[Any], *, lower_is_positive: bool = False) -> ThresholdEdges:
        """Return the cells between these thresholds, in any order."""
        distinct = tuple(sorted(set(thresholds), reverse=not lower_is_positive))
        return cls(distinct, lower_is_positive)

    @property
    def cell(self) -> Between:
        """Return in which cell a score is."""
        return Between("score", self.thresholds, self.lower_is_positive)
