"""Somebody else's number, and the conventions of other tools that would give it on the same rows.

Every convention is computed on the rows; those that give the number to the digits it was written with explain it. Among
several the plainest comes first: the one that departs least from what was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import NamedTuple

from truecut.catalogue import Metric, Value, metric
from truecut.catalogue.model import Model
from truecut.catalogue.origin import Origin
from truecut.decisions.reconciling.convention import Convention
from truecut.decisions.reconciling.of_counts import conventions_of_counts
from truecut.decisions.reconciling.of_readings import OtherReading, other_readings
from truecut.decisions.reconciling.of_scores import conventions_of_scores
from truecut.decisions.reconciling.other_metrics import other_metrics
from truecut.errors import BadCall
from truecut.words.shown import Shown

MOST_SHOWN = 8
MANY = 4  # explanations of one number: it has too few digits to tell them apart


@dataclass(frozen=True)
class Candidate(Shown):
    """A convention, the number that it gives, and whether that is the one that was told."""

    convention: Convention
    value: float
    distance: float
    explains: bool


@dataclass(frozen=True)
class Reconciliation(Shown):
    """A number that was told, ours, and what explains the difference."""

    told: str
    entry: Metric
    ours: Value
    candidates: tuple[Candidate, ...]  # what explains it first, then the nearest
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    @property
    def explanations(self) -> tuple[Candidate, ...]:
        """Return the conventions that give the number."""
        return tuple(one for one in self.candidates if one.explains)

    @property
    def is_ours(self) -> bool:
        """Say whether there is nothing to explain."""
        return any(not one.convention.changes for one in self.explanations)

    @property
    def sentence(self) -> str:
        """Say what explains the number, or that nothing does."""
        digits = " More digits would tell what it is." if len(self.explanations) > MANY else ""
        if self.is_ours:
            return f"{self.told} is {self.entry.name} as it is computed here.{digits}"
        tried = len(self.candidates)
        if self.explanations:
            best = self.explanations[0].convention
            others = len(self.explanations) - 1
            more = f" So {'does' if others == 1 else 'do'} {others} more of {tried} conventions." if others else ""
            return f"{self.told} is what this gives: {best.said}.{more}{digits}"
        nearest = self.candidates[0] if self.candidates else None
        near = f" The nearest: {nearest.convention.said}, {nearest.value:.6g}." if nearest else ""
        return f"None of {tried} conventions gives {self.told}; the rows, the labels or the scores may be others.{near}"


def reconcile(model: Model, told: str | float, of: str) -> Reconciliation:
    """Return which conventions of which tools give a number on a model's rows."""
    written = _read(told)
    entry = metric(of)
    candidates = []
    for convention, value in _computed(model, entry):
        candidates.append(_candidate(convention, value, written))
        if entry.is_percentage or entry.bounds == (0.0, 1.0):
            in_percent = Convention(f"{convention.said}, in percent", convention.changes + 1, convention.tools)
            candidates.append(_candidate(in_percent, 100 * value, written))
    candidates.sort(key=lambda one: (not one.explains, one.convention.changes if one.explains else 0, one.distance))
    return Reconciliation(written.text, entry, model.metric(entry.name), tuple(candidates))


class _Written(NamedTuple):
    """A number as it was written, its value, and what its last digit is worth."""

    text: str
    number: float
    unit: float


def _candidate(convention: Convention, value: float, written: _Written) -> Candidate:
    """Return whether a value is the number, rounded, or cut off after its last digit, which is further from it."""
    distance = abs(value - written.number)
    is_rounded = distance <= written.unit / 2 * (1 + 1e-9)
    is_cut_off = value * written.number > 0 and 0 <= abs(value) - abs(written.number) < written.unit
    if is_cut_off and not is_rounded:
        said = f"{convention.said}, cut off and not rounded"
        convention = Convention(said, convention.changes + 2, convention.tools)
    return Candidate(convention, value, distance, is_rounded or is_cut_off)


def _computed(model: Model, entry: Metric) -> list[tuple[Convention, float]]:
    """Return every convention with its number, each number with the plainest of its conventions only."""
    found: dict[float, Convention] = {}
    for reading in (OtherReading("", 0, model), *other_readings(model, of_counts=entry.needs_only_counts)):
        for convention, value in _of_one(reading.model, entry, is_plain=not reading.said):
            changes = convention.changes + reading.changes
            said = f"{convention.said}, {reading.said}" if reading.said else convention.said
            known = found.get(value)
            if isfinite(value) and (known is None or changes < known.changes):
                found[value] = Convention(said, changes, (*convention.tools, *reading.tools))
    return [(convention, value) for value, convention in found.items()]


def _of_one(model: Model, entry: Metric, *, is_plain: bool) -> list[tuple[Convention, float]]:
    here = model.metric(entry.name)
    found = [(Convention(entry.name, 0), float(here))] if here.is_defined else []
    found += conventions_of_counts(model, entry) if entry.needs_only_counts else conventions_of_scores(model, entry)
    # Other metrics, thresholds and ends of intervals on top of another reading would explain anything.
    return found + (other_metrics(model, entry) if is_plain else [])


def _read(told: str | float) -> _Written:
    text = str(told).strip()
    try:
        digits = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        raise BadCall(f"{text!r} is not a number.") from None
    if not digits.is_finite():
        raise BadCall(f"{text!r} is no number that a convention could give.")
    scale = 100 if text.endswith("%") else 1
    unit = Decimal(1).scaleb(int(digits.as_tuple().exponent))
    return _Written(text, float(digits / scale), float(unit / scale))
