"""Rows by true and by answered class: the matrix of any number of classes, as counts alone.

Each class against the rest is four counts, so every metric of the catalogue applies to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import Counts
from truecut.data.columns import Column
from truecut.data.labels import shown
from truecut.errors import BadCall, BadLabel, UnknownName

MOST_CLASSES = 1000


class Normalised(StrEnum):
    """What the cells of a matrix are shares of."""

    ROWS = "rows"  # of the true class: each row of the matrix adds up to 1
    COLUMNS = "columns"  # of the answered class
    ALL = "all"  # of all rows


@dataclass(frozen=True, eq=False)
class Importance:
    """What cells of rows that differ in importance add up to beside their weights; unsure rows are the last column."""

    squares: NDArray[np.float64]  # of the weights
    rows: NDArray[np.int64]

    @classmethod
    def of_rows(
        cls, truth: NDArray[np.intp], answers: NDArray[np.intp], squares: NDArray[Any], size: int
    ) -> Importance:
        """Add up rows and their squared weights by cell; an answer below 0 is none."""
        cells = truth * (size + 1) + np.where(answers < 0, size, answers)
        added = np.bincount(cells, squares.astype(float), size * (size + 1)).astype(float)
        return cls(added.reshape(size, -1), np.bincount(cells, minlength=size * (size + 1)).reshape(size, -1))

    def counted_by(self, factors: NDArray[np.float64]) -> Importance:
        """Return the same cells with the rows of each true class counting as many times as before as is told."""
        return Importance(self.squares * factors[:, None] ** 2, self.rows)

    def __add__(self, other: Importance) -> Importance:
        return Importance(self.squares + other.squares, self.rows + other.rows)


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Rows by true class (down) and answered class (across); `unsure` are rows of each class left without an answer.

    >>> matrix = ClassCounts(("a", "b", "c"), np.array([[5, 1, 0], [0, 4, 0], [2, 0, 3]]))
    >>> matrix.counts("a")
    Counts(tp=5, fp=2, fn=1, tn=7)
    """

    classes: tuple[str, ...]
    rows: NDArray[Any]
    unsure: NDArray[Any] | None = None
    is_ordered: bool = True  # the classes stand in an order that means something: stated, or numbers by size
    importance: Importance | None = field(default=None, kw_only=True)  # of weighted rows, where they are known
    fixes_classes: bool = field(default=False, kw_only=True)  # how common each true class is was stated

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", tuple(map(str, self.classes)))
        object.__setattr__(self, "rows", np.asarray(self.rows))
        if self.rows.shape != (len(self.classes),) * 2:
            raise BadCall(
                f"{len(self.classes)} classes have a matrix of as many rows and columns, not {self.rows.shape}."
            )
        cells = self.rows if self.unsure is None else np.concatenate([self.rows.ravel(), self.unsure])
        if cells.size and not (np.isfinite(cells.astype(float)).all() and cells.min() >= 0):
            raise BadCall("The cells of a matrix are numbers of rows: finite, and not below 0.")

    def counts(self, name: str) -> Counts:
        """Return the four counts of one class against all others; rows without an answer are not answered with it.

        `name` is that of the class.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.counts("b")
        Counts(tp=4, fp=1, fn=0, tn=10)
        """
        i = self.place(name)
        tp, true, answered = self.rows[i, i], self.true[i], self.rows[:, i].sum()
        cells = (tp, answered - tp, true - tp, self.true.sum() - true - answered + tp)
        return Counts(*map(_plain, cells))

    def place(self, name: object) -> int:
        """Return where a class stands.

        `name` is that of the class.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.place("b")
        1
        """
        if shown(name) not in self.classes:
            raise UnknownName("class", shown(name), self.classes)
        return self.classes.index(shown(name))

    @property
    def true(self) -> NDArray[Any]:
        """Return the true rows of each class, in the order of the classes."""
        answered: NDArray[Any] = self.rows.sum(axis=1)
        return answered if self.unsure is None else answered + self.unsure

    @property
    def answered(self) -> NDArray[Any]:
        """Return how many rows were answered with each class."""
        return np.asarray(self.rows.sum(axis=0))

    def support(self) -> dict[str, float]:
        """Return the true rows of each class.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.support()
        {'a': 6, 'b': 4, 'c': 5}
        """
        return {name: _plain(total) for name, total in zip(self.classes, self.true, strict=True)}

    def normalised(self, by: Normalised | str = Normalised.ROWS) -> NDArray[np.float64]:
        """Return the cells as shares of the true class, the answered class or all rows; NaN where a class has none.

        `by` is "rows" (of the true class), "columns" (of the answered class) or "all".

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.normalised("rows").round(2).tolist()
        [[0.83, 0.17, 0.0], [0.0, 1.0, 0.0], [0.4, 0.0, 0.6]]
        """
        try:
            by = Normalised(by)
        except ValueError:
            raise UnknownName("way to normalise", str(by), [way.value for way in Normalised]) from None
        cells, true = self.rows.astype(float), self.true.astype(float)
        totals = {
            Normalised.ROWS: true[:, None],
            Normalised.COLUMNS: cells.sum(axis=0)[None, :],
            Normalised.ALL: true.sum(),
        }
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(cells / totals[by])

    @property
    def is_whole(self) -> bool:
        """Say whether every cell is a whole number of rows."""
        cells = self.rows.astype(float)
        return bool((cells == np.floor(cells)).all())


def _plain(cell: Any) -> Any:
    return cell.item() if isinstance(cell, np.generic) else cell


def class_counts(
    labels: Column,
    predictions: Column,
    weights: NDArray[Any] | None,
    names: Sequence[str],
    *,
    is_ordered: bool = False,
) -> ClassCounts:
    """Count rows by true and predicted class; numbers are in order even if nobody stated it."""
    if len(names) > MOST_CLASSES:
        raise BadLabel(
            f"Columns {labels.name!r} and {predictions.name!r} hold {len(names):,} different labels, and a matrix of "
            f"more than {MOST_CLASSES:,} classes helps nobody; are these the right columns?"
        )
    true, predicted = positions(labels, names), positions(predictions, names)
    cells = np.zeros(len(names) ** 2, dtype=np.int64 if weights is None else weights.dtype)
    np.add.at(cells, true * len(names) + predicted, 1 if weights is None else weights)
    size = len(names)
    return ClassCounts(tuple(names), cells.reshape(size, size), is_ordered=is_ordered or are_numbers(names))


def class_names(*columns: Column) -> list[str]:
    """Return the classes that occur: numbers by size, words by alphabet."""
    found = {name for column in columns for name in _names_and_codes(column)[0]}
    return sorted(found, key=_by_size_or_alphabet)


def positions(column: Column, classes: Sequence[str]) -> NDArray[np.intp]:
    """Return, per row, which of the classes it is."""
    position = {name: i for i, name in enumerate(classes)}
    names, codes = _names_and_codes(column)
    return np.array([position[name] for name in names], dtype=np.intp)[codes]


def _names_and_codes(column: Column) -> tuple[list[str], NDArray[np.intp]]:
    """Return the labels that occur, and for each row which one it is."""
    values, codes = np.unique(column.values, return_inverse=True)
    names = [column.words[v] for v in values] if column.words is not None else [shown(v) for v in values]
    return names, codes


def are_numbers(names: Sequence[str]) -> bool:
    """Say whether all classes are numbers, whose order means something."""
    return all(_by_size_or_alphabet(name)[0] == 0 for name in names)


def _by_size_or_alphabet(name: str) -> tuple[int, float, str]:
    try:
        return (0, float(name), name)
    except ValueError:
        return (1, 0.0, name)
