"""Two models compared on rows of a cross-validation.

Metrics that rank are compared fold by fold, where both models saw the same rows, and averaged; the others on all rows.
Either way the standard error is taken 1.2 times, for what the models of different folds have in common
(`inference/cross_validation.py`), and the p-value is the one that belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, isfinite, log, sqrt
from statistics import NormalDist, fmean

import numpy as np

from truecut.catalogue.folds import Folds, is_within_folds
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.cross_validation import SHARED_TRAINING, WITHIN, of_fewer_rows, plain_method, rows_worth
from truecut.inference.differences import student_p, two_sided
from truecut.inference.interval_request import joined
from truecut.inference.paired.difference import Difference, Pair
from truecut.inference.paired.found_difference import ComparisonPoint, found_difference
from truecut.inference.quantiles import normal_quantile, student_quantile
from truecut.inference.rows_apart import WILSON_MOVER
from truecut.inference.unpaired import UnpairedRequest, unpaired_difference

SAME = "both models are alike in every fold"
ALL_ALIKE = "every fold tells the same difference, so there is no spread to judge by"
NOT_PAIRED_IN_FOLDS = "which row is which within a fold is not known, so the folds are compared as if of different rows"


def difference_of(
    pair: Pair, meeting: ComparisonPoint, method: str | None, *, of_ratio: bool = False, where: str = ""
) -> Difference:
    """Return the difference or ratio of two models, with or without folds."""
    folds = pair.first.folds
    if folds is None:
        return found_difference(pair, meeting, method, of_ratio=of_ratio, where=where)
    plain = None if method is None else plain_method(method)
    if not is_within_folds(pair.entry):
        found = found_difference(pair, meeting, plain, of_ratio=of_ratio, where=where)
        return _pooled(found, rows_worth(pair.first.design), folds)
    if pair.rows.folds is None:
        names = pair.first.name, pair.second.name
        wanted = UnpairedRequest(pair.entry, pair.parameters, names, pair.level, plain)
        apart = unpaired_difference(pair.first, pair.second, wanted)
        return replace(apart, note=joined(NOT_PAIRED_IN_FOLDS, apart.note))
    return _within_folds(pair, meeting, plain, folds)


def _pooled(found: Difference, worth: float, folds: Folds) -> Difference:
    """Return the difference on all rows with what training has in common allowed for."""
    if found.value is None or found.low is None or found.high is None:
        return found
    times, value = 1 / sqrt(worth), found.value

    def moved(end: float) -> float:
        if not isfinite(end) or not isfinite(value):
            return end
        if found.is_ratio and value > 0 and end > 0:
            return exp(log(value) + (log(end) - log(value)) * times)
        return value + (end - value) * times

    if found.method == WILSON_MOVER:  # its shares are those of fewer rows already
        return replace(found, method=of_fewer_rows(found.method, worth), note=joined(found.note, folds.said))
    p = found.p_value
    return replace(
        found,
        low=moved(found.low),
        high=moved(found.high),
        p_value=None if p is None else _p_of_wider(p, times),
        standard_error=None if found.standard_error is None else found.standard_error * times,
        statistic=None,
        method=of_fewer_rows(found.method, worth),
        note=joined(found.note, folds.said),
    )


def _p_of_wider(p: float, times: float) -> float:
    """Return the p-value of a standard error that is so many times as large.

    >>> round(_p_of_wider(0.05, 1.2), 3)
    0.102
    """
    return p if not 0 < p / 2 < 1 / 2 else two_sided(NormalDist().inv_cdf(p / 2) / times)


@dataclass(frozen=True)
class _OfFold:
    """The variance of a difference within one fold; None where the fold has too few rows to tell."""

    variance: float | None
    freedom: float
    note: str


def _within_folds(pair: Pair, meeting: ComparisonPoint, method: str | None, folds: Folds) -> Difference:
    by_fold = {name: found_difference(fold, meeting, method) for name, fold in _pairs(pair, folds)}
    known = {name: one for name, one in by_fold.items() if one.value is not None}
    first, second = (pair.value_of(model) for model in pair.models)
    plain = Difference(
        pair.entry.name,
        pair.first.name,
        pair.second.name,
        None,
        (first.value, second.value),
        level=pair.level,
        rows=float(len(pair.rows)),
        note=folds.said,
    )
    if not known or first.value is None or second.value is None:
        return replace(plain, undefined=f"{pair.first.name}: {first.undefined}")
    plain = replace(plain, value=fmean(float(one.value or 0.0) for one in known.values()))
    repeats = [[_of_fold(known[name]) for name in repeat if name in known] for repeat in folds.by_repeat]
    methods = next((one.method for one in known.values() if one.method), "")
    return _judged(plain, [one for one in repeats if one], methods + WITHIN)


def _pairs(pair: Pair, folds: Folds) -> Iterator[tuple[str, Pair]]:
    """Return the two models on the rows of each fold."""
    of_row, others = pair.rows.folds, pair.second.folds
    assert of_row is not None and others is not None
    for number, name in enumerate(folds.models):
        models = folds.models[name], others.models[name]
        kept = pair.rows.taken(np.flatnonzero(of_row == number))
        rows = PlacedRows.of(
            {model.name: model.table for model in models},
            {model.name: kept.scores(model.name) for model in models},
            kept.is_positive,
            numbers=kept.numbers,
            weights=kept.weights,
            clusters=kept.clusters,
        )
        yield name, replace(pair, rows=rows, first=models[0], second=models[1])


def _of_fold(found: Difference) -> _OfFold:
    freedom = found.degrees_of_freedom or inf
    if found.standard_error is not None:
        return _OfFold(found.standard_error**2, freedom, found.note)
    if found.low is None or found.high is None:
        return _OfFold(None, freedom, found.note)
    return _OfFold(((found.high - found.low) / 2 / normal_quantile(found.level)) ** 2, freedom, found.note)


def _judged(plain: Difference, repeats: Sequence[Sequence[_OfFold]], method: str) -> Difference:
    """Return the mean difference with its interval: variances of folds add up, those of repeats are averaged."""
    told = [[one for one in repeat if one.variance is not None] for repeat in repeats]
    if any(2 * len(some) <= len(repeat) for some, repeat in zip(told, repeats, strict=True)):
        reason = next(one.note for repeat in repeats for one in repeat if one.variance is None)
        return replace(plain, note=joined(reason, plain.note))
    variance = fmean(sum(one.variance or 0.0 for one in some) / len(some) ** 2 for some in told)
    difference, error = float(plain.value or 0.0), SHARED_TRAINING * sqrt(variance)
    if not error:
        if difference:
            return replace(plain, note=joined(ALL_ALIKE, plain.note))
        return replace(plain, low=0.0, high=0.0, p_value=1.0, method=method, note=joined(SAME, plain.note))
    freedom = _satterthwaite(told)
    half = (normal_quantile(plain.level) if freedom == inf else student_quantile(plain.level, freedom)) * error
    return replace(
        plain,
        low=difference - half,
        high=difference + half,
        p_value=two_sided(difference / error) if freedom == inf else student_p(difference / error, freedom),
        method=method,
        standard_error=error,
        statistic=difference / error,
        degrees_of_freedom=None if freedom == inf else freedom,
    )


def _satterthwaite(repeats: Sequence[Sequence[_OfFold]]) -> float:
    """Return the degrees of freedom of a sum of variances, those of the repeat that has fewest."""

    def of(folds: Sequence[_OfFold]) -> float:
        squares = sum((one.variance or 0.0) ** 2 / one.freedom for one in folds)
        return sum(one.variance or 0.0 for one in folds) ** 2 / squares if squares else inf

    return min(of(folds) for folds in repeats)
