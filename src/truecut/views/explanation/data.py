"""One metric explained, as plain data."""

from __future__ import annotations

from typing import Any

from truecut.catalogue.derived_values import WorkedStep
from truecut.catalogue.explanation import Explanation, Relative
from truecut.views.json_values import plain, value_as_data


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return one metric explained."""
    entry = explanation.metric
    return {
        "name": entry.name,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "needs": entry.needs.value,
        "formula": explanation.formula,
        "parameters": {name: plain(value) for name, value in explanation.parameters.items()},
        "steps": [_step(step) for step in explanation.steps],
        "numbers": explanation.numbers or None,
        "sentence": explanation.sentence or None,
        "value": None if explanation.value is None else value_as_data(explanation.value),
        "meaning": explanation.meaning,
        "population": explanation.population,
        "bounds": [plain(bound) for bound in entry.bounds],
        "better": entry.better.value,
        "use": explanation.use,
        "misleads": explanation.misleads,
        "undefined": list(explanation.undefined),
        "conventions": dict(entry.conventions),
        "same_as": [_relative(relative) for relative in explanation.same_as],
        "not_same_as": [_relative(relative) for relative in explanation.not_same_as],
        "reference": entry.reference,
        "notes": list(explanation.notes),
    }


def _step(step: WorkedStep) -> dict[str, Any]:
    value = None if step.value is None else plain(step.value)
    return {"name": step.name, "formula": step.formula, "numbers": step.numbers or None, "value": value}


def _relative(relative: Relative) -> dict[str, Any]:
    shown = {"formula": relative.formula, "value": None if relative.value is None else value_as_data(relative.value)}
    return shown | ({"why": relative.why} if relative.why else {})
