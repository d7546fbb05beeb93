"""Rules for choosing a threshold: each an entry with a name, a sentence and a reference.

A rule gives every entry of the curve a worth; the highest wins. One pass over arrays, whatever the
number of scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Better, Metric, metric
from truecut.catalogue.best_entries import STEADY
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.design import Design
from truecut.catalogue.measures.hull import hull_entries
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall, UnknownName

Worth = NDArray[np.float64]  # per entry of the curve; NaN never wins


@dataclass(frozen=True, eq=False)
class RuleContext:
    """What a rule may look at: the curve, and what it costs if somebody said so."""

    curve: CountsCurve
    costs: CostCurve | None = None
    sampled: Design | None = None  # how; without it, as independent rows or as their weights say

    @property
    def design(self) -> Design:
        """Return how the rows were sampled."""
        return self.sampled or Design(self.curve.table)

    def priced(self) -> CostCurve:
        """Return the costs, or say that they are needed."""
        if self.costs is None:
            raise BadCall(
                "What is cheapest depends on costs; state them with --cost fn=100,fp=1 "
                "(in Python: tc.Cost(fn=100, fp=1))."
            )
        return self.costs


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One way to choose a threshold."""

    name: str
    title: str
    sentence: str
    measure: str  # the metric whose value at the choice is worth saying
    worth: Callable[..., Worth]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reference: str
    steady: Metric | None = None  # whose best it takes, where that metric gets better with every true flag


def _rates(curve: CountsCurve) -> tuple[Worth, Worth]:
    return metric("recall").along(curve.counts), metric("fpr").along(curve.counts)


def _youden(stakes: RuleContext) -> Worth:
    return metric("informedness").along(stakes.curve.counts)


def _closest_to_corner(stakes: RuleContext) -> Worth:
    tpr, fpr = _rates(stakes.curve)
    return -np.hypot(fpr, 1 - tpr)


def _tipping_point(stakes: RuleContext) -> Worth:
    """Return, at each corner of the ROC hull, by how much the direction turns there."""
    tpr, fpr = _rates(stakes.curve)
    worth = np.full(len(stakes.curve), np.nan)
    if np.isnan(tpr).any() or np.isnan(fpr).any():
        return worth
    corners = hull_entries(stakes.curve)
    if len(corners) <= 2:
        raise BadCall("No threshold lies above the diagonal of the ROC plane, so its curve has no tipping point.")
    direction = np.arctan2(np.diff(tpr[corners]), np.diff(fpr[corners]))
    worth[corners[1:-1]] = direction[:-1] - direction[1:]
    return worth


def _equal_rates(stakes: RuleContext) -> Worth:
    tpr, fpr = _rates(stakes.curve)
    return -np.abs(tpr - (1 - fpr))


def _break_even(stakes: RuleContext) -> Worth:
    counts = stakes.curve.counts
    # precision = recall where as many rows are flagged as are positive: fp = fn.
    difference = np.abs(np.asarray(counts.fp - counts.fn, dtype=float))
    has_both = np.asarray((counts.tp + counts.fp > 0) & (counts.tp + counts.fn > 0))
    return np.where(has_both, -difference, np.nan)


def _cheapest(stakes: RuleContext) -> Worth:
    return -stakes.priced().means


def _net_benefit(stakes: RuleContext, pt: float) -> Worth:
    if not 0 < pt < 1:
        raise BadCall(f"The threshold probability pt must lie between 0 and 1, not at {pt:g}.")
    return metric("net_benefit").along(stakes.curve.counts, pt=pt)


def _capacity(
    stakes: RuleContext,
    rows: float | None,
    share: float | None,
    alerts_per_day: float | None,
    daily_volume: float | None,
) -> Worth:
    if (alerts_per_day is None) != (daily_volume is None):
        raise BadCall("Alerts per day need the daily volume of rows, and the other way round: daily_volume=10000.")
    given = [limit for limit in (rows, share, alerts_per_day) if limit is not None]
    if len(given) != 1:
        raise BadCall("Give one capacity: rows=100, share=0.02, or alerts_per_day=50 with daily_volume=10000.")
    if not given[0] >= 0:
        raise BadCall(f"A capacity must be 0 or more, not {given[0]:g}.")
    if share is not None and share > 1:
        raise BadCall(f"A share of rows is at most 1, not {share:g}; 2 % is 0.02.")
    if daily_volume is not None and alerts_per_day is not None:
        if not daily_volume > 0:
            raise BadCall(f"The daily volume of rows must be above 0, not {daily_volume:g}.")
        share = alerts_per_day / daily_volume
    counts = stakes.curve.counts
    flagged = np.asarray(counts.tp + counts.fp, dtype=float)
    most = given[0] if share is None else share * flagged[-1]
    # A share of rows as a float may miss a whole number of rows by rounding.
    return np.where(flagged <= most * (1 + 1e-12), flagged, np.nan)


RULES = (
    Rule(
        name="youden",
        title="Youden's J",
        sentence="where sensitivity + specificity is largest: each class counts the same, whatever its size",
        measure="informedness",
        steady=metric("informedness"),
        worth=_youden,
        reference="Youden 1950, Cancer 3:32",
    ),
    Rule(
        name="closest_corner",
        title="Closest to the perfect corner",
        sentence="where the ROC curve comes closest to (0, 1); it has no decision behind it and is here for comparison",
        measure="balanced_accuracy",
        worth=_closest_to_corner,
        reference="Perkins & Schisterman 2006, Am J Epidemiol 163:670",
    ),
    Rule(
        name="tipping_point",
        title="Tipping point",
        sentence="where the ROC curve bends most: up to here recall is gained for few false alarms, beyond it is not",
        measure="informedness",
        worth=_tipping_point,
        reference="Provost & Fawcett 2001, Mach Learn 42:203",
    ),
    Rule(
        name="equal_rates",
        title="Sensitivity equals specificity",
        sentence="where both classes are recognised equally well, as nearly as the scores allow",
        measure="balanced_accuracy",
        worth=_equal_rates,
        reference="Liu, Berry, Dawson & Pearson 2005, Ecography 28:385",
    ),
    Rule(
        name="break_even",
        title="Precision equals recall",
        sentence="where as many rows are flagged as are positive, so that precision and recall meet",
        measure="f1",
        worth=_break_even,
        reference="Joachims 1998, ECML, 137",
    ),
    Rule(
        name="cheapest",
        title="Cheapest",
        sentence="where the stated costs of all rows add up to the least",
        measure="accuracy",
        worth=_cheapest,
        reference="Elkan 2001, IJCAI, 973",
    ),
    Rule(
        name="best_net_benefit",
        title="Best net benefit",
        sentence="where true positives less the false ones, at the exchange rate of a threshold probability, are most",
        measure="net_benefit",
        worth=_net_benefit,
        parameters={"pt": 0.5},
        reference="Vickers & Elkin 2006, Med Decis Making 26:565",
    ),
    Rule(
        name="capacity",
        title="Capacity",
        sentence="where as many rows are flagged as can be worked on, and no more",
        measure="share_flagged",
        worth=_capacity,
        parameters={"rows": None, "share": None, "alerts_per_day": None, "daily_volume": None},
        reference="Fawcett 2006, Pattern Recognit Lett 27:861",
    ),
)
BY_NAME = {rule.name: rule for rule in RULES}
ALIASES = {
    "corner": "closest_corner",
    "elbow": "tipping_point",
    "sensitivity_equals_specificity": "equal_rates",
    "precision_equals_recall": "break_even",
    "cost": "cheapest",
    "net_benefit": "best_net_benefit",
}


VAGUE = 'Say what is best: "youden", "f1", tc.Cost(fp=..., fn=...), or "maximise recall subject to precision >= 0.9".'


def rule(name: str) -> Rule:
    """Return the rule of this name; the name of a metric means the best of it.

    >>> rule("f1").sentence
    'where f1 is highest'
    """
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    plain = ALIASES.get(plain, plain)
    if plain in BY_NAME:
        return BY_NAME[plain]
    try:
        return best_of(plain.removeprefix("best_"))
    except UnknownName:
        from truecut.catalogue import BY_NAME as METRICS

        vague = VAGUE if plain in ("best", "optimal", "good", "max", "default") else ""
        raise UnknownName("rule or metric", name, [*BY_NAME, *ALIASES, *METRICS], vague) from None


def best_of(name: str) -> Rule:
    """Return the rule that takes the best of one metric of four counts."""
    entry = metric(name)
    if entry.is_priced:
        return BY_NAME["cheapest"]
    if not entry.needs_only_counts:
        raise BadCall(f"{entry.name} is one number for all thresholds, so it cannot choose one.")
    if entry.better not in (Better.HIGHER, Better.LOWER):
        raise BadCall(f"{entry.name} has no better direction; say maximise {name} or minimise {name}.")
    sign = 1.0 if entry.better == Better.HIGHER else -1.0

    def worth(stakes: RuleContext, **parameters: Any) -> Worth:
        return np.asarray(sign * entry.along(stakes.curve.counts, **parameters))

    return Rule(
        name=f"best_{entry.name}",
        title=f"Best {entry.title}",
        sentence=f"where {entry.name} is {'highest' if sign > 0 else 'lowest'}",
        measure=entry.name,
        worth=worth,
        steady=entry if entry.name in STEADY else None,
        parameters=entry.parameters,
        reference=entry.reference,
    )
