"""The arguments of a call in one form: names of columns, one of several words, a threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from truecut.errors import BadCall

Choice = TypeVar("Choice", bound=StrEnum)
Resolution = str | int | Sequence[float]  # how finely an engine counts scores


@dataclass(frozen=True)
class ColumnNames:
    """The columns that were named, and what for."""

    label: str | None
    scores: tuple[str, ...]
    predicted: tuple[str, ...]
    class_scores: Mapping[str, str]
    weight: str | None
    groups: tuple[str, ...]
    amounts: tuple[str, ...]
    cluster: str | None


def several(names: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return one name, several or none as a tuple."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def one_of(choices: Sequence[Choice], given: str, name: str) -> Choice:
    """Return the choice that was named."""
    for choice in choices:
        if choice == given:
            return choice
    raise BadCall(f"{name} must be {' or '.join(repr(choice.value) for choice in choices)}, not {given!r}.")


def as_threshold(given: Any) -> float:
    """Return a threshold as a number."""
    if isinstance(given, int):
        return given  # a whole number stays exact at any size
    try:
        return float(given)
    except (TypeError, ValueError):
        raise BadCall(f"A threshold must be a number, not {given!r}.") from None
