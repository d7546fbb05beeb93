"""One model on one set of rows: its score table, and the threshold at which it is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.catalogue.curve import Curve
from truecut.catalogue.design import Design, Sampling
from truecut.catalogue.folds import Folds, folds_together, is_within_folds
from truecut.catalogue.point import Point
from truecut.counting.counts import Counts
from truecut.counting.parts import sum_of_parts
from truecut.counting.placed_rows import PlacedRows, together
from truecut.counting.score_table import ScoreTable
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall

DEFAULT_THRESHOLD = 0.5
FLAGGED = 1.0  # the score, and the threshold, of a hard prediction of the positive class
Found = TypeVar("Found", bound=Value)
WITHOUT_A_SCORE = "no score was given for it"
ONE_POINT = "hard predictions are one point and have no curve"


@dataclass(frozen=True, eq=False)
class Model:
    """A score table and a threshold. Hard predictions are scores of 0 and 1 with no other threshold."""

    name: str
    table: ScoreTable
    threshold: float = DEFAULT_THRESHOLD
    is_hard: bool = False
    amounts: Mapping[str, ScoreTable] = field(default_factory=dict)  # rows counted by what they are worth
    clustered: PlacedRows | None = None  # the rows with their clusters, where rows belong to clusters
    sampling: Sampling = Sampling.COHORT
    folds: Folds | None = None  # the same rows by fold, where scores come from a cross-validation

    @classmethod
    def of_counts(cls, name: str, counts: Counts) -> Model:
        """Return the model that makes these hard predictions."""
        table = ScoreTable.of_counts(counts.tp, counts.fn, counts.fp, counts.tn)
        return cls(name, table, FLAGGED, is_hard=True)

    @cached_property
    def design(self) -> Design:
        """Return how the rows were sampled."""
        return Design(self.table, self.clustered, self.sampling, self.folds)

    @property
    def pooled(self) -> Model:
        """Return the model of all rows as if one model had scored them."""
        return self if self.folds is None else replace(self, folds=None)

    @cached_property
    def curve(self) -> Curve:
        """Return the counts at every threshold."""
        return Curve(self.table)

    @cached_property
    def point(self) -> Point:
        """Return the counts at the model's threshold."""
        return self.at(self.threshold)

    def at(self, threshold: float) -> Point:
        """Return the counts at any threshold."""
        threshold = self._movable_to(threshold)
        return Point(self.curve.at(threshold), None if self.is_hard else threshold)

    def cut_at(self, threshold: float) -> Model:
        """Return the same model judged at another threshold."""
        movable = self._movable_to(threshold)
        folds = None if self.folds is None else self.folds.each(lambda fold: fold.cut_at(movable))
        return replace(self, threshold=movable, folds=folds)

    def metric(self, name: str, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return one metric: of four counts at the threshold, of the curve, or of the probabilities.

        With folds, what looks at the order of scores is the mean within folds; the rest is that of all rows.
        """
        entry = metric(name)
        if entry.needs_only_counts:
            return entry.at(self.point.counts, convention=convention, **parameters)
        if self.is_hard:
            return Value.absent(ONE_POINT)
        if self.folds is not None and is_within_folds(entry):
            return self.folds.mean(entry.name, convention=convention, **parameters)
        return entry.of(self.curve, convention=convention, **parameters)

    def metrics(self, *, convention: str | None = None) -> Metrics[Value]:
        """Return every metric of the catalogue with its default parameters, by name."""
        return Metrics(tuple(entry.name for entry in CATALOGUE), partial(self.metric, convention=convention))

    def _movable_to(self, threshold: float) -> int | float:
        if self.is_hard and checked_threshold(threshold) != self.threshold:
            raise BadCall(f"{self.name!r} gave hard predictions: there is one point and no threshold to move.")
        return checked_threshold(threshold)


def each_class(models: Mapping[str, Model], classes: tuple[str, ...], name: str, **parameters: Any) -> dict[str, Value]:
    """Return a metric of each class against the rest; without a score for the class there is none."""
    return {c: models[c].metric(name, **parameters) if c in models else Value.absent(WITHOUT_A_SCORE) for c in classes}


def together_of(models: Sequence[Model]) -> Model:
    """Return one model on the rows of several."""
    amounts = {column: sum_of_parts([model.amounts[column] for model in models]) for column in models[0].amounts}
    total = replace(models[0], table=sum_of_parts([model.table for model in models]), amounts=amounts)
    folds = [model.folds for model in models if model.folds is not None]
    if folds:
        total = replace(total, folds=folds_together(folds, together_of))
    parts = [model.clustered for model in models if model.clustered is not None]
    return replace(total, clustered=together(parts, {total.name: total.table})) if parts else total


class Metrics(Mapping[str, Found], Generic[Found]):
    """Values by metric name, each computed when it is first asked for."""

    def __init__(self, names: tuple[str, ...], compute: Callable[[str], Found]) -> None:
        self._names = names
        self._compute = compute
        self._known: dict[str, Found] = {}

    def __getitem__(self, name: str) -> Found:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._known:
            self._known[name] = self._compute(name)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
