"""Requirements kept in a TOML file beside the model.

    require = ["recall >= 0.8", "precision@lower >= 0.7"]
    threshold = 0.4
    positive = "spam"

Every key but `require` may be left out. What is not known is refused, so that no slip loosens a gate.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from truecut.counting.thresholds import checked_threshold
from truecut.decisions.checked import DecideBy, Undecided
from truecut.errors import BadCall, UnreadableSource, near_miss


@dataclass(frozen=True)
class GateFile:
    """What a file requires, and how the model is to be read and judged; None where it does not say."""

    require: tuple[str, ...]
    threshold: float | None = None
    level: float | None = None
    decide_by: str | None = None
    undecided: str | None = None
    label: str | None = None
    positive: str | int | bool | None = None
    score: tuple[str, ...] = ()


def read_gate_file(path: str | Path) -> GateFile:
    """Read a file of requirements, or say what in it cannot be understood."""
    name = Path(path).name
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise UnreadableSource(f"Cannot read {name}: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise UnreadableSource(f"{name} is not TOML: {_one_sentence(problem)}.") from None
    return _checked(name, content)


def _checked(name: str, content: Mapping[str, Any]) -> GateFile:
    known = [field.name for field in fields(GateFile)]
    for key, value in content.items():
        if key not in known:
            raise BadCall(f"{name} has a key {key!r}, which means nothing here.{near_miss(key, known)}")
        is_right, what = SHAPES[key]
        if not is_right(value):
            raise BadCall(f"{key} in {name} must be {what}, not {value!r}.")
    if not content.get("require"):
        raise BadCall(f'{name} requires nothing; give require = ["recall >= 0.8"].')
    given: dict[str, Any] = {key: _several(value) if key in SEVERAL else value for key, value in content.items()}
    return GateFile(**given)


SEVERAL = ("require", "score")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_threshold(value: Any) -> bool:
    try:
        checked_threshold(value)
    except BadCall:
        return False
    return True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, list) and all(map(_is_text, value)))


def _is_label(value: Any) -> bool:
    return isinstance(value, str | int | bool)


# What each key holds: how it is recognised, and in words.
SHAPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "require": (_are_texts, "a text or a list of texts"),
    "score": (_are_texts, "the name of a column or a list of names"),
    "label": (_is_text, "the name of a column"),
    "positive": (_is_label, "a label"),
    "threshold": (_is_threshold, "a number"),
    "level": (_is_number, "a number"),
    "decide_by": (lambda value: value in list(DecideBy), " or ".join(repr(one.value) for one in DecideBy)),
    "undecided": (lambda value: value in list(Undecided), " or ".join(repr(one.value) for one in Undecided)),
}


def _several(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _one_sentence(problem: Exception) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8 text"
    said = " ".join(str(problem).split()).rstrip(".")
    return said[:1].lower() + said[1:]
