"""How columns of numbers are written into the page, as short as they can be, and read back.

Scores stand in a text with all their digits, and whole numbers as their steps, each in as few characters as it needs:
neither loses anything. Shares that are only drawn, on an axis from 0 to 1, are rounded to hundred-thousandths of it,
which nobody could see, and stand in a text as steps between whole numbers. `report/src/columns.ts` reads all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isinf

PARTS = 100_000  # of an axis from 0 to 1
CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
MOST_EXACT = 2**51  # twice a step is still a whole number for a script
LAST = 32  # a character stands for five bits, and for as much more if others follow


def as_all_digits(numbers: Iterable[float]) -> str:
    """Return numbers with all their digits, but for a 0 before the point.

    >>> as_all_digits((float("inf"), 2.0, 0.25, -0.5, 1e-9))
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


def as_steps(column: Sequence[float]) -> str | tuple[float, ...]:
    """Return steps of whole numbers as a text, small ones in one character; fractions and giants stay as they are.

    >>> as_steps((3, 5, 5, 4)), as_steps((500,)), as_steps((0.5, 1.5))
    ('GEAB', 'of', (0.5, 1.5))
    """
    if any(number != int(number) or abs(number) >= MOST_EXACT for number in column):
        return tuple(column)
    steps = in_steps(column)
    return "".join(map(_in_characters, steps))


def _in_characters(step: float) -> str:
    """Return a whole number in base 32, the lowest digit first; every digit but the last says that more follow."""
    rest, text = (2 * int(step) if step >= 0 else -2 * int(step) - 1), ""
    while rest >= LAST:
        text += CHARACTERS[LAST + rest % LAST]
        rest //= LAST
    return text + CHARACTERS[rest]


def as_drawn_shares(shares: Iterable[float]) -> str:
    """Return shares that are only drawn: rounded once each, so that steps gather no rounding.

    >>> as_drawn_shares((0, 0.0001, 0.0001049, 0.0002))
    'AUAU'
    """
    return "".join(map(_in_characters, in_steps([round(PARTS * share) for share in shares])))


def in_six_digits(column: Sequence[float]) -> list[float]:
    """Return numbers with as many digits as a drawing could show.

    >>> in_six_digits([0.12345678, 1234567.8])
    [0.123457, 1234570.0]
    """
    return [float(f"{number:.6g}") for number in column]
