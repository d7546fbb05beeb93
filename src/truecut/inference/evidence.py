"""What a value rests on: the rows behind a metric, and the interval they give.

Evidence can be asked what its interval would be if there were more rows of the same kind. So far there are
two kinds: a share of rows, and a ranking of positives and negatives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from truecut.catalogue import Metric
from truecut.formula import Formula
from truecut.inference.delong import ENOUGH, Method, Ranking, guarded, trusted_method
from truecut.inference.proportions import wilson
from truecut.model import Model
from truecut.table import Weights

RANKED = "roc_auc"
TRULY_POSITIVE = "the {units} that are truly {positive}"

IMPORTANCE_WEIGHTS = "with importance weights it is not known how many rows stand behind a value"
NOT_WHOLE = "the counts are not whole numbers of rows"
NOTES = {
    Method.WIDER: f"the smaller class has fewer than {ENOUGH} rows, so the interval of ROC AUC is a cautious, wide one",
    Method.NEWCOMBE: "the ranking has no spread of its own, so the interval of ROC AUC follows from the number of rows",
}


@dataclass(frozen=True)
class Interval:
    """Where the value of all such rows lies, as surely as the level says."""

    low: float
    high: float
    level: float
    method: str
    note: str = ""  # what to know about it


class Evidence(Protocol):
    """The rows behind a value."""

    @property
    def population(self) -> str:
        """Return whom the rows are drawn from, with {units}, {positive} and {negative} to be filled in."""
        ...

    @property
    def share_of_rows(self) -> float:
        """Return which share of all rows belongs to the population."""
        ...

    def interval(self, level: float) -> Interval:
        """Return the interval of the value."""
        ...

    def grown(self, rows: int) -> Evidence:
        """Return the evidence with so many more rows of the population, the value staying as it is."""
        ...


@dataclass(frozen=True)
class ShareOfRows:
    """So many of so many rows."""

    successes: float
    trials: float
    population: str
    share_of_rows: float

    def interval(self, level: float) -> Interval:
        """Return Wilson's interval."""
        low, high = wilson(self.successes, self.trials, level)
        return Interval(float(low), float(high), level, "Wilson")

    def grown(self, rows: int) -> ShareOfRows:
        """Return the same share of more rows."""
        trials = self.trials + rows
        # Divide last: all rows, and none of them, stay exactly that.
        return ShareOfRows(self.successes * trials / self.trials, trials, self.population, self.share_of_rows)


@dataclass(frozen=True)
class RankedRows:
    """Positives ranked against negatives; more rows keep the ratio of the two."""

    ranking: Ranking
    population: str = TRULY_POSITIVE

    @property
    def share_of_rows(self) -> float:
        """Return the share of the positives."""
        return self.ranking.positives / (self.ranking.positives + self.ranking.negatives)

    def interval(self, level: float) -> Interval:
        """Return the guarded interval of the area."""
        method = trusted_method(self.ranking)
        return Interval(*guarded(self.ranking, level), level, method.value, NOTES.get(method, ""))

    def grown(self, rows: int) -> RankedRows:
        """Return the same ranking of more positives, and of negatives in the same ratio."""
        positives = self.ranking.positives
        return RankedRows(self.ranking.grown((positives + rows) / positives))


def has_interval(entry: Metric) -> bool:
    """Say whether there is an interval for this metric so far."""
    return entry.is_proportion or entry.name == RANKED


def evidence_of(model: Model, entry: Metric) -> Evidence | str:
    """Return what a defined value of a model rests on, or why there is no interval for it."""
    if not has_interval(entry):
        return f"there is no interval for {entry.name} yet"
    if model.table.weights == Weights.IMPORTANCE:
        return IMPORTANCE_WEIGHTS
    if entry.name == RANKED:
        return RankedRows(Ranking.of(model.curve))
    formula, cells = Formula(entry.formula), model.point.counts.cells()
    if any(rows != int(rows) for rows in cells.values()):
        return NOT_WHOLE
    successes, trials = Formula(formula.numerator).at(cells), Formula(formula.denominator).at(cells)
    return ShareOfRows(successes, trials, entry.population, trials / float(model.point.counts.rows))
