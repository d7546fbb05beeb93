"""A command's options as the fields of one frozen request, and how typed text becomes values.

    @dataclass(frozen=True, kw_only=True)
    class GreetArguments(Options):
        name: str = option("--name", help="Whom to greet.")

    @click.command()
    @takes(GreetArguments)
    def greet(request: GreetArguments) -> None: ...

A field may be a part with options of its own, such as the rows to read (`sources.NamedRows`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import field, fields
from math import isinf
from typing import Any, Protocol, Self

import click

from truecut.errors import BadCall
from truecut.words.numerals import hundredth

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class OptionPart(Protocol):
    """What adds options to a command, and makes one value of what was typed for them."""

    def declared(self) -> Iterator[Decorator]:
        """Return its options, in the order of the help."""
        ...

    def typed(self, values: dict[str, Any]) -> Any:
        """Return what was typed, of all options by name."""
        ...


class Options:
    """Options of a command; each field is one of them, or a part with several."""

    @classmethod
    def declared(cls) -> Iterator[Decorator]:
        """Return the options, in the order of the help."""
        for one in fields(cls):  # type: ignore[arg-type]  # every subclass is a dataclass
            part: OptionPart | None = one.metadata.get("part")
            if part is None:
                yield one.metadata["option"](one.name)
            else:
                yield from part.declared()

    @classmethod
    def typed(cls, values: dict[str, Any]) -> Self:
        """Return the options with what was typed for each."""
        given = {}
        for one in fields(cls):  # type: ignore[arg-type]
            part: OptionPart | None = one.metadata.get("part")
            given[one.name] = values[one.name] if part is None else part.typed(values)
        return cls(**given)

    def files(self, use: str) -> list[str]:
        """Return the files that options name in order to read or to write them."""
        given = [getattr(self, one.name) for one in fields(self) if one.metadata.get("file") == use]  # type: ignore[arg-type]
        return [file for file in given if file]


READS, WRITES = "reads", "writes"
LONG = 40  # characters of a number
DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+ *%?")


def option(*flags: str, file: str = "", **facts: Any) -> Any:
    """Declare an option of a command; `file` says what it does with the file that it names."""

    def declare(name: str) -> Decorator:
        return click.option(*flags, name, **facts)

    return field(metadata={"option": declare, "file": file})


def argument(**facts: Any) -> Any:
    """Declare an argument of a command."""

    def declare(name: str) -> Decorator:
        return click.argument(name, **facts)

    return field(metadata={"option": declare})


def part(of: OptionPart) -> Any:
    """Declare options that belong together."""
    return field(metadata={"part": of})


class Pairs(click.ParamType):  # type: ignore[type-arg]  # generic in recent releases only
    """Text such as tp=30,fn=10 as a dictionary."""

    name = "name=value,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        """Split at commas, then at the first equals sign."""
        # Click may hand over a value that was converted before.
        if isinstance(value, dict):
            return value
        pairs: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in value.split(","))):
            name, equals, text = part.partition("=")
            if not equals or not name.strip():
                self.fail(f"{part!r} should look like name=value.", param, ctx)
            if name.strip() in pairs:
                self.fail(f"{name.strip()!r} is given twice.", param, ctx)
            pairs[name.strip()] = text.strip()
        return pairs


class ClassColumns(click.ParamType):  # type: ignore[type-arg]
    """Text such as forest:0=f0,1=f1 as the name of a model, which may be left out, and a column for each class."""

    name = "[model:]class=column,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, dict[str, str]]:
        """Take the name off the first pair, then split as pairs are."""
        if isinstance(value, tuple):
            return value[0], value[1]
        if isinstance(value, dict):
            return "", value
        model, colon, pairs = value.partition(":")
        if not colon or "=" in model:
            return "", Pairs().convert(value, param, ctx)
        if not model.strip():
            self.fail(f"{value!r} should name the model before the colon.", param, ctx)
        return model.strip(), Pairs().convert(pairs, param, ctx)


COUNT = r"\d[\d_.]*"
CELL = r"(?:(?:true|false)[\s_-]*(?:pos|neg)(?:itive|ative)?s?|[tf][pn])"
NUMBER_FIRST = re.compile(rf"(?<![\w.=])({COUNT})\s*({CELL})\b(?!\s*[=:])", re.IGNORECASE)
NAME_FIRST = re.compile(rf"\b({CELL})(?:\s*[=:]\s*|\s+)(?={COUNT})", re.IGNORECASE)
NAME_AND_COLON = re.compile(r"\b([a-z]\w*)(?:\s*:\s*|\s*=\s+|\s+=\s*)(?=[\d.])", re.IGNORECASE)


def as_pairs(text: str) -> str:
    """Return numbers as people write them down, as name=value.

    >>> as_pairs("TP: 30, FN 10"), as_pairs("30 TP 5 FP"), as_pairs("true positives = 3"), as_pairs("odds 3:1")
    ('TP=30, FN=10', 'TP=30 FP=5', 'true_positives=3', 'odds 3:1')
    """
    # "30 TP 5 FP" and "TP 30 FP 5" hold the same pairs of neighbours; what comes first says which is meant.
    first = re.search(rf"({CELL})\b|\b{COUNT}", text, re.IGNORECASE)
    if first and not first[1]:
        text = NUMBER_FIRST.sub(lambda found: f"{found[2]}={found[1]}", text)
    text = NAME_FIRST.sub(lambda found: re.sub(r"[\s-]+", "_", found[1]) + "=", text)
    return NAME_AND_COLON.sub(r"\1=", text)


class TypedCounts(Pairs):
    """Four counts, however they were written down."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        """Read TP: 30, 10 FN and true positives=30 as tp=30."""
        if isinstance(value, dict):
            return value
        text = re.sub(r"(?<=\d)[\s;]+(?=[a-z])", ",", as_pairs(value.strip()), flags=re.IGNORECASE)
        if not re.search("[a-z]", text, re.IGNORECASE):
            self.fail("say which count is which, such as tp=30,fn=10,fp=5,tn=55.", param, ctx)
        return super().convert(text, param, ctx)


class Number(click.ParamType):  # type: ignore[type-arg]
    """A number, exact if it is written as a whole one."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Read the number, or fail as click does."""
        try:
            return number_from("it", str(value))
        except BadCall as problem:
            self.fail(problem.typed, param, ctx)


class Threshold(Number):
    """A threshold: a number or a percentage."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Read the number; NaN is one, and is refused."""
        from truecut.counting.thresholds import checked_threshold

        return checked_threshold(super().convert(value, param, ctx))


class NameList(click.ParamType):  # type: ignore[type-arg]
    """Text such as a,b as a tuple of names."""

    name = "name,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Split at commas."""
        if isinstance(value, tuple):
            return value
        return tuple(part.strip() for part in value.split(",") if part.strip())


class Names(click.Option):
    """A repeated option of names, as one tuple."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> tuple[str, ...]:
        """Return the names of all times that it was given."""
        return tuple(name for part in super().type_cast_value(ctx, value) for name in part)


def names_option(*flags: str, **facts: Any) -> Any:
    """Declare an option of names that may be repeated."""
    return option(*flags, cls=Names, multiple=True, type=NameList(), **facts)


def number_from(name: str, text: str) -> int | float:
    """Return a typed number, whole if it is written so; 2% is 0.02."""
    plain = text.strip().replace("_", "x")  # Python would take 1_000 for 1000
    try:
        number = hundredth(plain.removesuffix("%").strip()) if plain.endswith("%") else float(plain)
    except ValueError:
        raise BadCall(f"{name} must be a number, not {text!r}.{_with_a_point(plain)}") from None
    if isinf(number) and any(sign.isdigit() for sign in plain):
        short = text if len(text) < LONG else f"a number of {len(text):,} characters"
        raise BadCall(f"{name} must be a number up to {sys.float_info.max:.2g}, not {short}.")
    # A whole number stays one: a threshold of 2**53 + 1 is not that of 2**53.
    with suppress(ValueError):
        return int(plain)
    return number


def _with_a_point(text: str) -> str:
    """Return what a number with a decimal comma was meant to be."""
    return f" Did you mean {text.replace(',', '.')}?" if DECIMAL_COMMA.fullmatch(text) else ""


def numbers_from(name: str, typed: tuple[str, ...] | None) -> list[float] | None:
    """Return typed numbers, or None if there are none."""
    return [float(number_from(name, text)) for text in typed] if typed else None
