"""A metric of many curves at once: for each the number that the catalogue gives for it alone.

Metrics that have no form for matrices are computed curve by curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truecut.catalogue import Metric
from truecut.counting.counts_curve import CountsCurve
from truecut.inference.resampling import many_limits, many_probabilities, many_rankings
from truecut.inference.resampling.many_curves import Curves, Values

WAYS = {**many_rankings.WAYS, **many_limits.WAYS, **many_probabilities.WAYS}


def values_of(entry: Metric, curves: Curves, parameters: Mapping[str, Any]) -> Values:
    """Return a metric of the curve or of probabilities for each of many curves, NaN where it has no value.

    >>> from truecut.catalogue import metric
    >>> curves = Curves(np.array([0.9, 0.4]), np.array([[2, 0], [1, 1]]), np.array([[0, 1], [0, 0]]))
    >>> values_of(metric("roc_auc"), curves, {})
    array([ 1., nan])
    """
    ways = WAYS.get(entry.name)
    with np.errstate(divide="ignore", invalid="ignore"):
        if ways is not None:
            return ways(curves, **parameters)
    return np.array([_number(entry, curves.alone(place), parameters) for place in range(len(curves))])


def _number(entry: Metric, curve: CountsCurve, parameters: Mapping[str, Any]) -> float:
    value = entry.of(curve, **parameters).value
    return np.nan if value is None else value
