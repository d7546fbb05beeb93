"""Many curves over the same scores, one per row of a matrix; `many_values` has the metrics of all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.kernel import hull_corners

Values = NDArray[np.float64]
Ways = dict[str, Callable[..., Values]]  # to a metric of many curves, by its name


@dataclass(frozen=True, eq=False)
class Curves:
    """Counts per score, one curve per row; scores stand as in a score table."""

    scores: NDArray[Any]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    lower_is_positive: bool = False
    is_coarse: bool = False  # a score stands for a group of neighbours, and a limit may be met inside it

    def __len__(self) -> int:
        return len(self.positives)

    @cached_property
    def tp(self) -> Values:
        """Return the true positives at every threshold, from nothing flagged on."""
        return _from_zero(self.positives)

    @cached_property
    def fp(self) -> Values:
        """Return the false positives at every threshold."""
        return _from_zero(self.negatives)

    @cached_property
    def counts(self) -> Counts:
        """Return all four counts at every threshold."""
        return Counts(tp=self.tp, fp=self.fp, fn=self.tp[:, -1:] - self.tp, tn=self.fp[:, -1:] - self.fp)

    @property
    def total_positive(self) -> Values:
        """Return the positives of each curve."""
        return self.tp[:, -1]

    @property
    def total_negative(self) -> Values:
        """Return the negatives of each curve."""
        return self.fp[:, -1]

    def along(self, entry: Metric) -> Values:
        """Return a metric of four counts at every threshold of every curve."""
        if entry.name not in self._along:
            self._along[entry.name] = entry.along(self.counts)
        return self._along[entry.name]

    @cached_property
    def _along(self) -> dict[str, Values]:
        return {}

    @cached_property
    def hulls(self) -> Hulls:
        """Return the upper convex hulls of the ROC curves."""
        is_corner = hull_corners(self.fp, self.tp)
        return Hulls(self.tp[is_corner], self.fp[is_corner], np.flatnonzero(is_corner) // self.tp.shape[1])

    def alone(self, place: int) -> CountsCurve:
        """Return one of the curves."""
        positives, negatives = self.positives[place], self.negatives[place]
        there = positives + negatives > 0
        sides: dict[str, Any] = {}
        for name in COUNTED:
            sides[name] = (positives if name.startswith("positive") else negatives)[there]
        return CountsCurve(ScoreTable(self.scores[there], **sides, lower_is_positive=self.lower_is_positive))


@dataclass(frozen=True, eq=False)
class Hulls:
    """The corners of many hulls, one after the other."""

    tp: Values
    fp: Values
    owner: NDArray[np.intp]  # the curve that each corner belongs to

    @cached_property
    def starts(self) -> NDArray[np.intp]:
        """Return the first corner of each hull."""
        return np.searchsorted(self.owner, np.arange(self.owner[-1] + 1))

    def sums(self, of_pieces: Callable[[Values, Values, Values, Values], Values]) -> Values:
        """Return sums over the pieces of each hull of what each is worth: f(tp before, fp before, more tp, more fp)."""
        is_piece = self.owner[1:] == self.owner[:-1]
        before, fp_before = self.tp[:-1][is_piece], self.fp[:-1][is_piece]
        more, more_fp = np.diff(self.tp)[is_piece], np.diff(self.fp)[is_piece]
        worth = of_pieces(before, fp_before, more, more_fp)
        return np.asarray(np.bincount(self.owner[1:][is_piece], weights=worth, minlength=len(self.starts)), float)


def _from_zero(counts: NDArray[Any]) -> Values:
    cumulated = np.zeros((counts.shape[0], counts.shape[1] + 1))
    np.cumsum(counts, axis=1, out=cumulated[:, 1:])
    return cumulated
