"""What every metric of a matrix hangs on: by class the rows answered rightly, the true rows and the answers.

No metric here asks which mistake was made, except by the weight of a cell, so a thousand classes are three thousand
numbers and not a million.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts
from truecut.counting.counts import Counts


@dataclass(frozen=True, eq=False)
class Margins:
    """The margins of one matrix, or of many along the first axes; classes are the last."""

    right: NDArray[Any]
    true: NDArray[Any]
    answered: NDArray[Any]
    weighed: Any = 0  # the rows, each counted by the weight of its cell
    weights: NDArray[Any] | None = None  # of the cells

    @classmethod
    def of(cls, matrix: ClassCounts, weights: NDArray[np.float64] | None = None) -> Margins:
        """Return the margins as Python numbers, so that sums of whole counts stay exact."""
        cells, exact = matrix.rows.astype(object), _exact(weights)
        weighed: Any = 0 if exact is None else (cells * exact).sum()
        return cls(cells.diagonal().copy(), matrix.true.astype(object), cells.sum(axis=0), weighed, exact)

    @property
    def counts(self) -> Counts:
        """Return the four counts of each class against the rest."""
        rows = self.true.sum(-1)[..., None] if self.true.ndim > 1 else self.true.sum()
        missed, wrong = self.true - self.right, self.answered - self.right
        return Counts(tp=self.right, fp=wrong, fn=missed, tn=rows - self.true - wrong)

    @property
    def sums(self) -> dict[str, Any]:
        """Return what formulas about the whole matrix are written in."""
        true, answered = self.true, self.answered
        by_chance = 0 if self.weights is None else ((true @ self.weights) * answered).sum(-1)
        return {
            "n": true.sum(-1),
            "agree": self.right.sum(-1),
            "chance": (true * answered).sum(-1),
            "true_squares": (true * true).sum(-1),
            "answered_squares": (answered * answered).sum(-1),
            "pooled_squares": ((true + answered) ** 2).sum(-1),
            "largest": true.max(-1),
            "classes": self.true.shape[-1],
            "weighed": self.weighed,
            "weighed_by_chance": by_chance,
        }


def _exact(weights: NDArray[np.float64] | None) -> NDArray[Any] | None:
    """Return whole weights as whole numbers: a float among them would round what they are multiplied with."""
    if weights is None or not (weights == np.rint(weights)).all() or np.abs(weights).max() >= 2**53:
        return None if weights is None else weights.astype(object)
    return weights.astype(np.int64).astype(object)
