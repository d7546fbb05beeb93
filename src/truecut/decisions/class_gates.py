"""Requirements on models of many classes: of all classes together, of an average over them, of one class or of each.

    macro f1 >= 0.8
    recall of each class >= 0.7
    log_loss <= baseline.log_loss

What comes of a requirement is decided as for two classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, isfinite
from typing import Any, Protocol, Self

from truecut.catalogue import Value
from truecut.catalogue.class_metrics import class_metric
from truecut.data.rows import Provenance
from truecut.decisions.checked import Checked, DecideBy, Gate, GateOutcome, Undecided
from truecut.decisions.goals import Condition, EndOfInterval, Quantity
from truecut.decisions.one_gate import (
    BASELINE_IS_FIXED,
    ENDS,
    LIMIT_IS_FIXED,
    Terms,
    against,
    by_end,
    by_interval,
    by_value,
    end_of,
    is_against_better,
)
from truecut.decisions.rows_needed import MOST, RowsNeeded
from truecut.decisions.sound_conditions import refuse_contradictions, refuse_idle_conditions
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.words import Words


class ClassCheckable(Protocol):
    """What is known of one model of many classes."""

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        ...

    @property
    def matrix(self) -> ClassMatrix:
        """Return rows by true and answered class."""
        ...

    @property
    def words(self) -> Words:
        """Return the user's words."""
        ...

    @property
    def level(self) -> float:
        """Return how sure intervals are."""
        ...

    @property
    def by_group(self) -> Mapping[str, Self]:
        """Return the groups that the rows are divided into."""
        ...

    def given(self, **parts: Any) -> Self:
        """Return the same rows in another situation."""
        ...

    def metric(self, name: str, average: str | None = None, *, level: float | None = None, **parameters: Any) -> Any:
        """Return a metric of all classes together."""
        ...

    def metric_of_class(self, name: str, of: str, *, level: float | None = None, **parameters: Any) -> Any:
        """Return a metric of one class against the rest."""
        ...


@dataclass(frozen=True)
class ClassTerms:
    """What holds for all requirements on models of many classes."""

    level: float
    decide_by: DecideBy
    undecided: Undecided
    each_group: bool = False


def check_classes(
    models: Mapping[str, ClassCheckable],
    conditions: Sequence[Condition],
    terms: ClassTerms,
    baseline: Mapping[str, ClassCheckable] | None = None,
) -> Checked:
    """Hold every model to the same requirements."""
    first = next(iter(models.values()))
    refuse_idle_conditions(conditions, class_metric)
    refuse_contradictions(conditions, class_metric)
    for condition in conditions:
        _refuse_baseline(condition, baseline)
    asked = Terms(terms.level, terms.decide_by, first.words)
    gates = tuple(
        replace(_gate(one, name, subject, known, asked), group=group)
        for name, model in models.items()
        for group, subject, known in _subjects(model, _same(baseline, name), terms.each_group)
        for condition in conditions
        for one in _each(condition, model.matrix.classes)
    )
    read = replace(first.read, predicted=tuple(models)) if len(models) > 1 else first.read
    of_baseline = None if baseline is None else next(iter(baseline.values())).read
    return Checked(read, first.words, gates, terms.level, terms.decide_by, terms.undecided, of_baseline)


def _subjects(
    model: ClassCheckable, baseline: ClassCheckable | None, each_group: bool
) -> Iterator[tuple[str, ClassCheckable, ClassCheckable | str | None]]:
    """Return all rows and, if asked for, every group of them, each with the same rows of the baseline or why not."""
    yield "", model, baseline
    for name, group in model.by_group.items() if each_group else ():
        known = None if baseline is None else baseline.by_group.get(name, f"the baseline has no group {name!r}")
        yield name, group, known


def _refuse_baseline(condition: Condition, baseline: Any) -> None:
    shown, limit = condition.text or str(condition), condition.limit.quantity
    if condition.quantity.is_baseline:
        raise BadCall(f"A requirement is about the model: in {shown!r} the baseline must stand on the right.")
    if limit is not None and limit.is_baseline and baseline is None:
        raise BadCall(f"{shown!r} mentions a baseline, but none was given; name one with --baseline.")
    if limit is not None and limit.of_each and not condition.quantity.of_each:
        raise BadCall(f"In {shown!r} each class stands on the right alone; write it on the left as well.")


def _each(condition: Condition, classes: Sequence[str]) -> Iterator[Condition]:
    """Return the requirement on every class where each is meant."""
    if not condition.quantity.of_each:
        yield condition
        return
    limit = condition.limit
    for name in classes:
        mine = replace(condition.quantity, of_each=False, of_class=name)
        other = limit.quantity
        if other is not None and other.of_each:
            limit = replace(condition.limit, quantity=replace(other, of_each=False, of_class=name))
        one = replace(condition, quantity=mine, limit=limit, text="")
        yield replace(one, text=str(one))


def _same(baseline: Mapping[str, ClassCheckable] | None, name: str) -> ClassCheckable | None:
    if baseline is None:
        return None
    if name in baseline:
        return baseline[name]
    if len(baseline) > 1:
        raise BadCall(f"The baseline has several models, and none is called {name!r}.")
    return next(iter(baseline.values()))


def _gate(
    condition: Condition, name: str, model: ClassCheckable, baseline: ClassCheckable | str | None, terms: Terms
) -> Gate:
    found = _estimate(condition.quantity, model, terms)
    limit = _limit(condition, model, baseline, terms)
    interval = found if found.has_interval else None
    gate = Gate(
        condition,
        name,
        "",
        None,
        GateOutcome.UNDECIDED,
        Value(found.value, found.undefined, found.convention),
        limit,
        reason="",
        interval=interval,
        notes=tuple(_notes(condition, found)),
    )
    if found.value is None:
        return replace(gate, reason=f"{condition.quantity} is undefined: {found.undefined}.")
    if limit.value is None:
        return replace(gate, reason=f"There is no limit to hold it against: {limit.undefined}.")
    if condition.quantity.bound in ENDS:
        return by_end(gate, limit.value, terms)
    # Whatever is added to it, an infinite loss stays one: no row could settle it, and none is needed.
    if condition.quantity.bound == EndOfInterval.VALUE or terms.decide_by == DecideBy.VALUE:
        return by_value(gate, (), limit.value)
    if interval is None and not isfinite(found.value):
        is_met = condition.holds(found.value, limit.value)
        outcome = GateOutcome.PASSED if is_met else GateOutcome.FAILED
        return replace(gate, outcome=outcome, reason=f"The value is infinite: {found.note}.")
    if interval is None:
        bare = replace(condition.quantity, bound=EndOfInterval.VALUE)
        return replace(gate, reason=f"There is no interval: {found.note}. {bare} takes the bare value.")
    outcome = by_interval(condition, interval, limit.value)
    if outcome == GateOutcome.UNDECIDED:
        return _unsettled(gate, interval, model, limit.value, terms)
    meets = "meets" if outcome == GateOutcome.PASSED else "misses"
    said = f"The whole {terms.interval} {meets} {against(condition, limit.value)}."
    return replace(gate, outcome=outcome, reason=said)


def _estimate(quantity: Quantity, model: ClassCheckable, terms: Terms) -> Estimate:
    if quantity.of_class:
        found: Estimate = model.metric_of_class(
            quantity.name, quantity.of_class, level=terms.level, **quantity.parameters
        )
    else:
        parameters = {name: int(value) if name == "k" else value for name, value in quantity.parameters.items()}
        found = model.metric(quantity.name, quantity.average or None, level=terms.level, **parameters)
    if quantity.bound in ENDS and found.is_defined and not found.has_interval:
        raise BadCall(f"{quantity} asks for an end of an interval, but {found.note}; require its value instead.")
    return found


def _limit(condition: Condition, model: ClassCheckable, baseline: ClassCheckable | str | None, terms: Terms) -> Value:
    quantity, added = condition.limit.quantity, condition.limit.number
    if quantity is None:
        return Value(added)
    of = baseline if quantity.is_baseline else model
    assert of is not None  # a baseline that is not there was refused
    if isinstance(of, str):
        return Value.absent(of)
    found = _estimate(quantity, of, terms)
    if found.value is None:
        return Value.absent(f"{quantity} is undefined, since {found.undefined}")
    end = end_of(found if found.has_interval else None, quantity.bound)
    return Value((found.value if end is None else end) + added)


def _notes(condition: Condition, found: Estimate) -> Iterator[str]:
    of_limit = condition.limit.quantity
    if of_limit is not None:
        yield BASELINE_IS_FIXED if of_limit.is_baseline else LIMIT_IS_FIXED
    if found.has_interval and found.note:
        yield f"{condition.quantity}: {found.note}"
    if is_against_better(condition, class_metric(condition.quantity.name)):
        yield f"{condition.text or condition} asks for what is worse, not better"


def _unsettled(gate: Gate, interval: Estimate, model: ClassCheckable, limit: float, terms: Terms) -> Gate:
    """Say how many rows would settle a requirement: intervals narrow with the root of their number."""
    condition, value = gate.requirement, float(gate.value)
    straddles = f"The {terms.interval} straddles {against(condition, limit)}"
    if value == limit:
        return replace(
            gate, reason=f"{straddles}, and the value is the limit itself: no number of further rows would settle it."
        )
    end = interval.high if limit > value else interval.low
    assert end is not None  # it is an interval
    rows = float(model.read.rows)
    more = rows * (((end - value) / (limit - value)) ** 2 - 1)
    if not more < MOST:
        return replace(gate, reason=f"{straddles}, and the value is too near to it for any number of rows to tell.")
    needed = max(1, ceil(more))
    verb = "pass" if condition.holds(value, limit) else "fail"
    return replace(
        gate,
        more=RowsNeeded(needed, terms.words.units, needed),
        reason=f"{straddles}. If the value stayed as it is, roughly {needed:,} more {terms.words.units} would make it "
        f"{verb}.",
    )
