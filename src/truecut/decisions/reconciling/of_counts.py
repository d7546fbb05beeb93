"""Conventions of metrics of four counts: averages over classes, which row is at a threshold, what 0 / 0 is."""

from __future__ import annotations

from typing import Any

import numpy as np

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.decisions.reconciling.convention import Convention, Found
from truecut.decisions.reconciling.of_readings import FIRST_LEVEL, OTHER_CLASS
from truecut.words.numerals import threshold as written

SKLEARN, TORCHMETRICS = "scikit-learn", "torchmetrics"


def conventions_of_counts(model: Model, entry: Metric) -> Found:
    """Return what other tools make of the four counts."""
    counts = model.point.counts
    found: Found = []
    if not entry.at(counts).is_defined:
        found += [
            (Convention(f"{entry.name} taken as {number} where it is undefined", 1, (SKLEARN,)), float(number))
            for number in (0, 1)
        ]
    _add(found, entry, _other_class(counts), f"{entry.name}, {OTHER_CLASS}", FIRST_LEVEL)
    _add(found, entry, _transposed(counts), f"{entry.name} of the matrix read the other way round (truth in columns)")
    if not model.is_hard:
        above = _above(model)
        said = f"{entry.name} of scores above {written(model.threshold)}, not at it"
        _add(found, entry, above, said, (TORCHMETRICS, "pROC"))
    for name, value in _averages(entry, counts).items():
        found.append((Convention(f"the {name} average of {entry.name} over both classes", 1, (SKLEARN,)), value))
    return found


def _add(found: Found, entry: Metric, counts: Counts, said: str, tools: tuple[str, ...] = ()) -> None:
    value = entry.at(counts)
    if value.is_defined:
        found.append((Convention(said, 1, tools), float(value)))


def _transposed(counts: Counts) -> Counts:
    return Counts(tp=counts.tp, fp=counts.fn, fn=counts.fp, tn=counts.tn)


def _other_class(counts: Counts) -> Counts:
    return Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)


def _above(model: Model) -> Counts:
    """Return the counts if rows exactly at the threshold are not flagged."""
    table, curve = model.table, model.curve
    reached = int(curve.reached([model.threshold])[0])
    is_there = reached > 0 and float(table.scores[reached - 1]) == model.threshold
    return curve.entry(reached - 1 if is_there else reached)


def _averages(entry: Metric, counts: Counts) -> dict[str, float]:
    """Return the averages of a metric over both classes, as scikit-learn's `average=` has them."""
    each = [float(entry.at(of)) for of in (counts, _other_class(counts))]
    if any(np.isnan(each)):
        return {}
    together: Any = counts + _other_class(counts)
    sizes = [counts.tp + counts.fn, counts.fp + counts.tn]
    return {
        "macro": float(np.mean(each)),
        "weighted": float(np.average(each, weights=sizes)),
        "micro": float(entry.at(together)),
    }
