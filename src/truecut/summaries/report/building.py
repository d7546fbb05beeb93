"""From the summary to the tree of the page: what was found is taken over, and what charts need is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from truecut.errors import BadCall
from truecut.inference.quantiles import normal_quantile
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.bands import bands_of, reliability_of
from truecut.summaries.report.entries import curve_entries, entries
from truecut.summaries.report.folds import charted_folds
from truecut.summaries.report.groups import charted_groups
from truecut.summaries.report.score_axis import Range, axis_for, stretch_of, stretched
from truecut.summaries.report.thinning import MOST_CUTS, MOST_TOGETHER, asked_of, cuts_of, kept_entries
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
    """Return the page of a summary; of more than two classes, each against the rest."""
    _refuse_amounts(summary)
    models = summary.models if summary.classes is None else [one.against_rest for one in summary.classes.each]
    scored = [model for model in models if not model.model.is_hard]
    stretch = stretch_of([model.model.table for model in scored])
    charts = _charts_of(models, stretch, options)
    told = summary.recommendation
    return ReportSummary(
        summary=summary,
        version=_version(),
        headline=headline(summary) if told is None else told.sentences.headline,
        lede=lede(summary, charts) if told is None else told.sentences.lede,
        z=normal_quantile(summary.options.level),
        metrics=entries(),
        curve_metrics=curve_entries() if scored else (),
        models=charts,
        axis=axis_for([model.histogram for model in scored], stretch),
        stretch=stretch,
        command=options.command,
    )


def _refuse_amounts(summary: Summary) -> None:
    """Refuse prices that follow an amount: the page prices four counts, which do not hold amounts."""
    cost = summary.models[0].model.situation.cost if summary.models else None
    if cost is not None and cost.columns:
        raise BadCall("The HTML page has one price for each outcome, not one that follows an amount.")


def _charts_of(
    models: Sequence[ModelSummary], stretch: Range | None, options: ReportOptions
) -> tuple[ModelCharts, ...]:
    """Return the charts of each model; together they stay small, however many there are."""
    most = min(MOST_CUTS, MOST_TOGETHER // len(models))
    charts = []
    for model in models:
        asked = asked_of(model)
        cuts = cuts_of(model.model, kept_entries(model.model.curve, asked, most), asked)
        charts.append(_charts(model, cuts, stretch, charted_groups(model, cuts, len(models), options)))
    return tuple(charts if len(models) <= MOST_BANDED else map(_with_few_bands, charts))


def _with_few_bands(charts: ModelCharts) -> ModelCharts:
    """Return the charts without the bands over thresholds, which take the most space."""
    return replace(charts, bands={name: band for name, band in charts.bands.items() if name not in OVER_THRESHOLDS})


def _charts(of: ModelSummary, cuts: Cuts, stretch: Range | None, groups: ChartedGroups) -> ModelCharts:
    model, table, level = of.model, of.model.table, of.options.level
    return ModelCharts(
        summary=of,
        positives=_total(cuts.tp, table.total_positive),
        negatives=_total(cuts.fp, table.total_negative),
        mix=model.design.fixed_prevalence,
        counts_alike=model.design.counts_alike_in_class,
        cuts=cuts,
        stretched=None if model.is_hard or stretch is None else stretched(table, stretch),
        reliability=reliability_of(model, level),
        groups=groups,
        bands=bands_of(model, level, of.model.situation.cost or UNSTATED),
        folds=charted_folds(of),
    )


def _total(flagged: Numbers, total: float) -> float:
    """Return the rows of a class as the last cut flags them: what it misses is then 0, and not what rounding left."""
    return flagged[-1] if flagged else total


def _version() -> str:
    # The package names everything it offers, engines too; importing it by name keeps them out of this layer.
    return str(import_module("truecut").__version__)
