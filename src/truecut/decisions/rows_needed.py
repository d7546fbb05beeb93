"""How many more rows would settle what the present ones leave open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from truecut.inference.evidence import Evidence, EvidenceInterval

MOST = 10**12  # rows: nobody will collect more


@dataclass(frozen=True)
class RowsNeeded:
    """So many more rows of a population, and how many rows one must collect to have them."""

    rows: int
    of: str  # "rows that are truly positive": plural, with {units}, {positive} and {negative} to be filled in
    rows_in_all: int


def more_to_settle(
    evidence: Evidence, level: float, is_settled: Callable[[EvidenceInterval], bool]
) -> RowsNeeded | None:
    """Return the fewest further rows whose interval settles it, the value staying as it is; None if none would.

    Intervals only shrink with more rows, so that what is settled once stays settled.
    """
    rows = _fewest(lambda more: is_settled(evidence.grown(more).interval(level)))
    if rows is None:
        return None
    of = evidence.population.removeprefix("the ").removeprefix("all ")
    return RowsNeeded(rows, of, ceil(rows / evidence.share_of_rows))


def _fewest(is_enough: Callable[[int], bool]) -> int | None:
    """Return the smallest number from 1 up that is enough, by doubling and then halving."""
    too_few, enough = 0, 1
    while not is_enough(enough):
        too_few, enough = enough, 2 * enough
        if enough > MOST:
            return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if is_enough(middle) else (middle, enough)
    return enough
