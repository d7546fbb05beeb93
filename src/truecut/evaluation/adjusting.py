"""adjust(): one's own p values, however they are held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation.from_data import source_of
from truecut.inference.multiple_tests import AdjustedPValues, adjusted_for_their_number, adjustment_named

P_VALUE, NAME = "p_value", "test"  # the columns of a table, if nobody names them


@answers_in_sentences
def adjust(
    p_values: Any,
    method: str = "holm",
    *,
    p: str = P_VALUE,
    name: str = "",
    family: int | None = None,
    level: float = 0.95,
) -> AdjustedPValues:
    """Return p values that allow for the number of tests.

    `p_values` are numbers, numbers by name, results that have a `p_value` (`c.differences("recall")`), or a table or
    the path of a file, whose columns `p` and `name` hold them. What is None or NaN was not tested and does not count.
    `method` is "holm", "hochberg", "hommel", "bonferroni", "sidak", "holm-sidak", "benjamini-hochberg" or
    "benjamini-yekutieli". `family` is how many tests there were where only some are given: the others count as p = 1.
    `level` is how sure one wants to be: at 0.95 a test stands if its adjusted p value is at most 0.05.

    >>> adjust([0.01, 0.03, 0.04, 0.005]).adjusted
    [0.03, 0.06, 0.06, 0.02]
    >>> adjust({"recall": 0.01, "precision": 0.04}, "bonferroni")["precision"].adjusted_p
    0.08
    """
    how = adjustment_named(method)
    if family is not None and (isinstance(family, bool) or not isinstance(family, int)):
        raise BadCall(f"family is how many tests there were, a whole number, not {family!r}.")
    return adjusted_for_their_number(_by_name(p_values, p, name), how, family=family, level=level)


def _by_name(given: Any, p: str, name: str) -> dict[str, float | None]:
    if isinstance(given, str | Path) or (hasattr(given, "columns") and not isinstance(given, Mapping)):
        return _of_table(given, p, name)
    if isinstance(given, Mapping) or _is_named_series(given):
        return {str(key): _number(str(key), value) for key, value in given.items()}
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise BadCall(f"p values are numbers in a list, such as tc.adjust([0.01, 0.04]), not {given!r}.")
    found: dict[str, float | None] = {}
    for place, one in enumerate(given, 1):
        called = _name_of(one) or str(place)
        found[called if called not in found else f"{called} ({place})"] = _number(called, one)
    if not found:
        raise BadCall("There are no p values to adjust.")
    return found


def _is_named_series(given: Any) -> bool:
    """Say whether numbers have names beside them, as an index of pandas does; numbers beside numbers are places."""
    index = getattr(given, "index", None)
    return hasattr(given, "items") and index is not None and all(isinstance(name, str) for name in index)


def _name_of(one: Any) -> str:
    """Return what a result is about, in words; nothing for a number."""
    if hasattr(one, "first") and hasattr(one, "second"):
        return f"{one.metric}: {one.first} - {one.second}"
    return f"{one.metric}: {one.group}" if hasattr(one, "group") and hasattr(one, "metric") else ""


def _number(name: str, one: Any) -> float | None:
    value = getattr(one, "p_value", one)
    if value is None:
        return None
    if isinstance(value, str | bytes | bool):
        raise BadCall(f"A p value is a number, but that of {name} is {value!r}.")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise BadCall(f"A p value is a number, but that of {name} is of type {type(value).__name__}.") from None


def _of_table(data: Any, p: str, name: str) -> dict[str, float | None]:
    source = source_of(data)
    name = name or (NAME if NAME in source.column_names else "")
    columns = source.read((p, name) if name else (p,), as_written=(name,) if name else ())
    values = columns[p]
    if values.words is not None:
        raise BadCall(f"Column {p!r} of {source.name} holds words, and p values are numbers.")
    missing = values.is_missing.tolist()
    numbers = [None if gone else float(value) for gone, value in zip(missing, values.values.tolist(), strict=True)]
    names = list(map(str, range(1, len(numbers) + 1)))
    if name:
        words = columns[name].words or ()
        names = [words[place] for place in columns[name].values.tolist()] if words else names
    if len(set(names)) < len(names):
        names = [f"{one} ({place})" for place, one in enumerate(names, 1)]
    return dict(zip(names, numbers, strict=True))
