"""What each row does to a metric: by how much it would change if the row weighed a little more.

Rows are drawn one by one, or cluster by cluster, so the squares of what each does add up to the variance. That holds
for weights of importance too; the influence on a difference is the difference of influences.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.countable import Weights
from truecut.inference.losses import OF_PROBABILITIES
from truecut.inference.paired.cells import slopes
from truecut.inference.paired.difference import Pair
from truecut.inference.precision_recall import Influences
from truecut.model import Model
from truecut.placed_rows import PlacedRows

AVERAGE_PRECISION = "average_precision"
FEWEST_CLUSTERS = 10


def has_influences(pair: Pair) -> bool:
    """Say whether the influence of a row on this metric is known."""
    name = pair.entry.name
    return pair.entry.needs_only_counts or name == AVERAGE_PRECISION or name in OF_PROBABILITIES


def difference_of_influences(pair: Pair) -> NDArray[np.float64]:
    """Return, per row, its influence on the first model's metric less that on the second's."""
    first, second = (_influences(pair, model) for model in pair.models)
    return first - second


def standard_error(rows: PlacedRows, influences: NDArray[np.float64], kind: Weights) -> float:
    """Return the standard error of what the influences add up to: of rows, or of clusters where rows belong to some."""
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.astype(float)
    if rows.clusters is not None:
        sums = np.bincount(rows.clusters, weights=weights * influences)
        clusters = rows.number_of_clusters
        # Clusters that hold none of these rows add nothing.
        return sqrt(max(0.0, float((sums**2).sum() - sums.sum() ** 2 / clusters)) * clusters / (clusters - 1))
    times = weights**2 if kind == Weights.IMPORTANCE else weights
    number = float(weights.sum()) if kind == Weights.REPEATED else len(rows)
    middle = float((weights * influences).sum() / weights.sum())
    return sqrt(float((times * (influences - middle) ** 2).sum()) * number / (number - 1))


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
        steep = slopes(pair.entry, model.point.counts, dict(pair.parameters))
        return np.asarray(steep[is_positive.astype(int), flagged.astype(int)])
    if name == AVERAGE_PRECISION:
        of = Influences.of(model.curve)
        return np.where(is_positive, of.of_positives[places], of.of_negatives[places])
    return _losses(pair, model, places, is_positive)


def _losses(pair: Pair, model: Model, places: NDArray[Any], is_positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    scores = model.table.scores.astype(float)
    with np.errstate(divide="ignore"):  # ln 0 where no row is
        of_positives, of_negatives = (loss(scores) for loss in OF_PROBABILITIES[pair.entry.name])
    losses = np.where(is_positive, of_positives[places], of_negatives[places])
    total = float(model.table.total_positive) + float(model.table.total_negative)
    mean = float(model.metric(pair.entry.name, **pair.parameters))
    return np.asarray((losses - mean) / total)
