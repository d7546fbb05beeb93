"""Two thresholds: accept above one, reject below the other, and refer what lies between to somebody."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.decisions.chosen_threshold import Decision, choose
from truecut.decisions.goals import Condition, Goal, Limit, Quantity
from truecut.decisions.rules import RuleContext
from truecut.errors import BadCall
from truecut.words.shown import Shown

FLAGGED = Quantity("share_flagged")


@dataclass(frozen=True)
class TwoCuts(Shown):
    """Accept above one threshold, reject below another, and refer what lies between to somebody."""

    accept: Decision  # flagged at or above it
    reject: Decision  # left alone below it
    share_accepted: float
    share_rejected: float

    @property
    def share_referred(self) -> float:
        """Return the share of rows that neither threshold decides."""
        return max(0.0, 1 - self.share_accepted - self.share_rejected)


def choose_two(stakes: RuleContext, *, precision: float, npv: float) -> TwoCuts:
    """Accept as many rows as a precision allows, reject as many as a negative predictive value allows.

    No row is both: where the two aims overlap, what is accepted stays accepted.
    """
    for name, aim in (("precision", precision), ("npv", npv)):
        if not 0 <= aim <= 1:
            raise BadCall(f"The aim for {name} is a share between 0 and 1, not {aim:g}.")
    accept = choose(stakes, Goal(FLAGGED, True, (_at_least("precision", precision),)))
    reject = choose(stakes, Goal(FLAGGED, False, (_at_least("npv", npv),)))
    accepted = float(accept.point.metric("share_flagged")) if accept.feasible else 0.0
    if reject.feasible and float(reject.point.metric("share_flagged")) < accepted:
        aims = (_at_least("npv", npv), _at_least("share_flagged", accepted))
        reject = choose(stakes, Goal(FLAGGED, False, aims))
    rejected = 1 - float(reject.point.metric("share_flagged")) if reject.feasible else 0.0
    return TwoCuts(accept, reject, accepted, rejected)


def _at_least(name: str, share: float) -> Condition:
    return Condition(Quantity(name), ">=", Limit(float(share)))
