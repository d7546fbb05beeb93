"""A summary as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truecut.decisions.calibration_check import CalibrationCheck
from truecut.decisions.findings import Finding
from truecut.decisions.group_differences import GroupDifference
from truecut.decisions.threshold_options import ThresholdOption
from truecut.inference.paired.best import ModelStanding
from truecut.summaries.beside import BaselineLine
from truecut.summaries.folds import FoldsSummary
from truecut.summaries.groups_of_classes import GroupsOfClasses
from truecut.summaries.histogram import ScoreHistogram
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.part_summary import PartSummary
from truecut.summaries.summary import Classes, Summary
from truecut.views.json_values import counts_as_data, metrics_as_data, plain, read_as_data, value_as_data
from truecut.views.recommendation.data import class_recommendation_data, recommendation_data


def summary_data(summary: Summary) -> dict[str, Any]:
    """Return the summary as plain data."""
    data: dict[str, Any] = {
        "kind": summary.kind.value,
        "read": read_as_data(summary.read),
        "convention": summary.convention,
    }
    if summary.recommendation is not None:
        data["recommendation"] = recommendation_data(summary.recommendation)
    if summary.classes:
        # By the same name: a program looks for the answer without knowing how many classes there are.
        data["recommendation"] = class_recommendation_data(summary.classes.told)
    if summary.models:
        data["models"] = [_model(model) for model in summary.models]
    if summary.standings:
        data["standings"] = [_standing(standing) for standing in summary.standings]
    if summary.classes:
        data["classes"] = _classes(summary.classes)
    data["findings"] = [_finding(finding) for finding in summary.findings]
    return data


def _model(model: ModelSummary) -> dict[str, Any]:
    return {
        "name": model.name,
        "rows": plain(model.rows),
        "distinct_scores": model.distinct_scores,
        "effective_positives": None if model.effective is None else model.effective[0],
        "effective_negatives": None if model.effective is None else model.effective[1],
        "threshold": plain(model.threshold),
        "counts": counts_as_data(model.counts),
        "metrics": metrics_as_data(model.metrics),
        "groups": [_part(group) for group in model.groups],
        **({"baselines": [_baseline(one) for one in model.baselines]} if model.baselines else {}),
        "folds": None if model.folds is None else _folds(model.folds, model.metrics),
        **_scores(model),
        "calibration": None if model.calibration is None else _calibration(model.calibration),
        "gaps": [_gap(gap) for gap in model.group_differences],
    }


def _part(part: PartSummary) -> dict[str, Any]:
    return {
        "name": part.name,
        "rows": part.rows,
        "counts": counts_as_data(part.counts),
        "metrics": metrics_as_data(part.metrics),
    }


def _baseline(one: BaselineLine) -> dict[str, Any]:
    return {
        "name": one.name,
        "said": one.said,
        "counts": counts_as_data(one.counts),
        "metrics": metrics_as_data(one.metrics),
    }


def _folds(folds: FoldsSummary, names: Iterable[str]) -> dict[str, Any]:
    over = {name: folds.over(name) for name in names}
    return {
        "said": folds.said,
        "repeats": folds.repeats,
        "each": [_part(fold) for fold in folds.each],
        "over": {
            name: {"mean": plain(one.mean), "sd": plain(one.sd), "pooled": value_as_data(one.pooled)}
            for name, one in over.items()
        },
    }


def _scores(model: ModelSummary) -> dict[str, Any]:
    return {
        "thresholds": [_threshold(option) for option in model.thresholds],
        "histogram": None if model.histogram is None else _histogram(model.histogram),
    }


def _threshold(option: ThresholdOption) -> dict[str, Any]:
    return {
        "name": option.name,
        "rule": option.rule or None,
        "why": option.why,
        "threshold": plain(option.threshold),
        "told": option.told or None,
        "counts": counts_as_data(option.counts),
        "metrics": metrics_as_data(option.metrics),
        "mean_cost": plain(option.mean_cost),
    }


def _histogram(histogram: ScoreHistogram) -> dict[str, Any]:
    return {
        "low": histogram.low,
        "high": histogram.high,
        "positives": list(histogram.positives),
        "negatives": list(histogram.negatives),
    }


def _calibration(check: CalibrationCheck) -> dict[str, Any]:
    return {
        "miscalibrated": check.is_miscalibrated,
        "verdict": check.verdict,
        "observed_expected": value_as_data(check.observed_expected),
        "slope": value_as_data(check.slope),
        "p_value": check.p_value,
    }


def _gap(gap: GroupDifference) -> dict[str, Any]:
    return {
        "group": gap.group,
        "rows": gap.rows,
        "metric": gap.metric,
        "value": value_as_data(gap.estimate),
        "rest": value_as_data(gap.rest),
        "difference": gap.difference,
        "low": gap.low,
        "high": gap.high,
        "level": gap.level,
        "p_value": gap.p_value,
        "adjusted_p": gap.adjusted_p,
        "verdict": gap.verdict.value,
    }


def _standing(standing: ModelStanding) -> dict[str, Any]:
    behind = standing.behind
    return {
        "model": standing.model,
        "roc_auc": value_as_data(standing.estimate),
        "behind": None
        if behind is None
        else {
            "value": behind.value,
            "low": behind.low,
            "high": behind.high,
            "level": behind.level,
            "p_value": behind.p_value,
            "adjusted_p": behind.adjusted_p,
            "method": behind.method,
        },
    }


def _classes(classes: Classes) -> dict[str, Any]:
    return {
        "names": list(classes.names),
        "matrix": [list(row) for row in classes.matrix],
        **({"unsure": list(classes.unsure)} if classes.unsure else {}),
        "each": [
            {
                "name": one.name,
                "counts": counts_as_data(one.counts),
                "metrics": metrics_as_data(one.metrics),
                **_scores(one.against_rest),
            }
            for one in classes.each
        ],
        "overall": metrics_as_data(classes.overall),
        "averages": {average: metrics_as_data(values) for average, values in classes.averages.items()},
        **({} if classes.groups is None else _groups_of_classes(classes.groups)),
    }


def _groups_of_classes(groups: GroupsOfClasses) -> dict[str, Any]:
    return {
        "groups": [
            {
                "name": one.name,
                "rows": one.rows,
                "matrix": [list(row) for row in one.matrix],
                **({"unsure": list(one.unsure)} if one.unsure else {}),
                "metrics": metrics_as_data(one.metrics),
            }
            for one in groups.each
        ],
        "gaps": [_gap(gap) for gap in groups.differences],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "tone": finding.tone.value,
        "title": finding.title,
        "text": finding.text,
        "model": finding.model or None,
        "group": finding.group or None,
    }
