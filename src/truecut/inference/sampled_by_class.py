"""Intervals of metrics that depend on how many rows of each class were taken, where that was decided.

They vary only by how each class happened to be drawn: two independent Betas for four counts, influences around the
mean of their class for average precision, draws by class for the rest.
"""

from __future__ import annotations

from truecut.catalogue import Metric
from truecut.inference.interval_request import IntervalMethods
from truecut.inference.of_cells import by_cells
from truecut.inference.of_curves import AVERAGE_PRECISION
from truecut.inference.resampling.bootstrap import bootstraps_of

BY_DESIGN = "how many positives there are was decided when the rows were sampled, so there is nothing to be unsure of"
DEPENDS = (
    "the rows were sampled by class, so it depends on how many of each were taken; state a prevalence to move it to one"
)


def methods_by_class(entry: Metric) -> IntervalMethods:
    """Return the methods for a metric that depends on a prevalence that was decided, the default first."""
    if entry.needs_only_counts:
        return by_cells(entry)
    known = {**(AVERAGE_PRECISION if entry.without_skill == "prevalence" else {}), **bootstraps_of(entry)}
    return {name: known[name] for name in ("jackknife-by-class", "bootstrap") if name in known}
