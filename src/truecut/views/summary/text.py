"""The summary for a terminal: what was read, is it any good, counts and metrics, what stands beside it, findings.

About 40 lines and 16 colours; a number is never cut. Narrow terminals lose whiskers first, then columns, never digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue.class_weights import ASSUMPTION
from truecut.counting.counts import Counts
from truecut.decisions.findings import Finding, Tone
from truecut.summaries.effective_rows import about_clusters, about_weights
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Summary
from truecut.views.provenance_lines import inferred_and_left_out
from truecut.views.recommendation.text import drawn_recommendation
from truecut.views.summary import thresholds_models_groups as beside
from truecut.views.summary.classes import class_tables
from truecut.views.summary.every_metric import every_metric
from truecut.views.summary.folds import fold_tables
from truecut.views.summary.one_model import in_detail, told_most_of
from truecut.views.terminal_tables import QUIET, STRONG, sentences
from truecut.views.visible_drawing import Text
from truecut.words import Words
from truecut.words.numerals import count, percent, threshold

MARKS = {Tone.PROBLEM: ("✗", "bold red"), Tone.WARNING: ("!", "bold yellow"), Tone.GOOD: ("✓", "bold green")}


def drawn(summary: Summary, width: int = 80, *, has_all: bool = False) -> RenderableType:
    """Return the summary for a terminal of this width; with `has_all`, every metric of every model too."""
    parts: list[RenderableType] = [_about(summary), ""]
    if summary.recommendation is not None:
        parts += drawn_recommendation(summary.recommendation)
    if summary.models:
        first = told_most_of(summary)
        who = first.name if len(summary.models) > 1 else "it"
        parts += [Text(sentence_at_threshold(first, summary.words, who), style=STRONG), ""]
        parts += in_detail(first, summary, width)
        parts += fold_tables(first, width)
        parts += beside.thresholds(first, width, summary.words.money)
    if summary.models:
        parts += beside.baselines(first, width)
        parts += beside.models_side_by_side(summary, width)
        parts += beside.groups_served_worst(first, width)
    if summary.classes:
        parts += drawn_recommendation(summary.classes.told)
        parts += class_tables(summary.classes, width)
        parts += beside.class_groups_served_worst(summary.classes.groups, width)
    if has_all:
        for model in summary.models:
            parts += every_metric(model, summary.words, width)
    findings = list(_worth_showing(summary))
    if findings:
        parts += [Text("Findings", style="underline"), _findings(findings)]
    return Group(*parts)


def sentence_at_threshold(model: ModelSummary, words: Words, who: str = "it") -> str:
    """Say in one sentence what happens at the threshold.

    >>> from truecut.inference.point import counts
    >>> point = counts(tp=30, fn=10, fp=5, tn=55)
    >>> from truecut.summaries.of_counts import summary_of_point
    >>> sentence_at_threshold(summary_of_point(point).models[0], Words("spam", "ham", "email"))
    'It finds 30 of 40 spam emails and flags 5 of 60 ham ones by mistake.'
    """
    return said_of_counts(model.counts, model.threshold, words, who)


def said_of_counts(c: Counts, at: float | None, words: Words, who: str = "it") -> str:
    """Say in one sentence what happens at a threshold, or at the only point of hard predictions."""
    where = ("It" if who == "it" else who) if at is None else f"At {threshold(at)} {who}"
    return (
        f"{where} finds {count(c.tp)} of {count(c.tp + c.fn)} {words.positive} {_unit(c.tp + c.fn, words)} and flags "
        f"{count(c.fp)} of {count(c.fp + c.tn)} {words.negative} {'one' if c.fp + c.tn == 1 else 'ones'} by mistake."
    )


def _about(summary: Summary) -> RenderableType:
    read, words = summary.read, summary.words
    top = Text.assemble((read.source, STRONG))
    top.append(f"  {count(read.rows)} {_unit(read.rows, words)}", style=QUIET)
    if summary.models:
        c = summary.models[0].counts
        if read.weight:
            top.append(f" of total weight {count(c.rows)}", style=QUIET)
        top.append(f", {count(c.tp + c.fn)} {words.positive}", style=QUIET)
        top.append(f" ({percent((c.tp + c.fn) / c.rows)})" if c.rows else "", style=QUIET)
    if summary.classes:
        top.append(f", {len(summary.classes.names)} classes", style=QUIET)
    lines = [Text(line, style=QUIET) for line in _notes(summary)]
    return Group(top, *lines)


def _unit(number: float, words: Words) -> str:
    return words.unit if number == 1 else words.units


def _notes(summary: Summary) -> Iterator[str]:
    read = summary.read
    if summary.place:
        yield f"counts are those of these rows; metrics are those to expect at {summary.place}, {ASSUMPTION}"
    if summary.convention:
        yield f"where a metric is undefined, the convention {summary.convention!r} supplies its value"
    # Said once: among what was inferred, or here.
    is_inferred = any(sentence.startswith("positive:") for sentence in read.inferred)
    if read.positive and read.label and not is_inferred:
        yield f"positive: {read.positive!r} of column {read.label!r}; negative: {read.negative!r}"
    if read.lower_is_positive:
        yield "low scores mean positive"
    if read.weight:
        worth = about_weights(summary)
        yield f"weighted by {read.weight!r} ({read.weights_are.value} weights){f', {worth}' if worth else ''}"
    if read.cluster:
        yield f"clustered by {read.cluster!r}: {about_clusters(summary)}"
    if read.folds and summary.models and summary.models[0].folds:
        yield f"cross-validated by {', '.join(map(repr, read.folds))}: {summary.models[0].folds.said}"
    yield from inferred_and_left_out(read)


def _worth_showing(summary: Summary) -> Iterator[Finding]:
    """Return all findings, but of the models that are not shown in detail only what is wrong with them."""
    in_detail = {"", *([told_most_of(summary).name] if summary.models else [])}
    for finding in summary.findings:
        if finding.tone != Tone.GOOD or finding.model in in_detail:
            yield finding


def _findings(findings: Sequence[Finding]) -> Table:
    table = sentences()
    for finding in findings:
        mark, style = MARKS[finding.tone]
        about = f"{finding.model}: " if finding.model else ""
        table.add_row(
            Text(mark, style=style), Text.assemble((about, QUIET), (f"{finding.title} ", STRONG), finding.text)
        )
    return table
