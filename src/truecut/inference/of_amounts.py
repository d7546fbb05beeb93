"""The interval of a mean cost whose prices follow what each row is worth: a missed fraud costs its amount.

Four counts do not tell such a cost, the sums of amounts and of their squares in each cell do. What most rows cost is
taken off first: it is there whatever happens. What is above that is lost, what is below is gained.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from truecut.catalogue import Metric
from truecut.catalogue.costs import PER_ROW, Cost
from truecut.catalogue.design import DesignKind
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.inference.gamma import TotalLoss, net_loss
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalRequest
from truecut.inference.method_table import MethodRow, MethodTable
from truecut.inference.of_cells import TOTALS, by_rate
from truecut.inference.weighted import squares_at

CLASS_OF = {"tp": ("tp", "fn"), "fn": ("tp", "fn"), "fp": ("fp", "tn"), "tn": ("fp", "tn")}
ONE_LOSS = "one loss decides this: a single row makes up more than a fifth of what is lost"
SPLIT = (
    "the threshold lies inside a cell of neighbouring scores that were counted together, and what its rows are worth "
    "on either side is not known; count every score (--resolution exact)"
)
IN_CLUSTERS = "of rows in clusters, costs that follow amounts have no interval"

# What is added up over rows: "" for the rows themselves, else a column of amounts.
Terms = Mapping[str, float]  # by column: what one unit of it costs


@dataclass(frozen=True, eq=False)
class PricedAmounts:
    """The prices of a cost, and what the rows of each cell are worth at the model's threshold."""

    model: Model
    cost: Cost

    @cached_property
    def rows(self) -> float:
        """Return how many rows there are, or what they weigh."""
        return float(self.model.point.counts.rows)

    @cached_property
    def usual(self) -> float:
        """Return what a row of the most frequent outcome costs without amounts."""
        weights = self.model.point.counts.cells()
        return self.cost.fixed[max(CELLS, key=lambda cell: float(weights[cell]))]

    @property
    def losses(self) -> TotalLoss:
        """Return what is lost beyond the usual."""
        return self._total(1.0)

    @property
    def gains(self) -> TotalLoss:
        """Return what is gained against the usual."""
        return self._total(-1.0)

    def _total(self, sign: float) -> TotalLoss:
        terms = {cell: kept for cell in CELLS if (kept := self._terms(cell, sign))}
        sums = [self._summed((cell,), of_cell) for cell, of_cell in terms.items()]
        at_risk = [self._summed(CLASS_OF[cell], of_cell) for cell, of_cell in terms.items()]
        next_loss = max((squares / total for total, squares in at_risk if total), default=0.0)
        largest = max((self._largest(cell, of_cell) for cell, of_cell in terms.items()), default=0.0)
        return TotalLoss(sum(total for total, _ in sums), sum(squares for _, squares in sums), next_loss, largest)

    def _terms(self, cell: str, sign: float) -> Terms:
        """Return what a row of an outcome costs beyond the usual, or saves, by what the price follows."""
        price, tested = self.cost.price(cell), self.cost.price(PER_ROW)
        found = {"": self.cost.fixed[cell] - self.usual}
        found |= {c: price.per_amount.get(c, 0.0) + tested.per_amount.get(c, 0.0) for c in self.cost.columns}
        return {column: sign * number for column, number in found.items() if sign * number > 0}

    def _summed(self, cells: tuple[str, ...], terms: Terms) -> tuple[float, float]:
        """Return the sum over the rows of some cells of what each costs, and of its square."""
        total = squares = 0.0
        for cell in cells:
            own = {column: self._moments[column] for column in terms}
            total += sum(unit * float(getattr(own[column][0], cell)) for column, unit in terms.items())
            for one, of_one in terms.items():
                for other, of_other in terms.items():
                    squares += of_one * of_other * self._products(one, other, cell)
        return total, squares

    def _products(self, one: str, other: str, cell: str) -> float:
        """Return the sum over rows of one amount times another; of two columns the most that it can be (Cauchy)."""
        squares = [float(getattr(self._moments[column][1], cell)) for column in (one, other)]
        if one == other:
            return squares[0]
        if "" in (one, other) and not self.model.design.is_weighted:
            return float(getattr(self._moments[one or other][0], cell))
        return sqrt(squares[0] * squares[1])

    @cached_property
    def _moments(self) -> dict[str, tuple[Counts, Counts]]:
        """Return the sums and the sums of squares in the four cells: of the weights of rows, and of each amount."""
        model = self.model
        counts = model.point.counts
        found = {"": (counts, squares_at(model) if model.design.is_weighted else counts)}
        for column, sums in model.amounts_at(model.threshold).items():
            found[column] = (sums, squares_at(Model(model.name, model.amounts[column], model.threshold)))
        return found

    def _largest(self, cell: str, terms: Terms) -> float:
        """Return the largest single loss of a cell, where each row has a score of its own; else at most that."""
        return max(
            (unit * largest for column, unit in terms.items() for largest in self._single(cell, column)), default=0.0
        )

    def _single(self, cell: str, column: str) -> Iterator[float]:
        if not column:
            yield 1.0
            return
        table = self.model.amounts[column]
        flagged = int(Model("", table, self.model.threshold).curve.reached([self.model.threshold])[0])
        part = slice(0, flagged) if cell in ("tp", "fp") else slice(flagged, None)
        side = ("positives", "positive_squares") if cell in ("tp", "fn") else ("negatives", "negative_squares")
        sums, squares = (np.asarray(getattr(table, name)[part], dtype=float) for name in side)
        if sums.any():
            yield float((squares[sums > 0] / sums[sums > 0]).max())


def _by_gamma(asked: IntervalRequest) -> Interval:
    cost = asked.model.situation.cost
    assert cost is not None  # or there would be no value
    model = asked.model
    if any(table.cell_split_by(model.threshold) is not None for table in (model.table, *model.amounts.values())):
        return Interval(None, None, SPLIT)
    priced = PricedAmounts(asked.model, cost)
    losses, gains = (_grown(part, asked.times) for part in (priced.losses, priced.gains))
    rows = priced.rows * asked.times
    low, high = (priced.usual + end / rows for end in net_loss(losses, gains, asked.level))
    note = ONE_LOSS if losses.is_one_loss or gains.is_one_loss else ""
    error = sqrt(losses.squares + gains.squares) / rows
    return Interval((low, high), rows, note, standard_error=error or None)


def _grown(part: TotalLoss, times: float) -> TotalLoss:
    return TotalLoss(part.total * times, part.squares * times, part.next_loss, part.largest)


GAMMA = {"gamma": IntervalMethod(_by_gamma, takes_weights=True, scales=True)}
NOT_CLUSTERED = tuple(kind for kind in DesignKind if kind != DesignKind.CLUSTERED)
OF_AMOUNTS: MethodTable[Metric, IntervalMethod] = MethodTable(
    "interval for a {subject} that follows amounts",
    (
        MethodRow(lambda _: GAMMA, lambda entry: entry.name not in TOTALS, NOT_CLUSTERED),
        MethodRow(lambda entry: by_rate(TOTALS[entry.name], GAMMA), lambda entry: entry.name in TOTALS, NOT_CLUSTERED),
    ),
)
