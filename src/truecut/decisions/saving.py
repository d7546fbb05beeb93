"""What one decision saves against another in 1,000 rows: two cuts of a model, or two models at a cut each.

The rows that the two decide differently tell how sure it is (`inference/rows_apart.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost, Price
from truecut.catalogue.model import Model
from truecut.decisions.model_decision import cost_curve
from truecut.inference.rows_apart import (
    FEW_CLUSTERS,
    OF_NEGATIVES,
    OF_POSITIVES,
    WILSON_MOVER,
    flagging_so_much,
    placed_within,
    saved_by,
    share_of_class,
    shifts_between,
    shifts_of_rows,
    sums_within,
)
from truecut.inference.savings import IMPOSSIBLE, Shift

if TYPE_CHECKING:
    from truecut.counting.placed_rows import PlacedRows
    from truecut.inference.gamma import TotalLoss

THOUSAND = 1000.0
GAMMA_MOVER = "gamma-mover"
NO_INTERVAL_OF_AMOUNTS = "prices that follow an amount have no interval here"


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
        differing = _within(self.model, between)
        shares = [share_of_class(differing, formula, level, times) for formula in (OF_POSITIVES, OF_NEGATIVES)]
        shifts = [Shift(share, IMPOSSIBLE) if first > second else Shift(IMPOSSIBLE, share) for share in shares]
        return _saving(self, shifts, Saving(value, level=level), times=times)

    def saving_against(
        self, other: PricedModel, entries: tuple[int, int], rows: PlacedRows | None, *, level: float = 0.95
    ) -> Saving:
        """Return what this model at a cut saves against another at a cut of its own; paired if their rows are known."""
        plain = Saving(other.at(entries[1]) - self.at(entries[0]), level=level)
        if self.cost.columns:
            return self._saving_of_amounts(other, entries, rows, plain)
        if rows is not None:
            flags = rows.flagged(self.model.name, entries[0]), rows.flagged(other.model.name, entries[1])
            return _saving(self, shifts_of_rows(self.model, rows, flags, level), plain)
        one, another = _within(self.model, slice(0, entries[0])), _within(other.model, slice(0, entries[1]))
        return _saving(self, shifts_between(one, another, level, are_of_same_rows=False), plain)

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


def _saving(of: PricedModel, shifts: Sequence[Shift], plain: Saving, *, times: float = 1.0) -> Saving:
    found = saved_by(of.model, of.cost, shifts, plain.level, times=times)
    if found is None:
        return replace(plain, note=FEW_CLUSTERS)
    low, high = min(THOUSAND * found.low, plain.value), max(THOUSAND * found.high, plain.value)
    return replace(plain, low=low, high=high, method=WILSON_MOVER)


def _within(model: Model, flagged: slice) -> Model:
    """Return the classifier that flags just the rows of a stretch of the scores."""
    return flagging_so_much(model, sums_within(model.table, flagged), placed_within(model, flagged))


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
