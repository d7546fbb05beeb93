"""Every word a reader meets, and what it opens: a metric of the catalogue, or a term of its own.

A metric is not written twice: its glossary entry is its catalogue entry. A word that nothing goes by answers with the
three entries that are nearest, by spelling or by what they say, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, NoReturn

from truecut.catalogue import BY_NAME, CATALOGUE, Metric
from truecut.catalogue.class_metrics import only_of_classes
from truecut.catalogue.glossary.cells_and_data import CELLS, DATA
from truecut.catalogue.glossary.curves import CURVES
from truecut.catalogue.glossary.deciding import DECISIONS
from truecut.catalogue.glossary.ideas import IDEAS
from truecut.catalogue.glossary.mistakes import MISTAKES
from truecut.catalogue.glossary.nearest import SHORT, Near, are_alike_by_words, likeness, nearest
from truecut.catalogue.glossary.other_spellings import SPELLINGS, TWO_MEANINGS
from truecut.catalogue.glossary.questions import asked_about, two_asked_about
from truecut.catalogue.glossary.spelling import forms, plain_spelling
from truecut.catalogue.glossary.statistics import PROCEDURES, STATISTICS
from truecut.catalogue.glossary.term import Kind, Picture, Term
from truecut.catalogue.names_elsewhere import NameElsewhere, said_elsewhere
from truecut.errors import BadCall, UnknownName
from truecut.words import DEFAULT

__all__ = [
    "KINDS",
    "TERMS",
    "Entry",
    "Found",
    "Kind",
    "Picture",
    "Term",
    "kind_of",
    "look_up",
    "refuse_numbers",
    "spellings_of",
    "what_was_taken",
]

Entry = Metric | Term

KINDS: Mapping[Kind, tuple[Term, ...]] = MappingProxyType(
    {
        Kind.CELL: CELLS,
        Kind.DATA: DATA,
        Kind.IDEA: IDEAS,
        Kind.CURVE: CURVES,
        Kind.DECISION: DECISIONS,
        Kind.STATISTICS: STATISTICS,
        Kind.PROCEDURE: PROCEDURES,
        Kind.MISTAKE: MISTAKES,
    }
)
TERMS = tuple(term for terms in KINDS.values() for term in terms)
EXACT = 2  # forms of a word that differ from it in case, signs and plurals only
NEARLY, CLEARLY = 0.84, 0.04  # how alike a slip is, and by how much more than to anything else
ONE_OF_SO_MANY = re.compile(r"1\s*/\s*([1-9]\d{0,8})")
F_WITH_BETA = re.compile(r"f[\s_-]*(\d+(?:\.\d+)?|half)(?:[\s_-]*(?:scores?|measure))?", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """What a word opens."""

    entry: Entry
    parameters: Mapping[str, Any] = field(default_factory=dict)  # that the word implies: F2 is F-beta with beta 2
    spelling: str = ""  # the one that was taken for the word, if it was none of ours
    other: Entry | None = None  # a second thing that goes by the word
    beside: Entry | None = None  # what it was asked to be told from
    elsewhere: tuple[NameElsewhere, ...] = ()  # what other tools mean by it, where it is a name of theirs


def look_up(word: str) -> Found:
    """Return what a word opens; a word that is nearly one of ours is taken for it, and that is said.

    >>> look_up("Cohen's kappa statistic").entry.name, look_up("Type 2 errors").entry.name
    ('kappa', 'type II error')
    >>> dict(look_up("F2 score").parameters)
    {'beta': 2.0}
    """
    found = _inside(word)
    if found is not None:
        return found
    for one, other in two_asked_about(word):
        first, second = _inside(one), _inside(other)
        if first is not None and second is not None and first.entry is not second.entry:
            return replace(first, beside=second.entry)
    taken = _nearly(word)
    if taken:
        entry = _index()[taken]
        return Found(entry, spelling=next((one for one in spellings_of(entry) if taken in forms(one)), taken))
    raise NoSuchWord(word, nearest(word, _told()))


def _inside(question: str) -> Found | None:
    """Return what a word or a question about one opens; exactly if it can be, so that "a p-value" is not AP."""
    asked = (question, *asked_about(question))
    found = (_called(word, exactly) for exactly in (True, False) for word in asked)
    return next(filter(None, found), None)


def _called(word: str, exactly: bool) -> Found | None:
    """Return what is called so, in any spelling or but for case and plural; nothing if nothing is."""
    beta = F_WITH_BETA.fullmatch(word.strip())
    if beta and float(amount := beta[1].lower().replace("half", "0.5")) != 1:
        return Found(BY_NAME["f_beta"], {"beta": float(amount)})
    even = ONE_OF_SO_MANY.fullmatch(word.strip())
    if even:
        return Found(BY_NAME["uniform_guess_rate"], {"classes": int(even[1])})
    of_classes = only_of_classes(word)
    if of_classes is not None:
        return Found(of_classes)
    index = _index()
    for form in islice(forms(word), EXACT if exactly else None):
        if form in index:
            other = next((_named(TWO_MEANINGS[key][1]) for key in forms(word) if key in TWO_MEANINGS), None)
            return Found(index[form], other=other)
    elsewhere = said_elsewhere(word)
    if elsewhere:
        first = elsewhere[0]
        return Found(BY_NAME[first.metric], first.parameters, elsewhere=elsewhere)
    return None


def what_was_taken(asked: str, found: Found) -> tuple[str, ...]:
    """Say which spelling a slip was taken for, and what else goes by the word.

    >>> what_was_taken("presicion", look_up("presicion"))
    ("'presicion' is taken for 'precision'.",)
    """
    notes = [f"{asked!r} is taken for {found.spelling!r}."] if found.spelling else []
    notes += [entry.sentence for entry in found.elsewhere]
    if found.other is not None:
        notes.append(f"{asked!r} is also a name of {found.other.name}: truecut explain {found.other.name}")
    if found.beside is not None:
        notes.append(f"Two are named. {_in_a_sentence(found.beside)} More: truecut explain {found.beside.name}")
    return tuple(notes)


def _in_a_sentence(entry: Entry) -> str:
    """Say what a metric or a term is in one sentence, after its name."""
    title = entry.title if isinstance(entry, Metric) else entry.name
    return f"{title}: {DEFAULT.fill(entry.meaning).partition('. ')[0].rstrip('.')}."


def refuse_numbers(term: Term) -> NoReturn:
    """Refuse numbers beside a term, which has no formula to put them into, and name a metric that has."""
    metrics = [name for name in term.relatives if isinstance(look_up(name).entry, Metric)]
    instead = f", such as {metrics[0]}" if metrics else ""
    raise BadCall(f"{term.name!r} is a term and no metric, so no numbers can be put in; name a metric{instead}.")


class NoSuchWord(UnknownName):
    """No metric and no term goes by this word; the message names the nearest three."""

    def __init__(self, word: str, near: tuple[Near, ...]) -> None:
        self.near = near
        super().__init__("metric or term", word, ())
        told = "; ".join(f"{one.name} ({one.why})" for one in near)
        self.args = (f"{self.args[0]} Nearest: {told}. To open one: `truecut explain {near[0].typed}`.",)


def kind_of_term(term: Term) -> Kind:
    """Return what sort of thing a term names."""
    return next(kind for kind, terms in KINDS.items() if term in terms)


def spellings_of(entry: Entry) -> tuple[str, ...]:
    """Return every spelling that leads to an entry, its name first.

    >>> spellings_of(look_up("TPR").entry)[:3]
    ('recall', 'Recall', 'sensitivity')
    """
    if isinstance(entry, Term):
        return (entry.name, *entry.also)
    return tuple(dict.fromkeys((entry.name, entry.title, *entry.aliases, *SPELLINGS.get(entry.name, ()))))


def _named(name: str) -> Entry:
    return BY_NAME[name] if name in BY_NAME else next(term for term in TERMS if term.name == name)


@cache
def _index() -> Mapping[str, Entry]:
    """Return every form of every spelling; the more exact one wins, and of two exact ones the metric."""
    entries: tuple[Entry, ...] = (*CATALOGUE, *TERMS)
    found: dict[str, Entry] = {word: _named(first) for word, (first, _) in TWO_MEANINGS.items()}
    levels = [[(form, entry) for entry in entries for form in _nth_forms(entry, depth)] for depth in (0, 1, None)]
    for form, entry in (pair for level in levels for pair in level):
        found.setdefault(form, entry)
    return MappingProxyType(found)


def _nth_forms(entry: Entry, depth: int | None) -> Iterator[str]:
    for spelling in (*spellings_of(entry), *_title_parts(entry)):
        every = list(forms(spelling))
        yield from every if depth is None else every[depth : depth + 1]


def _title_parts(entry: Entry) -> Iterator[str]:
    """Return both halves of a title like "Informedness (Youden's J)"."""
    if isinstance(entry, Metric) and "(" in entry.title:
        yield from (part.strip(" )") for part in entry.title.split("("))


def _told() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    metrics = ((entry.name, spellings_of(entry), f"{entry.meaning} {entry.use}") for entry in CATALOGUE)
    terms = ((term.name, spellings_of(term), term.says) for term in TERMS)
    return (*metrics, *terms)


def _nearly(word: str) -> str:
    """Return the one spelling that a word is a slip of, or nothing if it could be several things."""
    asked, index = plain_spelling(word), _index()
    if len(asked) <= SHORT:
        return ""
    # Spellings whose lengths alone keep them apart can neither be meant nor be a rival.
    lengths = [form for form in index if len(form) > SHORT and _by_length(asked, form) >= NEARLY - CLEARLY]
    alike = sorted(((likeness(asked, form), form) for form in lengths), reverse=True)
    best, taken = alike[0] if alike else (0.0, "")
    rival = next((closeness for closeness, form in alike if index[form] is not index[taken]), 0.0)
    is_slip = best >= NEARLY and best - rival >= CLEARLY and are_alike_by_words(asked, taken)
    return taken if is_slip else ""


def _by_length(one: str, other: str) -> float:
    """Return how alike two spellings of these lengths can be at the most."""
    return 2 * min(len(one), len(other)) / (len(one) + len(other))
