"""The card of an evaluation: the recommendation, and the model it names at the cut it names, with the curves of all."""

from __future__ import annotations

from collections.abc import Mapping

from truecut.catalogue import Value, metric
from truecut.counting.counts_curve import CountsCurve
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Summary
from truecut.views.metric_values import interval, written
from truecut.words.notebook_card import Line, RocLine, card
from truecut.words.numerals import count, percent, threshold

SHOWN = ("roc_auc", "recall", "precision", "fpr", "accuracy", "brier")
SHORT = {"roc_auc": "ROC AUC", "brier": "Brier score"}
NAMED = 3  # further models


def card_of_models(summary: Summary, curves: Mapping[str, CountsCurve]) -> str:
    """Return what a notebook shows of an evaluation; hard predictions have no curves to give."""
    told, words = summary.recommendation, summary.words
    first = _shown(summary)
    prevalence = first.metrics["prevalence"].value
    share = "" if prevalence is None else f", {percent(prevalence)} {words.positive}"
    where = "" if first.threshold is None else f" at {threshold(first.threshold)}"
    others = [model.name for model in summary.models if model.name != first.name]
    more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
    beside = f", beside {', '.join(others[:NAMED])}{more}" if others else ""
    absent = {"brier"} if curves else {"brier", "roc_auc"}  # left out where they are undefined
    shown = [name for name in SHOWN if first.metrics[name].is_defined or name not in absent]
    rates = [first.metrics[name].value for name in ("fpr", "recall")]
    read = f"{summary.read.source}: {count(summary.read.rows)} {words.units}{share}"
    head, said = f"{first.name}{where}{beside}", [read]
    if told is not None:
        objection = "" if told.objection is None else f"The strongest objection: {told.objection.title}"
        above = (read, told.sentences.above)
        head, said = told.sentences.headline, [*above, told.sentences.lede, objection, f"Below: {head}"]
    order = sorted(curves, key=lambda name: name != first.name)
    return card(
        head,
        said,
        cells=first.counts.cells(),
        words=words,
        lines=[_line(name, first.metrics[name]) for name in shown],
        curves=[_roc(curves[name]) for name in order],
        ring=None if rates[0] is None or rates[1] is None else (rates[0], rates[1]),
    )


def _shown(summary: Summary) -> ModelSummary:
    """Return the recommended model at its cut; the first one as it was judged where there is no such cut."""
    told = summary.recommendation
    if told is None or not told.is_a_cut:
        return summary.models[0]
    model = next(model for model in summary.models if model.name == told.model)
    return model if told.threshold is None else model.cut_at(told.threshold)


def _roc(curve: CountsCurve) -> RocLine:
    return RocLine(metric("fpr").along(curve.counts), metric("recall").along(curve.counts))


def _line(name: str, value: Value) -> Line:
    entry = metric(name)
    note = interval(entry, value) if value.is_defined else value.undefined or ""
    return Line(SHORT.get(name, entry.title), written(entry, value), note)
