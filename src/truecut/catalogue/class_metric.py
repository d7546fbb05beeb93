"""What a metric of many classes is: an entry like any other, read off a whole matrix or off the scores of all classes.

Metrics of four counts need no entry here: each class against the rest has them, and an average of the classes too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_margins import Margins
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import Metric, Needs
from truecut.catalogue.value import Value
from truecut.errors import UnknownName

Counted = NDArray[np.bool_]  # which classes count


class Average(StrEnum):
    """How the values of several classes become one."""

    MACRO = "macro"  # each class counts the same
    WEIGHTED = "weighted"  # each class counts by its true rows
    MICRO = "micro"  # the counts of all classes are added first


def average_from(given: Average | str) -> Average:
    """Return the average of this name."""
    try:
        return Average(given)
    except ValueError:
        raise UnknownName("average", str(given), [average.value for average in Average]) from None


@dataclass(frozen=True, kw_only=True, eq=False)
class ClassMetric(Metric):
    """One number about all classes together.

    Of a matrix it is evaluated: `sums` is a formula over `Margins.sums`, `over_classes` a function of the margins and
    of which classes count. Of scores, `function` takes their table (`ClassTable`).
    """

    needs: Needs = Needs.CLASSES
    population: str = "all {units}"
    sums: str = ""
    over_classes: Callable[[Margins, Counted], Any] | None = None
    counts_classes: Callable[[Margins], Counted] = field(default=lambda margins: np.ones(margins.true.shape[-1], bool))
    weighs_cells: str = ""  # the parameter that holds the weight, or the price, of every cell
    averages: tuple[Average, ...] = ()  # that it takes; the first is the default
    share_of: str = ""  # the rows answered rightly or wrongly whose share it is: "recall" or "fnr"
    groups_by_answer: bool = False  # its denominators are answers
    losses_are: str = ""  # of rows, whose mean it is: "log" or "brier"

    @property
    def is_of_matrix(self) -> bool:
        """Say whether the matrix is enough."""
        return bool(self.sums) or self.over_classes is not None

    def at_margins(self, margins: Margins, counted: Counted) -> float:
        """Return the value at the margins of one matrix, exactly where it is a formula; NaN where undefined."""
        if self.sums:
            return Formula(self.sums).at(self._of_sums(margins))
        return float(self.along_margins(margins, counted))

    def along_margins(self, margins: Margins, counted: Counted) -> NDArray[np.float64]:
        """Return the value at each of many margins."""
        if self.over_classes is None:
            return Formula(self.sums).along(self._of_sums(margins))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.over_classes(margins, counted), dtype=float)

    def value_of(self, number: float, convention: str | None) -> Value:
        """Return a number of a matrix as a value, or why there is none."""
        if not isnan(number):
            return Value(number)
        return self.by_convention(next(iter(self.undefined.values()), "the formula gives 0 / 0 here"), convention)

    def _of_sums(self, margins: Margins) -> Mapping[str, Any]:
        named = Formula(self.sums).names
        return {name: value for name, value in margins.sums.items() if name in named}
