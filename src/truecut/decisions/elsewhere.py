"""The same model in another place: other shares of positives, or rows that were sampled by class.

Sensitivity and specificity are taken along as they are; that the two transport is an assumption, and
whoever shows these numbers says so. Every metric then follows from counts that are weighted anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.words.numerals import percent

ASSUMPTION = "assuming that sensitivity and specificity are the same there as on these rows"


@dataclass(frozen=True)
class Elsewhere:
    """A place where the model works: its share of positives, or how these rows were sampled from it.

    >>> Elsewhere(prevalence=0.01).moved(Counts(tp=30, fn=10, fp=5, tn=55)).tp
    0.75
    """

    prevalence: float | None = None
    sampled_positives: float = 1.0  # share of the positives of that place that are among these rows
    sampled_negatives: float = 1.0

    def __post_init__(self) -> None:
        if self.prevalence is not None and not 0 <= self.prevalence <= 1:
            raise BadCall(f"A prevalence is a share between 0 and 1, not {self.prevalence:g}.")
        for rate in (self.sampled_positives, self.sampled_negatives):
            if not 0 < rate <= 1:
                raise BadCall(f"A sampling rate is a share above 0 and up to 1, not {rate:g}.")
        if self.prevalence is not None and (self.sampled_positives, self.sampled_negatives) != (1, 1):
            raise BadCall("Give either a prevalence or sampling rates; each follows from the other.")

    def __str__(self) -> str:
        if self.prevalence is not None:
            return f"a prevalence of {percent(self.prevalence)}"
        positives, negatives = percent(self.sampled_positives), percent(self.sampled_negatives)
        return f"a place of which {positives} of the positives and {negatives} of the negatives were sampled"

    def weights(self, positives: float, negatives: float) -> tuple[float, float]:
        """Return how much a positive and a negative row of ours count there; the rows stay as many."""
        if self.prevalence is None:
            return 1 / self.sampled_positives, 1 / self.sampled_negatives
        rows = positives + negatives
        if not positives or not negatives:
            raise BadCall("To move to another prevalence, both classes must be among the rows.")
        return self.prevalence * rows / positives, (1 - self.prevalence) * rows / negatives

    def moved(self, counts: Counts) -> Counts:
        """Return the counts to expect there."""
        positive, negative = self.weights(counts.tp + counts.fn, counts.fp + counts.tn)
        return Counts(
            tp=counts.tp * positive, fn=counts.fn * positive, fp=counts.fp * negative, tn=counts.tn * negative
        )

    def moved_table(self, table: ScoreTable) -> ScoreTable:
        """Return the score table with its classes weighted as they are there."""
        return _weighted(table, *self.weights(table.total_positive, table.total_negative))

    def moved_model(self, model: Model) -> Model:
        """Return the model as it works there, the amounts of its rows included."""
        return _counting_as(model, *self.weights(model.table.total_positive, model.table.total_negative))


def _counting_as(model: Model, positive: float, negative: float) -> Model:
    """Return the model with so much weight on the rows of each class; folds have the weights of all rows together."""
    amounts = {column: _weighted(table, positive, negative) for column, table in model.amounts.items()}
    table = _weighted(model.table, positive, negative)
    return replace(
        model,
        table=table,
        amounts=amounts,
        clustered=_moved_rows(model, table, positive, negative),
        folds=None if model.folds is None else model.folds.each(lambda fold: _counting_as(fold, positive, negative)),
    )


def _moved_rows(model: Model, table: ScoreTable, positive: float, negative: float) -> PlacedRows | None:
    """Return the rows with their clusters, each counting as much as it does there."""
    rows = model.clustered
    if rows is None:
        return None
    weights = np.where(rows.is_positive, positive, negative) * (1.0 if rows.weights is None else rows.weights)
    moved = replace(rows, tables={model.name: table}, weights=weights)
    return moved if weights.all() else moved.taken(np.flatnonzero(weights))


def _weighted(table: ScoreTable, positive: float, negative: float) -> ScoreTable:
    return replace(
        table,
        positives=table.positives * positive,
        negatives=table.negatives * negative,
        positive_squares=table.positive_squares * positive**2,
        negative_squares=table.negative_squares * negative**2,
        weights=Weights.IMPORTANCE,
    )
