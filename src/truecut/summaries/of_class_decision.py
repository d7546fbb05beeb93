"""From a way of answering many classes to what it does, what it costs, and what answering fewer rows would give."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.data.rows import Provenance
from truecut.decisions.class_recommendation import ClassRecommendation
from truecut.decisions.class_trade_off import Answering, TradeOff
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.words import Words

SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.25)  # of the rows to answer, that are shown


@dataclass(frozen=True, eq=False)
class DecidedClasses:
    """How rows are answered, and the trade-off behind it."""

    read: Provenance
    words: Words
    level: float
    said: str  # how answers are given
    matrix: ClassMatrix
    told: ClassRecommendation | None  # where prices decide
    trade_off: TradeOff
    cut: Answering | None = None  # that keeps a promise, or answers a share

    @property
    def shown(self) -> tuple[Answering, ...]:
        """Return the trade-off at some shares of the rows, each cut once."""
        reached = float(self.trade_off.answered[-1]) if len(self.trade_off) else 0.0
        return tuple(dict.fromkeys(self.trade_off.at_share(share) for share in SHARES if share <= reached + 1e-12))
