"""Thresholds as a ruler: rows between two of them are counted together, so the counts at each are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truecut.census import Ruler


@dataclass(frozen=True)
class Marks(Ruler):
    """A ruler whose cells lie between thresholds, the one that flags fewest rows first.

    >>> Marks.at((0.5, 0.9, 0.5)).thresholds
    (0.9, 0.5)
    """

    thresholds: tuple[float, ...] = ()
    lower_is_positive: bool = False

    @classmethod
    def at(cls, thresholds: Sequence[float], *, lower_is_positive: bool = False) -> Marks:
        """Return the ruler of these thresholds, in any order."""
        distinct = tuple(sorted(set(thresholds), reverse=not lower_is_positive))
        return cls(len(distinct) + 1, False, thresholds=distinct, lower_is_positive=lower_is_positive)
