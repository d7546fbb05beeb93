"""The computations that take time: from rows to the score table, its ranking, and its bootstrap replicates.

Two kernels do them and give the same table and the same random draws: a native one, and one in NumPy for where the
package was installed without a compiler. ``TRUECUT_KERNEL=portable`` in the environment chooses the NumPy one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from truecut.kernel import portable, portable_draws
from truecut.kernel.tally import NotANumber, Tally

__all__ = [
    "KERNEL",
    "MOST_ROWS_DRAWN",
    "NotANumber",
    "Ranked",
    "Scheme",
    "Tally",
    "hull_corners",
    "poisson_draws",
    "ranked",
    "resampled_average_precision",
    "resampled_counts",
    "resampled_roc_auc",
    "tally",
]

# The first type that holds every value is taken: whole numbers stay whole, float32 stays float32.
_SCORE_TYPES = (np.int64, np.uint64, np.float32, np.float64)
_WEIGHT_TYPES = (np.int64, np.float64)

MOST_ROWS_DRAWN = 2**31 - 1  # one by one

Counts = NDArray[np.int64]


class Scheme(StrEnum):
    """How rows are drawn again."""

    ROWS = "rows"  # as many as there are, from all of them
    BY_CLASS = "class"  # as many positives as there are, and as many negatives
    POISSON = "poisson"  # each row Poisson(1) times, whatever becomes of the others: replicates add up


class Ranked(NamedTuple):
    """The area under the ROC curve, and how far the placements of both classes lie from it."""

    area: float
    positive_squares: float  # of the distances, summed over the rows
    negative_squares: float


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
    counted: Tally = _chosen.tally(label_column, score_column, weight_column)
    return counted


def ranked(positives: Counts, negatives: Counts) -> Ranked:
    """Return how a table with rows of both classes ranks them; counts come highest score first.

    >>> ranked(np.array([1, 0, 1, 0]), np.array([0, 1, 0, 1]))
    Ranked(area=0.75, positive_squares=0.125, negative_squares=0.125)
    """
    return Ranked(*_chosen.ranked(*_contiguous(positives, negatives)))


def hull_corners(across: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say of many rising lines, one per row, which points are corners of their upper convex hulls.

    >>> hull_corners(np.array([[0.0, 0, 1, 1, 2]]), np.array([[0.0, 1, 1, 2, 2]]))
    array([[ True,  True, False,  True,  True]])
    """
    is_corner: NDArray[np.bool_] = _chosen.hull_corners(
        np.ascontiguousarray(across, float), np.ascontiguousarray(up, float)
    )
    return is_corner


def resampled_counts(
    positives: Counts, negatives: Counts, replicates: int, *, seed: int, scheme: Scheme, first: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the drawn positives and negatives of each score: a matrix each, one replicate per row.

    Replicate `first + i` of a seed is the same whatever is asked for beside it.
    """
    columns = _contiguous(positives, negatives)
    drawn: tuple[NDArray[np.int32], NDArray[np.int32]]
    drawn = _chosen.resampled_counts(*columns, replicates, seed, scheme.value, first)
    return drawn


def resampled_roc_auc(
    positives: Counts, negatives: Counts, replicates: int, *, seed: int, scheme: Scheme, first: int = 0
) -> NDArray[np.float64]:
    """Return the area under the ROC curve of each replicate, NaN where a class was not drawn.

    >>> resampled_roc_auc(np.array([1, 1, 0]), np.array([0, 1, 1]), 3, seed=0, scheme=Scheme.BY_CLASS)
    array([0.875, 1.   , 0.875])
    """
    columns = _contiguous(positives, negatives)
    areas: NDArray[np.float64] = _chosen.resampled_roc_auc(*columns, replicates, seed, scheme.value, first)
    return areas


def resampled_average_precision(
    positives: Counts, negatives: Counts, replicates: int, *, seed: int, scheme: Scheme, first: int = 0
) -> NDArray[np.float64]:
    """Return the average precision of each replicate, NaN where no positive was drawn."""
    columns = _contiguous(positives, negatives)
    values: NDArray[np.float64] = _chosen.resampled_average_precision(*columns, replicates, seed, scheme.value, first)
    return values


def poisson_draws(seed: int, replicate: int, row_ids: ArrayLike) -> NDArray[np.uint8]:
    """Return how often rows are drawn, Poisson(1) times each, in four replicates: `4 * replicate` and the next three.

    A row is known by its number alone, so whoever sees it, in whatever batch, draws it as often.

    >>> poisson_draws(0, 0, [7, 8, 7])
    array([[1, 1, 0, 1],
           [1, 3, 0, 0],
           [1, 1, 0, 1]], dtype=uint8)
    """
    return portable_draws.poisson_draws(seed, replicate, np.asarray(row_ids, np.uint64))


def _contiguous(positives: Counts, negatives: Counts) -> tuple[Counts, Counts]:
    return np.ascontiguousarray(positives, np.int64), np.ascontiguousarray(negatives, np.int64)


def _column(name: str, values: ArrayLike, types: Iterable[DTypeLike]) -> NDArray[Any]:
    """Return the values as a contiguous array of the first type that holds them all."""
    given = np.asarray(values)
    if given.ndim != 1:
        raise ValueError(f"{name} must be one column, but have {given.ndim} dimensions.")
    for wanted in types:
        if np.can_cast(given.dtype, wanted, "safe"):
            return np.ascontiguousarray(given, wanted)
    raise TypeError(f"{name} of type {given.dtype} cannot be counted without changing them.")


def _choose_kernel() -> tuple[str, Any]:
    if os.environ.get("TRUECUT_KERNEL") == "portable":
        return "portable", portable
    try:
        from truecut.kernel import _native
    except ImportError:
        return "portable", portable
    return "native", _native


KERNEL, _chosen = _choose_kernel()
