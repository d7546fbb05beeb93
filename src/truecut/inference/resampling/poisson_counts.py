"""The bootstrap of a stream: rows come in batches, on one machine or many, and none is kept.

Each row is drawn Poisson(1) times in each replicate, and how often follows from the seed, the replicate and the number
of the row alone. So counts of disjoint rows add up, in any order: shards merge to what one pass would have found
(Hanley & MacGibbon 2006; Chamandy et al. 2012). Between two thresholds scores are not told apart. It suits some hundred
rows and more, with 30 or more in each class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.catalogue import Needs, metric
from truecut.counting.counts import Counts
from truecut.counting.thresholds import checked_threshold, checked_thresholds
from truecut.errors import BadCall, Incompatible
from truecut.inference.estimate import Estimate
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.bootstrap import FEW, FEW_ROWS, TOO_FEW, TOO_FEW_ROWS
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.many_curves import Curves
from truecut.inference.resampling.many_values import values_of
from truecut.inference.resampling.options import Resampling
from truecut.inference.resampling.reading import MAX_UNDEFINED, REPORTED_UNDEFINED
from truecut.kernel import poisson_draws

AT_ONCE = 4  # replicates that one random number serves


@dataclass(frozen=True, eq=False)
class PoissonCounts:
    """How many positives and negatives lie between thresholds: as they came, and in every replicate.

    >>> seen = PoissonCounts.empty([0.5], replicates=200, seed=1)
    >>> labels, scores = np.arange(400) % 4 == 0, np.arange(400) % 7 / 7
    >>> first = seen.with_rows(labels[:150], scores[:150], row_ids=np.arange(150))
    >>> second = seen.with_rows(labels[150:], scores[150:], row_ids=np.arange(150, 400))
    >>> together = (first + second).metric("precision")
    >>> round(together.value, 3), round(together.low, 2), round(together.high, 2)
    (0.251, 0.19, 0.31)
    """

    thresholds: NDArray[np.float64]  # highest first
    seed: int
    positives: NDArray[np.int64]  # one line for the rows as they came and one per replicate, highest scores first
    negatives: NDArray[np.int64]

    @classmethod
    def empty(cls, thresholds: Sequence[float] = (0.5,), *, replicates: int = 500, seed: int = 0) -> PoissonCounts:
        """Return the counts of no rows, for metrics at these thresholds and for the curve through them."""
        Resampling(replicates, seed)  # says what is wrong with either
        ordered = np.unique(checked_thresholds(thresholds).astype(float))[::-1]
        if not len(ordered):
            raise BadCall("PoissonCounts needs at least one threshold.")
        nothing = np.zeros((replicates + 1, len(ordered) + 1), np.int64)
        return cls(ordered, seed, nothing, nothing)

    @property
    def replicates(self) -> int:
        """Return how many replicates are counted."""
        return len(self.positives) - 1

    def with_rows(self, labels: ArrayLike, scores: ArrayLike, *, row_ids: ArrayLike) -> PoissonCounts:
        """Return the counts with these rows too; a row has a number of its own, the same wherever it is read."""
        is_positive, slots = np.asarray(labels, bool), self._slots(np.asarray(scores, float))
        numbers = np.asarray(row_ids)
        if not len(is_positive) == len(slots) == len(numbers):
            raise BadCall(f"There are {len(is_positive):,} labels, {len(slots):,} scores and {len(numbers):,} row ids.")
        width = len(self.thresholds) + 1
        places = slots + width * ~is_positive
        key = Draws(self.seed, Purpose.STREAMED_ROWS).key()
        drawn = np.empty((self.replicates + 1, 2 * width), np.int64)
        drawn[0] = np.bincount(places, minlength=2 * width)
        for block in range(0, self.replicates, AT_ONCE):
            times = poisson_draws(key, block // AT_ONCE, numbers)
            for replicate in range(block, min(block + AT_ONCE, self.replicates)):
                of_replicate = np.bincount(places, weights=times[:, replicate - block], minlength=2 * width)
                drawn[replicate + 1] = of_replicate
        return replace(self, positives=self.positives + drawn[:, :width], negatives=self.negatives + drawn[:, width:])

    def __add__(self, other: PoissonCounts) -> PoissonCounts:
        """Return the counts of both; they must not share rows."""
        if not isinstance(other, PoissonCounts):
            return NotImplemented
        if not np.array_equal(self.thresholds, other.thresholds):
            raise Incompatible("The counts were taken at different thresholds; they do not add up.")
        if (self.seed, self.replicates) != (other.seed, other.replicates):
            raise Incompatible("The counts have different seeds or numbers of replicates; they do not add up.")
        return replace(self, positives=self.positives + other.positives, negatives=self.negatives + other.negatives)

    def metric(self, name: str, *, threshold: float | None = None, level: float = 0.95, **parameters: Any) -> Estimate:
        """Return a metric of four counts at one of the thresholds, or one of the curve through all of them."""
        entry = metric(name)
        if entry.needs == Needs.PROBABILITIES:
            raise BadCall(
                f"{entry.name} needs the probabilities themselves, and only counts between thresholds are kept."
            )
        tail, chosen = (1 - checked_level(level)) / 2, entry.chosen(parameters)
        values = (
            entry.along(self._at(threshold), **chosen)
            if entry.needs_only_counts
            else values_of(entry, self._curves, chosen)
        )
        if np.isnan(values[0]):
            return Estimate(None, "it has no value here", level=level)
        plain, note = Estimate(float(values[0]), level=level, rows=float(self._rows[0])), self._about
        there = values[1:][~np.isnan(values[1:])]
        undefined, smaller = self.replicates - len(there), self._smaller_class
        if smaller < TOO_FEW:
            return replace(plain, note=TOO_FEW_ROWS)
        if undefined > REPORTED_UNDEFINED * self.replicates:
            note += f"; in {undefined:,} of them it has no value"
        if undefined > MAX_UNDEFINED * self.replicates or there.min() == there.max():
            return replace(plain, note=f"the replicates cannot tell how sure it is; {note}")
        low, high = np.quantile(there, [tail, 1 - tail], method="inverted_cdf")
        note = f"{FEW_ROWS}; {note}" if smaller < FEW else note
        return replace(plain, low=float(low), high=float(high), method="poisson-bootstrap", note=note)

    @property
    def _about(self) -> str:
        return f"{self.replicates:,} replicates, seed {self.seed}"

    @property
    def _rows(self) -> NDArray[np.int64]:
        return np.asarray((self.positives + self.negatives).sum(axis=1))

    @property
    def _smaller_class(self) -> int:
        return min((rows for rows in (int(self.positives[0].sum()), int(self.negatives[0].sum())) if rows), default=0)

    @property
    def _curves(self) -> Curves:
        return Curves(np.append(self.thresholds, -np.inf), self.positives, self.negatives)

    def _slots(self, scores: NDArray[np.float64]) -> NDArray[np.intp]:
        if np.isnan(scores).any():
            raise BadCall("A score is not a number; leave such rows out, or say what they score.")
        return len(self.thresholds) - np.searchsorted(self.thresholds[::-1], scores, side="right")

    def _at(self, threshold: float | None) -> Counts:
        if threshold is None and len(self.thresholds) > 1:
            raise BadCall(f"There are {len(self.thresholds):,} thresholds; say which one is meant: threshold=...")
        wanted = self.thresholds[0] if threshold is None else checked_threshold(threshold)
        if wanted not in self.thresholds:
            raise BadCall(f"Nothing was counted at the threshold {wanted:g}.")
        flagged = int(np.flatnonzero(self.thresholds == wanted)[0]) + 1
        # As many rows as came: a total would otherwise vary with the number that was drawn.
        scale = self._rows[0] / np.maximum(1, self._rows)
        sides = [
            side[:, part].sum(axis=1) * scale for part in (slice(flagged), slice(flagged, None)) for side in self._sides
        ]
        return Counts(*sides)

    @property
    def _sides(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return self.positives, self.negatives
