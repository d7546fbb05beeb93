"""Intervals of metrics that depend on how many rows of each class were taken, where that was decided.

They vary only by how each class happened to be drawn: two independent Betas for four counts, influences around the
mean of their class for average precision, draws by class for the rest.
"""

from __future__ import annotations

from truecut.catalogue import Metric
from truecut.catalogue.metric import PrevalenceRole
from truecut.inference.dirichlet import dirichlet_by_class
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest
from truecut.inference.methods import method_of, methods_of, plain_name
from truecut.inference.of_counts import by_rate

BY_DESIGN = "how many positives there are was decided when the rows were sampled, so there is nothing to be unsure of"
DEPENDS = (
    "the rows were sampled by class, so it depends on how many of each were taken; state a prevalence to move it to one"
)


def method_by_class(entry: Metric, name: str | None) -> tuple[str, IntervalMethod] | None:
    """Return the method of this name for a metric that depends on the sampling, the default without one."""
    if entry.prevalence_is == PrevalenceRole.ALL:
        return None
    own = _methods(entry)
    if name is None:
        return next(iter(own.items()), None) or method_of(entry, None)
    plain = plain_name(name)
    return (plain, own[plain]) if plain in own else method_of(entry, name)


def _methods(entry: Metric) -> IntervalMethods:
    if entry.name == "total_cost":
        return by_rate("mean_cost", BETAS)
    if entry.name == "zero_one_count":
        return by_rate("error_rate", BETAS)
    if entry.needs_only_counts:
        return {} if entry.is_total else BETAS
    known = methods_of(entry)
    wanted = ("jackknife-by-class", "bootstrap")
    return {name: known[name] for name in wanted if name in known}


def _by_betas(asked: IntervalRequest) -> Interval:
    low, high = dirichlet_by_class(asked.entry, asked.counts, asked.parameters, asked.level)
    # A value at the end of its range stays in: no draw ever gets there.
    return Interval((min(low, asked.value), max(high, asked.value)), float(asked.counts.rows))


BETAS: IntervalMethods = {"beta-by-class": IntervalMethod(_by_betas)}
