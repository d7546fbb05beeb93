"""Whether probabilities mean what they say: in total, in spread, and in bins.

`intercept` and `slope` refit the labels on the log odds of the probabilities by maximum
likelihood; they ask for probabilities strictly between 0 and 1 and for both classes.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.catalogue.measures.cached_on_table import once
from truecut.catalogue.measures.logistic import LAST_STEP, MOST_STEPS, ROUNDING, Outcomes, fitted, log_odds
from truecut.catalogue.measures.loss_moments import loss_moments
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_where


def observed_and_expected(table: ScoreTable) -> tuple[float, float]:
    """Return how many positives there are, and how many the probabilities promise.

    >>> observed_and_expected(ScoreTable.from_rows([True, False], [0.75, 0.5]))
    (1.0, 1.25)
    """
    moments = loss_moments(table)
    return float(table.total_positive), moments.promised if moments else promised_total(table)


@once
def promised_total(table: ScoreTable) -> float:
    """Return how many positives the probabilities of few scores promise."""
    return float(promised(table.scores, table.positives, table.negatives))


def promised(scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any]) -> Any:
    """Return the probabilities of all rows, added up over the last axis: of one table, or of many.

    >>> float(promised(np.array([0.75, 0.5]), np.array([1, 0]), np.array([0, 1])))
    1.25
    """
    return (scores * (positives + negatives)).sum(axis=-1)


def binned_error(table: ScoreTable, bins: int) -> float:
    """Return the mean distance between observed and promised share over bins of equally many rows.

    A probability is never split: all its rows go to the bin where the middle one of them falls.

    >>> binned_error(ScoreTable.from_rows([True, False], [0.75, 0.5]), bins=2)
    0.375
    """
    rows = table.positives + table.negatives
    if rows.dtype == np.int64:
        return _binned_error_of_counts(table, rows, bins)
    middle = np.cumsum(rows) - rows / 2
    bin_of = np.minimum((middle / rows.sum() * bins).astype(np.intp), bins - 1)
    surplus = np.bincount(bin_of, weights=table.positives - table.scores * rows)
    return float(np.abs(surplus).sum() / rows.sum())


def _binned_error_of_counts(table: ScoreTable, rows: NDArray[np.int64], bins: int) -> float:
    """Return the same for whole counts: bins are runs of scores, and begin where a search finds the row."""
    counts = CountsCurve(table).counts
    total = float(counts.tp[-1] + counts.fp[-1])

    def bin_of(entries: NDArray[np.intp]) -> NDArray[np.intp]:
        middle = (counts.tp[entries + 1] + counts.fp[entries + 1]) - rows[entries] / 2
        return np.asarray(np.minimum((middle / total * bins).astype(np.intp), bins - 1))

    starts = first_where(len(table), bin_of, np.arange(bins))
    starts = np.unique(starts[starts < len(table)])
    ends = np.append(starts[1:], len(table))
    promised = np.add.reduceat(table.scores * rows, starts)
    return float(np.abs(counts.tp[ends] - counts.tp[starts] - promised).sum() / total)


def is_separated(table: ScoreTable) -> bool:
    """Say whether one score parts the classes, perhaps sharing it: then no finite slope fits best."""
    positives, negatives = table.positives > 0, table.negatives > 0
    return _last(positives) <= int(negatives.argmax()) or _last(negatives) <= int(positives.argmax())


def _last(there: NDArray[np.bool_]) -> int:
    return len(there) - 1 - int(there[::-1].argmax())  # stops at the first one


@once
def intercept(table: ScoreTable) -> float:
    """Return what to add to all log odds so that as many positives are promised as there are.

    >>> labels, scores = [True, True, False, False], [0.2, 0.2, 0.2, 0.2]
    >>> round(intercept(ScoreTable.from_rows(labels, scores)), 4)  # ln 4
    1.3863
    """
    # Shifted so far that all rows reach at most the observed odds, too little is promised; and vice versa.
    wanted = log(table.total_positive / table.total_negative)
    # The highest probability comes first: scores of which the low ones are positive are none.
    ends = log_odds(table.scores[[0, -1]])
    low, high = float(wanted - ends[0]), float(wanted - ends[1])
    shift = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        found = along_line(table, shift, 1.0)
        low, high = (shift, high) if found.missed > found.invented else (low, shift)
        # On the log scale the two sums cross almost in straight lines, even for extreme probabilities.
        with np.errstate(divide="ignore", invalid="ignore"):
            missed, invented = np.float64(found.missed), np.float64(found.invented)
            apart = np.log(missed) - np.log(invented)
            better = float(shift + apart / (found.missed_bends / missed + found.invented_bends / invented))
        if abs(better - shift) <= LAST_STEP * max(1.0, abs(shift)) or abs(apart) <= ROUNDING:
            return better
        # Where Newton's step leaves the bracket, halving the bracket is the safe way on.
        shift = better if low < better < high else (low + high) / 2
    return shift


def slope(table: ScoreTable) -> float:
    """Return the coefficient of the log odds in a logistic regression of the labels on them.

    >>> labels, scores = [True, False, True, False], [0.8, 0.8, 0.2, 0.2]
    >>> slope(ScoreTable.from_rows(labels, scores))
    0.0
    """
    return float(logistic_line(table)[1])


@once
def logistic_line(table: ScoreTable) -> NDArray[np.float64]:
    """Return intercept and slope of a logistic regression of the labels on the log odds; NaN where it gets stuck."""
    return fitted(odds_of(table)[:, None], Outcomes(table.positives, table.negatives))


@once
def odds_of(table: ScoreTable) -> NDArray[np.float64]:
    """Return the log odds of every score."""
    return log_odds(table.scores)


def along_line(table: ScoreTable, intercept: float, slope: float) -> kernel.LogisticSums:
    """Return the sums over all rows along a line of their log odds, which are found once for each line."""
    known: dict[tuple[float, float], kernel.LogisticSums] = vars(table).setdefault("_along_lines", {})
    if (intercept, slope) not in known:
        sums = kernel.logistic_sums(odds_of(table), table.positives, table.negatives, (intercept, slope))
        known[intercept, slope] = sums
    return known[intercept, slope]
