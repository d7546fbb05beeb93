"""Conventions of metrics of curves and probabilities: ties, straight lines, few thresholds, other logarithms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log, sqrt

import numpy as np

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.decisions.reconciling.convention import Convention, Found
from truecut.inference.hidden_in_cells import PRECISION_AREAS

SKLEARN, KERAS, TORCHMETRICS, YARDSTICK, PROC = "scikit-learn", "Keras", "torchmetrics", "yardstick", "pROC"
CLIPPED = (float(np.finfo(float).eps), 1e-15, 1e-7, float(np.finfo(np.float32).eps))


def conventions_of_scores(model: Model, entry: Metric) -> Found:
    """Return what other tools make of the scores."""
    if model.is_hard:
        return []
    makers: dict[str, Callable[[Model], Iterator[tuple[Convention, float]]]] = {
        "roc_auc": _areas,
        "brier": _briers,
        "log_loss": _log_losses,
        "calibration_error": _calibration_errors,
        **dict.fromkeys(PRECISION_AREAS, _precision_areas),
    }
    make = makers.get(entry.name)
    table = model.table
    return [] if make is None or not (table.total_positive and table.total_negative) else list(make(model))


def _areas(model: Model) -> Iterator[tuple[Convention, float]]:
    fpr, tpr = _rates(model)
    area = float(model.metric("roc_auc"))
    rises, runs = np.diff(tpr), np.diff(fpr)
    tied = float((rises * runs).sum()) / 2
    yield Convention("the ROC AUC with ties counted as right"), area + tied
    yield Convention("the ROC AUC with ties counted as wrong"), area - tied
    yield Convention("the ROC AUC turned round to be above 0.5", 1, (PROC,)), max(area, 1 - area)
    point = model.point.counts
    cut = (point.tp / (point.tp + point.fn) + point.tn / (point.tn + point.fp)) / 2
    yield Convention("the ROC AUC of the predictions at the threshold, not of the scores", 1, (SKLEARN,)), float(cut)
    for number, tools in ((200, (KERAS,)), (100, (TORCHMETRICS,)), (11, ())):
        said = f"the ROC AUC of {number} equally spaced thresholds"
        yield Convention(said, 1, tools), _coarse_area(model, number)


def _coarse_area(model: Model, number: int) -> float:
    counts = model.curve.counts_at(np.linspace(1, 0, number))
    tp = np.concatenate([[0.0], np.asarray(counts.tp, float), [float(model.table.total_positive)]])
    fp = np.concatenate([[0.0], np.asarray(counts.fp, float), [float(model.table.total_negative)]])
    return float(np.trapezoid(tp / tp[-1], fp / fp[-1]))


def _precision_areas(model: Model) -> Iterator[tuple[Convention, float]]:
    counts = model.curve.counts
    tp, fp = np.asarray(counts.tp, float)[1:], np.asarray(counts.fp, float)[1:]
    precision, recall = tp / (tp + fp), tp / tp[-1]
    straight = float(np.trapezoid(np.concatenate([[1.0], precision]), np.concatenate([[0.0], recall])))
    line = "the area under straight lines through the precision-recall curve"
    yield Convention(f"{line}, from a precision of 1 on", 1, (SKLEARN, YARDSTICK)), straight
    first = float(np.trapezoid(np.concatenate([[precision[0]], precision]), np.concatenate([[0.0], recall])))
    yield Convention(f"{line}, from the first precision on"), first
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    yield (
        Convention("the area under the highest precision from each recall on"),
        float((np.diff(np.concatenate([[0.0], recall])) * envelope).sum()),
    )
    levels = np.linspace(0, 1, 11)
    eleven = [envelope[np.searchsorted(recall, level, side="left")] for level in levels]
    yield Convention("the mean of the highest precision at 11 recalls (PASCAL VOC 2007)"), float(np.mean(eleven))


def _briers(model: Model) -> Iterator[tuple[Convention, float]]:
    brier = model.metric("brier")
    if brier.is_defined:
        yield Convention("the Brier score summed over both classes, as Brier (1950) wrote it"), 2 * float(brier)
        yield Convention("the root of the Brier score (RMSE)"), sqrt(float(brier))


def _log_losses(model: Model) -> Iterator[tuple[Convention, float]]:
    table = model.table
    if not table.are_probabilities:
        return
    p = table.scores.astype(float)
    rows = float(table.total_positive + table.total_negative)
    for clip in CLIPPED:
        inside = np.clip(p, clip, 1 - clip)
        loss = float(-(table.positives * np.log(inside) + table.negatives * np.log1p(-inside)).sum() / rows)
        yield Convention(f"the log loss with probabilities kept {clip:.2g} from 0 and 1", 1, (SKLEARN, KERAS)), loss
        if clip == CLIPPED[0]:
            yield Convention("the log loss in bits (base 2)"), loss / log(2)
            yield Convention("the log loss with base 10"), loss / log(10)
            yield Convention("twice the log loss of all rows (deviance)"), 2 * loss * rows
            yield Convention("the log loss added up, not averaged"), loss * rows


def _calibration_errors(model: Model) -> Iterator[tuple[Convention, float]]:
    for bins, tools in ((5, ()), (15, (TORCHMETRICS,)), (20, ())):
        found = model.metric("calibration_error", bins=bins)
        if found.is_defined:
            yield Convention(f"the calibration error in {bins} bins", 1, tools), float(found)


def _rates(model: Model) -> tuple[np.ndarray, np.ndarray]:
    counts = model.curve.counts
    fp, tp = np.asarray(counts.fp, float), np.asarray(counts.tp, float)
    return fp / fp[-1], tp / tp[-1]
