"""A score table with fewer scores, whose replicates vary like those of the table itself.

Neighbouring scores are put together: equal shares of the rows and of each class, and ever smaller groups towards both
ends, where a false positive rate of 0.01 or the top k rows are decided. How much a metric varies changes by far less
than the bootstrap's own error; its value would change too, so only differences between replicates are ever taken from
the coarse table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.counting.searching import first_reaching

MOST_SCORES = 2_000
WAYS = 5  # in which groups are formed


def coarsened(table: ScoreTable, most: int = MOST_SCORES) -> ScoreTable:
    """Return the table itself if it has at most so many scores, otherwise one with about as many groups of them.

    >>> table = ScoreTable.from_rows(np.arange(1000) % 3 == 0, np.arange(1000) / 1000)
    >>> coarse = coarsened(table, 100)
    >>> len(coarse) <= 100, coarse.rows, coarse.total_positive == table.total_positive
    (True, 1000, True)
    """
    if len(table) <= most:
        return table
    starts = _starts(table, most // WAYS)
    sums: dict[str, Any] = {name: np.add.reduceat(getattr(table, name), starts) for name in COUNTED}
    return ScoreTable(_scores(table, starts), **sums, weights=table.weights, lower_is_positive=table.lower_is_positive)


def coarsened_for_cuts(table: ScoreTable, corners: NDArray[np.intp], most: int) -> ScoreTable:
    """Return a table with about so many scores, each of which flags what it flags in the table itself.

    `corners` are numbers of flagged scores that must stay possible: those that some prices make the cheapest.

    >>> table = ScoreTable.from_rows(np.arange(1000) % 3 == 0, np.arange(1000) / 1000)
    >>> coarse = coarsened_for_cuts(table, np.array([0, 7, 1000]), 100)
    >>> len(coarse) < 120, coarse.rows, float(table.scores[6]) in coarse.scores.tolist()
    (True, 1000, True)
    """
    if len(table) <= most:
        return table
    starts = np.unique(np.concatenate([_starts(table, most // WAYS), corners]))
    starts = starts[starts < len(table)]
    sums: dict[str, Any] = {name: np.add.reduceat(getattr(table, name), starts) for name in COUNTED}
    last = np.append(starts[1:], len(table)) - 1
    return ScoreTable(table.scores[last], **sums, weights=table.weights, lower_is_positive=table.lower_is_positive)


def _starts(table: ScoreTable, groups: int) -> NDArray[np.intp]:
    counts = CountsCurve(table).counts
    positives, negatives = counts.tp[1:], counts.fp[1:]
    rows = positives + negatives
    total = float(rows[-1])
    evenly = np.arange(1, groups) / groups
    towards_the_ends = np.geomspace(1.0, total / 2, groups - 1)
    ends = [
        first_reaching(rows, total * evenly),
        first_reaching(positives, float(positives[-1]) * evenly),
        first_reaching(negatives, float(negatives[-1]) * evenly),
        first_reaching(rows, towards_the_ends),
        first_reaching(rows, total - towards_the_ends),
    ]
    starts = np.unique(np.concatenate([[0], *(end + 1 for end in ends)]))
    return starts[starts < len(rows)]


def _scores(table: ScoreTable, starts: NDArray[np.intp]) -> NDArray[Any]:
    if not table.are_probabilities:
        return table.scores[starts]  # only their order counts
    # What a group promises is what its rows promise together.
    rows = (table.positives + table.negatives).astype(float)
    return np.add.reduceat(table.scores * rows, starts) / np.add.reduceat(rows, starts)
