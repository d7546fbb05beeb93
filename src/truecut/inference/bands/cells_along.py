"""The four cells at each of many thresholds, and the limits that a metric of them has there.

The limits are those of the metric at that threshold by itself: a threshold is fixed, not estimated.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.bands.shape import Limits
from truecut.inference.cells import Cells, OfCounts
from truecut.inference.cross_validation import rows_worth


def counts_along(model: Model, reached: NDArray[np.intp]) -> Counts:
    """Return the four counts when so many distinct scores are flagged, for each of many such numbers."""
    return Counts(**{cell: column[reached] for cell, column in model.curve.counts.cells().items()})


def squares_along(model: Model, reached: NDArray[np.intp]) -> Counts:
    """Return the sums of squared weights in the four cells likewise; of rows that count alike, the counts."""
    table = model.table
    if not table.is_weighted:
        return counts_along(model, reached)
    columns = table.positive_squares, table.negative_squares
    tp, fp = (np.concatenate([[0.0], np.cumsum(column, dtype=float)]) for column in columns)
    # What is left of all is exactly nothing where everything is flagged.
    return Counts(tp=tp[reached], fp=fp[reached], fn=tp[-1] - tp[reached], tn=fp[-1] - fp[reached])


def cells_along(model: Model, reached: NDArray[np.intp]) -> list[Cells]:
    """Return the four cells at each threshold, and the share of positives where it does not vary.

    Rows of a cross-validation are worth less than as many independent ones.
    """
    weights, squares = (
        np.stack([np.asarray(column, dtype=float) for column in four.cells().values()], axis=1)
        for four in (counts_along(model, reached), squares_along(model, reached))
    )
    mix = model.design.fixed_prevalence
    found = [Cells(tuple(w), tuple(q), mix) for w, q in zip(weights.tolist(), squares.tolist(), strict=True)]
    worth = rows_worth(model.design)
    return found if worth == 1 else [cells.grown(worth) for cells in found]


def limits_of_cells(cells: Iterable[Cells], metrics: Iterable[OfCounts], level: float) -> Limits:
    """Return the limits at each threshold of a metric that may be another one at each."""
    found = np.array([one.interval(metric, level) for one, metric in zip(cells, metrics, strict=False)])
    return found[:, 0], found[:, 1]
