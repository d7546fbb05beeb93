"""The entries nearest to a word that nothing goes by: spelled alike, sharing a word, or speaking of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from truecut.catalogue.glossary.spelling import plain_spelling, singular

MOST = 3
SHORT = 3  # letters in which likeness is chance
SWAPPED = 0.95  # how alike spellings of the same letters are
INSIDE = 0.9  # how near a whole name inside a longer question is
ALIKE = 0.6  # how alike two spellings are before letters alone are a reason
EMPTY_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "by",
        "for",
        "how",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "the",
        "to",
        "what",
        "when",
        "which",
        "with",
    ]
)
# Where to begin if nothing is near.
BEGINNINGS = {
    "confusion matrix": "everything starts there",
    "metric for a goal": "from what hurts to what to measure",
    "population": "how to tell the rates apart",
}

Told = tuple[str, tuple[str, ...], str]  # name, spellings, what it says


@dataclass(frozen=True)
class Near:
    """An entry that may have been meant."""

    name: str
    why: str
    closeness: float = 0.0

    @property
    def typed(self) -> str:
        """Return the name as one types it."""
        return f'"{self.name}"' if " " in self.name else self.name


def nearest(word: str, entries: Iterable[Told]) -> tuple[Near, ...]:
    """Return the three entries that are nearest, the nearest first, each with why.

    >>> [near.name for near in nearest("bias", ())]
    ['confusion matrix', 'metric for a goal', 'population']
    """
    asked = singular(plain_spelling(word))
    found = sorted(filter(None, (_compared(asked, entry) for entry in entries)), key=lambda near: -near.closeness)
    kept = list(found[:MOST])
    for name, why in BEGINNINGS.items():
        if len(kept) < MOST and name not in (near.name for near in kept):
            kept.append(Near(name, why))
    return tuple(kept)


def likeness(one: str, other: str) -> float:
    """Return how alike two spellings are, from 0 to 1; letters in another order are a slip too.

    >>> likeness("presicion", "precision") > likeness("presicion", "prediction")
    True
    """
    ratio = SequenceMatcher(None, one, other).ratio()
    return max(ratio, SWAPPED) if one != other and sorted(one) == sorted(other) else ratio


def are_alike_by_words(one: str, other: str) -> bool:
    """Say whether each word could be a slip of the one at its place, where there are as many.

    >>> are_alike_by_words("r squared", "roc square"), are_alike_by_words("cohens kapa", "cohens kappa")
    (False, True)
    """
    words, others = one.split(), other.split()
    return len(words) != len(others) or all(map(_could_be, words, others))


def _could_be(one: str, other: str) -> bool:
    return likeness(one, other) >= ALIKE


def _compared(asked: str, entry: Told) -> Near | None:
    name, spellings, says = entry
    words = set(asked.split()) - EMPTY_WORDS
    best = Near(name, "")
    for spelling in spellings:
        alike = singular(plain_spelling(spelling))
        shared = words & set(alike.split())
        if shared and f" {alike} " in f" {asked} ":
            best = max(best, Near(name, "it is in the question", INSIDE + len(alike) / 1000), key=_closeness)
        elif shared:
            share = 0.5 + len(shared) / len(words | set(alike.split())) / 2
            best = max(best, Near(name, f"shares the word {sorted(shared)[0]!r}", share), key=_closeness)
        ratio = likeness(asked, alike)
        if ratio >= ALIKE and min(len(asked), len(alike)) > SHORT:
            best = max(best, Near(name, f"{spelling!r} is spelled like it", ratio), key=_closeness)
    spoken = words & set(singular(plain_spelling(says)).split())
    if spoken:
        share = len(spoken) / (len(words) + 1)
        best = max(best, Near(name, f"it speaks of {sorted(spoken)[0]!r}", share), key=_closeness)
    return best if best.why else None


def _closeness(near: Near) -> float:
    return near.closeness
