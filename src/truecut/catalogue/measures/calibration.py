"""Whether probabilities mean what they say: in total, in spread, and in bins.

`intercept` and `slope` refit the labels on the log odds of the probabilities by maximum
likelihood; they ask for probabilities strictly between 0 and 1 and for both classes.
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.cached_on_table import once
from truecut.catalogue.measures.logistic import LAST_STEP, MOST_STEPS, ROUNDING, Outcomes, both_ways, fitted, log_odds
from truecut.counting.score_table import ScoreTable


def observed_and_expected(table: ScoreTable) -> tuple[float, float]:
    """Return how many positives there are, and how many the probabilities promise.

    >>> observed_and_expected(ScoreTable.from_rows([True, False], [0.75, 0.5]))
    (1.0, 1.25)
    """
    expected = (table.scores * (table.positives + table.negatives)).sum()
    return float(table.total_positive), float(expected)


def binned_error(table: ScoreTable, bins: int) -> float:
    """Return the mean distance between observed and promised share over bins of equally many rows.

    A probability is never split: all its rows go to the bin where the middle one of them falls.

    >>> binned_error(ScoreTable.from_rows([True, False], [0.75, 0.5]), bins=2)
    0.375
    """
    rows = table.positives + table.negatives
    middle = np.cumsum(rows) - rows / 2
    bin_of = np.minimum((middle / rows.sum() * bins).astype(np.intp), bins - 1)
    surplus = np.bincount(bin_of, weights=table.positives - table.scores * rows)
    return float(np.abs(surplus).sum() / rows.sum())


def is_separated(table: ScoreTable) -> bool:
    """Say whether one score parts the classes, perhaps sharing it: then no finite slope fits best."""
    positive, negative = np.flatnonzero(table.positives), np.flatnonzero(table.negatives)
    return bool(positive[-1] <= negative[0] or negative[-1] <= positive[0])


@once
def intercept(table: ScoreTable) -> float:
    """Return what to add to all log odds so that as many positives are promised as there are.

    >>> labels, scores = [True, True, False, False], [0.2, 0.2, 0.2, 0.2]
    >>> round(intercept(ScoreTable.from_rows(labels, scores)), 4)  # ln 4
    1.3863
    """
    logits = log_odds(table.scores)
    # Shifted so far that all rows reach at most the observed odds, too little is promised; and vice versa.
    wanted = log(table.total_positive / table.total_negative)
    low, high = float(wanted - logits.max()), float(wanted - logits.min())
    shift = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        likely, unlikely = both_ways(logits + shift)
        missed, invented = table.positives * unlikely, table.negatives * likely
        low, high = (shift, high) if missed.sum() > invented.sum() else (low, shift)
        # On the log scale the two sums cross almost in straight lines, even for extreme probabilities.
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = np.log(missed.sum()) - np.log(invented.sum())
            closing = (missed * likely).sum() / missed.sum() + (invented * unlikely).sum() / invented.sum()
            better = float(shift + apart / closing)
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
    return float(line(table)[1])


@once
def line(table: ScoreTable) -> NDArray[np.float64]:
    """Return intercept and slope of a logistic regression of the labels on the log odds; NaN where it gets stuck."""
    return fitted(log_odds(table.scores)[:, None], Outcomes(table.positives, table.negatives))
