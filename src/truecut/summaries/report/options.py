"""What somebody wants of the page, beside what was found."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.decisions.costs import Cost
from truecut.inference.intervals import LEVEL
from truecut.inference.paired.difference import Difference

UNSTATED = Cost(fp=1, fn=1)


@dataclass(frozen=True)
class ReportOptions:
    """What the reader of the page wants beside what was found."""

    level: float = LEVEL
    cost: Cost | None = None
    goals: tuple[str, ...] = ()  # rules, metrics or goals in words, each a preset
    least_group: int = 0  # smaller groups are left out
    command: str = ""
    comparison: tuple[Difference, ...] = ()

    @property
    def stated_cost(self) -> Cost:
        """Return what the page starts with: the wished cost, or a miss and a false alarm at 1 each."""
        return self.cost or UNSTATED


NONE = ReportOptions()
