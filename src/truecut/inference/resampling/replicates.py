"""A metric in every bootstrap replicate of a model.

Four counts are drawn as four counts. Curves are drawn score by score, never by sorting rows again, and tables of many
scores on groups of them (see `coarse`): one drawing serves all metrics that are asked for one after the other. Ranking
metrics of such tables have a way of their own, over all rows, in the kernel.

A replicate depends on the seed, its number and how it is drawn, and on nothing that is asked for beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from truecut import kernel
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.counting.score_table import ScoreTable
from truecut.inference.folds import rows_by_class
from truecut.inference.interval_request import IntervalRequest
from truecut.inference.resampling.coarse import coarsened
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.many_curves import Curves, Values
from truecut.inference.resampling.many_values import values_of
from truecut.inference.resampling.sampling_units import CountedRows
from truecut.kernel import Scheme

CELLS_AT_A_TIME = 1_000_000  # of the matrices, for the sake of memory
MOST_DRAWS = 2 * 10**9  # over all rows and replicates, in the kernel
ROWS_AT_A_TIME = 500_000_000  # drawn between two looks at the keyboard
SCORES_FOR_JACKKNIFE = 250

Ranked = Callable[..., Values]
RANKED: dict[str, tuple[Ranked, Callable[[Values], Values]]] = {
    "roc_auc": (kernel.resampled_roc_auc, lambda areas: areas),
    "gini": (kernel.resampled_roc_auc, lambda areas: 2 * areas - 1),
    "average_precision": (kernel.resampled_average_precision, lambda precisions: precisions),
}


@dataclass(frozen=True, eq=False)
class Replicates:
    """The values of a metric in all replicates, moved so that they lie around the metric's own value."""

    values: Values  # NaN where the metric has none
    groups: int | None = None  # of neighbouring scores that were drawn in the place of the scores
    is_poisson: bool = False


def values_of_replicates(asked: IntervalRequest, replicates: int, scheme: Scheme) -> Replicates:
    """Return the values of the metric in so many replicates."""
    if asked.entry.needs_only_counts:
        return Replicates(asked.entry.along(_drawn_counts(asked, replicates, scheme), **asked.parameters))
    table = asked.model.table
    coarse = _coarse(asked.model)
    if coarse is table:
        return Replicates(_over_curves(asked, replicates, scheme))
    if asked.entry.name in RANKED and asked.by_name and _is_worth_all_rows(asked, _rows_of(table) * replicates):
        return Replicates(_over_all_rows(asked, replicates), is_poisson=True)
    # A coarse table has another value, but varies alike.
    own = values_of(asked.entry, drawn_from(asked.model), asked.parameters)[0]
    return Replicates(_over_curves(asked, replicates, scheme) - own + asked.value, len(coarse))


def drawn_curves(model: Model, replicates: int, seed: int, scheme: Scheme) -> Iterator[Curves]:
    """Return the curves of all replicates, as many at a time as memory should hold."""
    step = max(1, CELLS_AT_A_TIME // (len(_coarse(model)) + 1))
    for first in range(0, replicates, step):
        yield _curves(model, seed, scheme, first, min(step, replicates - first))


def one_row_less(asked: IntervalRequest) -> tuple[Values, Values]:
    """Return the values when one row is left out, and how many rows give each of them."""
    if asked.entry.needs_only_counts:
        cells = np.array([float(rows) for rows in asked.counts.cells().values()])
        without_one = cells - np.eye(len(CELLS))[cells > 0]
        return asked.entry.along(Counts(*without_one.T), **asked.parameters), cells[cells > 0]
    table = coarsened(asked.model.table, SCORES_FOR_JACKKNIFE)
    positives, negatives, one = table.positives, table.negatives, np.eye(len(table), dtype=np.int64)
    some, others = positives > 0, negatives > 0
    left = Curves(
        table.scores,
        np.concatenate([positives - one[some], np.tile(positives, (others.sum(), 1))]),
        np.concatenate([np.tile(negatives, (some.sum(), 1)), negatives - one[others]]),
        table.lower_is_positive,
    )
    rows = np.concatenate([positives[some], negatives[others]]).astype(float)
    return values_of(asked.entry, left, asked.parameters), rows


def _is_worth_all_rows(asked: IntervalRequest, draws: int) -> bool:
    # Classes kept apart, or not, on request: that Poisson draws cannot promise.
    asked_for = asked.resampling.stratified
    ranks_alone = asked.entry.name != "average_precision"
    return draws <= MOST_DRAWS and (asked_for is None or (asked_for and ranks_alone))


def _over_all_rows(asked: IntervalRequest, replicates: int) -> Values:
    draw, read = RANKED[asked.entry.name]
    table, key = asked.model.table, Draws(asked.resampling.seed, Purpose.ALL_ROWS).key()
    step = max(1, ROWS_AT_A_TIME // _rows_of(table))
    parts = [
        draw(
            table.positives,
            table.negatives,
            min(step, replicates - first),
            seed=key,
            scheme=Scheme.POISSON,
            first=first,
        )
        for first in range(0, replicates, step)
    ]
    return read(np.concatenate(parts))


def _over_curves(asked: IntervalRequest, replicates: int, scheme: Scheme) -> Values:
    drawn = drawn_curves(asked.model, replicates, asked.resampling.seed, scheme)
    return np.concatenate([values_of(asked.entry, curves, asked.parameters) for curves in drawn])


def drawn_from(model: Model) -> Curves:
    """Return the one curve whose rows are drawn again."""
    table = _coarse(model)
    sides = table.positives[None, :], table.negatives[None, :]
    return Curves(table.scores, *sides, table.lower_is_positive, table is not model.table)


@lru_cache(maxsize=2)
def _coarse(model: Model) -> ScoreTable:
    return coarsened(model.table)


# Two: with the classes apart and together. Metrics of one model are asked for in a row.
@lru_cache(maxsize=2)
def _curves(model: Model, seed: int, scheme: Scheme, first: int, replicates: int) -> Curves:
    table = _coarse(model)
    rows = CountedRows(table.positives, table.negatives, scheme == Scheme.BY_CLASS)
    sides = rows.redrawn(Draws(seed, Purpose.ROWS), replicates, first)
    return Curves(table.scores, *sides, table.lower_is_positive, table is not model.table)


def _rows_of(table: ScoreTable) -> int:
    """Return how many rows there are to draw; a repeated row is so many rows."""
    return sum(int(rows.sum()) for rows in rows_by_class(table))


def _drawn_counts(asked: IntervalRequest, replicates: int, scheme: Scheme) -> Counts:
    """Return the four counts of all replicates."""
    tp, fp, fn, tn = (int(rows) for rows in asked.counts.cells().values())
    rows = CountedRows(np.array([tp, fn]), np.array([fp, tn]), scheme == Scheme.BY_CLASS)
    positives, negatives = rows.redrawn(Draws(asked.resampling.seed, Purpose.ROWS), replicates)
    return Counts(tp=positives[:, 0], fp=negatives[:, 0], fn=positives[:, 1], tn=negatives[:, 1])
