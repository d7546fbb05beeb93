"""What is asked of a summary."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.decisions.costs import Cost
from truecut.inference.intervals import LEVEL
from truecut.inference.quantiles import checked_level


@dataclass(frozen=True)
class SummaryOptions:
    """How sure intervals are, whose rule supplies undefined values, what mistakes cost, and further thresholds."""

    level: float = LEVEL
    convention: str | None = None
    cost: Cost | None = None  # with it, thresholds are priced
    presets: tuple[str, ...] = ()  # rules or goals in words, whose thresholds are offered too

    def __post_init__(self) -> None:
        checked_level(self.level)


DEFAULTS = SummaryOptions()
