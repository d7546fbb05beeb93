"""From the summary to the tree of the page: what was found is taken over, and what charts need is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from truecut.decisions.recommendation import Recommendation
from truecut.decisions.rows_to_look_at import LookedAt
from truecut.errors import BadCall
from truecut.errors.visible_text import masked
from truecut.inference.quantiles import normal_quantile
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.bands import FEW_POINTS, FEWEST_POINTS, POINTS, bands_of, reliability_of
from truecut.summaries.report.entries import curve_entries, entries
from truecut.summaries.report.folds import charted_folds
from truecut.summaries.report.groups import charted_groups
from truecut.summaries.report.many_models import MANY_MODELS
from truecut.summaries.report.other_shares import other_shares_of
from truecut.summaries.report.pairs import pairs_of
from truecut.summaries.report.score_axis import Range, axis_for, stretch_of, stretched
from truecut.summaries.report.shown_models import models_left_out_of, shown_models
from truecut.summaries.report.thinning import (
    MOST_CUTS,
    MOST_TOGETHER,
    cuts_at_entries,
    kept_entries,
    thresholds_kept_exact,
)
from truecut.summaries.report.tree import (
    UNSTATED,
    ChartedGroups,
    Cuts,
    ModelCharts,
    Numbers,
    ReportOptions,
    ReportSummary,
)
from truecut.summaries.report.wording import headline, lede
from truecut.summaries.summary import Summary

PLAIN = ReportOptions()
MOST_BANDED = 4  # models whose costs and net benefit have a band: of more the page would grow too large
OVER_THRESHOLDS = ("cost", "decision")


def report_of(summary: Summary, options: ReportOptions = PLAIN) -> ReportSummary:
    """Return the page of a summary of two classes; more of them have a page of their own (`class_page.py`)."""
    models = shown_models(summary)
    scored = [model for model in models if not model.model.is_hard]
    stretch = stretch_of([model.model.table for model in scored])
    told = summary.recommendation
    if options.rows is not None and summary.classes is not None:
        raise BadCall("Rows are shown of two classes; name the positive one with --positive (in Python: positive=).")
    charts = tuple(
        replace(one, looked_at=_looked_at(one.summary, told, options)) for one in _charts_of(models, stretch, options)
    )
    return ReportSummary(
        summary=summary,
        version=_version(),
        headline=headline(summary) if told is None else told.sentences.headline,
        lede=lede(summary, charts) if told is None else told.sentences.lede,
        z=normal_quantile(summary.options.level),
        z_of_many=normal_quantile(1 - (1 - summary.options.level) / max(1, len(summary.models) - 1)),
        metrics=entries(),
        curve_metrics=curve_entries() if scored else (),
        models=charts,
        axis=axis_for([model.histogram for model in scored], stretch),
        stretch=stretch,
        command=masked(options.command),
        left_out=models_left_out_of(summary, models),
        pairs=None if summary.question is None else pairs_of(charts, summary.question.rows),
    )


def _charts_of(
    models: Sequence[ModelSummary], stretch: Range | None, options: ReportOptions
) -> tuple[ModelCharts, ...]:
    """Return the charts of each model; together they stay small, however many there are."""
    most = min(MOST_CUTS, MOST_TOGETHER // len(models))
    charts = []
    for model in models:
        asked = thresholds_kept_exact(model, len(models))
        cuts = cuts_at_entries(model.model, kept_entries(model.model.curve, asked, most), asked, len(models))
        charts.append(_charts(model, cuts, stretch, charted_groups(model, cuts, len(models), options), len(models)))
    return tuple(charts if len(models) <= MOST_BANDED else map(_with_few_bands, charts))


def _looked_at(of: ModelSummary, told: Recommendation | None, options: ReportOptions) -> LookedAt | None:
    """Return the rows that the page carries, around the cut at which it shows the model first."""
    if options.rows is None:
        return None
    is_advised = told is not None and told.model == of.name and told.threshold is not None
    cut = told.threshold if told is not None and is_advised else of.threshold
    return options.rows.of_model(of.name, None if of.model.is_hard else cut, is_hard=of.model.is_hard)


def _with_few_bands(charts: ModelCharts) -> ModelCharts:
    """Return the charts without the bands over thresholds, which take the most space."""
    return replace(charts, bands={name: band for name, band in charts.bands.items() if name not in OVER_THRESHOLDS})


def _charts(of: ModelSummary, cuts: Cuts, stretch: Range | None, groups: ChartedGroups, models: int) -> ModelCharts:
    model, table, level = of.model, of.model.table, of.options.level
    is_one_of_many = models > MANY_MODELS
    points = FEWEST_POINTS if is_one_of_many else POINTS if models <= MOST_BANDED else FEW_POINTS
    return ModelCharts(
        summary=of,
        positives=_total(cuts.tp, table.total_positive),
        negatives=_total(cuts.fp, table.total_negative),
        mix=model.design.fixed_prevalence,
        counts_alike=model.design.counts_alike_in_class,
        cuts=cuts,
        stretched=None if model.is_hard or stretch is None else stretched(table, stretch),
        reliability=reliability_of(model, level, points),
        groups=groups,
        bands={} if is_one_of_many else bands_of(model, level, of.model.situation.cost or UNSTATED, points),
        folds=charted_folds(of),
        other_shares=other_shares_of(model),
    )


def _total(flagged: Numbers, total: float) -> float:
    """Return the rows of a class as the last cut flags them: what it misses is then 0, and not what rounding left."""
    return flagged[-1] if flagged else total


def _version() -> str:
    # The package names everything it offers, engines too; importing it by name keeps them out of this layer.
    return str(import_module("truecut").__version__)
