"""The four counts every threshold metric is made of.

A field is one number (a point) or an array (a whole curve); formulas do not care which.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall
from truecut.words.shown import Shown

CELLS = ("tp", "fp", "fn", "tn")
WHOLE = frozenset({int})
SPELLINGS = {
    "tp": ("truepositive", "hit", "find", "found"),
    "fp": ("falsepositive", "falsealarm"),
    "fn": ("falsenegative", "miss", "misses", "missed"),
    "tn": ("truenegative", "correctrejection"),
}


@dataclass(frozen=True)
class Counts(Shown):
    """Rows flagged rightly (tp), flagged wrongly (fp), missed (fn), left alone rightly (tn).

    At a point these are Python numbers, so that whole counts stay exact at any size.

    >>> Counts(tp=30, fp=5, fn=10, tn=55).rows
    100
    """

    tp: Any
    fp: Any
    fn: Any
    tn: Any

    def __repr__(self) -> str:
        """Return the call that makes them; of a whole curve, how many there are."""
        if np.ndim(self.tp):
            return super().__repr__()
        return f"Counts({', '.join(f'{cell}={number!r}' for cell, number in self.cells().items())})"

    @property
    def rows(self) -> Any:
        """Return all four together."""
        return self.tp + self.fp + self.fn + self.tn

    def swapped(self) -> Counts:
        """Return the counts when the other class is called positive.

        >>> Counts(tp=30, fp=5, fn=10, tn=55).swapped()
        Counts(tp=55, fp=10, fn=5, tn=30)
        """
        return Counts(tp=self.tn, fp=self.fn, fn=self.fp, tn=self.tp)

    def __add__(self, other: Counts) -> Counts:
        """Return the counts of both."""
        return Counts(*(getattr(self, cell) + getattr(other, cell) for cell in CELLS))

    def cells(self) -> dict[str, Any]:
        """Return the four counts by name.

        >>> Counts(tp=30, fp=5, fn=10, tn=55).cells()
        {'tp': 30, 'fp': 5, 'fn': 10, 'tn': 55}
        """
        return {"tp": self.tp, "fp": self.fp, "fn": self.fn, "tn": self.tn}

    @property
    def are_whole(self) -> bool:
        """Say whether all four are whole numbers of rows.

        >>> Counts(tp=30, fp=5, fn=10, tn=55.5).are_whole
        False
        """
        four = (self.tp, self.fp, self.fn, self.tn)
        return WHOLE.issuperset(map(type, four)) or all(rows == int(rows) for rows in four)


class CountsAlong(Counts):
    """The counts along a curve, from nothing flagged to everything.

    What is left alone is worked out from what is flagged, and only when it is asked for: a curve of ten million scores
    takes 80 MB for each of the four.

    >>> CountsAlong(np.array([0, 1, 1]), np.array([0, 0, 2])).fn
    array([1, 0, 0])
    """

    def __init__(self, tp: NDArray[Any], fp: NDArray[Any]) -> None:
        object.__setattr__(self, "tp", tp)
        object.__setattr__(self, "fp", fp)

    @cached_property
    def fn(self) -> NDArray[Any]:
        """Return what is missed."""
        return np.asarray(self.tp[-1] - self.tp)

    @cached_property
    def tn(self) -> NDArray[Any]:
        """Return what is left alone rightly."""
        return np.asarray(self.fp[-1] - self.fp)

    def at(self, entries: Any) -> Counts:
        """Return the counts at one entry of the curve, or at some of them.

        `entries` is a place, or several.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.counts.at(2)
        Counts(tp=2, fp=0, fn=1, tn=3)
        """
        tp, fp = self.tp[entries], self.fp[entries]
        cells = {"tp": tp, "fp": fp, "fn": self.tp[-1] - tp, "tn": self.fp[-1] - fp}
        return Counts(**{cell: as_point(entry) for cell, entry in cells.items()})


def cell_named(name: str) -> str | None:
    """Return which of the four counts a name means, in any case and spelling; None if it is none of them.

    >>> cell_named("TP"), cell_named("False Positives"), cell_named("true-negative"), cell_named("recall")
    ('tp', 'fp', 'tn', None)
    """
    letters = "".join(letter for letter in name.lower() if letter.isalnum())
    for cell, spellings in SPELLINGS.items():
        if letters == cell or letters in spellings or letters.removesuffix("s") in spellings:
            return cell
    return None


def checked_counts(**cells: object) -> Counts:
    """Return counts from four numbers given by a person, or say which one is wrong.

    >>> checked_counts(tp=30, fp=5, fn=10, tn=55).fn
    10
    """
    missing = [cell for cell in CELLS if cell not in cells]
    if missing:
        raise BadCall(
            f"Four counts are needed, but {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."
        )
    return Counts(**{cell: _checked(cell, cells[cell]) for cell in CELLS})


def _checked(cell: str, count: object) -> int | float:
    if isinstance(count, np.generic):
        count = count.item()
    if isinstance(count, bool) or not isinstance(count, int | float):
        raise BadCall(f"{cell} must be a number, not {count!r}.")
    if not 0 <= count < float("inf"):
        raise BadCall(f"{cell} must be 0 or more, and finite, not {count}.")
    return int(count) if count == int(count) else count


def as_point(entry: Any) -> Any:
    """Return one entry of a curve as a Python number; several stay an array."""
    return entry.item() if isinstance(entry, np.generic) else entry
