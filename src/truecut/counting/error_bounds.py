"""How far off a table with cells can be, computed from the table itself and never estimated.

Every threshold that a table lists is exact, since no cell is ever split by one. What is not known is the order of the
rows inside a cell. If all its positives came first the area under the ROC curve would be higher, if all its negatives
did it would be lower, and the table, which counts them as tied, lies half-way: it is off by at most half of
sum(p_i * n_i) / (P * N) over the cells that hold more than one score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truecut.counting.score_table import ScoreTable

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class ErrorBound:
    """How far the numbers of a table may be from those of its rows; all 0 if every score was counted by itself."""

    cells: int  # that hold more than one score
    roc_auc: float
    average_precision: float
    rates: float  # of tpr and fpr, whichever is worse, at a threshold that falls inside a cell
    scores: (
        float  # between the score of a cell and the score of a row in it: the Brier score is off by at most twice it
    )


def bound_of(table: ScoreTable) -> ErrorBound:
    """Return the bound of a table.

    >>> apart = ScoreTable.from_rows([True, False], [0.9, 0.4])
    >>> bound_of(apart).roc_auc
    0.0
    """
    if table.ends is None:
        return ErrorBound(0, 0.0, 0.0, 0.0, 0.0)
    positives, negatives = table.positives.astype(float), table.negatives.astype(float)
    is_wide = np.asarray(table.ends != table.scores)
    shares = [_share(positives, is_wide), _share(negatives, is_wide)]
    pairs = positives.sum() * negatives.sum()
    mixed = float((positives * negatives)[is_wide].sum() / pairs) if pairs else 0.0
    widths = np.abs(table.ends[is_wide].astype(float) - table.scores[is_wide].astype(float))
    return ErrorBound(
        int(is_wide.sum()),
        mixed / 2,
        _average_precision(positives, negatives, is_wide),
        max(shares),
        float(widths.max()),
    )


def _share(side: Numbers, is_wide: NDArray[np.bool_]) -> float:
    return float(side[is_wide].max() / side.sum()) if side.sum() else 0.0


def precisions_within(positives: Numbers, negatives: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the precision at the positives of each cell: the lowest possible, as counted, and the highest.

    It is at most what it would be with the cell's positives first and none of its negatives yet, and at least what it
    would be with all of its negatives first. The first positive may be a row of any weight, so it counts as nothing.
    """
    tp, fp = np.cumsum(positives), np.cumsum(negatives)
    before_tp, before_fp = tp - positives, fp - negatives
    with np.errstate(invalid="ignore", divide="ignore"):
        counted, best = tp / (tp + fp), tp / (tp + before_fp)
        worst = np.where(before_tp + fp > 0, before_tp / (before_tp + fp), counted)
    return worst, counted, best


def _average_precision(positives: Numbers, negatives: Numbers, is_wide: NDArray[np.bool_]) -> float:
    """Return how far the average precision may be off."""
    touched = is_wide & (positives > 0)
    if not touched.any():
        return 0.0
    worst, counted, best = precisions_within(positives, negatives)
    above = float((positives * (best - counted))[touched].sum() / positives.sum())
    below = float((positives * (counted - worst))[touched].sum() / positives.sum())
    return max(above, below)


def said_of(tables: Mapping[str, ScoreTable], engine: str) -> tuple[str, ...]:
    """Say, for each model, whether its table is exact, and if not how far off it can be.

    >>> said_of({"p": ScoreTable.from_rows([True, False], [0.9, 0.4])}, "Spark")
    ("counting of 'p': exact on Spark, 2 distinct scores",)
    """
    return tuple(f"counting of {name!r}: {_said(table, engine)}" for name, table in tables.items())


def _said(table: ScoreTable, engine: str) -> str:
    if table.ends is None:
        return f"exact on {engine}, {len(table):,} distinct score{'' if len(table) == 1 else 's'}"
    bound = bound_of(table)
    return (
        f"bounded on {engine}, {len(table):,} cells of neighbouring scores; listed thresholds are exact, the area "
        f"under the ROC curve is off by at most {bound.roc_auc:.2g} and average precision by "
        f"{bound.average_precision:.2g}"
    )
