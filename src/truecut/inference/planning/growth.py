"""More rows of the same kind: how narrow would the intervals be?

Every row is supposed to come several times, as if further rows repeated what these show. What is known of the value
stays as it is, so the answer is only as good as the rows at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import COUNTED
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate
from truecut.words.shown import Shown

TIMES = (1, 2, 5, 10)
ENOUGH_TIMES = 64  # from here on a width falls with the root of the rows


@dataclass(frozen=True)
class Width(Shown):
    """A metric with its interval if there were so many times as many rows."""

    metric: str
    times: int
    rows: int
    estimate: Estimate

    @property
    def half(self) -> float | None:
        """Return half of the width: the value is known to within so much; None without an interval."""
        low, high = self.estimate.low, self.estimate.high
        return None if low is None or high is None else (high - low) / 2


def width(model: Model, name: str, times: int = 1, *, level: float = LEVEL, **parameters: Any) -> Width:
    """Return the interval of a metric with so many times as many rows."""
    found = estimate(grown(model, times), name, level=level, **parameters)
    return Width(metric(name).name, times, model.table.rows * times, found)


def require_whole_times(times: Any) -> None:
    """Refuse what is no list of whole numbers from 1 on.

    >>> require_whole_times((1, 10))
    """
    is_list = isinstance(times, Sequence | np.ndarray) and not isinstance(times, str)
    if not is_list or any(isinstance(one, bool) or not isinstance(one, int | np.integer) or one < 1 for one in times):
        raise BadCall(f"times= is a list of whole numbers from 1 on, such as [1, 10], not {times!r}.")


def grown(model: Model, times: int) -> Model:
    """Return the model on so many times as many rows of the same kind.

    >>> from truecut.counting.counts import Counts
    >>> grown(Model.of_counts("m", Counts(tp=3, fp=1, fn=2, tn=4)), 10).point.counts
    Counts(tp=30, fp=10, fn=20, tn=40)
    """
    if times == 1:
        return model
    table = replace(model.table, **{name: getattr(model.table, name) * times for name in COUNTED})
    clustered = model.clustered
    return replace(
        model,
        table=table,
        clustered=None if clustered is None else _repeated(clustered, model, table, times),
        folds=None if model.folds is None else model.folds.each(lambda fold: grown(fold, times)),
    )


def times_needed(model: Model, name: str, within: float, *, level: float = LEVEL, **parameters: Any) -> float:
    """Return how many times as many rows it takes to know a metric to within so much; below 1 if there are enough.

    Whole numbers of times are looked at, and the root law leads from the nearest one to the answer.
    """

    def half(times: int) -> float:
        found = width(model, name, times, level=level, **parameters)
        if found.half is None:
            raise BadCall(f"{found.metric} has no interval here, so it cannot be planned: {found.estimate.note}.")
        return found.half

    times = 1
    for _ in range(3):
        wanted = times * (half(times) / within) ** 2
        nearest = min(max(1, round(wanted)), ENOUGH_TIMES)
        if nearest == times:
            break
        times = nearest
    return float(times * (half(times) / within) ** 2)


def rows_needed(rows: float, times: float) -> int:
    """Return so many times as many rows, as a whole number of them."""
    return max(1, ceil(rows * times - 1e-9))


def _repeated(rows: PlacedRows, model: Model, table: Any, times: int) -> PlacedRows:
    clusters = rows.clusters
    if clusters is not None:
        further = np.repeat(np.arange(times, dtype=np.int32), len(rows)) * (int(clusters.max(initial=0)) + 1)
        clusters = np.tile(clusters, times) + further
    return replace(
        rows,
        tables={model.name: table},
        places={model.name: np.tile(rows.places[model.name], times)},
        is_positive=np.tile(rows.is_positive, times),
        numbers=np.tile(rows.numbers, times),
        weights=None if rows.weights is None else np.tile(rows.weights, times),
        clusters=clusters,
    )
