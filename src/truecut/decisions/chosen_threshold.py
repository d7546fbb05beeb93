"""A threshold chosen by a rule, a cost or a goal: the choice, why, and what stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Better, Metric, metric
from truecut.catalogue.best_entries import FEWER_FLAGS, STEADY, hopeful_entries
from truecut.catalogue.origin import Origin
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions.goals import COMPARISONS, Condition, EndOfInterval, Goal, Quantity
from truecut.decisions.language import VERBS, NotUnderstood, read_goal
from truecut.decisions.rules import Rule, RuleContext, Worth, rule
from truecut.decisions.sound_conditions import refuse_idle_conditions
from truecut.errors import BadCall, near_miss
from truecut.errors.misuses import meant_by
from truecut.inference.intervals import limits_along
from truecut.words.numerals import plain_number
from truecut.words.shown import Shown

NEIGHBOURS = 2  # thresholds shown on each side of the choice
ROUNDING = 1e-13  # relative; smaller differences between thresholds come from rounding, and are ties
BARELY = float(np.finfo(float).tiny)  # by how much a limit is missed that is met, but should be exceeded
LEAST_ROUNDING = 1e-14  # of differences between shares, where the relative one is nothing


class Place(StrEnum):
    """Where a threshold is put among scores that flag the same rows."""

    OBSERVED = "observed"  # at the lowest flagged score
    MIDPOINT = "midpoint"  # halfway to the next score, as some packages do


@dataclass(frozen=True)
class Failure:
    """A condition that no threshold meets, and by how much the choice misses it."""

    condition: Condition
    value: float | None
    misses_by: float | None


@dataclass(frozen=True)
class Neighbour:
    """A threshold beside the chosen one."""

    threshold: float | None
    counts: Counts
    value: float | None  # what the rule looked at


@dataclass(frozen=True)
class Decision(Shown):
    """A chosen threshold; None where flagging nothing is the choice.

    `same_rows` says that the threshold was chosen on the very rows it is judged on, which is optimistic.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> found = e.choose("maximise recall subject to precision >= 0.95")
    >>> found.threshold, found.point.counts.fn, found.same_rows
    (0.495, 12, True)
    """

    rule: str
    why: str
    reference: str
    threshold: float | None
    point: CountedPoint
    measure: Quantity  # what the rule looked at
    value: float | None  # and its value at the choice; a cost is that of one row on average
    tied: int  # further thresholds that are as good
    same_rows_from: float | None  # the next score: what lies between it and the chosen threshold flags the same rows
    failures: tuple[Failure, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    same_rows: bool = True
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    @property
    def feasible(self) -> bool:
        """Say whether every condition is met."""
        return not self.failures

    @property
    def unmet(self) -> str:
        """Return the conditions that no threshold meets together; nothing if one does."""
        return self.rule.partition(" subject to ")[2] if self.failures else ""


def choose(
    stakes: RuleContext, how: str | Goal | Rule, *, place: Place = Place.OBSERVED, **parameters: Any
) -> Decision:
    """Choose a threshold by the name of a rule or metric, or by a goal such as "maximise recall subject to ..."."""
    if isinstance(how, str):
        how = _typed_goal(how) if _is_goal(how) else rule(how)
    if isinstance(how, Goal):
        if parameters:
            raise BadCall("A goal takes its parameters in brackets, such as f_beta(beta=2).")
        return _by_goal(stakes, how, place)
    return _by_rule(stakes, how, place, parameters)


def _is_goal(text: str) -> bool:
    words = text.split()
    return len(words) > 1 and bool(near_miss(words[0], [*VERBS]) or any(sign in text for sign in COMPARISONS))


def _typed_goal(text: str) -> Goal:
    goal = read_goal(text)
    refuse_idle_conditions(goal.conditions)
    return goal


NAMES_A_METRIC = ("metric", "maximize", "maximise", "scoring", "criterion", "objective_metric")


def _by_rule(stakes: RuleContext, chosen: Rule, place: Place, parameters: dict[str, Any]) -> Decision:
    unknown = [name for name in parameters if name not in chosen.parameters]
    if unknown:
        name = unknown[0]
        meant = (
            f' Name the metric by place: e.choose("{parameters[name]}").' if name in NAMES_A_METRIC else meant_by(name)
        )
        raise BadCall(f"The rule {chosen.name} takes no parameter {name!r}.{meant}")
    used = {**chosen.parameters, **parameters}
    measure = _measure(chosen, used)
    entry, tied = _best_by(stakes, chosen, used, _rounding(stakes, measure))
    if entry is None:
        raise BadCall(f"The rule {chosen.name} finds no threshold on these rows: {_why_none(stakes.curve)}.")
    said = ", ".join(f"{name} = {plain_number(value)}" for name, value in used.items() if value is not None)
    why = chosen.sentence + (f" ({said})" if said else "")
    reason = _Reason(chosen.name, why, chosen.reference, measure, partial(_at, stakes, measure), tied)
    return reason.decision(stakes.curve, entry, place)


def _best_by(stakes: RuleContext, chosen: Rule, parameters: dict[str, Any], rounding: float) -> tuple[int | None, int]:
    """Return the first of the best entries by a rule, and how many more are as good."""
    best = chosen.steady
    if best is None:
        return _best(chosen.worth(stakes, **parameters), rounding)
    sign = -1.0 if best.better == Better.LOWER else 1.0

    def worth(counts: Counts) -> Worth:
        return np.asarray(sign * best.along(counts, **parameters))

    entries = hopeful_entries(stakes.curve, worth, within=rounding)
    if entries is None:
        return _best(chosen.worth(stakes, **parameters), rounding)
    entry, tied = _best(worth(stakes.curve.counts.at(entries)), rounding)
    return None if entry is None else int(entries[entry]), tied


def _at(stakes: RuleContext, quantity: Quantity, entries: NDArray[np.intp] | None) -> NDArray[np.float64]:
    """Return a plain quantity, or one of cost, at some entries of the curve; at all of them if none are named."""
    entry, curve = metric(quantity.name), stakes.curve
    if quantity.bound not in (EndOfInterval.WHOLE, EndOfInterval.VALUE) or entry.is_priced:
        return quantity_along(stakes, quantity)[entries]
    values = entry.along(curve.counts if entries is None else curve.counts.at(entries), **quantity.parameters)
    return np.broadcast_to(values, len(curve) if entries is None else len(entries))  # a constant gives one number


def _measure(chosen: Rule, parameters: dict[str, Any]) -> Quantity:
    """Return what is worth saying about a rule's choice: the cost for the cheapest, else the rule's measure."""
    if chosen.name == "cheapest":
        return Quantity("mean_cost")
    known = metric(chosen.measure).parameters
    return Quantity(chosen.measure, {name: value for name, value in parameters.items() if name in known})


def _by_goal(stakes: RuleContext, goal: Goal, place: Place) -> Decision:
    entries = _worth_a_look(stakes, goal)
    values = quantity_along(stakes, goal.quantity, entries)
    slack = [_slack(stakes, condition, goal.confidence, entries) for condition in goal.conditions]
    met = np.ones(len(values), dtype=bool)
    for room in slack:
        met &= room >= 0
    worth = values if goal.is_maximised else -values
    entry, tied = _best(np.where(met, worth, np.nan), _rounding(stakes, goal.quantity))
    failures: tuple[Failure, ...] = ()
    if entry is None and met.any():
        where = "at any threshold that meets the conditions" if goal.conditions else "at any threshold"
        raise BadCall(f"{goal.quantity} has no value {where} on these rows: {_why_none(stakes.curve)}.")
    if entry is not None and entries is not None:
        entry = int(entries[entry])
    if entry is None:
        entry, tied = _nearest(stakes.curve, slack, worth), 0
        failures = tuple(
            Failure(condition, _number(quantity_along(stakes, condition.quantity)[entry]), _missed(room[entry]))
            for condition, room in zip(goal.conditions, slack, strict=True)
            if not room[entry] >= 0
        )
    why = f"{goal}" if not failures else f"{goal}: no threshold meets that; this one comes closest"
    reference = metric(goal.quantity.name).reference
    reason = _Reason(str(goal), why, reference, goal.quantity, partial(_at, stakes, goal.quantity), tied, failures)
    return reason.decision(stakes.curve, entry, place)


def _worth_a_look(stakes: RuleContext, goal: Goal) -> NDArray[np.intp] | None:
    """Return entries among which all that reach a goal best are; None where every entry must be looked at."""
    wanted, falls = metric(goal.quantity.name), goal.quantity.name == FEWER_FLAGS and not goal.is_maximised
    if goal.confidence is not None or not (falls or _is_steady(goal.quantity, goal.is_maximised)):
        return None
    limits = [condition.limit for condition in goal.conditions]
    if any(limit.quantity is not None for limit in limits):
        return None
    if not all(_is_steady(condition.quantity, condition.wants_more) for condition in goal.conditions):
        return None
    sign = 1.0 if goal.is_maximised else -1.0

    def met(counts: Counts) -> Worth:
        rooms = []
        for condition in goal.conditions:
            of, number = condition.quantity, float(condition.limit.number)
            room = metric(of.name).along(counts, **of.parameters) - number
            rooms.append((room if condition.wants_more else -room) / max(1.0, abs(number)))
        return np.asarray(np.min(rooms, axis=0))

    return hopeful_entries(
        stakes.curve,
        lambda counts: sign * wanted.along(counts, **goal.quantity.parameters),
        within=_rounding(stakes, goal.quantity),
        met=met if goal.conditions else None,
        falls=falls,
    )


def _is_steady(quantity: Quantity, wants_more: bool) -> bool:
    """Say whether what is wanted of a plain quantity comes with true flags, and goes with false ones."""
    if quantity.is_baseline or quantity.bound not in (EndOfInterval.WHOLE, EndOfInterval.VALUE):
        return False
    return quantity.name in STEADY and wants_more == (metric(quantity.name).better != Better.LOWER)


def quantity_along(
    stakes: RuleContext, quantity: Quantity, entries: NDArray[np.intp] | None = None
) -> NDArray[np.float64]:
    """Return a quantity at every entry of the curve, or a plain one at some."""
    if quantity.is_baseline:
        raise NotUnderstood("A threshold is chosen for one model; a baseline has no place in its goal.")
    entry = metric(quantity.name)
    if entry.is_priced and quantity.bound not in (EndOfInterval.WHOLE, EndOfInterval.VALUE):
        raise NotUnderstood(f"{entry.name} is not a share of rows; only shares have a bound along the curve.")
    if entry.is_priced:
        return stakes.priced().totals if entry.is_total else stakes.priced().means
    if not entry.needs_only_counts:
        raise NotUnderstood(f"{entry.name} is one number for all thresholds, so it cannot choose one.")
    if quantity.bound in (EndOfInterval.WHOLE, EndOfInterval.VALUE):
        return _at(stakes, quantity, entries)
    low, high = _interval_along(stakes, entry, 0.95)
    return low if quantity.bound == EndOfInterval.LOWER else high


def _slack(
    stakes: RuleContext, condition: Condition, confidence: float | None, entries: NDArray[np.intp] | None = None
) -> Worth:
    """Return by how much each entry meets a condition; negative where it does not, NaN where undefined."""
    if condition.limit.quantity is not None:
        limit = quantity_along(stakes, condition.limit.quantity) + condition.limit.number
    else:
        limit = np.asarray(condition.limit.number)
    if confidence is None:
        values = quantity_along(stakes, condition.quantity, entries)
    else:
        low, high = _interval_along(stakes, _proportion(condition), confidence)
        values = low if condition.wants_more else high
    room = values - limit if condition.wants_more else limit - values
    is_equal = np.isfinite(room) & (np.abs(room) <= ROUNDING * np.maximum(np.abs(values), np.abs(limit)))
    return np.where(is_equal, -BARELY if condition.comparison in (">", "<") else 0.0, room)


def _missed(room: float) -> float | None:
    """Return by how much a condition is missed: 0 if the value is at a limit that it should go beyond."""
    return 0.0 if room == -BARELY else _number(-room)


def _proportion(condition: Condition) -> Metric:
    quantity, limit = condition.quantity, condition.limit.quantity
    if quantity.is_baseline or quantity.bound != EndOfInterval.WHOLE or limit is not None:
        raise NotUnderstood(f"With confidence, a condition holds a plain metric against a number, unlike {condition}.")
    if not metric(quantity.name).is_proportion:
        raise NotUnderstood(
            f"{quantity} is not a share of rows, so it cannot be required with confidence; shares such as precision "
            "and recall can."
        )
    return metric(quantity.name)


def _interval_along(stakes: RuleContext, entry: Metric, level: float) -> tuple[Worth, Worth]:
    if not entry.is_proportion:
        raise NotUnderstood(f"{entry.name} is not a share of rows; only shares have a bound along the curve.")
    return limits_along(entry, stakes.design, stakes.curve.counts, level)


def _best(worth: Worth, rounding: float) -> tuple[int | None, int]:
    """Return the first of the best entries, which flags the fewest rows, and how many more are as good."""
    best = np.nanmax(worth) if not np.isnan(worth).all() else -np.inf
    if best == -np.inf:
        return None, 0
    as_good = best - max(rounding, ROUNDING * abs(best)) if np.isfinite(best) else best
    winners = np.flatnonzero(worth >= as_good)
    return int(winners[0]), len(winners) - 1


def _rounding(stakes: RuleContext, measure: Quantity) -> float:
    entry = metric(measure.name)
    if not entry.is_priced:
        return LEAST_ROUNDING
    table = stakes.curve.table
    return stakes.priced().rounding * (table.total_positive + table.total_negative if entry.is_total else 1)


def _nearest(curve: CountsCurve, slack: list[Worth], worth: Worth) -> int:
    """Return the entry whose worst violation is least; among equals, the one that is worth most."""
    worst = np.min([np.where(np.isnan(room), -np.inf, room) for room in slack], axis=0)
    if worst.max() == -np.inf:
        raise BadCall(f"At no threshold do all conditions have a value on these rows: {_why_none(curve)}.")
    nearest = np.flatnonzero(worst == worst.max())
    among = worth[nearest]
    return int(nearest[0] if np.isnan(among).all() else nearest[np.nanargmax(among)])


@dataclass(frozen=True, eq=False)
class _Reason:
    """Why an entry of the curve was chosen: by which rule, for what, and how every entry does by that."""

    rule: str
    why: str
    reference: str
    measure: Quantity
    values: Callable[[NDArray[np.intp]], NDArray[np.float64]]  # of the measure at some entries of the curve
    tied: int
    failures: tuple[Failure, ...] = ()

    def decision(self, curve: CountsCurve, entry: int, place: Place) -> Decision:
        """Return the decision for an entry, with its neighbours."""
        threshold = threshold_of(curve, entry, place)
        near = [i for i in range(entry - NEIGHBOURS, entry + NEIGHBOURS + 1) if 0 <= i < len(curve)]
        values = dict(zip(near, self.values(np.array(near)).tolist(), strict=True))
        return Decision(
            rule=self.rule,
            why=self.why,
            reference=self.reference,
            threshold=threshold,
            point=CountedPoint(curve.entry(entry), threshold),
            measure=self.measure,
            value=_number(values[entry]),
            tied=self.tied,
            same_rows_from=threshold_of(curve, entry + 1, Place.OBSERVED) if 0 < entry < len(curve) - 1 else None,
            failures=self.failures,
            neighbours=tuple(
                Neighbour(threshold_of(curve, i, place), curve.entry(i), _number(values[i])) for i in near if i != entry
            ),
        )


def threshold_of(curve: CountsCurve, entry: int, place: Place = Place.OBSERVED) -> float | None:
    """Return the threshold of an entry; None for the first, where nothing is flagged."""
    if entry == 0:
        return None
    # Whole scores beyond 2**53 stay whole: as a float the threshold could flag other rows.
    here: float = curve.table.scores[entry - 1].item()
    if place == Place.OBSERVED or entry == len(curve) - 1:
        return here
    beyond: float = curve.table.scores[entry].item()
    middle = here / 2 + beyond / 2
    # Between two neighbouring floats there is no middle, and an infinite score has none.
    return middle if np.isfinite(middle) and min(here, beyond) < middle < max(here, beyond) else here


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _why_none(curve: CountsCurve) -> str:
    if not len(curve.table):
        return "there are none"
    if not curve.table.total_positive:
        return "none is truly positive"
    if not curve.table.total_negative:
        return "none is truly negative"
    return "all scores are the same" if len(curve.table) == 1 else "it is undefined everywhere"
