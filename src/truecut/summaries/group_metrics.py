"""The metrics that each group gets: a few that have an interval by a formula, unless others are wished for.

Twenty thousand groups with every metric of the catalogue would be a million values, a fifth of them bootstrapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.design import DesignKind
from truecut.catalogue.metric import Needs
from truecut.catalogue.model import Metrics, Model
from truecut.counting.counts import Counts
from truecut.counting.parts import counts_of_parts, is_plainly_counted
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate
from truecut.inference.many_tables import MOST_SCORES, find_together
from truecut.summaries.options import SummaryOptions

EVERY = "all"
OF_GROUPS = (
    "prevalence",
    "share_flagged",
    "accuracy",
    "recall",
    "fpr",
    "precision",
    "npv",
    "f1",
    "roc_auc",
    "average_precision",
    "brier",
    "observed_expected_ratio",
)


def metrics_of_groups(wished: tuple[str, ...]) -> tuple[str, ...]:
    """Return the metrics of a group, in the catalogue's order: those wished for, or all, or the usual ones.

    >>> metrics_of_groups(("tpr", "mcc"))
    ('recall', 'mcc')
    """
    if wished == (EVERY,):
        return tuple(entry.name for entry in CATALOGUE)
    names = {metric(name).name for name in wished or OF_GROUPS}
    return tuple(entry.name for entry in CATALOGUE if entry.name in names)


@dataclass(frozen=True, eq=False)
class GroupEstimates:
    """Estimates of groups, found when they are first asked for.

    Of thousands of small groups many have the same four counts, or the same classes in the order of their scores, and
    then share what follows from these.
    """

    options: SummaryOptions
    groups: Sequence[Model]
    _asked: set[str] = field(default_factory=set)
    _shared: dict[tuple[object, ...], dict[str, Estimate]] = field(default_factory=dict)

    def each(self) -> Iterator[tuple[Counts, Metrics[Estimate]]]:
        """Yield the four counts and the metrics of each group."""
        for group, counts in zip(self.groups, self._counts(), strict=True):
            yield counts, Metrics(self._names, partial(self._estimate, group, *self._shared_by(group, counts)))

    def _counts(self) -> Sequence[Counts]:
        """Return the counts of all groups, at once where they are cut alike and counted plainly."""
        cuts, found = {group.threshold for group in self.groups}, None
        if len(cuts) == 1:
            found = counts_of_parts([group.table for group in self.groups], *cuts)
        return [group.point.counts for group in self.groups] if found is None else [Counts(*f) for f in found.tolist()]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return metrics_of_groups(self.options.group_metrics)

    def _shared_by(self, group: Model, counts: Counts) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
        """Return what groups of the same counts, and what groups of the same order share."""
        # Rows that are drawn one by one are known from these: weights, clusters, folds, cells and amounts tell more.
        is_plain = group.folds is None and not group.situation.follows_amounts and is_plainly_counted(group.table)
        if not is_plain or group.design.kind != DesignKind.INDEPENDENT:
            return {}, {}
        table = group.table
        by_counts = self._shared.setdefault((counts.tp, counts.fp, counts.fn, counts.tn), {})
        if len(table) > MOST_SCORES:
            return by_counts, {}
        return by_counts, self._shared.setdefault((table.positives.tobytes(), table.negatives.tobytes()), {})

    def _estimate(
        self, group: Model, by_counts: dict[str, Estimate], by_order: dict[str, Estimate], name: str
    ) -> Estimate:
        for shared in (by_counts, by_order):
            if name in shared:
                return shared[name]
        if name not in self._asked:
            # Whoever asks for one group usually asks for all.
            self._asked.add(name)
            find_together(name, [one.table for one in self.groups])
        found = estimate(group, name, level=self.options.level, convention=self.options.convention)
        needs = metric(name).needs
        if needs == Needs.COUNTS:
            by_counts[name] = found
        elif needs == Needs.CURVE:
            by_order[name] = found
        return found
