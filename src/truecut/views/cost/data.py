"""What decisions cost as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.summaries.decision import CostLine, CostSummary, ModelCost
from truecut.views.json_values import counts_as_data, plain, read_as_data, value_as_data


def costs_data(summary: CostSummary) -> dict[str, Any]:
    """Return what models or classifiers cost."""
    advice = summary.advice
    given = (
        {"emphasis": advice.emphasis, "beta": advice.beta, "why": advice.why, "watch": list(advice.watch)}
        if advice
        else {}
    )
    return {
        "read": read_as_data(summary.read),
        "prices": {name: str(summary.cost.price(name)) for name in ("tp", "fp", "fn", "tn", "per_row")},
        "models": [_model(model) for model in summary.models],
        "classifiers": [
            {**cost_line(line), "accuracy": value_as_data((summary.accuracies or {})[line.name])}
            for line in summary.classifiers
        ],
        "common_shares": [
            {"share": one.share, "means": dict(one.means), "cheapest": one.cheapest} for one in summary.common_shares
        ],
        "undominated": list(summary.undominated),
        "regions": {name: point.region.value for name, point in summary.regions.items()},
        "crossings": [
            {"first": pair.first, "second": pair.second, "places": [list(place) for place in pair.places]}
            for pair in summary.crossings
        ],
        "slope": plain(summary.slope),
        "warnings": list(summary.warnings),
        "gaps": {classifier: dict(gaps) for classifier, gaps in summary.gaps.items()},
        **({"advice": given} if given else {}),
    }


def _model(model: ModelCost) -> dict[str, Any]:
    return {
        "name": model.name,
        "lines": [cost_line(line) for line in model.lines],
        "cheap_from": plain(model.cheap_from),
        "cheap_to": plain(model.cheap_to),
        "tolerance": model.tolerance,
        "for_calibrated": model.for_calibrated if model.are_probabilities else None,
        "thresholds": model.thresholds,
        "never_best": model.never_best,
        "level": model.level,
    }


def cost_line(line: CostLine) -> dict[str, Any]:
    """Return what one way to decide costs."""
    return {
        "name": line.name,
        "threshold": plain(line.threshold),
        "counts": counts_as_data(line.counts),
        "total": line.total,
        "mean": line.mean,
        "low": plain(line.low),
        "high": plain(line.high),
        "per_thousand": line.per_thousand,
        "saves": line.saves,
    }
