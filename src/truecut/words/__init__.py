"""The user's own words for what is counted: spam, ham and e-mails instead of positive, negative, rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truecut.errors import BadCall, UnknownName
from truecut.errors.visible_text import visible
from truecut.words.shown import Shown


@dataclass(frozen=True)
class Words(Shown, is_spelled=True):
    """How to call the positive class, the negative class, what a row is, and what costs are in.

    >>> Words(positive="spam", negative="ham", unit="email").fill("{positive} among {units}")
    'spam among emails'
    """

    positive: str = "positive"
    negative: str = "negative"
    unit: str = "row"
    plural: str = ""
    money: str = ""  # what costs are in, such as EUR; nothing where nobody said

    def __post_init__(self) -> None:
        # They stand in the middle of sentences, and a label may hold anything: a line of its own would lie.
        for name, word in vars(self).items():
            object.__setattr__(self, name, visible(word))

    @property
    def units(self) -> str:
        """Return the plural of the unit: the given one, or the unit with an s."""
        return self.plural or _plural(self.unit)

    def priced(self, amount: str) -> str:
        """Return an amount with what it is in.

        `amount` is a number as it is written.

        >>> Words(money="EUR").priced("293")
        '293 EUR'
        """
        return f"{amount} {self.money}" if self.money else amount

    def over(self, others: Words) -> Words:
        """Return these words, and the others' where these were left as they are by default.

        `others` are other words.

        >>> Words(unit="email").over(Words(positive="spam", negative="ham")).positive
        'spam'
        """
        ours, plain, theirs = vars(self), vars(DEFAULT), vars(others)
        return Words(**{name: theirs[name] if ours[name] == plain[name] else ours[name] for name in ours})

    def fill(self, text: str) -> str:
        """Return the text with the words put in.

        `text` may say {positive}, {negative}, {unit} and {units}.

        >>> Words(unit="email").fill("How many {units}?")
        'How many emails?'
        """
        return text.format(positive=self.positive, negative=self.negative, unit=self.unit, units=self.units)


DEFAULT = Words()


def words_from(given: object) -> Words:
    """Return words as they are, or from what a person wrote: positive, negative, unit, if irregular units, and money.

    >>> words_from({"unit": "city", "positive": "flooded"}).units
    'cities'
    """
    if isinstance(given, Words):
        return given
    if not isinstance(given, Mapping):
        raise BadCall(f'words= takes a dictionary such as {{"positive": "spam", "unit": "email"}}, not {given!r}.')
    known = {"positive": "positive", "negative": "negative", "unit": "unit", "units": "plural", "money": "money"}
    for name, word in given.items():
        if name not in known:
            raise UnknownName("word", name, known)
        if not str(word).strip():
            raise BadCall(f"The word for {name!r} is empty.")
    return Words(**{known[name]: str(word) for name, word in given.items()})


def counted(number: int, noun: str) -> str:
    """Return the number and the noun in the form it asks for.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"
