"""Intervals of metrics that depend on how many rows of each class were taken, where that was decided.

They vary only by how each class happened to be drawn: two independent Betas for four counts, influences around the
mean of their class for average precision, draws by class for the rest.
"""

from __future__ import annotations

from truecut.catalogue import Metric
from truecut.inference.dirichlet import dirichlet_by_class
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest
from truecut.inference.of_counts import TOTALS, by_rate
from truecut.inference.of_curves import AVERAGE_PRECISION
from truecut.inference.resampling.bootstrap import bootstraps_of

BY_DESIGN = "how many positives there are was decided when the rows were sampled, so there is nothing to be unsure of"
DEPENDS = (
    "the rows were sampled by class, so it depends on how many of each were taken; state a prevalence to move it to one"
)


def methods_by_class(entry: Metric) -> IntervalMethods:
    """Return the methods for a metric that depends on a prevalence that was decided, the default first."""
    if entry.name in TOTALS:
        return by_rate(TOTALS[entry.name], BETAS)
    if entry.needs_only_counts:
        return {} if entry.is_total else BETAS
    known = {**(AVERAGE_PRECISION if entry.without_skill == "prevalence" else {}), **bootstraps_of(entry)}
    return {name: known[name] for name in ("jackknife-by-class", "bootstrap") if name in known}


def _by_betas(asked: IntervalRequest) -> Interval:
    low, high = dirichlet_by_class(asked.entry, asked.counts, asked.parameters, asked.level)
    # A value at the end of its range stays in: no draw ever gets there.
    return Interval((min(low, asked.value), max(high, asked.value)), float(asked.counts.rows))


BETAS: IntervalMethods = {"beta-by-class": IntervalMethod(_by_betas)}
