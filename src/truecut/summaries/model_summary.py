"""One model in a summary: each part is found when a view first asks for it, and then kept for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truecut.catalogue import Value, metric
from truecut.catalogue.design import kish
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.decisions.about_groups import rate_differences, widest_differences
from truecut.decisions.calibration_check import CalibrationCheck, calibration_check
from truecut.decisions.findings import Subject
from truecut.decisions.threshold_options import ThresholdOption, threshold_options
from truecut.inference.intervals import LEVEL, estimates
from truecut.summaries.beside import BaselineLine, lines_beside
from truecut.summaries.folds import FoldsSummary, folds_summary
from truecut.summaries.group_metrics import GroupEstimates
from truecut.summaries.histogram import ScoreHistogram
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.summaries.part_summary import PartSummary

if TYPE_CHECKING:
    from truecut.decisions.group_differences import GroupDifference

MOST_GROUPS = 60  # of one model that a page or a table for reading shows


@dataclass(frozen=True, eq=False)
class ModelSummary:
    """One model: counts at its threshold, every metric, thresholds to consider, and its groups."""

    subject: Subject = field(repr=False)
    options: SummaryOptions = DEFAULTS

    @property
    def model(self) -> Model:
        """Return the model itself, which summaries go on from; views have no use for it."""
        return self.subject.model

    @property
    def name(self) -> str:
        """Return what the model is called."""
        return self.model.name

    @property
    def rows(self) -> float:
        """Return how many rows were counted."""
        return self.model.table.rows

    @property
    def threshold(self) -> float | None:
        """Return where the scores are cut; None for hard predictions."""
        return self.model.point.threshold

    @property
    def counts(self) -> Counts:
        """Return the four counts at the threshold."""
        return self.model.point.counts

    @property
    def distinct_scores(self) -> int | None:
        """Return how many different scores there are."""
        return None if self.model.is_hard else len(self.model.table)

    @cached_property
    def metrics(self) -> Mapping[str, Value]:
        """Return every metric with its interval."""
        return estimates(self.model, level=self.options.level, convention=self.options.convention)

    def cut_at(self, threshold: float) -> ModelSummary:
        """Return the same model judged at another threshold."""
        return replace(self, subject=self.subject.cut_at(threshold))

    def parameters_of(self, name: str) -> Mapping[str, Any]:
        """Return the parameters with which a metric is shown: its own, and the prices of the situation."""
        entry = metric(name)
        return entry.chosen(self.model.parameters_of(entry, {}))

    @cached_property
    def histogram(self) -> ScoreHistogram | None:
        """Return how the scores of both classes spread."""
        return None if self.model.is_hard else ScoreHistogram.of(self.model.table)

    @cached_property
    def groups(self) -> tuple[PartSummary, ...]:
        """Return the groups, each with its counts at the same threshold."""
        groups = self.subject.groups
        found = GroupEstimates(self.options, tuple(groups.values())).each()
        return tuple(
            PartSummary(name, group.table.rows, counts, metrics)
            for (name, group), (counts, metrics) in zip(groups.items(), found, strict=True)
        )

    @cached_property
    def folds(self) -> FoldsSummary | None:
        """Return the folds of a cross-validation; None where there are none."""
        return folds_summary(self.model, self.options)

    @cached_property
    def effective(self) -> tuple[float, float] | None:
        """Return the positives and negatives of equal weight that would tell as much; None without weights of rows."""
        return kish(self.model.table) if self.model.design.is_weighted else None

    @cached_property
    def thresholds(self) -> tuple[ThresholdOption, ...]:
        """Return the thresholds to consider, the present one among them."""
        return threshold_options(self.model, self.options.presets)

    @cached_property
    def baselines(self) -> tuple[BaselineLine, ...]:
        """Return what the model is held against, if anything."""
        return lines_beside(self.model, self.options.baselines)

    @cached_property
    def calibration(self) -> CalibrationCheck | None:
        """Return whether the probabilities are right as a whole; None without probabilities."""
        return calibration_check(self.model, self.options.level)

    @cached_property
    def group_differences(self) -> tuple[GroupDifference, ...]:
        """Return the widest difference of every group that is served worse than the rest, the worst first."""
        level, subject = self.options.level, self.subject
        tested = subject.group_differences if level == LEVEL else rate_differences(self.model, subject.groups, level)
        return widest_differences(tested)

    def telling_groups(self, groups: Mapping[str, Model]) -> dict[str, Model]:
        """Return the groups if they are few, otherwise those served worst, then the largest, in their order."""
        if len(groups) <= MOST_GROUPS:
            return dict(groups)
        worst = [one.group for one in self.group_differences if one.group in groups][: MOST_GROUPS // 2]
        largest = sorted(groups, key=lambda name: -groups[name].table.rows)
        kept = set(list(dict.fromkeys([*worst, *largest]))[:MOST_GROUPS])
        return {name: group for name, group in groups.items() if name in kept}
