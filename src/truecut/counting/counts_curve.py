"""The curve: the four counts at every useful threshold.

A row is flagged when its score reaches the threshold: ``score >= threshold``, or
``score <= threshold`` where lower scores are the positive ones. The curve starts with
nothing flagged. No score has that threshold (an infinite score is legal), so it has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, inf, nextafter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.counting.counts import Counts, CountsAlong
from truecut.counting.score_table import ScoreTable
from truecut.counting.thresholds import checked_threshold, checked_thresholds
from truecut.errors import BadCall
from truecut.kernel import cumulated
from truecut.words.shown import Shown


@dataclass(frozen=True, eq=False)
class CountsCurve(Shown):
    """The counts at every distinct score of a table, and above them all.

    >>> curve = CountsCurve(ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4]))
    >>> curve.at(0.5)
    Counts(tp=1, fp=0, fn=1, tn=1)
    """

    table: ScoreTable

    @cached_property
    def counts(self) -> CountsAlong:
        """Return the counts as arrays; entry 0 flags nothing, entry i flags the first i scores."""
        known = vars(self.table)  # they belong to the table: every curve of it shares them
        if "_counts" not in known:
            known["_counts"] = CountsAlong(*cumulated(self.table.positives, self.table.negatives))
        counts: CountsAlong = known["_counts"]
        return counts

    @cached_property
    def thresholds(self) -> NDArray[np.float64]:
        """Return the threshold of each entry of `counts`; NaN stands for "above all scores"."""
        return np.concatenate([[np.nan], self.table.scores.astype(float)])

    def __len__(self) -> int:
        return len(self.table) + 1

    def at(self, threshold: float) -> Counts:
        """Return the counts when every score that reaches the threshold is flagged.

        `threshold` is that score.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.at(0.65)
        Counts(tp=2, fp=1, fn=1, tn=2)
        """
        return self.entry(int(self.reached([checked_threshold(threshold)])[0]))

    def entry(self, index: int) -> Counts:
        """Return one entry of the curve as plain numbers.

        `index` is its place: 0 is nothing flagged, -1 everything.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.entry(1)
        Counts(tp=1, fp=0, fn=2, tn=3)
        """
        return self.counts.at(index)

    def counts_at(self, thresholds: ArrayLike) -> Counts:
        """Return the counts at each of many thresholds, as arrays.

        `thresholds` are the scores from which rows are flagged.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.counts_at([0.15, 0.65]).tp.tolist()
        [3, 2]
        """
        return self.counts.at(self.reached(thresholds))

    def reached(self, thresholds: ArrayLike) -> NDArray[np.intp]:
        """Return how many distinct scores reach each threshold."""
        scores = self.table.scores
        wanted = checked_thresholds(thresholds)
        if scores.dtype.kind in "iu":
            return np.array([self._reached_exactly(threshold) for threshold in wanted.tolist()], dtype=np.intp)
        if wanted.dtype.kind in "iu":
            # NumPy would round 2**53 + 1 to 2**53, and a score of 2**53 would reach it.
            beyond = -inf if self.table.lower_is_positive else inf
            wanted = np.array([_next_float(whole, beyond) for whole in wanted.tolist()], dtype=float)
        if self.table.lower_is_positive:
            return np.searchsorted(scores, wanted, side="right")
        return len(scores) - np.searchsorted(scores[::-1], wanted, side="left")

    def _reached_exactly(self, threshold: float) -> int:
        """Compare whole-number scores with a threshold as whole numbers, never as floats."""
        scores = self.table.scores
        limits = np.iinfo(scores.dtype)
        if self.table.lower_is_positive:
            if threshold < limits.min:
                return 0
            highest = limits.max if threshold >= limits.max else floor(threshold)
            return int(np.searchsorted(scores, scores.dtype.type(highest), side="right"))
        if threshold > limits.max:
            return 0
        lowest = limits.min if threshold <= limits.min else ceil(threshold)
        return int(len(scores) - np.searchsorted(scores[::-1], scores.dtype.type(lowest), side="left"))

    def sweep(self, points: int = 101, low: float | None = None, high: float | None = None) -> Sweep:
        """Return the counts at evenly spaced thresholds: 0, 0.01, ... 1 for probabilities.

        Other scores are swept from the lowest to the highest finite one, unless told otherwise.

        >>> CountsCurve(ScoreTable.from_rows([True, False], [0.9, 0.4])).sweep(3).thresholds.tolist()
        [0.0, 0.5, 1.0]
        """
        if points < 2:
            raise BadCall(f"A sweep needs at least 2 thresholds, not {points}.")
        if low is None or high is None:
            start, end = self.range_of_sweep()
            low, high = start if low is None else low, end if high is None else high
        low, high = checked_threshold(low), checked_threshold(high)
        if not low < high:
            raise BadCall(f"A sweep must go up, but it would go from {low:g} to {high:g}.")
        # Divide once: 57 * 0.01 is not 0.57, but 57 / 100 is, and rows scored 0.57 must be flagged there.
        steps = np.arange(points) / (points - 1)
        thresholds = low * (1 - steps) + high * steps
        return Sweep(thresholds, self.counts_at(thresholds))

    def range_of_sweep(self) -> tuple[float, float]:
        """Return from where to where thresholds are swept: 0 to 1, or from the lowest to the highest finite score."""
        if self.table.are_probabilities:
            return 0.0, 1.0
        finite = self.table.scores[np.isfinite(self.table.scores)]
        if not len(finite):
            raise BadCall("No score is finite; say from where to where the thresholds should go.")
        low, high = float(finite.min()), float(finite.max())
        return (low, high) if low < high else (low - 0.5, high + 0.5)


def _next_float(whole: int, beyond: float) -> float:
    """Return the whole number as a float; where no float equals it, the next one on the way to this infinity."""
    rounded = float(whole)
    fell_short = rounded < whole if beyond > 0 else rounded > whole
    return nextafter(rounded, beyond) if fell_short else rounded


@dataclass(frozen=True, eq=False)
class Sweep:
    """Counts at chosen thresholds, lowest threshold first."""

    thresholds: NDArray[np.float64]
    counts: Counts
