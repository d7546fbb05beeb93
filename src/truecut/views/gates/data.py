"""Checked requirements as strict JSON, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.decisions.checked import Checked, Gate
from truecut.decisions.one_gate import NO_INTERVAL
from truecut.views.json_values import plain, read_as_data, value_as_data


def gates_data(checked: Checked) -> dict[str, Any]:
    """Return every requirement with its outcome."""
    return {
        "read": read_as_data(checked.read),
        "passed": checked.passed,
        "verdict": checked.verdict,
        "outcomes": {outcome.value: number for outcome, number in checked.numbers.items()},
        "level": checked.level,
        "decide_by": checked.decide_by.value,
        "undecided": checked.undecided.value,
        "baseline": checked.baseline.source if checked.baseline else None,
        "baseline_models": list(checked.baseline_models),
        "gates": [_gate(gate) for gate in checked.gates],
    }


def _gate(gate: Gate) -> dict[str, Any]:
    more, quantity = gate.more, gate.requirement.quantity
    # That anything is possible decides a gate, but it is no interval.
    interval = None if gate.interval is None or gate.interval.method == NO_INTERVAL else gate.interval
    return {
        "requirement": gate.text,
        "model": gate.model,
        "group": gate.group or None,
        "threshold": plain(gate.threshold),
        "outcome": gate.outcome.value,
        "reason": gate.reason,
        "metric": quantity.name,
        "bound": quantity.bound.value,
        "comparison": gate.requirement.comparison,
        "limit": value_as_data(gate.limit),
        "value": value_as_data(gate.value),
        "low": plain(interval.low) if interval else None,
        "high": plain(interval.high) if interval else None,
        "method": interval.method if interval else None,
        "more_rows": more.rows if more else None,
        "more_of": more.of if more else None,
        "more_rows_in_all": more.rows_in_all if more else None,
        "notes": list(gate.notes),
    }
