"""Scores and weights in the few types in which they are counted, without changing what they say.

Scores keep their order and their ties: whole numbers that float64 would merge stay whole. Weights are finite and not
negative, and those that stand for repeated rows are whole numbers.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.errors import BadLabel, BadScore, BadWeight, Incompatible, MissingValues
from truecut.kernel import booleans

MOST_ROWS = 2**63
MOST_APART = 2.0**53
LARGEST_WEIGHT = 1e70  # whose fourth power, times the rows, is a number still
WHOLE_AS_FLOAT = 2**53 - 1  # up to here a whole number is a float64 to which no other one is rounded


class Weights(StrEnum):
    """What a weight means; point values do not depend on it, intervals do."""

    NONE = "none"  # each row counts once
    REPEATED = "repeated"  # a row of weight 3 stands for three equal rows
    IMPORTANCE = "importance"  # a row of weight 3 matters three times as much (sampling, cost)


def checked_labels(labels: ArrayLike) -> NDArray[np.bool_]:
    """Return labels that are True and False, or 1 and 0; what other labels mean is not known here.

    >>> checked_labels([1, 0]).tolist()
    [True, False]
    """
    labels = complete(labels, "labels")
    found = booleans(labels) if labels.ndim == 1 and labels.dtype.kind in "biuf" else None
    if found is None and labels.size:
        raise BadLabel(
            f"The labels of a score table are True and False, or 1 and 0, one per row, not {labels.dtype} of shape "
            f"{labels.shape}; Tally(positive=...) counts other labels, and evaluate() does."
        )
    return np.zeros(0, dtype=bool) if found is None else found


def complete(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return an array of which nothing is masked."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise MissingValues(f"{int(np.ma.getmaskarray(values).sum()):,} of {len(values):,} {name} are masked.")
    return np.asarray(values)


def sortable(scores: ArrayLike) -> NDArray[Any]:
    """Return the scores as float32, float64, int64 or uint64 without changing their order or ties.

    >>> sortable([1, 2]).dtype.name, sortable([2**60, 2**60 + 1]).dtype.name
    ('float64', 'int64')
    """
    scores = complete(scores, "scores")
    if scores.ndim != 1:
        raise BadScore(f"Scores must be one number per row, but they have the shape {scores.shape}.")
    kind = scores.dtype.kind
    if kind == "b":
        return scores.astype(float)
    if kind in "iu":
        big = len(scores) and max(int(scores.max()), -int(scores.min())) > WHOLE_AS_FLOAT
        return scores.astype(np.uint64 if kind == "u" else np.int64) if big else scores.astype(float)
    if kind != "f":
        raise BadScore(
            f"Scores must be numbers, but they are of type {scores.dtype}; evaluate() and Tally read others."
        )
    if scores.dtype == np.float16:
        return scores.astype(np.float32)
    if scores.dtype.itemsize > 8:
        as_float = scores.astype(float)
        if not np.all((as_float == scores) | np.isnan(scores)):
            raise BadScore(
                f"Some scores of type {scores.dtype} have no exact double-precision value, so different scores "
                "would be merged; round them, or rank them first."
            )
        return as_float
    return scores.astype(scores.dtype.newbyteorder("="), copy=False)


def common_type(ours: NDArray[Any], theirs: NDArray[Any]) -> np.dtype[Any]:
    """Return the type in which the scores of both stay what they are."""
    for dtype in (ours.dtype, theirs.dtype):
        if _holds_exactly(dtype, ours) and _holds_exactly(dtype, theirs):
            return dtype
    raise Incompatible(
        f"One table has scores of type {ours.dtype}, the other {theirs.dtype}, and no type holds both without "
        "merging different scores; round them, or rank them first."
    )


def _holds_exactly(dtype: np.dtype[Any], scores: NDArray[Any]) -> bool:
    if dtype == scores.dtype:
        return True
    if "f" in (dtype.kind, scores.dtype.kind):
        least, most = -WHOLE_AS_FLOAT, WHOLE_AS_FLOAT
    else:
        least, most = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    is_whole = scores.dtype.kind != "f" or bool((np.floor(scores) == scores).all())
    least = max(least, 0) if dtype.kind == "u" else least
    return is_whole and least <= scores.min().item() and scores.max().item() <= most


def require_all_comparable(weights: NDArray[Any], name: str) -> None:
    """Refuse weights of which a sum would lose some: of which one is more than 2**53 times another."""
    counted = weights[weights > 0]
    if not len(counted):
        return
    require_comparable(float(counted.min()), float(counted.max()), name)


def require_comparable(least: float, most: float, name: str) -> None:
    """Refuse weights between these if small ones vanish beside large ones, or powers of them are no numbers."""
    if most > LARGEST_WEIGHT or least < 1 / LARGEST_WEIGHT:
        raise BadWeight(
            f"The numbers in {name!r} go from {least:g} to {most:g}, and a variance of such numbers is none; divide "
            "all of them by one of them, which changes no share."
        )
    if most / MOST_APART > least:
        raise BadWeight(
            f"The numbers in {name!r} go from {least:g} to {most:g}, so far apart that a sum loses the small ones; "
            "leave out those that do not matter, or count the large ones apart."
        )


def checked_weights(weights: ArrayLike, kind: Weights, name: str = "weights") -> NDArray[Any]:
    """Return the weights as float64, or as int64 if they say how often a row is repeated."""
    weights = complete(weights, "weights")
    if weights.ndim != 1 or weights.dtype.kind not in "biuf":
        raise BadWeight(f"Weights must be one number per row, not {weights.dtype} of shape {weights.shape}.")
    bad = ~((weights >= 0) & np.isfinite(weights))
    if bad.any():
        row = int(np.argmax(bad))
        raise BadWeight(
            f"{int(bad.sum()):,} of {len(weights):,} numbers in {name!r} are negative or not finite "
            f"(the first is {weights[row]:g} in row {row + 1:,}); they must be 0 or more."
        )
    if kind != Weights.REPEATED:
        require_all_comparable(weights, name)
        return weights.astype(float)
    too_many = BadWeight("The weights stand for 2**63 rows or more, which is more than can be counted exactly.")
    if weights.size and float(weights.max()) >= MOST_ROWS:
        raise too_many
    whole = weights.astype(np.int64)
    if not np.array_equal(whole, weights):
        row = int(np.argmax(whole != weights))
        raise BadWeight(
            f"A weight that repeats rows must be a whole number, but row {row + 1:,} has {weights[row]:g}; "
            "say that the weights are importance weights instead."
        )
    if whole.sum(dtype=float) >= MOST_ROWS:
        raise too_many
    return whole
