"""What two decisions about rows cost more or less than each other: only the rows that they decide differently matter.

Those are the rows of a classifier that flags just them, so that weights, clusters and folds count as they do in any
other share of rows. Of each class they are a share with Wilson's interval, and `inference/savings.py` puts the classes
together. Comparison, recommendation and page all ask here, so that they tell one interval. Where two models decide many
rows differently, their shares have the normal interval, and the whole is that of the delta method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.costs import Cost
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.inference.clustered.rows import FEWEST_CLUSTERS
from truecut.inference.cross_validation import rows_worth
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import normal_quantile
from truecut.inference.savings import SavedCost, ShareOfClass, Shift, Stakes, saved
from truecut.inference.weighted import Share

WILSON_MOVER = "wilson-mover"
FEW_CLUSTERS = f"fewer than {FEWEST_CLUSTERS} clusters are too few for an interval"
MANY_APART = 100  # rows that one of two models flags alone, from which the normal interval of their share holds as well
OF_POSITIVES, OF_NEGATIVES = "tp / (tp + fn)", "fp / (fp + tn)"
SUMS = ("positives", "negatives", "positive_rows", "negative_rows", "positive_squares", "negative_squares")


def shifts_of_rows(
    model: Model, rows: PlacedRows, flags: tuple[NDArray[np.bool_], NDArray[np.bool_]], level: float
) -> list[Shift]:
    """Return what only the first and only the second of two decisions about the same rows flags, of either class."""
    first, second = flags
    one, other = _flagging(model, rows, first & ~second), _flagging(model, rows, second & ~first)
    return shifts_between(one, other, level, are_of_same_rows=True)


def shifts_between(one: Model, other: Model, level: float, *, are_of_same_rows: bool) -> list[Shift]:
    """Return the shifts between what one classifier flags and what another does, of either class."""
    shares = (
        [share_of_class(alone, share, level, many=MANY_APART) for alone in (one, other)]
        for share in (OF_POSITIVES, OF_NEGATIVES)
    )
    return [Shift(first, second, are_of_same_rows) for first, second in shares]


def saved_by(
    model: Model, cost: Cost, shifts: Sequence[Shift], level: float, *, times: float = 1.0
) -> SavedCost | None:
    """Return what a row saves on average by such shifts; None where there are too few clusters to tell how sure.

    `times` asks what so many times as many rows like these would tell.
    """
    if model.design.clusters is not None and model.design.clusters < FEWEST_CLUSTERS:
        return None
    return saved(shifts[0], shifts[1], _stakes(model, cost, times), level)


def _stakes(model: Model, cost: Cost, times: float) -> Stakes:
    table, prices = model.moved.table, cost.fixed
    positives, negatives = float(table.total_positive), float(table.total_negative)
    is_fixed = model.situation.prevalence is not None or model.design.fixes_prevalence
    worth = rows_worth(model.design, is_fitted=False) * times
    rows = None if is_fixed else max(1.0, sum(model.design.effective_rows) * worth)
    return Stakes(prices["fn"] - prices["tp"], prices["fp"] - prices["tn"], positives / (positives + negatives), rows)


def share_of_class(model: Model, formula: str, level: float, times: float = 1.0, *, many: float = inf) -> ShareOfClass:
    """Return a share of the rows of a class, by what they are worth, with Wilson's interval; from `many` on, Wald's."""
    worth = rows_worth(model.design) * times
    if model.design.is_clustered:
        from truecut.inference.clustered.variance import share_by_cluster

        of_clusters = share_by_cluster(model, formula).grown(worth)
        if of_clusters.clusters <= 1:
            return ShareOfClass(of_clusters.share, 0.0, 1.0)
        return ShareOfClass(of_clusters.share, *of_clusters.limits(level))
    share = Share.of(model, formula).grown(worth)
    if min(share.successes, share.trials - share.successes) >= many:
        half = normal_quantile(level) * share.standard_error
        return ShareOfClass(share.share, share.share - half, share.share + half)
    return ShareOfClass(share.share, *wilson_limits(share.successes, share.trials, level))


def flagging_so_much(model: Model, sums: dict[str, NDArray[Any]], placed: PlacedRows | None) -> Model:
    """Return the hard classifier with so much of each sum flagged and left."""
    columns: dict[str, Any] = {**sums}
    table = ScoreTable(np.array([FLAGGED, 0.0]), **columns, weights=model.table.weights)
    return replace(
        model,
        table=table,
        threshold=FLAGGED,
        is_hard=True,
        amounts={},
        clustered=None if placed is None else replace(placed, tables={model.name: table}),
        class_weights=None,
        mix=None,
    )


def sums_within(table: ScoreTable, flagged: slice) -> dict[str, NDArray[Any]]:
    """Return each sum of a table within and outside a stretch of its scores."""
    columns = {name: getattr(table, name) for name in SUMS}
    inside = {name: column[flagged].sum() for name, column in columns.items()}
    return {name: np.array([inside[name], column.sum() - inside[name]]) for name, column in columns.items()}


def placed_within(model: Model, flagged: slice) -> PlacedRows | None:
    """Return the clustered rows with those of a stretch of the scores at one place and the others at another."""
    rows = model.clustered
    if rows is None:
        return None
    places = rows.places[model.name]
    inside = (places >= flagged.start) & (places < flagged.stop)
    return replace(rows, places={model.name: np.where(inside, 0, 1).astype(np.int32)})


def _flagging(model: Model, rows: PlacedRows, flagged: NDArray[np.bool_]) -> Model:
    """Return the classifier that flags just these rows."""
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.astype(float)
    is_repeated = not model.table.is_weighted
    each = {"s": weights, "_rows": weights if is_repeated else np.ones(len(rows))}
    each["_squares"] = weights if is_repeated else weights**2
    sums = {
        f"{side}{ending}": np.array([column[of & flagged].sum(), column[of & ~flagged].sum()])
        for side, of in (("positive", rows.is_positive), ("negative", ~rows.is_positive))
        for ending, column in each.items()
    }
    for name in ("positive_rows", "negative_rows"):
        sums[name] = sums[name].astype(np.int64)
    placed = None
    if rows.clusters is not None:
        placed = replace(rows, places={model.name: np.where(flagged, 0, 1).astype(np.int32)})
    return flagging_so_much(model, sums, placed)
