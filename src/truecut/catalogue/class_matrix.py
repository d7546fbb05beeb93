"""The confusion matrix of any number of classes, and what it says class by class and on average.

Each class against the rest is four counts, so every metric of the catalogue applies to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Value, metric
from truecut.catalogue.formula import Formula
from truecut.counting.counts import Counts
from truecut.data.columns import Column
from truecut.data.labels import shown
from truecut.errors import BadCall, BadLabel, UnknownName

MOST_CLASSES = 1000


class Average(StrEnum):
    """How the values of several classes become one."""

    MACRO = "macro"  # each class counts the same
    WEIGHTED = "weighted"  # each class counts by its true rows
    MICRO = "micro"  # the counts of all classes are added first


@dataclass(frozen=True, eq=False)
class ClassMatrix:
    """Rows by true class (down) and predicted class (across).

    >>> matrix = ClassMatrix(("a", "b", "c"), np.array([[5, 1, 0], [0, 4, 0], [2, 0, 3]]))
    >>> matrix.counts("a")
    Counts(tp=5, fp=2, fn=1, tn=7)
    """

    classes: tuple[str, ...]
    rows: NDArray[Any]

    def counts(self, name: str) -> Counts:
        """Return the four counts of one class against all others."""
        if name not in self.classes:
            raise UnknownName("class", name, self.classes)
        i = self.classes.index(name)
        tp, true, predicted = self.rows[i, i], self.rows[i].sum(), self.rows[:, i].sum()
        cells = (tp, predicted - tp, true - tp, self.rows.sum() - true - predicted + tp)
        return Counts(*map(_plain, cells))

    def metric(
        self, name: str, average: Average | str = Average.MACRO, *, convention: str | None = None, **parameters: Any
    ) -> Value:
        """Return a metric of the classes taken together.

        Accuracy, kappa, MCC, the no-information rate and the error rate have a definition of their own for
        many classes; the average does not matter for them.
        """
        entry = metric(name)
        if entry.name in OVERALL:
            return OVERALL[entry.name](self)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} needs {entry.needs.value}, and a confusion matrix does not tell them.")
        average = average_from(average)
        if average == Average.MICRO:
            return entry.at(self._added(), convention=convention, **parameters)
        values = {c: entry.at(self.counts(c), convention=convention, **parameters) for c in self.classes}
        return mean_over_classes(values, self.support() if average == Average.WEIGHTED else None)

    def support(self) -> dict[str, float]:
        """Return the true rows of each class."""
        return {name: _plain(total) for name, total in zip(self.classes, self.rows.sum(axis=1), strict=True)}

    def _added(self) -> Counts:
        total = self.counts(self.classes[0])
        for name in self.classes[1:]:
            total = total + self.counts(name)
        return total

    def _margins(self) -> dict[str, Any]:
        """Return exact sums: rows n, agreements, and the products of the margins."""
        exact = self.rows.astype(object)
        true, predicted = exact.sum(axis=1), exact.sum(axis=0)
        return {
            "n": exact.sum(),
            "agree": exact.trace(),
            "chance": (true * predicted).sum(),
            "true_squares": (true * true).sum(),
            "predicted_squares": (predicted * predicted).sum(),
            "largest": true.max(),
        }

    def overall(self, formula: str, undefined: str) -> Value:
        """Return a value computed from the margins of the whole matrix."""
        number = Formula(formula).at(self._margins())
        return Value.absent(undefined) if number != number else Value(number)


def average_from(given: Average | str) -> Average:
    """Return the average of this name."""
    try:
        return Average(given)
    except ValueError:
        raise UnknownName("average", given, [average.value for average in Average]) from None


def _plain(cell: Any) -> Any:
    return cell.item() if isinstance(cell, np.generic) else cell


ONE_CLASS = "all rows, or all predictions, are of one class"
NO_ROWS = "there are no rows"
# Formulas over the margins of the whole matrix, and why they can be undefined.
OF_MARGINS = {
    "accuracy": ("agree / n", NO_ROWS),
    "error_rate": ("(n - agree) / n", NO_ROWS),
    "zero_one_count": ("n - agree", NO_ROWS),
    "no_information_rate": ("largest / n", NO_ROWS),
    "kappa": ("(n * agree - chance) / (n * n - chance)", ONE_CLASS),
    "mcc": ("(n * agree - chance) / sqrt((n * n - true_squares) * (n * n - predicted_squares))", ONE_CLASS),
}
OVERALL: dict[str, Callable[[ClassMatrix], Value]] = {
    **{name: partial(ClassMatrix.overall, formula=text, undefined=why) for name, (text, why) in OF_MARGINS.items()},
    "uniform_guess_rate": lambda m: Value(1 / len(m.classes)),
    "balanced_accuracy": lambda m: m.metric("recall", Average.MACRO),
}


def mean_over_classes(values: dict[str, Value], weights: dict[str, float] | None = None) -> Value:
    """Return the mean of the classes' values; undefined, naming the classes, if one of them has none."""
    used = {name: value for name, value in values.items() if weights is None or weights[name] > 0}
    lacking = [name for name, value in used.items() if value.value is None]
    if not used:
        return Value.absent(NO_ROWS)
    if lacking:
        reason = used[lacking[0]].undefined
        return Value.absent(f"undefined for {len(lacking)} of {len(used)} classes (for {lacking[0]!r}: {reason})")
    weight = np.array([1.0 if weights is None else weights[name] for name in used])
    numbers = np.array([value.value if value.value is not None else nan for value in used.values()])
    return Value(float((numbers * weight).sum() / weight.sum()))


def class_matrix(labels: Column, predictions: Column, weights: NDArray[Any] | None = None) -> ClassMatrix:
    """Count rows by true and predicted class; the classes are those that occur in either."""
    names = class_names(labels, predictions)
    if len(names) > MOST_CLASSES:
        raise BadLabel(
            f"Columns {labels.name!r} and {predictions.name!r} hold {len(names):,} different labels, and a matrix of "
            f"more than {MOST_CLASSES:,} classes helps nobody; are these the right columns?"
        )
    position = {name: i for i, name in enumerate(names)}
    true, predicted = _positions(labels, position), _positions(predictions, position)
    cells = np.zeros(len(names) ** 2, dtype=np.int64 if weights is None else weights.dtype)
    np.add.at(cells, true * len(names) + predicted, 1 if weights is None else weights)
    return ClassMatrix(tuple(names), cells.reshape(len(names), len(names)))


def class_names(*columns: Column) -> list[str]:
    """Return the classes that occur: numbers by size, words by alphabet."""
    found = {name for column in columns for name in _names_and_codes(column)[0]}
    return sorted(found, key=_by_size_or_alphabet)


def _positions(column: Column, position: dict[str, int]) -> NDArray[np.intp]:
    names, codes = _names_and_codes(column)
    return np.array([position[name] for name in names], dtype=np.intp)[codes]


def _names_and_codes(column: Column) -> tuple[list[str], NDArray[np.intp]]:
    """Return the labels that occur, and for each row which one it is."""
    values, codes = np.unique(column.values, return_inverse=True)
    names = [column.words[v] for v in values] if column.words is not None else [shown(v) for v in values]
    return names, codes


def _by_size_or_alphabet(name: str) -> tuple[int, float, str]:
    try:
        return (0, float(name), name)
    except ValueError:
        return (1, 0.0, name)


def most_likely(scores: Sequence[NDArray[Any]]) -> NDArray[np.intp]:
    """Return, per row, which class has the highest score; the first of them in a tie."""
    likeliest: NDArray[np.intp] = np.argmax(np.column_stack(scores), axis=1)
    return likeliest
