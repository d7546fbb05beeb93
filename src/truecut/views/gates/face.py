"""What checked requirements say of themselves: passed or not, and why."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.decisions.checked import Checked, Gate, GateOutcome
from truecut.decisions.findings.finding import Tone
from truecut.views.face import CellKind, Face, Grid, GridColumn, KeyNumber, entry_named, kind_of_metric
from truecut.views.gates import GatesView
from truecut.words.numerals import count

TONES = {GateOutcome.PASSED: Tone.GOOD, GateOutcome.FAILED: Tone.PROBLEM, GateOutcome.UNDECIDED: Tone.WARNING}
MOST_REASONS = 3


def gate_grid(gates: Sequence[Gate]) -> Grid:
    """Return one requirement per row, with the columns of its CSV."""
    number = CellKind.NUMBER
    columns = (
        GridColumn("requirement"),
        GridColumn("model"),
        GridColumn("group"),
        GridColumn("value", number),
        GridColumn("low", number),
        GridColumn("high", number),
        GridColumn("limit", number, is_quiet=True),
        GridColumn("outcome"),
        GridColumn("reason", is_quiet=True),
    )
    rows = []
    for gate in gates:
        low, high = (None, None) if gate.interval is None else (gate.interval.low, gate.interval.high)
        found = (gate.value.value, low, high, gate.limit.value)
        rows.append((gate.text, gate.model, gate.group or None, *found, gate.outcome.value, gate.reason))
    return Grid(
        "gates", columns, rows, kinds=[_kind(gate) for gate in gates], tones=[TONES[gate.outcome] for gate in gates]
    )


def _kind(gate: Gate) -> CellKind:
    name = gate.requirement.quantity.name
    return kind_of_metric(name) if entry_named(name) is not None else CellKind.NUMBER


def face_of_check(checked: Checked) -> Face:
    """Return the face of all requirements."""
    unmet = [gate for gate in checked.gates if gate.outcome != GateOutcome.PASSED]
    return Face(
        checked.verdict,
        f"{checked.read.source}: {count(checked.read.rows)} rows",
        grids=(gate_grid(checked.gates),),
        notes=tuple(f"{gate.text} ({gate.subject}): {gate.reason}" for gate in unmet[:MOST_REASONS]),
        tone=Tone.GOOD if checked.passed else Tone.PROBLEM,
        view=lambda: GatesView(checked),
    )


def face_of_gate(gate: Gate) -> Face:
    """Return the face of one requirement."""
    low, high = (None, None) if gate.interval is None else (gate.interval.low, gate.interval.high)
    return Face(
        f"{gate.text}: {gate.outcome.value}. {gate.reason}",
        gate.subject,
        (KeyNumber("value", gate.value.value, _kind(gate), low, high),),
        (gate_grid([gate]),),
        tone=TONES[gate.outcome],
        has_tiles=False,
    )


def face_of_gates(gates: Sequence[Gate]) -> Face:
    """Return the face of several requirements."""
    met = sum(gate.outcome == GateOutcome.PASSED for gate in gates)
    return Face(f"{count(met)} of {count(len(gates))} requirements are met.", grids=(gate_grid(gates),))
