"""Intervals of scores from a cross-validation, made of those for rows that one model scored.

Metrics of four counts and of losses are those of all rows, each worth 1 / 1.44 of an independent one. What looks at the
order of scores is the mean within folds: areas by DeLong's variances added up, anything else by the distances from the
value of each fold to its limits (Zou & Donner 2008, Stat Med 27:1693).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot, isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.design import Design
from truecut.catalogue.folds import Folds, is_within_folds
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.inference.cross_validation import SHARED_TRAINING, WITHIN, nadeau_bengio, of_fewer_rows, rows_worth
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalRequest, joined
from truecut.inference.of_curves import OF_RANKINGS
from truecut.inference.open_scales import SCALES

NADEAU_BENGIO = "nadeau-bengio"
NO_FOLDS = f"{NADEAU_BENGIO!r} is an interval over folds; say to which fold each row belongs with fold= (--fold)."
ONE_FOLD = "fewer than two folds have a value, so there is no spread to judge by"
NOT_IN_MOST = "most folds have too few rows for an interval of their own"

IN_A_FOLD = 200  # replicates where nobody asked for a bootstrap: chance in one fold's evens out over all

Limits = tuple[float, float]


def is_nadeau_bengio(name: str | None, design: Design) -> bool:
    """Say whether the interval over values by fold was named; without folds that is an error."""
    if name is None or name.strip().lower().replace("_", "-").replace(" ", "-") != NADEAU_BENGIO:
        return False
    if design.folds is None:
        raise BadCall(NO_FOLDS)
    return True


def over_folds() -> tuple[str, IntervalMethod]:
    """Return the interval that knows the values by fold only."""
    return NADEAU_BENGIO, IntervalMethod(_by_nadeau_bengio, takes_weights=True)


def in_folds(entry: Metric, design: Design, name: str, how: IntervalMethod) -> tuple[str, IntervalMethod]:
    """Return a method as it is for rows of a cross-validation."""
    assert design.folds is not None
    if not is_within_folds(entry):
        worth = rows_worth(design, is_fitted=entry.prevalence_is != PrevalenceRole.ALL)
        if worth == 1:
            return name, how
        pooled = _Pooled(how, worth, design.folds)
        along = None if how.along is None else pooled.along
        return of_fewer_rows(name, worth), replace(how, find=pooled.find, along=along)
    is_ranking = bool(entry.area_scale) and name in OF_RANKINGS and not design.is_clustered
    within = partial(_of_ranking, how) if is_ranking else partial(_within_folds, how)
    return name + WITHIN, replace(how, find=within, scales=is_ranking)


@dataclass(frozen=True)
class _Pooled:
    """A method for all rows of a cross-validation together, each of them worth less than an independent row."""

    how: IntervalMethod
    worth: float
    folds: Folds

    def find(self, asked: IntervalRequest) -> Interval:
        """Return the interval of fewer rows; where the method cannot think of fewer, it is made as much wider."""
        found = self.how.find(replace(asked, times=asked.times * self.worth) if self.how.scales else asked)
        if self.how.scales:
            found = replace(found, rows=None if found.rows is None else round(found.rows / self.worth, 9))
        elif found.limits is not None:
            times = 1 / sqrt(self.worth)
            error = None if found.standard_error is None else found.standard_error * times
            found = replace(found, limits=_widened(asked, found.limits, times), standard_error=error)
        method = of_fewer_rows(found.method, self.worth) if found.method else ""
        return replace(found, note=joined(found.note, self.folds.said), method=method)

    def along(self, counts: Counts, level: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the limits at every threshold."""
        assert self.how.along is not None
        fewer = {cell: np.asarray(rows, dtype=float) * self.worth for cell, rows in counts.cells().items()}
        return self.how.along(Counts(**fewer), level)


def _widened(asked: IntervalRequest, limits: Limits, times: float) -> Limits:
    """Return limits that are so many times as far away, on a scale on which the metric has no bounds if it has one."""
    value, scale = asked.value, SCALES.get(asked.entry.bounds)
    if not isfinite(value):
        return limits[0] / times, limits[1]
    least, most = asked.entry.bounds

    def moved(end: float) -> float:
        if scale is None or asked.entry.is_total or not least < value < most or not least < end < most:
            return value + (end - value) * times if isfinite(end) else end
        middle = scale.to(value)
        return scale.back(middle + (scale.to(end) - middle) * times)

    return moved(limits[0]), moved(limits[1])


def _of_ranking(how: IntervalMethod, asked: IntervalRequest) -> Interval:
    found, folds = how.find(asked), _folds(asked.model)
    return replace(found, rows=_rows(asked.model), note=joined(found.note, _said(folds, asked)))


def _within_folds(how: IntervalMethod, asked: IntervalRequest) -> Interval:
    """Find the interval of a mean over folds from the intervals of the folds, repeats having the same rows."""
    folds = _folds(asked.model)
    if not asked.by_name and asked.resampling.replicates is None:
        asked = replace(asked, resampling=replace(asked.resampling, replicates=IN_A_FOLD))
    found = [_of_one_repeat(how, asked, list(repeat.values())) for repeat in folds.by_repeat]
    whys = [one for one in found if isinstance(one, str)]
    if whys:
        return Interval(None, _rows(asked.model), joined(whys[0], _said(folds, asked)))
    means = [one for one in found if isinstance(one, _MeanOfFolds)]
    low, high = (SHARED_TRAINING * _root_mean_square([getattr(m, side) for m in means]) for side in ("below", "above"))
    errors = [mean.error for mean in means if mean.error is not None]
    return Interval(
        (asked.value - low, asked.value + high),
        _rows(asked.model),
        _said(folds, asked),
        standard_error=SHARED_TRAINING * _root_mean_square(errors) if len(errors) == len(means) else None,
    )


@dataclass(frozen=True)
class _MeanOfFolds:
    """How far the limits of a mean over folds lie below and above it, and its standard error, training not shared."""

    below: float
    above: float
    error: float | None


def _of_one_repeat(how: IntervalMethod, asked: IntervalRequest, folds: Sequence[Model]) -> _MeanOfFolds | str:
    """Return what the folds of a repeat tell, or why they tell nothing; a fold without limits is as the others are."""
    told, whys = [], []
    for fold in folds:
        value = fold.metric(asked.entry.name, **asked.parameters).value
        if value is None or not isfinite(value):
            continue
        found = how.find(replace(asked, model=fold, value=value))
        if found.limits is None:
            whys.append(found.note)
            continue
        told.append(_MeanOfFolds(value - found.limits[0], found.limits[1] - value, found.standard_error))
    if 2 * len(told) <= len(folds):
        return whys[0] if whys else NOT_IN_MOST
    errors = [one.error for one in told if one.error is not None]
    return _MeanOfFolds(
        hypot(*(max(0.0, one.below) for one in told)) / len(told),
        hypot(*(max(0.0, one.above) for one in told)) / len(told),
        hypot(*errors) / len(told) if len(errors) == len(told) else None,
    )


def _root_mean_square(values: Sequence[float]) -> float:
    return hypot(*values) / sqrt(len(values))


def _by_nadeau_bengio(asked: IntervalRequest) -> Interval:
    folds = _folds(asked.model)
    found = folds.values(asked.entry.name, **asked.parameters).values()
    values = [float(value) for value in found if value.value is not None and isfinite(value.value)]
    if len(values) < 2 or min(values) == max(values):
        return Interval(None, _rows(asked.model), joined(ONE_FOLD, folds.said))
    low, high = nadeau_bengio(values, 1 / (folds.number - 1), asked.level)
    # The value of pooled counts is not quite the mean over folds: the interval is laid around the value that is told.
    moved = asked.value - (low + high) / 2
    freedom = len(values) - 1.0
    return Interval((low + moved, high + moved), _rows(asked.model), folds.said, degrees_of_freedom=freedom)


def _said(folds: Folds, asked: IntervalRequest) -> str:
    values = folds.values(asked.entry.name, **asked.parameters).values()
    defined = sum(value.value is not None for value in values)
    only = "" if defined == len(values) else f"the mean of the {defined} of {len(values)} folds that have it"
    return joined(only, folds.said)


def _folds(model: Model) -> Folds:
    assert model.folds is not None
    return model.folds


def _rows(model: Model) -> float:
    return float(model.table.rows)
