"""Gates: requirements that a model must meet, and whether it does.

A requirement has one of three outcomes. It is passed if the whole interval of the value meets it, failed if
the whole interval misses it, and undecided if the rows do not tell: the interval straddles the limit, or
there is no value. `metric@lower` and `metric@upper` are about that end of the interval itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from truecut.catalogue import Metric, Value, metric
from truecut.catalogue.model import Model
from truecut.data.rows import Provenance
from truecut.decisions.checked import Checked, DecideBy, Gate, GateOutcome, Undecided
from truecut.decisions.costs import Cost
from truecut.decisions.goals import COST, Condition, EndOfInterval, Quantity
from truecut.decisions.language import read_condition
from truecut.decisions.model_decision import cost_curve
from truecut.decisions.rows_needed import is_exact, more_to_settle
from truecut.errors import BadCall, UnknownName
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import Estimation
from truecut.words import Words
from truecut.words.numerals import threshold

BASELINE_IS_FIXED = "the limit is the baseline's value as it stands: its own uncertainty is not part of the interval"
HIDDEN = (
    "Neighbouring scores were counted together, and {} lies within what that hides: count every score with "
    "--resolution exact (in Python: resolution='exact')."
)
LIMIT_IS_FIXED = "the limit is another value of the same rows as it stands: its own uncertainty is not considered"

Choice = TypeVar("Choice", bound=StrEnum)


class Checkable(Protocol):
    """What can be checked: models on rows, and on groups of them."""

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        ...

    @property
    def by_model(self) -> Mapping[str, Model]:
        """Return the models."""
        ...

    @property
    def by_group(self) -> Mapping[str, Mapping[str, Model]]:
        """Return the models of each group."""
        ...

    @property
    def words(self) -> Words:
        """Return the user's words."""
        ...


def check(
    evaluation: Checkable,
    requirements: str | Condition | Sequence[str | Condition],
    *,
    baseline: Checkable | None = None,
    level: float = 0.95,
    decide_by: DecideBy | str = DecideBy.INTERVAL,
    undecided: Undecided | str = Undecided.FAIL,
    each_group: bool = False,
    cost: Cost | None = None,
) -> Checked:
    """Hold every model of an evaluation, and with `each_group` every group, to the same requirements.

    `baseline` is the evaluation that `baseline.metric` speaks of: of one model, or of models with the same names.

    >>> from truecut.evaluation.from_data import evaluate
    >>> check(evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]), "recall >= 0.1").outcomes[0].value
    'passed'
    """
    if not hasattr(evaluation, "by_model"):
        raise BadCall("Requirements are about models of two classes; check one of e.classes instead.")
    if isinstance(requirements, str | Condition):
        requirements = [requirements]
    conditions = [read_condition(one) if isinstance(one, str) else one for one in requirements]
    if not conditions:
        raise BadCall('Nothing is required; say what, such as "recall >= 0.8".')
    if not 0.5 <= level < 1:
        raise BadCall(f"A level must be from 0.5 to below 1, not {level:g}.")
    if each_group and not evaluation.by_group:
        raise BadCall("There are no groups to check; say which columns divide the rows.")
    for condition in conditions:
        _refuse_what_cannot_be_checked(condition, baseline, cost)
    terms = _Terms(level, _one_of(DecideBy, decide_by, "decide_by"), cost, evaluation.words)
    return Checked(
        evaluation.read,
        evaluation.words,
        tuple(
            _gate(condition, subject, terms)
            for subject in _subjects(evaluation, baseline, each_group)
            for condition in conditions
        ),
        level,
        terms.decide_by,
        _one_of(Undecided, undecided, "undecided"),
        None if baseline is None else baseline.read,
    )


@dataclass(frozen=True)
class _Terms:
    """What holds for all requirements."""

    level: float
    decide_by: DecideBy
    cost: Cost | None
    words: Words

    @property
    def interval(self) -> str:
        return f"{100 * self.level:g} % interval"


@dataclass(frozen=True, eq=False)
class _Subject:
    """A model, on all rows or on a group, and what stands for the baseline there."""

    model: Model
    group: str
    baseline: Model | str | None  # a sentence where there is none for this group


@dataclass(frozen=True, eq=False)
class _Known:
    """What is known of a quantity: its value, the interval, and where that is asked; or why there is none."""

    value: Value
    asked: Estimation | None = None
    why_none: str = ""
    possible: tuple[float, float] | None = None  # where the rows' own value lies, if scores were counted in cells

    @classmethod
    def of(cls, model: Model, entry: Metric, parameters: Mapping[str, Any], level: float) -> _Known:
        asked = Estimation(model, entry, level, parameters=parameters)
        found = asked.estimate
        # Too few clusters tell nothing, and then the value must not decide alone.
        is_told = found.has_interval or (found.is_defined and model.design.is_clustered)
        value = Value(found.value, found.undefined, found.convention)
        return cls(value, asked if is_told else None, "" if is_told else found.note, found.possible)

    @property
    def interval(self) -> Estimate | None:
        return None if self.asked is None else _or_any(self.asked.estimate, self.asked.entry)


def _or_any(found: Estimate, entry: Metric) -> Estimate:
    """Return the interval; where the rows were too few to find one, anything is possible."""
    low, high = entry.bounds
    return found if found.has_interval else replace(found, low=low, high=high, method="none")


def _one_of(choices: type[Choice], given: str, name: str) -> Choice:
    if given not in list(choices):
        raise BadCall(f"{name} must be {' or '.join(repr(one.value) for one in choices)}, not {given!r}.")
    return choices(given)


def _refuse_what_cannot_be_checked(condition: Condition, baseline: Checkable | None, cost: Cost | None) -> None:
    shown = condition.text or str(condition)
    if condition.quantity.is_baseline:
        raise BadCall(f"A requirement is about the model: in {shown!r} the baseline must stand on the right.")
    for quantity in filter(None, (condition.quantity, condition.limit.quantity)):
        if quantity.is_baseline and baseline is None:
            raise BadCall(f"{shown!r} mentions a baseline, but none was given; name one with --baseline.")
        if quantity.name == COST:
            if cost is None:
                raise BadCall(
                    f"{shown!r} mentions the cost of a row, but no costs were stated; state them with --cost."
                )
            continue
        for name in quantity.parameters:
            if isinstance(metric(quantity.name).parameters.get(name), str):
                raise BadCall(f"{name} of {quantity.name} is a word, which has no place in a requirement.")


def _subjects(evaluation: Checkable, baseline: Checkable | None, each_group: bool) -> Iterator[_Subject]:
    for name, model in evaluation.by_model.items():
        yield _Subject(model, "", None if baseline is None else _same_model(baseline.by_model, name))
        for group, models in evaluation.by_group.items() if each_group else ():
            yield _Subject(models[name], group, _baseline_of_group(baseline, group, name))


def _same_model(models: Mapping[str, Model], name: str) -> Model:
    if name in models:
        return models[name]
    if len(models) > 1:
        raise UnknownName("model of the baseline", name, models)
    return next(iter(models.values()))


def _baseline_of_group(baseline: Checkable | None, group: str, name: str) -> Model | str | None:
    if baseline is None:
        return None
    if group not in baseline.by_group:
        return f"the baseline has no group {group!r}"
    return _same_model(baseline.by_group[group], name)


def _gate(condition: Condition, subject: _Subject, terms: _Terms) -> Gate:
    known = _known(condition.quantity, subject.model, terms)
    limit = _limit(condition, subject, terms)
    gate = Gate(
        condition,
        subject.model.name,
        subject.group,
        subject.model.point.threshold,
        GateOutcome.UNDECIDED,
        known.value,
        limit,
        reason="",
        interval=known.interval,
        notes=tuple(_notes(condition, known, subject)),
    )
    if known.value.value is None:
        return replace(gate, reason=f"{condition.quantity} is undefined: {known.value.undefined}.")
    if limit.value is None:
        return replace(gate, reason=f"There is no limit to hold it against: {limit.undefined}.")
    return _decided(gate, known, limit.value, terms)


def _decided(gate: Gate, known: _Known, limit: float, terms: _Terms) -> Gate:
    condition = gate.requirement
    if condition.quantity.bound != EndOfInterval.VALUE:
        return _by_end(gate, limit, terms)
    if terms.decide_by == DecideBy.VALUE:
        return _by_value(gate, known, limit, "as was asked for")
    if known.asked is None or known.interval is None:
        return _by_value(gate, known, limit, f"since {known.why_none}")
    outcome = _by_interval(condition, known.interval, limit)
    if outcome == GateOutcome.UNDECIDED:
        return _unsettled(gate, known.asked, limit, terms)
    meets = "meets" if outcome == GateOutcome.PASSED else "misses"
    return replace(gate, outcome=outcome, reason=f"The whole {terms.interval} {meets} {_against(condition, limit)}.")


def _by_value(gate: Gate, known: _Known, limit: float, why: str) -> Gate:
    is_met = gate.requirement.holds(float(gate.value), limit)
    if any(gate.requirement.holds(end, limit) != is_met for end in known.possible or ()):
        return replace(gate, reason=HIDDEN.format(_against(gate.requirement, limit)))
    meets = "meets" if is_met else "misses"
    return replace(
        gate,
        outcome=_outcome(is_met),
        reason=f"The value {meets} {_against(gate.requirement, limit)}; it alone decides, {why}.",
    )


def _by_end(gate: Gate, limit: float, terms: _Terms) -> Gate:
    """Decide by the end of the interval that the requirement names."""
    condition = gate.requirement
    end = _end(gate.interval, condition.quantity.bound)
    if end is None:
        return gate
    is_met = condition.holds(end, limit)
    meets = "meets" if is_met else "misses"
    return replace(
        gate,
        outcome=_outcome(is_met),
        reason=f"The {condition.quantity.bound.value} end of the {terms.interval} {meets} "
        f"{_against(condition, limit)}.",
    )


def _end(interval: Estimate | None, bound: EndOfInterval) -> float | None:
    if interval is None or bound == EndOfInterval.VALUE:
        return None
    return interval.low if bound == EndOfInterval.LOWER else interval.high


def _unsettled(gate: Gate, asked: Estimation, limit: float, terms: _Terms) -> Gate:
    """Say what would settle a requirement whose limit lies inside the interval."""
    condition, value = gate.requirement, float(gate.value)
    straddles = f"The {terms.interval} straddles {_against(condition, limit)}"
    if value == limit:
        return replace(
            gate, reason=f"{straddles}, and the value is the limit itself: no number of further rows would settle it."
        )

    def is_settled(found: Estimate) -> bool:
        return _by_interval(condition, _or_any(found, asked.entry), limit) != GateOutcome.UNDECIDED

    more = more_to_settle(asked, is_settled)
    if more is None:
        return replace(gate, reason=f"{straddles}, and the value is too near to it for any number of rows to tell.")
    more = replace(more, of=terms.words.fill(more.of))
    in_all = f" (about {more.rows_in_all:,} {terms.words.units} in all)" if more.rows_in_all > more.rows else ""
    verb = "pass" if condition.holds(value, limit) else "fail"
    about = "about" if is_exact(asked) else "roughly"
    return replace(
        gate,
        more=more,
        reason=f"{straddles}. If the value stayed as it is, {about} {more.rows:,} more {more.of}{in_all} would make it "
        f"{verb}.",
    )


def _by_interval(condition: Condition, interval: Estimate, limit: float) -> GateOutcome:
    ends = [end for end in (interval.low, interval.high) if end is not None]
    worst, best = (min(ends), max(ends)) if condition.wants_more else (max(ends), min(ends))
    if condition.holds(worst, limit):
        return GateOutcome.PASSED
    return GateOutcome.UNDECIDED if condition.holds(best, limit) else GateOutcome.FAILED


def _outcome(is_met: bool) -> GateOutcome:
    return GateOutcome.PASSED if is_met else GateOutcome.FAILED


def _against(condition: Condition, limit: float) -> str:
    return f"{limit:.6g}" if condition.limit.quantity is not None else str(condition.limit)


def _known(quantity: Quantity, model: Model, terms: _Terms) -> _Known:
    if quantity.name == COST:
        known = _Known(_mean_cost(model, terms.cost), why_none="there is no interval for cost yet")
    else:
        known = _Known.of(model, metric(quantity.name), quantity.parameters, terms.level)
    if quantity.bound != EndOfInterval.VALUE and known.value.is_defined and known.asked is None:
        raise BadCall(f"{quantity} asks for an end of an interval, but {known.why_none}; require its value instead.")
    return known


def _mean_cost(model: Model, cost: Cost | None) -> Value:
    rows = model.table.total_positive + model.table.total_negative
    if cost is None or not rows:
        return Value.absent("there are no rows")
    return Value(cost_curve(model, cost).at(model.threshold) / rows)


def _limit(condition: Condition, subject: _Subject, terms: _Terms) -> Value:
    """Return what the requirement is held against, as a number."""
    quantity, added = condition.limit.quantity, condition.limit.number
    if quantity is None:
        return Value(added)
    of = subject.baseline if quantity.is_baseline else subject.model
    if not isinstance(of, Model):
        return Value.absent(of or "there is no baseline")
    known = _known(quantity, of, terms)
    if known.value.value is None:
        return Value.absent(f"{quantity} is undefined, since {known.value.undefined}")
    end = _end(known.interval, quantity.bound)
    return Value((known.value.value if end is None else end) + added)


def _notes(condition: Condition, known: _Known, subject: _Subject) -> Iterator[str]:
    of_limit = condition.limit.quantity
    if of_limit is not None:
        yield BASELINE_IS_FIXED if of_limit.is_baseline else LIMIT_IS_FIXED
        if of_limit.is_baseline and isinstance(subject.baseline, Model) and _is_cut(of_limit):
            yield from _other_threshold(subject.model, subject.baseline)
    if known.interval is not None and known.interval.note:
        yield known.interval.note


def _is_cut(quantity: Quantity) -> bool:
    return quantity.name == COST or metric(quantity.name).needs_only_counts


def _other_threshold(model: Model, baseline: Model) -> Iterator[str]:
    if baseline.point.threshold not in (None, model.point.threshold):
        yield f"the baseline is judged at its own threshold, {threshold(baseline.threshold)}"
