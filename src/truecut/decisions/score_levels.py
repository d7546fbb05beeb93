"""Scores of different parts of the rows on different levels: each part ranked well, all of them together badly.

A ROC curve of all rows also compares rows of different groups or folds. Where their scores lie on different levels, it
says more about the levels than about the ranking (Simpson's paradox): every group may be "better than the rest". A fair
comparison ranks within the groups on both sides. The area of several groups is that of all pairs of rows whose rows are
of one group, which weighs each group's area by its pairs (Janes & Pepe 2009, Biometrika 96:371).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.inference.cross_validation import ranking_of
from truecut.inference.delong import Ranking

LEAST_GAP = 0.01  # between the two areas, below which the levels do not matter
MOST_PARTS = 500  # beyond, parts are too small for levels of their own

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreLevels:
    """The area of all rows together, and what is known of the areas within their parts."""

    together: float
    names: tuple[str, ...]  # of the parts that have rows of both classes
    rankings: tuple[Ranking, ...]

    @classmethod
    def of(cls, whole: Model, parts: Mapping[str, Model]) -> ScoreLevels | None:
        """Return the levels of parts of the rows; None where fewer than two can be ranked, or too many."""
        if not 2 <= len(parts) <= MOST_PARTS:
            return None
        both = {name: part for name, part in parts.items() if part.table.total_positive and part.table.total_negative}
        area = whole.metric("roc_auc").value
        found = {name: ranking_of(part) for name, part in both.items() if part.metric("roc_auc").is_defined}
        return None if area is None or len(found) < 2 else cls(area, tuple(found), tuple(found.values()))

    @cached_property
    def within(self) -> Ranking:
        """Return the ranking within all parts."""
        return self.without(())

    @property
    def differ(self) -> bool:
        """Say whether all rows together give another area than the parts do, by more than its standard error."""
        gap = abs(self.together - self.within.area)
        return gap > max(LEAST_GAP, sqrt(self.within.variance or 0.0))

    def without(self, parts: Collection[str]) -> Ranking:
        """Return the ranking within all parts but some of them."""
        kept = np.array([name not in parts for name in self.names])
        sums = self._sums[:, kept].sum(axis=1)
        pairs, area, of_positives, of_negatives, positives, negatives = map(float, sums)
        return Ranking(
            area / pairs,
            positives,
            negatives,
            of_positives / pairs**2 * positives,
            of_negatives / pairs**2 * negatives,
        )

    @cached_property
    def _sums(self) -> Numbers:
        """Return, a column per part, its pairs, their area, the variance of that by class, and the rows by class."""
        area, positives, negatives = (
            np.array([getattr(one, name) for one in self.rankings]) for name in ("area", "positives", "negatives")
        )
        pairs = positives * negatives
        spreads = [self._spreads(side) / rows for side, rows in (("positive", positives), ("negative", negatives))]
        return np.array([pairs, pairs * area, *(pairs**2 * spread for spread in spreads), positives, negatives])

    def _spreads(self, side: str) -> Numbers:
        """Return the spread of each part; where a part has fewer than two rows of the class, that of the others."""
        found = np.array([getattr(one, f"{side}_spread") for one in self.rankings], dtype=float)  # None becomes NaN
        rows = np.array([getattr(one, f"{side}s") for one in self.rankings])
        known = ~np.isnan(found)
        usual = np.average(found[known], weights=rows[known]) if known.any() else 0.0
        return np.where(known, found, usual)
