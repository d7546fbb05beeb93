"""From models to the tree of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module

from truecut.catalogue.class_matrix import ClassMatrix
from truecut.catalogue.model import Model
from truecut.catalogue.point import Point
from truecut.counting.counts import CELLS
from truecut.data.rows import Provenance
from truecut.decisions.findings import Subject
from truecut.inference.quantiles import normal_quantile
from truecut.summaries.report.drawing import axis_for, range_of, stretch_of
from truecut.summaries.report.entries import curve_entries, entries
from truecut.summaries.report.options import NONE, ReportOptions
from truecut.summaries.report.page import pages_of
from truecut.summaries.report.tree import ModelPage, ReportSummary
from truecut.summaries.report.wording import first_title, headline, lede, rows_in_words
from truecut.summaries.summary import Summary, summary_of_classes, summary_of_models, summary_of_point
from truecut.words import DEFAULT, Words


def report_of_models(read: Provenance, subjects: Sequence[Subject], wishes: ReportOptions = NONE) -> ReportSummary:
    """Return the page of one or several models on the same rows."""
    summary = summary_of_models(read, subjects, wishes.level)
    pages = pages_of(subjects, wishes)
    return replace(
        _report(summary, [subject.model for subject in subjects], pages, wishes),
        headline=headline(summary, [subject.model for subject in subjects]),
        lede=lede(summary, pages),
    )


def report_of_point(point: Point, words: Words = DEFAULT, wishes: ReportOptions = NONE) -> ReportSummary:
    """Return the page of four counts."""
    summary = summary_of_point(point, words, wishes.level)
    model = Model.of_counts("counts", point.counts)
    pages = pages_of([Subject(model, {}, words)], wishes)
    return replace(_report(summary, [model], pages, wishes), lede=lede(summary, pages))


def report_of_classes(
    read: Provenance,
    matrix: ClassMatrix,
    by_class: Mapping[str, Model],
    words: Words = DEFAULT,
    wishes: ReportOptions = NONE,
) -> ReportSummary:
    """Return the page of more than two classes: the matrix, and each class against the rest."""
    summary = summary_of_classes(read, matrix, by_class, words)
    models = [by_class.get(name) or Model.of_counts(name, matrix.counts(name)) for name in matrix.classes]
    subjects = [
        Subject(
            replace(model, name=name), {}, replace(words, positive=f"“{name}”", negative="other"), is_only_model=False
        )
        for name, model in zip(matrix.classes, models, strict=True)
    ]
    pages = pages_of(subjects, wishes)
    return replace(
        _report(summary, [subject.model for subject in subjects], pages, wishes),
        lede=f"{rows_in_words(summary)} in {len(matrix.classes)} classes. Pick a class to see it against the rest.",
        classes=summary.classes,
    )


def _report(
    summary: Summary, models: Sequence[Model], pages: tuple[ModelPage, ...], wishes: ReportOptions
) -> ReportSummary:
    moving = [model for model in models if not model.is_hard]
    ends, stretch = (range_of(moving), stretch_of(moving)) if moving else (None, None)
    cost = wishes.stated_cost
    return ReportSummary(
        version=_version(),
        kind=summary.kind,
        title=summary.read.source,
        headline=first_title(summary.findings) or "What four counts say",
        lede="",
        read=summary.read,
        words=summary.words,
        level=wishes.level,
        z=normal_quantile(wishes.level),
        findings=summary.findings,
        metrics=entries(),
        curve_metrics=curve_entries() if moving else (),
        models=pages,
        axis=axis_for(moving, ends, stretch) if moving else "score",
        stretch=stretch,
        cost={outcome: cost.price(outcome).fixed for outcome in (*CELLS, "per_row")},
        cost_is_stated=wishes.cost is not None,
        command=wishes.command,
        comparison=wishes.comparison,
    )


def _version() -> str:
    # The package names everything it offers, engines too; importing it by name keeps them out of this layer.
    return str(import_module("truecut").__version__)
