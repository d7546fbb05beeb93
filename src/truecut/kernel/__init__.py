"""The computations that take time: from rows to the score table, its ranking, and its bootstrap replicates.

Two kernels do them and give the same table and the same random draws: a native one, and one in NumPy for where the
package was installed without a compiler. ``TRUECUT_KERNEL=portable`` in the environment chooses the NumPy one.

The native one works on all processors without holding the interpreter, ends at Ctrl-C, and gives the same answer for
every number of threads. Memory that is not there is refused before it is asked for (`memory.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.kernel import memory, portable, portable_draws, sums_of_losses
from truecut.kernel.tally import CountedScores, NotANumber, NotBinary, RankSums

__all__ = [
    "KERNEL",
    "CountedScores",
    "LogisticSums",
    "LossPowers",
    "NotANumber",
    "PrecisionInfluences",
    "RankSums",
    "RankedArea",
    "Scheme",
    "agreement",
    "alone",
    "area",
    "average_precision",
    "booleans",
    "corner_areas",
    "corner_rates",
    "cumulated",
    "error_rates",
    "hull_corners",
    "hull_of_counts",
    "logistic_sums",
    "loss_powers",
    "places",
    "poisson_draws",
    "precision_influences",
    "precision_influences_of_many",
    "precision_recall",
    "ranked",
    "recall_losses",
    "resampled_average_precision",
    "resampled_counts",
    "resampled_roc_auc",
    "rising_shares",
    "tally",
]

# The first type that holds every value is taken: whole numbers stay whole, float32 stays float32.
_SCORE_TYPES = tuple(map(np.dtype, (np.int64, np.uint64, np.float32, np.float64)))
_WEIGHT_TYPES = tuple(map(np.dtype, (np.int64, np.float64)))

Counts = NDArray[np.int64]


class Scheme(StrEnum):
    """How rows are drawn again."""

    ROWS = "rows"  # as many as there are, from all of them
    BY_CLASS = "class"  # as many positives as there are, and as many negatives
    POISSON = "poisson"  # each row Poisson(1) times, whatever becomes of the others: replicates add up


class RankedArea(NamedTuple):
    """The area under the ROC curve, and how far the placements of both classes lie from it."""

    area: float
    positive_squares: float  # of the distances, summed over the rows
    negative_squares: float


@contextmanager
def alone() -> Iterator[None]:
    """Count rows on one processor until the block ends: for one of several processes that share the machine."""
    token = _workers.set({"workers": 1} if KERNEL == "native" else {})
    try:
        yield
    finally:
        _workers.reset(token)


def tally(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> CountedScores:
    """Return what stands on each side of every distinct score, highest score first.

    Labels are booleans, or 0 and 1 of any type, which are read where they are. Weights are finite and not negative;
    whole-number weights are added exactly, and add up to less than 2**63.

    >>> tally([True, False, True], [0.9, 0.2, 0.2]).positives
    array([1, 1])
    """
    label_column, score_column = _labels(labels), _column("Scores", scores, _SCORE_TYPES)
    weight_column = None if weights is None else _column("Weights", weights, _WEIGHT_TYPES)
    _require_one_length(label_column, score_column, weight_column)
    memory.require_for_table(len(score_column), is_weighted=weights is not None)
    counted: CountedScores
    try:
        counted = _chosen.tally(label_column, score_column, weight_column, **_workers.get())
    except NotBinary:
        counted = _chosen.tally(_as_booleans(label_column), score_column, weight_column, **_workers.get())
    return counted


def area(labels: ArrayLike, scores: ArrayLike) -> float:
    """Return the area under the ROC curve, for which no table is made; NaN if a class is missing.

    >>> area([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7])
    0.75
    """
    label_column, score_column = _labels(labels), _column("Scores", scores, _SCORE_TYPES)
    _require_one_length(label_column, score_column)
    memory.require_for_area(len(score_column))
    try:
        positives, negatives, wins = _chosen.ranked_pairs(label_column, score_column, **_workers.get())
    except NotBinary:
        positives, negatives, wins = _chosen.ranked_pairs(_as_booleans(label_column), score_column, **_workers.get())
    # Python divides whole numbers of any length and rounds once.
    return wins / (2 * positives * negatives) if positives and negatives else float("nan")


def booleans(labels: NDArray[Any]) -> NDArray[np.bool_] | None:
    """Return labels of 0 and 1 as booleans; None if some are neither.

    >>> booleans(np.array([0.0, 1.0]))
    array([False,  True])
    """
    if labels.dtype.kind == "b":
        return labels
    if not _is_plain(labels):
        return None
    found: NDArray[np.bool_] | None = _chosen.booleans(labels)
    # The bits of -0.0 are not those of 0, but it is 0.
    return portable.booleans(labels) if found is None and labels.dtype.kind == "f" else found


def agreement(labels: NDArray[Any], predictions: NDArray[Any]) -> tuple[int, int, int] | None:
    """Return how many labels, how many predictions and how many of both are 1; None if some are neither 0 nor 1.

    >>> agreement(np.array([1, 0, 1]), np.array([1.0, 1.0, 0.0]))
    (2, 2, 1)
    """
    if not _is_plain(labels) or not _is_plain(predictions):
        return None
    _require_one_length(labels, predictions)
    found: tuple[int, int, int] | None = _chosen.agreement(labels, predictions)
    # The bits of -0.0 are not those of 0, but it is 0.
    has_floats = labels.dtype.kind == "f" or predictions.dtype.kind == "f"
    return portable.agreement(labels, predictions) if found is None and has_floats else found


def ranked(positives: Counts, negatives: Counts, sums: RankSums | None = None) -> RankedArea:
    """Return how a table with rows of both classes ranks them; counts come highest score first.

    Whoever has the sums from counting the rows hands them over.

    >>> ranked(np.array([1, 0, 1, 0]), np.array([0, 1, 0, 1]))
    RankedArea(area=0.75, positive_squares=0.125, negative_squares=0.125)
    """
    columns = _contiguous(positives, negatives)
    sums = sums or _chosen.rank_sums(*columns)
    if sums is None:
        return RankedArea(*portable.ranked_as_floats(*columns))
    rows, others, wins, positive_squares, negative_squares = sums
    losses = 2 * rows * others - wins
    # Sums are in halves of a row. Whole numbers of any length, divided once: nothing is lost on the way.
    return RankedArea(
        wins / (2 * rows * others),
        (positive_squares * rows - losses**2) / (4 * rows * others**2),
        (negative_squares * others - wins**2) / (4 * others * rows**2),
    )


def places(falling: NDArray[Any], scores: NDArray[Any]) -> NDArray[np.int32]:
    """Return where each score stands in a table that counted it, highest score first.

    >>> places(np.array([0.9, 0.4]), np.array([0.4, 0.9, 0.4]))
    array([1, 0, 1], dtype=int32)
    """
    table = np.ascontiguousarray(falling)
    known = next((one for one in _SCORE_TYPES if table.dtype == one == scores.dtype), None)
    if known is None:
        return portable.places(table, scores)
    found: NDArray[np.int32] = _chosen.places(table, np.ascontiguousarray(scores), **_workers.get())
    return found


def average_precision(positives: Counts, negatives: Counts) -> float:
    """Return the mean, over the positives, of the precision where each of them is just flagged.

    >>> average_precision(np.array([1, 0, 1]), np.array([0, 1, 0]))
    0.8333333333333333
    """
    return float(_chosen.average_precision(*_contiguous(positives, negatives)))


def cumulated(positives: NDArray[Any], negatives: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return tp and fp, each above all scores and then at every one, highest first.

    >>> cumulated(np.array([1, 0, 1]), np.array([0, 1, 0]))
    (array([0, 1, 1, 2]), array([0, 0, 1, 1]))
    """
    are_whole = positives.dtype == negatives.dtype == np.int64
    if not are_whole:
        return portable.cumulated(positives, negatives)
    counts: tuple[NDArray[Any], NDArray[Any]] = _chosen.cumulated(*_contiguous(positives, negatives))
    return counts


def corner_areas(positives: Counts, negatives: Counts) -> NDArray[np.float64]:
    """Return what lies under the ROC curve between one corner of `corner_rates` and the next.

    The sum is the area under the curve: in which order it is added up is the caller's.

    >>> corner_areas(np.array([1, 1, 0, 0]), np.array([0, 0, 1, 1])).tolist()
    [0.0, 0.0, 1.0]
    """
    areas: NDArray[np.float64] = _chosen.corner_areas(*_contiguous(positives, negatives))
    return areas


def corner_rates(
    positives: Counts, negatives: Counts
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return false and true positive rates above all scores, and at the first, the last and where the curve turns.

    With the places of those scores: one fewer, since above all of them is none. Both classes have rows, fewer than
    2**53; counts come highest score first.

    >>> [column.tolist() for column in corner_rates(np.array([1, 1, 0, 0]), np.array([0, 0, 1, 1]))]
    [[0.0, 0.0, 0.0, 1.0], [0.0, 0.5, 1.0, 1.0], [0, 1, 3]]
    """
    found: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]
    found = _chosen.corner_rates(*_contiguous(positives, negatives))
    return found


def precision_recall(positives: Counts, negatives: Counts) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return precision and recall at every score, lowest first, and 1 and 0 above all of them.

    There are positives, and every score has rows.

    >>> precision_recall(np.array([1, 0, 1]), np.array([0, 1, 0]))[1].tolist()
    [1.0, 0.5, 0.5, 0.0]
    """
    rates: tuple[NDArray[np.float64], NDArray[np.float64]] = _chosen.precision_recall(
        *_contiguous(positives, negatives)
    )
    return rates


def error_rates(positives: Counts, negatives: Counts) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return false positive and false negative rates at every score, lowest first, and above all of them.

    Both classes have rows.

    >>> [rates.tolist() for rates in error_rates(np.array([1, 0, 1]), np.array([0, 1, 0]))]
    [[1.0, 1.0, 0.0, 0.0], [0.0, 0.5, 0.5, 1.0]]
    """
    rates: tuple[NDArray[np.float64], NDArray[np.float64]] = _chosen.error_rates(*_contiguous(positives, negatives))
    return rates


def recall_losses(positives: Counts, negatives: Counts) -> NDArray[np.float64]:
    """Return for each score, lowest first, the recall above it less that at it, times the precision at it.

    The sum is the average precision, below zero: in which order it is added up is the caller's. There are positives,
    and every score has rows.

    >>> recall_losses(np.array([1, 0, 1]), np.array([0, 1, 1])).tolist()
    [-0.25, 0.0, -0.5]
    """
    losses: NDArray[np.float64] = _chosen.recall_losses(*_contiguous(positives, negatives))
    return losses


def hull_corners(across: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say of many rising lines, one per row, which points are corners of their upper convex hulls.

    >>> hull_corners(np.array([[0.0, 0, 1, 1, 2]]), np.array([[0.0, 1, 1, 2, 2]]))
    array([[ True,  True, False,  True,  True]])
    """
    is_corner: NDArray[np.bool_] = _chosen.hull_corners(
        np.ascontiguousarray(across, float), np.ascontiguousarray(up, float)
    )
    return is_corner


def hull_of_counts(positives: Counts, negatives: Counts) -> NDArray[np.intp]:
    """Return the entries of a ROC curve that are corners of its upper convex hull, the first and the last included.

    The product of both classes is less than 2**62.

    >>> hull_of_counts(np.array([1, 0, 1, 0]), np.array([0, 1, 0, 1])).tolist()
    [0, 1, 3, 4]
    """
    return np.asarray(_chosen.hull_of_counts(*_contiguous(positives, negatives)), dtype=np.intp)


def rising_shares(positives: NDArray[Any], rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rising shares that fit the positives among the rows best, one regression per line.

    All are whole numbers, scores rise from left to right, and each has rows: fewer than 2**31 together.

    >>> rising_shares(np.array([[0, 2, 1, 1]]), np.array([1, 2, 2, 1])).tolist()
    [[0.0, 0.75, 0.75, 1.0]]
    """
    lines, of_each = np.ascontiguousarray(positives, np.int64), np.ascontiguousarray(rows, np.int64)
    shares: NDArray[np.float64] = _chosen.rising_shares(lines, of_each)
    return shares


class LossPowers(NamedTuple):
    """Sums over a table of probabilities, for all that is said of its losses and of its calibration in the large."""

    of_positives: NDArray[np.float64]  # a line each of squared, logarithmic and spherical: three powers about the pivot
    of_negatives: NDArray[np.float64]
    promised: float  # positives, if the probabilities were right
    surplus: float  # both sums of Spiegelhalter's z
    variance: float


def loss_powers(scores: NDArray[Any], positives: Counts, negatives: Counts, pivots: ArrayLike) -> LossPowers:
    """Return sums of powers of what rows lose, less a pivot for each class (lines) and loss.

    >>> loss_powers(np.array([0.5, 0.0]), np.array([2, 0]), np.array([1, 1]), np.zeros((2, 3))).of_negatives[0].tolist()
    [0.25, 0.0625, 0.015625]
    """
    about = np.ascontiguousarray(pivots, float).reshape(-1)
    sums = sums_of_losses.loss_powers(np.ascontiguousarray(scores, float), *_contiguous(positives, negatives), about)
    by_class = sums[:18].reshape(2, 3, 3)
    return LossPowers(by_class[0], by_class[1], *sums[18:].tolist())


class LogisticSums(NamedTuple):
    """Sums over rows along a logistic line: what it misses of the positives and invents of the negatives."""

    missed: float
    invented: float
    missed_along: float  # times the standardised column
    invented_along: float
    missed_bends: float  # by how much each would change with the intercept
    invented_bends: float
    bends_across: float  # both together times the column
    bends_along: float  # and times its square
    log_loss: float


def logistic_sums(
    column: NDArray[np.float64],
    positives: NDArray[Any],
    negatives: NDArray[Any],
    line: tuple[float, float],
    *,
    centre: float = 0.0,
    spread: float = 1.0,
) -> LogisticSums:
    """Return how far the line, intercept and slope along (column - centre) / spread, is from fitting, and how it bends.

    >>> logistic_sums(np.array([0.0]), np.array([1]), np.array([3]), (0.0, 1.0)).missed
    0.5
    """
    intercept, slope = line
    sums = sums_of_losses.logistic_sums(column, positives, negatives, centre, spread, intercept, slope)
    return LogisticSums(*sums.tolist())


class PrecisionInfluences(NamedTuple):
    """Sums over rows of their influence on the average precision, less a pivot for each class."""

    of_positives: float
    positive_squares: float
    of_negatives: float
    negative_squares: float


def precision_influences(
    positives: Counts, negatives: Counts, average: float, pivots: tuple[float, float] = (0.0, 0.0)
) -> PrecisionInfluences:
    """Return what rows add to the average precision of a table that has positives, highest score first.

    >>> precision_influences(np.array([1, 0]), np.array([0, 1]), 1.0).positive_squares
    0.0
    """
    columns = _contiguous(positives, negatives)
    return PrecisionInfluences(*sums_of_losses.precision_influences(*columns, average, np.array(pivots)).tolist())


def precision_influences_of_many(
    positives: Counts, negatives: Counts, averages: NDArray[np.float64]
) -> list[PrecisionInfluences]:
    """Return the same of each of many tables of one length, whose counts are the rows of two matrices.

    >>> precision_influences_of_many(np.array([[1, 0]]), np.array([[0, 1]]), np.array([1.0]))[0].positive_squares
    0.0
    """
    sums = sums_of_losses.precision_influences(positives, negatives, averages, np.zeros(2))
    return [PrecisionInfluences(*row) for row in sums.tolist()]


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


def _labels(labels: ArrayLike) -> NDArray[Any]:
    """Return the labels where they are; only lists are converted."""
    given = np.asarray(labels)
    if given.ndim != 1:
        raise ValueError(f"Labels must be one column, but have {given.ndim} dimensions.")
    if not _is_plain(given):
        raise TypeError(f"Labels must be booleans, or 0 and 1, not of type {given.dtype}.")
    return given


def _as_booleans(labels: NDArray[Any]) -> NDArray[np.bool_]:
    """Return labels that do not have the bits of 0 and 1, but may still be equal to them."""
    found = booleans(labels)
    if found is None:
        raise ValueError("Labels must be booleans, or 0 and 1.")
    return found


def _is_plain(column: NDArray[Any]) -> bool:
    """Say whether a column holds numbers or booleans in the form of this machine."""
    return column.dtype.kind in "biuf" and column.dtype.itemsize <= 8 and column.dtype.isnative


def _require_one_length(labels: NDArray[Any], *columns: NDArray[Any] | None) -> None:
    for column in columns:
        if column is not None and column.size != labels.size:
            raise ValueError(f"There are {labels.size:,} labels, but a column of {column.size:,} values.")


def _contiguous(positives: Counts, negatives: Counts) -> tuple[Counts, Counts]:
    return np.ascontiguousarray(positives, np.int64), np.ascontiguousarray(negatives, np.int64)


def _column(name: str, values: ArrayLike, types: Sequence[np.dtype[Any]]) -> NDArray[Any]:
    """Return the values as a contiguous array of the first type that holds them all."""
    given = np.asarray(values)
    if given.ndim != 1:
        raise ValueError(f"{name} must be one column, but have {given.ndim} dimensions.")
    if given.dtype in types:  # as nearly always: none of them holds another
        return np.ascontiguousarray(given)
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
_workers: ContextVar[dict[str, int]] = ContextVar("truecut_kernel_workers", default={})  # noqa: B039  # never changed
