"""The arguments of a call as one request: names of columns or arrays in their roles, and how to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truecut.data.labels import shown
from truecut.data.request import DECLARED, OPTIONS, ROLES, Declaration, Form, Reading, Request, Roles
from truecut.errors import BadCall

KEYWORDS = {one.keyword: one for one in DECLARED if one.keyword}


def request_of(data: Any, scores: Any = None, *, id: Any = None, **keywords: Any) -> Request:
    """Return what the arguments of `evaluate` ask for; with `scores`, the roles hold arrays."""
    for keyword in keywords:
        if keyword not in KEYWORDS:
            raise TypeError(f"There is no argument {keyword!r} of evaluate().")
    reading = Reading(**{one.name: _read(one, keywords[one.keyword]) for one in OPTIONS if one.keyword in keywords})
    given = {role: keywords[role.keyword] for role in ROLES if role.keyword in keywords}
    if scores is None:
        roles = {role.name: _names(role, columns) for role, columns in given.items()}
        return Request(data, Roles(**roles, id=id), reading)
    _require_arrays([role for role, columns in given.items() if _is_given(columns)], reading)
    arrays = {role.name: _arrays(role, columns) for role, columns in given.items() if role.array}
    from truecut.readers.frames import models_of

    roles = {**arrays, "label": data, "scores": models_of(scores), "id": id}
    return Request(None, Roles(**roles), reading, has_arrays=True)


def as_threshold(given: Any) -> float:
    """Return a threshold as a number."""
    if isinstance(given, int):
        return given  # a whole number stays exact at any size
    try:
        return float(given)
    except (TypeError, ValueError):
        raise BadCall(f"A threshold must be a number, not {given!r}.") from None


def _names(role: Declaration, given: Any) -> Any:
    if role.form == Form.COLUMN_BY_CLASS:
        return {shown(name): column for name, column in (given or {}).items()}
    if role.form == Form.COLUMNS:
        names = (given,) if isinstance(given, str) else tuple(given or ())
        return dict(zip(names, names, strict=True))
    return given or role.default


def _arrays(role: Declaration, given: Any) -> Any:
    if role.form == Form.COLUMN:
        return given
    if isinstance(given, Mapping):
        return {str(name): values for name, values in given.items()}
    return {role.array: given} if _is_given(given) else {}


def _is_given(value: Any) -> bool:
    return value is not None and not (isinstance(value, str | tuple | Mapping) and not value)


def _require_arrays(given: Sequence[Declaration], reading: Reading) -> None:
    if any(not role.array for role in given):
        *others, last = [role.keyword for role in ROLES if role.keyword and not role.array]
        raise BadCall(f"With arrays there are no columns to name; leave out {', '.join(others)} and {last}.")
    if any(getattr(reading, one.name) != one.default for one in OPTIONS if not one.in_memory):
        names = [one.keyword for one in OPTIONS if one.keyword and not one.in_memory]
        raise BadCall(f"Arrays are in memory and counted exactly; leave out {' and '.join(names)}.")


def _read(option: Declaration, given: Any) -> Any:
    if option.form == Form.COLUMNS:
        return (given,) if isinstance(given, str) else tuple(given or ())
    if option.name == "threshold":
        return as_threshold(given)
    if option.choices and given not in option.choices:
        raise BadCall(f"{option.keyword} must be {' or '.join(map(repr, option.choices))}, not {given!r}.")
    return str(given) if option.choices else given
