"""A point as it was counted: four counts, the threshold they belong to, and every metric that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.catalogue.class_weights import ONE_CLASS, ClassWeights
from truecut.catalogue.situation import UNSTATED, Situation
from truecut.counting.counts import Counts
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall
from truecut.words.numerals import count
from truecut.words.shown import Shown


@dataclass(frozen=True)
class CountedPoint(Shown):
    """Counts at one threshold; without a threshold if they were given as counts or predictions.

    Its metrics are values alone: a threshold that was chosen on its rows flatters them, and an interval of the counts
    would not know. `truecut.inference.point.Point` has intervals.

    >>> CountedPoint(Counts(tp=30, fn=10, fp=5, tn=55)).metric("recall").value
    0.75
    """

    counts: Counts
    threshold: float | None = None
    situation: Situation = UNSTATED  # what is asked about: prices, and how common positives are elsewhere
    unsure: tuple[float, float] = (0, 0)  # positives and negatives of a cell that the threshold cuts: none is flagged
    weights: ClassWeights | None = field(default=None, compare=False, repr=False)  # of the model whose point it is

    def __post_init__(self) -> None:
        if self.threshold is not None:
            object.__setattr__(self, "threshold", checked_threshold(self.threshold))

    def metric(self, name: str, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return one metric by name or alias.

        `name` is that of the metric and `parameters` its own. `convention` names a rule for what is undefined, such as
        "zero".

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.choose("youden").point.metric("recall").value > 0.9
        True
        """
        entry = metric(name)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} needs {entry.needs.value}, and four counts do not tell them.")
        if entry.is_priced and self.situation.cost is not None and self.situation.cost.columns:
            raise BadCall(
                f"Four counts carry no amounts; state a number in place of {self.situation.cost.columns[0]!r}."
            )
        there = self.counts if entry.is_of_each_class else self._counts_there
        if there is None:
            return Value.absent(f"{ONE_CLASS}, and of one there are none")
        return entry.at(there, convention=convention, **self.situation.parameters_of(entry, parameters))

    def given(self, **parts: Any) -> Self:
        """Return the same counts in another situation: with prices, or with positives as common as stated.

        `parts` are `cost`, a `Cost` or a dictionary of prices, and `prevalence`.

        >>> import truecut as tc
        >>> tc.counts(tp=30, fn=10, fp=5, tn=55).given(cost={"fp": 1, "fn": 10}).metric("cost").value
        1.05
        """
        if parts.get("threshold") is not None:
            raise BadCall("Four counts are one point, and there is no threshold to move.")
        return replace(self, situation=self.situation.given(**parts), weights=None)

    @property
    def _counts_there(self) -> Counts | None:
        """Return the counts to expect where the model is used; None where a class is absent, so that nobody knows."""
        if self.weights is not None:
            return self.weights.on_counts(self.counts) if self.weights.are_known else None
        if self.situation.sampled is not None:
            positives, negatives = self.situation.sampled
            return ClassWeights(1 / positives, 1 / negatives).on_counts(self.counts)
        if self.situation.prevalence is None:
            return self.counts
        seen = self.counts
        weights = ClassWeights.to(self.situation.prevalence, seen.tp + seen.fn, seen.fp + seen.tn)
        return weights.on_counts(seen) if weights.are_known else None

    def possible(self, name: str, **parameters: Any) -> tuple[float, float]:
        """Return the lowest and the highest value of a metric, as far as the rows of a cell that is cut may be flagged.

        They are looked for where all or none of the unsure rows of each class are flagged. `name` is that of the metric
        and `parameters` its own.

        >>> CountedPoint(Counts(tp=30, fn=10, fp=5, tn=55), 0.5, unsure=(2, 0)).possible("recall")
        (0.75, 0.8)
        """
        tp, fp, (more_tp, more_fp) = self.counts.tp, self.counts.fp, self.unsure
        ways = [
            Counts(tp + p, fp + n, self.counts.fn - p, self.counts.tn - n) for p in (0, more_tp) for n in (0, more_fp)
        ]
        bounds = metric(name).bounds
        # Not this point with other counts: one that knows its model asks that.
        points = [CountedPoint(way, self.threshold, self.situation, weights=self.weights) for way in ways]
        values = [point.metric(name, **parameters).value for point in points]
        # Where it is undefined in one of the ways, it may be anything close to it.
        known = [end for value in values for end in (bounds if value is None else (value, value))]
        return min(known), max(known)

    def metrics(self, *, convention: str | None = None) -> Mapping[str, Value]:
        """Return every metric of four counts, by name.

        `convention` names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> "recall" in e.choose("youden").point.metrics()
        True
        """
        names = [entry.name for entry in CATALOGUE if entry.needs_only_counts]
        return {name: self.metric(name, convention=convention) for name in names}

    @property
    def said_of_unsure(self) -> str:
        """Say which counts are not known exactly; nothing if all are."""
        if not any(self.unsure):
            return ""
        p, n = map(count, self.unsure)
        return f"The threshold lies inside a cell of scores counted together: up to {p} more tp and {n} more fp."
