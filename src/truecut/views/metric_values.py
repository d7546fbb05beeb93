"""How the value of a metric, its interval and a difference are written."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf
from typing import Any

from truecut.catalogue import Metric, Value
from truecut.inference.estimate import Estimate
from truecut.words.numerals import DASH, count, decimal, percent, plain_number


def titled(metric: Metric, parameters: Mapping[str, Any]) -> str:
    """Return the title of a metric with the parameters that it was asked with.

    >>> from truecut.catalogue import metric
    >>> titled(metric("recall_at_precision"), {"precision": 0.9})
    'Recall at a precision (precision 0.9)'
    """
    told = ", ".join(f"{name} {plain_number(chosen)}" for name, chosen in parameters.items() if chosen is not None)
    return f"{metric.title} ({told})" if told else metric.title


def written(metric: Metric, value: Value) -> str:
    """Return the value of a metric as people write it, or a dash."""
    if value.value is None:
        return DASH
    # Before the others: a likelihood ratio may be infinite, and neither a count nor a percentage is written so.
    if isinf(value.value):
        return decimal(value.value)
    if metric.is_total:
        return count(value.value)
    return percent(value.value) if metric.is_percentage else decimal(value.value)


def interval(metric: Metric, value: Value) -> str:
    """Return the interval of a value as people write it, or nothing if it has none.

    >>> from truecut.catalogue import metric
    >>> interval(metric("recall"), Estimate(0.75, low=0.6, high=0.86))
    '60.0 to 86.0 %'
    """
    if not isinstance(value, Estimate) or value.low is None or value.high is None:
        return ""
    low, high = (written(metric, Value(end)) for end in (value.low, value.high))
    return f"{low.removesuffix(' %')} to {high}"


def with_interval(metric: Metric, value: Value) -> str:
    """Return a value with its interval, if it has one.

    >>> from truecut.catalogue import metric
    >>> with_interval(metric("recall"), Estimate(0.75, low=0.6, high=0.86))
    '75.0 % (60.0 to 86.0)'
    """
    limits = interval(metric, value).removesuffix(" %")
    return f"{written(metric, value)} ({limits})" if limits else written(metric, value)


def said_difference(entry: Metric, difference: float | None) -> str:
    """Return a difference with its sign; of percentages it is in percentage points, and their sign is left out."""
    if difference is None:
        return DASH
    return f"{100 * difference:+.1f}" if entry.is_percentage else f"{difference:+.3f}"
