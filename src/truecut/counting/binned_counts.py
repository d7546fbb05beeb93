"""How many positives and negatives fall into bins of scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_where


def binned_counts(
    table: ScoreTable, bin_of: Callable[[NDArray[Any]], NDArray[np.intp]], bins: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the positives and the negatives, by weight, of each bin; the number of a bin rises with the score.

    >>> table = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.1])
    >>> binned_counts(table, lambda scores: (scores * 2).astype(np.intp), 2)
    (array([1., 1.]), array([1., 0.]))
    """
    if table.positives.dtype != np.int64 or table.negatives.dtype != np.int64 or not len(table):
        place = bin_of(table.scores)
        positives, negatives = (
            np.bincount(place, side.astype(float), minlength=bins).astype(float)
            for side in (table.positives, table.negatives)
        )
        return positives, negatives
    # Scores are in order, so that every bin begins where a search finds its edge.
    rising = table.scores if table.lower_is_positive else table.scores[::-1]
    starts = first_where(len(table), lambda entries: bin_of(rising[entries]), np.arange(bins + 1))
    flagged = starts if table.lower_is_positive else len(table) - starts
    counts = CountsCurve(table).counts
    tp, fp = (np.abs(np.diff(side[flagged])).astype(float) for side in (counts.tp, counts.fp))
    return tp, fp
