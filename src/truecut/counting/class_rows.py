"""Rows of many classes as they were read: the true class, the answer, and the score of every class."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    squares: NDArray[Any] | None = None  # of the weights, where a row stands for several
    places: NDArray[np.intp] | None = None  # among the rows that these are a part of

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

    @property
    def squared_weight(self) -> NDArray[Any]:
        """Return what a variance counts each row by: squared importance, or as many rows as a repeated one is."""
        if self.squares is not None:
            return self.squares
        return self.weight**2 if self.weights_are == Weights.IMPORTANCE else self.weight

    def some(self, places: NDArray[np.intp]) -> ClassRows:
        """Return a part of the rows, which knows its places among them.

        >>> rows = ClassRows(("a", "b"), np.array([0, 1, 1]), np.array([0, 0, 1]))
        >>> rows.some(np.array([1, 2])).is_right.tolist()
        [False, True]
        """
        return replace(
            self,
            truth=self.truth[places],
            answers=self.answers[places],
            scores=None if self.scores is None else self.scores[places],
            weights=None if self.weights is None else self.weights[places],
            squares=None if self.squares is None else self.squares[places],
            places=places,
        )

    def counted_by(self, factors: NDArray[np.float64]) -> ClassRows:
        """Return the rows, those of each true class counting as many times as before as is told."""
        each = factors[self.truth]
        return replace(
            self,
            weights=self.weight * each,
            squares=self.squared_weight * each**2,
            weights_are=Weights.IMPORTANCE,
        )

    @property
    def of_occurring_classes(self) -> ClassRows:
        """Return the rows without the classes that none of them is of, as if those had never been scored."""
        there = np.flatnonzero(self.size)
        if len(there) == len(self.classes):
            return self
        places = np.full(len(self.classes) + 1, UNSURE)  # the last one is UNSURE's own
        places[there] = np.arange(len(there))
        return replace(
            self,
            classes=tuple(self.classes[place] for place in there),
            truth=places[self.truth],
            answers=places[self.answers],
            scores=None if self.scores is None else self.scores[:, there],
        )

    @property
    def worth(self) -> NDArray[np.float64]:
        """Return how many rows of equal weight tell as much of each true class (Kish)."""
        total, squares = self.by_class(self.weight), self.by_class(self.squared_weight)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(squares > 0, total / squares * total, 0.0)

    def by_class(self, column: NDArray[Any]) -> NDArray[np.float64]:
        """Add up a column by true class."""
        return np.bincount(self.truth, column.astype(float), len(self.classes)).astype(float)

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
