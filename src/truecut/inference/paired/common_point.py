"""The difference of two models at a common operating point, where the thresholds were found on the rows at hand.

A threshold that is found varies with the rows. Where two models flag equally many, one more positive that A ranks
high is not a gain of one: another row falls out, which may be positive too. So each model is judged by where its ROC
curve lies at the point. What a row does to that is known: it moves the rate of its class, and the threshold then moves
along the curve until the rate that is made equal is what it was. The rates of both models vary
together, with the share of positives and, where a model sets the point at its own threshold, with the point.

At one point all metrics of four counts ask the same question, so they share a p-value. Greenhouse & Mantel 1950,
Biometrics 6:399; Wieand et al. 1989, Biometrika 76:585.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, isfinite, log

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.differences import student_p
from truecut.inference.paired.confidence_region import maximum_within, radius_to_zero
from truecut.inference.paired.difference import Pair, PairedInterval
from truecut.inference.paired.local_curve import LocalCurve
from truecut.inference.paired.methods import NO_SLOPE, NO_SPREAD, TOO_FEW_CLUSTERS, TWO_OF_EACH
from truecut.inference.paired.mover import ALIKE
from truecut.inference.paired.operating_points import OperatingPoint
from truecut.inference.paired.row_influence import FEWEST_CLUSTERS, covariance, effective_rows
from truecut.inference.quantiles import student_quantile

Numbers = NDArray[np.float64]
PSEUDO_COUNT = 0.5  # of a row, to either side of either class, so that few rows that differ are not taken for none
RATE_MARGIN = 1e-9  # a rate is held that far off 0 and 1
MAX_LOG_ODDS = 20.0  # to which the share of positives may be moved
BY_THE_POINT = "the operating point itself decides it, so there is nothing to test"

# The cells in which models decide differently: the class, and who flags the row.
DIFFERING = ((False, True, False), (False, False, True), (True, True, False), (True, False, True))


@dataclass(frozen=True)
class Coordinate:
    """What places a curve at a point, and how the rates of the two classes move it and the point."""

    # How far the curve's coordinate moves with the recall and with the false positive rate at a fixed threshold.
    by_rates: Callable[[LocalCurve, float], tuple[float, float]]
    # The same of the rate that is made equal, and how far that moves with the share of positives.
    of_point: Callable[[LocalCurve, float], tuple[float, float, float]]
    # Recall and false positive rate where the coordinate, the point and the share of positives are moved to.
    rates: Callable[[LocalCurve, float, Numbers, Numbers, Numbers], tuple[Numbers, Numbers]]
    counted: int | None = None  # the class whose flagged rows are made equal: positives (0), negatives (1), or both


def _at_recall(curve: LocalCurve, _: float, moved: Numbers, point: Numbers, __: Numbers) -> tuple[Numbers, Numbers]:
    from scipy.special import ndtr

    fpr = ndtr(curve.normal_fpr + moved + point / curve.steepness)
    return ndtr(curve.normal_recall + point), fpr


def _at_fpr(curve: LocalCurve, _: float, moved: Numbers, point: Numbers, __: Numbers) -> tuple[Numbers, Numbers]:
    from scipy.special import ndtr

    recall = ndtr(curve.normal_recall + moved + point * curve.steepness)
    return recall, ndtr(curve.normal_fpr + point)


def _at_share(
    curve: LocalCurve, prevalence: float, moved: Numbers, point: Numbers, positive: Numbers
) -> tuple[Numbers, Numbers]:
    share = prevalence * curve.recall + (1 - prevalence) * curve.fpr + point
    more = point - (curve.recall - curve.fpr) * (positive - prevalence)
    along = more / (prevalence * curve.slope + 1 - prevalence)
    lowest, highest = np.maximum(0.0, 1 - (1 - share) / positive), np.minimum(1.0, share / positive)
    recall = np.clip(curve.recall + moved + curve.slope * along, lowest, highest)
    return recall, (share - positive * recall) / (1 - positive)


def _share_by_rates(curve: LocalCurve, prevalence: float) -> tuple[float, float]:
    near = curve.share_of_positives(prevalence)
    return 1 - near, -near * (1 - prevalence) / prevalence


COORDINATES = {
    "recall": Coordinate(  # the false positive rate, on a normal axis
        lambda curve, _: (-1 / (curve.steepness * curve.recall_per_normal), 1 / curve.fpr_per_normal),
        lambda curve, _: (1 / curve.recall_per_normal, 0.0, 0.0),
        _at_recall,
        counted=0,
    ),
    "fpr": Coordinate(  # the recall, on a normal axis
        lambda curve, _: (1 / curve.recall_per_normal, -curve.steepness / curve.fpr_per_normal),
        lambda curve, _: (0.0, 1 / curve.fpr_per_normal, 0.0),
        _at_fpr,
        counted=1,
    ),
    "share_flagged": Coordinate(  # the recall
        _share_by_rates,
        lambda curve, prevalence: (prevalence, 1 - prevalence, curve.recall - curve.fpr),
        _at_share,
    ),
}


@dataclass(frozen=True)
class Cut:
    """A model where it is cut: its curve there, and which rows it flags."""

    curve: LocalCurve
    flagged: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: PlacedRows, model: Model, equal: str, row: float) -> Cut:
        """Return a model at its threshold."""
        reached = int(model.curve.reached([model.threshold])[0])
        return cls(LocalCurve.of(model, equal, row), rows.flagged(model.name, reached))

    def moves(self, is_positive: NDArray[np.bool_], totals: tuple[float, float]) -> tuple[Numbers, Numbers]:
        """Return by how much each row moves the recall, and by how much the false positive rate."""
        return tuple(  # type: ignore[return-value]
            np.where(of_class, self.flagged - rate, 0.0) / total
            for of_class, rate, total in zip(
                (is_positive, ~is_positive), (self.curve.recall, self.curve.fpr), totals, strict=True
            )
        )


@dataclass(frozen=True, eq=False)
class CommonPoint:
    """Two models cut at a common point, as a function of what varies.

    What varies: where the curves of the first and of the second model lie, the point, and the share of positives.
    """

    coordinate: Coordinate
    cuts: tuple[Cut, Cut]
    setter: Cut | None  # the model whose own threshold sets the point; it may be one of the two
    is_positive: NDArray[np.bool_]
    totals: tuple[float, float]  # of positives and of negatives, by weight
    prevalence_varies: bool

    @property
    def prevalence(self) -> float:
        """Return the share of positives."""
        return self.totals[0] / sum(self.totals)

    def influences(self) -> Numbers:
        """Return what each row (a line) does to each of the four."""
        prevalence = self.prevalence
        found = np.zeros((len(self.is_positive), 4))
        for place, cut in enumerate(self.cuts):
            found[:, place] = self._of_curve(cut, self.is_positive)
        share = (self.is_positive - prevalence) / sum(self.totals) * self.prevalence_varies
        if self.setter is not None:
            by_recall, by_fpr, by_share = self.coordinate.of_point(self.setter.curve, prevalence)
            recall, fpr = self.setter.moves(self.is_positive, self.totals)
            found[:, 2] = by_recall * recall + by_fpr * fpr + by_share * share
        found[:, 3] = share / (prevalence * (1 - prevalence))
        return found

    def added(self) -> Numbers:
        """Return what rows that only one of the models flags do to the two curves, one of each class."""
        is_positive = np.array([row[0] for row in DIFFERING])
        found = np.zeros((len(DIFFERING), 4))
        for place, cut in enumerate(self.cuts):
            flagged = np.array([row[1 + place] for row in DIFFERING])
            found[:, place] = self._of_curve(Cut(cut.curve, flagged), is_positive)
        return found

    def between_rows(self) -> Numbers:
        """Return how far a curve may lie off since its threshold sets the point.

        It lies anywhere between two rows of the class that is counted, the other model's at such a row.
        """
        found, counted = np.zeros(4), self.coordinate.counted
        if counted is not None:
            for place, cut in enumerate(self.cuts):
                by_rate = self.coordinate.by_rates(cut.curve, self.prevalence)[counted]
                found[place] = by_rate / self.totals[counted] * (cut is self.setter)
        return found

    def covariance(self, pair: Pair) -> Numbers:
        """Return how the four vary together: by rows or clusters, and by what was added for few of them."""
        influences = self.influences()
        found = covariance(pair.rows, influences, pair.weights)
        weight = weight_of_a_row(pair)
        if pair.rows.clusters is not None:
            as_rows = covariance(replace(pair.rows, clusters=None), influences, pair.weights)
            # Where rows of a cluster go together, a row that tells as much as one alone is several of them.
            weight *= _design_effect(found, as_rows, len(pair.rows) / pair.rows.number_of_clusters)
        added, off = weight * self.added(), weight * self.between_rows()
        return found + PSEUDO_COUNT * added.T @ added + np.outer(off, off)

    def gap(self, pair: Pair, moves: Numbers, *, of_logs: bool) -> Numbers:
        """Return the difference of the metric, or of its logarithms, where the four are moved (a column each)."""
        first, second = (
            np.asarray(pair.entry.along(self._counts(cut, moved, moves), **pair.parameters), dtype=float)
            for cut, moved in zip(self.cuts, moves, strict=False)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log(first / second) if of_logs else first - second
        return np.broadcast_to(found, moves.shape[1])

    def _of_curve(self, cut: Cut, is_positive: NDArray[np.bool_]) -> Numbers:
        by_recall, by_fpr = self.coordinate.by_rates(cut.curve, self.prevalence)
        recall, fpr = cut.moves(is_positive, self.totals)
        return by_recall * recall + by_fpr * fpr

    def _counts(self, cut: Cut, moved: Numbers, moves: Numbers) -> Counts:
        odds = self.totals[0] / self.totals[1] * np.exp(np.clip(moves[3], -MAX_LOG_ODDS, MAX_LOG_ODDS))
        positive = odds / (1 + odds)
        rates = self.coordinate.rates(cut.curve, self.prevalence, moved, moves[2], positive)
        recall, fpr = (np.clip(rate, RATE_MARGIN, 1 - RATE_MARGIN) for rate in rates)
        positives, negatives = (sum(self.totals) * share for share in (positive, 1 - positive))
        return Counts(tp=positives * recall, fp=negatives * fpr, fn=positives * (1 - recall), tn=negatives * (1 - fpr))


def by_local_slope(
    pair: Pair, point: OperatingPoint, setter: Model | None, *, of_ratio: bool = False
) -> PairedInterval:
    """Return the interval and the p-value of two models cut at a point, which the threshold of a model may set."""
    rows, number = pair.rows, effective_rows(pair.rows, pair.weights)
    if min(int(rows.is_positive.sum()), int((~rows.is_positive).sum())) < 2:
        return PairedInterval(None, None, number, TWO_OF_EACH)
    if rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS:
        return PairedInterval(None, None, number, TOO_FEW_CLUSTERS)
    here = common_point(pair, point, setter)
    first, second = pair.values
    observed = log(first / second) if of_ratio else first - second
    # Rates at 0 or 1 were held off by half a row, which must not move the difference itself.
    off = observed - float(here.gap(pair, np.zeros((4, 1)), of_logs=of_ratio)[0])

    def gap(moves: Numbers) -> Numbers:
        return here.gap(pair, moves, of_logs=of_ratio) + off

    spread = here.covariance(pair)
    if _is_decided(gap, spread):
        return PairedInterval(None, None, number, BY_THE_POINT)
    freedom = rows.number_of_clusters - 1.0 if rows.clusters is not None else number - 1
    radius = student_quantile(pair.level, freedom)
    low = -maximum_within(lambda moves: -gap(moves), spread, radius)
    high = maximum_within(gap, spread, radius)
    if not (isfinite(low) and isfinite(high)):
        return PairedInterval(None, None, number, NO_SLOPE)
    statistic = radius_to_zero(gap, spread)
    note = ALIKE if (here.cuts[0].flagged == here.cuts[1].flagged).all() else ""
    return PairedInterval(
        (exp(low), exp(high)) if of_ratio else (low, high),
        student_p(statistic, freedom),
        number,
        note,
        statistic=statistic,
        degrees_of_freedom=freedom,
    )


def common_point(pair: Pair, point: OperatingPoint, setter: Model | None) -> CommonPoint:
    """Return two models where they are cut at a point."""
    rows, row = pair.rows, weight_of_a_row(pair)
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.astype(float)
    cuts = {m.name: Cut.of(rows, m, point.equal, row) for m in (setter, *pair.models) if m is not None}
    return CommonPoint(
        COORDINATES[point.equal],
        (cuts[pair.first.name], cuts[pair.second.name]),
        None if setter is None else cuts[setter.name],
        rows.is_positive,
        (float(weights[rows.is_positive].sum()), float(weights[~rows.is_positive].sum())),
        prevalence_varies=not pair.design.is_by_class,
    )


def weight_of_a_row(pair: Pair) -> float:
    """Return what a row weighs: 1, but for weights of importance."""
    if pair.rows.weights is None or not pair.design.is_weighted:
        return 1.0
    return float(pair.rows.weights.mean())


def _design_effect(by_cluster: Numbers, as_rows: Numbers, rows_per_cluster: float) -> float:
    """Return how many times as much the difference of two curves varies since rows come in clusters; never less."""
    apart = np.array([1.0, -1.0, 0.0, 0.0])
    variance = float(apart @ as_rows @ apart)
    return max(1.0, float(apart @ by_cluster @ apart) / variance) if variance > 0 else rows_per_cluster


def _is_decided(gap: Callable[[Numbers], Numbers], spread: Numbers) -> bool:
    """Say whether the difference is the same wherever the two curves lie."""
    errors = np.sqrt(np.diag(spread))[:2]
    moves = np.zeros((4, 5))
    moves[0, 1:3], moves[1, 3:5] = (errors[0], -errors[0]), (errors[1], -errors[1])
    return float(np.ptp(gap(moves))) < NO_SPREAD
