"""Which rows are positive: the label column, read without guessing.

The positive label is named by the user, or inferred only where there is no doubt: True, 1, "yes"
and the like. What was inferred is said in every output. Where the classes are declared, each of them may be absent.

Labels are what they spell: 1, 1.0, 1e0, "1" and true are one label, and no others are: "01" is another, and so is
"Yes" beside "yes".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.errors import BadLabel, listed, near_miss
from truecut.kernel import booleans

# Words of which one is clearly the positive label and the other the negative one.
OPPOSITES = (
    ("t", "f"),
    ("yes", "no"),
    ("y", "n"),
    ("positive", "negative"),
    ("pos", "neg"),
    ("+", "-"),
)
PLAIN_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,2})?")
WIDEST = 10**18  # whole numbers of fewer digits fit into 64 bits
LEADING_ZERO = re.compile(r"[+-]?0[0-9]")
TRUTHS = {"true": True, "false": False}
SAY_IT = "with --positive (in Python: positive=)"


@dataclass(frozen=True, eq=False)
class Labels:
    """The label of each row as True or False, and what the two stand for."""

    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    inferred: tuple[str, ...] = ()


def as_spelled(column: Column) -> Column:
    """Return words that all spell plain numbers or truths as these, so that labels mean the same however they came.

    >>> as_spelled(Column("y", np.array([0, 1, 2]), ("1", "1.0", "0"))).values.tolist()
    [1, 1, 0]
    >>> as_spelled(Column("y", np.array([0, 1]), ("1", "01"))).words
    ('1', '01')
    """
    if not column.words:
        return column
    spelled = [_spelled(word.strip()) for word in column.words]
    if None in spelled:
        # A word of rows that were left out does not make words of the others.
        rows = np.bincount(column.values, minlength=len(spelled))
        if any(value is None and n for value, n in zip(spelled, rows, strict=True)):
            return column
        spelled = [0 if value is None else value for value in spelled]
    values = np.array(spelled)
    if values.dtype.kind == "i" and np.abs(values).max() < 64:
        values = values.astype(np.int8)
    if (
        values.dtype == column.values.dtype == np.int8 and len(values) == 2
    ):  # positions are 0 and 1: faster than a look-up
        return Column(column.name, values[0] + (values[1] - values[0]) * column.values, None, column.missing)
    return Column(column.name, values[column.values], None, column.missing)


def _spelled(word: str) -> bool | float | None:
    if word.lower() in TRUTHS:
        return TRUTHS[word.lower()]
    if not PLAIN_NUMBER.fullmatch(word):
        return None
    number = Decimal(word)
    is_whole = number == number.to_integral_value() and abs(number) < WIDEST
    return int(number) if is_whole else float(word)


def read_labels(column: Column, positive: object = None, classes: Sequence[object] = ()) -> Labels:
    """Return which rows are positive; `positive` is the label that a person named, `classes` all that may occur."""
    column = as_spelled(column)
    ones = _ones(column)
    found = _rows_of_labels(column, ones)
    if classes:
        return _declared(column, ones, found, positive, classes)
    if positive is not None:
        return _named(column, ones, found, positive)
    pair = _obvious_pair(column, found)
    if pair is not None:
        positive_name, negative_name = pair
        said = f"positive: {positive_name!r}, since the labels are {positive_name!r} and {negative_name!r}"
        return Labels(_matches(column, ones, positive_name), positive_name, negative_name, (said,))
    if len(found) > 2:
        raise BadLabel(
            f"Column {column.name!r} holds {len(found)} different labels ({counted_labels(found)}), but two are "
            f"needed; name the one to tell from the rest {SAY_IT}, or give predictions or a score for every class."
        )
    raise BadLabel(
        f"Column {column.name!r} holds {counted_labels(found)}, and it is not clear which is the positive one; "
        f"name it {SAY_IT}."
    )


def distinct(column: Column) -> dict[str, int]:
    """Return each label of the column, as it is shown, with its number of rows.

    >>> distinct(Column("y", np.array([1, 0, 1])))
    {'0': 1, '1': 2}
    """
    return _rows_of_labels(column, _ones(column))


def _ones(column: Column) -> NDArray[np.bool_] | None:
    """Return which labels are 1, or True, where all others are 0; None for other labels."""
    return booleans(column.values) if column.words is None else None


def _rows_of_labels(column: Column, ones: NDArray[np.bool_] | None) -> dict[str, int]:
    if column.words is not None:
        counts = np.bincount(column.values, minlength=len(column.words))
        return {word: int(n) for word, n in zip(column.words, counts, strict=True) if n}
    if ones is not None:
        off, on = ("False", "True") if column.values.dtype.kind == "b" else ("0", "1")
        positives = int(np.count_nonzero(ones))
        return {label: n for label, n in {off: len(column) - positives, on: positives}.items() if n}
    values, rows = np.unique(column.values, return_counts=True)
    return {shown(value): int(n) for value, n in zip(values, rows, strict=True)}


def shown(value: Any) -> str:
    """Return a label as people write it: 1 rather than 1.0.

    >>> shown(np.float64(1.0)), shown(np.float64(0.5)), shown(True)
    ('1', '0.5', 'True')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _may_be_absent(positive: str, found: dict[str, int]) -> str:
    """Say how a class is declared that happens to be absent, where one other class is all there is."""
    if len(found) != 1:
        return ""
    (other,) = found
    return f" If no row happens to be {positive!r}, declare both: --classes {other},{positive} (in Python: classes=)."


def _named(column: Column, ones: NDArray[np.bool_] | None, found: dict[str, int], positive: object) -> Labels:
    name = _as_label(column, positive)
    if name not in found:
        raise BadLabel(
            f"Column {column.name!r} holds {counted_labels(found)}, but positive={shown(positive)!r} is not among "
            f"them.{near_miss(name, list(found)) or _may_be_absent(name, found)}"
        )
    others = [label for label in found if label != name]
    if len(others) <= 1:
        return Labels(_matches(column, ones, name), name, others[0] if others else f"not {name}")
    said = f"negative: the {len(others)} other labels ({listed(others, most=6)}), since only {name!r} was named"
    return Labels(_matches(column, ones, name), name, f"not {name}", (said,))


def _declared(
    column: Column,
    ones: NDArray[np.bool_] | None,
    found: dict[str, int],
    positive: object,
    classes: Sequence[object],
) -> Labels:
    names = declared_names(column, classes)
    for label in found:
        if label not in names:
            raise BadLabel(
                f"Column {column.name!r} holds {counted_labels(found)}, but {label!r} is not among the classes "
                f"{listed(names)}.{near_miss(label, names)}"
            )
    name = names[-1] if positive is None else _as_label(column, positive)
    if name not in names:
        raise BadLabel(f"positive={name!r} is not among the classes {listed(names)}.{near_miss(name, names)}")
    others = [label for label in names if label != name]
    said = (f"positive: {name!r}, the last of the classes",) if positive is None else ()
    is_positive = _matches(column, ones, name) if name in found else np.zeros(len(column), dtype=bool)
    return Labels(is_positive, name, others[0] if len(others) == 1 else f"not {name}", said)


def declared_names(column: Column, classes: Sequence[object]) -> list[str]:
    """Return the classes that were declared, as the column would show them; two or more.

    >>> declared_names(Column("y", np.array([0, 1])), (False, 1.0))
    ['0', '1']
    """
    names = list(dict.fromkeys(_as_label(column, label) for label in classes))
    if len(names) < 2:
        raise BadLabel(f"Two classes or more can be declared, not {listed(names) or 'none'}; write --classes ham,spam.")
    return names


def _as_label(column: Column, positive: object) -> str:
    """Return the label as the column would show it: '1' and 1 and True name the same numeric label."""
    name = shown(positive)
    if column.words is not None:
        return name if name in column.words else name.strip()
    if column.values.dtype.kind == "b":
        return {"1": "True", "true": "True", "0": "False", "false": "False"}.get(name.lower(), name)
    if isinstance(positive, bool):
        return str(int(positive))
    if LEADING_ZERO.match(name.strip()):
        return name  # 01 is no number here, though numbers are all that this part of the rows holds
    try:
        return str(int(name))  # first, because float() would round a label beyond 2**53 to its neighbour
    except ValueError:
        pass
    try:
        return shown(float(name))
    except ValueError:
        return name


def _matches(column: Column, ones: NDArray[np.bool_] | None, name: str) -> NDArray[np.bool_]:
    if ones is not None and name in ("1", "True", "0", "False"):
        return ones if name in ("1", "True") else ~ones
    if column.words is not None:
        if name not in column.words:
            return np.zeros(len(column), dtype=bool)
        return np.asarray(column.values == column.words.index(name))
    number = int(name) if name.lstrip("-").isdigit() else float(name)
    return np.asarray(column.values == number)


def _obvious_pair(column: Column, found: dict[str, int]) -> tuple[str, str] | None:
    """Return (positive, negative) where the labels leave no doubt, even if only one of them occurs."""
    if column.words is None:
        pairs = [("True", "False")] if column.values.dtype.kind == "b" else [("1", "0"), ("1", "-1")]
        return next((pair for pair in pairs if set(found) <= set(pair)), None)
    lowered = {word.strip().lower(): word for word in found}
    if len(lowered) != len(found):
        return None
    for positive, negative in OPPOSITES:
        if set(lowered) <= {positive, negative}:
            return lowered.get(positive, positive), lowered.get(negative, negative)
    return None


def counted_labels(found: dict[str, int]) -> str:
    """Return the labels that were found, the most common first, with the rows of each.

    >>> counted_labels({"ham": 3, "spam": 1})
    "3 × 'ham', 1 × 'spam'"
    """
    if not found:
        return "no label at all"
    most_common = sorted(found.items(), key=lambda item: -item[1])
    some = ", ".join(f"{n:,} × {label!r}" for label, n in most_common[:5])
    more = f", and {len(found) - 5:,} more" if len(found) > 5 else ""
    return f"only {some}" if len(found) == 1 else some + more
