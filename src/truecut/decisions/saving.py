"""What one decision saves against another in 1,000 rows: two cuts of a model, or two models at a cut each.

The rows that the two decide differently are those of a model that flags just them, so that weights, clusters and
folds count as they do in any other share of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost, Price
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.score_table import ScoreTable
from truecut.decisions.model_decision import cost_curve
from truecut.inference.clustered.rows import FEWEST_CLUSTERS
from truecut.inference.cross_validation import rows_worth
from truecut.inference.proportions import wilson_limits
from truecut.inference.savings import IMPOSSIBLE, ShareOfClass, Shift, Stakes, saved
from truecut.inference.weighted import Share

if TYPE_CHECKING:
    from truecut.counting.placed_rows import PlacedRows
    from truecut.inference.gamma import TotalLoss

THOUSAND = 1000.0
OF_POSITIVES, OF_NEGATIVES = "tp / (tp + fn)", "fp / (fp + tn)"
WILSON_MOVER, GAMMA_MOVER = "wilson, mover", "gamma, mover"
NO_INTERVAL_OF_AMOUNTS = "prices that follow an amount have no interval here"
FEW_CLUSTERS = f"fewer than {FEWEST_CLUSTERS} clusters are too few for an interval"
SUMS = ("positives", "negatives", "positive_rows", "negative_rows", "positive_squares", "negative_squares")


@dataclass(frozen=True)
class Saving:
    """What 1,000 rows cost less by one decision than by another; below 0, what they cost more."""

    value: float
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    method: str = ""
    note: str = ""  # why there is no interval
    adjusted_for: int = 1  # comparisons shown together, all of which the interval allows for

    @property
    def is_sure(self) -> bool:
        """Say whether something is saved beyond chance."""
        return self.low is not None and self.low > 0

    def less(self, flattery: float) -> Saving:
        """Return the saving with limits moved by how much the choice flatters itself; the value is that of the rows.

        The interval is shifted as a whole (Noma, Shinozaki, Iba, Teramukai & Furukawa 2021, Stat Med 40:5691).
        """
        if self.low is None or self.high is None:
            return self
        return replace(self, low=self.low - flattery, high=max(self.high - flattery, self.value))


@dataclass(frozen=True, eq=False)
class PricedModel:
    """A model with what each of its cuts costs where it is used; a cut is how many scores it flags."""

    model: Model
    cost: Cost

    @cached_property
    def curve(self) -> CostCurve:
        """Return the cost of every cut."""
        return cost_curve(self.model.moved, self.cost)

    @property
    def last(self) -> int:
        """Return the cut that flags every row."""
        return len(self.model.table)

    @cached_property
    def cheapest(self) -> int:
        """Return the cut that costs the least; hard predictions have only the one they were made with."""
        return self.entry_of(self.model.threshold) if self.model.is_hard else self.curve.cheapest

    def entry_of(self, threshold: float | None) -> int:
        """Return how many scores a threshold flags; None flags nothing."""
        return 0 if threshold is None else int(self.model.curve.reached([threshold])[0])

    def at(self, entry: int) -> float:
        """Return what 1,000 rows cost at a cut."""
        return THOUSAND * float(self.curve.means_at(entry))

    def saving(self, entries: tuple[int, int], *, level: float = 0.95, times: float = 1.0) -> Saving:
        """Return what the first of two cuts saves against the second.

        `times` asks what so many times as many rows like these would tell.
        """
        first, second = entries
        between = slice(min(entries), max(entries))
        value = self.at(second) - self.at(first)
        if first == second:
            return Saving(0.0, 0.0, 0.0, level, WILSON_MOVER)
        if self.cost.columns:
            return _of_amounts(self, entries, value, level)
        differing = _point(self.model, _sums_within(self.model.table, between), _placed_within(self.model, between))
        shares = [_share(differing, formula, level, times) for formula in (OF_POSITIVES, OF_NEGATIVES)]
        shifts = [Shift(share, IMPOSSIBLE) if first > second else Shift(IMPOSSIBLE, share) for share in shares]
        return _priced(self, shifts, value, level, times)

    def saving_against(
        self, other: PricedModel, entries: tuple[int, int], rows: PlacedRows | None, *, level: float = 0.95
    ) -> Saving:
        """Return what this model at a cut saves against another at a cut of its own; paired if their rows are known."""
        value = other.at(entries[1]) - self.at(entries[0])
        both = tuple(zip((self.model, other.model), entries, strict=True))
        if self.cost.columns:
            return self._saving_of_amounts(other, entries, rows, Saving(value, level=level))
        if rows is None:
            ways = [(model, slice(0, entry)) for model, entry in both]
            alone = [_point(m, _sums_within(m.table, way), _placed_within(m, way)) for m, way in ways]
        else:
            flags = [rows.flagged(model.name, entry) for model, entry in both]
            alone = [_of_rows(self.model, rows, only) for only in (flags[0] & ~flags[1], flags[1] & ~flags[0])]
        shares = [[_share(one, formula, level, 1.0) for one in alone] for formula in (OF_POSITIVES, OF_NEGATIVES)]
        shifts = [Shift(first, second, is_of_same_rows=rows is not None) for first, second in shares]
        return _priced(self, shifts, value, level, 1.0)

    def _saving_of_amounts(
        self, other: PricedModel, entries: tuple[int, int], rows: PlacedRows | None, plain: Saving
    ) -> Saving:
        """Return what this model saves against another at prices that follow amounts, where each row's is known."""
        if rows is None or rows.clusters is not None or any(name not in rows.amounts for name in self.cost.columns):
            return replace(plain, note=NO_INTERVAL_OF_AMOUNTS)
        from truecut.inference.paired.of_amounts import METHOD, NetLoss

        flags = rows.flagged(other.model.name, entries[1]), rows.flagged(self.model.name, entries[0])
        weights, own = self.model.class_weights, 1.0
        by_class = own if weights is None else np.where(rows.is_positive, weights.positive, weights.negative)
        found = NetLoss.of(rows, self.cost, flags, by_class)
        low, high = (THOUSAND * end for end in found.interval(plain.level))
        return replace(plain, low=low, high=high, method=METHOD)


def _priced(of: PricedModel, shifts: Sequence[Shift], value: float, level: float, times: float) -> Saving:
    model = of.model
    if model.design.clusters is not None and model.design.clusters < FEWEST_CLUSTERS:
        return Saving(value, level=level, note=FEW_CLUSTERS)
    found = saved(shifts[0], shifts[1], _stakes(model, of.cost, times), level)
    low, high = min(THOUSAND * found.low, value), max(THOUSAND * found.high, value)
    return Saving(value, low, high, level, WILSON_MOVER)


def _stakes(model: Model, cost: Cost, times: float) -> Stakes:
    table, prices = model.moved.table, cost.fixed
    positives, negatives = float(table.total_positive), float(table.total_negative)
    is_fixed = model.situation.prevalence is not None or model.design.fixes_prevalence
    worth = rows_worth(model.design, is_fitted=False) * times
    rows = None if is_fixed else max(1.0, sum(model.design.effective_rows) * worth)
    return Stakes(prices["fn"] - prices["tp"], prices["fp"] - prices["tn"], positives / (positives + negatives), rows)


def _share(model: Model, formula: str, level: float, times: float) -> ShareOfClass:
    """Return a share of the rows of a class with Wilson's interval, by what the rows are worth."""
    worth = rows_worth(model.design) * times
    if model.design.is_clustered:
        from truecut.inference.clustered.variance import share_by_cluster

        of_clusters = share_by_cluster(model, formula).grown(worth)
        if of_clusters.clusters <= 1:
            return ShareOfClass(of_clusters.share, 0.0, 1.0)
        return ShareOfClass(of_clusters.share, *of_clusters.limits(level))
    share = Share.of(model, formula).grown(worth)
    return ShareOfClass(share.share, *wilson_limits(share.successes, share.trials, level))


def _point(model: Model, sums: dict[str, NDArray[Any]], placed: PlacedRows | None) -> Model:
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


def _sums_within(table: ScoreTable, flagged: slice) -> dict[str, NDArray[Any]]:
    columns = {name: getattr(table, name) for name in SUMS}
    inside = {name: column[flagged].sum() for name, column in columns.items()}
    return {name: np.array([inside[name], column.sum() - inside[name]]) for name, column in columns.items()}


def _placed_within(model: Model, flagged: slice) -> PlacedRows | None:
    rows = model.clustered
    if rows is None:
        return None
    places = rows.places[model.name]
    inside = (places >= flagged.start) & (places < flagged.stop)
    return replace(rows, places={model.name: np.where(inside, 0, 1).astype(np.int32)})


def _of_rows(model: Model, rows: PlacedRows, flagged: NDArray[np.bool_]) -> Model:
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
    return _point(model, sums, placed)


def _of_amounts(of: PricedModel, entries: tuple[int, int], value: float, level: float) -> Saving:
    """Return a saving at prices that follow one column of amounts: totals of losses by class, put together by MOVER."""
    model, cost = of.model, of.cost
    is_plain = len(cost.columns) == 1 and not model.table.is_weighted and not model.design.is_clustered
    if not is_plain or model.moved is not model or model.folds is not None:
        return Saving(value, level=level, note=NO_INTERVAL_OF_AMOUNTS)
    first, second = entries
    between = slice(min(entries), max(entries))
    sign, ends = (1 if first > second else -1), []
    for side, wrong, right, way in (("positive", "fn", "tp", 1), ("negative", "fp", "tn", -1)):
        worth = _difference(cost.price(wrong), cost.price(right), cost.columns[0])
        if min(worth) < 0:
            return Saving(value, level=level, note=NO_INTERVAL_OF_AMOUNTS)
        loss = _total_loss(model, cost.columns[0], side, worth, between)
        low, high = loss.interval(level)
        down, up = loss.total - low, high - loss.total
        ends.append((down, up) if sign * way > 0 else (up, down))
    scale = THOUSAND / float(model.curve.entry(0).rows)
    down, up = (scale * hypot(*side) for side in zip(*ends, strict=True))
    return Saving(value, value - down, value + up, level, GAMMA_MOVER)


def _difference(wrong: Price, right: Price, column: str) -> tuple[float, float]:
    """Return by how much a mistake costs more than the right answer: what is fixed, and what follows the amount."""
    return wrong.fixed - right.fixed, wrong.per_amount.get(column, 0.0) - right.per_amount.get(column, 0.0)


def _total_loss(model: Model, column: str, side: str, worth: tuple[float, float], between: slice) -> TotalLoss:
    from truecut.inference.gamma import TotalLoss

    fixed, factor = worth
    amounts, curve = model.amounts[column], model.curve
    edges = [curve.thresholds[between.start + 1], curve.thresholds[between.stop]]
    low, high = min(edges), max(edges)
    inside = (amounts.scores >= low) & (amounts.scores <= high)
    rows = getattr(model.table, f"{side}s").astype(float)
    sums, squares = getattr(amounts, f"{side}s"), getattr(amounts, f"{side}_squares")

    def of(some: Any, some_amounts: Any) -> tuple[float, float]:
        n, a, a2 = float(rows[some].sum()), float(sums[some_amounts].sum()), float(squares[some_amounts].sum())
        return fixed * n + factor * a, fixed * fixed * n + 2 * fixed * factor * a + factor * factor * a2

    total, of_squares = of(between, inside)
    every, every_square = of(slice(None), slice(None))
    return TotalLoss(total, of_squares, every_square / every if every else 0.0)
