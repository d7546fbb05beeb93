"""Rows dealt out to folds from the score table: rows of one class and one score are exchangeable, so none is needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.inference.resampling.draws import Draws


def rows_by_class(table: ScoreTable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many positive and negative rows have each score; a repeated row is so many rows."""
    if table.weights == Weights.REPEATED:
        return table.positives, table.negatives
    return table.positive_rows, table.negative_rows


def dealt_into_folds(rows: NDArray[np.int64], folds: int, draws: Draws) -> NDArray[np.int64]:
    """Return, per fold, how many rows of each score it gets when the rows are dealt out at random.

    >>> from truecut.inference.resampling.draws import Purpose
    >>> dealt_into_folds(np.array([2, 4]), 2, Draws(0, Purpose.FOLDS)).sum(axis=0).tolist()
    [2, 4]
    """
    score_of_row = np.repeat(np.arange(len(rows)), rows)
    fold_of_row = draws.dealt(len(score_of_row), folds)
    cells = np.bincount(fold_of_row * len(rows) + score_of_row, minlength=folds * len(rows))
    return cells.reshape(folds, len(rows)).astype(np.int64)
