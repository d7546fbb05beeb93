"""Rows of many classes as they were read: the true class, the answer, and the score of every class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights

UNSURE = -1  # the answer of a row that was left without one


@dataclass(frozen=True, eq=False)
class ClassRows:
    """Positions of the true and the answered class of each row, and its scores by class, where there are any.

    >>> rows = ClassRows(("a", "b"), np.array([0, 1]), np.array([0, 0]), np.array([[0.7, 0.3], [0.5, 0.5]]))
    >>> rows.is_right.tolist(), rows.tied
    ([True, False], 1)
    """

    classes: tuple[str, ...]
    truth: NDArray[np.intp]
    answers: NDArray[np.intp]  # UNSURE where there is none
    scores: NDArray[np.float64] | None = None
    weights: NDArray[Any] | None = None
    weights_are: Weights = Weights.NONE

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def is_right(self) -> NDArray[np.bool_]:
        """Say which rows got their own class."""
        return np.asarray(self.truth == self.answers)

    @property
    def weight(self) -> NDArray[Any]:
        """Return what each row counts."""
        return np.ones(len(self), dtype=np.int64) if self.weights is None else self.weights

    @property
    def size(self) -> NDArray[np.int64]:
        """Return how many rows each true class has, whatever their weights."""
        return np.bincount(self.truth, minlength=len(self.classes))

    @cached_property
    def tied(self) -> int:
        """Return how many rows have several classes with the highest score."""
        if self.scores is None or not len(self):
            return 0
        return int(((self.scores == self.scores.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())


def most_likely(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return, per row, which class has the highest score; the first of them in a tie."""
    likeliest: NDArray[np.intp] = np.argmax(scores, axis=1)
    return likeliest
