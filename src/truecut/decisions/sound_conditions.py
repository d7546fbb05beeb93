"""Conditions that say something: a slip in a limit is refused, since it would loosen a gate without a word.

A limit must lie where its metric can lie, must not be met by every model, and no two conditions may exclude each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite, isinf

from truecut.catalogue import Metric, metric
from truecut.decisions.goals import COMPARISONS, Condition, EndOfInterval, Limit, Quantity
from truecut.errors import BadCall

PERCENT = 0.01
ORDER = (EndOfInterval.LOWER, EndOfInterval.VALUE, EndOfInterval.UPPER)


EntryOf = Callable[[str], Metric]  # the metric that a name means: of two classes, or of many


def refuse_idle_conditions(conditions: Sequence[Condition], entry_of: EntryOf = metric) -> None:
    """Refuse conditions that say nothing.

    >>> from truecut.decisions.language import read_condition
    >>> refuse_idle_conditions([read_condition("fpr <= 5")])
    Traceback (most recent call last):
    truecut.errors.BadCall: fpr lies between 0 and 1, so 'fpr <= 5' says nothing. Did you mean 5%?
    """
    for condition in conditions:
        _refuse_no_condition(condition, entry_of)
        _refuse_limit(condition, entry_of)


def refuse_contradictions(conditions: Sequence[Condition], entry_of: EntryOf = metric) -> None:
    """Refuse conditions of which the one asks for more than the other allows."""
    for number, condition in enumerate(conditions):
        for earlier in conditions[:number]:
            if _exclude_each_other(earlier, condition, entry_of):
                raise BadCall(f"{_shown(earlier)!r} and {_shown(condition)!r} cannot both be met.")


def _refuse_no_condition(condition: Condition, entry_of: EntryOf) -> None:
    """Refuse parts that only a program can put together."""
    limit = condition.limit.number
    if condition.comparison not in COMPARISONS:
        raise BadCall(f"A comparison is one of {', '.join(COMPARISONS)}, not {condition.comparison!r}.")
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not isfinite(limit):
        raise BadCall(f"The limit of {condition.quantity} must be a number, not {limit!r}.")
    for quantity in _quantities(condition):
        entry = entry_of(quantity.name)
        for name in entry.chosen(quantity.parameters):
            if entry_of is metric and name in quantity.parameters and isinstance(entry.parameters[name], str):
                raise BadCall(f"{name} of {quantity.name} is a word, which has no place in a requirement.")


def _quantities(condition: Condition) -> tuple[Quantity, ...]:
    limit = condition.limit.quantity
    return (condition.quantity,) if limit is None else (condition.quantity, limit)


def _refuse_limit(condition: Condition, entry_of: EntryOf) -> None:
    entry, shown = entry_of(condition.quantity.name), _shown(condition)
    low, high = entry.bounds
    nearest, farthest = _reach(condition.limit, entry_of)
    if condition.limit.quantity is None and not low <= nearest <= high:
        raise BadCall(f"{_where(entry)}, so {shown!r} says nothing.{_percent_meant(condition, high)}")
    if _is_met_by_all(condition, low, high, nearest, farthest):
        raise BadCall(f"{shown!r} is met by every model{_since(condition, entry)}.{_one_percent(condition, high)}")
    if _is_met_by_none(condition, low, high, nearest, farthest):
        raise BadCall(f"{shown!r} can be met by no model{_since(condition, entry)}.{_percent_meant(condition, high)}")
    if _may_be_one_percent(condition, high):
        raise BadCall(f"{shown!r} is met by all but the worst of models. 1 % is written 1% or 0.01, and 1 is 100%.")
    if _may_be_a_share(condition, entry):
        share = condition.limit.number
        raise BadCall(
            f"{shown!r} asks for {share:.3g} only. Did you mean {10000 * share:g}%? If not, write it as {share:g}."
        )


def _reach(limit: Limit, entry_of: EntryOf) -> tuple[float, float]:
    """Return where the limit may lie: a number at itself, another metric anywhere in its range."""
    low, high = (0.0, 0.0) if limit.quantity is None else entry_of(limit.quantity.name).bounds
    return low + limit.number, high + limit.number


def _is_met_by_all(condition: Condition, low: float, high: float, nearest: float, farthest: float) -> bool:
    room = low - farthest if condition.wants_more else nearest - high
    return room > 0 or (room == 0 and not _is_strict(condition))


def _is_met_by_none(condition: Condition, low: float, high: float, nearest: float, farthest: float) -> bool:
    lack = nearest - high if condition.wants_more else low - farthest
    return lack > 0 or (lack == 0 and _is_strict(condition))


def _may_be_one_percent(condition: Condition, high: float) -> bool:
    limit = condition.limit
    return condition.comparison == "<" and limit.quantity is None and limit.number == high == 1 and not limit.is_percent


def _may_be_a_share(condition: Condition, entry: Metric) -> bool:
    """Say whether a share seems to have got a percent sign: recall >= 0.8% asks for next to nothing."""
    limit = condition.limit
    is_small = limit.is_percent and limit.quantity is None and 0 < limit.number < PERCENT
    return is_small and condition.wants_more and entry.bounds[1] == 1


def _is_strict(condition: Condition) -> bool:
    return condition.comparison in (">", "<")


def _where(entry: Metric) -> str:
    low, high = entry.bounds
    if isinf(high):
        return f"{entry.name} is never below {low:g}"
    return f"{entry.name} is never above {high:g}" if isinf(low) else f"{entry.name} lies between {low:g} and {high:g}"


def _since(condition: Condition, entry: Metric) -> str:
    return "" if condition.limit.quantity is None else f", since {_where(entry)}"


def _percent_meant(condition: Condition, high: float) -> str:
    limit = condition.limit
    is_meant = high <= 1 < abs(limit.number) <= 100 and not limit.is_percent
    return f" Did you mean {abs(limit.number):g}%?" if is_meant else ""


def _one_percent(condition: Condition, high: float) -> str:
    limit = condition.limit
    if limit.quantity is not None:
        return _percent_meant(condition, high)
    return " 1 % is written 1% or 0.01." if limit.number == high == 1 and not limit.is_percent else ""


def _exclude_each_other(one: Condition, other: Condition, entry_of: EntryOf) -> bool:
    """Say whether one asks for more of a metric than the other allows.

    An end of an interval may be asked to reach further than the other: the lower one is never above the upper one.
    """
    if one.wants_more == other.wants_more or _named(one.quantity, entry_of) != _named(other.quantity, entry_of):
        return False
    at_least, at_most = (one, other) if one.wants_more else (other, one)
    if at_least.limit.quantity != at_most.limit.quantity or _place(at_least) > _place(at_most):
        return False
    too_much = at_least.limit.number - at_most.limit.number
    return too_much > 0 or (too_much == 0 and (_is_strict(at_least) or _is_strict(at_most)))


def _named(quantity: Quantity, entry_of: EntryOf) -> Quantity:
    return replace(quantity, name=entry_of(quantity.name).name, bound=EndOfInterval.WHOLE)


def _place(condition: Condition) -> int:
    bound = condition.quantity.bound
    return ORDER.index(EndOfInterval.VALUE if bound == EndOfInterval.WHOLE else bound)


def _shown(condition: Condition) -> str:
    return condition.text or str(condition)
