"""The fields of a saved file, each asked for by its type: whatever was edited is named in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isnan
from typing import Any, TypeVar

from truecut.errors import UnreadableSource

Choice = TypeVar("Choice", bound=StrEnum)
MOST = 2**63  # whole numbers are less
LONGEST = 60  # letters of a place that is named, whose parts are names of others


@dataclass(frozen=True)
class StoredFields:
    """One object of a saved file, and where it stands there.

    >>> StoredFields({"rows": -1}, "run.json").whole("rows")
    Traceback (most recent call last):
    truecut.errors.UnreadableSource: Cannot load run.json: 'rows' is not a whole number of 0 or more.
    """

    content: Mapping[str, Any]
    file: str
    place: tuple[str, ...] = ()

    def problem(self, what: str, *within: str) -> UnreadableSource:
        """Return the error that says what is wrong here, or within."""
        where = repr(".".join((*self.place, *within))) if self.place or within else "it"
        where = where if len(where) <= LONGEST else f"{where[: LONGEST // 2]}...{where[-LONGEST // 2 :]}"
        return UnreadableSource(f"Cannot load {self.file}: {where} {what}.")

    def hold_only(self, *names: str, maybe: Iterable[str] = ()) -> None:
        """Refuse what lacks one of these fields, or has another."""
        for name in names:
            self._value(name)
        known = {*names, *maybe}
        for name in self.content:
            if name not in known:
                raise self.problem("is not known to this truecut", name)

    def holds(self, name: str) -> bool:
        """Say whether there is such a field."""
        return name in self.content

    def text(self, name: str) -> str:
        """Return a text."""
        return str(self._of_type(name, str, "a text"))

    def flag(self, name: str) -> bool:
        """Return true or false."""
        return bool(self._of_type(name, bool, "true or false"))

    def whole(self, name: str) -> int:
        """Return a whole number of 0 or more, of 64 bits."""
        number = self._of_type(name, int, what := "a whole number of 0 or more")
        if not 0 <= number < MOST:
            raise self.problem(f"is not {what}", name)
        return int(number)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self._of_type(name, list, what := "a list of texts")
        if not all(type(value) is str for value in values):
            raise self.problem(f"is not {what}", name)
        return tuple(values)

    def number_as_text(self, name: str) -> int | float:
        """Return a number that was written as text, since JSON has no infinite ones; a whole one stays exact."""
        text = self.text(name)
        try:
            number = float(text)
            whole = int(text) if text.removeprefix("-").isdigit() else None
        except (ValueError, OverflowError):
            number, whole = float("nan"), None
        if isnan(number):
            raise self.problem("is not a number", name)
        return number if whole is None else whole

    def one_of(self, name: str, known: Iterable[str]) -> str:
        """Return one of the texts that are known."""
        text, known = self.text(name), tuple(known)
        if text not in known:
            raise self.problem(f"is not one of {', '.join(known)}", name)
        return text

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """Return one of the members of an enumeration."""
        return kind(self.one_of(name, list(kind)))

    def part(self, name: str) -> StoredFields:
        """Return the fields within a field."""
        return StoredFields(self._of_type(name, dict, "an object"), self.file, (*self.place, name))

    def parts(self) -> dict[str, StoredFields]:
        """Return the fields within every field, by name."""
        return {name: self.part(name) for name in self.content}

    def _of_type(self, name: str, kind: type, what: str) -> Any:
        value = self._value(name)
        if type(value) is not kind:  # true is not 1
            raise self.problem(f"is not {what}", name)
        return value

    def _value(self, name: str) -> Any:
        if name not in self.content:
            raise self.problem("is missing", name)
        return self.content[name]
