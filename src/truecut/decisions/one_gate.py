"""One requirement on one model: what is known of its metric, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from truecut.catalogue import Better, Metric, Value, metric
from truecut.catalogue.metric import NO_NEGATIVES, NO_POSITIVES
from truecut.catalogue.model import Model
from truecut.decisions.checked import DecideBy, Gate, GateOutcome
from truecut.decisions.goals import Condition, EndOfInterval, Quantity
from truecut.decisions.rows_needed import is_exact, more_to_settle
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import Estimation
from truecut.words import Words
from truecut.words.numerals import count, threshold

BASELINE_IS_FIXED = "the limit is the baseline's value as it stands: its own uncertainty is not part of the interval"
HIDDEN = (
    "Neighbouring scores were counted together, and {} lies within what that hides: count every score with "
    "--resolution exact (in Python: resolution='exact')."
)
LIMIT_IS_FIXED = "the limit is another value of the same rows as it stands: its own uncertainty is not considered"
ENDS = (EndOfInterval.LOWER, EndOfInterval.UPPER)
OF_ONE_ROW = {"total_cost": "cost", "zero_one_count": "error_rate"}  # a total -> what it is of one row
# A class without rows: the denominator of what can be said all the same, and the lack in the user's words.
ABSENT = {
    NO_POSITIVES: ("fp + tn", "no {unit} is truly {positive}"),
    NO_NEGATIVES: ("tp + fn", "no {unit} is truly {negative}"),
}
NO_INTERVAL = "none"  # the method where rows were too few to find one


@dataclass(frozen=True)
class Terms:
    """What holds for all requirements."""

    level: float
    decide_by: DecideBy
    words: Words

    @property
    def interval(self) -> str:
        """Return how the interval is called."""
        return f"{100 * self.level:g} % interval"


@dataclass(frozen=True, eq=False)
class GateSubject:
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
        # Too few clusters tell nothing, and then any value is possible.
        is_told = found.has_interval or (found.is_defined and model.design.is_clustered)
        value = Value(found.value, found.undefined, found.convention)
        return cls(value, asked if is_told else None, "" if is_told else found.note, found.possible)

    @property
    def interval(self) -> Estimate | None:
        return None if self.asked is None else _or_any(self.asked.estimate, self.asked.entry)


def _or_any(found: Estimate, entry: Metric) -> Estimate:
    """Return the interval; where the rows were too few to find one, anything is possible."""
    low, high = entry.bounds
    return found if found.has_interval else replace(found, low=low, high=high, method=NO_INTERVAL)


def gate_of(condition: Condition, subject: GateSubject, terms: Terms) -> Gate:
    """Return what comes of a requirement on a model; whatever keeps the rows from telling leaves it undecided."""
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
        return replace(gate, reason=f"{condition.quantity} is undefined: {_in_words(known.value.undefined, terms)}.")
    if limit.value is None:
        return replace(gate, reason=f"There is no limit to hold it against: {_in_words(limit.undefined, terms)}.")
    untold = (
        "" if condition.quantity.bound == EndOfInterval.VALUE else _untold(condition.quantity, subject.model, terms)
    )
    return replace(gate, reason=untold) if untold else _decided(gate, known, limit.value, terms)


def _untold(quantity: Quantity, model: Model, terms: Terms) -> str:
    """Say why these rows do not tell a metric of the rows that they stand for, if they do not."""
    entry = metric(quantity.name)
    bare = replace(quantity, bound=EndOfInterval.VALUE)
    for lack, rows in ((NO_POSITIVES, model.table.total_positive), (NO_NEGATIVES, model.table.total_negative)):
        if not rows and not (entry.is_proportion and entry.denominator == ABSENT[lack][0]):
            why = _in_words(lack, terms)
            return f"{why[0].upper()}{why[1:]}, so {quantity} is known of one class alone; {bare} takes it as it is."
    if entry.needs_only_counts and not model.is_hard and model.name not in model.situation.threshold:
        beyond = _beyond_scores(model)
        if beyond:
            return f"No threshold was stated, and {beyond}."
    if model.class_weights is None and not model.design.identifies(entry):
        return (
            terms.words.fill("How common {positive} {units} are was decided by sampling; state --prevalence")
            + f" ({bare} if this mixture is meant)."
        )
    return ""


def _beyond_scores(model: Model) -> str:
    """Say that a threshold lies outside the scores, so that the model does not decide anything."""
    scores, counts = model.table.scores, model.point.counts
    if not len(scores) or model.is_hard or (counts.tp + counts.fp and counts.fn + counts.tn):
        return ""
    flags = "every row" if counts.tp + counts.fp else "no row"
    reach = f"{threshold(float(scores.min()))} to {threshold(float(scores.max()))}"
    return f"{threshold(model.threshold)} flags {flags} of {model.name!r} ({reach})"


def _in_words(reason: str | None, terms: Terms) -> str:
    """Return a reason with the user's words for the classes."""
    said = reason or ""
    for lack, (_, in_words) in ABSENT.items():
        said = said.replace(lack, terms.words.fill(in_words))
    return said


def _decided(gate: Gate, known: _Known, limit: float, terms: Terms) -> Gate:
    condition = gate.requirement
    if condition.quantity.bound in ENDS:
        return by_end(gate, limit, terms)
    if condition.quantity.bound == EndOfInterval.VALUE or terms.decide_by == DecideBy.VALUE:
        return by_value(gate, known.possible or (), limit)
    if known.asked is None or known.interval is None:
        bare = replace(condition.quantity, bound=EndOfInterval.VALUE)
        return replace(gate, reason=f"There is no interval: {known.why_none}. {bare} takes the bare value.")
    outcome = by_interval(condition, known.interval, limit)
    if outcome == GateOutcome.UNDECIDED:
        return _unsettled(gate, known.asked, limit, terms)
    meets = "meets" if outcome == GateOutcome.PASSED else "misses"
    return replace(gate, outcome=outcome, reason=f"The whole {terms.interval} {meets} {against(condition, limit)}.")


def by_value(gate: Gate, possible: tuple[float, ...], limit: float) -> Gate:
    """Decide by the bare value; where scores were counted in cells, `possible` are the ends of what they hide."""
    is_met = gate.requirement.holds(float(gate.value), limit)
    if any(gate.requirement.holds(end, limit) != is_met for end in possible):
        return replace(gate, reason=HIDDEN.format(against(gate.requirement, limit)))
    meets = "meets" if is_met else "misses"
    return replace(
        gate,
        outcome=_outcome(is_met),
        reason=f"The value {meets} {against(gate.requirement, limit)}; it alone decides, as was asked for.",
    )


def by_end(gate: Gate, limit: float, terms: Terms) -> Gate:
    """Decide by the end of the interval that the requirement names."""
    condition = gate.requirement
    end = end_of(gate.interval, condition.quantity.bound)
    if end is None:
        return gate
    is_met = condition.holds(end, limit)
    meets = "meets" if is_met else "misses"
    return replace(
        gate,
        outcome=_outcome(is_met),
        reason=f"The {condition.quantity.bound.value} end of the {terms.interval} {meets} {against(condition, limit)}.",
    )


def end_of(interval: Estimate | None, bound: EndOfInterval) -> float | None:
    """Return the end of an interval that is named; None where none is."""
    if interval is None or bound not in ENDS:
        return None
    return interval.low if bound == EndOfInterval.LOWER else interval.high


def _unsettled(gate: Gate, asked: Estimation, limit: float, terms: Terms) -> Gate:
    """Say what would settle a requirement whose limit lies inside the interval."""
    condition, value = gate.requirement, float(gate.value)
    straddles = f"The {terms.interval} straddles {against(condition, limit)}"
    if value == limit:
        return replace(
            gate, reason=f"{straddles}, and the value is the limit itself: no number of further rows would settle it."
        )

    def is_settled(found: Estimate) -> bool:
        return by_interval(condition, _or_any(found, asked.entry), limit) != GateOutcome.UNDECIDED

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


def by_interval(condition: Condition, interval: Estimate, limit: float) -> GateOutcome:
    """Return what comes of a requirement that the whole interval decides."""
    ends = [end for end in (interval.low, interval.high) if end is not None]
    worst, best = (min(ends), max(ends)) if condition.wants_more else (max(ends), min(ends))
    if condition.holds(worst, limit):
        return GateOutcome.PASSED
    return GateOutcome.UNDECIDED if condition.holds(best, limit) else GateOutcome.FAILED


def _outcome(is_met: bool) -> GateOutcome:
    return GateOutcome.PASSED if is_met else GateOutcome.FAILED


def against(condition: Condition, limit: float) -> str:
    """Return the limit as it was written, or as the number that it came to."""
    return f"{limit:.6g}" if condition.limit.quantity is not None else str(condition.limit)


def _known(quantity: Quantity, model: Model, terms: Terms) -> _Known:
    known = _Known.of(model, metric(quantity.name), quantity.parameters, terms.level)
    if quantity.bound in ENDS and known.value.is_defined and known.asked is None:
        raise BadCall(f"{quantity} asks for an end of an interval, but {known.why_none}; require its value instead.")
    return known


def _limit(condition: Condition, subject: GateSubject, terms: Terms) -> Value:
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
    end = end_of(known.interval, quantity.bound)
    return Value((known.value.value if end is None else end) + added)


def _notes(condition: Condition, known: _Known, subject: GateSubject) -> Iterator[str]:
    of_limit = condition.limit.quantity
    if of_limit is not None:
        yield BASELINE_IS_FIXED if of_limit.is_baseline else LIMIT_IS_FIXED
        if of_limit.is_baseline and isinstance(subject.baseline, Model) and _is_cut(of_limit):
            yield from _other_threshold(subject.model, subject.baseline)
    if known.interval is not None and known.interval.note:
        yield known.interval.note
    model, entry = subject.model, metric(condition.quantity.name)
    if entry.name in OF_ONE_ROW and condition.limit.quantity is None:
        yield f"{entry.name} is of all {count(model.table.rows)} rows; {OF_ONE_ROW[entry.name]} is of one"
    if entry.needs_only_counts and model.name in model.situation.threshold and (beyond := _beyond_scores(model)):
        yield beyond
    if model.situation.is_moved and not entry.is_free_of_prevalence:
        yield model.situation.supposed
    if is_against_better(condition, entry):
        yield f"{condition.text or condition} asks for what is worse, not better"


def is_against_better(condition: Condition, entry: Metric) -> bool:
    """Say whether a requirement asks for what is worse."""
    return entry.better == (Better.LOWER if condition.wants_more else Better.HIGHER)


def _is_cut(quantity: Quantity) -> bool:
    return metric(quantity.name).needs_only_counts


def _other_threshold(model: Model, baseline: Model) -> Iterator[str]:
    if baseline.point.threshold not in (None, model.point.threshold):
        yield f"the baseline is judged at its own threshold, {threshold(baseline.threshold)}"
