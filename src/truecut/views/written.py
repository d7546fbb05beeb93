"""How the value of a metric is written."""

from __future__ import annotations

from math import isinf

from truecut.catalogue import Metric, Value
from truecut.numerals import DASH, count, decimal, percent


def written(metric: Metric, value: Value) -> str:
    """Return the value of a metric as people write it, or a dash."""
    if value.value is None:
        return DASH
    if isinf(value.value):
        return decimal(value.value)
    if metric.is_total:
        return count(value.value)
    return percent(value.value) if metric.is_percentage else decimal(value.value)
