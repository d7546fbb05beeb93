"""The methods for metrics of four counts that are more than one share: ratios, F scores, mean losses, totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import inf, isfinite, sqrt
from typing import Any

from truecut.catalogue import metric
from truecut.inference import ratios
from truecut.inference.composites import f_score, f_score_on_log_odds, fisher_z, kappa_standard_error
from truecut.inference.interval_request import NO_SPREAD, Interval, IntervalMethod, IntervalMethods, IntervalRequest
from truecut.inference.losses import Losses
from truecut.inference.of_cells import DIRICHLET, DRAWN_CELLS, delta_error_of
from truecut.inference.of_shares import FEW, FEW_TRIALS
from truecut.inference.quantiles import normal_quantile
from truecut.inference.weighted import Share

FEW_LOSSES = 10  # rows with another than the most frequent loss, below which their mean is far from normal
ADDED = "a count is 0, so 0.5 was added to each"
NO_ZERO = "this method needs counts above 0"
NOT_AT_THE_ENDS = "this method has no interval for a value at the end of its range"
INFINITE = "an infinite mean has no interval"
FEW_DIFFER = f"fewer than {FEW_LOSSES} rows differ from the others: this method may promise too much"

Limits = tuple[float, float]


def _added(asked: IntervalRequest) -> str:
    return ADDED if not all(asked.counts.cells().values()) else ""


def _by_ratio(
    of_positives: str, of_negatives: str, limits: Callable[..., Limits | None], asked: IntervalRequest
) -> Interval:
    above, below = Share.of(asked.model, of_positives), Share.of(asked.model, of_negatives)
    found = limits(above.successes, above.trials, below.successes, below.trials, asked.level)
    rows = above.trials + below.trials
    few = FEW if min(above.trials, below.trials) < FEW_TRIALS else ""
    return Interval(found, rows, few if found else NO_ZERO, standard_error=delta_error_of(asked))


def by_ratio(of_positives: str, of_negatives: str) -> IntervalMethods:
    """Return the methods for the ratio of a share of the positives to one of the negatives."""
    return {
        "koopman": IntervalMethod(partial(_by_ratio, of_positives, of_negatives, ratios.koopman)),
        "simel": IntervalMethod(partial(_by_ratio, of_positives, of_negatives, ratios.katz)),
    }


def _by_lr_plus(asked: IntervalRequest) -> Interval:
    found = _by_ratio(metric("tpr").formula, metric("fpr").formula, ratios.koopman, asked)
    low, high = found.limits or (0.0, inf)
    return replace(found, limits=(1 / (1 + sqrt(high)), 1 / (1 + sqrt(low))))  # it falls as LR+ rises


def _by_woolf(read: Callable[[float], float], asked: IntervalRequest) -> Interval:
    cells = {cell: float(rows) for cell, rows in asked.counts.cells().items()}
    low, high = ratios.woolf(**cells, level=asked.level)
    error = delta_error_of(asked)
    return Interval((read(low), read(high)), float(asked.counts.rows), _added(asked), standard_error=error)


def by_odds(read: Callable[[float], float] = float) -> IntervalMethods:
    """Return the method for a metric that is read off the odds ratio and rises with it."""
    return {"woolf": IntervalMethod(partial(_by_woolf, read))}


def _by_fleiss(asked: IntervalRequest) -> Interval:
    error = kappa_standard_error(**{cell: float(rows) for cell, rows in asked.counts.cells().items()})
    half = normal_quantile(asked.level) * error
    return Interval((asked.value - half, asked.value + half), float(asked.counts.rows), standard_error=error)


def _by_fisher_z(asked: IntervalRequest) -> Interval:
    limits, error = fisher_z(**asked.counts.cells(), level=asked.level), delta_error_of(asked)
    return Interval(limits, float(asked.counts.rows), _added(asked), standard_error=error)


def _by_f_score(
    weight: Callable[[Mapping[str, Any]], float], limits: Callable[..., Limits | None], asked: IntervalRequest
) -> Interval:
    tp, fp, fn = (float(cell) for cell in (asked.counts.tp, asked.counts.fp, asked.counts.fn))
    found = limits(tp, fp, fn, weight(asked.parameters), asked.level)
    note = (FEW if tp + fp + fn < FEW_TRIALS else "") if found else NOT_AT_THE_ENDS
    return Interval(found, tp + fp + fn, note, standard_error=delta_error_of(asked))


def by_f_score(weight: Callable[[Mapping[str, Any]], float]) -> IntervalMethods:
    """Return the methods for a weighted harmonic mean of precision and recall, given the share of recall in it."""
    return {
        "score": IntervalMethod(partial(_by_f_score, weight, f_score)),
        "logit": IntervalMethod(partial(_by_f_score, weight, f_score_on_log_odds)),
    }


def weight_of_beta(parameters: Mapping[str, Any]) -> float:
    """Return the share of recall in F-beta."""
    squared = float(parameters["beta"]) ** 2
    return 1 - 1 / (1 + squared)


def weight_of_recall(parameters: Mapping[str, Any]) -> float:
    """Return the share of recall in the weighted F."""
    return float(parameters["w_recall"] / (parameters["w_precision"] + parameters["w_recall"]))


def _by_losses(asked: IntervalRequest) -> Interval:
    if not isfinite(asked.value):
        return Interval(None, float(asked.counts.rows), INFINITE)
    losses = Losses.of_counts(asked.entry, asked.counts, dict(asked.parameters))
    limits = losses.interval(asked.level)
    if limits is None or not losses.standard_error:
        return Interval(None, losses.rows, NO_SPREAD)
    low, high = limits
    ends = max(low, losses.least), min(high, losses.most)
    few, freedom = FEW_DIFFER if losses.rarer_rows < FEW_LOSSES else "", losses.effective_rows - 1
    return Interval(ends, losses.rows, few, standard_error=losses.standard_error, degrees_of_freedom=freedom)


MEAN_COST: IntervalMethods = {**DRAWN_CELLS, "t": IntervalMethod(_by_losses)}
CORRELATION: IntervalMethods = {"fisher-z": IntervalMethod(_by_fisher_z)}
KAPPA: IntervalMethods = {**DIRICHLET, "fleiss": IntervalMethod(_by_fleiss, stays_inside=False)}
PREVALENCE_THRESHOLD: IntervalMethods = {**DIRICHLET, "koopman": IntervalMethod(_by_lr_plus)}
