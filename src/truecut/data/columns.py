"""A column as it was read: NumPy values, words by number, and which values are missing.

Every engine hands its columns over in this one form, so that labels, scores, weights and
groups are checked in one place whatever the data came from.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Column:
    """One column: numbers as they are, words as positions in `words`.

    `missing` is None when nothing is missing; where it is True, `values` holds rubbish.
    A NaN among the values of a float column counts as missing too.
    """

    name: str
    values: NDArray[Any]  # bool, integer or float of any width; or positions in `words`
    words: tuple[str, ...] | None = None
    missing: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.values)

    @property
    def is_missing(self) -> NDArray[np.bool_]:
        """Return, per row, whether the value is missing or NaN."""
        missing = np.zeros(len(self), dtype=bool) if self.missing is None else self.missing
        if self.words is None and self.values.dtype.kind == "f":
            return np.asarray(missing | np.isnan(self.values))
        return missing

    @property
    def is_complete(self) -> bool:
        """Say whether no value is missing, without a list of those that are."""
        if self.missing is not None and self.missing.any():
            return False
        if self.words is not None or self.values.dtype.kind != "f" or not len(self):
            return True
        with np.errstate(invalid="ignore"):
            return not np.isnan(self.values.min())  # the least of numbers is NaN if one of them is

    def keep(self, rows: NDArray[Any]) -> Column:
        """Return the column with only the marked rows, or with those of these numbers."""
        missing = None if self.missing is None else self.missing[rows]
        return Column(self.name, self.values[rows], self.words, missing)


class Source(Protocol):
    """Where columns come from: one file, many files, a query or a table in memory."""

    @property
    def name(self) -> str:
        """Say what this is in messages: 'predictions.csv', 'standard input', 'the table'."""
        ...

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, in order."""
        ...

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:
        """Read these columns, all of one length; those that name things are words as they are written.

        Text has no types, so `02134` is a number where numbers are wanted and a zip code where names are.
        """
        ...
