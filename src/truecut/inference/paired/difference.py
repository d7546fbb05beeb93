"""What a comparison finds: a difference of two models, its interval and its p-value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from truecut.catalogue import Metric, Value
from truecut.catalogue.design import Design
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.errors import UnknownName
from truecut.inference.multiple_tests import benjamini_hochberg, holm
from truecut.words.shown import Shown


@dataclass(frozen=True)
class Difference(Shown):
    """By how much a metric of the first model lies above the second one's on the same rows.

    `p_value` is how often chance alone would show a difference at least as large if there were none; `adjusted_p`
    allows for the `family` of comparisons shown together. A ratio is first / second; 1 means no difference.

    >>> import truecut as tc
    >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
    >>> found = c.difference("roc_auc", "logistic", "forest")
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4), found.method
    (0.0016, -0.0065, 0.0098, 'delong-t')
    """

    metric: str
    first: str
    second: str
    value: float | None
    values: tuple[float | None, float | None]  # of the metric, by the first and by the second model
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    p_value: float | None = None
    method: str = ""
    rows: float | None = None  # behind the difference
    note: str = ""  # why there is no interval, or what to know about it
    undefined: str | None = None  # why there is no difference
    is_ratio: bool = False
    at: str = ""  # the operating point, for a metric of four counts
    average: str = ""  # over many classes, where one was asked for
    adjusted_p: float | None = None
    family: int = 1
    standard_error: float | None = None  # of the difference, of the logarithm of a ratio; where the method has one
    statistic: float | None = None  # of the test: t or z, chi-square, for an exact McNemar test the rarer discordance
    degrees_of_freedom: float | None = None  # of Student's t, or of a chi-square

    @property
    def has_interval(self) -> bool:
        """Say whether there is an interval."""
        return self.low is not None


@dataclass(frozen=True, eq=False)
class Pair:
    """Two models on the same rows, and the metric by which they are compared."""

    rows: PlacedRows
    first: Model
    second: Model
    entry: Metric
    parameters: Mapping[str, Any]  # of the metric, all of them
    level: float = 0.95
    replicates: int | None = None  # of a bootstrap; by default as many as the rows allow
    seed: int = 0

    @property
    def models(self) -> tuple[Model, Model]:
        """Return both models."""
        return self.first, self.second

    @cached_property
    def design(self) -> Design:
        """Return how the rows were sampled."""
        clustered = None if self.rows.clusters is None else self.rows
        return Design(self.first.table, clustered, self.first.sampling, mix=self.first.mix)

    @property
    def weights(self) -> Weights:
        """Return what the weights of rows mean."""
        return self.first.table.weights

    @property
    def values(self) -> tuple[float, float]:
        """Return the metric of both models; both must have one."""
        return float(self.value_of(self.first)), float(self.value_of(self.second))

    def value_of(self, model: Model) -> Value:
        """Return the metric of one model; prices it has from its situation."""
        asked = {name: value for name, value in self.parameters.items() if name in self.entry.parameters}
        return model.metric(self.entry.name, **asked)


@dataclass(frozen=True)
class PairedInterval:
    """An interval and a p-value, or in the note why there is none."""

    limits: tuple[float, float] | None
    p_value: float | None
    rows: float
    note: str = ""
    method: str = ""  # where another method than the one asked for had to step in
    standard_error: float | None = None
    statistic: float | None = None
    degrees_of_freedom: float | None = None


MAX_T = "max-t"  # which adjusts intervals too, and needs the rows
ADJUSTMENTS = {"holm": holm, "benjamini-hochberg": benjamini_hochberg}  # the default first


def adjusted(found: list[Difference], adjust: str = "holm") -> tuple[Difference, ...]:
    """Return differences shown together with p-values that allow for their number."""
    if adjust not in ADJUSTMENTS:
        raise UnknownName("adjustment of p-values", adjust, (*ADJUSTMENTS, MAX_T))
    tested = [i for i, difference in enumerate(found) if difference.p_value is not None]
    p_values = ADJUSTMENTS[adjust]([float(found[i].p_value or 0.0) for i in tested])
    by_place = dict(zip(tested, p_values, strict=True))
    return tuple(
        replace(difference, adjusted_p=by_place.get(i), family=len(tested)) for i, difference in enumerate(found)
    )
