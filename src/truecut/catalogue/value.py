"""A metric's number, or the reason there is none."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from truecut.words.shown import NumberLike, Shown


@dataclass(frozen=True)
class Value(NumberLike, Shown):
    """A number, or why there is none.

    An infinite value is a number. `convention` names the rule that supplied a number where the
    formula itself gives none; `undefined` then still says why.

    >>> Value.absent("nothing was flagged").value is None
    True
    """

    value: float | None
    undefined: str | None = None
    convention: str | None = None

    @classmethod
    def absent(cls, reason: str) -> Value:
        """Return a value that does not exist, for this reason.

        `reason` is a sentence without its full stop.

        >>> Value.absent("nothing was flagged").undefined
        'nothing was flagged'
        """
        return cls(None, reason)

    @property
    def is_defined(self) -> bool:
        """Say whether there is a number."""
        return self.value is not None

    def __float__(self) -> float:
        return nan if self.value is None else self.value
