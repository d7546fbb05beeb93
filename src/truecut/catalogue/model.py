"""One model on one set of rows: its score table, and the threshold at which it is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from truecut.catalogue import BY_NAME, CATALOGUE, Metric, Value, metric
from truecut.catalogue.class_weights import AS_COUNTED, ONE_CLASS, ClassWeights
from truecut.catalogue.costs import Cost
from truecut.catalogue.curve import Curve
from truecut.catalogue.design import Design, Sampling
from truecut.catalogue.folds import Folds, folds_together, is_within_folds
from truecut.catalogue.metric import NO_ROWS, PrevalenceRole
from truecut.catalogue.point import CountedPoint
from truecut.catalogue.situation import UNSTATED, Situation
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.parts import sum_of_parts
from truecut.counting.placed_rows import PlacedRows, placed_together
from truecut.counting.score_table import ScoreTable
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall, UnknownAttribute
from truecut.words.shown import Shown

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
    situation: Situation = UNSTATED
    class_weights: ClassWeights | None = None  # of the rows where the model is used, if that is elsewhere
    mix: float | None = None  # the share of positives, where it is stated: then it does not vary

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.table!r}, cut at {self.threshold:.6g}>"

    @classmethod
    def of_counts(cls, name: str, counts: Counts) -> Model:
        """Return the model that makes these hard predictions."""
        table = ScoreTable.of_counts(counts.tp, counts.fn, counts.fp, counts.tn)
        return cls(name, table, FLAGGED, is_hard=True)

    @cached_property
    def design(self) -> Design:
        """Return how the rows were sampled."""
        return Design(self.table, self.clustered, self.sampling, self.folds, self.mix)

    @property
    def pooled(self) -> Model:
        """Return the model of all rows as if one model had scored them."""
        return self if self.folds is None else replace(self, folds=None)

    @cached_property
    def moved(self) -> Model:
        """Return the model with its rows weighted by class as they are where it is used; else the model itself."""
        weights = self.class_weights
        if weights is None:
            return self
        if not weights.are_known:
            raise BadCall(f"{ONE_CLASS[0].upper()}{ONE_CLASS[1:]}.")
        table = weights.on_table(self.table)
        return replace(
            self,
            table=table,
            amounts={column: weights.on_table(amounts) for column, amounts in self.amounts.items()},
            clustered=None if self.clustered is None else weights.on_rows(self.clustered, {self.name: table}),
            folds=None if self.folds is None else self.folds.each(lambda fold: fold.moved),
            class_weights=None,
            mix=weights.prevalence,
        )

    def used_for(self, entry: Metric) -> Model:
        """Return the rows by which a metric is to be judged: weighted by class unless it looks at each on its own."""
        is_same = self.class_weights is None or entry.prevalence_is == PrevalenceRole.NOTHING
        return self if is_same else self.moved

    def class_weights_in(self, situation: Situation) -> ClassWeights | None:
        """Return what rows of each class count in a situation; None where they count as they are."""
        if situation.sampled is not None:
            if self.table.is_weighted:
                raise BadCall("Rows are weighted already; sampling rates would weigh them twice.")
            positives, negatives = situation.sampled
            return ClassWeights(1 / positives, 1 / negatives)
        if situation.prevalence is None:
            return None
        return ClassWeights.to(situation.prevalence, self.table.total_positive, self.table.total_negative)

    def given(self, situation: Situation, weights: ClassWeights | None) -> Model:
        """Return the same rows in another situation; the weights of classes are those of the whole they belong to."""
        stated = situation.threshold.get(self.name)
        threshold = self.threshold if self.is_hard else DEFAULT_THRESHOLD if stated is None else stated
        part = None if weights is None else weights.of_a_part
        folds = None if self.folds is None else self.folds.each(lambda fold: fold.given(situation, part))
        return replace(self, situation=situation, class_weights=weights, threshold=threshold, folds=folds)

    @property
    def has_stated_threshold(self) -> bool:
        """Say whether somebody said where it is cut; otherwise that is where probabilities usually are."""
        return self.name in self.situation.threshold or self.threshold != DEFAULT_THRESHOLD

    @cached_property
    def curve(self) -> Curve:
        """Return the counts at every threshold."""
        return Curve(self.table)

    @cached_property
    def point(self) -> CountedPoint:
        """Return the counts at the model's threshold."""
        return self.at(self.threshold)

    def at(self, threshold: float) -> CountedPoint:
        """Return the counts at any threshold; inside a cell of scores counted together its rows are not flagged."""
        threshold = self._movable_to(threshold)
        # Rows that were moved are weighted already, and a part is weighted as the whole is.
        weights = self.class_weights or AS_COUNTED
        if self.is_hard:
            return CountedPoint(self.curve.at(threshold), None, self.situation, weights=weights)
        cell = self.table.cell_split_by(threshold)
        unsure = (0, 0) if cell is None else (self.table.positives[cell].item(), self.table.negatives[cell].item())
        return CountedPoint(self.curve.at(threshold), threshold, self.situation, unsure, weights)

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
        used = self.parameters_of(entry, parameters)
        if self.class_weights is not None and not self.class_weights.are_known and not entry.is_of_each_class:
            return Value.absent(f"{ONE_CLASS}, and of one there are none")
        of = self.used_for(entry)
        if entry.is_priced and self.situation.cost is not None and self.situation.cost.columns:
            return of._cost_of_amounts(entry, self.situation.cost)
        if entry.needs_only_counts:
            return entry.at(of.point.counts, convention=convention, **used)
        if self.is_hard:
            return Value.absent(ONE_POINT)
        if self.folds is not None and is_within_folds(entry):
            return self.folds.mean(entry.name, convention=convention, **parameters)
        return entry.of(of.curve, convention=convention, **used)

    def parameters_of(self, entry: Metric, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a metric, with what the situation says of them."""
        return self.situation.parameters_of(entry, parameters)

    def amounts_at(self, threshold: float) -> dict[str, Counts]:
        """Return what the rows of each outcome are worth, by column of amounts."""
        return {column: CountsCurve(table).at(threshold) for column, table in self.amounts.items()}

    def _cost_of_amounts(self, entry: Metric, cost: Cost) -> Value:
        """Return a cost that follows what rows are worth, which the four counts do not tell."""
        self.require_amounts(cost)
        counts = self.point.counts
        if not counts.rows:
            return Value.absent(NO_ROWS)
        amounts = self.amounts_at(self.threshold)
        return Value(float(cost.total(counts, amounts) if entry.is_total else cost.mean(counts, amounts)))

    def require_amounts(self, cost: Cost) -> None:
        """Refuse prices that follow amounts which were not counted."""
        for column in cost.columns:
            if column not in self.amounts:
                raise BadCall(
                    f"The cost follows {column!r}, and these amounts were not counted; evaluate again with "
                    f"amount={column!r}."
                    if not self.is_hard or self.amounts
                    else f"The cost follows {column!r}, and no amounts were counted; state a number in its place."
                )

    def metrics(self, *, convention: str | None = None) -> Metrics[Value]:
        """Return every metric of the catalogue with its default parameters, by name."""
        return Metrics(tuple(entry.name for entry in CATALOGUE), partial(self.metric, convention=convention))

    def _movable_to(self, threshold: float) -> int | float:
        if self.is_hard and checked_threshold(threshold) != self.threshold:
            raise BadCall(f"{self.name!r} gave hard predictions: there is one point and no threshold to move.")
        return checked_threshold(threshold)


def together_of(models: Sequence[Model]) -> Model:
    """Return one model on the rows of several."""
    amounts = {column: sum_of_parts([model.amounts[column] for model in models]) for column in models[0].amounts}
    total = replace(models[0], table=sum_of_parts([model.table for model in models]), amounts=amounts)
    folds = [model.folds for model in models if model.folds is not None]
    if folds:
        total = replace(total, folds=folds_together(folds, together_of))
    parts = [model.clustered for model in models if model.clustered is not None]
    return replace(total, clustered=placed_together(parts, {total.name: total.table})) if parts else total


if TYPE_CHECKING:
    NotWritten = Mapping
else:

    class NotWritten(Mapping, dict):
        """A mapping that is a dict too, since pandas takes no other for columns; nobody can write to it."""

        def __setitem__(self, name: str, value: object) -> None:
            raise BadCall("Metrics are computed, and cannot be set; dict(metrics) is a copy that can.")


class Metrics(Shown, NotWritten[str, Found], Generic[Found]):
    """Values by metric name, each computed when it is first asked for.

    `pd.DataFrame(metrics)` has a column per metric with the value, the lower and the upper limit.
    """

    def __init__(self, names: tuple[str, ...], compute: Callable[[str], Found]) -> None:
        super().__init__()
        self._names = names
        self._compute = compute
        self._known: dict[str, Found] = {}

    def __getattr__(self, name: str) -> NoReturn:
        """Answer the name of a metric with the way to ask for it."""
        ask = f'; ask metrics["{name}"]' if name in BY_NAME else ""
        raise UnknownAttribute(f"Metrics have no attribute {name!r}{ask}.")

    def __getitem__(self, name: str) -> Found:
        if name not in self._names:
            name = metric(name).name  # another name for it, or an error that knows the right one
        if name not in self._known:
            self._known[name] = self._compute(name)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._names, self._compute)
