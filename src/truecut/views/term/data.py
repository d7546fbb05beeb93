"""A term as plain data."""

from __future__ import annotations

from typing import Any

from truecut.catalogue.glossary import Term, kind_of_term


def term_data(term: Term) -> dict[str, Any]:
    """Return one term."""
    return {
        "name": term.name,
        "also": list(term.also),
        "kind_of_term": kind_of_term(term).value,
        "says": term.says,
        "formula": term.formula or None,
        "relatives": list(term.relatives),
        "command": term.command or None,
        "lab": f"truecut lab --at {term.lab}" if term.lab else None,
        "exercise": f"truecut quiz --only {term.exercise}" if term.exercise else None,
        "page": term.page or None,
        "picture": term.picture.value if term.picture else None,
        "notes": list(term.notes),
    }
