"""The one computation over rows: from labels and scores to the score table.

Two kernels do it and give the same table: a native one, and one in NumPy for where the package was
installed without a compiler. ``TRUECUT_KERNEL=portable`` in the environment chooses the NumPy one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from truecut.kernel import portable
from truecut.kernel.tally import NotANumber, Tally

__all__ = ["KERNEL", "NotANumber", "Tally", "tally"]

# The first type that holds every value is taken: whole numbers stay whole, float32 stays float32.
_SCORE_TYPES = (np.int64, np.uint64, np.float32, np.float64)
_WEIGHT_TYPES = (np.int64, np.float64)

_Kernel = Callable[[NDArray[np.bool_], NDArray[Any], NDArray[Any] | None], Tally]


def tally(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> Tally:
    """Return what stands on each side of every distinct score, highest score first.

    Labels are booleans. Weights are finite and not negative; whole-number weights are added
    exactly, and add up to less than 2**63.

    >>> tally([True, False, True], [0.9, 0.2, 0.2]).positives
    array([1, 1])
    """
    label_column = _column("Labels", labels, (np.bool_,))
    score_column = _column("Scores", scores, _SCORE_TYPES)
    weight_column = None if weights is None else _column("Weights", weights, _WEIGHT_TYPES)
    for column in (score_column, weight_column):
        if column is not None and column.size != label_column.size:
            raise ValueError(f"There are {label_column.size:,} labels, but a column of {column.size:,} values.")
    return _kernel(label_column, score_column, weight_column)


def _column(name: str, values: ArrayLike, types: Iterable[DTypeLike]) -> NDArray[Any]:
    """Return the values as a contiguous array of the first type that holds them all."""
    given = np.asarray(values)
    if given.ndim != 1:
        raise ValueError(f"{name} must be one column, but have {given.ndim} dimensions.")
    for wanted in types:
        if np.can_cast(given.dtype, wanted, "safe"):
            return np.ascontiguousarray(given, wanted)
    raise TypeError(f"{name} of type {given.dtype} cannot be counted without changing them.")


def _choose_kernel() -> tuple[str, _Kernel]:
    if os.environ.get("TRUECUT_KERNEL") == "portable":
        return "portable", portable.tally
    try:
        from truecut.kernel import _native
    except ImportError:
        return "portable", portable.tally
    return "native", _native.tally


KERNEL, _kernel = _choose_kernel()
