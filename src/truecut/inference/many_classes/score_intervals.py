"""A metric of the scores of many classes, with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric, Value
from truecut.catalogue.class_metric import Average, ClassMetric
from truecut.catalogue.class_metrics import class_metric
from truecut.catalogue.class_reading import Absent, ClassWishes, absent_from, mean_over_classes
from truecut.catalogue.measures import class_scores
from truecut.catalogue.model import WITHOUT_A_SCORE, Model
from truecut.counting.class_rows import ClassRows
from truecut.counting.class_table import ClassTable, Tallied
from truecut.counting.parts import sum_of_parts
from truecut.counting.placed_rows import PlacedRows
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.many_classes import areas, precision_averages
from truecut.inference.many_classes.class_estimate import ClassEstimate, require_method
from truecut.inference.many_classes.matrix_intervals import METHOD, wilson_with
from truecut.inference.many_classes.precision_averages import PrecisionSpread
from truecut.inference.many_classes.row_losses import ClassLosses
from truecut.inference.proportions import wilson_limits
from truecut.inference.quantiles import checked_level, student_quantile
from truecut.words.shown import Shown

AVERAGED_CURVES = "the classes share their rows, and no interval of this average was tried"
NOT_KNOWN = "the table does not tell how the losses of the rows spread"
HALL, WILSON = "hall", "wilson"
METHODS_OF_AVERAGES = {"roc_auc": [areas.METHOD], "average_precision": [precision_averages.METHOD]}


@dataclass(frozen=True, eq=False)
class ClassScores(Shown):
    """The scores of many classes: their table, the model of each class against the rest, and the rows if at hand."""

    classes: tuple[str, ...]
    models: Mapping[str, Model]
    table: ClassTable | None = None
    rows: ClassRows | None = None
    fixes_classes: bool = False  # how common each true class is was stated

    def value(self, name: str, wishes: ClassWishes | None = None, **parameters: Any) -> Value:
        """Return a metric of all classes together."""
        wishes, entry = wishes or ClassWishes(), class_metric(name)
        if isinstance(entry, ClassMetric):
            return self._of_all(entry, wishes, parameters)
        return self._averaged(entry, wishes, parameters)[0]

    def estimate(
        self,
        name: str,
        wishes: ClassWishes | None = None,
        *,
        level: float = 0.95,
        interval: str | None = None,
        **parameters: Any,
    ) -> ClassEstimate:
        """Return a metric of all classes together with its interval."""
        wishes, entry, level = wishes or ClassWishes(), class_metric(name), checked_level(level)
        if isinstance(entry, ClassMetric):
            self._refuse_method(entry, interval)
            value = self._of_all(entry, wishes, parameters)
            return self._with_interval(
                entry, ClassEstimate.plain(value, level, self._of_which(entry, wishes)), wishes, parameters
            )
        if wishes.average_or_macro == Average.MICRO:
            return self._micro(entry, wishes, level, interval, parameters)
        require_method(entry.name, interval, METHODS_OF_AVERAGES.get(entry.name, []))
        value, of = self._averaged(entry, wishes, parameters)
        return self._of_average(entry, ClassEstimate.plain(value, level, of), wishes)

    @cached_property
    def pooled(self) -> Model:
        """Return the micro-averaged curve: every row once for each class, with the question whether it is of it.

        The pairs of one row hang together, so where rows are at hand each row is a cluster.
        """
        missing = [name for name in self.classes if name not in self.models]
        if missing:
            raise BadCall(f"A micro average needs a score for every class, and {missing[0]!r} has none.")
        table = sum_of_parts([self.models[name].table for name in self.classes])
        if self.rows is None or self.rows.scores is None:
            return Model("micro", table)
        number, size = len(self.rows), len(self.classes)
        is_own = (self.rows.truth[:, None] == np.arange(size)).ravel()
        weights = None if self.rows.weights is None else np.repeat(self.rows.weights, size)
        clusters = np.repeat(np.arange(number, dtype=np.int32), size)
        placed = PlacedRows.of(
            {"micro": table}, {"micro": self.rows.scores.ravel()}, is_own, weights=weights, clusters=clusters
        )
        return Model("micro", table, clustered=placed)

    def _of_all(self, entry: ClassMetric, wishes: ClassWishes, parameters: Mapping[str, Any]) -> Value:
        table = self._table(entry)
        if entry.averages:
            average = wishes.average_or_macro
            if average not in entry.averages:
                raise BadCall(f"{entry.name} has no {average.value} average: it compares classes in pairs.")
            chosen = {"average": average.value, "absent": absent_from(wishes.absent).value}
            parameters = {**entry.chosen(parameters), **chosen}
        else:
            wishes.refuse_average(entry)
            parameters = entry.chosen(parameters)
        assert entry.function is not None
        found = entry.function(table, **parameters)
        return entry.agreed(found if isinstance(found, Value) else Value(float(found)), table, wishes.convention)

    def _averaged(self, entry: Metric, wishes: ClassWishes, parameters: Mapping[str, Any]) -> tuple[Value, str]:
        if not self.models:
            raise BadCall(f"{entry.name} needs a score for every class, and only predictions were given.")
        average = wishes.average_or_macro
        if average == Average.MICRO:
            return self.pooled.metric(entry.name, convention=wishes.convention, **parameters), self._of(average)
        values = {
            name: self.models[name].metric(entry.name, convention=wishes.convention, **parameters)
            if name in self.models
            else Value.absent(WITHOUT_A_SCORE)
            for name in self.classes
        }
        size = {name: float(model.table.total_positive) for name, model in self.models.items()}
        weights = {name: size.get(name, 1.0) for name in self.classes} if average == Average.WEIGHTED else None
        value, left_out = mean_over_classes(values, weights, wishes.absent)
        return value, self._of(average, left_out)

    def _of(self, average: Average, left_out: tuple[str, ...] = ()) -> str:
        number = len(self.classes)
        some = f"{number - len(left_out)} of {number}" if left_out else f"{number}"
        return f"{average.value} average over {some} classes"

    def _of_which(self, entry: ClassMetric, wishes: ClassWishes) -> str:
        """Say which classes a number of all is of: an average over pairs may leave out those without rows."""
        if not entry.averages:
            return "all classes"
        there, number = np.count_nonzero(self._table(entry).true), len(self.classes)
        some = number if there == number or Absent(wishes.absent) == Absent.UNDEFINED else f"{there} of {number}"
        return f"{wishes.average_or_macro.value} average over pairs of {some} classes"

    def _table(self, entry: Metric) -> ClassTable:
        if self.table is None:
            raise BadCall(f"{entry.name} needs a score for every class, and only predictions were given.")
        return self.table

    def _refuse_method(self, entry: ClassMetric, interval: str | None) -> None:
        of_credits = METHOD if self.table is not None and self.table.is_weighted else WILSON
        known = [HALL] if entry.losses_are else [of_credits] if entry.name == "top_k_accuracy" else [areas.METHOD]
        require_method(entry.name, interval, [] if entry.no_interval else known)

    def _with_interval(
        self, entry: ClassMetric, plain: ClassEstimate, wishes: ClassWishes, parameters: Mapping[str, Any]
    ) -> ClassEstimate:
        table = self._table(entry)
        plain = replace(plain, rows=float(table.true.sum()))
        if plain.value is None:
            return replace(plain, note=plain.undefined or "")
        if entry.no_interval:
            return replace(plain, note=entry.no_interval)
        if entry.losses_are:
            return self._of_losses(entry, plain)
        if entry.name == "top_k_accuracy":
            return self._of_ranks(plain, entry.chosen(parameters))
        return self._of_area(plain, wishes.average_or_macro, entry.name)

    def _of_losses(self, entry: ClassMetric, plain: ClassEstimate) -> ClassEstimate:
        table = self._table(entry)
        if isinf(float(plain)) or plain.convention:
            return replace(plain, note=self._about_zeros(table))
        losses = ClassLosses.of(table, entry.losses_are, self.rows)
        if losses is None:
            return replace(plain, note=NOT_KNOWN)
        losses = losses.within_classes if self.fixes_classes else losses
        if entry.name.endswith("_skill"):
            found = losses.skill(table, entry.losses_are, fixes_classes=self.fixes_classes)
        else:
            divided_by = {"brier_multiclass_halved": 2, "brier_one_vs_rest": len(self.classes)}
            found = losses.mean(divided_by.get(entry.name, 1))
        limits = found.skewed_interval(plain.level)
        if limits is None:
            return replace(plain, note="fewer than two rows have no spread")
        low, high = max(limits[0], entry.bounds[0]), min(limits[1], entry.bounds[1])
        return replace(
            plain,
            low=min(low, float(plain)),
            high=max(high, float(plain)),
            method=HALL,
            standard_error=found.standard_error,
            degrees_of_freedom=found.effective_rows - 1,
        )

    def _about_zeros(self, table: ClassTable) -> str:
        """Say how many rows make the log loss infinite, and what it is without them."""
        zeros = class_scores.zero_rows(table)
        losses = ClassLosses.of(table, "log")
        assert losses is not None
        values, weights = (column[np.isfinite(losses.values)] for column in (losses.values, losses.weights))
        rest = float((values * weights).sum() / weights.sum()) if len(values) else 0.0
        gave = "1 row gives its true class" if zeros == 1 else f"{zeros:,} rows give their true class"
        return f"{gave} the probability 0; the log loss of the other {table.rows - zeros:,} is {rest:.4g}"

    def _of_ranks(self, plain: ClassEstimate, parameters: Mapping[str, Any]) -> ClassEstimate:
        table = self._table(class_metric("top_k_accuracy"))
        credit = class_scores.credits_of_ranks(
            table.ranks.keys[0], table.ranks.keys[1], int(parameters["k"]), parameters["ties"]
        )
        if table.is_weighted:
            samples = table.ranks.keys[2] if self.fixes_classes else np.zeros(len(credit), dtype=np.intp)
            return _of_weighted_credits(plain, credit, table.ranks, samples.astype(np.intp))
        hits, rows = float((credit * table.ranks.weights).sum()), float(table.true.sum())
        # A tie that was shared makes hits a fraction; Wilson's limits do not ask for whole numbers.
        low, high = wilson_limits(hits, rows, plain.level)
        return replace(plain, low=low, high=high, method=WILSON)

    def _of_average(self, entry: Metric, plain: ClassEstimate, wishes: ClassWishes) -> ClassEstimate:
        if plain.value is None:
            return replace(plain, note=plain.undefined or "")
        if entry.name not in METHODS_OF_AVERAGES or plain.undefined:
            return replace(plain, note=AVERAGED_CURVES)
        return self._of_area(plain, wishes.average_or_macro, entry.name)

    def _of_area(self, plain: ClassEstimate, average: Average, name: str) -> ClassEstimate:
        if self.table is None:
            return replace(plain, note=WITHOUT_A_SCORE if len(self.models) < len(self.classes) else areas.NEEDS_ROWS)
        plain = replace(plain, rows=float(self.table.true.sum()))
        if self.table.is_weighted and self.rows is None:
            return replace(plain, note=areas.NEEDS_ROWS)
        # An average that leaves out classes without rows is one of the others, whose scores alone decide it.
        there = np.flatnonzero(self.table.true > 0)
        worth = (self.table.true if self.rows is None else self.rows.worth)[there]
        if worth.min() <= 1:
            return replace(plain, note=areas.ONE_ROW)
        found = self._spread(name, average)
        if found is None:
            return replace(plain, note=areas.NEEDS_ROWS)
        spread, method = found
        limits = spread.limits(float(plain), plain.level)
        if limits is None:
            return replace(plain, note=areas.PERFECT)
        least = int(worth.argmin())
        few = worth[least] < 10
        return replace(
            plain,
            low=limits[0],
            high=limits[1],
            method=method,
            standard_error=float(np.sqrt(spread.variance)),
            degrees_of_freedom=spread.freedom,
            note=f"it hangs on {worth[least]:.3g} rows of {self.classes[there[least]]!r}" if few else "",
        )

    def _spread(self, name: str, average: Average) -> tuple[areas.Spread | PrecisionSpread, str] | None:
        """Return how far an averaged area spreads, and by which method; None where only rows would tell."""
        of_precision = name == "average_precision"
        if self.rows is None:
            if name == "roc_auc_pairs" or self.table is None:
                return None
            if of_precision:
                return precision_averages.precision_spread_at_most(self.table, average), precision_averages.AT_MOST
            return areas.spread_at_most(self.table, average), areas.AT_MOST
        rows = self.rows.of_occurring_classes
        if of_precision:
            spread = precision_averages.precision_spread(rows, average, fixes_classes=self.fixes_classes)
            return spread, precision_averages.METHOD
        parts = areas.parts_of_pairs if name == "roc_auc_pairs" else areas.parts_one_versus_rest
        return areas.spread_of_parts(parts(rows, average), rows), areas.METHOD

    def _micro(
        self, entry: Metric, wishes: ClassWishes, level: float, interval: str | None, parameters: Mapping[str, Any]
    ) -> ClassEstimate:
        if Absent(wishes.absent) != Absent.UNDEFINED:
            raise BadCall("A micro average pools all classes, so none can be left out of it.")
        if not self.models:
            raise BadCall(f"{entry.name} needs a score for every class, and only predictions were given.")
        found = estimate(
            self.pooled, entry.name, level=level, interval=interval, convention=wishes.convention, **parameters
        )
        if self.pooled.clustered is None:  # without rows, pairs of one row would count as independent
            return ClassEstimate.plain(found, level, self._of(Average.MICRO), areas.NEEDS_ROWS)
        pairs = f"{self.pooled.table.rows:,} pairs of a row and a class"
        return ClassEstimate(**{**vars(found), "of": self._of(Average.MICRO), "note": pairs})


def _of_weighted_credits(
    plain: ClassEstimate, credit: NDArray[np.float64], ranks: Tallied, samples: NDArray[np.intp]
) -> ClassEstimate:
    """Return the mean of what rows that differ in importance add, with Wilson's limits at half a row more.

    The rows of each of `samples` vary on their own: true classes where it was stated how common they are.
    """
    weights, squares = ranks.weights.astype(float), ranks.squares.astype(float)
    total, squared = np.bincount(samples, weights), np.bincount(samples, squares)
    unit = np.where(total > 0, squared / np.where(total > 0, total, 1), 0)  # what one row of a sample weighs
    worth = np.where(unit > 0, total / np.where(unit > 0, unit, 1), 0)  # as many equal rows as tell as much
    if worth.max() <= 1:
        return replace(plain, note="fewer than two rows have no spread")
    half = unit / 2 / np.count_nonzero(total)  # of a row, shared by the samples
    added = np.bincount(samples, credit * weights) + half / 2
    near = added / np.where(total > 0, total + half, 1)
    supposed = half * unit / 2 * ((1 - near) ** 2 + near**2)
    apart = np.bincount(samples, squares * (credit - near[samples]) ** 2) + supposed
    parts = apart * worth / np.maximum(worth - 1, 0.5) / (total.sum() + half.sum()) ** 2
    variance = float(parts.sum())
    freedom = max(variance**2 / float((parts**2 / np.maximum(worth - 1, 0.5)).sum()), 1.0)
    middle = float(added.sum() / (total.sum() + half.sum()))
    # Weights that add up in another order may leave a share a rounding error above 1.
    limits = wilson_with(min(float(plain), 1.0), middle, variance, student_quantile(plain.level, freedom))
    assert limits is not None  # half a row keeps it off the ends
    return replace(
        plain,
        low=limits[0],
        high=limits[1],
        method=METHOD,
        standard_error=float(np.sqrt(variance)),
        degrees_of_freedom=freedom,
    )
