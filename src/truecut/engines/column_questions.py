"""The questions of a census: which values the columns of an engine hold, how many are missing, what the weights are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truecut.data.request import Roles
from truecut.engines.column_statistics import WeightStatistics
from truecut.engines.expressions import HIGHEST, LOWEST, MANY, SUM, GroupBy, Measure, all_of, ones

if TYPE_CHECKING:
    from truecut.engines.counting import CountingEngine


class ColumnQuestions:
    """What is asked about the columns before any score is counted."""

    def __init__(self, engine: CountingEngine, roles: Roles[str]) -> None:
        self.engine, self.roles, self.dialect = engine, roles, engine.dialect
        self.weighing = [*([roles.weight] if roles.weight else []), *roles.amounts]
        kinds = engine.kinds
        self.view = {
            f"column_{i}": self.dialect.number(name, kinds[name])
            if name in (*roles.of("scores"), *self.weighing)
            else self.dialect.value(name, kinds[name])
            for i, name in enumerate(roles.counted)
        }
        self.complete = all_of([f"{name} is not null" for name in self.view])

    def named(self, name: str) -> str:
        """Return the column in the view that holds this one."""
        return f"column_{self.roles.counted.index(name)}"

    def totals(self) -> GroupBy:
        """Count the rows, those that lack a value, and what is wrong with weights."""
        measures = {"all_rows": ones("1 = 1"), "incomplete": ones(f"not ({self.complete})")}
        measures |= {f"missing_{i}": ones(f"{name} is null") for i, name in enumerate(self.view)}
        for i, name in enumerate(self.weighing):
            measures |= self._weights(i, self.dialect.real(self.named(name)))
        return GroupBy(self.view, measures, about="missing values and weights")

    def labels(self) -> GroupBy:
        """Count the labels of the complete rows."""
        return self._values(self.roles.label, {"value_rows": ones("1 = 1")}, self.complete)

    def known(self, name: str) -> GroupBy:
        """Count the values of a column in all rows that have one."""
        return self._values(name, {"value_rows": ones("1 = 1")}, f"{self.named(name)} is not null")

    def groups(self, name: str) -> GroupBy:
        """Count the rows of each group, and those of them that will be counted."""
        measures = {"value_rows": ones("1 = 1"), "left_rows": ones(self._counted())}
        return self._values(name, measures, f"{self.named(name)} is not null")

    def _values(self, name: str, measures: dict[str, Measure], where: str) -> GroupBy:
        keys = {"value": self.named(name)}
        return GroupBy(self.view, measures, keys, where, limit=MANY + 1, about=f"values of {name!r}")

    def _counted(self) -> str:
        return self.complete + (f" and {self.named(self.roles.weight)} > 0" if self.roles.weight else "")

    def _weights(self, i: int, weight: str) -> dict[str, Measure]:
        bad = f"({weight} < 0 or abs({weight}) = cast('Infinity' as {self.dialect.double}))"
        complete = self.complete
        fine = f"{complete} and not {bad}"
        # From 2**53 on all are whole, and Spark's floor is a whole number of 64 bits, which 1e290 is not.
        small = f"case when {weight} < {2**53} then {weight} else {self.dialect.real('0')} end"
        return {
            f"bad_{i}": ones(f"{complete} and {bad}"),
            f"worst_low_{i}": Measure(LOWEST, f"case when {complete} then {weight} end"),
            f"worst_high_{i}": Measure(HIGHEST, f"case when {complete} then {weight} end"),
            f"least_{i}": Measure(LOWEST, f"case when {fine} and {weight} > 0 then {weight} end"),
            f"zero_{i}": ones(f"{complete} and {weight} = 0"),
            f"fractional_{i}": ones(f"{fine} and {small} <> floor({small})"),
            f"total_{i}": Measure(SUM, f"case when {fine} then {weight} else 0 end"),
        }


def weighed(totals: Mapping[str, Any], i: int) -> WeightStatistics:
    """Read what the totals say about a column of weights."""
    low, high = float(totals[f"worst_low_{i}"]), float(totals[f"worst_high_{i}"])
    return WeightStatistics(
        int(totals[f"bad_{i}"]),
        low if low < 0 else high,
        int(totals[f"zero_{i}"]),
        int(totals[f"fractional_{i}"]),
        float(totals[f"total_{i}"]),
        None if totals[f"least_{i}"] is None else float(totals[f"least_{i}"]),
    )
