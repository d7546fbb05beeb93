"""What every cell of a matrix weighs or costs: a table, a few cells by name, or a distance between classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts
from truecut.errors import BadCall, UnknownName

DISTANCES = {"linear": 1.0, "quadratic": 2.0}

OF_CELLS = {"costs": "A price", "weights": "A weight"}  # what one number of a table is called


def weights_of_cells(matrix: ClassCounts, given: Any) -> NDArray[np.float64]:
    """Return how much each confusion weighs in kappa: "linear", "quadratic", or a table with 0 where classes agree.

    >>> weights_of_cells(ClassCounts(("1", "2", "3"), np.eye(3)), "quadratic").tolist()
    [[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]]
    """
    if given is None:
        return 1.0 - np.eye(len(matrix.classes))
    if isinstance(given, str):
        if given not in DISTANCES:
            raise UnknownName("weighting of kappa", given, DISTANCES)
        if not matrix.is_ordered:
            raise BadCall(
                f"{given} weights need an order of the classes, and words have none; state it with classes= "
                "(--classes), from the lowest to the highest."
            )
        places = np.arange(len(matrix.classes))
        return np.asarray(np.abs(places[:, None] - places) ** DISTANCES[given], dtype=float)
    weights = _table(matrix, given, "weights")
    if (weights < 0).any() or weights.diagonal().any():
        raise BadCall("Weights of kappa are not below 0, and 0 where true and answered class agree.")
    return weights


def prices_of_cells(matrix: ClassCounts, given: Any) -> NDArray[np.float64]:
    """Return what each answer costs: by true class down and answered class across, or a few cells by name.

    What is not named costs 1, and a right answer nothing.

    >>> prices_of_cells(ClassCounts(("a", "b"), np.eye(2)), {("a", "b"): 5}).tolist()
    [[0.0, 5.0], [1.0, 0.0]]
    """
    if given is None:
        raise BadCall(
            "State what each mistake costs: costs= takes a table of true by answered class, or a mapping such as "
            "{('9', '3'): 5}, where every other mistake costs 1."
        )
    return _table(matrix, given, "costs")


def _table(matrix: ClassCounts, given: Any, what: str) -> NDArray[np.float64]:
    size = len(matrix.classes)
    if isinstance(given, Mapping):
        table = 1.0 - np.eye(size)
        for cell, number in given.items():
            if not isinstance(cell, tuple) or len(cell) != 2:
                raise BadCall(f"{what} are named by true and answered class, such as ('9', '3'), not {cell!r}.")
            table[matrix.place(cell[0]), matrix.place(cell[1])] = finite_number(number, OF_CELLS[what])
        return table
    try:
        table = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise BadCall(f"{what} are a table of numbers, or a mapping from two classes to a number.") from None
    if table.shape != (size, size):
        raise BadCall(
            f"{what} of {size} classes are a table of {size} by {size}, not {' by '.join(map(str, table.shape))}."
        )
    if not np.isfinite(table).all():
        raise BadCall(f"{what} are finite numbers.")
    return table


def finite_number(given: Any, what: str) -> float:
    """Return a number that was given for a cell; `what` it is, such as "A price", begins the sentence if it is none."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        raise BadCall(f"{what} is a number, not {given!r}.") from None
    if not np.isfinite(number):
        raise BadCall(f"{what} is a finite number, not {given!r}.")
    return number
