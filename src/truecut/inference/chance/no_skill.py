"""Everything a model has to beat: chance with its spread, and models that look at nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from truecut.catalogue import Better, Metric, Value, metric
from truecut.catalogue.metric import NO_ROWS
from truecut.catalogue.model import ONE_POINT, Model
from truecut.counting.baselines import constant_models
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.chance.distribution import badness
from truecut.inference.chance.null_distribution import DRAWS, SEED, Chance, chance
from truecut.inference.intervals import LEVEL

USUAL = ("recall", "precision", "specificity", "f1", "accuracy", "balanced_accuracy", "mcc")
SAME_SCORE = "the prevalence for every row"


@dataclass(frozen=True)
class NoSkill:
    """One metric: of the model, of a model without knowledge, and of the models that look at nothing, by name."""

    chance: Chance
    constant: Mapping[str, Value]

    @property
    def best_constant(self) -> Value | None:
        """Return the best that a model reaches which treats all rows alike; None where no direction is better."""
        entry = metric(self.chance.metric)
        known = [value for value in self.constant.values() if value.value is not None]
        if entry.better == Better.NEITHER or not known:
            return None
        return min(known, key=lambda value: float(badness(entry, np.array([float(value)]))[0]))


def no_skill(
    model: Model, name: str, *, level: float = LEVEL, draws: int = DRAWS, seed: int = SEED, **parameters: Any
) -> NoSkill:
    """Return what a metric is without skill on the same rows.

    >>> from truecut.counting.counts import Counts
    >>> found = no_skill(Model.of_counts("m", Counts(tp=8, fp=2, fn=2, tn=88)), "accuracy")
    >>> found.constant["flag none"].value, found.constant["flag all"].value
    (0.9, 0.1)
    """
    entry = metric(name)
    found = chance(model, entry.name, level=level, draws=draws, seed=seed, **parameters)
    return NoSkill(found, _constant(model, entry, parameters))


def _constant(model: Model, entry: Metric, parameters: Mapping[str, Any]) -> dict[str, Value]:
    of = model.used_for(entry)
    positives, negatives = of.table.total_positive, of.table.total_negative
    if entry.needs_only_counts:
        chosen, models = model.parameters_of(entry, parameters), constant_models(positives, negatives)
        if entry.is_priced and model.situation.follows_amounts:
            return {name: _cost_of_amounts(of, entry, counts) for name, counts in models.items()}
        return {name: entry.at(counts, **chosen) for name, counts in models.items()}
    if model.is_hard or not positives + negatives:
        return {SAME_SCORE: Value.absent(ONE_POINT)}
    score = float(positives) / float(positives + negatives)
    rows = ScoreTable.from_rows([True, False], [score, score], [float(positives), float(negatives)])
    return {SAME_SCORE: entry.of(CountsCurve(rows), **parameters)}


def _cost_of_amounts(model: Model, entry: Metric, counts: Counts) -> Value:
    """Return what flagging all or nothing costs, where that follows what rows are worth."""
    cost = model.situation.cost
    if cost is None or not counts.rows:
        return Value.absent(NO_ROWS)
    way = "flag all" if counts.tp + counts.fp else "flag none"
    amounts = {
        column: constant_models(table.total_positive, table.total_negative)[way]
        for column, table in model.amounts.items()
    }
    return Value(float(cost.total(counts, amounts) if entry.is_total else cost.mean(counts, amounts)))


def worth_beating(names: tuple[str, ...] | None, model: Model) -> tuple[str, ...]:
    """Return the metrics to look at: those named, or the usual ones that the model can have."""
    if names:
        return tuple(metric(name).name for name in names)
    of_curve = () if model.is_hard else ("roc_auc", "average_precision", "ks")
    of_probabilities = ("brier",) if not model.is_hard and model.table.are_probabilities else ()
    priced = () if model.situation.cost is None else ("mean_cost",)
    return (*of_curve, *of_probabilities, *USUAL, *priced)
