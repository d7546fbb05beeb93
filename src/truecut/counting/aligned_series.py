"""Rows that are paired by position: pandas says in an index which rows they are, and that must not contradict it."""

from __future__ import annotations

from collections.abc import Mapping

from truecut.errors import InputError


def require_aligned(arrays: Mapping[str, object]) -> None:
    """Refuse pandas series whose indexes say that their rows are in another order: they are paired by position.

    A series with the index that pandas makes by itself (0, 1, 2 ...) says nothing about the rows of another one.
    """
    indexed = [(name, values.index) for name, values in arrays.items() if _has_index(values)]  # type: ignore[attr-defined]
    for name, index in indexed[1:]:
        first_name, first = indexed[0]
        if len(index) != len(first) or index.equals(first) or index.astype(object).equals(first.astype(object)):
            continue  # whatever type each has
        is_default = any(type(one).__name__ == "RangeIndex" for one in (first, index))
        if not is_default or first.isin(index).all():
            raise InputError(
                f"{first_name} and {name} are pandas Series whose indexes differ, and rows are paired by position: "
                f"align them with {name}.reindex({first_name}.index), or pass .to_numpy() if the positions are right."
            )


def comes_from(thing: object, package: str) -> bool:
    """Say whether a thing is of a package, by name: nobody imports one only to find out that it is not used."""
    return any(base.__module__.partition(".")[0] == package for base in type(thing).__mro__)


def _has_index(values: object) -> bool:
    return comes_from(values, "pandas") and hasattr(values, "index") and hasattr(values, "iloc")
