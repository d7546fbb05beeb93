"""One model on the page: its cuts, its presets, and what its charts are drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from truecut.catalogue import CATALOGUE
from truecut.catalogue.design import kish
from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable
from truecut.decisions.findings import Subject
from truecut.decisions.model_decision import decide
from truecut.decisions.threshold_options import USUAL
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.quantiles import student_quantile
from truecut.summaries.report.drawing import (
    bands_of,
    bars_of,
    range_of,
    reliability_of,
    stretch_of,
    stretched_bars_of,
)
from truecut.summaries.report.groups import with_groups
from truecut.summaries.report.options import ReportOptions
from truecut.summaries.report.thinning import MOST_CUTS, MOST_TOGETHER, asked_of, cuts_of, kept_entries
from truecut.summaries.report.tree import ModelPage, Numbers, PageMetric, Preset

MOST_GROUP_CUTS = 8_000  # over all groups and models together
FEWEST_GROUP_CUTS = 120

Range = tuple[float, float]


def pages_of(subjects: Sequence[Subject], wishes: ReportOptions) -> tuple[ModelPage, ...]:
    """Return a page per model; together they stay small, however many there are."""
    moving = [subject.model for subject in subjects if not subject.model.is_hard]
    ends, stretch = (range_of(moving), stretch_of(moving)) if moving else (None, None)
    groups = sum(len(subject.groups) for subject in subjects)
    per_model = min(MOST_CUTS, MOST_TOGETHER // len(subjects))
    per_group = max(FEWEST_GROUP_CUTS, MOST_GROUP_CUTS // max(1, groups))
    return tuple(
        with_groups(_page(subject, wishes, ends, stretch, per_model), subject, per_group, wishes)
        for subject in subjects
    )


def _page(subject: Subject, wishes: ReportOptions, ends: Range | None, stretch: Range | None, most: int) -> ModelPage:
    model, table = subject.model, subject.model.table
    presets = () if model.is_hard else tuple(_presets(model, wishes))
    asked = asked_of(model, presets)
    cuts = cuts_of(model, kept_entries(model.curve, asked, most), asked)
    rows = _worth(table)
    return ModelPage(
        name=model.name,
        words=subject.words,
        rows=table.rows,
        positives=_total(cuts.tp, table.total_positive),
        negatives=_total(cuts.fp, table.total_negative),
        threshold=model.point.threshold,
        is_hard=model.is_hard,
        lower_is_positive=table.lower_is_positive,
        are_probabilities=table.are_probabilities and not model.is_hard,
        distinct_scores=len(table),
        weights=table.weights.value,
        is_sampled_by_class=model.design.is_by_class,
        is_clustered=model.design.is_clustered,
        student=student_quantile(wishes.level, rows - 1) if rows > 2 else 0.0,
        cuts=cuts,
        bars=None if model.is_hard or ends is None else bars_of(table, ends),
        stretched=None if model.is_hard or stretch is None else stretched_bars_of(table, stretch),
        presets=presets,
        known={
            entry.name: PageMetric.of(estimate(model, entry.name, level=wishes.level))
            for entry in CATALOGUE
            if not entry.needs_only_counts and not model.is_hard
        },
        reliability=reliability_of(model, wishes.level),
        bands={} if model.is_hard else bands_of(model, wishes.level, wishes.stated_cost),
    )


def _total(flagged: Numbers, total: float) -> float:
    """Return the rows of a class as the last cut flags them: what it misses is then 0, and not what rounding left."""
    return flagged[-1] if flagged else total


def _worth(table: ScoreTable) -> float:
    """Return the rows, or with weights of importance as many of equal weight as tell as much."""
    if table.is_weighted:
        return sum(kish(table))
    return float(table.total_positive + table.total_negative)


def _presets(model: Model, wishes: ReportOptions) -> Iterator[Preset]:
    """Yield thresholds worth a look; a rule that finds none on these rows is left out."""
    yield Preset("As given", model.threshold, "where the model was judged")
    named = {goal: goal for goal in wishes.goals} | USUAL
    for name, how in named.items():
        with suppress(BadCall):
            decision = decide(model, how, cost=wishes.cost)
            if decision.feasible:
                yield Preset(name, decision.threshold, decision.why)
