"""How numbers are written for people."""

from __future__ import annotations

from math import isinf
from typing import Any

DASH = "–"
INFINITY = "∞"
HUGE = 1e15  # from here on digits would fill the line, and a double does not know them all


def count(number: float) -> str:
    """Return a count with separators; weights keep what they need.

    >>> count(12345), count(0.25), count(1e300)
    ('12,345', '0.25', '1e+300')
    """
    if isinstance(number, float) and abs(number) >= HUGE:
        return f"{number:.4g}"
    if number == int(number):
        return f"{int(number):,}"
    return f"{number:,.6g}" if number < 1e5 else f"{number:,.1f}"


def percent(share: float) -> str:
    """Return a share with as many digits as it takes not to round it to nothing or to everything.

    >>> percent(0.857142), percent(1), percent(0.99996)
    ('85.7 %', '100 %', '99.996 %')
    """
    return f"{_hundredths(share, digits=1)} %"


def decimal(number: float) -> str:
    """Return a number to three decimals, or more where it would look like 0 or 1 and is not.

    >>> decimal(0.86143), decimal(1234.5), decimal(0.00001234), decimal(0.9997)
    ('0.861', '1,234', '1.234e-05', '0.9997')
    """
    if isinf(number):
        return INFINITY if number > 0 else f"-{INFINITY}"
    if (number and abs(number) < 0.0005) or abs(number) >= HUGE:
        return f"{number:.4g}"
    if 0.9995 <= abs(number) < 1:
        texts = (f"{number:.{digits}f}" for digits in range(4, 17))
        return next(text for text in texts if abs(float(text)) < 1)
    return f"{number:.3f}" if abs(number) < 100 else f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"


def plain_number(value: Any) -> str:
    """Return a count or a parameter as people write it; what is no number as it is.

    >>> plain_number(12345), plain_number(0.25), plain_number(float("inf")), plain_number("recall")
    ('12,345', '0.25', 'infinity', 'recall')
    """
    if not isinstance(value, int | float):
        return str(value)
    if isinf(value):
        return "infinity" if value > 0 else "-infinity"
    return count(value)


def times_in_100(share: float) -> str:
    """Return a share as something that happens so many times in a hundred.

    >>> times_in_100(0.87), times_in_100(0.9996), times_in_100(0.01), times_in_100(1)
    ('87 times in 100', '99.96 times in 100', 'once in 100', 'every time')
    """
    if share == 1:
        return "every time"
    times = _hundredths(share, digits=0)
    return "once in 100" if times == "1" else f"{times} times in 100"


def written_p(chance: float | None, digits: int = 3) -> str:
    """Return a p value for a table.

    >>> written_p(0.0312), written_p(1e-9), written_p(None), written_p(0.0004, digits=4)
    ('0.031', '< 0.001', '–', '0.0004')
    """
    if chance is None:
        return DASH
    smallest = 10.0**-digits  # none is told as zero: it says how often chance does so, and that is never "never"
    return f"< {smallest:g}" if chance < smallest else f"{chance:.{digits}f}"


def p_text(chance: float) -> str:
    """Return a p value for a sentence.

    >>> p_text(0.0312), p_text(0.00001), p_text(0.9999)
    ('p = 0.031', 'p < 0.001', 'p = 1.000')
    """
    written = written_p(chance)
    return f"p {written}" if written.startswith("<") else f"p = {written}"


def hundredth(text: str) -> float:
    """Return a hundredth of a written number, rounded once: 1.1 / 100 is not 0.011.

    >>> hundredth("1.1"), hundredth("5e1")
    (0.011, 0.5)
    """
    digits, _, exponent = text.lower().partition("e")
    return float(f"{digits}e{int(exponent or 0) - 2}")


def percent_is_written(number: float) -> str:
    """Return how a percentage is written that was given as if it were a share; nothing where none can be meant.

    >>> percent_is_written(95), percent_is_written(-1)
    (' 95 % is written 95% or 0.95.', '')
    """
    return f" {number:g} % is written {number:g}% or {number / 100:g}." if 1 <= number <= 100 else ""


def threshold(number: float) -> str:
    """Return a threshold for reading; it is never rounded before it is used."""
    return f"{number:.6g}"


def _hundredths(share: float, digits: int) -> str:
    if share in (0, 1):
        return f"{100 * share:.0f}"
    texts = (f"{100 * share:.{more}f}" for more in range(digits, 13))
    return next((text for text in texts if float(text) not in (0, 100)), f"{100 * share:.3g}")
