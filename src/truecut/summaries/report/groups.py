"""The groups of one model on the page: what each of its cuts flags of them, and where one is clearly worse.

A group is called worse only where it was tested against the rest, p values adjusted by Holm, and where the gap matters:
at the thresholds that the page offers, as everywhere else in truecut. Of many groups those that are served worst and
the largest are shown, and the others counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.decisions.about_groups import rate_differences
from truecut.decisions.model_decision import cost_curve
from truecut.inference.intervals import LEVEL
from truecut.summaries.model_summary import MOST_GROUPS, ModelSummary
from truecut.summaries.report.many_models import MANY_MODELS
from truecut.summaries.report.thinning import shortened_score, thresholds_kept_exact, worth_of_amounts
from truecut.summaries.report.tree import ChartedGroups, Corners, Cuts, GroupCuts, ReportOptions, WorseGroups

MOST_GROUP_CUTS = 2_200  # over all groups and models together
FEWEST_GROUP_CUTS = 24
FEWEST_OF_MANY = 8  # the same where models are many
MOST_CORNERS = 900  # of the groups' own curves, over all groups and models together
FEWEST_CORNERS = 8  # of a group: with fewer its own cheapest cut would be a guess, and it brings none


def charted_groups(of: ModelSummary, cuts: Cuts, models: int, options: ReportOptions) -> ChartedGroups:
    """Return the groups of one of so many models, counted at the cuts of all rows together, or at some of them."""
    large = {name: group for name, group in of.subject.groups.items() if group.table.rows >= options.least_group}
    if not large:
        return ChartedGroups()
    shown = of.telling_groups(large)
    fewest = FEWEST_GROUP_CUTS if models <= MANY_MODELS else FEWEST_OF_MANY
    most = max(fewest, MOST_GROUP_CUTS // (len(shown) * models))
    places = _places(cuts, _asked(of, most), most, is_low=of.model.table.lower_is_positive)
    scores = [cuts.scores[place] for place in places]
    corners = 0 if of.model.is_hard else MOST_CORNERS // (len(shown) * models)
    return ChartedGroups(
        groups=tuple(_group(name, group, scores, corners) for name, group in shown.items()),
        cuts=tuple(places.tolist()) if len(places) < len(cuts.scores) else (),
        worse=tuple(_tested(of)),
        left_out=len(large) - len(shown),
    )


def _asked(of: ModelSummary, most: int) -> list[float]:
    """Return where counts of groups must be exact: at usual thresholds if there is room, always at those offered."""
    asked = thresholds_kept_exact(of)
    if len(asked) <= most // 2:
        return asked
    return [of.model.threshold, *(option.threshold for option in of.thresholds if option.threshold is not None)]


def _places(cuts: Cuts, asked: Sequence[float], most: int, *, is_low: bool) -> NDArray[np.intp]:
    """Return which cuts to count groups at: all if they are few, otherwise evenly, and always where people look."""
    scores = np.asarray(cuts.scores)
    if len(scores) <= most:
        return np.arange(len(scores))
    sign = -1 if is_low else 1
    reached = np.searchsorted(-sign * scores, -sign * np.asarray(asked), side="right") - 1
    evenly = np.linspace(0, len(scores) - 1, most - min(most // 2, len(asked))).round().astype(np.intp)
    places = np.unique(np.concatenate([evenly, reached]))
    return places[places >= 0]


def _tested(of: ModelSummary) -> Iterator[WorseGroups]:
    """Yield, for each threshold that is offered, which rates of which groups are clearly worse than the rest's.

    Many groups are tested at the model's own threshold only: each test goes through all of them.
    """
    model, groups, level = of.model, of.subject.groups, of.options.level
    offered = [option.threshold for option in of.thresholds if option.threshold is not None]
    for threshold in dict.fromkeys([model.threshold, *(offered if len(groups) <= MOST_GROUPS else [])]):
        if threshold == model.threshold and level == LEVEL:
            tested = of.subject.group_differences
        else:
            cut = {name: group.cut_at(threshold) for name, group in groups.items()}
            tested = rate_differences(model.cut_at(threshold), cut, level)
        worse = tuple((one.group, one.metric) for one in tested if one.is_surely_worse and one.matters)
        yield WorseGroups(threshold, max((one.compared for one in tested), default=0), worse)


def _group(name: str, group: Model, thresholds: list[float], most_corners: int) -> GroupCuts:
    counts = group.curve.counts_at(thresholds)
    return GroupCuts(
        name,
        group.table.rows,
        group.table.total_positive,
        group.table.total_negative,
        tuple(counts.tp.tolist()),
        tuple(counts.fp.tolist()),
        **worth_of_amounts(group, np.concatenate([[0], group.curve.reached(thresholds)])),
        corners=_corners(group, most_corners) if most_corners >= FEWEST_CORNERS else None,
    )


def _corners(group: Model, most: int) -> Corners:
    """Return the cuts of a group that some prices make the cheapest for it, or so many of them."""
    hull = hull_entries(group.curve)
    entries = hull[hull > 0]
    is_complete = len(entries) <= most
    if not is_complete:
        entries = entries[np.unique(np.linspace(0, len(entries) - 1, most).round().astype(np.intp))]
    cost = group.situation.cost
    if cost is not None and cost.columns:  # then the cheapest cut need not be a corner
        is_complete = False
        cheapest = cost_curve(group).cheapest
        entries = np.union1d(entries, [cheapest] if cheapest else []).astype(np.intp)
    counts = group.curve.counts
    scores = [shortened_score(group.table, entry) for entry in entries.tolist()]
    tp, fp = (tuple(column[entries].tolist()) for column in (counts.tp, counts.fp))
    return Corners(tuple(scores), tp, fp, is_complete, **worth_of_amounts(group, entries))
