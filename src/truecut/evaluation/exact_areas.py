"""Areas without a table: exact from sums that an engine adds up, however many distinct scores there are.

Scores are divided into cells. Inside a cell the engine knows the order of all rows; between cells, how many positives
and negatives stand above each is a running sum of a few thousand numbers. Together they give the area under the ROC
curve, DeLong's variance of it and average precision to the last digits that a double holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Value
from truecut.counting.countable import Weights
from truecut.data.request import Missing, Reading, Roles
from truecut.engines.column_statistics import TallyRequest, require_rows
from truecut.engines.coupled_rows import TableCells
from truecut.engines.threshold_edges import ThresholdEdges
from truecut.evaluation.distributed import Engine, checked, kind_of_weights, positive_values
from truecut.inference.delong import Ranking, guarded
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL
from truecut.words.shown import Shown

CELLS, BLOCKS = 2**14, 2**8  # looked at to lay the blocks, and blocks: enough to share the work, few enough to fetch
ONE_CLASS = "there are rows of one class only"


@dataclass(frozen=True)
class Areas(Shown):
    """The areas of one model; the sums that they are made of never were on this machine as scores."""

    rows: float
    ranking: Ranking | None  # None with one class only, and with weights, which need the weights of every row
    area: float | None
    precision: Value
    cells: int

    def roc_auc(self, level: float = LEVEL) -> Estimate:
        """Return the area under the ROC curve with DeLong's interval; with weights there is no interval.

        `level` is how sure the interval is.

        >>> import polars as pl, truecut as tc
        >>> rows = pl.LazyFrame({"y": [1, 0, 1, 0], "p": [0.9, 0.2, 0.6, 0.7]})
        >>> tc.areas(rows, label="y", score="p")["p"].roc_auc().value
        0.75
        """
        if self.area is None:
            return Estimate(None, undefined=ONE_CLASS, metric="roc_auc")
        if self.ranking is None:
            return Estimate(
                self.area, rows=self.rows, note="weights of single rows are not known here", metric="roc_auc"
            )
        low, high = guarded(self.ranking, level)
        return Estimate(self.area, low=low, high=high, level=level, method="guarded", rows=self.rows, metric="roc_auc")

    @property
    def average_precision(self) -> Value:
        """Return the mean, over the positives, of the precision where each of them is just flagged."""
        return self.precision


class SummingEngine(Engine, Protocol):
    """An engine that adds up inside cells."""

    def sums_within(self, asked: TallyRequest) -> Mapping[str, NDArray[Any]]:
        """Return, per cell between thresholds, the sums that areas are made of."""
        ...


def areas_on(engine: SummingEngine, roles: Roles[str], reading: Reading) -> dict[str, Areas]:
    """Return the exact areas of each model whose rows an engine holds."""
    census = engine.census(roles)
    require_rows(census, engine.name, drops=reading.missing == Missing.DROP)
    positive = positive_values(census, checked(census, roles, reading))
    kind = kind_of_weights(roles, reading)
    found = {}
    for score in roles.scores:
        asked = TallyRequest(roles, score, positive, kind, reading.lower_is_positive)
        sums = engine.sums_within(replace(asked, cells=_blocks(engine, asked)))
        found[score] = _areas(sums, reading.lower_is_positive, kind)
    return found


def _blocks(engine: SummingEngine, asked: TallyRequest) -> ThresholdEdges:
    """Return thresholds between which about equally many rows lie, so that the work is shared."""
    cells = replace(asked, cells=engine.adaptive_cells(asked, CELLS))
    table = engine.tally(cells).table(asked.weights_are, lower_is_positive=asked.lower_is_positive)
    edges = TableCells.even(table, BLOCKS, reached=0).edges
    # In ascending order, as sums within cells are put together.
    return ThresholdEdges.at(edges, lower_is_positive=True)


def _areas(sums: Mapping[str, NDArray[Any]], lower_is_positive: bool, kind: Weights) -> Areas:
    order = np.argsort(sums["cell"].astype(float))
    order = order if lower_is_positive else order[::-1]
    cells = {name: column.astype(float)[order] for name, column in sums.items()}
    positives, negatives = cells["p"], cells["n"]
    p, n = positives.sum(), negatives.sum()
    precision = Value(cells["precisions"].sum() / p) if p else Value.absent("there are no positives")
    if not p or not n:
        return Areas(p + n, None, None, precision, len(order))
    area = _area(cells["wins"], positives, negatives, is_whole=kind != Weights.IMPORTANCE)
    if kind != Weights.NONE:
        return Areas(p + n, None, area, precision, len(order))
    # The placements were summed from the side on which they are small: 1 - area is their mean on both.
    squares = cells["positive_squares"].sum() / (2 * n) ** 2, cells["negative_squares"].sum() / (2 * p) ** 2
    spreads = [_spread(square, side, 1 - area) for square, side in zip(squares, (p, n), strict=True)]
    return Areas(p + n, Ranking(area, p, n, *spreads), area, precision, len(order))


def _area(wins: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any], *, is_whole: bool) -> float:
    """Return the share of pairs in order; of whole counts with whole numbers, which lose nothing at any size."""
    if not is_whole:
        above = np.cumsum(positives) - positives
        return float((wins + 2 * above * negatives).sum() / (2 * positives.sum() * negatives.sum()))
    # Python's whole numbers: 10**9 x 10**9 pairs are beyond 2**53, where doubles skip some.
    twice, above_so_far = 0, 0
    for inside, p, n in zip(wins.tolist(), positives.tolist(), negatives.tolist(), strict=True):
        twice += int(inside) + 2 * above_so_far * int(n)
        above_so_far += int(p)
    return twice / (2 * above_so_far * sum(map(int, negatives.tolist())))


def _spread(square: float, rows: float, mean: float) -> float | None:
    return None if rows < 2 else max(float(square - rows * mean**2), 0.0) / (rows - 1)
