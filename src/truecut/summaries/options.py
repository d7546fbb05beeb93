"""What is asked of a summary."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.counting.baselines import Baseline
from truecut.inference.intervals import LEVEL
from truecut.inference.quantiles import checked_level


@dataclass(frozen=True)
class SummaryOptions:
    """How sure intervals are, what supplies undefined values, further thresholds and metrics."""

    level: float = LEVEL
    convention: str | None = None
    presets: tuple[str, ...] = ()  # rules or goals in words, whose thresholds are offered too
    group_metrics: tuple[str, ...] = ()  # what each group is to have; none named: a few with a formula
    baselines: tuple[Baseline, ...] = ()  # what the model is held against

    def __post_init__(self) -> None:
        checked_level(self.level)


DEFAULTS = SummaryOptions()
