"""What every threshold of a curve costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.best_entries import FEWEST, hopeful_entries
from truecut.catalogue.costs import Cost
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall
from truecut.words.shown import Shown

ROUNDING = 1e-13  # of all that is at stake: smaller differences in cost come from rounding


@dataclass(frozen=True, eq=False)
class CostCurve(Shown):
    """What every threshold of a curve costs."""

    cost: Cost
    curve: CountsCurve
    amounts: Mapping[str, CountsCurve] = field(default_factory=dict)

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """Return the total cost at each entry of the curve."""
        return np.asarray(self.cost.total(self.curve.counts, self._aligned()), dtype=float)

    @cached_property
    def means(self) -> NDArray[np.float64]:
        """Return the mean cost of a row at each entry of the curve."""
        return self.totals / self._rows

    @cached_property
    def rounding(self) -> float:
        """Return how far two mean costs may lie apart by rounding alone, where gains and costs cancel."""
        prices, counts = abs(self.cost), self.curve.counts
        if self.amounts or len(self.curve) < FEWEST:
            return ROUNDING * float(np.max(prices.total(counts, self._aligned()))) / self._rows
        # On a long curve, what could be at stake at most: each class flagged whole, or not at all.
        tp, fp = np.array([0, 1, 0, 1]) * float(counts.tp[-1]), np.array([0, 0, 1, 1]) * float(counts.fp[-1])
        corners = Counts(tp=tp, fp=fp, fn=counts.tp[-1] - tp, tn=counts.fp[-1] - fp)
        return ROUNDING * float(np.max(prices.total(corners))) / self._rows

    @cached_property
    def cheapest(self) -> int:
        """Return the entry that costs the least; of equals, the one that flags the fewest rows."""
        entries = self._hopeful()
        if entries is None:
            return int(np.argmax(self.means <= self.means.min() + self.rounding))
        means = self.means_at(entries)
        return int(entries[np.argmax(means <= means.min() + self.rounding)])

    def means_at(self, entries: Any) -> NDArray[np.float64]:
        """Return the mean cost of a row at some entries; without amounts, no other is worked out.

        `entries` are places along the curve: one, several or a slice.

        >>> import truecut as tc
        >>> priced = tc.evaluate([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]).models["scores"].curve
        >>> CostCurve(tc.Cost(fp=1, fn=10), priced).means_at([0, 3]).tolist()
        [5.0, 0.25]
        """
        if self.amounts:
            return np.asarray(self.means[entries])
        return np.asarray(self.cost.total(self.curve.counts.at(entries)), dtype=float) / self._rows

    def _hopeful(self) -> NDArray[np.intp] | None:
        """Return entries among which the cheapest one is; None where every one must be looked at."""
        price = self.cost.unit
        is_steady = price("fn", "") >= price("tp", "") and price("fp", "") >= price("tn", "")
        if self.amounts or self.cost.columns or not is_steady:
            return None

        def worth(counts: Counts) -> NDArray[np.float64]:
            return -np.asarray(self.cost.total(counts), dtype=float) / self._rows

        return hopeful_entries(self.curve, worth, within=self.rounding)

    @property
    def _rows(self) -> float:
        rows = self.curve.table.total_positive + self.curve.table.total_negative
        if not rows:
            raise BadCall("There are no rows, so there is no cost of a row.")
        return rows

    def at(self, threshold: float) -> float:
        """Return the total cost at one threshold.

        `threshold` is the score from which rows are flagged.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.costs({"fp": 1, "fn": 10}).at(0.225)
        62.0
        """
        return float(self.totals[int(self.curve.reached([threshold])[0])])

    def within(self, tolerance: float) -> tuple[int, int]:
        """Return the first and last entry around the cheapest that keep all but this share of its saving.

        The saving is that against flagging all or nothing, whichever costs less; every entry between the two returned
        keeps as much. `tolerance` is the share that may be lost.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> first, last = e.costs({"fp": 1, "fn": 10}).within(0.05)
        >>> e.curve.thresholds[[first, last]].tolist()
        [0.235, 0.15]
        """
        if not 0 <= tolerance <= 1:
            raise BadCall(f"A tolerance is a share of the saving between 0 and 1, not {tolerance:g}.")
        cheapest, least = self.cheapest, self.means.min()
        room = tolerance * (min(self.means[0], self.means[-1]) - least) + self.rounding
        dear = np.flatnonzero(self.means > least + room)
        before, after = dear[dear < cheapest], dear[dear > cheapest]
        first = int(before[-1]) + 1 if len(before) else 0
        last = int(after[0]) - 1 if len(after) else len(self.totals) - 1
        return first, last

    def _aligned(self) -> dict[str, Counts]:
        """Return the amounts on each side of every entry of the curve."""
        return {column: _aligned(self.curve, amounts) for column, amounts in self.amounts.items()}


def _aligned(curve: CountsCurve, amounts: CountsCurve) -> Counts:
    """Return the amounts at the entries of another curve: rows without an amount have no score there."""
    entries = np.concatenate([[0], amounts.reached(curve.table.scores)])
    return Counts(**{cell: column[entries] for cell, column in amounts.counts.cells().items()})
