"""The groups of one model on the page: what each of its cuts flags of them, and where one is clearly worse.

A group is called worse only where it was tested against the rest, p values adjusted by Holm, and where the gap matters:
at the thresholds that the page offers, as everywhere else in truecut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.decisions.about_groups import rate_differences
from truecut.decisions.findings import Subject
from truecut.decisions.group_differences import GroupVerdict
from truecut.summaries.report.options import ReportOptions
from truecut.summaries.report.thinning import asked_of
from truecut.summaries.report.tree import Cuts, Gaps, GroupCuts, ModelPage, Preset


def with_groups(page: ModelPage, subject: Subject, most: int, wishes: ReportOptions) -> ModelPage:
    """Return the page with its groups, counted at the cuts of all rows together, or at `most` of them."""
    shown = {name: group for name, group in subject.groups.items() if group.table.rows >= wishes.least_group}
    if not shown:
        return page
    places = _places(page.cuts, asked_of(subject.model, page.presets), most, page.lower_is_positive)
    scores = [page.cuts.scores[place] for place in places]
    return replace(
        page,
        group_cuts=tuple(places.tolist()) if len(places) < len(page.cuts.scores) else (),
        groups=tuple(_group(name, group, scores) for name, group in shown.items()),
        gaps=tuple(_tested(subject.model, subject.groups, page.presets, wishes.level)),
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


def _tested(model: Model, groups: Mapping[str, Model], presets: Sequence[Preset], level: float) -> Iterator[Gaps]:
    """Yield, for each threshold that is offered, which rates of which groups are clearly worse than the rest's."""
    offered = [model.threshold, *(preset.threshold for preset in presets if preset.threshold is not None)]
    for threshold in dict.fromkeys(offered):
        cut = {name: group.cut_at(threshold) for name, group in groups.items()}
        tested = rate_differences(model.cut_at(threshold), cut, level)
        worse = tuple((one.group, one.metric) for one in tested if one.verdict == GroupVerdict.WORSE and one.matters)
        yield Gaps(threshold, max((one.compared for one in tested), default=0), worse)


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
