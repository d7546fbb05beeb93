"""Thresholds as a ruler: rows between two of them are counted together, so the counts at each are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truecut.engines.column_statistics import CellScale


@dataclass(frozen=True)
class ThresholdEdges(CellScale):
    """A ruler whose cells lie between thresholds, the one that flags fewest rows first.

    >>> ThresholdEdges.at((0.5, 0.9, 0.5)).thresholds
    (0.9, 0.5)
    """

    thresholds: tuple[float, ...] = ()
    lower_is_positive: bool = False

    @classmethod
    def at(cls, thresholds: Sequence[float], *, lower_is_positive: bool = False) -> ThresholdEdges:
        """Return the ruler of these thresholds, in any order."""
        distinct = tuple(sorted(set(thresholds), reverse=not lower_is_positive))
        return cls(len(distinct) + 1, False, thresholds=distinct, lower_is_positive=lower_is_positive)
