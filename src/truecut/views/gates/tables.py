"""Checked requirements as CSV and as the Markdown of a pull request."""

from __future__ import annotations

from collections import Counter
from math import isinf

from truecut.decisions.checked import Checked, Gate, GateOutcome
from truecut.views.provenance_lines import lines_about
from truecut.views.sheet import Sheet, escaped
from truecut.words.numerals import DASH, decimal, threshold

MARKS = {GateOutcome.PASSED: "✓", GateOutcome.FAILED: "✗", GateOutcome.UNDECIDED: "?"}
WORST_FIRST = (GateOutcome.FAILED, GateOutcome.UNDECIDED, GateOutcome.PASSED)
MOST_TOLD = 20  # models and groups that people are shown one by one


def gates_sheet(checked: Checked) -> Sheet:
    """Return one requirement per row: the CSV of a check."""
    header = ("model", "group", "requirement", "outcome", "value", "low", "high", "limit", "reason")
    return Sheet(
        header,
        [
            (
                gate.model,
                gate.group or None,
                gate.text,
                gate.outcome.value,
                gate.value.value,
                gate.interval.low if gate.interval else None,
                gate.interval.high if gate.interval else None,
                gate.limit.value,
                gate.reason,
            )
            for gate in checked.gates
        ],
    )


def gates_as_markdown(checked: Checked) -> str:
    """Return a summary for a pull request: the verdict, a table per model and group, and what to know."""
    mark = MARKS[GateOutcome.PASSED if checked.passed else GateOutcome.FAILED]
    parts = [f"## {mark} {escaped(checked.verdict)}\n"]
    subjects, rest = subjects_told(checked)
    parts += [_table(gates, checked).as_markdown() for gates in subjects]
    parts += [f"{rest}."] if rest else []
    about = [checked.read.source, *lines_about(checked.read)]
    if checked.baseline:
        about.append(f"baseline: {', '.join(checked.baseline_models)} of {checked.baseline.source}")
    parts.append("\n".join(f"- {escaped(line)}" for line in (*about, *checked.notes)) + "\n")
    return "\n".join(parts)


def subjects_told(checked: Checked) -> tuple[list[tuple[Gate, ...]], str]:
    """Return the models and groups that people are shown, and a sentence about the rest.

    Of many, those that failed come first, then those that are undecided; formats for machines hold them all.
    """
    subjects = list(checked.subjects)
    if len(subjects) <= MOST_TOLD:
        return subjects, ""
    order = sorted(range(len(subjects)), key=lambda i: (WORST_FIRST.index(_worst(subjects[i])), i))
    whole = (i for i, gates in enumerate(subjects) if not gates[0].group)
    chosen = {*whole, *order[:MOST_TOLD]}  # all rows together are always told
    rest = Counter(_worst(gates) for i, gates in enumerate(subjects) if i not in chosen)
    outcomes = ", ".join(f"{rest[outcome]:,} {outcome.value}" for outcome in WORST_FIRST if rest[outcome])
    return [
        subjects[i] for i in sorted(chosen)
    ], f"{rest.total():,} more are not shown ({outcomes}); --json has them all"


def _worst(gates: tuple[Gate, ...]) -> GateOutcome:
    found = {gate.outcome for gate in gates}
    return next(outcome for outcome in WORST_FIRST if outcome in found)


def title_of_requirements(gate: Gate) -> str:
    """Return what the requirements are about: model, group and threshold."""
    return gate.subject if gate.threshold is None else f"{gate.subject}, at threshold {threshold(gate.threshold)}"


def interval_title(checked: Checked) -> str:
    """Return how the interval is called."""
    return f"{100 * checked.level:g} % interval"


def value_of(gate: Gate) -> str:
    """Return the value, with digits enough to see on which side of the limit it lies."""
    return beside(gate.value.value, gate.limit.value)


def interval_of(gate: Gate) -> str:
    """Return the interval, with digits enough to see on which side of the limit its ends lie."""
    if gate.interval is None:
        return DASH
    return f"{beside(gate.interval.low, gate.limit.value)} to {beside(gate.interval.high, gate.limit.value)}"


def beside(number: float | None, limit: float | None) -> str:
    """Return a number to three decimals, or to more where rounding would move it to or across the limit.

    >>> beside(0.81234, 0.8), beside(0.79996, 0.8), beside(0.8, 0.8)
    ('0.812', '0.79996', '0.800')
    """
    if number is None:
        return DASH
    texts = [decimal(number), *(f"{number:.{digits}g}" for digits in range(4, 17)), repr(number)]
    if limit is None or isinf(number):
        return texts[0]
    return next(text for text in texts if _side(float(text.replace(",", "")), limit) == _side(number, limit))


def _side(number: float, limit: float) -> int:
    return (number > limit) - (number < limit)


def _table(gates: tuple[Gate, ...], checked: Checked) -> Sheet:
    return Sheet(
        ("", "requirement", "value", interval_title(checked), "outcome", "why"),
        [
            (MARKS[gate.outcome], gate.text, value_of(gate), interval_of(gate), gate.outcome.value, gate.reason)
            for gate in gates
        ],
        title_of_requirements(gates[0]),
    )
