"""A chosen threshold as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.decisions.chosen_threshold import Decision
from truecut.decisions.model_decision import Optimism
from truecut.decisions.two_cuts import TwoCuts
from truecut.summaries.decision import ThresholdSummary
from truecut.views.cost.data import cost_line
from truecut.views.json_values import counts_as_data, plain, read_as_data, value_as_data


def threshold_data(summary: ThresholdSummary) -> dict[str, Any]:
    """Return a chosen threshold and all that goes with it."""
    asked = {
        "cost": summary.cost and cost_line(summary.cost),
        "optimism": summary.optimism and optimism_as_data(summary.optimism),
        "two_cuts": summary.two_cuts and two_cuts_as_data(summary.two_cuts),
    }
    return {
        "read": read_as_data(summary.read),
        "model": summary.model,
        **_decision(summary.decision),
        "told": None if summary.decision.threshold is None else summary.told[summary.decision.threshold],
        "chosen_on": summary.chosen_on or None,
        "per_thousand": counts_as_data(summary.per_thousand),
        "metrics": {name: value_as_data(value) for name, value in summary.metrics.items()},
        "for_calibrated": summary.for_calibrated,
        "elsewhere": summary.elsewhere or None,
        "too_few": summary.too_few,
        "warnings": list(summary.warnings),
        **{name: data for name, data in asked.items() if data},
    }


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


def optimism_as_data(optimism: Optimism) -> dict[str, Any]:
    """Return how much a choice flatters itself."""
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


def two_cuts_as_data(cuts: TwoCuts) -> dict[str, Any]:
    """Return two cuts and what lies between them."""
    return {
        "accept": {"threshold": plain(cuts.accept.threshold), "feasible": cuts.accept.feasible},
        "reject": {"threshold": plain(cuts.reject.threshold), "feasible": cuts.reject.feasible},
        "share_accepted": cuts.share_accepted,
        "share_rejected": cuts.share_rejected,
        "share_referred": cuts.share_referred,
    }
