"""The groups of rows of many classes in a summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from truecut.catalogue import CATALOGUE, Value
from truecut.catalogue.class_metric import Average
from truecut.catalogue.class_metrics import OF_ALL_SCORES, OVERALL, class_metric, has_own_definition
from truecut.catalogue.model import Metrics
from truecut.decisions.about_groups import widest_differences
from truecut.decisions.class_groups import as_asked, entry_of, quantity_estimate, watched_differences
from truecut.decisions.class_parts import ClassPart
from truecut.decisions.goals import Quantity
from truecut.decisions.group_differences import GroupDifference
from truecut.decisions.language import read_quantity
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.summaries.group_metrics import EVERY
from truecut.summaries.options import SummaryOptions

WHOLE = ("accuracy", "balanced_accuracy", "kappa", "mcc")
WHOLE_OF_SCORES = ("log_loss", "brier_multiclass")
EACH = ("precision", "recall", "f1")
AREA = "roc_auc"
NEEDS_PRICES = ("mean_cost", "total_cost")


@dataclass(frozen=True)
class ClassGroupSummary:
    """A group: its rows by true and answered class, and its metrics, each by what a requirement calls it."""

    name: str
    rows: int
    matrix: tuple[tuple[float, ...], ...]
    metrics: Mapping[str, Value]
    unsure: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class GroupsOfClasses:
    """The groups of an evaluation of many classes, found when they are asked for."""

    whole: ClassPart = field(repr=False)
    options: SummaryOptions

    @cached_property
    def each(self) -> tuple[ClassGroupSummary, ...]:
        """Return every group with its metrics."""
        return tuple(
            ClassGroupSummary(
                name,
                group.read.rows,
                tuple(tuple(row) for row in group.matrix.rows.tolist()),
                Metrics(tuple(self.quantities), partial(self._estimate, group)),
                () if group.matrix.unsure is None else tuple(group.matrix.unsure.tolist()),
            )
            for name, group in self.whole.by_group.items()
        )

    @cached_property
    def differences(self) -> tuple[GroupDifference, ...]:
        """Return the widest difference of every group that is served worse than the rest, the worst first."""
        return widest_differences(self.tested)

    @cached_property
    def tested(self) -> tuple[GroupDifference, ...]:
        """Return accuracy and macro recall of every group against the rest."""
        return watched_differences(self.whole, self.options.level)

    @cached_property
    def quantities(self) -> dict[str, Quantity]:
        """Return what is told of a group, by name: what was wished for, or all, or what is usual."""
        wished, classes = self.options.group_metrics, self.whole.matrix.classes
        names = self._every if wished == (EVERY,) else wished or self._usual
        asked = [one for name in names for one in as_asked(read_quantity(name), classes)]
        for one in asked:
            self._require(one)
        return {str(one): one for one in asked}

    def _require(self, quantity: Quantity) -> None:
        entry = entry_of(quantity)
        if quantity.of_class:
            self.whole.matrix.place(quantity.of_class)
        if entry.name in OVERALL or entry.needs_only_counts or self._has_scores:
            return
        raise BadCall(f"{entry.name} needs a score for every class, and only predictions were given.")

    @property
    def _has_scores(self) -> bool:
        return self.whole.table is not None

    @property
    def _usual(self) -> tuple[str, ...]:
        area = (AREA,) if self._has_scores else ()
        scores = WHOLE_OF_SCORES if self._has_scores else ()
        averages = tuple(f"{average} {name}" for average in ("macro", "weighted") for name in (*EACH, *area))
        prices = ("mean_cost",) if self.whole.stated_prices else ()
        return (*WHOLE, *scores, *prices, *averages, *(f"{name} of each class" for name in (*EACH, *area)))

    @property
    def _every(self) -> tuple[str, ...]:
        all_scores = OF_ALL_SCORES if self._has_scores else ()
        known = [one for one in CATALOGUE if one.needs_only_counts or self._has_scores]
        averaged = [one.name for one in known if not has_own_definition(one)]
        averages = [
            f"{average} {name}"
            for average in Average
            for name in averaged
            if average != Average.MICRO or class_metric(name).needs_only_counts or name in (AREA, "average_precision")
        ]
        prices = NEEDS_PRICES if not self.whole.stated_prices else ()
        whole = [name for name in (*OVERALL, *all_scores) if name not in prices]
        return (*whole, *averages, *(f"{one.name} of each class" for one in known))

    def _estimate(self, group: ClassPart, name: str) -> Estimate:
        return quantity_estimate(self.quantities[name], group, self.options.level, convention=self.options.convention)
