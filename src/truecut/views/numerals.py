"""How numbers are written for people."""

from __future__ import annotations

from math import isinf

from truecut.catalogue import Metric, Value

DASH = "–"
INFINITY = "∞"


def count(number: float) -> str:
    """Return a count with separators; weights keep what they need.

    >>> count(12345), count(0.25)
    ('12,345', '0.25')
    """
    if number == int(number):
        return f"{int(number):,}"
    return f"{number:,.6g}" if number < 1e5 else f"{number:,.1f}"


def percent(share: float) -> str:
    """Return a share with as many digits as it takes not to round it to nothing or to everything.

    >>> percent(0.857142), percent(1), percent(0.99996)
    ('85.7 %', '100 %', '99.996 %')
    """
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    for digits in range(1, 13):
        text = f"{100 * share:.{digits}f}"
        if float(text) not in (0, 100):
            return f"{text} %"
    return f"{100 * share:.3g} %"


def decimal(number: float) -> str:
    """Return a number to three decimals, or more where it would look like 0 or 1 and is not.

    >>> decimal(0.86143), decimal(1234.5), decimal(0.00001234), decimal(0.9997)
    ('0.861', '1,234', '1.234e-05', '0.9997')
    """
    if isinf(number):
        return INFINITY if number > 0 else f"-{INFINITY}"
    if number and abs(number) < 0.0005:
        return f"{number:.4g}"
    if 0.9995 <= abs(number) < 1:
        texts = (f"{number:.{digits}f}" for digits in range(4, 17))
        return next(text for text in texts if abs(float(text)) < 1)
    return f"{number:.3f}" if abs(number) < 100 else f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"


def threshold(number: float) -> str:
    """Return a threshold for reading; it is never rounded before it is used."""
    return f"{number:.6g}"


def written(metric: Metric, value: Value) -> str:
    """Return the value of a metric as people write it, or a dash."""
    if value.value is None:
        return DASH
    if isinf(value.value):
        return decimal(value.value)
    if metric.is_total:
        return count(value.value)
    return percent(value.value) if metric.is_percentage else decimal(value.value)
