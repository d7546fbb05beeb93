"""One model on the page: its cuts, its presets, and its groups at the same cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import CATALOGUE
from truecut.decisions.deciding import decide
from truecut.decisions.findings import Subject
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.quantiles import student_quantile
from truecut.inference.weighted import effective_by_class
from truecut.model import Model
from truecut.report_summary.drawing import (
    bands_of,
    bars_of,
    range_of,
    reliability_of,
    stretch_of,
    stretched_bars_of,
)
from truecut.report_summary.thinning import MOST_CUTS, MOST_TOGETHER, cuts_of, kept_entries, usual_thresholds
from truecut.report_summary.tree import Cuts, GroupCuts, ModelPage, Preset
from truecut.report_summary.wishes import Wishes
from truecut.table import ScoreTable, Weights

MOST_GROUP_CUTS = 8_000  # over all groups and models together
FEWEST_GROUP_CUTS = 120
USUAL_PRESETS = {
    "Best F1": "f1",
    "Youden": "youden",
    "Catch 90 %": "minimise share_flagged subject to recall >= 0.9",
}

Range = tuple[float, float]


def pages_of(subjects: Sequence[Subject], wishes: Wishes) -> tuple[ModelPage, ...]:
    """Return a page per model; together they stay small, however many there are."""
    moving = [subject.model for subject in subjects if not subject.model.is_hard]
    ends, stretch = (range_of(moving), stretch_of(moving)) if moving else (None, None)
    groups = sum(len(subject.groups) for subject in subjects)
    per_model = min(MOST_CUTS, MOST_TOGETHER // len(subjects))
    per_group = max(FEWEST_GROUP_CUTS, MOST_GROUP_CUTS // max(1, groups))
    return tuple(
        _with_groups(_page(subject, wishes, ends, stretch, per_model), subject, per_group, wishes.least_group)
        for subject in subjects
    )


def _page(subject: Subject, wishes: Wishes, ends: Range | None, stretch: Range | None, most: int) -> ModelPage:
    model, table = subject.model, subject.model.table
    presets = () if model.is_hard else tuple(_presets(model, wishes))
    asked = _asked(model, presets)
    rows = _worth(table)
    return ModelPage(
        name=model.name,
        words=subject.words,
        rows=table.rows,
        positives=table.total_positive,
        negatives=table.total_negative,
        threshold=model.point.threshold,
        is_hard=model.is_hard,
        lower_is_positive=table.lower_is_positive,
        are_probabilities=table.are_probabilities and not model.is_hard,
        distinct_scores=len(table),
        weights=table.weights.value,
        is_clustered=model.clustered is not None,
        student=student_quantile(wishes.level, rows - 1) if rows > 2 else 0.0,
        cuts=cuts_of(model, kept_entries(model.curve, asked, most), asked),
        bars=None if model.is_hard or ends is None else bars_of(table, ends),
        stretched=None if model.is_hard or stretch is None else stretched_bars_of(table, stretch),
        presets=presets,
        known={
            entry.name: estimate(model, entry.name, level=wishes.level)
            for entry in CATALOGUE
            if not entry.needs_only_counts and not model.is_hard
        },
        reliability=reliability_of(model, wishes.level),
        bands={} if model.is_hard else bands_of(model, wishes.level),
    )


def _worth(table: ScoreTable) -> float:
    """Return the rows, or with weights of importance as many of equal weight as tell as much."""
    if table.weights == Weights.IMPORTANCE:
        return sum(effective_by_class(table))
    return float(table.total_positive + table.total_negative)


def _asked(model: Model, presets: Sequence[Preset]) -> list[float]:
    if model.is_hard:
        return [model.threshold]
    chosen = [preset.threshold for preset in presets if preset.threshold is not None]
    return [*chosen, *usual_thresholds(model)]


def _presets(model: Model, wishes: Wishes) -> Iterator[Preset]:
    """Yield thresholds worth a look; a rule that finds none on these rows is left out."""
    yield Preset("As given", model.threshold, "where the model was judged")
    named = {goal: goal for goal in wishes.goals} | USUAL_PRESETS
    for name, how in named.items():
        with suppress(BadCall):
            decision = decide(model, how, cost=wishes.cost)
            if decision.feasible:
                yield Preset(name, decision.threshold, decision.why)


def _with_groups(page: ModelPage, subject: Subject, most: int, least: int) -> ModelPage:
    """Return the page with its groups, counted at the cuts of all rows together, or at some of them."""
    shown = {name: group for name, group in subject.groups.items() if group.table.rows >= least}
    if not shown:
        return page
    places = _places(page.cuts, _asked(subject.model, page.presets), most, page.lower_is_positive)
    scores = [page.cuts.scores[place] for place in places]
    return replace(
        page,
        group_cuts=tuple(places.tolist()) if len(places) < len(page.cuts.scores) else (),
        groups=tuple(_group(name, group, scores) for name, group in shown.items()),
    )


def _places(cuts: Cuts, asked: Sequence[float], most: int, lower_is_positive: bool) -> NDArray[np.intp]:
    """Return which cuts to count groups at: all if they are few, otherwise evenly, and always where people look."""
    scores = np.asarray(cuts.scores)
    if len(scores) <= most:
        return np.arange(len(scores))
    sign = -1 if lower_is_positive else 1
    reached = np.searchsorted(-sign * scores, -sign * np.asarray(asked), side="right") - 1
    evenly = np.linspace(0, len(scores) - 1, most - min(most // 2, len(asked))).round().astype(np.intp)
    places = np.unique(np.concatenate([evenly, reached]))
    return places[places >= 0]


def _group(name: str, group: Model, thresholds: list[float]) -> GroupCuts:
    counts = group.curve.counts_at(thresholds)
    return GroupCuts(
        name,
        group.table.rows,
        group.table.total_positive,
        group.table.total_negative,
        tuple(counts.tp.tolist()),
        tuple(counts.fp.tolist()),
        group.metric("roc_auc"),
    )
