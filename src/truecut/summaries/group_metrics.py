"""The metrics that each group gets: a few that have an interval by a formula, unless others are wished for.

Twenty thousand groups with every metric of the catalogue would be a million values, a fifth of them bootstrapped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial

from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.design import DesignKind
from truecut.catalogue.model import Metrics, Model
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate
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
    """Estimates of groups, found when they are first asked for; groups of the same four counts share theirs."""

    options: SummaryOptions
    _known: dict[tuple[str, tuple[object, ...]], Estimate] = field(default_factory=dict)

    def of(self, group: Model) -> Metrics[Estimate]:
        """Return the metrics of one group."""
        # Only rows that are drawn one by one are known from their counts: weights, clusters and cells tell more.
        is_known = group.design.kind == DesignKind.INDEPENDENT and group.table.ends is None
        counts = tuple(group.point.counts.cells().values()) if is_known else None
        return Metrics(self._names, partial(self._estimate, group, counts))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return metrics_of_groups(self.options.group_metrics)

    def _estimate(self, group: Model, counts: tuple[object, ...] | None, name: str) -> Estimate:
        find = partial(estimate, group, name, level=self.options.level, convention=self.options.convention)
        if counts is None or not metric(name).needs_only_counts:
            return find()
        if (name, counts) not in self._known:
            self._known[name, counts] = find()
        return self._known[name, counts]
