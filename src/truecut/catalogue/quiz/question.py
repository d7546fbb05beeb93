"""What a question is: plain data, with the answer, what wrong answers compute, and the way to the right one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CLOSE = 0.0051  # two decimals, or whole percent, are enough for a share


def three_decimals(share: float) -> str:
    """Return a share as it stands in a solution; a half is rounded up, as at school and on the page.

    >>> three_decimals(9 / 16), three_decimals(2 / 3)
    ('0.563', '0.667')
    """
    return str(Decimal(share).quantize(Decimal("0.001"), ROUND_HALF_UP))


@dataclass(frozen=True)
class Slip:
    """A wrong answer that somebody gives for a reason, and what to say to it; it never gives the answer away."""

    value: float
    says: str


@dataclass(frozen=True)
class Option:
    """One of several answers to choose from."""

    text: str
    is_right: bool
    says: str


@dataclass(frozen=True)
class NumberAnswer:
    """A number, right within a tolerance; a share may be written in percent or as a fraction."""

    value: float
    tolerance: float = CLOSE
    is_share: bool = True
    slips: tuple[Slip, ...] = ()
    hint: str = "Say first whom it is divided by."  # for an answer that no slip explains

    def __post_init__(self) -> None:
        # What rounds to the right answer cannot be told from it, and is no slip.
        object.__setattr__(self, "slips", tuple(slip for slip in self.slips if not self._takes(slip.value)))

    def _takes(self, number: float) -> bool:
        """Say whether a number is about the right one, also if it is meant in percent."""
        meant = (number, number / 100) if self.is_share and number > 1 else (number,)
        return any(abs(one - self.value) <= 2 * self.tolerance for one in meant)


@dataclass(frozen=True)
class ChoiceAnswer:
    """One of several answers, of which one is right."""

    options: tuple[Option, ...]

    @property
    def right(self) -> int:
        """Return the place of the right one."""
        return next(place for place, option in enumerate(self.options) if option.is_right)


@dataclass(frozen=True)
class CountsAnswer:
    """Four counts, and what other counts come of."""

    tp: int
    fn: int
    fp: int
    tn: int
    slips: tuple[tuple[tuple[int, int, int, int], str], ...] = ()

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """Return them in the order in which a matrix is read."""
        return self.tp, self.fn, self.fp, self.tn


Answer = NumberAnswer | ChoiceAnswer | CountsAnswer


@dataclass(frozen=True, kw_only=True)
class Question:
    """One question; kind and seed make it again."""

    kind: str
    story: str  # what is given, in sentences
    asks: str
    answer: Answer
    solution: str  # the way to it, with the numbers put in
    table: tuple[tuple[str, ...], ...] = ()  # rows of cells, the first one the heading
    name: str = ""  # of an exercise that somebody else set
