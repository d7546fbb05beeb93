"""A term as question and answer."""

from __future__ import annotations

from truecut.catalogue.glossary import Term
from truecut.views.sheet import Sheet


def term_sheet(term: Term) -> Sheet:
    """Return one term, as question and answer."""
    pairs = {
        "term": term.name,
        "also": ", ".join(term.also),
        "says": term.says,
        "formula": term.formula,
        "relatives": ", ".join(term.relatives),
        "command": term.command,
        "lesson": f"truecut lab --at {term.lab}" if term.lab else "",
        "exercise": f"truecut quiz --only {term.exercise}" if term.exercise else "",
        "page": term.page,
        "note": " ".join(term.notes),
    }
    return Sheet(("what", "says"), [(name, text) for name, text in pairs.items() if text])
