"""A decision for a model: which threshold, on which rows it was chosen, and how honest that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions.chosen_threshold import Decision, Neighbour, Place, choose, quantity_along, threshold_of
from truecut.decisions.cross_fitting import CrossFit, ThresholdSpread, cross_fit, threshold_spread
from truecut.decisions.goals import Goal
from truecut.decisions.rules import RuleContext
from truecut.errors import BadCall
from truecut.words.shown import Shown


@dataclass(frozen=True)
class Optimism(Shown):
    """What the rule looked at: on the rows that chose the threshold, and on rows that did not."""

    measure: str
    apparent: float | None
    cross_fitted: float | None
    fit: CrossFit
    spread: ThresholdSpread

    @property
    def difference(self) -> float | None:
        """Return by how much the apparent value differs from the cross-fitted one."""
        if self.apparent is None or self.cross_fitted is None:
            return None
        return self.apparent - self.cross_fitted


def stakes_of(model: Model, cost: Cost | None = None) -> RuleContext:
    """Return the curve of a model, priced if costs are stated."""
    if model.is_hard:
        raise BadCall(f"{model.name} gave hard predictions: there is no threshold to choose.")
    cost = cost or model.situation.cost
    if cost is None:
        return RuleContext(model.curve, sampled=model.design)
    return RuleContext(model.curve, cost_curve(model, cost), sampled=model.design)


def cost_curve(model: Model, cost: Cost | None = None) -> CostCurve:
    """Return what every threshold of a model costs, by these prices or by those of its situation."""
    cost = cost or stated_cost(model)
    model.require_amounts(cost)
    return CostCurve(cost, model.curve, {column: CountsCurve(table) for column, table in model.amounts.items()})


def stated_cost(model: Model) -> Cost:
    """Return the prices that were stated, or say that they are needed."""
    if model.situation.cost is None:
        raise BadCall(
            "State what each outcome costs, such as --cost fn=100,fp=1 (in Python: cost=tc.Cost(fn=100, fp=1))."
        )
    return model.situation.cost


def decide(
    model: Model,
    how: str | Goal | Cost,
    *,
    cost: Cost | None = None,
    on: Model | None = None,
    place: Place | str = Place.OBSERVED,
    **parameters: Any,
) -> Decision:
    """Choose a threshold for a model; with `on`, choose it on other rows and judge it on the model's own.

    Counts and values, those of the neighbours too, are then of the rows it is judged on; `tied` and `failures`
    tell of those it was chosen on.
    """
    if isinstance(how, Cost):
        cost, how = how, "cheapest"
    chosen = choose(stakes_of(on or model, cost), how, place=Place(place), **parameters)
    return chosen if on is None else _judged(chosen, on, model, cost)


@dataclass(frozen=True)
class Rehearsal:
    """How a choice is made again on other rows: in how many folds, how many times over, on how many resamples."""

    folds: int = 5
    repeats: int = 10
    resamples: int = 500
    seed: int = 0


def optimism_of(model: Model, decision: Decision, how: str | Goal, rehearsal: Rehearsal, **parameters: Any) -> Optimism:
    """Return how much the choice flatters itself, by choosing and judging on different rows many times over."""

    def chooser(part: Model) -> float | None:
        return choose(stakes_of(part), how, **parameters).threshold

    seed = rehearsal.seed
    fit = cross_fit(model, chooser, folds=rehearsal.folds, repeats=rehearsal.repeats, seed=seed)
    level = model.situation.level
    spread = threshold_spread(model, chooser, resamples=rehearsal.resamples, level=level, seed=seed)
    measure, cost = decision.measure, model.situation.cost
    if measure.name == "mean_cost" and cost is not None:
        honest = fit.mean_cost(cost)
    else:
        honest = fit.metric(measure.name, **measure.parameters)
    return Optimism(str(measure), decision.value, None if isnan(honest) else honest, fit, spread)


def _judged(chosen: Decision, on: Model, model: Model, cost: Cost | None) -> Decision:
    """Return a decision with what its thresholds do to the rows of another model."""
    if on.table.lower_is_positive != model.table.lower_is_positive:
        raise BadCall("A threshold cannot be chosen where high scores are flagged and judged where low ones are.")
    stakes = stakes_of(model, cost)
    values = quantity_along(stakes, chosen.measure)

    def entry_of(threshold: float | None) -> int:
        return 0 if threshold is None else int(stakes.curve.reached([threshold])[0])

    def seen(threshold: float | None) -> Neighbour:
        entry = entry_of(threshold)
        return Neighbour(threshold, stakes.curve.entry(entry), None if isnan(values[entry]) else float(values[entry]))

    here, following = seen(chosen.threshold), entry_of(chosen.threshold) + 1
    has_following = chosen.threshold is not None and following < len(stakes.curve)
    return replace(
        chosen,
        point=CountedPoint(here.counts, chosen.threshold),
        value=here.value,
        same_rows_from=threshold_of(stakes.curve, following) if has_following else None,
        neighbours=tuple(seen(neighbour.threshold) for neighbour in chosen.neighbours),
        same_rows=False,
    )
