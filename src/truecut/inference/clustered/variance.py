"""How sure one can be of shares, means and areas when rows come in clusters.

A share is a ratio of two sums over clusters, and its variance is that of a ratio (Rao & Scott 1992, Biometrics 48:577;
Genders et al. 2012, Radiology 265:910). The area under the ROC curve has Obuchowski's variance (1997, Biometrics
53:567): placements summed within clusters, and the product of both classes where a cluster holds both. With one row per
cluster they are the usual variances, but for a factor of clusters / (clusters - 1) in that of a share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import inf, sqrt

import numpy as np

from truecut.catalogue.formula import Formula
from truecut.catalogue.measures.areas import roc_area
from truecut.catalogue.model import Model
from truecut.counting.counts_curve import CountsCurve
from truecut.inference.clustered.rows import FEWEST_CLUSTERS, ClusteredRows, Sums
from truecut.inference.composites import around_log_odds
from truecut.inference.delong import newcombe, placements
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import normal_quantile, student_quantile
from truecut.inference.weighted import squares_at

Limits = tuple[float, float]


@dataclass(frozen=True)
class ClusteredShare:
    """A share of rows, how many clusters those rows are of, and how many independent rows would tell as much.

    >>> share = ClusteredShare.of(np.array([4.0, 0, 4, 0] * 5), np.array([4.0] * 20))
    >>> share.rows, share.clusters, round(share.effective_rows)
    (80.0, 20, 19)
    """

    share: float
    rows: float
    clusters: float
    effective_rows: float

    @classmethod
    def of(cls, counted: Sums, rows: Sums, *, number: float | None = None, most: float | None = None) -> ClusteredShare:
        """Return the share of the rows that count, both summed within each cluster.

        Where the sums are of weights, `number` says how many rows there are, and `most` how many rows of equal weight
        they can be worth.
        """
        number = float(rows.sum()) if number is None else number
        most = number if most is None else most
        share, clusters = float(counted.sum() / rows.sum()), int(np.count_nonzero(rows))
        variance = ratio_variance(counted, rows) if clusters > 1 else 0.0
        if 0 < share < 1:
            # By chance clusters can be more alike than rows are; that is no reason to count more rows than there are.
            effective = min(most, share * (1 - share) / variance if variance else inf)
        else:
            effective = clusters_as_rows(rows)
        return cls(share, number, clusters, effective)

    def limits(
        self, level: float, method: Callable[[float, float, float], Limits] = wilson_limits
    ) -> tuple[float, float]:
        """Return Wilson's interval, or another one of shares, for the effective rows and Student's distribution."""
        # Wilson's limits depend on quantile² / rows only, so that another quantile is another number of rows.
        trials = self.effective_rows * (normal_quantile(level) / student_quantile(level, self.clusters - 1)) ** 2
        return method(trials if self.share == 1 else self.share * trials, trials, level)

    def grown(self, factor: float) -> ClusteredShare:
        """Return the same share of so many times as many clusters."""
        return ClusteredShare(self.share, self.rows * factor, self.clusters * factor, self.effective_rows * factor)


def share_by_cluster(model: Model, formula: str) -> ClusteredShare:
    """Return a share of rows at the threshold of a model whose rows belong to clusters."""
    rows, share = ClusteredRows.of(model), Formula(formula)
    reached = int(model.curve.reached([model.threshold])[0])
    cells = rows.counts(reached).cells()
    counted, trials = Formula(share.numerator).along(cells), Formula(share.denominator).along(cells)
    if not rows.is_weighted:
        return ClusteredShare.of(counted, trials)
    number = Formula(share.denominator).at(rows.rows_at(reached).cells())
    squares = Formula(share.denominator).at(squares_at(model).cells())
    return ClusteredShare.of(counted, trials, number=number, most=float(trials.sum()) ** 2 / squares)


def ratio_variance(above: Sums, below: Sums) -> float:
    """Return the variance of the ratio of two sums over clusters; those with nothing below do not count."""
    clusters = np.count_nonzero(below)
    ratio = above.sum() / below.sum()
    return float(clusters / (clusters - 1) * ((above - ratio * below) ** 2).sum() / below.sum() ** 2)


def clusters_as_rows(rows: Sums) -> float:
    """Return how many independent rows there are if all rows of a cluster say the same (Kish)."""
    return float(rows.sum() ** 2 / (rows**2).sum())


@dataclass(frozen=True, eq=False)
class ClusteredArea:
    """The area under a ROC curve, and how far the placements in each cluster are from it."""

    area: float
    positives: Sums
    negatives: Sums
    of_positives: Sums  # placements of the positives of a cluster, less the area for each
    of_negatives: Sums

    @classmethod
    def of(cls, rows: ClusteredRows, curve: CountsCurve) -> ClusteredArea:
        """Return the area of a curve that has rows of both classes."""
        area, (of_positives, of_negatives) = roc_area(curve), placements(curve)
        return cls(
            area,
            rows.positives,
            rows.negatives,
            rows.summed(of_positives[rows.places] - area, rows.is_positive),
            rows.summed(of_negatives[rows.places] - area, ~rows.is_positive),
        )

    @property
    def variance(self) -> float | None:
        """Return Obuchowski's variance; None if fewer than two clusters hold one of the classes."""
        return area_covariance(self, self)

    @property
    def clusters(self) -> int:
        """Return how many clusters hold the class that fewer of them hold."""
        return int(min(np.count_nonzero(self.positives), np.count_nonzero(self.negatives)))

    @property
    def spread(self) -> AreaSpread:
        """Return the numbers that the interval needs."""
        sizes = clusters_as_rows(self.positives), clusters_as_rows(self.negatives)
        return AreaSpread(self.area, self.variance, self.clusters, *sizes)


@dataclass(frozen=True)
class AreaSpread:
    """An area, its variance, and how many clusters stand behind it."""

    area: float
    variance: float | None
    clusters: float  # that hold the class that fewer of them hold
    positives: float  # and negatives that there are if each cluster counts as one row of each class it holds
    negatives: float

    @property
    def method(self) -> AreaMethod:
        """Say which interval is to be trusted."""
        if not 0 < self.area < 1 or self.variance is None or self.variance <= 0:
            return AreaMethod.NEWCOMBE
        return AreaMethod.OBUCHOWSKI if self.clusters >= FEWEST_CLUSTERS else AreaMethod.WIDER

    def limits(self, level: float) -> Limits:
        """Return the interval that is to be trusted."""
        by_number = newcombe(self.area, self.positives, self.negatives, level)
        if self.method == AreaMethod.NEWCOMBE or self.variance is None:
            return by_number
        low, high = obuchowski(self.area, self.variance, self.clusters, level)
        if self.method == AreaMethod.OBUCHOWSKI:
            return low, high
        return min(low, by_number[0]), max(high, by_number[1])

    def grown(self, factor: float) -> AreaSpread:
        """Return the spread of the same area of so many times as many clusters."""
        variance = None if self.variance is None else self.variance / factor
        return AreaSpread(self.area, variance, self.clusters * factor, self.positives * factor, self.negatives * factor)


class AreaMethod(StrEnum):
    """Which interval is to be trusted for an area."""

    OBUCHOWSKI = "Obuchowski on log odds"
    WIDER = "the wider of Obuchowski on log odds and Newcombe by clusters"
    NEWCOMBE = "Newcombe by clusters"


ABOUT_AREAS = {
    AreaMethod.WIDER: f"fewer than {FEWEST_CLUSTERS} clusters hold one of the classes, so the interval is a cautious, "
    "wide one",
    AreaMethod.NEWCOMBE: "the clusters show no spread, so the interval follows from their number, each counting as one "
    "row",
}


def area_covariance(first: ClusteredArea, second: ClusteredArea) -> float | None:
    """Return the covariance of two areas on the same rows; None if fewer than two clusters hold one of the classes.

    It may be negative for two areas, and for one where a cluster with easy positives has hard negatives throughout.
    """
    holding_positives, holding_negatives = np.count_nonzero(first.positives), np.count_nonzero(first.negatives)
    clusters = np.count_nonzero(first.positives + first.negatives)
    if min(holding_positives, holding_negatives) < 2:
        return None
    positives, negatives = first.positives.sum(), first.negatives.sum()
    of_positives = holding_positives / (holding_positives - 1) * (first.of_positives @ second.of_positives)
    of_negatives = holding_negatives / (holding_negatives - 1) * (first.of_negatives @ second.of_negatives)
    across = first.of_positives @ second.of_negatives + first.of_negatives @ second.of_positives
    return float(
        of_positives / positives**2
        + of_negatives / negatives**2
        + clusters / (clusters - 1) * across / (positives * negatives)
    )


def area_error(model: Model) -> float:
    """Return Obuchowski's standard error of the area under a model's curve; 0 where clusters show no spread."""
    return sqrt(max(0.0, ClusteredArea.of(ClusteredRows.of(model), model.curve).variance or 0.0))


def obuchowski(area: float, variance: float, clusters: float, level: float = 0.95) -> Limits:
    """Return the interval on the log odds of the area, with as many degrees of freedom as clusters less one."""
    half = student_quantile(level, clusters - 1) * sqrt(variance) / (area * (1 - area))
    return around_log_odds(area, 1 - area, half)
