"""The usual reliability diagram: probabilities in bins, each with the share of positives found there.

What it shows depends on the bins, and the mean distance from the diagonal is never 0 by chance: it is shown beside
what calibrated probabilities give on as many rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.calibration.consistency import OutcomeCells
from truecut.inference.proportions import wilson


class Spacing(StrEnum):
    """How the bins divide the probabilities."""

    MASS = "equal-mass"  # equally many rows in each
    WIDTH = "equal-width"  # [0, 0.1), [0.1, 0.2) ...; 1 is in the last


@dataclass(frozen=True, eq=False)
class Bins:
    """The bins that hold rows, lowest first, with the share of positives and Wilson's interval of it."""

    scores: NDArray[np.float64]  # mean probability
    observed: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    rows: NDArray[np.float64]


@dataclass(frozen=True)
class BinnedError:
    """The mean distance between promised and observed share (ECE), and what chance alone makes of it."""

    value: float
    by_chance: float  # the mean of calibrated probabilities on as many rows
    chance_high: float  # what they stay below as often as the level says
    squared_debiased: float | None  # mean squared distance less its bias; may be below 0; None if a bin has one row
    bins: int
    spacing: Spacing


def bin_of(scores: NDArray[Any], rows: NDArray[Any], bins: int, spacing: Spacing) -> NDArray[np.intp]:
    """Return the bin of each score, in rising order; a score is never split: its middle row decides."""
    if spacing == Spacing.WIDTH:
        return np.asarray(np.minimum((scores * bins).astype(np.intp), bins - 1))
    middle = np.cumsum(rows) - rows / 2
    return np.asarray(np.minimum((middle / rows.sum() * bins).astype(np.intp), bins - 1))


def binned(table: ScoreTable, bins: int, spacing: Spacing, level: float) -> Bins:
    """Return the bins of a table with their intervals; with importance weights of effective rows."""
    rising = slice(None, None, -1)
    scores, positives = table.scores[rising].astype(float), table.positives[rising].astype(float)
    rows = positives + table.negatives[rising]
    where = bin_of(scores, rows, checked_bins(bins), spacing)

    def added(column: NDArray[Any]) -> NDArray[np.float64]:
        sums = np.bincount(where, weights=column)
        return sums[np.bincount(where) > 0].astype(float)

    total, found = added(rows), added(positives)
    trials = total
    if table.is_weighted:
        trials = total**2 / added((table.positive_squares + table.negative_squares)[rising])
    share = found / total
    low, high = wilson(np.where(found == total, trials, share * trials), trials, level)
    return Bins(added(scores * rows) / total, share, low, high, total)


def binned_error_beside_chance(
    bins_of_table: Bins,
    cells: OutcomeCells,
    drawn: NDArray[Any],
    *,
    bins: int,
    spacing: Spacing,
    level: float,
) -> BinnedError:
    """Return the error of the bins beside that of outcomes drawn from the probabilities."""
    rows = bins_of_table.rows
    distance = bins_of_table.observed - bins_of_table.scores
    where = bin_of(cells.scores, cells.weights, bins, spacing)
    starts = np.flatnonzero(np.concatenate([[True], where[1:] != where[:-1]]))
    surplus = np.add.reduceat(drawn - cells.scores * cells.weights, starts, axis=1)
    by_chance = np.abs(surplus).sum(axis=1) / cells.weights.sum()
    debiased = None
    if (rows > 1).all():
        # The square of a share's distance is too large by the share's own variance (Ferro & Fricker 2012,
        # Q J R Meteorol Soc 138:1954).
        bias = bins_of_table.observed * (1 - bins_of_table.observed) / (rows - 1)
        debiased = float((rows * (distance**2 - bias)).sum() / rows.sum())
    return BinnedError(
        float((rows * np.abs(distance)).sum() / rows.sum()),
        float(by_chance.mean()),
        float(np.quantile(by_chance, level)),
        debiased,
        bins,
        spacing,
    )


def checked_bins(bins: int) -> int:
    """Return the number of bins, or say that it is none."""
    if bins != int(bins) or bins < 1:
        raise BadCall(f"bins must be a whole number from 1 up, not {bins}.")
    return int(bins)
