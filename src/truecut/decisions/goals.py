"""What a goal, a condition and a requirement say, and how they are written.

`language.py` reads them from text; whoever has the parts makes them directly. Written out and read again they are the
same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from truecut.words.numerals import hundredth

BASELINE = "baseline"
COMPARISONS = (">=", "<=", ">", "<")
EACH_CLASS = "each class"
PLAIN_CLASS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+")


class EndOfInterval(StrEnum):
    """What of an estimate is meant: all of its interval, the bare value, or one end."""

    WHOLE = "interval"
    VALUE = "value"
    LOWER = "lower"
    UPPER = "upper"


@dataclass(frozen=True)
class Quantity:
    """A metric by name, with parameters; of the baseline, its bare value or one end of its interval, if said.

    Of many classes it may be an average of them, of one of them against the rest, or of each.
    """

    name: str
    parameters: Mapping[str, float | str] = field(default_factory=dict)
    bound: EndOfInterval = EndOfInterval.WHOLE
    is_baseline: bool = False
    average: str = ""  # "macro", "weighted" or "micro"; none where nobody said
    of_class: str = ""  # against the rest
    of_each: bool = False  # of every class against the rest

    @property
    def is_about_classes(self) -> bool:
        """Say whether it names an average over classes, or a class."""
        return bool(self.average or self.of_class or self.of_each)

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={_written(value)}" for name, value in self.parameters.items())
        shown = f"{self.average} {self.name}".lstrip() + (f"({chosen})" if chosen else "")
        if self.of_class or self.of_each:
            shown += f" of {EACH_CLASS if self.of_each else _as_class(self.of_class)}"
        end = "" if self.bound == EndOfInterval.WHOLE else f"@{self.bound.value}"
        return f"{BASELINE}.{shown}{end}" if self.is_baseline else f"{shown}{end}"


@dataclass(frozen=True)
class Limit:
    """What a quantity is held against: a number, or another quantity and a number added to it."""

    number: float
    quantity: Quantity | None = None
    is_percent: bool = field(default=False, compare=False)  # written so: 5%

    def __str__(self) -> str:
        if self.quantity is None:
            return _written(self.number)
        if not self.number:
            return str(self.quantity)
        return f"{self.quantity} {'+' if self.number > 0 else '-'} {_written(abs(self.number))}"


@dataclass(frozen=True)
class Condition:
    """A quantity, a comparison and a limit."""

    quantity: Quantity
    comparison: str
    limit: Limit
    text: str = field(default="", compare=False)  # as it was typed

    def __str__(self) -> str:
        return f"{self.quantity} {self.comparison} {self.limit}"

    @property
    def wants_more(self) -> bool:
        """Say whether larger values satisfy the condition."""
        return self.comparison in (">=", ">")

    def holds(self, value: float, limit: float) -> bool:
        """Say whether a value satisfies the condition."""
        return {
            ">=": value >= limit,
            "<=": value <= limit,
            ">": value > limit,
            "<": value < limit,
        }[self.comparison]


@dataclass(frozen=True)
class Goal:
    """What to maximise or minimise, under which conditions, and how sure they must be."""

    quantity: Quantity
    is_maximised: bool
    conditions: tuple[Condition, ...] = ()
    confidence: float | None = None

    def __str__(self) -> str:
        text = f"{'maximise' if self.is_maximised else 'minimise'} {self.quantity}"
        if self.conditions:
            text += f" subject to {' and '.join(map(str, self.conditions))}"
        return text + (f" with {_as_percent(self.confidence)} confidence" if self.confidence else "")


def _as_class(name: str) -> str:
    """Return a class as it is written: bare if it is one word or number, otherwise in quotes."""
    if PLAIN_CLASS.fullmatch(name) and name.lower() != "each":
        return name
    return f"'{name}'" if '"' in name else f'"{name}"'


def _written(number: float | str) -> str:
    """Return the shortest text that reads back as the same number; words as they are."""
    if isinstance(number, str):
        return number
    short = f"{number:g}"
    return short if float(short) == number else repr(float(number))


def _as_percent(share: float) -> str:
    """Return a share in percent, or as it is if percents would read back as another number."""
    text = f"{100 * share:g}"
    return f"{text}%" if hundredth(text) == share else _written(share)
