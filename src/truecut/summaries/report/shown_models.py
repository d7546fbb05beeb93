"""Which models the page carries: all of them, or of very many those that matter.

A model that is the cheapest at some prices and some share of positives has a corner on the hull of all ROC curves
together. Those are carried, and then those that cost least in the stated situation, so that whatever a reader supposes
the page knows the cheapest model. The others are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from truecut.catalogue.measures.hull import hull_entries
from truecut.counting.told_thresholds import told_threshold
from truecut.kernel.portable_hulls import corners_of_hull
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.tree import LeftOutModel, LeftOutModels
from truecut.summaries.summary import Summary

MOST_SHOWN = 40
MOST_LISTED = 500  # of those that are left out


def shown_models(summary: Summary) -> tuple[ModelSummary, ...]:
    """Return the models that the page carries, in the order in which they were read."""
    models = summary.models
    if len(models) <= MOST_SHOWN:
        return models
    spent = _least_costs(summary)
    told = summary.recommendation
    first = {None if told is None else told.model, *(one.model for one in summary.standings[:1])}
    at_times = _sometimes_cheapest(models)
    urgent = sorted(models, key=lambda one: (one.name not in first, one.name not in at_times, spent[one.name]))
    shown = {model.name for model in urgent[:MOST_SHOWN]}
    return tuple(model for model in models if model.name in shown)


def models_left_out_of(summary: Summary, shown: Sequence[ModelSummary]) -> LeftOutModels | None:
    """Return what is said of the models that are not carried, the cheapest first; None where all are."""
    names = {model.name for model in shown}
    others = [model for model in summary.models if model.name not in names]
    if not others:
        return None
    told = summary.recommendation
    spent, cuts = _least_costs(summary), {} if told is None else {one.model: one.threshold for one in told.others}
    others.sort(key=lambda one: spent[one.name])
    follows_amounts = others[0].model.situation.follows_amounts  # then a hull tells nothing
    return LeftOutModels(
        number=len(others),
        listed=tuple(_listed(one, spent, cuts) for one in others[:MOST_LISTED]),
        may_be_cheapest=follows_amounts or not _sometimes_cheapest(summary.models) <= names,
    )


def _listed(of: ModelSummary, spent: Mapping[str, float], cuts: Mapping[str, float | None]) -> LeftOutModel:
    is_hard, cost = of.model.is_hard, spent[of.name]
    area = None if is_hard else of.model.metric("roc_auc").value
    cut = told_threshold(of.model.curve, cuts[of.name]) if of.name in cuts and not is_hard else ""
    return LeftOutModel(of.name, area, cut, cost if np.isfinite(cost) else None)


def _least_costs(summary: Summary) -> dict[str, float]:
    """Return what each model costs at its cheapest cut; infinitely much where nobody can tell."""
    told = summary.recommendation
    known = {} if told is None else {told.model: told.cost, **{one.model: one.cost for one in told.others}}
    return {model.name: known.get(model.name, np.inf) for model in summary.models}


def _sometimes_cheapest(models: Sequence[ModelSummary]) -> set[str]:
    """Return the models with a corner on the hull of all their ROC curves together."""
    tprs, fprs, owners = [], [], []
    for place, model in enumerate(models):
        curve = model.model.curve
        corners = hull_entries(curve)
        tp, fp = curve.counts.tp[corners].astype(float), curve.counts.fp[corners].astype(float)
        if not tp[-1] or not fp[-1]:
            continue
        tprs.append(tp / tp[-1])
        fprs.append(fp / fp[-1])
        owners.append(np.full(len(corners), place))
    if not owners:
        return set()
    tpr, fpr, owner = np.concatenate(tprs), np.concatenate(fprs), np.concatenate(owners)
    order = np.lexsort((tpr, fpr))
    tpr, fpr, owner = tpr[order], fpr[order], owner[order]
    found = corners_of_hull(fpr, tpr)
    inside = found[(tpr[found] > 0) & (fpr[found] < 1)]  # flagging nobody and everybody need no model
    return {models[place].name for place in owner[inside].tolist()}
