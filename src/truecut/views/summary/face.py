"""What an evaluation says of itself: what happens at the threshold; on a card, the recommendation and its cut.

Evaluations stand above the views, so their type is not named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truecut.catalogue import Value, metric
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions.findings.finding import Finding, Tone
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Summary
from truecut.views.face import (
    CellKind,
    CurvePicture,
    Face,
    FourCells,
    Grid,
    GridColumn,
    KeyNumber,
    Later,
    ends,
    key_number,
    kind_of_metric,
    short_title,
)
from truecut.views.summary import SummaryView
from truecut.views.summary.one_model import told_most_of
from truecut.views.summary.tables import metrics_of
from truecut.views.summary.text import said_of_counts
from truecut.words import counted
from truecut.words.numerals import count, percent, threshold

OF_MODELS = ("roc_auc", "recall", "precision", "fpr", "accuracy", "brier")
MOST_POINTS = 120  # of a curve: more are not seen at this size
MOST_NAMED = 3  # models in a line
MOST_WARNINGS = 2  # findings on a card


def face_of_evaluation(e: Any) -> Face:
    """Return the face of models on the same rows."""
    models = list(e.by_model.values())
    about = f"{e.read.source}: {count(e.rows)} {e.words.unit if e.rows == 1 else e.words.units}"
    if len(models) == 1:
        model = models[0]
        sentence = said_of_counts(model.point.counts, model.point.threshold, e.words, "it")
        values = {name: e.metric(name) for name in OF_MODELS}
        numbers = tuple(key_number(name, value) for name, value in values.items() if value.is_defined)
    else:
        sentence = f"{count(len(models))} models on the same {count(e.rows)} {e.words.units}."
        numbers = _of_each(e)
    curves = {name: model.curve for name, model in e.by_model.items() if not model.is_hard}
    return Face(
        sentence,
        about,
        numbers,
        Later(lambda: _grids(e.summary())),
        view=lambda: SummaryView(e.summary()),
        on_card=lambda: _card(e.summary(), curves),
    )


def face_of_cross_validation(found: Any) -> Face:
    """Return the face of out-of-fold scores: that of their evaluation."""
    return face_of_evaluation(found.evaluation)


def face_of_summary(summary: Summary) -> Face:
    """Return the face of the tree that views draw."""
    models, rows = len(summary.models), count(summary.read.rows)
    what = f"{count(models)} {'model' if models == 1 else 'models'}"
    if summary.classes:
        what = f"{count(len(summary.classes.names))} classes"
    return Face(
        f"Everything that was found about {what} on {rows} {summary.words.units}.",
        summary.read.source,
        grids=Later(lambda: _grids(summary)),
        view=lambda: SummaryView(summary),
    )


def face_of_several_evaluations(found: Any) -> Face:
    """Return the face of evaluations by name: of models, groups, folds or classes."""
    many = f"{found.kind}es" if found.kind == "class" else f"{found.kind}s"

    def grids() -> tuple[Grid, ...]:
        each = {(name, model): one for name, e in found.items() for model, one in e.models.items()}
        values = {key: {metric: one.metric(metric) for metric in OF_MODELS} for key, one in each.items()}
        kept = [name for name in OF_MODELS if any(of[name].is_defined for of in values.values())]
        of_model = () if found.kind == "model" else (GridColumn("model", is_quiet=len(each) == len(found)),)
        columns = [GridColumn(found.kind), *of_model, GridColumn("rows", CellKind.COUNT)]
        for name in kept:
            columns += _with_limits(name, is_quiet=name != kept[0])
        rows = [
            (*(key if of_model else key[:1]), one.rows, *(cell for name in kept for cell in _cells(values[key][name])))
            for key, one in each.items()
        ]
        return (Grid(many, tuple(columns), rows),)

    if not found:
        why = "there are predictions and no scores" if found.kind == "class" else "nothing divides the rows"
        return Face(f"No {many}: {why}.", grids=(Grid(many, (GridColumn(found.kind),), ()),))
    names = ", ".join(map(repr, list(found)[:MOST_NAMED])) + (", ..." if len(found) > MOST_NAMED else "")
    return Face(f"{count(len(found))} {found.kind if len(found) == 1 else many} by name: {names}.", grids=Later(grids))


def finding_grid(found: Any) -> Grid:
    """Return one finding per row."""
    columns = (
        GridColumn("title", title="finding"),
        GridColumn("model"),
        GridColumn("group"),
        GridColumn("text", title="more"),
        GridColumn("tone", is_quiet=True),
        GridColumn("code", is_quiet=True),
    )
    rows = [(f.title, f.model or None, f.group or None, f.text, f.tone.value, f.code) for f in found]
    return Grid("findings", columns, rows, tones=[f.tone for f in found])


def face_of_finding(finding: Finding) -> Face:
    """Return the face of one finding."""
    about = ", ".join(filter(None, [finding.model, finding.group and f"group {finding.group}"]))
    return Face(finding.title, about, grids=(finding_grid([finding]),), notes=(finding.text,), tone=finding.tone)


def face_of_findings(found: Any) -> Face:
    """Return the face of findings."""
    bad = [finding for finding in found if finding.tone != Tone.GOOD]
    sentence = f"{count(len(bad))} of {counted(len(found), 'finding')} to know before the numbers are trusted."
    if not bad:
        sentence = f"{counted(len(found), 'finding')}, and none speaks against the numbers."
    return Face(sentence, grids=(finding_grid(found),))


def _of_each(e: Any) -> tuple[KeyNumber, ...]:
    """Return the first metric that models have, of some of them."""
    scored = next((name for name in OF_MODELS if all(m.metric(name).is_defined for m in e.by_model.values())), "")
    if not scored:
        return ()
    parts = list(e.models.items())[:MOST_NAMED]
    return tuple(key_number(scored, one.metric(scored), f"{name} {short_title(scored)}") for name, one in parts)


def _grids(summary: Summary) -> tuple[Grid, ...]:
    metrics = Grid.of(metrics_of(summary), "metrics", is_on_card=False)
    findings = finding_grid(summary.findings)
    if not summary.models:
        return metrics, findings
    return model_grid(summary), metrics, findings


def model_grid(summary: Summary) -> Grid:
    """Return one row per model with the metrics that are looked at first, each with its interval."""
    models = summary.models
    kept = [name for name in OF_MODELS if any(model.metrics[name].is_defined for model in models)]
    columns = [GridColumn("model"), GridColumn("threshold", CellKind.THRESHOLD)]
    for name in kept:
        columns += _with_limits(name, is_quiet=len(models) > 1 and name != kept[0])
    rows = [(m.name, m.threshold, *(cell for name in kept for cell in _cells(m.metrics[name]))) for m in models]
    told = summary.recommendation
    strong = next((i for i, model in enumerate(models) if told is not None and model.name == told.model), None)
    return Grid("models", tuple(columns), rows, "Models" if len(models) > 1 else "", strong=strong)


def _with_limits(name: str, *, is_quiet: bool) -> tuple[GridColumn, ...]:
    kind = kind_of_metric(name)
    ends_of = (GridColumn(f"{name}_{end}", kind, is_quiet=is_quiet) for end in ("low", "high"))
    return GridColumn(name, kind, short_title(name)), *ends_of


def _cells(value: Value) -> tuple[float | None, float | None, float | None]:
    return value.value, *ends(value)


def _card(summary: Summary, curves: Mapping[str, CountsCurve]) -> Face:
    """Return the recommendation, the model that it names at the cut that it names, and the curves of all."""
    told, words, first = summary.recommendation, summary.words, _recommended(summary)
    prevalence = first.metrics["prevalence"].value
    share = "" if prevalence is None else f", {percent(prevalence)} {words.positive}"
    where = "" if first.threshold is None else f" at {threshold(first.threshold)}"
    absent = {"brier"} if curves else {"brier", "roc_auc"}  # left out where they are undefined
    shown = [name for name in OF_MODELS if first.metrics[name].is_defined or name not in absent]
    sentence = said_of_counts(first.counts, first.threshold, words, first.name if len(summary.models) > 1 else "it")
    said: list[tuple[Tone | None, str]] = []
    if told is not None:
        said = [(None, line) for line in (told.sentences.above, told.sentences.lede, f"Below: {first.name}{where}.")]
        if told.objection is not None:
            said.append((Tone.WARNING, f"The strongest objection: {told.objection.title}"))
        sentence = told.sentences.headline
    objection = None if told is None or told.objection is None else told.objection.title
    warnings = [f for f in summary.findings if f.tone != Tone.GOOD and f.title != objection]
    said += [(f.tone, f"{f.model}: {f.title}" if f.model else f.title) for f in warnings[:MOST_WARNINGS]]
    is_one = len(summary.models) == 1
    return Face(
        sentence,
        f"{summary.read.source}: {count(summary.read.rows)} {words.units}{share}",
        tuple(key_number(name, first.metrics[name]) for name in shown),
        () if is_one else (model_grid(summary),),
        findings=[(tone, line) for tone, line in said if line],
        picture=lambda: _roc_curves(first, curves),
        four=FourCells(first.counts.cells(), words.positive, words.negative),
    )


def _recommended(summary: Summary) -> ModelSummary:
    """Return the recommended model at its cut, or as it was judged where there is no such cut."""
    told, model = summary.recommendation, told_most_of(summary)
    if told is None or not told.is_a_cut or told.threshold is None:
        return model
    return model.cut_at(told.threshold)


def _roc_curves(first: ModelSummary, curves: Mapping[str, CountsCurve]) -> CurvePicture | None:
    order = sorted(curves, key=lambda name: name != first.name)
    drawn = {name: found for name in order if (found := _roc(curves[name])) is not None}
    if not drawn:
        return None
    rates = [first.metrics[name].value for name in ("fpr", "recall")]
    others = [name for name in drawn if name != first.name]
    said = f"solid: {first.name}; dashed: {', '.join(others[:MOST_NAMED])}" if others and first.name in drawn else ""
    ring = None if rates[0] is None or rates[1] is None else (rates[0], rates[1])
    return CurvePicture(list(drawn.values()), "FPR", "recall", ring, said=said)


def _roc(curve: CountsCurve) -> tuple[list[float], list[float]] | None:
    fpr, tpr = metric("fpr").along(curve.counts), metric("recall").along(curve.counts)
    if np.isnan(fpr).any() or np.isnan(tpr).any():
        return None
    # Evenly along the curve itself, so that steep and flat stretches are drawn alike.
    along = (fpr + tpr) / 2
    kept = np.unique(np.searchsorted(along, np.linspace(0, 1, MOST_POINTS)).clip(0, len(along) - 1))
    return fpr[kept].tolist(), tpr[kept].tolist()
