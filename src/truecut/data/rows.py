"""Rows that can be counted: labels, scores, weights and groups, checked once.

Nothing is guessed silently: `Provenance` says what was read and what was inferred, and every output
carries it. Rows are counted from 1 in messages, without the header.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import isinf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights, checked_weights, sortable
from truecut.counting.parts import tables_of_parts
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.folds import RowFolds, folds_of
from truecut.data.labels import Labels, distinct, read_labels, shown
from truecut.data.request import Missing, Reading, Roles
from truecut.errors import BadLabel, BadScore, BadWeight, EmptyGroup, InputError, MissingValues
from truecut.words import counted
from truecut.words.shown import Shown

LONGEST_SHOWN = 60  # letters of a value in a message
AS_PREDICTED = "name it with --predicted (in Python: predicted=)"


@dataclass(frozen=True)
class Provenance(Shown):
    """What was read, what was left out and what was inferred."""

    source: str
    rows: int  # that were counted
    positive: str
    negative: str
    label: str = ""
    scores: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    lower_is_positive: bool = False
    weight: str = ""
    weights_are: Weights = Weights.NONE
    groups: tuple[str, ...] = ()
    cluster: str = ""
    clusters: int = 0  # how many, if rows belong to clusters
    folds: tuple[str, ...] = ()  # the columns of a cross-validation: repeats, and the fold last
    dropped: Mapping[str, int] = field(default_factory=dict)  # why -> how many rows
    inferred: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()  # about many classes where the model is used, which the numbers follow
    # Never written over, and never told: a page or a saved file that is passed on holds no names of folders.
    files: tuple[Path, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns in their roles, and what was inferred about them."""

    source: str
    roles: Roles[Column]
    inferred: tuple[str, ...] = ()
    are_numbered: bool = True  # the rows stand in an order of their own; those of many machines have none


@dataclass(frozen=True, eq=False)
class Rows:
    """Labels and scores of the rows to count."""

    labels: Labels
    scores: Mapping[str, NDArray[Any]]
    weights: NDArray[Any] | None
    weights_are: Weights
    groups: Mapping[str, NDArray[np.intp]]  # group -> its rows
    amounts: Mapping[str, NDArray[np.float64]]  # what each row is worth, by column
    clusters: NDArray[np.int32] | None  # the number of the cluster of each row
    complete: NDArray[np.bool_]  # which of the rows as they were read are here: those that lack nothing
    lower_is_positive: bool
    read: Provenance
    folds: RowFolds | None = None
    ids: Column | None = None
    shown: tuple[Column, ...] = ()
    are_numbered: bool = True

    def __repr__(self) -> str:
        return f"<Rows: {self.read.rows:,} from {self.read.source}>"

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the rows as they were read, from 1."""
        return np.flatnonzero(self.complete) + 1

    def table(self, model: str, rows: Any = slice(None)) -> ScoreTable:
        """Return the score table of one model, of all rows or of some."""
        weights = None if self.weights is None else self.weights[rows]
        return self._counted(model, rows, weights, self.weights_are)

    def tables(self, model: str, parts: Sequence[NDArray[np.intp]]) -> list[ScoreTable]:
        """Return the score table of one model for each of many parts of the rows."""
        if self.weights is not None or not parts:
            return [self.table(model, rows) for rows in parts]
        return tables_of_parts(
            self.labels.is_positive, self.scores[model], parts, lower_is_positive=self.lower_is_positive
        )

    def amount_tables(self, model: str, rows: Any = slice(None)) -> dict[str, ScoreTable]:
        """Return, per column of amounts, the score table in which a row counts by its amount."""
        weights = 1.0 if self.weights is None else self.weights[rows]
        return {
            column: self._counted(model, rows, amounts[rows] * weights, Weights.IMPORTANCE)
            for column, amounts in self.amounts.items()
        }

    def placed(self, tables: Mapping[str, ScoreTable], rows: Any = slice(None)) -> PlacedRows:
        """Return the rows, or some of them, by their places in the tables that counted them."""
        return PlacedRows.of(
            tables,
            {model: self.scores[model][rows] for model in tables},
            self.labels.is_positive[rows],
            numbers=self.numbers[rows],
            weights=None if self.weights is None else self.weights[rows],
            clusters=None if self.clusters is None else self.clusters[rows],
            folds=None if self.folds is None else self.folds.of_row[rows],
            amounts={column: amounts[rows] for column, amounts in self.amounts.items()},
        )

    def compared(self, tables: Mapping[str, ScoreTable]) -> PlacedRows:
        """Return the rows for a comparison, which tells their numbers: 0 where rows have no order."""
        placed = self.placed(tables)
        return placed if self.are_numbered else replace(placed, numbers=np.zeros_like(placed.numbers))

    def _counted(self, model: str, rows: Any, weights: NDArray[Any] | None, kind: Weights) -> ScoreTable:
        return ScoreTable.from_rows(
            self.labels.is_positive[rows],
            self.scores[model][rows],
            weights,
            weights_are=kind,
            lower_is_positive=self.lower_is_positive,
        )


def rows_of(columns: Columns, reading: Reading) -> Rows:
    """Check the columns and return the rows to count."""
    given = as_numbers(columns.roles)
    complete = complete_rows(given.counted, columns.source, reading)
    _require_one_length(given.all)
    kept = given if complete.all() else given.each(lambda column: column.keep(complete))
    weights = weights_in(given, reading, complete)
    _refuse_swapped(kept.label, kept.scores)
    labels = read_labels(kept.label, reading.positive, reading.classes)
    _refuse_scores_of_classes(labels, kept.scores)
    clusters = None if kept.cluster is None else _numbered(kept.cluster)
    read = Provenance(
        source=columns.source,
        rows=len(kept.label) if weights is None else int(np.count_nonzero(weights)),
        positive=labels.positive,
        negative=labels.negative,
        clusters=0 if clusters is None else len(np.unique(clusters if weights is None else clusters[weights > 0])),
        dropped=left_out(complete, weights),
        inferred=(*columns.inferred, *labels.inferred),
        **named_in(kept.each(lambda column: column.name), reading),
    )
    return Rows(
        labels,
        {model: sortable(column.values) for model, column in kept.scores.items()},
        weights,
        read.weights_are,
        rows_by_group(given.of("groups"), kept.of("groups"), weights),
        {column.name: weights_of(column, Weights.IMPORTANCE, complete) for column in given.of("amounts")},
        clusters,
        complete,
        reading.lower_is_positive,
        read,
        folds_of(given.of("fold"), complete) if given.fold else None,
        kept.id,
        kept.of("shown"),
        columns.are_numbered,
    )


def named_in(roles: Roles[str], reading: Reading) -> dict[str, Any]:
    """Return the part of a provenance that says which columns were read, and how."""
    return {
        "label": roles.label,
        "scores": (*roles.scores, *roles.of("class_scores"), *roles.of("class_models")),
        "predicted": tuple(roles.predicted),
        "lower_is_positive": reading.lower_is_positive,
        "weight": roles.weight or "",
        "weights_are": reading.kind_of_weights if roles.weight else Weights.NONE,
        "groups": roles.of("groups"),
        "cluster": roles.cluster or "",
        "folds": roles.of("fold"),
    }


def as_numbers(roles: Roles[Column]) -> Roles[Column]:
    """Return the roles with numbers in those that hold numbers."""
    return replace(
        roles,
        scores={model: numeric(column) for model, column in roles.scores.items()},
        class_scores={name: numeric(column) for name, column in roles.class_scores.items()},
        class_models={
            model: {name: numeric(column) for name, column in scores.items()}
            for model, scores in roles.class_models.items()
        },
        amounts={name: numeric(column, BadWeight) for name, column in roles.amounts.items()},
        weight=None if roles.weight is None else numeric(roles.weight, BadWeight),
    )


def weights_in(roles: Roles[Column], reading: Reading, complete: NDArray[np.bool_]) -> NDArray[Any] | None:
    """Return the weights of the complete rows, or None if rows have none."""
    return None if roles.weight is None else weights_of(roles.weight, reading.kind_of_weights, complete)


def numeric(column: Column, error: type[InputError] = BadScore) -> Column:
    """Return the column as numbers; words that spell numbers are read, others are an error with its row."""
    if column.words is None:
        return column
    spelled = np.array([_number(word) for word in column.words], dtype=object)
    wrong = np.array([number is None for number in spelled], dtype=bool)
    if wrong.any():
        is_wrong = wrong[column.values] & ~column.is_missing
        if is_wrong.any():
            row = int(np.argmax(is_wrong))
            found = column.words[column.values[row]]
            raise error(no_number(column.name, found, row + 1, int(is_wrong.sum()), is_score=error is BadScore))
    present = [word for word, number in zip(column.words, spelled, strict=True) if number is not None]
    numbers = np.array([number for number in spelled if number is not None], dtype=float)
    if error is BadScore and len(np.unique(numbers)) < len(present):
        numbers = _told_apart(column.name, present, numbers)
    by_word = np.zeros(max(len(spelled), 1), dtype=numbers.dtype)
    by_word[: len(spelled)][~wrong] = numbers
    return Column(column.name, by_word[column.values], None, column.missing)


def no_number(column: str, found: str, row: int, rows: int, *, is_score: bool) -> str:
    """Say which row of a column holds no number, how many do, and how such rows are read if they can be."""
    hint = _with_decimal_comma(column, found) or _beyond_numbers(found)
    if not hint and is_score:
        hint = f"; if it holds predicted labels, {AS_PREDICTED}"
    return (
        f"Column {column!r} should hold numbers, but row {row:,} holds {_shortened(found)!r} "
        f"({counted(rows, 'such row')} in all){hint}."
    )


def _shortened(word: str) -> str:
    return word if len(word) <= LONGEST_SHOWN else f"{word[: LONGEST_SHOWN - 3]}..."


def _beyond_numbers(word: str) -> str:
    """Say of a finite number that double precision does not hold it; of anything else, nothing."""
    try:
        is_beyond = isinf(float(word)) and _number(word) is None
    except ValueError:
        return ""
    return "; a number of double precision is at most 1.8e308" if is_beyond else ""


def _with_decimal_comma(name: str, word: str) -> str:
    """Return how a number with a decimal comma is read; not by itself, since 1,234 may be a thousand and more."""
    if word.count(",") != 1 or _number(word.replace(",", ".")) is None:
        return ""
    quoted = '"' + name.replace('"', '""') + '"'
    # 44 is the comma and 46 the point: quotes of either kind would end what a shell is told.
    query = f"select * replace (replace({quoted}, chr(44), chr(46)) as {quoted}) from data"
    return f"; a decimal comma is read with --sql '{query}'"


def _told_apart(name: str, words: Sequence[str], numbers: NDArray[Any]) -> NDArray[Any]:
    """Return scores that floats merge as whole numbers of 64 bits, if they are; otherwise they are refused."""
    exact = [
        Fraction(word) if np.isfinite(number) else float(number) for word, number in zip(words, numbers, strict=True)
    ]
    if len(set(exact)) == len(np.unique(numbers)):
        return numbers  # 1 and 1.0 are one number
    if all(isinstance(number, Fraction) and number.denominator == 1 for number in exact):
        whole = [int(number) for number in exact]
        for dtype in (np.int64, np.uint64):
            if np.iinfo(dtype).min <= min(whole) and max(whole) <= np.iinfo(dtype).max:
                return np.array(whole, dtype=dtype)
    raise BadScore(merged_scores(name))


def merged_scores(name: str) -> str:
    """Say that a column holds scores that cannot be told apart."""
    return (
        f"Column {name!r} holds different scores that are one double-precision number, so they would be merged; round "
        "them, or rank them first."
    )


def _refuse_swapped(label: Column, scores: Mapping[str, Column]) -> None:
    """Refuse labels that are fractions where a score holds two values: they were given in the wrong order."""
    if label.words is not None or label.values.dtype.kind != "f" or len(distinct(label)) <= 2:
        return
    for name, column in scores.items():
        if not np.all(np.floor(label.values) == label.values) and len(np.unique(column.values)) == 2:
            raise BadLabel(
                f"{label.name!r} holds decimal numbers and {name!r} two values, as scores and labels do: they seem to "
                "be swapped; give the labels first, then the scores."
            )


def _refuse_scores_of_classes(labels: Labels, scores: Mapping[str, Column]) -> None:
    """Refuse the two columns of predict_proba, called by the labels: they are one model, and not two."""
    if set(scores) != {labels.positive, labels.negative}:
        return
    sums = np.add(*(column.values.astype(float) for column in scores.values()))
    if np.allclose(sums, 1):
        raise InputError(
            f"The scores {labels.negative!r} and {labels.positive!r} are called like the labels and add up to 1: they "
            f"look like predict_proba; give the column {labels.positive!r} alone."
        )


def _require_rows(columns: Sequence[Column], source: str) -> None:
    """Refuse columns of different lengths, and columns without rows."""
    _require_one_length(columns)
    if not len(columns[0]):
        raise InputError(f"There are no rows in {source}.")


def _require_one_length(columns: Sequence[Column]) -> None:
    """Refuse columns of different lengths, naming two that differ."""
    first = columns[0]
    for other in columns[1:]:
        if len(other) != len(first):
            raise InputError(
                f"{first.name!r} has {counted(len(first), 'row')} but {other.name!r} has {len(other):,}; "
                "they must describe the same rows."
            )


def weights_of(column: Column, kind: Weights, complete: NDArray[np.bool_]) -> NDArray[Any]:
    """Return the weights of the complete rows; a bad one is located among all rows as they were given."""
    weights = checked_weights(np.where(complete, column.values, 0), kind, column.name)[complete]
    if not weights.any():
        raise BadWeight(f"Every number in column {column.name!r} is 0, so nothing is left to count.")
    return weights


def complete_rows(columns: Sequence[Column], source: str, reading: Reading) -> NDArray[np.bool_]:
    """Return which rows lack nothing; an error that counts and locates them unless told to drop."""
    _require_rows(columns, source)
    gaps = [(column.name, column.is_missing) for column in columns if not column.is_complete]
    if not gaps:
        return np.ones(len(columns[0]), dtype=bool)
    complete = are_complete(columns)
    if reading.missing == Missing.DROP:
        if not complete.any():
            raise MissingValues("Every row lacks a value in some column, so none is left to count.")
        return complete
    where = ", ".join(
        f"{int(gap.sum()):,} in column {name!r} (first in row {int(np.argmax(gap)) + 1:,})" for name, gap in gaps
    )
    raise MissingValues(
        f"A value is missing in {int((~complete).sum()):,} of {counted(len(complete), 'row')}: {where}; fill them in, "
        "or leave those rows out with --missing drop (in Python: missing='drop')."
    )


def are_complete(columns: Sequence[Column]) -> NDArray[np.bool_]:
    """Return which rows of columns of one length lack nothing."""
    return np.asarray(~np.logical_or.reduce([column.is_missing for column in columns]))


def is_number(word: str) -> bool:
    """Say whether a word spells a number."""
    return _number(word) is not None


def _number(word: str) -> float | None:
    """Return the number that a word spells in digits of ASCII, as every engine reads it; None if there is none.

    >>> _number(" 1e3"), _number("1_000"), _number("1/2"), _number("1e400"), _number("-inf")
    (1000.0, None, None, None, -inf)
    """
    bare = word.strip()
    if not bare.isascii() or "_" in bare:  # float() would take 1_000 for 1000
        return None
    try:
        number = float(bare)
    except ValueError:
        return None
    return None if isinf(number) and "inf" not in bare.lower() else number


def left_out(complete: NDArray[np.bool_], weights: NDArray[Any] | None) -> dict[str, int]:
    """Return how many rows are not counted, by the reason."""
    weightless = 0 if weights is None else int(np.count_nonzero(weights == 0))
    return by_reason(len(complete) - int(np.count_nonzero(complete)), weightless)


def by_reason(incomplete: int, weightless: int) -> dict[str, int]:
    """Return why rows are not counted, with how many there are of each kind."""
    reasons = {"a value was missing": incomplete, "the weight is 0": weightless}
    return {reason: rows for reason, rows in reasons.items() if rows}


def rows_by_group(
    before: Sequence[Column], columns: Sequence[Column], weights: NDArray[Any] | None
) -> dict[str, NDArray[np.intp]]:
    """Return the rows of each group, named by its value, or by column and value if there are several columns."""
    groups: dict[str, NDArray[np.intp]] = {}
    for all_rows, column in zip(before, columns, strict=True):
        codes, names = _coded(column)
        # Numbers of 16 bits are sorted by counting them.
        by_group = np.argsort(codes.astype(np.int16) if len(names) < 2**15 else codes, kind="stable")
        ends = np.cumsum(np.bincount(codes, minlength=len(names)))
        found = dict(zip(names, np.split(by_group, ends[:-1]), strict=True))
        for name in distinct(all_rows.keep(~all_rows.is_missing)):
            rows = found.get(name, np.array([], dtype=np.intp))
            if not len(rows) or (weights is not None and not weights[rows].any()):
                raise EmptyGroup(
                    f"Group {name!r} of column {column.name!r} has no rows left: each of its rows lacks a value or has "
                    "weight 0; fill them in, or leave the group out of the data."
                )
            groups[name if len(columns) == 1 else f"{column.name}={name}"] = rows
    return groups


def _numbered(column: Column) -> NDArray[np.int32]:
    """Return the number of each row's cluster: rows of one value belong to one cluster."""
    return np.unique(column.values, return_inverse=True)[1].astype(np.int32)


def _coded(column: Column) -> tuple[NDArray[Any], list[str]]:
    if column.words is not None:
        return column.values, list(column.words)
    values, codes = np.unique(column.values, return_inverse=True)
    return codes, [shown(value) for value in values]
