"""A metric of a model with its interval: the one place where a metric and a sampling design are given a method.

Reports, gates, differences of groups and thresholds that are chosen with confidence all ask here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import CATALOGUE, Metric, Value, metric
from truecut.catalogue.design import Design, DesignKind
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Metrics, Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.hidden_in_cells import possible_range, widened
from truecut.inference.interval_request import NOT_WHOLE, Interval, IntervalMethod, IntervalRequest, joined
from truecut.inference.methods import interval_method, method_of_amounts, methods_of, why_none
from truecut.inference.of_amounts import IN_CLUSTERS
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.options import Resampling, taken_from
from truecut.inference.sampled_by_class import BY_DESIGN, DEPENDS

LEVEL = 0.95
TOO_FAR_APART = "the counts are too far apart for an interval"
WEIGHTED = "this method takes all rows for equally important"
STATED = "how common positives are was stated, so there is nothing to be unsure of"
BY_CONVENTION = "the value was supplied by a convention, not by the rows"
NOT_ALONG = {
    DesignKind.CLUSTERED: "Rows of one cluster resemble each other, so counting rows at every threshold would promise "
    "too much: no confidence can be required. Choose by the value, and look at the interval at the chosen threshold.",
    DesignKind.WEIGHTED: "With importance weights the rows behind a share are not known, so no confidence can be "
    "required.",
    DesignKind.BY_CLASS: "The rows were sampled by class, so {name} depends on how many of each were taken and no "
    "confidence can be required of it. Choose by the value, or state a prevalence.",
}


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

    >>> found = estimate(Model.of_counts("test", Counts(tp=81, fp=0, fn=182, tn=0)), "recall")
    >>> round(found.low, 4), round(found.high, 4), found.method, found.rows
    (0.2553, 0.3662, 'wilson', 263.0)
    """
    return Estimation(model, metric(name), checked_level(level), interval, convention, parameters)._with(1.0)


def estimates(model: Model, *, level: float = LEVEL, convention: str | None = None) -> Metrics[Estimate]:
    """Return every metric that the model can have, with its interval, each computed when it is first asked for."""
    names = tuple(entry.name for entry in CATALOGUE)
    return Metrics(names, partial(estimate, model, level=level, convention=convention))


def limits_along(
    entry: Metric, design: Design, counts: Counts, level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the interval of a share of rows at every threshold of a curve, by the method that it has at one."""
    chosen = interval_method(entry, design, None)
    if chosen is None or chosen[1].along is None:
        reason = NOT_ALONG.get(design.kind, "{name} has no interval at every threshold.")
        raise BadCall(reason.format(name=entry.name))
    return chosen[1].along(counts, level)


@dataclass(frozen=True, eq=False)
class Estimation:
    """A metric of a model whose interval is wanted, and what more rows of the same kind would tell."""

    model: Model
    entry: Metric
    level: float = LEVEL
    interval: str | None = None  # the method, where one is named
    convention: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)  # of the metric, and of resampling

    @cached_property
    def estimate(self) -> Estimate:
        """Return the value with its interval."""
        return self._with(1.0)

    @cached_property
    def _rows(self) -> Model:
        """Return the rows that tell the metric: weighted by class where the model is used elsewhere."""
        weights = self.model.class_weights
        return self.model.used_for(self.entry) if weights is None or weights.are_known else self.model

    def with_rows(self, times: float) -> Estimate:
        """Return what so many times as many rows would tell, the value staying as it is.

        Shares of rows and areas know exactly. Elsewhere half the width is taken to shrink with the square root of the
        rows, which is rough.
        """
        return self._with(times) if self.is_exact else self._nearer(sqrt(times))

    @property
    def is_exact(self) -> bool:
        """Say whether the method knows what more rows would tell."""
        return self._method is not None and self._method[1].scales

    @property
    def _method(self) -> tuple[str, IntervalMethod] | None:
        if self._follows_amounts:
            return method_of_amounts(self.entry, self._rows.design, self.interval)
        return interval_method(self.entry, self._rows.design, self.interval)

    @property
    def _follows_amounts(self) -> bool:
        return self.entry.is_priced and self.model.situation.follows_amounts

    def _with(self, times: float) -> Estimate:
        return self._allowing_for_cells(self._as_counted(times))

    def _allowing_for_cells(self, found: Estimate) -> Estimate:
        is_whole = self._rows.table.ends is None and self._rows.folds is None
        return found if is_whole or found.value is None else widened(found, self._possible, self.entry.bounds)

    @property
    def _drawn(self) -> tuple[Resampling, dict[str, Any]]:
        """Return how rows are drawn again, and the parameters of the metric."""
        return taken_from(self.parameters)

    @cached_property
    def _possible(self) -> tuple[float, float]:
        """Return the lowest and the highest value of the rows, where their scores were counted in cells."""
        parameters = self._drawn[1]
        value = float(self.model.metric(self.entry.name, convention=self.convention, **parameters))
        return possible_range(self._rows, self.entry, value, convention=self.convention, **parameters)

    def _as_counted(self, times: float) -> Estimate:
        chosen, (resampling, parameters) = self._method, self._drawn
        value = self.model.metric(self.entry.name, convention=self.convention, **parameters)
        reason = self._why_none(value, None if chosen is None else chosen[1])
        if reason or chosen is None or value.value is None:
            return self._without_interval(value, parameters, note=reason)
        if self._rows.design.kind == DesignKind.BY_CLASS and resampling.stratified is None:
            resampling = replace(resampling, stratified=True)
        by_name, usual = self.interval is not None, next(iter(methods_of(self.entry)), "")
        all_parameters = self.entry.chosen(self.model.parameters_of(self.entry, parameters))
        asked = IntervalRequest(
            self._rows, self.entry, value.value, self.level, all_parameters, resampling, by_name, usual, times
        )
        try:
            with np.errstate(over="raise"):
                found = chosen[1].find(asked)
        except ArithmeticError:
            # Counts such as 10**30 beside 1, or weights of 1e300, are more than floats can tell apart.
            return self._without_interval(value, parameters, note=TOO_FAR_APART)
        return self._read(value, parameters, found, *chosen)

    def _without_interval(self, value: Value, parameters: dict[str, Any], **found: Any) -> Estimate:
        return Estimate(
            value.value,
            value.undefined,
            value.convention,
            level=self.level,
            metric=self.entry.name,
            parameters=parameters,
            **found,
        )

    def _read(
        self, value: Value, parameters: dict[str, Any], found: Interval, name: str, how: IntervalMethod
    ) -> Estimate:
        design = self._rows.design
        is_weighted = design.kind == DesignKind.WEIGHTED and design.tells_less_than_rows
        effective = found.rows if is_weighted else found.effective_rows
        note = found.note if design.identifies(self.entry) else joined(found.note, DEPENDS)
        if found.limits is None:
            told = {"rows": found.rows, "note": note, "clusters": found.clusters, "effective_rows": effective}
            return self._without_interval(value, parameters, **told)
        low, high = self._inside(found.limits, float(value)) if how.stays_inside else found.limits
        # In the order of the fields, and made once: thousands of groups have a dozen each.
        return Estimate(
            value.value,
            value.undefined,
            value.convention,
            low,
            high,
            self.level,
            found.method or name,
            found.rows,
            note,
            found.resampled,
            found.clusters,
            effective,
            found.standard_error,
            found.degrees_of_freedom,
            metric=self.entry.name,
            parameters=parameters,
        )

    def _why_none(self, value: Value, method: IntervalMethod | None) -> str:
        if value.value is None or value.convention:
            return BY_CONVENTION if value.is_defined else value.undefined or ""
        design = self._rows.design
        if self.entry.prevalence_is == PrevalenceRole.ALL and design.fixes_prevalence:
            return BY_DESIGN if design.mix is None else STATED
        if design.is_clustered and self._follows_amounts:
            return IN_CLUSTERS
        if method is None:
            return why_none(self.entry, design.kind)
        if design.is_weighted:
            return "" if method.takes_weights else WEIGHTED
        return "" if not self.entry.needs_only_counts or self.model.point.counts.are_whole else NOT_WHOLE

    def _inside(self, limits: tuple[float, float], value: float) -> tuple[float, float]:
        """Return the interval inside the bounds of the metric, and never beside the value itself.

        A method that adds to the counts, or simulates them, can end just short of a value at the end of its range.
        """
        lowest, highest = self.entry.bounds
        return min(max(lowest, limits[0]), value), max(min(highest, limits[1]), value)

    def _nearer(self, times: float) -> Estimate:
        found = self._as_counted(1.0)
        if found.low is None or found.high is None or not isfinite(float(found)):
            return self.estimate
        value = float(found)
        low, high = (value + (end - value) / times if isfinite(end) else end for end in (found.low, found.high))
        return self._allowing_for_cells(replace(found, low=low, high=high))
