"""Areas under ROC curves of several models on the same rows, and how they vary together.

DeLong's method: each row has a placement by each model, and the placements of one row go together. The difference of
two areas is the mean difference of placements, so its variance needs no more than those. Rows of one
cluster vary together too (Obuchowski 1997, Biometrics 53:567).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.areas import roc_area
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.delong import placements
from truecut.inference.paired.tails import chi_square_above, f_above

NO_SPREAD = 1e-18  # a variance below which areas do not differ but by rounding
ROUNDING = 1e-10
BLOCK = 4096  # rows
OF_ALL = "_areas of all models"


@dataclass(frozen=True)
class Distances:
    """How far several areas lie from being equal, all together, in units of their covariance."""

    squared: float
    rank: int  # how many differences vary on their own
    error_freedom: float  # how well the covariance is known

    def by_chi_square(self) -> float:
        """Return the p-value if the covariance is taken for known."""
        return chi_square_above(self.squared, self.rank) if self.rank else 1.0

    def by_f(self) -> tuple[float, float, float] | None:
        """Return F, its second degrees of freedom and its p-value, as Hotelling does; None with too few rows."""
        if not self.rank:
            return 0.0, inf, 1.0
        left = self.error_freedom - self.rank + 1
        if left <= 0:
            return None
        f = self.squared * left / (self.error_freedom * self.rank)
        return f, left, f_above(f, self.rank, left)


@dataclass(frozen=True, eq=False)
class PlacedAreas:
    """Areas of several models, their covariances, and what each class contributes to them.

    >>> from truecut.counting.score_table import ScoreTable
    >>> labels, a, b = [True, True, False, False], [4, 2, 3, 1], [4, 3, 2, 1]
    >>> tables = {name: ScoreTable.from_rows(labels, scores) for name, scores in {"a": a, "b": b}.items()}
    >>> areas = PlacedAreas.of(PlacedRows.of(tables, {"a": a, "b": b}, labels), ("a", "b"))
    >>> areas.areas.tolist(), float(areas.covariance[0, 0])
    ([0.75, 1.0], 0.125)
    """

    models: tuple[str, ...]
    areas: NDArray[np.float64]
    of_positives: NDArray[np.float64]  # the covariance that the positives contribute
    of_negatives: NDArray[np.float64]
    of_both: NDArray[np.float64]  # what clusters that hold both classes contribute; else 0
    positives: float  # rows, effective ones where weights are of importance
    negatives: float
    clusters: int | None = None

    @classmethod
    def of(cls, rows: PlacedRows, models: Sequence[str]) -> PlacedAreas:
        """Return the areas of models on rows of both classes, at least two of each."""
        curves = [CountsCurve(rows.tables[model]) for model in models]
        areas = np.array([roc_area(curve) for curve in curves])
        placed = [placements(curve) for curve in curves]
        sides = [
            _PlacedClass(np.flatnonzero(rows.is_positive == side), [values[not side] for values in placed], areas)
            for side in (True, False)
        ]
        places = [rows.places[model] for model in models]
        if rows.clusters is not None:
            found = _by_cluster([side.distances(places) for side in sides], sides, rows)
            return cls(tuple(models), areas, *found, rows.number_of_clusters)
        kind = rows.tables[models[0]].weights
        (of_positives, positives), (of_negatives, negatives) = (side.covariance(places, rows, kind) for side in sides)
        nothing = np.zeros_like(of_positives)
        return cls(tuple(models), areas, of_positives, of_negatives, nothing, positives, negatives)

    @classmethod
    def of_all(cls, rows: PlacedRows) -> PlacedAreas:
        """Return the areas of all models of the rows, which are found once: every pair of them is a part of these."""
        known: dict[str, Any] = vars(rows)  # where a cached property keeps its value too
        if OF_ALL not in known:
            known[OF_ALL] = cls.of(rows, tuple(rows.places))
        found: PlacedAreas = known[OF_ALL]
        return found

    def of_models(self, *models: str) -> PlacedAreas:
        """Return the same of some of the models."""
        some = [self.models.index(model) for model in models]
        both = np.ix_(some, some)
        parts = {name: getattr(self, name)[both] for name in ("of_positives", "of_negatives", "of_both")}
        return replace(self, models=models, areas=self.areas[some], **parts)

    @property
    def covariance(self) -> NDArray[np.float64]:
        """Return the covariances of the areas."""
        return self.of_positives + self.of_negatives + self.of_both

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """Return the difference of two areas, its standard error and its degrees of freedom."""
        contrast = np.zeros(len(self.models))
        contrast[self.models.index(first)] += 1
        contrast[self.models.index(second)] -= 1
        a, b = (max(0.0, float(contrast @ part @ contrast)) for part in (self.of_positives, self.of_negatives))
        value, variance = float(contrast @ self.areas), max(0.0, float(contrast @ self.covariance @ contrast))
        if self.clusters is not None:
            return value, sqrt(variance), float(self.clusters - 1)
        below = a * a / (self.positives - 1) + b * b / (self.negatives - 1)
        return value, sqrt(variance), (a + b) ** 2 / below if below else float("inf")

    def joint(self) -> Distances:
        """Return how far the areas lie from being equal."""
        # Distances to the mean area are contrasts that favour no order of the models.
        to_mean = np.eye(len(self.models)) - 1 / len(self.models)
        variances, directions = np.linalg.eigh(to_mean @ self.covariance @ to_mean)
        varies = variances > max(NO_SPREAD, ROUNDING * float(variances.max()))
        if not varies.any():
            return Distances(0.0, 0, inf)
        along = (directions.T @ to_mean @ self.areas)[varies]
        statistic, freedom = float((along**2 / variances[varies]).sum()), int(varies.sum())
        whitening = to_mean @ directions[:, varies] / np.sqrt(variances[varies])
        return Distances(statistic, freedom, self._error_freedom(whitening))

    def _error_freedom(self, whitening: NDArray[np.float64]) -> float:
        """Return the degrees of freedom of the covariance (Krishnamoorthy & Yu 2004, Stat Probab Lett 66:161).

        Satterthwaite's for more than one difference, and for one his own.
        """
        if self.clusters is not None:
            return float(self.clusters - 1)
        rank = whitening.shape[1]
        below = 0.0
        for part, rows in ((self.of_positives, self.positives), (self.of_negatives, self.negatives)):
            share = whitening.T @ part @ whitening
            below += float((share**2).sum() + np.trace(share) ** 2) / (rows - 1)
        return float((rank + rank**2) / below)


@dataclass(frozen=True, eq=False)
class _PlacedClass:
    """The rows of one class, and what each model places a row of it at by its place in the model's table."""

    rows: NDArray[np.intp]
    placed: list[NDArray[np.float64]]
    areas: NDArray[np.float64]

    def distances(self, places: Sequence[NDArray[np.int32]], some: slice = slice(None)) -> NDArray[np.float64]:
        """Return how far placements lie from the areas: one row for each model."""
        rows = self.rows[some]
        found = np.empty((len(self.placed), len(rows)))
        for line, values, of_model in zip(found, self.placed, places, strict=True):
            np.take(values, of_model[rows], out=line, mode="clip")
        found -= self.areas[:, None]
        return found

    def weights(self, rows: PlacedRows) -> NDArray[np.float64]:
        """Return what each row counts."""
        return np.ones(len(self.rows)) if rows.weights is None else rows.weights[self.rows].astype(float)

    def covariance(
        self, places: Sequence[NDArray[np.int32]], rows: PlacedRows, kind: Weights
    ) -> tuple[NDArray[np.float64], float]:
        """Return the covariance of mean placements of the class, and how many rows tell it."""
        weights = None if rows.weights is None else self.weights(rows)
        products = np.zeros((len(self.placed),) * 2)
        # Block by block, so that no more than a block of placements is in memory, and all of it in the cache.
        for start in range(0, len(self.rows), BLOCK):
            some = slice(start, start + BLOCK)
            distances = self.distances(places, some)
            if weights is None:
                products += distances @ distances.T
            else:
                products += (distances * weights[some] ** (1 + (kind == Weights.IMPORTANCE))) @ distances.T
        number = len(self.rows)
        total = float(number) if weights is None else float(weights.sum())
        if weights is None or kind != Weights.IMPORTANCE:
            return products / (total - 1) / total, total
        return products / total**2 * number / (number - 1), total**2 / float((weights**2).sum())


def _by_cluster(
    centred: Sequence[NDArray[np.float64]], sides: Sequence[_PlacedClass], rows: PlacedRows
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float, float]:
    assert rows.clusters is not None
    clusters = [rows.clusters[side.rows] for side in sides]
    weights = [side.weights(rows) for side in sides]
    number = int(max(codes.max() for codes in clusters)) + 1
    sums = [
        np.array([np.bincount(codes, weights=some * of_model, minlength=number) for of_model in distances])
        for distances, some, codes in zip(centred, weights, clusters, strict=True)
    ]
    positives, negatives = (float(some.sum()) for some in weights)
    of_positives, of_negatives = (
        _corrected(sums[side] @ sums[side].T / total**2, len(np.unique(clusters[side])))
        for side, total in ((0, positives), (1, negatives))
    )
    crossed = sums[0] @ sums[1].T / (positives * negatives)
    of_both = _corrected(crossed + crossed.T, len(np.unique(np.concatenate(clusters))))
    return of_positives, of_negatives, of_both, positives, negatives


def _corrected(spread: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    return spread * (number / (number - 1)) if number > 1 else spread
