"""Groups against the rest of the rows: who is served worse than chance would explain?

Every group is compared with all rows outside it, in both directions, and the p values of all groups shown are adjusted
together (Holm), so that among fifty groups that are all alike seldom one seems to differ. Groups are taken as they are:
whether a difference is unfair, or follows from who is in the group, no number can tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from truecut.catalogue import Better, Metric, metric
from truecut.catalogue.folds import is_within_folds
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS
from truecut.counting.parts import counts_of_parts
from truecut.decisions.complement import decided, rest_of
from truecut.decisions.group_cautions import LARGE_GAP, caution_about_levels, caution_about_prevalence
from truecut.decisions.score_levels import ScoreLevels
from truecut.decisions.small_groups import LEAST_ROWS, by_column, together_if_small
from truecut.errors import BadCall
from truecut.inference.cross_validation import ranking_of, rows_worth
from truecut.inference.delong import Ranking, guarded
from truecut.inference.differences import (
    mover_difference,
    newcombe_difference,
    p_from_interval,
    share_test,
    unpaired_areas,
)
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate
from truecut.inference.multiple_tests import holm
from truecut.inference.unpaired import are_shares_of_rows
from truecut.inference.weighted import Share
from truecut.words.numerals import percent
from truecut.words.shown import Shown

NOTEWORTHY_GAP, TIMES = 0.01, 2.0  # a smaller one matters where the one rate is so many times the other
ON_SHARES, ON_AREAS, ON_INTERVALS = "newcombe", "delong-t", "mover"
NO_REST = "all rows are in this group"
WITHIN_GROUPS = "guarded within groups"
MIXED = "scores of the groups are on different levels, so a rest that mixes them cannot be compared with a group"
CROSSING = "clusters reach into other groups, so group and rest are not independent: no interval and no p value"
INFINITE = "an infinite value has no difference"
OTHER_PREVALENCE = "it follows prevalence, which is {here} here and {there} in the rest, so it cannot be compared"
PREVALENCE = metric("prevalence").formula


class GroupVerdict(StrEnum):
    """What can be said of a group."""

    WORSE = "worse"
    BETTER = "better"
    DIFFERENT = "different"  # where neither direction is the better one
    ALIKE = "not told apart"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class GroupDifference(Shown):
    """A metric in one group and in the rest of the rows; the difference is group - rest.

    `p_value` asks whether both are one, in either direction; `adjusted_p` is the same after Holm's correction for all
    `compared` differences of the family. Without a difference, an interval or a test, `note` says why.

    >>> import truecut as tc
    >>> e = tc.example("spam").evaluate(score="boosted", group="length")
    >>> e.group_differences("recall")[0]
    <GroupDifference: recall of long against the rest: +0.082 (+0.060 to +0.105), better>
    """

    metric: str
    group: str
    rows: int
    estimate: Estimate
    rest: Estimate
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = LEVEL
    p_value: float | None = None
    adjusted_p: float | None = None
    compared: int = 1
    method: str = ""
    test: str = ""
    note: str = ""
    members: tuple[str, ...] = ()  # the small groups that stand together here

    @property
    def entry(self) -> Metric:
        """Return what is known of the metric."""
        return metric(self.metric)

    @property
    def title(self) -> str:
        """Return what the metric is called in a sentence."""
        return self.entry.title

    @property
    def is_worse(self) -> bool | None:
        """Say whether the group has the worse value; None where there is no difference, or no better direction."""
        return None if self.difference is None else _is_worse(self.entry, self.estimate, self.rest)

    @property
    def verdict(self) -> GroupVerdict:
        """Return what the adjusted p value lets one say."""
        if self.adjusted_p is None:
            return GroupVerdict.UNKNOWN
        if self.adjusted_p >= 1 - self.level:
            return GroupVerdict.ALIKE
        worse = self.is_worse
        return GroupVerdict.DIFFERENT if worse is None else GroupVerdict.WORSE if worse else GroupVerdict.BETTER

    @property
    def is_surely_worse(self) -> bool:
        """Say whether the group has the worse value beyond what chance explains."""
        return self.verdict == GroupVerdict.WORSE

    @property
    def matters(self) -> bool:
        """Say whether the difference is large enough to act upon: 5 points, or 1 point that doubles the rate."""
        if self.difference is None or self.estimate.value is None or self.rest.value is None:
            return False
        gap = abs(self.difference)
        smaller, larger = sorted((abs(self.estimate.value), abs(self.rest.value)))
        return gap >= LARGE_GAP or (gap >= NOTEWORTHY_GAP and larger >= TIMES * smaller)


@dataclass(frozen=True)
class ByGroup:
    """One metric of one model: of all rows, and of every group against the rest."""

    model: str
    threshold: float | None  # None where the metric needs none
    metric: str
    overall: Estimate
    differences: tuple[GroupDifference, ...]
    caution: str = ""  # what to know before reading the differences

    @property
    def entry(self) -> Metric:
        """Return what is known of the metric."""
        return metric(self.metric)

    @property
    def title(self) -> str:
        """Return what the metric is called at the head of a table."""
        return self.entry.title

    @property
    def worst_first(self) -> tuple[GroupDifference, ...]:
        """Return the groups from the worst to the best value, those without one last."""
        entry = self.entry
        known = [one for one in self.differences if one.estimate.value is not None]
        without = [one for one in self.differences if one.estimate.value is None]
        return (*sorted(known, key=lambda one: -_badness(entry, float(one.estimate))), *without)


def by_group(
    model: Model,
    groups: Mapping[str, Model],
    name: str,
    *,
    level: float = LEVEL,
    least_rows: int = LEAST_ROWS,
    **parameters: Any,
) -> ByGroup:
    """Return a metric of all rows and of every group; groups of fewer than `least_rows` rows stand together."""
    entry = metric(name)
    if not groups:
        raise BadCall("The rows are not divided into groups; name a column with group= (--group).")
    if entry.is_total:
        raise BadCall(f"{entry.name} grows with the rows, so groups of different size cannot be compared by it.")
    shown = together_if_small(groups, least_rows, model.table.rows)
    levels = _levels(entry, model, groups)
    found = _against_rest(entry, model, shown, levels, level, parameters)
    cautions = (
        caution_about_prevalence(entry, [part for part, _ in shown.values()]),
        *(caution_about_levels(entry, one) for one in dict.fromkeys(levels.values())),
    )
    return ByGroup(
        model.name,
        model.point.threshold if entry.needs_only_counts else None,
        entry.name,
        estimate(model, entry.name, level=level, **parameters),
        _adjusted(found, model.table.rows),
        " ".join(one for one in cautions if one),
    )


def differences_in(
    model: Model, groups: Mapping[str, Model], names: Sequence[str], *, level: float = LEVEL
) -> tuple[GroupDifference, ...]:
    """Return several metrics of every group against the rest, with p values that are adjusted together."""
    shown = together_if_small(groups, LEAST_ROWS, model.table.rows)
    entries = [metric(name) for name in names]
    found = [
        one for entry in entries for one in _against_rest(entry, model, shown, _levels(entry, model, groups), level, {})
    ]
    return _adjusted(found, model.table.rows)


class _OfGroup(NamedTuple):
    """A difference that groups of the same counts share, and the group that it is told of."""

    plain: GroupDifference
    group: str
    rows: int
    members: tuple[str, ...]

    def adjusted(self, p: float | None, compared: int) -> GroupDifference:
        # In the order of the fields: thousands are made, and `replace` takes four times as long.
        one = self.plain
        ends, told = (one.difference, one.low, one.high, one.level, one.p_value), (one.method, one.test, one.note)
        return GroupDifference(
            one.metric, self.group, self.rows, one.estimate, one.rest, *ends, p, compared, *told, self.members
        )


def _against_rest(
    entry: Metric,
    model: Model,
    shown: Mapping[str, tuple[Model, tuple[str, ...]]],
    levels: Mapping[str, ScoreLevels],
    level: float,
    parameters: Mapping[str, Any],
) -> list[_OfGroup]:
    """Return every group that is shown against the rest, before p values are adjusted."""
    crossing = _crossing({label: part for label, (part, _) in shown.items()})
    is_of_counts = _looks_at_counts_alone(entry, model)
    whole = decided(model) if is_of_counts else model
    found: list[_OfGroup] = []
    known: dict[tuple[Any, ...] | None, GroupDifference] = {}
    for (label, (part, members)), told in zip(shown.items(), _all_that_counts(entry, model, shown), strict=True):
        if told is None or told not in known:
            one = decided(part) if is_of_counts else part
            rest = rest_of(whole, one)
            known[told] = _difference(entry, one, rest, level, parameters, crosses=label in crossing)
        fair = _ranked_within_groups(known[told], part, levels, members or (label,)) if levels else known[told]
        found.append(_OfGroup(fair, label, part.table.rows, members))
    return found


def _levels(entry: Metric, model: Model, groups: Mapping[str, Model]) -> dict[str, ScoreLevels]:
    """Return, for a metric that ranks, the levels of the scores by group, where those of its column differ."""
    if not is_within_folds(entry) or model.is_hard:
        return {}
    found: dict[str, ScoreLevels] = {}
    for names in by_column(groups, model.table.rows).values():
        levels = ScoreLevels.of(model, {name: groups[name] for name in names}) if len(names) > 2 else None
        if levels is not None and levels.differ:
            found |= dict.fromkeys(names, levels)
    return found


def _ranked_within_groups(
    plain: GroupDifference, group: Model, levels: Mapping[str, ScoreLevels], members: Sequence[str]
) -> GroupDifference:
    """Return the difference to a rest that is ranked within its groups too, where scores are on different levels."""
    of_column = next((levels[name] for name in members if name in levels), None)
    if of_column is None or plain.difference is None:
        return plain
    entry, is_clustered = metric(plain.metric), group.design.is_clustered
    if not entry.area_scale or is_clustered or not set(of_column.names) - set(members):
        none = {"difference": None, "low": None, "high": None, "p_value": None, "method": "", "test": ""}
        return replace(plain, **none, note=MIXED)  # type: ignore[arg-type]
    rest = of_column.without(members)
    low, high = (entry.of_area(end) for end in guarded(rest, plain.level))
    of_rest = Estimate(entry.of_area(rest.area), low=low, high=high, level=plain.level, method=WITHIN_GROUPS)
    fair = replace(plain, rest=of_rest, difference=float(plain.estimate) - float(of_rest))
    return _of_areas(fair, ranking_of(group), rest, entry.area_scale)


def _looks_at_counts_alone(entry: Metric, model: Model) -> bool:
    """Say whether four counts tell a metric; they do not tell costs that follow what each row is worth."""
    return entry.needs_only_counts and not (entry.is_priced and model.situation.follows_amounts)


def _all_that_counts(
    entry: Metric, model: Model, shown: Mapping[str, tuple[Model, tuple[str, ...]]]
) -> Sequence[tuple[Any, ...] | None]:
    """Return of each group what its difference to the rest follows from; None where that is more than four counts.

    Of thousands of groups many have the same counts, and with them the same difference. A share of rows that does not
    follow prevalence, such as recall, looks at no other cells than its own.
    """
    parts = [part for part, _ in shown.values()]
    is_cut_alike = all(part.threshold == model.threshold and part.clustered is None for part in parts)
    counts = None
    if _looks_at_counts_alone(entry, model) and is_cut_alike:
        counts = counts_of_parts([part.table for part in parts], model.threshold)
    if counts is None:
        return [None] * len(parts)
    is_own = entry.is_proportion and entry.prevalence_is == PrevalenceRole.NOTHING
    cells = [i for i, cell in enumerate(CELLS) if not is_own or cell in Formula(entry.formula).names]
    is_all = counts.sum(axis=1) == model.table.rows
    return [(*told, whole) for told, whole in zip(counts[:, cells].tolist(), is_all.tolist(), strict=True)]


def _adjusted(found: Sequence[_OfGroup], rows: int) -> tuple[GroupDifference, ...]:
    """Return the differences, of one or several metrics, with p values adjusted for all that were tested.

    Of two groups that make up all rows each is the rest of the other: one question asked twice counts as one.
    """
    groups = {one.group: one.rows for one in found}
    is_asked_twice = len(groups) == 2 and sum(groups.values()) == rows
    asked = [(one.plain.metric, "" if is_asked_twice else one.group) for one in found]
    questions = {question: one.plain.p_value for question, one in zip(asked, found, strict=True)}
    tested = {question: p for question, p in questions.items() if p is not None}
    corrected = dict(zip(tested, holm(list(tested.values())), strict=True))
    return tuple(one.adjusted(corrected.get(question), len(tested)) for question, one in zip(asked, found, strict=True))


def _difference(
    entry: Metric, group: Model, rest: Model, level: float, parameters: Mapping[str, Any], *, crosses: bool
) -> GroupDifference:
    of_group, of_rest = (estimate(part, entry.name, level=level, **parameters) for part in (group, rest))
    plain = GroupDifference(entry.name, "", 0, of_group, of_rest, level=level)
    if not rest.table.rows:
        return replace(plain, note=NO_REST)
    if of_group.value is None or of_rest.value is None:
        missing = of_group.undefined if of_group.value is None else f"in the rest {of_rest.undefined}"
        return replace(plain, note=missing or "")
    if not isfinite(of_group.value) or not isfinite(of_rest.value):
        return replace(plain, note=INFINITE)
    if entry.without_skill == "prevalence":
        here, there = (_share(decided(part.used_for(entry)), PREVALENCE) for part in (group, rest))
        if share_test(here, there)[0] < 1 - level:
            note = OTHER_PREVALENCE.format(here=percent(here.share), there=percent(there.share))
            return replace(plain, note=note)
    plain = replace(plain, difference=of_group.value - of_rest.value)
    group, rest = group.used_for(entry), rest.used_for(entry)
    if crosses:
        return replace(plain, note=CROSSING)
    if are_shares_of_rows(entry, group.design, rest.design):
        return by_their_shares(plain, _share(group, entry.formula), _share(rest, entry.formula))
    if not group.design.is_clustered and entry.area_scale:
        return _of_areas(plain, ranking_of(group), ranking_of(rest), entry.area_scale)
    return by_their_intervals(plain)


def by_their_shares(plain: GroupDifference, group: Share, rest: Share) -> GroupDifference:
    """Return the difference of two shares of rows with Newcombe's interval and a test."""
    low, high = newcombe_difference(group, rest, plain.level)
    p, test = share_test(group, rest)
    return replace(plain, low=low, high=high, p_value=p, method=ON_SHARES, test=test)


def _of_areas(plain: GroupDifference, group: Ranking, rest: Ranking, scale: float) -> GroupDifference:
    found = unpaired_areas(group, rest, plain.level)
    if found is None:
        return by_their_intervals(plain)
    low, high = found.limits
    return replace(plain, low=scale * low, high=scale * high, p_value=found.p_value, method=ON_AREAS, test=ON_AREAS)


def by_their_intervals(plain: GroupDifference) -> GroupDifference:
    """Return a difference with the interval that follows from those of the group and of the rest (MOVER)."""
    group, rest, difference = plain.estimate, plain.rest, plain.difference
    ends = (group.low, group.high, rest.low, rest.high)
    if difference is None or group.value is None or rest.value is None or any(end is None for end in ends):
        return replace(plain, note=group.note if group.low is None else rest.note)
    a, b, c, d = (float(end) for end in ends if end is not None)
    low, high = mover_difference(group.value, (a, b), rest.value, (c, d))
    p = p_from_interval(difference, low, high, plain.level)
    return replace(plain, low=low, high=high, p_value=p, method=ON_INTERVALS, test=ON_INTERVALS)


def _share(model: Model, formula: str) -> Share:
    return Share.of(model, formula).grown(rows_worth(model.design))


def _crossing(groups: Mapping[str, Model]) -> set[str]:
    """Return the groups that share a cluster with another group."""
    clusters = {
        name: np.unique(model.clustered.clusters)
        for name, model in groups.items()
        if model.clustered is not None and model.clustered.clusters is not None
    }
    if not clusters:
        return set()
    found, groups_of = np.unique(np.concatenate(list(clusters.values())), return_counts=True)
    shared = found[groups_of > 1]
    return {name for name, own in clusters.items() if np.isin(own, shared).any()}


def _badness(entry: Metric, value: float) -> float:
    worse_when_high = {
        Better.HIGHER: -value,
        Better.LOWER: value,
        Better.NEAR_ONE: abs(value - 1),
        Better.NEAR_ZERO: abs(value),
    }
    return worse_when_high.get(entry.better, -value)


def _is_worse(entry: Metric, group: Estimate, rest: Estimate) -> bool | None:
    if entry.better == Better.NEITHER:
        return None
    return _badness(entry, float(group)) > _badness(entry, float(rest))
