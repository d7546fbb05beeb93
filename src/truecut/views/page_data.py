"""What the page is told: the summary and its charts as JSON that may stand inside a script element.

`report/src/payload.ts` names the same fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isinf, isnan
from typing import Any

from truecut.catalogue import metric
from truecut.counting.counts import CELLS
from truecut.decisions.recommendation import Recommendation
from truecut.decisions.threshold_options import ThresholdOption
from truecut.inference.estimate import Estimate
from truecut.inference.paired.difference import Difference
from truecut.summaries.report import ReportSummary
from truecut.summaries.report.many_models import MANY_MODELS
from truecut.summaries.report.pairs import MOST_MODELS
from truecut.summaries.report.tree import (
    ChartBand,
    Corners,
    Cuts,
    GroupCuts,
    ModelCharts,
    PairedCuts,
    Reliability,
    ShareBand,
)
from truecut.summaries.summary import Summary
from truecut.views.page_columns import as_all_digits, as_drawn_shares, as_steps, in_six_digits
from truecut.words import Words

# Steps take a fifth of the space of what they add up to.
GROWING = dict.fromkeys(("tp", "fp", "tp_squares", "fp_squares"), as_steps)
OF_AMOUNTS = dict.fromkeys(("worth_positive", "worth_negative"), as_all_digits)
WRITTEN: Mapping[type, Mapping[str, Callable[[Any], Any]]] = {
    Cuts: {**GROWING, **OF_AMOUNTS, **dict.fromkeys(("scores", "exact"), as_all_digits)},
    GroupCuts: {**GROWING, **OF_AMOUNTS},
    PairedCuts: {**GROWING, "first_cuts": as_steps, "second_cuts": as_steps},
    Corners: {**GROWING, **OF_AMOUNTS, "scores": as_all_digits},
    ChartBand: dict.fromkeys(("x", "low", "high"), in_six_digits),
    ShareBand: dict.fromkeys(("x", "low", "high"), as_drawn_shares),
    Reliability: dict.fromkeys(("scores", "observed", "low", "high"), as_drawn_shares),
}
# What the page is told of things that know more.
TOLD: Mapping[type, tuple[str, ...]] = {
    Words: ("positive", "negative", "unit", "units", "money"),
    Estimate: ("value", "undefined", "low", "high", "method", "note"),
    Difference: ("metric", "first", "second", "value", "low", "high", "p_value", "adjusted_p", "note"),
    ThresholdOption: ("name", "rule", "threshold", "why"),
}
OF_CHARTS = (
    "words",
    "positives",
    "negatives",
    "is_hard",
    "lower_is_positive",
    "are_probabilities",
    "has_stated_threshold",
    "weights",
    "is_sampled_by_class",
    "is_clustered",
    "mix",
    "counts_alike",
    "cuts",
    "stretched",
    "reliability",
    "bands",
    "folds",
    "looked_at",
    "other_shares",
)
OF_RECOMMENDATION = (
    "verdict",
    "model",
    "threshold",
    "is_everybody",
    "cost",
    "range",
    "objection",
    "sentences",
)
DIGITS = 10  # of metrics of the whole curve, where models are many
OF_SUMMARY = ("name", "rows", "threshold", "histogram", "thresholds")
OF_REPORT = (
    "version",
    "z",
    "z_of_many",
    "metrics",
    "curve_metrics",
    "axis",
    "stretch",
    "cost_is_stated",
    "command",
    "pairs",
    "left_out",
)


def as_data(report: ReportSummary) -> str:
    """Return the report as JSON that may stand inside a script element."""
    return as_script_data(_with_notes_once(_plain(payload_of(report))))


def as_script_data(payload: Mapping[str, Any]) -> str:
    """Return what a page is told as JSON that may stand inside a script element."""
    # In ASCII, which no encoding of the page can change, and without the three characters that could end a script.
    text = json.dumps(_plain(payload), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _with_notes_once(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the payload with a list of notes: the same are said of many metrics and models, and are long."""
    notes: dict[str, int] = {}
    for model in payload["models"]:
        for found in model["curve_metrics"].values():
            if note := found.pop("note", ""):
                found["note"] = notes.setdefault(note, len(notes))
            # An empty text for each metric of each model would add up.
            if not found["method"]:
                del found["method"]
    return {**payload, "notes": list(notes)}


def payload_of(report: ReportSummary) -> dict[str, Any]:
    """Return everything on the page by name."""
    summary = report.summary
    told = summary.recommendation
    names = {charts.summary.name for charts in report.models}
    return {
        "kind": summary.kind.value,
        "title": summary.read.source,
        "read": summary.read,
        "words": summary.words,
        "level": summary.options.level,
        "findings": [one for one in summary.findings if one.model in names or not one.model],
        **_comparison(summary, names),
        "prevalence": report.models[0].summary.model.situation.prevalence if report.models else None,
        "sampled": report.models[0].summary.model.situation.sampled if report.models else None,
        "recommendation": None if told is None else _recommendation(told),
        "cost": {outcome: report.cost.price(outcome).fixed for outcome in (*CELLS, "per_row")},
        "cost_follows": report.cost_follows,
        **{name: getattr(report, name) for name in OF_REPORT},
        "models": [_model(charts, is_one_of_many=len(report.models) > MANY_MODELS) for charts in report.models],
    }


def _comparison(summary: Summary, names: set[str]) -> dict[str, Any]:
    """Return the differences that the page lists: of many models those from the best, since nobody reads hundreds."""
    found, models = summary.differences, summary.models
    if len(models) <= MOST_MODELS:
        return {"comparison": found, "differences_left_out": 0}
    best = summary.standings[0].model if summary.standings else models[0].name
    told = [one for one in found if best in (one.first, one.second) and {one.first, one.second} <= names]
    return {"comparison": told, "differences_left_out": len(found) - len(told)}


def _recommendation(told: Recommendation) -> dict[str, Any]:
    against = [
        {"kind": rival.kind, "threshold": rival.threshold, "low": rival.saving.low, "high": rival.saving.high}
        for rival in told.against
    ]
    return {name: getattr(told, name) for name in OF_RECOMMENDATION} | {"against": against}


def _model(charts: ModelCharts, *, is_one_of_many: bool) -> dict[str, Any]:
    summary, groups = charts.summary, charts.groups
    of_curve = {} if charts.is_hard else summary.metrics
    found = {name: of_curve[name] for name in of_curve if not metric(name).needs_only_counts}
    return {
        **{name: getattr(summary, name) for name in OF_SUMMARY},
        **{name: getattr(charts, name) for name in OF_CHARTS},
        # Hard predictions have no scores to count, and the page wants a number for its dial all the same.
        "distinct_scores": summary.distinct_scores or len(charts.cuts.scores),
        "curve_metrics": _rounded(_plain(found)) if is_one_of_many else found,
        "groups": groups.groups,
        "groups_left_out": groups.left_out,
        "group_cuts": as_steps(groups.cuts),
        "worse_groups": groups.worse,
    }


def _rounded(plain: Any) -> Any:
    """Return numbers in as many digits as anybody could miss, which are fewer than a float has."""
    if isinstance(plain, dict):
        return {name: _rounded(value) for name, value in plain.items()}
    return float(f"{plain:.{DIGITS}g}") if isinstance(plain, float) else plain


def _plain(thing: Any) -> Any:
    """Return dictionaries, lists, texts and finite numbers; what JSON has no number for is a text or null."""
    if is_dataclass(thing):
        written = WRITTEN.get(type(thing), {})
        told = next((names for kind, names in TOLD.items() if isinstance(thing, kind)), None)
        found = {name: getattr(thing, name) for name in told or [field.name for field in fields(thing) if field.repr]}
        return {
            name: _plain(written[name](value) if name in written else value)
            for name, value in found.items()
            if value is not None
        }
    if isinstance(thing, Mapping):
        return {str(name): _plain(value) for name, value in thing.items() if value is not None}
    if isinstance(thing, list | tuple):
        return [_plain(value) for value in thing]
    if isinstance(thing, Enum):
        return thing.value
    return _number(thing) if isinstance(thing, float) else thing


def _number(number: float) -> int | float | str | None:
    if isnan(number):
        return None
    if isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    # 3 takes less room than 3.0, and the page has millions of neither but thousands of both.
    return int(number) if number == int(number) and abs(number) < 2**53 else number
