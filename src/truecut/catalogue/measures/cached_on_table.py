"""What is found of a score table once, and kept as long as the table lives.

A table never changes, and neither does what follows from it. A report asks for the hull of one curve and for one fit of
its probabilities many times over, each of which goes through every score.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import isfinite
from typing import Any, TypeVar

import numpy as np

from truecut.counting.score_table import ScoreTable

Found = TypeVar("Found")


def once(find: Callable[[ScoreTable], Found]) -> Callable[[ScoreTable], Found]:
    """Return the function that finds the same, at the first call for each table only.

    What is not finite is not kept: whoever asks again may want to hear of the overflow behind it.
    """
    name = _kept_as(find)

    @wraps(find)
    def kept(table: ScoreTable) -> Found:
        known: dict[str, Any] = vars(table)  # where a cached property keeps its value too
        if name in known:
            return known[name]  # type: ignore[no-any-return]
        found = find(table)
        keep(kept, table, found)
        return found

    return kept


def keep(find: Callable[[ScoreTable], Found], table: ScoreTable, found: Found) -> None:
    """Keep what a function that finds it once would find of a table, and was found for many tables together.

    >>> table = ScoreTable.from_rows([True, False], [0.9, 0.4])
    >>> distinct = once(lambda of: float(len(of)))
    >>> keep(distinct, table, 7.0)
    >>> distinct(table)
    7.0
    """
    if isinstance(found, np.ndarray):
        found.flags.writeable = False
    if isfinite(found) if isinstance(found, float) else np.isfinite(found).all():  # type: ignore[call-overload]
        vars(table)[_kept_as(find)] = found


def _kept_as(find: Callable[[ScoreTable], Any]) -> str:
    return f"_{find.__module__}.{find.__qualname__}"
