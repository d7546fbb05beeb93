"""The difference of two models' costs on the same rows, at prices that are the same for every row.

Rows that both decide alike cost both the same, so those that they decide differently tell it: shares of each class with
Wilson's interval, put together by MOVER (`inference/rows_apart.py`; Zou & Donner 2008, Stat Med 27:1693).
"""

from __future__ import annotations

import numpy as np

from truecut.inference.differences import p_from_interval
from truecut.inference.of_cells import TOTALS
from truecut.inference.paired.difference import Pair, PairedInterval
from truecut.inference.paired.mover import ALIKE
from truecut.inference.rows_apart import FEW_CLUSTERS, saved_by, shifts_of_rows


def by_rows_apart(pair: Pair) -> PairedInterval:
    """Return the difference of two mean or total costs at fixed prices, by the rows that are decided differently."""
    cost, (first, second) = pair.first.situation.cost, pair.models
    assert cost is not None  # or there would be no value
    of_first, of_second = (pair.rows.flagged(m.name, int(m.curve.reached([m.threshold])[0])) for m in pair.models)
    number = sum(pair.design.effective_rows)
    if np.array_equal(of_first, of_second):
        return PairedInterval((0.0, 0.0), 1.0, number, ALIKE)
    # What the first costs more is what the second saves.
    found = saved_by(second, cost, shifts_of_rows(second, pair.rows, (of_second, of_first), pair.level), pair.level)
    if found is None:
        return PairedInterval(None, None, number, FEW_CLUSTERS)
    times = float(first.moved.point.counts.rows) if pair.entry.name in TOTALS else 1.0
    value = pair.values[0] - pair.values[1]
    low, high = min(times * found.low, value), max(times * found.high, value)
    return PairedInterval((low, high), p_from_interval(value, low, high, pair.level), number)
