"""What both kernels return."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class RankSums(NamedTuple):
    """How the rows of both classes rank, as whole numbers: counted in halves of a row."""

    positives: int
    negatives: int
    wins: int  # over the negatives: twice the positives above, and the tied ones
    positive_squares: int  # over the positives: twice the negatives above, and the tied ones, squared
    negative_squares: int


class CountedScores(NamedTuple):
    """Per distinct score, highest first: what stands on each side.

    Without weights the rows *are* the weights: then `positives`, `positive_rows` and
    `positive_squares` are one and the same int64 array, and likewise for the negatives.
    """

    scores: NDArray[Any]  # float32, float64, int64 or uint64, as given; -0.0 counted as 0.0
    positives: NDArray[Any]  # sum of weights: int64 for whole-number weights, else float64
    negatives: NDArray[Any]
    positive_rows: NDArray[np.int64]
    negative_rows: NDArray[np.int64]
    positive_squares: NDArray[Any]  # sum of squared weights (float64 where weighted)
    negative_squares: NDArray[Any]
    ranks: RankSums | None = None  # where they were found on the way


class NotBinary(ValueError):
    """A label is neither 0 nor 1."""


class NotANumber(ValueError):
    """A score is NaN; the caller knows where the rows came from and says which one."""
