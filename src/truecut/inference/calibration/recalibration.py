"""What recalibrating would change, judged on rows that did not fit it.

A map is fitted on all folds but one and applied to that one, over several divisions of the rows; the map to use is
fitted on all rows. Rows of one class with one score are exchangeable, so they are dealt out from the score table;
their weights are taken to be the same, which is exact where every score occurs once. The interval of the
improvement is that of paired losses with the fitted maps as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.areas import roc_area
from truecut.catalogue.measures.isotonic import isotonic_shares
from truecut.catalogue.measures.logistic import Outcomes
from truecut.catalogue.measures.probability_maps import ProbabilityMap, fit_beta, fit_isotonic, fit_platt
from truecut.catalogue.measures.probability_scores import brier_uncertainty
from truecut.catalogue.model import ONE_POINT, Model
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, BadScore, UnknownName
from truecut.inference.calibration.decomposition import LOSSES
from truecut.inference.calibration.recalibration_words import (
    RecalibrationVerdict,
    findings_of_recalibration,
    verdict_of_recalibration,
)
from truecut.inference.estimate import Estimate
from truecut.inference.folds import dealt_into_folds, rows_by_class
from truecut.inference.losses import OF_PROBABILITIES, Losses
from truecut.inference.quantiles import checked_level, student_quantile
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.words.shown import Shown

FOLDS, REPEATS = 5, 10
MOST_WORK = 5e6  # distinct scores times fits: larger tables are divided less often, and it is said
INFINITE = "a row was called impossible, so the log loss is infinite"

Fitter = Callable[[NDArray[Any], Outcomes], ProbabilityMap | None]


class RecalibrationMethod(StrEnum):
    """How probabilities are recalibrated."""

    PLATT = "platt"
    ISOTONIC = "isotonic"
    BETA = "beta"


@dataclass(frozen=True)
class Quality(Shown):
    """How good probabilities are; miscalibration is that part of the Brier score."""

    brier: float
    log_loss: float
    miscalibration: float
    roc_auc: float  # the mean over folds, since each fold has its own map

    @property
    def parts(self) -> tuple[float, float, float]:
        """Return what is said of it in words: Brier score, log loss and area."""
        return self.brier, self.log_loss, self.roc_auc


@dataclass(frozen=True, eq=False)
class Recalibration(Shown):
    """A map to better probabilities, and whether it is worth using.

    `map` is fitted on all rows: `r.map([0.2, 0.9])`. `before` is None where the scores are no probabilities.

    >>> import truecut as tc
    >>> tc.example("breast-cancer").evaluate(score="naive_bayes").recalibrate(repeats=2).verdict.value
    'not worth it'
    """

    method: RecalibrationMethod
    map: ProbabilityMap
    before: Quality | None
    after: Quality  # on rows that did not fit the map
    uncertainty: float  # the Brier score of saying the prevalence to every row
    brier_gain: Estimate  # by how much the Brier score falls
    log_loss_gain: Estimate
    verdict: RecalibrationVerdict
    threshold: float  # of the scores as they are ...
    new_threshold: float  # ... and the probability that the map gives it
    folds: int
    repeats: int
    seed: int
    findings: tuple[str, ...]  # in words, the verdict first
    notes: tuple[str, ...] = ()

    def old_threshold(self, probability: float) -> float | None:
        """Return where to cut the scores as they are to cut the new probabilities here; None if none gets so high.

        `probability` is where the new probabilities are cut.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> round(e.recalibrate("platt", repeats=1).old_threshold(0.5), 3)
        0.487
        """
        return self.map.score_at(probability)


@dataclass(frozen=True, eq=False)
class _Division:
    """Probabilities of rows that did not fit them, for one division into folds: a line per fold."""

    probabilities: NDArray[np.float64]
    positives: NDArray[np.float64]  # of the fold, by weight
    negatives: NDArray[np.float64]


def recalibration_of(
    model: Model,
    method: RecalibrationMethod | str = RecalibrationMethod.ISOTONIC,
    *,
    folds: int = FOLDS,
    repeats: int = REPEATS,
    level: float = 0.95,
    seed: int = 0,
) -> Recalibration:
    """Return what a way to recalibrate would change, and the map that does it."""
    checked_level(level)
    table = _checked(model, folds, repeats)
    method = _known(method)
    are_probabilities = table.are_probabilities and not table.lower_is_positive
    fit = _fitter(method, are_probabilities, model.name)
    whole = fit(table.scores, Outcomes(table.positives, table.negatives))
    if whole is None:
        raise BadCall(f"All rows have the same score, so there is nothing to recalibrate in {model.name!r}.")
    affordable = max(1, int(MOST_WORK / (len(table) * folds)))
    divisions = list(_divisions(table, fit, folds, min(repeats, affordable), Draws(seed, Purpose.RECALIBRATION_FOLDS)))
    before, after = _quality_before(table, divisions) if are_probabilities else None, _quality_after(divisions)
    gains = {score: _gain(table, divisions, score, level, are_probabilities) for score in ("brier", "log_loss")}
    verdict = verdict_of_recalibration(gains["brier"], None if before is None else before.brier)
    thresholds = model.threshold, float(whole([model.threshold])[0])
    return Recalibration(
        method=method,
        map=whole,
        before=before,
        after=after,
        uncertainty=brier_uncertainty(table),
        brier_gain=gains["brier"],
        log_loss_gain=gains["log_loss"],
        verdict=verdict,
        threshold=thresholds[0],
        new_threshold=thresholds[1],
        folds=folds,
        repeats=len(divisions),
        seed=seed,
        findings=tuple(
            findings_of_recalibration(
                verdict,
                gains["brier"],
                before=None if before is None else before.parts,
                after=after.parts,
                uncertainty=brier_uncertainty(table),
                thresholds=thresholds,
            )
        ),
        notes=tuple(_notes(model, whole, repeats, len(divisions))),
    )


def _checked(model: Model, folds: int, repeats: int) -> ScoreTable:
    table = model.table
    if model.is_hard:
        raise BadCall(f"{model.name!r} cannot be recalibrated: {ONE_POINT}.")
    if folds < 2 or repeats < 1:
        raise BadCall(f"Cross-fitting needs at least 2 folds and 1 repeat, not {folds} and {repeats}.")
    fewest = min(int(rows.sum()) for rows in rows_by_class(table))
    if fewest < folds:
        raise BadCall(f"Cross-fitting in {folds} folds needs {folds} rows of each class; the rarer one has {fewest}.")
    if not np.isfinite(table.scores.astype(float)).all():
        raise BadScore(f"{model.name!r} has infinite scores, through which no curve can be fitted; leave them out.")
    return table


def _known(method: str) -> RecalibrationMethod:
    if method not in list(RecalibrationMethod):
        raise UnknownName("way to recalibrate", str(method), [each.value for each in RecalibrationMethod])
    return RecalibrationMethod(method)


def _fitter(method: RecalibrationMethod, are_probabilities: bool, name: str) -> Fitter:
    if method == RecalibrationMethod.ISOTONIC:
        return fit_isotonic
    if method == RecalibrationMethod.PLATT:
        return lambda scores, outcomes: fit_platt(scores, outcomes, on_log_odds=are_probabilities)
    if not are_probabilities:
        raise BadScore(
            f"A beta map starts from probabilities, and {name!r} holds other scores; 'platt' and 'isotonic' turn any "
            "score into a probability."
        )
    return fit_beta


def _divisions(table: ScoreTable, fit: Fitter, folds: int, repeats: int, draws: Draws) -> Iterator[_Division]:
    """Return, for each division of the rows, every fold with probabilities fitted on the others."""
    sides = [
        (rows, _ratio(weights, rows))
        for rows, weights in zip(rows_by_class(table), (table.positives, table.negatives), strict=True)
    ]
    for repeat in range(repeats):
        in_folds = [dealt_into_folds(rows, folds, draws.at(repeat, side)) for side, (rows, _) in enumerate(sides)]
        inside = [cells * per_row for cells, (_, per_row) in zip(in_folds, sides, strict=True)]
        # Counted and not subtracted by weight, so that no rounding is left where no row is.
        outside = [(rows - cells) * per_row for cells, (rows, per_row) in zip(in_folds, sides, strict=True)]
        maps = [fit(table.scores, Outcomes(p, n)) for p, n in zip(*outside, strict=True)]
        fitted = [m(table.scores) for m in maps if m is not None]
        if len(fitted) < folds:
            raise BadCall("Cross-fitting fails, because all rows outside of one fold have the same score.")
        yield _Division(np.array(fitted), *inside)


def _ratio(weights: NDArray[Any], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(np.divide(weights, rows, out=np.zeros(len(rows)), where=rows > 0))


def _quality_before(table: ScoreTable, divisions: list[_Division]) -> Quality:
    scores = table.scores.astype(float)
    untouched = [_Division(np.tile(scores, (len(d.positives), 1)), d.positives, d.negatives) for d in divisions]
    return _quality_after(untouched)


def _quality_after(divisions: list[_Division]) -> Quality:
    """Return the quality of the probabilities, the mean over all divisions."""
    each = [_quality(division) for division in divisions]
    return Quality(*(float(np.mean([getattr(q, name) for q in each])) for name in Quality.__dataclass_fields__))


def _quality(division: _Division) -> Quality:
    positives, negatives = division.positives.ravel(), division.negatives.ravel()
    rows = float(positives.sum() + negatives.sum())
    brier, log_loss = (
        LOSSES[score](positives, negatives, division.probabilities.ravel()) / rows for score in ("brier", "log_loss")
    )
    pooled = _table_of(division.probabilities.ravel(), positives, negatives)
    recalibrated = isotonic_shares(pooled.positives[None, ::-1], (pooled.positives + pooled.negatives)[::-1])[0, ::-1]
    best = LOSSES["brier"](pooled.positives, pooled.negatives, recalibrated) / rows
    folds = zip(division.probabilities, division.positives, division.negatives, strict=True)
    area = float(np.mean([roc_area(CountsCurve(_table_of(*fold))) for fold in folds]))
    return Quality(brier, log_loss, max(0.0, brier - best), area)


def _table_of(
    probabilities: NDArray[np.float64], positives: NDArray[np.float64], negatives: NDArray[np.float64]
) -> ScoreTable:
    """Return the score table of rows that are given by weight, as far as points of the curve need it."""
    there = positives + negatives > 0
    distinct, where = np.unique(probabilities[there], return_inverse=True)
    positive, negative = (np.bincount(where, weights=side[there])[::-1] for side in (positives, negatives))
    counted: dict[str, Any] = {"positive_rows": positive, "positive_squares": positive}
    counted |= {"negative_rows": negative, "negative_squares": negative}
    return ScoreTable(distinct[::-1], positive, negative, **counted, weights=Weights.IMPORTANCE)


def _gain(table: ScoreTable, divisions: list[_Division], score: str, level: float, has_before: bool) -> Estimate:
    """Return by how much the mean loss falls, with the interval of paired losses."""
    if not has_before:
        return Estimate(None, "the scores are no probabilities, so there is nothing to compare with", level=level)
    paired = [_paired(table, division, score) for division in divisions]
    if any(losses is None for losses in paired):
        return Estimate(None, INFINITE, level=level)
    known = [losses for losses in paired if losses is not None]
    gain = float(np.mean([losses.mean for losses in known]))
    error = sqrt(float(np.mean([losses.standard_error**2 for losses in known])))
    half = student_quantile(level, known[0].effective_rows - 1) * error
    return Estimate(gain, low=gain - half, high=gain + half, level=level, method="paired t", rows=known[0].rows)


def _paired(table: ScoreTable, division: _Division, score: str) -> Losses | None:
    """Return what each row loses before less after; None if somebody loses infinitely."""
    scores = table.scores.astype(float)
    values, weights, squares = [], [], []
    sides = (
        (division.positives, table.positives, table.positive_squares),
        (division.negatives, table.negatives, table.negative_squares),
    )
    for (in_folds, total, squared), loss in zip(sides, OF_PROBABILITIES[score], strict=True):
        there = in_folds > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            difference = (loss(scores) - loss(division.probabilities))[there]
        values.append(difference)
        weights.append(in_folds[there])
        per_weight = _ratio(squared, total) if table.is_weighted else np.ones(len(scores))
        squares.append((in_folds * per_weight)[there])
    differences = np.concatenate(values)
    if not np.isfinite(differences).all():
        return None
    rows = table.rows if table.is_weighted else float(table.total_positive + table.total_negative)
    return Losses(differences, np.concatenate(weights), np.concatenate(squares), rows)


def _notes(model: Model, fitted: ProbabilityMap, asked: int, repeats: int) -> Iterator[str]:
    if repeats < asked:
        yield f"with so many distinct scores the rows were divided {repeats} instead of {asked} times"
    if model.design.is_weighted:
        yield "rows of one class with one score are taken to have the same weight"
    if model.design.is_clustered:
        yield "rows of one cluster may be on both sides of a fold here, which flatters the result"
    clip = getattr(fitted, "clip", 0.0)
    if clip and bool((np.minimum(model.table.scores, 1 - model.table.scores) < clip).any()):
        yield f"probabilities nearer to 0 or 1 than {clip:.3g} count as that near, since log odds are infinite there"
