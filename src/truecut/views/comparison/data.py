"""Compared models as strict JSON, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.inference.paired.best import ModelStanding
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.dominance import Dominance
from truecut.inference.paired.many import JointTest
from truecut.inference.paired.verdict import Verdict
from truecut.summaries.comparison import ComparisonSummary, MetricComparison, PairOfModels
from truecut.views.json_values import plain, read_as_data, value_as_data


def comparison_data(summary: ComparisonSummary) -> dict[str, Any]:
    """Return the whole comparison."""
    return {
        "read": read_as_data(summary.read),
        "models": [
            {"name": name, "threshold": plain(cut)}
            for name, cut in zip(summary.models, summary.thresholds, strict=True)
        ],
        "reference": summary.reference,
        "paired": summary.is_paired,
        "level": summary.level,
        "seed": summary.seed,
        "adjust": summary.adjust,
        "answer": summary.answer,
        "leader": summary.ranked.leader if summary.ranked.standings else None,
        "tied": list(summary.ranked.tied),
        "verdicts": [verdict_as_data(verdict) for verdict in summary.verdicts],
        "above": [above_as_data(above) for above in summary.above],
        "metrics": [_metric(of, summary) for of in summary.metrics],
        "pairs": [_pair(pair) for pair in summary.pairs],
        "notes": list(summary.notes),
    }


def verdict_as_data(verdict: Verdict) -> dict[str, Any]:
    """Return what two models come to."""
    return {
        "first": verdict.difference.first,
        "second": verdict.difference.second,
        "metric": verdict.difference.metric,
        "outcome": verdict.word,
        "sentence": verdict.sentence,
        "margin": verdict.margin,
        "more_rows": verdict.more_rows,
        "notes": list(verdict.notes),
    }


def _metric(of: MetricComparison, summary: ComparisonSummary) -> dict[str, Any]:
    standings = summary.ranked.standings if of.metric.name == summary.ranked.metric else of.standings
    return {
        "name": of.metric.name,
        "title": of.metric.title,
        "better": of.metric.better.value,
        "at": of.at or None,
        "standings": [standing_as_data(one) for one in standings],
        "differences": [difference_as_data(difference) for difference in of.differences],
        "joint_test": None if of.joint is None else joint_test_as_data(of.joint),
    }


def standing_as_data(standing: ModelStanding) -> dict[str, Any]:
    """Return one model of a ranking."""
    return {
        "model": standing.model,
        "value": value_as_data(standing.estimate),
        "behind": None if standing.behind is None else difference_as_data(standing.behind),
        "comes_first": plain(standing.first_place),
    }


def difference_as_data(difference: Difference) -> dict[str, Any]:
    """Return one difference."""
    return {
        "first": difference.first,
        "second": difference.second,
        "difference": plain(difference.value),
        "values": [plain(one) for one in difference.values],
        "low": plain(difference.low),
        "high": plain(difference.high),
        "level": difference.level,
        "p_value": difference.p_value,
        "adjusted_p": difference.adjusted_p,
        "family": difference.family,
        "method": difference.method or None,
        "standard_error": plain(difference.standard_error),
        "statistic": plain(difference.statistic),
        "degrees_of_freedom": plain(difference.degrees_of_freedom),
        "rows": plain(difference.rows),
        "note": difference.note or None,
        "undefined": difference.undefined,
    }


def joint_test_as_data(test: JointTest) -> dict[str, Any]:
    """Return a test of all models together."""
    return {
        "statistic": test.statistic,
        "freedom": test.freedom,
        "error_freedom": test.error_freedom,
        "p_value": test.p_value,
        "method": test.method,
        "rows": plain(test.rows),
        "note": test.note or None,
    }


def above_as_data(above: Dominance) -> dict[str, Any]:
    """Return whether one curve lies above another."""
    return {
        "first": above.first,
        "second": above.second,
        "fpr": list(above.fpr),
        "answer": above.answer.value,
        "sentence": above.sentence,
        "confidence": above.confidence,
        "against": above.against,
        "draws": above.replicates,
        "note": above.note or None,
    }


def _pair(pair: PairOfModels) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "differing": plain(pair.differing),
        "cells": [
            {
                "is_positive": cell.is_positive,
                "by_first": cell.by_first,
                "by_second": cell.by_second,
                "rows": plain(cell.rows),
            }
            for cell in pair.cells
        ],
    }
