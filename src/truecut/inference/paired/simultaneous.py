"""Simultaneous intervals of several differences by max-t: in 95 of 100 samples all of them hold.

The largest error of a family, in standard errors, sets the width of all (max-t): models on the same rows err alike, so
that is less than as many single tests would need. Rows are drawn once for all models.

Westfall & Young 1993, "Resampling-based multiple testing"; Hothorn, Bretz & Westfall 2008, Biom J 50:346.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.counting.placed_rows import PlacedRows
from truecut.inference.interval_request import joined
from truecut.inference.paired.difference import MAX_T, Difference
from truecut.inference.quantiles import normal_quantile, student_quantile

TOO_MANY_UNDEFINED = 0.1  # share of draws


def widening(rows: PlacedRows, level: float) -> float:
    """Return how much further errors reach than draws of few rows show, which vary less than samples do.

    Student's distribution in the place of the normal one, and one unit less: rows of the smaller class, or clusters.
    """
    positives = int(rows.is_positive.sum())
    units = min(positives, len(rows) - positives) if rows.clusters is None else rows.number_of_clusters
    if units < 2 or not 0 < level < 1:
        return 1.0
    return sqrt(units / (units - 1)) * student_quantile(level, units - 1.0) / normal_quantile(level)


def simultaneous_differences(
    found: Sequence[Difference], drawn: dict[str, NDArray[np.float64]], wider: float, note: str
) -> tuple[Difference, ...]:
    """Return differences with intervals and p-values that hold together, from a metric of each model in each draw."""
    moved, errors = [], []
    for difference in found:
        apart = drawn[difference.first] - drawn[difference.second]
        errors.append(float(np.nanstd(apart)))
        moved.append((apart - np.nanmean(apart)) / errors[-1] if errors[-1] else np.zeros_like(apart))
    largest = wider * np.abs(np.array(moved)).max(axis=0)
    known = largest[~np.isnan(largest)]
    if len(known) < (1 - TOO_MANY_UNDEFINED) * len(largest):
        missing = 100 * (1 - len(known) / len(largest))
        return tuple(_without(one, f"undefined in {missing:.0f} % of the draws") for one in found)
    reach = float(np.quantile(known, found[0].level))
    return tuple(_with(one, error, reach, known, len(found), note) for one, error in zip(found, errors, strict=True))


def _with(
    one: Difference, error: float, reach: float, largest: NDArray[np.float64], family: int, note: str
) -> Difference:
    if one.value is None or not error:
        return _without(one, one.note)
    p_value = (1 + int((largest >= abs(one.value) / error).sum())) / (1 + len(largest))
    return replace(
        one,
        low=one.value - reach * error,
        high=one.value + reach * error,
        adjusted_p=None if one.p_value is None else p_value,
        family=family,
        method=MAX_T,
        note=joined(note, f"the {family} intervals hold together"),
    )


def _without(one: Difference, why: str) -> Difference:
    return replace(one, low=None, high=None, method="", note=why)
