"""Influence functions: by how much a metric would change if a row weighed a little more.

Hampel 1974, J Am Stat Assoc 69:383.

The variance is that of the infinitesimal jackknife: rows are drawn one by one, or cluster by cluster, so the squares of
their influences add up to it. That holds for weights of importance too; the influence on a difference is the
difference of influences.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.losses import OF_PROBABILITIES
from truecut.inference.paired.cells import slopes_of_counts
from truecut.inference.paired.difference import Pair
from truecut.inference.precision_recall import Influences

AVERAGE_PRECISION, KOLMOGOROV_SMIRNOV = "average_precision", "ks"
FEWEST_CLUSTERS = 10


def has_influences(entry: Metric) -> bool:
    """Say whether it is known what each row adds to a metric."""
    return entry.needs_only_counts or entry.name in (AVERAGE_PRECISION, KOLMOGOROV_SMIRNOV) or entry.losses is not None


def difference_of_influences(pair: Pair) -> NDArray[np.float64]:
    """Return, per row, its influence on the first model's metric less that on the second's."""
    first, second = (_influences(pair, model) for model in pair.models)
    return first - second


def error_of_influences(
    rows: PlacedRows, influences: NDArray[np.float64], kind: Weights, *, by_class: bool = False
) -> float:
    """Return the standard error of what the influences add up to: of rows, or of clusters where rows belong to some."""
    return sqrt(max(0.0, float(covariance(rows, influences[:, None], kind, by_class=by_class)[0, 0])))


def covariance(
    rows: PlacedRows, influences: NDArray[np.float64], kind: Weights, *, by_class: bool = False
) -> NDArray[np.float64]:
    """Return how several estimates vary together, from what each row (a line) does to each of them (a column).

    Where the rows were sampled by class, they vary about the mean of their class; clusters hold both.
    """
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.astype(float)
    if rows.clusters is not None:
        sums = np.array([np.bincount(rows.clusters, weights=weights * of) for of in influences.T])
        clusters = rows.number_of_clusters
        # Clusters that hold none of these rows add nothing.
        middle = sums.sum(axis=1)
        return np.asarray((sums @ sums.T - np.outer(middle, middle) / clusters) * clusters / (clusters - 1))
    parts = (rows.is_positive, ~rows.is_positive) if by_class else (np.ones(len(rows), dtype=bool),)
    found = [_of_part(influences[part], weights[part], kind) for part in parts if part.any()]
    return np.asarray(sum(found))


def _of_part(influences: NDArray[np.float64], weights: NDArray[np.float64], kind: Weights) -> NDArray[np.float64]:
    number = float(weights.sum()) if kind == Weights.REPEATED else len(weights)
    if number < 2:
        return np.full((influences.shape[1],) * 2, np.nan)  # one row has no spread
    centred = influences - weights @ influences / weights.sum()
    times = weights**2 if kind == Weights.IMPORTANCE else weights
    return np.asarray((centred * times[:, None]).T @ centred * number / (number - 1))


def effective_rows(rows: PlacedRows, kind: Weights) -> float:
    """Return how many rows of equal weight tell as much (Kish)."""
    if rows.weights is None:
        return float(len(rows))
    weights = rows.weights.astype(float)
    return float(weights.sum() ** 2 / (weights**2).sum()) if kind == Weights.IMPORTANCE else float(weights.sum())


def _influences(pair: Pair, model: Model) -> NDArray[np.float64]:
    rows, name = pair.rows, pair.entry.name
    places, is_positive = rows.places[model.name], rows.is_positive
    if pair.entry.needs_only_counts:
        flagged = rows.flagged(model.name, int(model.curve.reached([model.threshold])[0]))
        steep = slopes_of_counts(pair.entry, model.point.counts, dict(pair.parameters))
        return np.asarray(steep[is_positive.astype(int), flagged.astype(int)])
    if name == AVERAGE_PRECISION:
        of = Influences.of(model.curve)
        return np.where(is_positive, of.of_positives[places], of.of_negatives[places])
    if name == KOLMOGOROV_SMIRNOV:
        return _of_largest_gap(pair, model, is_positive)
    return _losses(pair, model, places, is_positive)


def _of_largest_gap(pair: Pair, model: Model, is_positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return what a row does to the largest distance of recall and false positive rate.

    Where it is largest the distance is flat, so to move that threshold a little changes nothing: the threshold may be
    taken for given.
    """
    counts = model.curve.counts
    positives, negatives = float(counts.tp[-1]), float(counts.fp[-1])
    gaps = counts.tp / positives - counts.fp / negatives
    reached = int(np.argmax(np.abs(gaps)))
    flagged = pair.rows.flagged(model.name, reached)
    of_positives = (flagged - counts.tp[reached] / positives) / positives
    of_negatives = (flagged - counts.fp[reached] / negatives) / negatives
    return np.asarray(np.sign(gaps[reached]) * np.where(is_positive, of_positives, -of_negatives))


def of_rows_not_seen(pair: Pair) -> float:
    """Return the standard error that half a row more of each kind adds, of those that tell the largest gaps apart.

    Few rows do, and by chance none may: that must not be taken for certainty.
    """
    if pair.entry.name != KOLMOGOROV_SMIRNOV:
        return 0.0
    counts, each = pair.first.curve.counts, 1.0
    if pair.rows.weights is not None and pair.design.is_weighted:
        each = float(pair.rows.weights.mean())
    return each * float(np.hypot(1 / counts.tp[-1], 1 / counts.fp[-1]))


def _losses(pair: Pair, model: Model, places: NDArray[Any], is_positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    scores = model.table.scores.astype(float)
    with np.errstate(divide="ignore"):  # ln 0 where no row is
        of_positives, of_negatives = (loss(scores) for loss in OF_PROBABILITIES[pair.entry.name])
    losses = np.where(is_positive, of_positives[places], of_negatives[places])
    total = float(model.table.total_positive) + float(model.table.total_negative)
    mean = float(pair.value_of(model))
    return np.asarray((losses - mean) / total)
