"""What a value rests on: the rows behind a metric, and the interval they give.

Evidence can be asked what its interval would be if there were more rows of the same kind. Two kinds know that exactly:
a share of rows, and a ranking of positives and negatives; both also for rows that come in clusters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from truecut.catalogue import Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.model import Model
from truecut.inference.clustered.rows import FEWEST_CLUSTERS, ClusteredRows, too_few
from truecut.inference.clustered.variance import (
    ABOUT_AREAS,
    AreaSpread,
    ClusteredArea,
    ClusteredShare,
    share_by_cluster,
)
from truecut.inference.delong import MISRANKED, AreaRule, Ranking, guarded, trusted_method
from truecut.inference.proportions import wilson

RANKED = "roc_auc"
TRULY_POSITIVE = "the {units} that are truly {positive}"
FURTHER = " in further clusters"  # more rows of the same ones would tell less

NOT_WHOLE = "the counts are not whole numbers of rows"
NOTES = {
    AreaRule.GUARDED: f"fewer than {MISRANKED} rows of the smaller class are misranked, so the interval of ROC AUC is "
    "a cautious one towards 0.5",
    AreaRule.NEWCOMBE: "the ranking has no spread of its own, so the interval of ROC AUC follows from the number of "
    "rows",
}


@dataclass(frozen=True)
class EvidenceInterval:
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

    def interval(self, level: float) -> EvidenceInterval:
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

    def interval(self, level: float) -> EvidenceInterval:
        """Return Wilson's interval."""
        low, high = wilson(self.successes, self.trials, level)
        return EvidenceInterval(float(low), float(high), level, "Wilson")

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

    def interval(self, level: float) -> EvidenceInterval:
        """Return the guarded interval of the area."""
        method = trusted_method(self.ranking)
        return EvidenceInterval(*guarded(self.ranking, level), level, method.value, NOTES.get(method, ""))

    def grown(self, rows: int) -> RankedRows:
        """Return the same ranking of more positives, and of negatives in the same ratio."""
        positives = self.ranking.positives
        return RankedRows(self.ranking.grown((positives + rows) / positives))


@dataclass(frozen=True)
class ShareOfClusters:
    """A share of rows that come in clusters; more rows come in clusters of the same size."""

    share: ClusteredShare
    population: str
    share_of_rows: float

    def interval(self, level: float) -> EvidenceInterval:
        """Return Wilson's interval of the effective rows; with too few clusters any share is possible."""
        if self.share.clusters < FEWEST_CLUSTERS:
            return EvidenceInterval(0.0, 1.0, level, "none", too_few(self.share.clusters))
        return EvidenceInterval(*self.share.limits(level), level, "Wilson, by cluster")

    def grown(self, rows: int) -> ShareOfClusters:
        """Return the same share of more rows."""
        return replace(self, share=self.share.grown(1 + rows / self.share.rows))


@dataclass(frozen=True)
class RankedClusters:
    """Positives ranked against negatives, in clusters; more rows keep the ratio of the two and the size of clusters."""

    spread: AreaSpread
    positives: float
    clusters: float
    share_of_rows: float
    population: str = TRULY_POSITIVE + FURTHER

    def interval(self, level: float) -> EvidenceInterval:
        """Return the interval of the area; with too few clusters any area is possible."""
        if self.clusters < FEWEST_CLUSTERS:
            return EvidenceInterval(0.0, 1.0, level, "none", too_few(self.clusters))
        method = self.spread.method
        return EvidenceInterval(*self.spread.limits(level), level, method.value, ABOUT_AREAS.get(method, ""))

    def grown(self, rows: int) -> RankedClusters:
        """Return the same ranking of more positives, and of negatives in the same ratio."""
        factor = 1 + rows / self.positives
        return replace(
            self,
            spread=self.spread.grown(factor),
            positives=self.positives * factor,
            clusters=self.clusters * factor,
        )


def evidence_of(model: Model, entry: Metric) -> Evidence | None:
    """Return what a defined value of a model rests on; None where that is neither a share of rows nor a ranking."""
    if not entry.is_proportion and entry.name != RANKED:
        return None
    if model.design.is_clustered:
        return _by_cluster(model, entry)
    if model.design.is_weighted or not model.design.identifies(entry):
        return None
    if entry.name == RANKED:
        return RankedRows(Ranking.of(model.curve))
    formula, cells = Formula(entry.formula), model.point.counts.cells()
    if any(rows != int(rows) for rows in cells.values()):
        return None
    successes, trials = Formula(formula.numerator).at(cells), Formula(formula.denominator).at(cells)
    return ShareOfRows(successes, trials, entry.population, trials / float(model.point.counts.rows))


def _by_cluster(model: Model, entry: Metric) -> Evidence:
    rows = ClusteredRows.of(model)
    number = len(rows.places) if rows.is_weighted else float(rows.summed().sum())
    if entry.name == RANKED:
        positives = float(model.table.positive_rows.sum() if rows.is_weighted else model.table.total_positive)
        return RankedClusters(ClusteredArea.of(rows, model.curve).spread, positives, rows.number, positives / number)
    share = share_by_cluster(model, entry.formula)
    return ShareOfClusters(share, entry.population + FURTHER, share.rows / number)
