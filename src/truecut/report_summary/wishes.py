"""What somebody wants of the page, beside what was found."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.decisions.costs import Cost
from truecut.inference.intervals import LEVEL
from truecut.inference.paired.difference import Difference


@dataclass(frozen=True)
class Wishes:
    """What the reader of the page wants beside what was found."""

    level: float = LEVEL
    cost: Cost | None = None
    goals: tuple[str, ...] = ()  # rules, metrics or goals in words, each a preset
    least_group: int = 0  # smaller groups are left out
    command: str = ""
    comparison: tuple[Difference, ...] = ()


NONE = Wishes()
