"""Numbers that are something else: another metric of the same rows, another threshold, an end of the interval."""

from __future__ import annotations

from typing import Any

import numpy as np

from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.model import Model
from truecut.decisions.reconciling.convention import Convention, Found
from truecut.inference.intervals import estimate
from truecut.words.numerals import threshold as written

LEVELS = (0.95, 0.90, 0.99)
CUTS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.6, 0.7, 0.75, 0.8, 0.9)  # that people write by hand


def other_metrics(model: Model, entry: Metric) -> Found:
    """Return what else the number may be."""
    return [*_others(model, entry), *_thresholds(model, entry), *_ends(model, entry)]


def _others(model: Model, entry: Metric) -> Found:
    found: Found = []
    for other in CATALOGUE:
        value = model.metric(other.name)
        if not value.is_defined:
            continue
        if other.name != entry.name:
            found.append((Convention(f"{other.name} (another metric)", 2), float(value)))
        if other.bounds == (0.0, 1.0) and other.name in (entry.name, *entry.confused_with):
            found.append((Convention(f"1 - {other.name}", 2), 1 - float(value)))
    return found


def _thresholds(model: Model, entry: Metric) -> Found:
    """Return the metric at thresholds that people write, and at those that choose themselves by being the best."""
    if not entry.needs_only_counts or model.is_hard:
        return []
    cuts: dict[str, float] = {written(cut): cut for cut in CUTS if cut != model.threshold}
    along: Any = entry.along(model.curve.counts)
    values = np.broadcast_to(along, len(model.curve))[1:]
    found: Found = []
    if len(values) and not np.isnan(values).all():
        best, worst = float(np.nanmax(values)), float(np.nanmin(values))
        found += [(Convention(f"the highest {entry.name} of all thresholds", 2), best)]
        found += [(Convention(f"the lowest {entry.name} of all thresholds", 3), worst)]
    for name, cut in cuts.items():
        value = entry.at(model.curve.at(cut))
        if value.is_defined:
            found.append((Convention(f"{entry.name} at threshold {name}", 2), float(value)))
    return found


def _ends(model: Model, entry: Metric) -> Found:
    found: Found = []
    for level in LEVELS:
        around = estimate(model, entry.name, level=level)
        for end, number in (("lower", around.low), ("upper", around.high)):
            if number is not None:
                found.append(
                    (Convention(f"the {end} end of the {100 * level:g} % interval of {entry.name}", 2), number)
                )
    return found
