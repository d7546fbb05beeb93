"""Several results of one kind: as good as a tuple, and shown as one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from truecut.words.shown import Shown

One = TypeVar("One", covariant=True)

if TYPE_CHECKING:
    InOrder = Sequence
else:

    class InOrder(Generic[One]):
        """What a sequence is made of; to be one by name would make Polars and pyarrow look at it one by one."""


class Several(Shown, InOrder[One]):
    """Results of one kind, in order; equal to a tuple of the same.

    >>> Several([1, 2, 3])[1:] == (2, 3)
    True
    """

    __slots__ = ("_held", "of", "whole")

    def __init__(self, held: Iterable[One], of: str = "", whole: object = None) -> None:
        """Hold results; `of` names their type, which an empty one does not show, `whole` is what they are parts of."""
        self._held = tuple(held)
        self.whole = whole
        self.of = of or (type(self._held[0]).__name__ if self._held else "")

    @overload
    def __getitem__(self, place: int) -> One: ...
    @overload
    def __getitem__(self, place: slice) -> Several[One]: ...
    def __getitem__(self, place: int | slice) -> One | Several[One]:
        if isinstance(place, slice):
            return Several(self._held[place], self.of)
        return self._held[place]

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[One]:
        return iter(self._held)

    def __reversed__(self) -> Iterator[One]:
        return reversed(self._held)

    def __contains__(self, one: object) -> bool:
        return one in self._held

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a result.

        `value` is the result; it is looked for from the place `start` up to `stop`.

        >>> Several([1, 2, 3]).index(2)
        1
        """
        return self._held.index(value, start, len(self) if stop is None else stop)

    def count(self, value: object) -> int:
        """Return how often a result is among them.

        `value` is the result.

        >>> Several([1, 2, 2]).count(2)
        2
        """
        return self._held.count(value)

    def __eq__(self, other: object) -> bool:
        return self._held == (other._held if isinstance(other, Several) else other)

    def __hash__(self) -> int:
        return hash(self._held)

    def __add__(self, other: Iterable[One]) -> Several[One]:
        """Return these and the others, in one sequence."""
        return Several((*self._held, *other), self.of)
