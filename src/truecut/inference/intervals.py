"""A metric of a model with its interval."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from truecut.catalogue import CATALOGUE, Metric, metric
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Metrics, Model
from truecut.inference.clustered.methods import clustered_method
from truecut.inference.estimate import Estimate
from truecut.inference.evidence import NOT_WHOLE
from truecut.inference.interval_request import IntervalMethod, IntervalRequest, joined
from truecut.inference.methods import method_of, usual_method
from truecut.inference.of_weights import weighted_method
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.options import taken_from
from truecut.inference.sampled_by_class import BY_DESIGN, DEPENDS, method_by_class

LEVEL = 0.95
TOO_FAR_APART = "the counts are too far apart for an interval"
WEIGHTED = "this method takes all rows for equally important"
BY_CONVENTION = "the value was supplied by a convention, not by the rows"


def estimate(
    model: Model,
    name: str,
    *,
    level: float = LEVEL,
    interval: str | None = None,
    convention: str | None = None,
    **parameters: Any,
) -> Estimate:
    """Return a metric of a model with its interval: by the default method, or by the one named.

    >>> from truecut.counting.counts import Counts
    >>> found = estimate(Model.of_counts("test", Counts(tp=81, fp=0, fn=182, tn=0)), "recall")
    >>> round(found.low, 4), round(found.high, 4), found.method, found.rows
    (0.2553, 0.3662, 'wilson', 263.0)
    """
    entry = metric(name)
    checked_level(level)
    chosen = _method(model, entry, interval)
    resampling, parameters = taken_from(parameters)
    if model.design.is_by_class and resampling.stratified is None:
        resampling = replace(resampling, stratified=True)
    value = model.metric(entry.name, convention=convention, **parameters)
    plain = Estimate(value.value, value.undefined, value.convention, level=level)
    if value.value is None or value.undefined:
        return replace(plain, note=BY_CONVENTION if value.is_defined else value.undefined or "")
    if chosen is None:
        return replace(plain, note=_why_none(model, entry))
    method, how = chosen
    reason = _not_countable(model, entry, how)
    if reason:
        return replace(plain, note=reason)
    try:
        with np.errstate(over="raise"):
            by_name, usual = interval is not None, usual_method(entry)
            found = how.find(
                IntervalRequest(model, entry, value.value, level, entry.chosen(parameters), resampling, by_name, usual)
            )
    except ArithmeticError:
        # Counts such as 10**30 beside 1, or weights of 1e300, are more than floats can tell apart.
        return replace(plain, note=TOO_FAR_APART)
    plain = replace(plain, clusters=found.clusters, effective_rows=found.effective_rows)
    found = replace(found, note=joined(found.note, "" if model.design.identifies(entry) else DEPENDS))
    if found.limits is None:
        return replace(plain, rows=found.rows, note=found.note)
    low, high = _inside(found.limits, entry, value.value) if how.stays_inside else found.limits
    return replace(
        plain,
        low=low,
        high=high,
        method=found.method or method,
        rows=found.rows,
        note=found.note,
        resampled=found.resampled,
    )


def estimates(model: Model, *, level: float = LEVEL, convention: str | None = None) -> Metrics[Estimate]:
    """Return every metric that the model can have, with its interval, each computed when it is first asked for."""
    names = tuple(entry.name for entry in CATALOGUE)
    return Metrics(names, partial(estimate, model, level=level, convention=convention))


def _method(model: Model, entry: Metric, interval: str | None) -> tuple[str, IntervalMethod] | None:
    if model.design.is_clustered:
        return clustered_method(entry, interval)
    if model.design.is_weighted:
        return weighted_method(entry, interval)
    if not model.design.identifies(entry):
        return method_by_class(entry, interval)
    return method_of(entry, interval)


def _why_none(model: Model, entry: Metric) -> str:
    if not model.design.identifies(entry) and entry.prevalence_is == PrevalenceRole.ALL:
        return BY_DESIGN
    return entry.no_interval or f"no interval for {entry.name} yet"


def _not_countable(model: Model, entry: Metric, how: IntervalMethod) -> str:
    if model.design.is_weighted:
        return "" if how.takes_weights else WEIGHTED
    whole = not entry.needs_only_counts or all(rows == int(rows) for rows in model.point.counts.cells().values())
    return "" if whole else NOT_WHOLE


def _inside(limits: tuple[float, float], entry: Metric, value: float) -> tuple[float, float]:
    """Return the interval inside the bounds of the metric, and never beside the value itself.

    A method that adds to the counts, or simulates them, can end just short of a value at the end of its range.
    """
    lowest, highest = entry.bounds
    return min(max(lowest, limits[0]), value), max(min(highest, limits[1]), value)
