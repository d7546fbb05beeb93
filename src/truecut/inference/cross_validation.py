"""How sure one can be of scores from a cross-validation, whose models share most of the rows that they learnt from.

What can be promised is the mean value of models fitted like these. Rows of one fold tell how the value varies from row
to row, not how much the models have in common; for that the standard error is taken 1.2 times. The number was found by
simulation (linear models and nearest neighbours, 5 and 10 folds) and is no theorem: no unbiased estimate of that
variance exists (Bengio & Grandvalet 2004, JMLR 5:1089). Mean ± standard deviation over folds is no interval: it holds
as often as the number of folds makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from truecut.catalogue.design import Design
from truecut.catalogue.model import Model
from truecut.inference.delong import Ranking
from truecut.inference.quantiles import student_quantile
from truecut.inference.weighted import weighted_ranking

SHARED_TRAINING = 1.2  # times the standard error of independent rows
WITHIN, OF_ROWS = " within folds", " of rows / "  # added to the name of a method for independent rows


def of_fewer_rows(method: str, worth: float) -> str:
    """Return what a method is called that takes every row for less than one.

    >>> of_fewer_rows("wilson", 1 / 1.44)
    'wilson of rows / 1.44'
    """
    return f"{method}{OF_ROWS}{1 / worth:.3g}"


def plain_method(method: str) -> str:
    """Return the name of a method without what folds added to it."""
    return method.partition(WITHIN)[0].partition(OF_ROWS)[0]


def rows_worth(design: Design, *, is_fitted: bool = True) -> float:
    """Return how many independent rows a row of a cross-validation is worth; 1 without folds.

    Training matters only to what a fitted model had a part in.

    A repeat brings no new rows; where rows come in clusters, the same row in two repeats is of one cluster anyway.
    """
    if design.folds is None:
        return 1.0
    repeats = 1 if design.is_clustered else max(1, design.folds.repeats)
    return 1 / (SHARED_TRAINING**2 * repeats) if is_fitted else 1 / repeats


def nadeau_bengio(values: Sequence[float], test_to_train: float, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of the mean of J values by fold, mean ± t(J - 1) sd sqrt(1 / J + rows tested / rows trained).

    Nadeau & Bengio 2003, Mach Learn 52:239 (the corrected resampled t).

    >>> low, high = nadeau_bengio([0.8, 0.85, 0.9], 1 / 2)
    >>> round(low, 3), round(high, 3)
    (0.654, 1.046)
    """
    half = student_quantile(level, len(values) - 1) * stdev(values) * sqrt(1 / len(values) + test_to_train)
    return fmean(values) - half, fmean(values) + half


def ranking_of(model: Model) -> Ranking:
    """Return what is known of a model's area under the ROC curve: of its rows, or of the mean within its folds."""
    if model.folds is None:
        return weighted_ranking(model.curve) if model.design.is_weighted else Ranking.of(model.curve)
    repeats = [
        [ranking_of(fold) for fold in folds.values() if fold.table.total_positive and fold.table.total_negative]
        for folds in model.folds.by_repeat
    ]
    return ranking_within_folds([rankings for rankings in repeats if rankings])


def ranking_within_folds(repeats: Sequence[Sequence[Ranking]]) -> Ranking:
    """Return the mean area over folds, with DeLong's variance of it for models that share rows they learnt from.

    The variance is 1.2² / K² times the sum of those of the K folds; over repeats it is averaged, since they have the
    same rows. LeDell, Petersen & van der Laan 2015, Electron J Stat 9:1583.
    """
    every = [ranking for rankings in repeats for ranking in rankings]
    positives, negatives = (sum(getattr(r, side) for r in every) / len(repeats) for side in ("positives", "negatives"))
    worth = 1 / SHARED_TRAINING**2
    spreads = [
        _spread_of_mean([[(getattr(r, f"{side}_spread"), getattr(r, f"{side}s")) for r in one] for one in repeats])
        for side in ("positive", "negative")
    ]
    return Ranking(
        fmean(ranking.area for ranking in every),
        positives * worth,
        negatives * worth,
        None if spreads[0] is None else spreads[0] * positives,
        None if spreads[1] is None else spreads[1] * negatives,
    )


def _spread_of_mean(repeats: Sequence[Sequence[tuple[float | None, float]]]) -> float | None:
    """Return the part of a variance that one class has in a mean over folds, before training is shared.

    A fold with fewer than two rows of the class spreads as the others do, weighted by their rows.
    """
    known = [(spread, rows) for one in repeats for spread, rows in one if spread is not None]
    if not known:
        return None
    usual = sum(spread * (rows - 1) for spread, rows in known) / sum(rows - 1 for _, rows in known)
    sums = (sum((usual if s is None else s) / rows for s, rows in one) / len(one) ** 2 for one in repeats)
    return fmean(sums)
