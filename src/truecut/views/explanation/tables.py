"""One metric explained, as question and answer."""

from __future__ import annotations

from truecut.catalogue.explanation import Explanation
from truecut.views.metric_values import written
from truecut.views.sheet import Sheet


def explanation_sheet(explanation: Explanation) -> Sheet:
    """Return one metric explained, as question and answer."""
    value = explanation.value
    pairs = {
        "metric": explanation.metric.title,
        "formula": explanation.formula,
        "steps": "; ".join(f"{step.name} = {step.numbers or step.formula}" for step in explanation.steps),
        "numbers": explanation.numbers,
        "value": "" if value is None else written(explanation.metric, value),
        "in words": explanation.sentence,
        "meaning": explanation.meaning,
        "use when": explanation.use,
        "misleads when": explanation.misleads,
        "same as": "; ".join(relative.formula for relative in explanation.same_as),
        "not the same as": "; ".join(f"{r.formula} ({r.why})" for r in explanation.not_same_as),
        "undefined when": "; ".join(explanation.undefined),
        "reference": explanation.metric.reference,
        "note": " ".join(explanation.notes),
    }
    return Sheet(("what", "says"), [(name, text) for name, text in pairs.items() if text])
