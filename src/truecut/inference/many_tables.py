"""What the intervals of many small tables rest on, found for all tables of one length at once.

A call of NumPy takes longer than what it does to the ten rows of a small group, and thousands of groups ask for the
same sums. The functions that serve one table add up over the last axis, so they serve many that are rows of a matrix,
digit for digit. What is found is kept with each table, where a question about it alone finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.cached_on_table import keep
from truecut.catalogue.measures.calibration import promised, promised_total
from truecut.catalogue.measures.probability_scores import brier_total, squared_distances
from truecut.counting.parts import is_plainly_counted
from truecut.counting.score_table import ScoreTable
from truecut.inference.losses import keep_losses
from truecut.inference.precision_recall import keep_errors

MOST_SCORES = 1024  # of a table that is found with others: of more, the sums take longer than the calls

Columns = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]  # scores, positives and negatives, a row for each table


def find_together(name: str, tables: Sequence[ScoreTable]) -> None:
    """Keep with each table what a metric of this name asks for, where that is worth finding for many at once.

    >>> tables = [ScoreTable.from_rows([True, False], [0.9, 0.4]), ScoreTable.from_rows([True], [0.4])]
    >>> find_together("brier", tables)
    >>> [round(brier_total(table), 2) for table in tables]
    [0.17, 0.36]
    """
    find = TOGETHER.get(name)
    if find is None:
        return
    by_length: dict[int, list[ScoreTable]] = {}
    for table in tables:
        if 0 < len(table) <= MOST_SCORES and is_plainly_counted(table):
            by_length.setdefault(len(table), []).append(table)
    for same in by_length.values():
        scores, positives, negatives = (
            np.concatenate([getattr(table, column) for table in same]).reshape(len(same), -1)
            for column in ("scores", "positives", "negatives")
        )
        find(same, (scores, positives, negatives))


def _of_average_precision(tables: Sequence[ScoreTable], columns: Columns) -> None:
    with_positives = np.flatnonzero(columns[1].any(axis=1))
    keep_errors([tables[i] for i in with_positives.tolist()], *(column[with_positives] for column in columns[1:]))


def _of_brier(tables: Sequence[ScoreTable], columns: Columns) -> None:
    some, of_some = _of_probabilities(tables, columns)
    for table, total in zip(some, squared_distances(*of_some).tolist(), strict=True):
        keep(brier_total, table, total)
    keep_losses(some, of_some, "brier")


def _of_promises(tables: Sequence[ScoreTable], columns: Columns) -> None:
    some, of_some = _of_probabilities(tables, columns)
    for table, total in zip(some, promised(*of_some).tolist(), strict=True):
        keep(promised_total, table, total)


def _of_probabilities(tables: Sequence[ScoreTable], columns: Columns) -> tuple[list[ScoreTable], list[NDArray[Any]]]:
    """Return the tables whose scores all lie in [0, 1]; sums of others are nobody's question, and may not be finite."""
    scores = columns[0]
    those = np.flatnonzero(((scores >= 0) & (scores <= 1)).all(axis=1))
    return [tables[i] for i in those.tolist()], [column[those] for column in columns]


TOGETHER: dict[str, Callable[[Sequence[ScoreTable], Columns], None]] = {
    "average_precision": _of_average_precision,
    "brier": _of_brier,
    "observed_expected_ratio": _of_promises,
}
