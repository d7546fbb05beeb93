"""The user's words in a saved file; what costs are in is stored where somebody said it."""

from __future__ import annotations

from truecut.storage.stored_fields import StoredFields
from truecut.words import DEFAULT, Words

MAYBE = ("money",)


def words_as_stored(words: Words) -> dict[str, str]:
    """Return words as they are written to a file."""
    return {name: word for name, word in vars(words).items() if word or name not in MAYBE}


def words_from_stored(stored: StoredFields) -> Words:
    """Return words as they were written."""
    stored.hold_only(*(name for name in vars(DEFAULT) if name not in MAYBE), maybe=MAYBE)
    return Words(**{name: stored.text(name) for name in vars(DEFAULT) if stored.holds(name)})
