"""What is read of the arrays that scikit-learn's functions are given: nothing is converted, it fits or is handed on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut import kernel

EXACT = 2**53  # whole numbers below it add up exactly as floats, in any order


class HandedOn(Exception):
    """This call is answered by scikit-learn itself; the message says why."""


class TwoLabels(NamedTuple):
    """Labels that are the higher one, and what the lower one is: 0 or -1."""

    are_positive: NDArray[np.bool_]
    low: int


def column(values: Any) -> NDArray[Any]:
    """Return a plain one-dimensional array of numbers; a Series of pandas is read where it is."""
    if type(values) is not np.ndarray:
        kind = type(values)
        is_series = kind.__name__ == "Series" and kind.__module__.startswith("pandas")
        if not is_series or not isinstance(values.dtype, np.dtype):
            raise HandedOn(f"a {kind.__name__} is no NumPy array")
        values = values.to_numpy()
    found: NDArray[Any] = values
    if found.ndim != 1:
        raise HandedOn("an array is not one-dimensional")
    if not found.size:
        raise HandedOn("there are no rows")
    if found.dtype.kind not in "biuf" or found.dtype.itemsize > 8 or not found.dtype.isnative:
        raise HandedOn(f"an array is of type {found.dtype}")
    return found


def two_labels(labels: NDArray[Any]) -> TwoLabels:
    """Return labels of {0, 1} or {-1, 1} as booleans."""
    found = kernel.booleans(labels)
    if found is not None:
        return TwoLabels(found, 0)
    if labels.dtype.kind in "if":
        are_positive = labels == 1
        if np.count_nonzero(are_positive) + np.count_nonzero(labels == -1) == labels.size:
            return TwoLabels(are_positive, -1)
    raise HandedOn("labels are neither {0, 1} nor {-1, 1}")


def whole_weights(weights: Any, rows: int) -> NDArray[np.int64] | None:
    """Return weights that add up exactly whatever the order; sums of others depend on the order of the rows."""
    if weights is None:
        return None
    found = column(weights)
    if found.size != rows:
        raise HandedOn("there are more or fewer weights than rows")
    if found.dtype.kind == "b" or found.dtype in (np.uint64, np.float32, np.float16):
        raise HandedOn(f"weights are of type {found.dtype}")
    if found.dtype.kind == "f" and not (np.isfinite(found).all() and (found == np.floor(found)).all()):
        raise HandedOn("weights are not whole numbers")
    if found.min() < 0 or float(found.max()) * rows >= EXACT:
        raise HandedOn("weights are negative or too large")
    return found.astype(np.int64, copy=False)


def require_one(pos_label: Any) -> None:
    """Hand the call on unless the positive label is 1, named or not."""
    if pos_label is not None and not (type(pos_label) is int and pos_label == 1):
        raise HandedOn("pos_label is not 1")
