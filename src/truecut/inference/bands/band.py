"""A band: a curve as a function of x, and between which limits the curve of all such rows runs.

Pointwise, the limits hold at each x by itself; simultaneously, they hold at every x at once, as surely as the level
says. What a band covers is the drawing of the rows, the model being as it is. Undefined is NaN.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.catalogue.origin import Origin
from truecut.errors import BadCall
from truecut.words.shown import Shown

Along = NDArray[np.float64]
KNOWN = "known"  # the method of a curve that is no estimate, such as that of a baseline


class BandKind(StrEnum):
    """For how many points at once a band makes its promise."""

    POINTWISE = "pointwise"
    SIMULTANEOUS = "simultaneous"


@dataclass(frozen=True, eq=False)
class Band(Shown):
    """A curve at rising x with the limits around it, and how they were found.

    >>> import truecut as tc
    >>> band = tc.example("breast-cancer").evaluate(score="forest").band("roc", at=[0.05])
    >>> band.y.round(3), band.low.round(3), band.high.round(3), band.method
    (array([0.962]), array([0.927]), array([0.991]), 'bootstrap')
    """

    name: str
    x_name: str
    y_name: str
    x: Along
    y: Along
    low: Along
    high: Along
    kind: BandKind
    method: str
    level: float = 0.95
    note: str = ""  # what to know about it
    replicates: int = 0  # resamples behind it; 0 if none were drawn
    seed: int | None = None
    thresholds: Along | None = None  # of each point, where the points are thresholds of the model
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    def __len__(self) -> int:
        return len(self.x)

    def at(self, x: float) -> tuple[float, float, float]:
        """Return value, lower and upper limit at any x of the band; between two points, along straight lines.

        `x` is where: a false positive rate of a ROC curve, a threshold of a metric.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> [round(limit, 3) for limit in e.band("roc").at(0.05)]
        [0.966, 0.933, 0.991]
        """
        if not self.x[0] <= x <= self.x[-1]:
            raise BadCall(
                f"The band goes from {self.x_name} {self.x[0]:g} to {self.x[-1]:g}, so it has nothing at {x:g}."
            )
        value, low, high = (float(np.interp(x, self.x, column)) for column in (self.y, self.low, self.high))
        return value, low, high

    def contains(self, y: ArrayLike) -> bool:
        """Say whether another curve, given at the same x, stays inside wherever the band is defined.

        `y` are its values.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> band = e.band("roc", kind="simultaneous", replicates=200)
        >>> band.contains(band.y), band.contains(band.x)
        (True, False)
        """
        other = np.asarray(y, dtype=float)
        return not bool(((other < self.low) | (other > self.high)).any())

    @property
    def _adds_thresholds(self) -> bool:
        return self.thresholds is not None and self.x_name != "threshold"

    @property
    def header(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return (self.x_name, self.y_name, "low", "high", *(("threshold",) if self._adds_thresholds else ()))

    def rows(self) -> Iterator[tuple[float | None, ...]]:
        """Return the points as plain numbers, None where something is undefined.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> len(list(e.band("recall", at=[0.2, 0.5]).rows()))
        2
        """
        columns: list[Any] = [self.x, self.y, self.low, self.high]
        columns += [self.thresholds] if self._adds_thresholds else []
        for row in zip(*(column.tolist() for column in columns), strict=True):
            yield tuple(None if isnan(cell) else cell for cell in row)
