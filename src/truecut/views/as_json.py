"""The summary as strict JSON of a documented, versioned shape: no NaN, no Infinity.

The shape is described in docs/reference/json.md. A field may be added without a new version;
none is renamed or removed without one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

from truecut.catalogue import Metric, Value
from truecut.catalogue.explanation import Explanation, Relative
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.calibration_check import CalibrationCheck
from truecut.decisions.findings import Finding
from truecut.decisions.group_differences import GroupDifference
from truecut.decisions.threshold_options import ThresholdOption
from truecut.errors.visible_text import visible_in_json
from truecut.inference.estimate import Estimate
from truecut.inference.paired.best import ModelStanding
from truecut.summaries.histogram import ScoreHistogram
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Classes, Summary
from truecut.words import DEFAULT

VERSION = 1


def summary_as_json(summary: Summary) -> str:
    """Return the whole summary."""
    return as_text("summary", summary_as_data(summary))


def summary_as_data(summary: Summary) -> dict[str, Any]:
    """Return the summary as plain data."""
    data: dict[str, Any] = {
        "kind": summary.kind.value,
        "read": read_as_data(summary.read),
        "convention": summary.convention,
    }
    if summary.models:
        data["models"] = [_model(model) for model in summary.models]
    if summary.standings:
        data["standings"] = [_standing(standing) for standing in summary.standings]
    if summary.classes:
        data["classes"] = _classes(summary.classes)
    data["findings"] = [_finding(finding) for finding in summary.findings]
    return data


def explanation_as_json(explanation: Explanation) -> str:
    """Return one metric explained."""
    entry = explanation.metric
    return as_text(
        "explanation",
        {
            "name": entry.name,
            "title": entry.title,
            "aliases": list(entry.aliases),
            "needs": entry.needs.value,
            "formula": explanation.formula,
            "parameters": {name: plain(value) for name, value in explanation.parameters.items()},
            "numbers": explanation.numbers or None,
            "sentence": explanation.sentence or None,
            "value": None if explanation.value is None else value_as_data(explanation.value),
            "meaning": explanation.meaning,
            "population": explanation.population,
            "bounds": [plain(bound) for bound in entry.bounds],
            "better": entry.better.value,
            "use": explanation.use,
            "misleads": explanation.misleads,
            "undefined": list(explanation.undefined),
            "conventions": dict(entry.conventions),
            "same_as": [_relative(relative) for relative in explanation.same_as],
            "not_same_as": [_relative(relative) for relative in explanation.not_same_as],
            "reference": entry.reference,
        },
    )


def catalogue_as_json(metrics: Sequence[Metric]) -> str:
    """Return a list of metrics."""
    rows = [
        {
            "name": entry.name,
            "title": entry.title,
            "aliases": list(entry.aliases),
            "formula": entry.readable,
            "needs": entry.needs.value,
            "better": entry.better.value,
            "meaning": DEFAULT.fill(entry.meaning),
        }
        for entry in metrics
    ]
    return as_text("metrics", {"rows": rows})


def rows_as_json(kind: str, header: tuple[str, ...], rows: Any, read: Provenance | None = None) -> str:
    """Return a table as a list of objects, and what was read for it."""
    listed = [dict(zip(header, map(plain, row), strict=True)) for row in rows]
    return as_text(kind, ({"read": read_as_data(read)} if read else {}) | {"rows": listed})


def as_text(kind: str, data: Mapping[str, Any]) -> str:
    """Return one object as text, with what it is and the version of its shape."""
    data = {"truecut": kind, "version": VERSION, **data}
    return visible_in_json(json.dumps(data, indent=2, allow_nan=False, ensure_ascii=False))


def read_as_data(read: Provenance) -> dict[str, Any]:
    """Return what was read."""
    return {
        "source": read.source,
        "rows": plain(read.rows),
        "label": read.label or None,
        "positive": read.positive or None,
        "negative": read.negative or None,
        "scores": list(read.scores),
        "predicted": list(read.predicted),
        "lower_is_positive": read.lower_is_positive,
        "weight": read.weight or None,
        "weights_are": read.weights_are.value,
        "groups": list(read.groups),
        "cluster": read.cluster or None,
        "clusters": read.clusters or None,
        "dropped": dict(read.dropped),
        "inferred": list(read.inferred),
    }


def _model(model: ModelSummary) -> dict[str, Any]:
    return {
        "name": model.name,
        "rows": plain(model.rows),
        "distinct_scores": model.distinct_scores,
        "effective_positives": None if model.effective is None else model.effective[0],
        "effective_negatives": None if model.effective is None else model.effective[1],
        "threshold": plain(model.threshold),
        "counts": counts_as_data(model.counts),
        "metrics": _metrics(model.metrics),
        "groups": [
            {
                "name": group.name,
                "rows": group.rows,
                "counts": counts_as_data(group.counts),
                "metrics": _metrics(group.metrics),
            }
            for group in model.groups
        ],
        **_scores(model),
        "calibration": None if model.calibration is None else _calibration(model.calibration),
        "gaps": [_gap(gap) for gap in model.group_differences],
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
        "counts": counts_as_data(option.counts),
        "metrics": _metrics(option.metrics),
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
        "each": [
            {
                "name": one.name,
                "counts": counts_as_data(one.counts),
                "metrics": _metrics(one.metrics),
                **_scores(one.against_rest),
            }
            for one in classes.each
        ],
        "overall": _metrics(classes.overall),
        "averages": {average: _metrics(values) for average, values in classes.averages.items()},
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


def counts_as_data(counts: Counts) -> dict[str, Any]:
    """Return the four counts."""
    return dict(counts.cells())


def _metrics(metrics: Mapping[str, Value]) -> dict[str, Any]:
    return {name: value_as_data(value) for name, value in metrics.items()}


def value_as_data(value: Value) -> dict[str, Any]:
    """Return a value with its interval, or why there is none."""
    if value.value is None:
        return {"value": None, "undefined": value.undefined}
    supplied = {"undefined": value.undefined, "convention": value.convention} if value.convention else {}
    return {"value": plain(value.value), **supplied, **_interval(value)}


def _interval(value: Value) -> dict[str, Any]:
    if not isinstance(value, Estimate):
        return {}
    note: dict[str, Any] = {"note": value.note} if value.note else {}
    if value.clusters is not None:
        note |= {"clusters": value.clusters}
    if value.clusters is not None or value.effective_rows is not None:
        note |= {"effective_rows": plain(value.effective_rows)}
    if not value.has_interval:
        return note
    return {
        "low": plain(value.low),
        "high": plain(value.high),
        "level": value.level,
        "method": value.method,
        "rows": plain(value.rows),
        **({} if value.standard_error is None else {"standard_error": plain(value.standard_error)}),
        **({} if value.degrees_of_freedom is None else {"degrees_of_freedom": plain(value.degrees_of_freedom)}),
        **note,
    }


def _relative(relative: Relative) -> dict[str, Any]:
    shown = {"formula": relative.formula, "value": None if relative.value is None else value_as_data(relative.value)}
    return shown | ({"why": relative.why} if relative.why else {})


def plain(value: Any) -> Any:
    """Return what JSON can hold: an infinite number is the word infinity or -infinity."""
    if isinstance(value, float) and isinf(value):
        return "infinity" if value > 0 else "-infinity"
    return list(value) if isinstance(value, tuple) else value
