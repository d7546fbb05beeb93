"""The sampling design of a model's rows: how they came to be there, which decides what varies from sample to sample."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import isclose, sqrt

import numpy as np

from truecut.catalogue.folds import Folds
from truecut.catalogue.metric import Metric
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable

ALIKE = 1e-9  # relative difference up to which weights are the same


class Sampling(StrEnum):
    """How the rows were chosen, as the user says it."""

    COHORT = "cohort"  # as they came: how many are positive is part of what was found
    CASE_CONTROL = "case-control"  # so many positives and so many negatives, on purpose


class DesignKind(StrEnum):
    """What is drawn again to see what varies, and what a variance is then.

    The first that holds names the design: clusters may hold rows of different importance.
    """

    CLUSTERED = "clustered"  # whole clusters; the variance is that between clusters
    WEIGHTED = "weighted"  # rows with their weights; a variance is a sum over squared weights
    BY_CLASS = "by class"  # rows within each class; a variance is about the mean of the class
    INDEPENDENT = "independent"  # rows one by one; a repeated row is as many of them


@dataclass(frozen=True, eq=False)
class Design:
    """How rows were sampled: one by one or in clusters, by class or as they came, of equal importance or not.

    >>> design = Design(ScoreTable.from_rows([True, True, False, False], [4, 3, 2, 1], [3.0, 4.0, 2.0, 2.0]))
    >>> design.kind.value, [round(rows, 2) for rows in design.effective_rows]
    ('weighted', [1.96, 2.0])
    """

    table: ScoreTable
    rows: PlacedRows | None = None  # with their clusters, where rows belong to clusters
    sampling: Sampling = Sampling.COHORT
    folds: Folds | None = None  # of a cross-validation, whose models share rows they were fitted on
    mix: float | None = None  # the share of positives where it is stated, and so does not vary

    @cached_property
    def kind(self) -> DesignKind:
        """Return the design by name."""
        if self.is_clustered:
            return DesignKind.CLUSTERED
        if self.is_weighted:
            return DesignKind.WEIGHTED
        return DesignKind.BY_CLASS if self.is_by_class else DesignKind.INDEPENDENT

    @property
    def is_clustered(self) -> bool:
        """Say whether rows come in clusters, whose rows resemble each other."""
        return self.rows is not None

    @cached_property
    def is_weighted(self) -> bool:
        """Say whether rows differ in importance."""
        return self.table.is_weighted

    @property
    def is_by_class(self) -> bool:
        """Say whether the share of positives was decided when the rows were sampled, and no weights put it right."""
        return self.sampling == Sampling.CASE_CONTROL and not self.is_weighted

    @cached_property
    def fixed_prevalence(self) -> float | None:
        """Return the share of positives where it is stated or was decided, and so does not vary; None where it was not.

        Rows that were sampled by class have the share that they have, or that their weights give them.
        """
        if self.mix is not None or self.sampling != Sampling.CASE_CONTROL:
            return self.mix
        positives, negatives = float(self.table.total_positive), float(self.table.total_negative)
        return positives / (positives + negatives) if positives + negatives else None

    @property
    def fixes_prevalence(self) -> bool:
        """Say whether the share of positives does not vary from sample to sample."""
        return self.fixed_prevalence is not None

    @cached_property
    def tells_less_than_rows(self) -> bool:
        """Say whether rows differ in importance so that they tell less than as many equal ones.

        Rows that are only moved to a stated prevalence do not: those of a class all count the same.
        """
        return self.is_weighted and not (self.fixes_prevalence and self.counts_alike_in_class)

    @cached_property
    def counts_alike_in_class(self) -> bool:
        """Say whether all rows of a class count the same, as those that are only moved to a stated prevalence do."""
        rows = float(self.table.positive_rows.sum()), float(self.table.negative_rows.sum())
        return all(isclose(worth, number, rel_tol=ALIKE) for worth, number in zip(kish(self.table), rows, strict=True))

    def identifies(self, entry: Metric) -> bool:
        """Say whether rows so sampled tell the metric of all rows, not one of a prevalence that was decided."""
        return entry.is_free_of_prevalence or not self.is_by_class

    @property
    def clusters(self) -> int | None:
        """Return how many clusters there are, where rows come in clusters."""
        return None if self.rows is None else self.rows.number_of_clusters

    @property
    def effective_rows(self) -> tuple[float, float]:
        """Return how many independent positives and negatives tell as much: clusters, rows of equal weight, or rows.

        With weights it is Kish's (sum of weights)² / (sum of squared weights) (1965, Survey Sampling).
        """
        table, rows = self.table, self.rows
        if rows is not None and rows.clusters is not None:
            sides = rows.clusters[rows.is_positive], rows.clusters[~rows.is_positive]
            return float(len(np.unique(sides[0]))), float(len(np.unique(sides[1])))
        if not self.is_weighted:
            return float(table.total_positive), float(table.total_negative)
        return kish(table)


def kish(table: ScoreTable) -> tuple[float, float]:
    """Return Kish's effective rows of each class, whatever the weights are."""
    totals = ((table.total_positive, table.positive_squares), (table.total_negative, table.negative_squares))
    # Divide first: the square of a total of 1e200 would overflow.
    positives, negatives = ((float(total) / (sqrt(float(squares.sum())) or 1.0)) ** 2 for total, squares in totals)
    return positives, negatives
