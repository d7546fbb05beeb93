"""The card of an evaluation: its first model in detail, the curves of all."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.catalogue import Value, metric
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions.findings import Tone
from truecut.summaries.summary import Summary
from truecut.views.metric_values import interval, written
from truecut.words.notebook_card import Line, RocLine, card
from truecut.words.numerals import count, percent, threshold

SHOWN = ("roc_auc", "recall", "precision", "fpr", "accuracy", "brier")
SHORT = {"roc_auc": "ROC AUC", "brier": "Brier score"}
NAMED = 3  # further models


def card_of_models(summary: Summary, curves: Sequence[CountsCurve]) -> str:
    """Return what a notebook shows of an evaluation; hard predictions have no curves to give."""
    first, words = summary.models[0], summary.words
    prevalence = first.metrics["prevalence"].value
    share = "" if prevalence is None else f", {percent(prevalence)} {words.positive}"
    where = "" if first.threshold is None else f" at {threshold(first.threshold)}"
    others = [model.name for model in summary.models[1:]]
    more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
    beside = f", beside {', '.join(others[:NAMED])}{more}" if others else ""
    about = [finding for finding in summary.findings if finding.model in ("", first.name)]
    worst = [finding.title for finding in about if finding.tone != Tone.GOOD][:1]
    absent = {"brier"} if curves else {"brier", "roc_auc"}  # left out where they are undefined
    shown = [name for name in SHOWN if first.metrics[name].is_defined or name not in absent]
    rates = [first.metrics[name].value for name in ("fpr", "recall")]
    return card(
        f"{first.name}{where}{beside}",
        [f"{summary.read.source}: {count(summary.read.rows)} {words.units}{share}", *worst],
        cells=first.counts.cells(),
        words=words,
        lines=[_line(name, first.metrics[name]) for name in shown],
        curves=[RocLine(metric("fpr").along(curve.counts), metric("recall").along(curve.counts)) for curve in curves],
        ring=None if rates[0] is None or rates[1] is None else (rates[0], rates[1]),
    )


def _line(name: str, value: Value) -> Line:
    entry = metric(name)
    note = interval(entry, value) if value.is_defined else value.undefined or ""
    return Line(SHORT.get(name, entry.title), written(entry, value), note)
