"""How finely cells are cut: until what they hide is a small share of what chance hides.

A cell of p positives and n negatives hides the order of p * n pairs: the area under the ROC curve is off by at most
half their share of all pairs, and average precision by what the order does to the precision at the cell's positives
(`error_bounds.py`). Cells are cut until both are `SHARE` of a standard error. If a cell that hides c is cut into s,
about c / s is left, so the sum of c / s is least for a given number of cells where s goes with sqrt(c). Only numbers of
rows decide, so neither weights nor the order of adding them matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.error_bounds import precisions_within
from truecut.engines.score_tree import ScoreTree

SHARE = 0.01  # of the standard error
MOST_ROUNDS = 6
MOST_PARTS = 2**19  # made in one round; a part without rows costs nothing
MOST_BITS = 19  # of one cell in one round
CROWD = 2**12  # parts, from which on a cell is a crowd, whose middle is denser than its ends
LEFT_ALONE = 0.25  # of what may be hidden stays in cells that are not worth cutting

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CountedCells:
    """Cells, the most positive first: their numbers, lowest and highest score, and the rows of both classes."""

    cells: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]
    positives: Numbers
    negatives: Numbers

    def __len__(self) -> int:
        return len(self.cells)

    def in_order(self, *, lower_is_positive: bool) -> CountedCells:
        """Return the cells with the most positive first."""
        order = np.argsort(self.low)  # no two cells overlap
        return self._some(order if lower_is_positive else order[::-1])

    def replaced(self, cut: NDArray[np.bool_], parts: CountedCells) -> CountedCells:
        """Return the parts in the place of the cells that were cut, in no order."""
        rest = self._some(~cut)
        return CountedCells(*(np.concatenate([getattr(rest, name), getattr(parts, name)]) for name in COLUMNS))

    def cut_of(self, tree: ScoreTree, most: int) -> tuple[NDArray[np.bool_], ScoreTree] | None:
        """Return which cells are cut and how, making at most so many; None where little enough is hidden."""
        if most < 2 or not self.positives.sum() or not self.negatives.sum():
            return None
        wanted = np.maximum(_parts(*self._hidden_of_area()), _parts(*self._hidden_of_precision()))
        which = wanted > 1
        if not which.any():
            return None
        parts = wanted[which] * min(1.0, most / float(wanted[which].sum()))
        bits = np.ceil(np.log2(np.clip(parts, 2, 2**MOST_BITS))).astype(np.int64)
        return which, tree.cut(self.cells[which], self.low[which], self.high[which], bits)

    def _hidden_of_area(self) -> tuple[Numbers, float]:
        """Return how much each cell hides of the area under the ROC curve, and its standard error after DeLong."""
        p, n = self.positives, self.negatives
        positives, negatives = float(p.sum()), float(n.sum())
        below, above = (negatives - np.cumsum(n) + n / 2) / negatives, (np.cumsum(p) - p / 2) / positives
        area = float(p @ below) / positives
        variances = (p @ (below - area) ** 2 / max(positives - 1, 1), n @ (above - area) ** 2 / max(negatives - 1, 1))
        error = float(variances[0] / positives + variances[1] / negatives) ** 0.5
        return np.where(self._is_wide, p * n / (2 * positives * negatives), 0.0), max(error, self._least_error)

    def _hidden_of_precision(self) -> tuple[Numbers, float]:
        """Return how much each cell hides of average precision, and its standard error by the infinitesimal jackknife.

        With t positives and f negatives down to a cell, and P in all, AP = sum p t / (t + f) / P. One more positive in
        a cell changes it by (t / (t + f) - AP + sum p f / (t + f)²) / P, one more negative by -sum p t / (t + f)² / P,
        the sums being over the cell and those after it; the variance is the sum of squares over all rows (Efron 1982,
        The Jackknife, the Bootstrap and Other Resampling Plans, chapter 6).
        """
        p, n = self.positives, self.negatives
        positives, t, f = float(p.sum()), np.cumsum(p), np.cumsum(n)
        worst, counted, best = precisions_within(p, n)
        hidden = np.where(self._is_wide & (p > 0), p * np.maximum(best - counted, counted - worst) / positives, 0.0)
        flagged = np.maximum(t + f, 1.0)  # cells have rows, but the first may have lost theirs to a weight of 0
        value = float(p @ (t / flagged)) / positives
        after = [np.cumsum((p * side / flagged**2)[::-1])[::-1] for side in (f, t)]
        variance = float(p @ (t / flagged - value + after[0]) ** 2 + n @ after[1] ** 2) / positives**2
        return hidden, max(variance**0.5, self._least_error)

    @property
    def _least_error(self) -> float:
        """Return the standard error of half a misranked row: where few rows are misranked, the others are too small."""
        positives, negatives = float(self.positives.sum()), float(self.negatives.sum())
        return 0.5 / min(positives, negatives) / sqrt(max(positives, negatives))

    @property
    def _is_wide(self) -> NDArray[np.bool_]:
        return np.asarray((self.low != self.high) & np.isfinite((self.low / 2).astype(float)))

    def _some(self, of: NDArray[Any]) -> CountedCells:
        return CountedCells(*(getattr(self, name)[of] for name in COLUMNS))


@dataclass(frozen=True, eq=False)
class CountedTree:
    """Cells that follow the scores, and the rows that the rounds that found them counted on the way."""

    tree: ScoreTree
    counted: CountedCells


COLUMNS = ("cells", "low", "high", "positives", "negatives")


def _parts(hidden: Numbers, error: float) -> Numbers:
    """Return into how many parts each cell should be cut, so that a small share of the standard error stays hidden.

    >>> _parts(np.array([0.02, 0.0]), 1.0).tolist()
    [4.0, 1.0]
    """
    parts, allowed = np.ones(len(hidden)), SHARE * error
    if hidden.sum() <= allowed:
        return parts
    rising = np.sort(hidden)
    heavy = hidden >= rising[np.searchsorted(np.cumsum(rising), LEFT_ALONE * allowed, side="right")]
    roots = np.sqrt(hidden[heavy])
    wanted = np.maximum(2 * roots * roots.sum() / allowed, 2)
    # Twice as many of a crowd save a round, which would go through all rows again for its middle.
    parts[heavy] = np.where(wanted > CROWD, 2 * wanted, wanted)
    return parts
