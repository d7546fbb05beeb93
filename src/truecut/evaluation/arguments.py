"""The arguments of a call as one request: names of columns or arrays in their roles, and how to read them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from truecut.counting.thresholds import checked_threshold
from truecut.data.labels import shown
from truecut.data.request import DECLARED, OPTIONS, ROLES, Declaration, Form, Reading, Request, Roles
from truecut.errors import BadCall, UnknownArgument
from truecut.errors.misuses import unknown_argument
from truecut.words import words_from

KEYWORDS = {one.keyword: one for one in DECLARED if one.keyword}


def request_of(data: Any, scores: Any = None, **keywords: Any) -> Request:
    """Return what the arguments of `evaluate` ask for; with `scores`, or predictions by row, the roles hold arrays."""
    for keyword, value in keywords.items():
        if keyword not in KEYWORDS:
            raise UnknownArgument(unknown_argument("evaluate", keyword, value, KEYWORDS))
    # Only what was given: whoever calls with fewer keywords, as `areas` does, gets the defaults of the declaration.
    reading = Reading(**{one.name: _read(one, keywords[one.keyword]) for one in OPTIONS if one.keyword in keywords})
    given = {role: keywords[role.keyword] for role in ROLES if role.keyword in keywords}
    if scores is None and not _are_rows(data, keywords.get("predicted")):
        roles = {role.name: _names(role, columns) for role, columns in given.items()}
        return Request(data, Roles(**_by_model(roles)), reading)
    _require_arrays([role for role, columns in given.items() if _is_given(columns)], reading)
    arrays = {role.name: _arrays(role, columns) for role, columns in given.items() if role.array}
    from truecut.readers.frames import models_of

    roles = {**arrays, "label": data, "scores": {} if scores is None else models_of(scores)}
    return Request(None, Roles(**roles), reading, has_arrays=True)


def _names(role: Declaration, given: Any) -> Any:
    if role.form == Form.COLUMN_BY_CLASS:
        for column in (given or {}).values():
            if not isinstance(column, str | Mapping) and hasattr(column, "__len__"):
                raise BadCall(
                    f"class_scores= names the column of each class, and this is a {type(column).__name__}; put labels "
                    "and scores into one table: evaluate({'y': labels, 'a': a, 'b': b}, label='y', class_scores={'a': "
                    "'a', 'b': 'b'})."
                )
        return {shown(name): column for name, column in (given or {}).items()}
    if role.form == Form.COLUMNS:
        is_several = isinstance(given, Sequence) and not isinstance(given, str)
        names = [_name(role, one) for one in (given if is_several else [given]) if one is not None]
        return dict(zip(names, names, strict=True))
    return role.default if given is None else _name(role, given)


def _by_model(roles: dict[str, Any]) -> dict[str, Any]:
    """Return the roles with class scores of several models, {"forest": {"0": "f0", ...}}, in the place of such."""
    given = roles.get("class_scores") or {}
    nested = [name for name, columns in given.items() if isinstance(columns, Mapping)]
    if not nested:
        return roles
    if len(nested) < len(given):
        other = next(name for name in given if name not in nested)
        raise BadCall(
            f"class_scores= names a column for each class, or such columns for each model; {nested[0]!r} is a model "
            f"and {other!r} is not."
        )
    models = {model: {shown(name): column for name, column in scores.items()} for model, scores in given.items()}
    return {**roles, "class_scores": {}, "class_models": models}


def _name(role: Declaration, given: Any) -> str:
    """Return the name of a column; those of a table may be numbers."""
    if isinstance(given, str):
        return given
    # Columns of pandas may be called 0 and 1; a Series in place of a name would be taken for many of them.
    is_decimal = isinstance(given, float) and not given.is_integer()
    if isinstance(given, Hashable) and not hasattr(given, "__len__") and not hasattr(given, "meta") and not is_decimal:
        return str(given)
    raise BadCall(
        f"{role.keyword}= takes the name of a column, not a {type(given).__name__}; to pass arrays, give the labels "
        "first, then the scores: evaluate(labels, scores)."
    )


def _are_rows(data: Any, predicted: Any) -> bool:
    """Say whether predictions are the rows themselves: an array, or a list beside a list of labels."""
    if predicted is None or isinstance(predicted, str):
        return False
    if isinstance(predicted, list | tuple):
        are_rows = isinstance(data, list | tuple | np.ndarray) or getattr(data, "ndim", 2) == 1
        # A list of words with suffixes beside a list of names is files and their columns, not labels and predictions.
        are_files = are_rows and all(isinstance(one, str | Path) and Path(one).suffix for one in data)
        return bool(predicted) and are_rows and not are_files
    return True


def _arrays(role: Declaration, given: Any) -> Any:
    if role.form == Form.COLUMN:
        return given
    if isinstance(given, Mapping):
        return {str(name): values for name, values in given.items()}
    return {role.array: given} if _is_given(given) else {}


def _is_given(value: Any) -> bool:
    # Not by truth: an array has none.
    return value is not None and not (isinstance(value, str | tuple | Mapping) and not value)


def _require_arrays(given: Sequence[Declaration], reading: Reading) -> None:
    if any(not role.array for role in given):
        *others, last = [role.keyword for role in ROLES if role.keyword and not role.array]
        raise BadCall(f"With arrays there are no columns to name; leave out {', '.join(others)} and {last}.")
    if any(getattr(reading, one.name) != one.default for one in OPTIONS if not one.in_memory):
        names = [one.keyword for one in OPTIONS if one.keyword and not one.in_memory]
        raise BadCall(f"Arrays are in memory and counted exactly; leave out {' and '.join(names)}.")


def _several(option: Declaration, given: Any) -> tuple[Any, ...]:
    """Return several names or labels, whose order counts."""
    if given is None or isinstance(given, str):
        return () if given is None else (given,)
    if isinstance(given, set | frozenset | Mapping):
        raise BadCall(f"{option.keyword}= is a {type(given).__name__}, which has no order to rely on; pass a tuple.")
    given = getattr(given, "categories", given)  # of a categorical type
    if not isinstance(given, Iterable):
        raise BadCall(f"{option.keyword}= takes several names, and this is a {type(given).__name__}; pass a tuple.")
    return tuple(given)


def _read(option: Declaration, given: Any) -> Any:
    if option.form == Form.COLUMNS:
        return _several(option, given)
    if option.name == "words" and given is not None:
        return words_from(given)
    if option.name == "threshold" and given is not None and not isinstance(given, Mapping):
        return checked_threshold(given)
    if option.choices and given not in option.choices:
        raise BadCall(f"{option.keyword} must be {' or '.join(map(repr, option.choices))}, not {given!r}.")
    return str(given) if option.choices else given
