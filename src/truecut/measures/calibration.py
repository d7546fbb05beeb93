"""Whether probabilities mean what they say: in total, in spread, and in bins.

`intercept` and `slope` refit the labels on the log odds of the probabilities by maximum
likelihood; they ask for probabilities strictly between 0 and 1 and for both classes.
"""

from __future__ import annotations

from math import log, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.table import ScoreTable

MOST_STEPS = 200
# Newton's method doubles the right digits with each step, so after one this small all are right.
LAST_STEP = 1e-9
ROUNDING = 1e-15


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


def intercept(table: ScoreTable) -> float:
    """Return what to add to all log odds so that as many positives are promised as there are.

    >>> labels, scores = [True, True, False, False], [0.2, 0.2, 0.2, 0.2]
    >>> round(intercept(ScoreTable.from_rows(labels, scores)), 4)  # ln 4
    1.3863
    """
    from scipy.special import expit

    logits = _log_odds(table.scores)
    # Shifted so far that all rows reach at most the observed odds, too little is promised; and vice versa.
    wanted = log(table.total_positive / table.total_negative)
    low, high = float(wanted - logits.max()), float(wanted - logits.min())
    shift = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        likely, unlikely = expit(logits + shift), expit(-logits - shift)
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
    logits = _log_odds(table.scores)
    rows = table.positives + table.negatives
    centre = (rows * logits).sum() / rows.sum()
    spread = np.sqrt((rows * (logits - centre) ** 2).sum() / rows.sum())
    # On standardised log odds the two coefficients hardly depend on each other.
    return float(_logistic_fit((logits - centre) / spread, table)[1] / spread)


def _log_odds(probabilities: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(np.log(probabilities) - np.log1p(-probabilities))


def _logistic_fit(x: NDArray[np.float64], table: ScoreTable) -> NDArray[np.float64]:
    """Return the likeliest intercept and slope by Newton's method, or NaN where it gets stuck.

    A step that makes things worse is halved.
    """
    from scipy.special import expit

    line = np.array([log(table.total_positive / table.total_negative), 0.0])
    loss = _log_loss_of_odds(table, line[0] + line[1] * x)
    for _ in range(MOST_STEPS):
        odds = line[0] + line[1] * x
        likely, unlikely = expit(odds), expit(-odds)
        missing = table.positives * unlikely - table.negatives * likely
        weight = (table.positives + table.negatives) * likely * unlikely
        cross = (weight * x).sum()
        bend = np.array([[weight.sum(), cross], [cross, (weight * x * x).sum()]])
        if np.linalg.cond(bend) > 1 / ROUNDING:
            break
        step = np.linalg.solve(bend, [missing.sum(), (missing * x).sum()])
        if np.abs(step).max() <= LAST_STEP * max(1.0, np.abs(line).max()):
            return np.asarray(line + step)
        # Near the end the loss falls by less than its rounding; Newton's step is right there anyway.
        most = loss * (1 + 1e-12)
        while (loss := _log_loss_of_odds(table, line[0] + step[0] + (line[1] + step[1]) * x)) > most:
            step = step / 2
        line = line + step
    return np.full(2, nan)


def _log_loss_of_odds(table: ScoreTable, odds: NDArray[np.float64]) -> float:
    # -ln of the likelier outcome is ln(1 + e^-|odds|), and of the other one |odds| more.
    rows = table.positives + table.negatives
    unlikely_rows = np.where(odds > 0, table.negatives, table.positives)
    return float((rows * np.log1p(np.exp(-np.abs(odds))) + unlikely_rows * np.abs(odds)).sum())
