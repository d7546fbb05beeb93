"""What came of requirements: plain data that any view can draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from truecut.catalogue import Value
from truecut.data.rows import Provenance
from truecut.decisions.goals import Condition
from truecut.decisions.rows_needed import RowsNeeded
from truecut.inference.estimate import Estimate
from truecut.words import Words, counted
from truecut.words.shown import Shown


class GateOutcome(StrEnum):
    """What came of a requirement."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"


class Undecided(StrEnum):
    """What an undecided requirement means for the whole check."""

    FAIL = "fail"
    PASS = "pass"


class DecideBy(StrEnum):
    """What a plain requirement is decided by."""

    INTERVAL = "interval"
    VALUE = "value"


@dataclass(frozen=True)
class Gate(Shown):
    """One requirement on one model: the outcome, the numbers, and the reason in words."""

    requirement: Condition
    model: str
    group: str  # "" where all rows are meant
    threshold: float | None
    outcome: GateOutcome
    value: Value
    limit: Value
    reason: str
    interval: Estimate | None = None
    more: RowsNeeded | None = None  # rows that would settle what is undecided
    notes: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """Return the model, and the group if it is about one."""
        return f"{self.model}, group {self.group!r}" if self.group else self.model

    @property
    def text(self) -> str:
        """Return the requirement as it was typed."""
        return self.requirement.text or str(self.requirement)


@dataclass(frozen=True)
class Checked(Shown):
    """All requirements on all models, in order; true only if it passed.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> found = tc.check(e, ["recall >= 0.85", "precision >= 0.99"])
    >>> bool(found), [gate.outcome.value for gate in found.gates]
    (False, ['passed', 'failed'])
    """

    read: Provenance
    words: Words
    gates: tuple[Gate, ...]
    level: float
    decide_by: DecideBy
    undecided: Undecided
    baseline: Provenance | None = None

    def __bool__(self) -> bool:
        """Say whether the check passed, so that `assert tc.check(...)` is one."""
        return self.passed

    @property
    def passed(self) -> bool:
        """Say whether every requirement is met; an undecided one counts as was asked for."""
        allowed = {GateOutcome.PASSED} | ({GateOutcome.UNDECIDED} if self.undecided == Undecided.PASS else set())
        return set(self.outcomes) <= allowed

    @property
    def outcomes(self) -> tuple[GateOutcome, ...]:
        """Return the outcomes, in the order of the gates."""
        return tuple(gate.outcome for gate in self.gates)

    @property
    def verdict(self) -> str:
        """Say in one sentence what came of it all."""
        all_of_them = counted(len(self.gates), "requirement")
        if self.numbers[GateOutcome.PASSED] == len(self.gates):
            return f"Passed: {all_of_them} met."
        others = [f"{number:,} {outcome.value}" for outcome, number in self.numbers.items() if number]
        allowed = ", and undecided was allowed" if self.passed else ""
        return f"{'Passed' if self.passed else 'Not passed'}: of {all_of_them} {', '.join(others)}{allowed}."

    @property
    def numbers(self) -> dict[GateOutcome, int]:
        """Return how many requirements came out in each way."""
        found = Counter(self.outcomes)
        return {outcome: found[outcome] for outcome in GateOutcome}

    @property
    def subjects(self) -> tuple[tuple[Gate, ...], ...]:
        """Return the gates of each model, and of each of its groups, together."""
        found: dict[tuple[str, str], list[Gate]] = {}
        for gate in self.gates:
            found.setdefault((gate.model, gate.group), []).append(gate)
        return tuple(tuple(gates) for gates in found.values())

    @property
    def baseline_models(self) -> tuple[str, ...]:
        """Return the columns of scores or predictions that the baseline was read from."""
        return (self.baseline.scores or self.baseline.predicted) if self.baseline else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what to know about several gates, each said once."""
        return tuple(dict.fromkeys(note for gate in self.gates for note in gate.notes))
