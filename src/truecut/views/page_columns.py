"""How columns of numbers are written into the page, as short as they can be, and read back.

Scores stand in a text with all their digits, and whole numbers that only grow as their steps: neither loses anything.
Shares that are only drawn, on an axis from 0 to 1, are rounded to hundred-thousandths of it, which nobody could see,
and stand in a text as steps between whole numbers. `report/src/columns.ts` reads all three.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isinf

PARTS = 100_000  # of an axis from 0 to 1


def as_text(numbers: Iterable[float]) -> str:
    """Return numbers with all their digits, but for a 0 before the point.

    >>> as_text((float("inf"), 2.0, 0.25, -0.5, 1e-9))
    'Infinity 2 .25 -.5 1e-09'
    """
    return " ".join(map(_written, numbers))


def _written(number: float) -> str:
    if isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    text = repr(number).removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def in_steps(column: Sequence[float]) -> tuple[float, ...]:
    """Return differences of whole numbers; fractions stay as they are, for steps would gather rounding.

    >>> in_steps((3, 5, 5)), in_steps((0.5, 1.5))
    ((3, 2, 0), (0.5, 1.5))
    """
    if any(number != int(number) for number in column):
        return tuple(column)
    return (*column[:1], *(b - a for a, b in pairwise(column)))


def as_drawn(shares: Iterable[float]) -> str:
    """Return shares that are only drawn: rounded once each, so that steps gather no rounding.

    >>> as_drawn((0, 0.25, 0.2500049, 1))
    '0 25000 0 75000'
    """
    return " ".join(f"{step:.0f}" for step in in_steps([round(PARTS * share) for share in shares]))


def in_six_digits(column: Sequence[float]) -> list[float]:
    """Return numbers with as many digits as a drawing could show.

    >>> in_six_digits([0.12345678, 1234567.8])
    [0.123457, 1234570.0]
    """
    return [float(f"{number:.6g}") for number in column]
