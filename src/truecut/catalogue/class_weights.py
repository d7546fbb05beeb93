"""What a row of each class counts where the model is used, if that is not where its rows come from.

Sensitivity and specificity are taken along as they are; that the two transport is an assumption, and
whoever shows such numbers says so. Every metric then follows from counts that are weighted anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan, nan

import numpy as np

from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable

ASSUMPTION = "assuming that sensitivity and specificity are the same there as on these rows"
ONE_CLASS = "to suppose a prevalence both classes must be among the rows"


@dataclass(frozen=True)
class ClassWeights:
    """How much a positive and a negative row of ours count there.

    >>> ClassWeights.to(0.01, 40, 60).on_counts(Counts(tp=30, fn=10, fp=5, tn=55)).tp
    0.75
    """

    positive: float
    negative: float
    prevalence: float | None = None  # there, where it is stated of exactly these rows: it does not vary

    @classmethod
    def to(cls, prevalence: float, positives: float, negatives: float) -> ClassWeights:
        """Return the weights that give the rows this share of positives, and leave them as many."""
        if not positives or not negatives:
            return cls(nan, nan, prevalence)
        rows = positives + negatives
        return cls(prevalence * rows / positives, (1 - prevalence) * rows / negatives, prevalence)

    @property
    def are_known(self) -> bool:
        """Say whether there were rows of both classes to be weighted."""
        return not isnan(self.positive)

    @property
    def of_a_part(self) -> ClassWeights:
        """Return the weights of a part of the rows, so that parts add up; its share of positives is not stated."""
        return replace(self, prevalence=None)

    def on_counts(self, counts: Counts) -> Counts:
        """Return the counts to expect there."""
        return Counts(
            tp=counts.tp * self.positive,
            fn=counts.fn * self.positive,
            fp=counts.fp * self.negative,
            tn=counts.tn * self.negative,
        )

    def on_table(self, table: ScoreTable) -> ScoreTable:
        """Return the score table with its classes weighted as they are there; a repeated row is as many rows."""
        own = (table.positive_squares, table.negative_squares, table.positive_rows, table.negative_rows)
        positive_squares, negative_squares, positive_rows, negative_rows = (
            own if table.is_weighted else (table.positives, table.negatives) * 2
        )
        return replace(
            table,
            positives=table.positives * self.positive,
            negatives=table.negatives * self.negative,
            positive_squares=positive_squares * self.positive**2,
            negative_squares=negative_squares * self.negative**2,
            positive_rows=positive_rows,
            negative_rows=negative_rows,
            weights=Weights.IMPORTANCE,
        )

    def on_rows(self, rows: PlacedRows, tables: dict[str, ScoreTable]) -> PlacedRows:
        """Return placed rows, each counting as much as it does there; `tables` are those of the models, weighted."""
        own = 1.0 if rows.weights is None else rows.weights
        weights = np.where(rows.is_positive, self.positive, self.negative) * own
        moved = replace(rows, tables=tables, weights=weights)
        return moved if weights.all() else moved.taken(np.flatnonzero(weights))


AS_COUNTED = ClassWeights(1, 1)
