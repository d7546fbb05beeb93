"""The interval of a mean cost whose prices follow what each row is worth: a missed fraud costs its amount.

Four counts do not tell such a cost, the sums of amounts and of their squares in each cell do. What most rows cost is
taken off first: it is there whatever happens. What is above that is lost, what is below is gained.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np

from truecut.catalogue import Metric
from truecut.catalogue.costs import Cost
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
IN_CLUSTERS = "of rows in clusters, costs that follow amounts have no interval"

# What is added up over rows: "" for the rows themselves, else a column of amounts.
Terms = Mapping[str, float]  # by column: what one unit of it costs
Parts = tuple[TotalLoss, TotalLoss]  # losses and gains


@dataclass(frozen=True, eq=False)
class PricedAmounts:
    """The prices of a cost, and what the rows of each outcome are worth at the model's threshold.

    Where the threshold lies inside a cell of neighbouring scores that were counted together, its rows are not flagged.
    `on_both_sides` takes them for flagged as well: no way to part them spreads the cost further.
    """

    model: Model
    cost: Cost
    on_both_sides: bool = False

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
        found = {"": self.cost.fixed[cell] - self.usual}
        found |= {column: self.cost.unit(cell, column) for column in self.cost.columns}
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
        return {column: self._with_split(column, *moments) for column, moments in found.items()}

    def _with_split(self, column: str, sums: Counts, squares: Counts) -> tuple[Counts, Counts]:
        table = self.model.amounts[column] if column else self.model.table
        at = table.cell_split_by(self.model.threshold)
        if not self.on_both_sides or at is None:
            return sums, squares
        sides = ("positives", "negatives"), ("positive_squares", "negative_squares")
        if not column and not self.model.design.is_weighted:
            sides = sides[0], sides[0]
        more = [[float(getattr(table, name)[at]) for name in names] for names in sides]
        return (
            replace(sums, tp=float(sums.tp) + more[0][0], fp=float(sums.fp) + more[0][1]),
            replace(squares, tp=float(squares.tp) + more[1][0], fp=float(squares.fp) + more[1][1]),
        )

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
        most = flagged + (self.on_both_sides and table.cell_split_by(self.model.threshold) is not None)
        part = slice(0, most) if cell in ("tp", "fp") else slice(flagged, None)
        side = ("positives", "positive_squares") if cell in ("tp", "fn") else ("negatives", "negative_squares")
        sums, squares = (np.asarray(getattr(table, name)[part], dtype=float) for name in side)
        if sums.any():
            yield float((squares[sums > 0] / sums[sums > 0]).max())


def _by_gamma(asked: IntervalRequest) -> Interval:
    model, cost = asked.model, asked.model.situation.cost
    assert cost is not None  # or there would be no value
    priced = PricedAmounts(model, cost)
    losses, gains = (_grown(part, asked.times) for part in (priced.losses, priced.gains))
    rows = priced.rows * asked.times
    low, high = net_loss(losses, gains, asked.level)
    if any(table.cell_split_by(model.threshold) is not None for table in (model.table, *model.amounts.values())):
        spread = PricedAmounts(model, cost, on_both_sides=True)
        wide = [_grown(part, asked.times) for part in (spread.losses, spread.gains)]
        low, high = _no_narrower((losses, gains), (wide[0], wide[1]), asked.level)
        losses, gains = (replace(a, squares=b.squares) for a, b in zip((losses, gains), wide, strict=True))
    note = ONE_LOSS if losses.is_one_loss or gains.is_one_loss else ""
    error = sqrt(losses.squares + gains.squares) / rows
    limits = priced.usual + low / rows, priced.usual + high / rows
    return Interval(limits, rows, note, standard_error=error or None)


def _no_narrower(known: Parts, wide: Parts, level: float) -> tuple[float, float]:
    """Return limits around what is known, as far from it as rows on either side of the threshold may spread it.

    How much the value itself may be off is not in them; `hidden_in_cells` adds that to every interval.
    """
    net = known[0].total - known[1].total
    below = above = 0.0
    spread = tuple(replace(a, squares=b.squares, next_loss=b.next_loss) for a, b in zip(known, wide, strict=True))
    for losses, gains in (known, wide, spread):
        low, high = net_loss(losses, gains, level)
        below, above = max(below, losses.total - gains.total - low), max(above, high - losses.total + gains.total)
    return net - below, net + above


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
