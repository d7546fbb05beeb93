"""Rows that look like copies of each other, or like several rows of one patient that were not said to be.

Scores of many digits do not meet by chance. Where every score occurs a multiple of the same number of times in each
class, the rows were copied; where many of them occur a few times, and always in one class only, rows belong together
that are counted as if they were independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable

FEWEST_SCORES = 50  # distinct ones, below which ties say nothing
FEWEST_TIED = 20  # tied scores of each class
LEAST_SHARE = 0.2  # of the distinct scores
MOST_ALIKE = 5.0  # rows per tied score: trees and rounding tie more
BLOCK = 2**16  # scores that are looked at together
DIGITS = 1000  # scores that are multiples of 1 / DIGITS meet by rounding


@dataclass(frozen=True)
class Copies:
    """Rows that share their score and their class with others."""

    rows: int
    times: int  # every row is there so many times; 1 if only some are


def copied_rows(table: ScoreTable) -> Copies | None:
    """Return the rows that look copied; None if nothing speaks for it.

    >>> scores = np.random.default_rng(0).random(200)
    >>> once = ScoreTable.from_rows(scores > 0.5, scores)
    >>> copied_rows(once), copied_rows(once + once).times
    (None, 2)
    """
    if table.weights == Weights.REPEATED or len(table) < FEWEST_SCORES or _are_rounded(table):
        return None
    times = gcd(*(int(np.gcd.reduce(side)) for side in (table.positive_rows, table.negative_rows)))
    if times > 1:
        return Copies(table.rows, times)
    return _of_some(table)


def _of_some(table: ScoreTable) -> Copies | None:
    rows = table.positive_rows + table.negative_rows
    tied = rows > 1
    if tied.mean() < LEAST_SHARE:
        return None
    mixed = (table.positive_rows > 0) & (table.negative_rows > 0)
    of_each = [int(np.count_nonzero(tied & (of_class > 0))) for of_class in (table.positive_rows, table.negative_rows)]
    if mixed.any() or min(of_each) < FEWEST_TIED or rows[tied].mean() > MOST_ALIKE:
        return None
    return Copies(int(rows[tied].sum()), 1)


def _are_rounded(table: ScoreTable) -> bool:
    """Say whether more than half of the finite scores are rounded; it looks no further than that takes."""
    rounded, finite = 0, 0
    for start in range(0, len(table), BLOCK):
        scores = table.scores[start : start + BLOCK].astype(float)
        scores = scores[np.isfinite(scores)]
        with np.errstate(over="ignore"):
            rounded += int(np.count_nonzero(scores * DIGITS == np.rint(scores * DIGITS)))
        finite += len(scores)
        left = max(0, len(table) - start - BLOCK)
        if 2 * rounded > finite + left or 2 * (rounded + left) <= finite + left:
            break
    return 2 * rounded > finite or not finite
