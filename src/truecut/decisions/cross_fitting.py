"""How much a threshold flatters itself on the rows it was chosen on.

Folds and resamples are drawn from the score table: rows of one class with one score are exchangeable, so
dealing them out at random needs no rows. Weights and amounts of such rows are taken to be the same, which is
exact where every score occurs once. A weight that repeats a row stands for so many rows, dealt out one by one.

Where rows come in clusters, whole clusters are dealt out and drawn: rows of a patient who helped to choose a threshold
would flatter it on the same patient's other rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.clustered.rows import ClusteredRows
from truecut.inference.folds import dealt_into_folds, rows_by_class
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.sampling_units import CountedRows

FOLDS, REPEATS, RESAMPLES = 5, 10, 500
MOST_WORK = 2e7  # distinct scores times resamples: larger tables are resampled less often, and it is said
FEWEST_RESAMPLES = 20
ROWS_AT_A_TIME = 1_000_000  # of the matrices, for the sake of memory

Chooser = Callable[[Model], float | None]  # the threshold chosen for a model; None flags nothing


@dataclass(frozen=True)
class HeldOutCounts:
    """Counts, and amounts where rows carry them, of rows that did not choose their threshold."""

    counts: Counts
    amounts: Mapping[str, Counts] = field(default_factory=dict)

    def __add__(self, other: HeldOutCounts) -> HeldOutCounts:
        """Return both together."""
        amounts = {column: amount + other.amounts[column] for column, amount in self.amounts.items()}
        return HeldOutCounts(self.counts + other.counts, amounts)


@dataclass(frozen=True)
class CrossFit:
    """Rows that were judged by thresholds chosen without them, pooled over folds, for each of many divisions."""

    folds: int
    repeats: int
    seed: int
    judged: tuple[HeldOutCounts, ...]  # one per division of the rows
    thresholds: tuple[float | None, ...]  # chosen, one per fold and division

    def metric(self, name: str, **parameters: Any) -> float:
        """Return the mean of a metric over the divisions; NaN if it is undefined in one of them."""
        entry = metric(name)
        return float(np.mean([float(entry.at(judged.counts, **parameters)) for judged in self.judged]))

    def mean_cost(self, cost: Cost) -> float:
        """Return what a row costs on average."""
        return float(np.mean([cost.mean(judged.counts, judged.amounts) for judged in self.judged]))


@dataclass(frozen=True)
class ThresholdSpread:
    """Where the threshold falls over resamples of the rows."""

    level: float
    low: float | None  # None: flagging nothing
    high: float | None
    resamples: int
    seed: int
    wins: tuple[tuple[float | None, float], ...]  # thresholds with the share of resamples they won, most first
    without: int = 0  # further resamples on which the rule found no threshold


def cross_fit(model: Model, chooser: Chooser, *, folds: int = FOLDS, repeats: int = REPEATS, seed: int = 0) -> CrossFit:
    """Choose on all folds but one, judge on that one, and pool; repeat over many divisions of the rows."""
    if folds < 2 or repeats < 1:
        raise BadCall(f"Cross-fitting needs at least 2 folds and 1 repeat, not {folds} and {repeats}.")
    fewest = rows_of_rarer_class(model)
    if fewest < folds:
        what = "clusters that hold" if model.design.is_clustered else "rows of"
        raise BadCall(f"Cross-fitting in {folds} folds needs {folds} {what} each class; the rarer one has {fewest}.")
    draws = Draws(seed, Purpose.FOLDS)
    pooled, thresholds = [], []
    for repeat in range(repeats):
        parts = []
        for fold, others in _divided(model, folds, draws.at(repeat)):
            try:
                thresholds.append(chooser(others))
            except BadCall as error:
                why = error.for_both
                raise BadCall(f"Cross-fitting fails, because a part of the rows allows no choice: {why}") from None
            parts.append(judge(fold, thresholds[-1]))
        pooled.append(_sum(parts))
    return CrossFit(folds, repeats, seed, tuple(pooled), tuple(thresholds))


def rows_of_rarer_class(model: Model) -> int:
    """Return how many rows the rarer of the two classes has; with clusters, how many clusters hold it."""
    if model.design.is_clustered:
        return ClusteredRows.of(model).clusters_of_rarer_class
    return min(int(rows.sum()) for rows in rows_by_class(model.table))


def judge(model: Model, threshold: float | None) -> HeldOutCounts:
    """Return what a threshold does to the rows of a model; None flags nothing."""
    return HeldOutCounts(
        _counts_at(model.table, threshold),
        {column: _counts_at(table, threshold) for column, table in model.amounts.items()},
    )


def threshold_spread(
    model: Model, chooser: Chooser, *, resamples: int = RESAMPLES, level: float = 0.95, seed: int = 0
) -> ThresholdSpread:
    """Choose again on resamples of the rows, drawn within each class; with clusters, of whole clusters."""
    affordable = max(FEWEST_RESAMPLES, int(MOST_WORK / max(1, len(model.table))))
    resamples = min(resamples, affordable)
    chosen: list[float | None] = []
    for resample in _resampled(model, resamples, Draws(seed, Purpose.CHOSEN_THRESHOLD)):
        with suppress(BadCall):
            chosen.append(chooser(resample))
    if not chosen:
        raise BadCall(f"The rule finds no threshold on any of {resamples:,} resamples of the rows.")
    beyond = -np.inf if model.table.lower_is_positive else np.inf  # flagging nothing lies beyond all scores
    numbers = np.sort([beyond if threshold is None else threshold for threshold in chosen])
    ends = np.quantile(numbers, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    low, high = (None if end == beyond and None in chosen else float(end) for end in ends)
    wins = tuple((threshold, times / len(chosen)) for threshold, times in Counter(chosen).most_common())
    return ThresholdSpread(level, low, high, len(chosen), seed, wins, resamples - len(chosen))


def _counts_at(table: ScoreTable, threshold: float | None) -> Counts:
    curve = CountsCurve(table)
    return curve.entry(0) if threshold is None else curve.at(threshold)


def _sum(parts: list[HeldOutCounts]) -> HeldOutCounts:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _divided(model: Model, folds: int, draws: Draws) -> Iterator[tuple[Model, Model]]:
    """Return each fold beside all other folds together; every class is spread evenly over the folds."""
    positives, negatives = rows_by_class(model.table)
    if not model.design.is_clustered:
        in_positive, in_negative = (
            dealt_into_folds(rows, folds, draws.at(side)) for side, rows in enumerate((positives, negatives))
        )
    else:
        fold_of_cluster = _dealt_clusters(ClusteredRows.of(model), folds, draws)
        parts = [_rows_by_score(model, fold_of_cluster == fold) for fold in range(folds)]
        in_positive, in_negative = (np.array(of_class) for of_class in zip(*parts, strict=True))
    for positive, negative in zip(in_positive, in_negative, strict=True):
        yield _part(model, positive, negative), _part(model, positives - positive, negatives - negative)


def _dealt_clusters(rows: ClusteredRows, folds: int, draws: Draws) -> NDArray[np.intp]:
    """Return the fold of each cluster when clusters are dealt out at random, those of one kind of rows in a row."""
    shuffled = draws.generator().permutation(rows.number)
    has_positive, has_negative = rows.positives > 0, rows.negatives > 0
    # Positives only, both, negatives only: the clusters that hold a class stand together, so every fold gets some.
    kind = np.where(has_positive & has_negative, 1, np.where(has_positive, 0, 2))
    order = shuffled[np.argsort(kind[shuffled], kind="stable")]
    folds_in_order = np.arange(rows.number) % folds
    return folds_in_order[np.argsort(order)]


def _rows_by_score(model: Model, times: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many positives and negatives have each score when each cluster is there so many times."""
    rows = ClusteredRows.of(model)
    each = times[rows.cluster_of_row].astype(float)
    if model.table.weights == Weights.REPEATED and rows.weights is not None:
        each = each * rows.weights
    positive, negative = (
        np.rint(np.bincount(rows.places[of_class], each[of_class], len(model.table))).astype(np.int64)
        for of_class in (rows.is_positive, ~rows.is_positive)
    )
    return positive, negative


def _resampled(model: Model, resamples: int, draws: Draws) -> Iterator[Model]:
    """Return the model on resamples of its rows, by class, or of whole clusters."""
    rows = CountedRows(*rows_by_class(model.table), by_class=True)
    step = max(1, ROWS_AT_A_TIME // max(1, len(model.table)))
    for first in range(0, resamples, step):
        number = min(step, resamples - first)
        if model.design.is_clustered:
            clusters = draws.with_replacement(ClusteredRows.of(model).number, number, first=first)
            yield from (_part(model, *_rows_by_score(model, times)) for times in clusters)
        else:
            sides = rows.redrawn(draws, number, first)
            yield from (_part(model, *drawn) for drawn in zip(*sides, strict=True))


def _part(model: Model, positive: NDArray[np.int64], negative: NDArray[np.int64]) -> Model:
    """Return the model on so many rows of each score."""
    positives, negatives = rows_by_class(model.table)
    shares = {"positive": _ratio(positive, positives), "negative": _ratio(negative, negatives)}
    amounts = {}
    for column, amount in model.amounts.items():
        place = model.curve.reached(amount.scores) - 1
        amounts[column] = _scaled(amount, {side: share[place] for side, share in shares.items()})
    return replace(model, table=_scaled(model.table, shares), amounts=amounts, clustered=None, folds=None)


def _ratio(now: NDArray[np.int64], before: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.divide(now, before, out=np.zeros(len(now)), where=before > 0)


def _scaled(table: ScoreTable, shares: Mapping[str, NDArray[np.float64]]) -> ScoreTable:
    """Return the table with each side multiplied; scores of which nothing is left are left out."""

    def scaled(name: str, side: str) -> NDArray[Any]:
        column = getattr(table, name)
        result = np.asarray(column * shares[side])
        return np.rint(result).astype(column.dtype) if column.dtype.kind == "i" else result

    names = {f"{side}{ending}": side for side in ("positive", "negative") for ending in ("s", "_rows", "_squares")}
    columns: dict[str, Any] = {name: scaled(name, side) for name, side in names.items()}
    kept = (shares["positive"] > 0) & (table.positives > 0) | (shares["negative"] > 0) & (table.negatives > 0)
    return replace(table, scores=table.scores[kept], **{name: column[kept] for name, column in columns.items()})
