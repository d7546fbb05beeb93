"""A metric of a matrix, read: its value, what it is of, and how it is read off matrices that are near.

The last is what an interval needs. Where the bare name of a metric means two things for many classes, it is refused
with the names of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric, Value
from truecut.catalogue.class_counts import ClassCounts
from truecut.catalogue.class_margins import Margins
from truecut.catalogue.class_metric import Average, ClassMetric, average_from
from truecut.catalogue.class_metrics import class_metric
from truecut.catalogue.class_prices import prices_of_cells, weights_of_cells
from truecut.catalogue.metric import NO_ROWS, require_convention
from truecut.counting.counts import Counts
from truecut.errors import BadCall, UnknownName, listed

TWO_MEANINGS = (
    "{name} has no {average} average here, since two numbers go by that name: balanced_accuracy is the mean of the "
    "classes' recall, accuracy_one_vs_rest the mean of (tp + tn) / n."
)
# Averages of four counts that are the share of rows answered rightly, or wrongly, by another name.
SHARES = {
    ("recall", Average.MICRO): "recall",
    ("recall", Average.WEIGHTED): "recall",
    ("precision", Average.MICRO): "recall",
    ("f1", Average.MICRO): "recall",
    ("fnr", Average.MICRO): "fnr",
    ("fnr", Average.WEIGHTED): "fnr",
    ("fdr", Average.MICRO): "fnr",
}


MEANS_OF_RECALL = ("balanced_accuracy", "balanced_accuracy_adjusted")


class Absent(StrEnum):
    """What becomes of an average where a class has no value."""

    UNDEFINED = "undefined"
    LEFT_OUT = "left_out"


def absent_from(given: Absent | str) -> Absent:
    """Return what is to become of classes without a value."""
    try:
        return Absent(given)
    except ValueError:
        raise UnknownName("way to treat absent classes", str(given), [way.value for way in Absent]) from None


@dataclass(frozen=True)
class ClassWishes:
    """How classes are to be taken together, and what supplies values that do not exist."""

    average: Average | str | None = None
    convention: str | None = None
    absent: Absent | str = Absent.UNDEFINED

    def __post_init__(self) -> None:
        require_convention(self.convention)
        absent_from(self.absent)
        if self.average is not None:
            object.__setattr__(self, "average", average_from(self.average))

    def refuse_average(self, entry: Metric) -> None:
        """Refuse an average, and what belongs to one, where a metric is of all classes already."""
        if self.average is not None:
            if entry.name == "accuracy":
                raise BadCall(TWO_MEANINGS.format(name=entry.name, average=Average(self.average).value))
            raise BadCall(f"{entry.name} is one number of all classes and takes no average; leave it out.")
        if Absent(self.absent) != Absent.UNDEFINED:
            raise BadCall(f"{entry.name} is no average over classes, so none can be left out of it.")

    @property
    def average_or_macro(self) -> Average:
        """Return the average asked for; macro where none was."""
        return Average.MACRO if self.average is None else Average(self.average)


@dataclass(frozen=True, eq=False)
class MatrixReading:
    """The value of a metric at a matrix, and the function that gives it at any margins."""

    entry: Metric
    value: Value
    of: str  # which classes, and how they were taken together
    along: Callable[[Margins], NDArray[np.float64]]
    weights: NDArray[np.float64] | None = None  # of the cells
    unsure_price: float = 0.0
    share: str = ""  # "recall" or "fnr", where it is the share of rows answered rightly or wrongly
    groups_by_answer: bool = False
    left_out: tuple[str, ...] = field(default=())
    averages_recall: bool = False  # it is the mean of the classes' recall, or a straight line of it

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the ends of its range; prices have those of the cheapest and the dearest cell."""
        if self.weights is not None and isinstance(self.entry, ClassMetric) and self.entry.weighs_cells == "costs":
            cells = np.append(self.weights, self.unsure_price)
            return float(cells.min()), float(cells.max())
        return self.entry.bounds


def read_matrix(
    matrix: ClassCounts, name: str, wishes: ClassWishes | None = None, parameters: Mapping[str, Any] | None = None
) -> MatrixReading:
    """Read a metric off a matrix.

    >>> matrix = ClassCounts(("a", "b", "c"), np.array([[4, 1, 0], [1, 2, 0], [1, 1, 0]]))
    >>> read_matrix(matrix, "kappa", parameters={"weights": "quadratic"}).value.value
    0.2553191489361702
    """
    wishes, parameters = wishes or ClassWishes(), parameters or {}
    entry = class_metric(name)
    if isinstance(entry, ClassMetric):
        if not entry.is_of_matrix:
            raise BadCall(f"{entry.name} needs scores of every class, and a confusion matrix does not tell them.")
        wishes.refuse_average(entry)
        return _whole(matrix, entry, wishes.convention, entry.chosen(parameters))
    if not entry.needs_only_counts:
        raise BadCall(f"{entry.name} needs {entry.needs.value}, and a confusion matrix does not tell them.")
    return _averaged(matrix, entry, wishes, entry.chosen(parameters))


def _whole(
    matrix: ClassCounts, entry: ClassMetric, convention: str | None, parameters: Mapping[str, Any]
) -> MatrixReading:
    weights, price = _cells(matrix, entry, parameters)
    margins = Margins.of(matrix, weights)
    if price and matrix.unsure is not None:
        margins = Margins(
            margins.right, margins.true, margins.answered, margins.weighed + price * matrix.unsure.sum(), weights
        )
    counted = entry.counts_classes(margins)
    number = entry.at_margins(margins, counted) if counted.any() else np.nan
    value = entry.value_of(number, convention)
    if entry.name == "f1_of_means" and number != number and convention is not None:
        value = _f1_of_means(matrix, convention)
    left_out = tuple(name for name, counts in zip(matrix.classes, counted, strict=True) if not counts)
    return MatrixReading(
        entry,
        value,
        _over("all", matrix, left_out),
        partial(entry.along_margins, counted=counted),
        weights,
        price,
        entry.share_of if matrix.unsure is None else "",
        entry.groups_by_answer,
        left_out,
        entry.name in MEANS_OF_RECALL,
    )


def _cells(matrix: ClassCounts, entry: ClassMetric, parameters: Mapping[str, Any]) -> tuple[Any, float]:
    """Return the weight or the price of every cell, and that of a row without an answer."""
    if entry.weighs_cells == "weights":
        return weights_of_cells(matrix, parameters["weights"]), 0.0
    if entry.weighs_cells != "costs":
        return None, 0.0
    price = parameters["unsure"]
    if price is None and matrix.unsure is not None and matrix.unsure.any():
        raise BadCall("Some rows have no answer; say what leaving one unsure costs: unsure=0.3.")
    return prices_of_cells(matrix, parameters["costs"]), float(price or 0.0)


def _f1_of_means(matrix: ClassCounts, convention: str) -> Value:
    precision, recall = (
        read_matrix(matrix, name, ClassWishes(convention=convention)).value for name in ("precision", "recall")
    )
    if not precision.value or not recall.value:
        return Value(0.0, None, convention) if precision.is_defined and recall.is_defined else precision
    return Value(2 * precision.value * recall.value / (precision.value + recall.value), precision.undefined, convention)


def _averaged(matrix: ClassCounts, entry: Metric, wishes: ClassWishes, parameters: Mapping[str, Any]) -> MatrixReading:
    average = wishes.average_or_macro
    if average == Average.MICRO:
        if Absent(wishes.absent) != Absent.UNDEFINED:
            raise BadCall("A micro average adds the counts of all classes, so none can be left out of it.")
        value = entry.at(_added(matrix), convention=wishes.convention, **parameters)
        along = partial(_micro_along, entry, parameters)
        return _reading_of(matrix, entry, average, value, along, ())
    values = {
        name: entry.at(matrix.counts(name), convention=wishes.convention, **parameters) for name in matrix.classes
    }
    weights = matrix.support() if average == Average.WEIGHTED else None
    value, left_out = mean_over_classes(values, weights, wishes.absent)
    counted = np.array([name not in left_out for name in matrix.classes])
    along = partial(_mean_along, entry, parameters, average, counted)
    return _reading_of(matrix, entry, average, value, along, left_out)


def _reading_of(
    matrix: ClassCounts,
    entry: Metric,
    average: Average,
    value: Value,
    along: Callable[[Margins], NDArray[np.float64]],
    left_out: tuple[str, ...],
) -> MatrixReading:
    share = SHARES.get((entry.name, average), "") if matrix.unsure is None and not left_out else ""
    of = _over(f"{average.value} average over", matrix, left_out)
    return MatrixReading(
        entry,
        value,
        of,
        along,
        share=share,
        groups_by_answer=entry.is_predictive_value,
        left_out=left_out,
        averages_recall=entry.name in ("recall", "fnr") and average == Average.MACRO,
    )


def mean_over_classes(
    values: Mapping[str, Value], weights: Mapping[str, float] | None = None, absent: Absent | str = Absent.UNDEFINED
) -> tuple[Value, tuple[str, ...]]:
    """Return the mean of the classes' values, and the classes left out of it.

    It is undefined, naming the classes, if one of them has no value and is not to be left out.
    """
    used = {name: value for name, value in values.items() if weights is None or weights[name] > 0}
    lacking = [name for name, value in used.items() if value.value is None]
    if lacking and Absent(absent) == Absent.LEFT_OUT:
        used = {name: value for name, value in used.items() if value.value is not None}
    if not used:
        return Value.absent(NO_ROWS if not lacking else f"no class has a value ({values[lacking[0]].undefined})"), ()
    if lacking and Absent(absent) == Absent.UNDEFINED:
        reason = used[lacking[0]].undefined
        return Value.absent(f"undefined for {len(lacking)} of {len(used)} classes (for {lacking[0]!r}: {reason})"), ()
    weight = np.array([1.0 if weights is None else float(weights[name]) for name in used])
    numbers = np.array([float(value) for value in used.values()])
    supplied = [name for name, value in used.items() if value.undefined]
    left_out = tuple(name for name in values if name not in used)
    mean = float((numbers * weight).sum() / weight.sum())
    if not supplied:
        return Value(mean), left_out
    first = used[supplied[0]]
    return Value(mean, f"undefined for {listed(supplied, most=3)}: {first.undefined}", first.convention), left_out


def _added(matrix: ClassCounts) -> Counts:
    total = matrix.counts(matrix.classes[0])
    for name in matrix.classes[1:]:
        total = total + matrix.counts(name)
    return total


def _micro_along(entry: Metric, parameters: Mapping[str, Any], margins: Margins) -> NDArray[np.float64]:
    added = Counts(**{cell: column.sum(axis=-1) for cell, column in margins.counts.cells().items()})
    return np.asarray(entry.along(added, **parameters))


def _mean_along(
    entry: Metric, parameters: Mapping[str, Any], average: Average, counted: NDArray[np.bool_], margins: Margins
) -> NDArray[np.float64]:
    values = np.asarray(entry.along(margins.counts, **parameters))[..., counted]
    weights = margins.true[..., counted] if average == Average.WEIGHTED else np.ones_like(values)
    # A class without rows has no weight, whatever its value would be.
    weighted = np.where(weights > 0, values, 0.0) * weights
    return np.asarray(weighted.sum(axis=-1) / weights.sum(axis=-1), dtype=float)


def _over(how: str, matrix: ClassCounts, left_out: tuple[str, ...]) -> str:
    if not left_out:
        return f"{how} {len(matrix.classes)} classes"
    left = len(matrix.classes) - len(left_out)
    return f"{how} {left} of {len(matrix.classes)} classes, without {listed(left_out, most=3)}"
