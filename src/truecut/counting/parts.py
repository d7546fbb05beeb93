"""Many parts of the rows counted at once: one sort for all of them, and every table a view into what it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable

LARGE = 100  # rows of a part, on average


def tables_of_parts(
    labels: NDArray[np.bool_], scores: NDArray[Any], parts: Sequence[NDArray[np.intp]], *, lower_is_positive: bool
) -> list[ScoreTable]:
    """Return the table of each part, given by its rows: that of `ScoreTable.from_rows`, found for all in one sort.

    >>> parts = [np.array([0, 2]), np.array([1])]
    >>> labels, scores = np.array([True, False, True]), np.array([0.4, 0.9, 0.4])
    >>> tables = tables_of_parts(labels, scores, parts, lower_is_positive=False)
    >>> [table.positives.tolist() for table in tables]
    [[2], [0]]
    """
    are_large = sum(map(len, parts)) >= LARGE * len(parts)  # then the kernel, called for each, is faster than one sort
    if are_large or scores.dtype.kind != "f" or not all(map(len, parts)):
        # Whole numbers beyond 2**53 are held by each part as it needs them.
        return [ScoreTable.from_rows(labels[p], scores[p], lower_is_positive=lower_is_positive) for p in parts]
    rows = np.concatenate(parts)
    part = np.repeat(np.arange(len(parts)), [len(p) for p in parts])
    values = scores[rows].astype(float) + 0.0  # -0.0 becomes 0.0
    order = np.lexsort((values if lower_is_positive else -values, part))
    values, part = values[order], part[order]
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = (values[1:] != values[:-1]) | (part[1:] != part[:-1])
    starts = np.flatnonzero(is_first)
    positives = np.add.reduceat(labels[rows][order].astype(np.int64), starts)
    negatives = np.diff(starts, append=len(rows)) - positives
    values, ends = values[starts], np.searchsorted(part[starts], np.arange(len(parts) + 1))
    return [
        ScoreTable(values[i:j], p := positives[i:j], n := negatives[i:j], p, n, p, n, Weights.NONE, lower_is_positive)
        for i, j in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    ]


def counts_of_parts(tables: Sequence[ScoreTable], threshold: float) -> NDArray[np.int64] | None:
    """Return tp, fp, fn and tn of many tables at one threshold, a row each; None where that is no plain counting.

    Plain are rows without weights and scores that are floats, each counted by itself.

    >>> tables = [ScoreTable.from_rows([True, False], [0.9, 0.4]), ScoreTable.from_rows([True], [0.4])]
    >>> counts_of_parts(tables, 0.5).tolist()
    [[1, 0, 0, 1], [0, 0, 1, 0]]
    """
    if not tables or not isinstance(threshold, float) or not all(map(is_plainly_counted, tables)):
        return None
    scores = np.concatenate([table.scores for table in tables])
    flagged = scores <= threshold if tables[0].lower_is_positive else scores >= threshold
    ends = np.cumsum([0, *map(len, tables)])

    def summed(column: NDArray[np.int64]) -> NDArray[np.int64]:
        sums: NDArray[np.int64] = np.diff(np.concatenate([[0], np.cumsum(column)])[ends])
        return sums

    positives = np.concatenate([table.positives for table in tables])
    negatives = np.concatenate([table.negatives for table in tables])
    tp, fp = summed(positives * flagged), summed(negatives * flagged)
    return np.stack([tp, fp, summed(positives) - tp, summed(negatives) - fp], axis=1)


def is_plainly_counted(table: ScoreTable) -> bool:
    """Say whether rows have no weights and scores are floats, each counted by itself."""
    return (
        table.weights == Weights.NONE
        and table.ends is None
        and table.scores.dtype == np.float64
        and table.positives.dtype == table.negatives.dtype == np.int64
    )


def sum_of_parts(tables: Sequence[ScoreTable]) -> ScoreTable:
    """Return the table of the rows of all tables, whole numbers at once and floats one after the other.

    >>> sum_of_parts([ScoreTable.from_rows([True], [0.4]), ScoreTable.from_rows([False], [0.4])]).negatives.tolist()
    [1]
    """
    if len({table.lower_is_positive for table in tables}) == 1 and all(map(is_plainly_counted, tables)):
        positives, negatives, scores = (
            np.concatenate([getattr(table, name) for table in tables]) for name in ("positives", "negatives", "scores")
        )
        sides = {"positive": positives, "negative": negatives}
        counted = {f"{side}{of}": column for of in ("s", "_rows", "_squares") for side, column in sides.items()}
        return ScoreTable.from_entries(scores, counted, lower_is_positive=tables[0].lower_is_positive)
    total = tables[0]
    for table in tables[1:]:
        total += table
    return total
