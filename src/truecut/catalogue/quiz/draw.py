"""What a question draws: numbers that follow from a text, the same ones here and on the page of the lab.

`report/src/lab/exercises/draw.ts` draws the same way, with 32 bits and no fractions, so that no rounding parts the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
BITS = 0xFFFF_FFFF


class Draw:
    """A stream of draws (mulberry32) that begins at the digest of a text (FNV-1a).

    >>> draw = Draw("metric/0/0")
    >>> [draw.below(100) for _ in range(4)], draw.one_of("abc")
    ([59, 32, 61, 84], 'b')
    """

    def __init__(self, text: str) -> None:
        self._state = 0x811C9DC5
        for byte in text.encode("ascii"):
            self._state = (self._state ^ byte) * 0x01000193 & BITS

    def below(self, end: int) -> int:
        """Return one of 0, 1, ... end - 1."""
        self._state = self._state + 0x6D2B79F5 & BITS
        mixed = self._state
        mixed = (mixed ^ mixed >> 15) * (mixed | 1) & BITS
        mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & BITS) & BITS
        return (mixed ^ mixed >> 14) * end >> 32

    def between(self, first: int, last: int) -> int:
        """Return one of the whole numbers from the first to the last."""
        return first + self.below(last - first + 1)

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[Item], many: int) -> list[Item]:
        """Return so many different ones of the items, in the order in which they were drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(many)]
