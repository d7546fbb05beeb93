"""Decisions and costs as strict JSON, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.decisions.chosen_threshold import Decision
from truecut.decisions.model_decision import Optimism
from truecut.decisions.two_cuts import TwoCuts
from truecut.summaries.decision import CostLine, CostSummary, ModelCost, ThresholdSummary
from truecut.views.as_json import as_text, counts_as_data, plain, read_as_data, value_as_data


def threshold_as_json(summary: ThresholdSummary) -> str:
    """Return a chosen threshold and all that goes with it."""
    asked = {
        "cost": summary.cost and _line(summary.cost),
        "optimism": summary.optimism and _optimism(summary.optimism),
        "two_cuts": summary.two_cuts and _two_cuts(summary.two_cuts),
    }
    return as_text(
        "threshold",
        {
            "read": read_as_data(summary.read),
            "model": summary.model,
            **_decision(summary.decision),
            "chosen_on": summary.chosen_on or None,
            "per_thousand": counts_as_data(summary.per_thousand),
            "metrics": {name: value_as_data(value) for name, value in summary.metrics.items()},
            "for_calibrated": summary.for_calibrated,
            "elsewhere": None if summary.elsewhere is None else str(summary.elsewhere),
            "too_few": summary.too_few,
            **{name: data for name, data in asked.items() if data},
        },
    )


def costs_as_json(summary: CostSummary) -> str:
    """Return what models or classifiers cost."""
    advice = summary.advice
    given = (
        {"emphasis": advice.emphasis, "beta": advice.beta, "why": advice.why, "watch": list(advice.watch)}
        if advice
        else {}
    )
    return as_text(
        "cost",
        {
            "read": read_as_data(summary.read),
            "prices": {name: str(summary.cost.price(name)) for name in ("tp", "fp", "fn", "tn", "per_row")},
            "models": [_model(model) for model in summary.models],
            "classifiers": [
                {**_line(line), "accuracy": value_as_data((summary.accuracies or {})[line.name])}
                for line in summary.classifiers
            ],
            "undominated": list(summary.undominated),
            "regions": {name: point.region.value for name, point in summary.regions.items()},
            "crossings": [
                {"first": pair.first, "second": pair.second, "places": [list(place) for place in pair.places]}
                for pair in summary.crossings
            ],
            "slope": plain(summary.slope),
            "gaps": {classifier: dict(gaps) for classifier, gaps in summary.gaps.items()},
            **({"advice": given} if given else {}),
        },
    )


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "rule": decision.rule,
        "why": decision.why,
        "reference": decision.reference,
        "threshold": plain(decision.threshold),
        "counts": counts_as_data(decision.point.counts),
        "measure": str(decision.measure),
        "value": plain(decision.value),
        "tied": decision.tied,
        "same_rows_from": plain(decision.same_rows_from),
        "feasible": decision.feasible,
        "failures": [
            {"condition": str(f.condition), "value": plain(f.value), "misses_by": plain(f.misses_by)}
            for f in decision.failures
        ],
        "neighbours": [
            {"threshold": plain(n.threshold), "counts": counts_as_data(n.counts), "value": plain(n.value)}
            for n in decision.neighbours
        ],
        "same_rows": decision.same_rows,
    }


def _optimism(optimism: Optimism) -> dict[str, Any]:
    fit, spread = optimism.fit, optimism.spread
    return {
        "measure": optimism.measure,
        "apparent": plain(optimism.apparent),
        "cross_fitted": plain(optimism.cross_fitted),
        "difference": plain(optimism.difference),
        "folds": fit.folds,
        "repeats": fit.repeats,
        "seed": fit.seed,
        "threshold_low": plain(spread.low),
        "threshold_high": plain(spread.high),
        "level": spread.level,
        "resamples": spread.resamples,
        "without": spread.without,
        "wins": [{"threshold": plain(cut), "share": share} for cut, share in spread.wins[:20]],
    }


def _two_cuts(cuts: TwoCuts) -> dict[str, Any]:
    return {
        "accept": {"threshold": plain(cuts.accept.threshold), "feasible": cuts.accept.feasible},
        "reject": {"threshold": plain(cuts.reject.threshold), "feasible": cuts.reject.feasible},
        "share_accepted": cuts.share_accepted,
        "share_rejected": cuts.share_rejected,
        "share_referred": cuts.share_referred,
    }


def _model(model: ModelCost) -> dict[str, Any]:
    return {
        "name": model.name,
        "lines": [_line(line) for line in model.lines],
        "cheap_from": plain(model.cheap_from),
        "cheap_to": plain(model.cheap_to),
        "tolerance": model.tolerance,
        "for_calibrated": model.for_calibrated if model.are_probabilities else None,
        "thresholds": model.thresholds,
        "never_best": model.never_best,
    }


def _line(line: CostLine) -> dict[str, Any]:
    return {
        "name": line.name,
        "threshold": plain(line.threshold),
        "counts": counts_as_data(line.counts),
        "total": line.total,
        "mean": line.mean,
        "per_thousand": line.per_thousand,
        "saves": line.saves,
    }
