"""Models of many classes on the same rows: differences with intervals and tests, verdicts, and do they answer alike?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.class_metric import Average, ClassMetric
from truecut.catalogue.class_metrics import class_metric
from truecut.catalogue.class_reading import ClassWishes, read_matrix
from truecut.catalogue.measures.class_scores import credits_of_ranks
from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.counting.countable import Weights
from truecut.data.rows import Provenance
from truecut.errors import BadCall, UnknownName
from truecut.errors.boundary import answers_for_all
from truecut.inference.intervals import LEVEL
from truecut.inference.many_classes import areas
from truecut.inference.many_classes.paired_metrics import (
    NO_METHOD,
    ClassModel,
    ClassPair,
    by_areas,
    by_mcnemar,
    by_precisions,
    by_row_means,
    by_slopes,
    losses_of,
    scale_of_losses,
)
from truecut.inference.many_classes.symmetry import SymmetryTest, bowker, stuart_maxwell
from truecut.inference.multiple_tests import holm
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import ComparisonOutcome, Gain, Verdict, checked_margin, sign_of
from truecut.inference.paired.wording import verdict_sentence
from truecut.inference.quantiles import checked_level
from truecut.words.several import Several
from truecut.words.shown import Shown

DEFAULT_METRIC = "accuracy"


@answers_for_all
@dataclass(frozen=True, eq=False)
class ClassComparison(Shown):
    """Two or more models of many classes on the same rows."""

    models: Mapping[str, ClassModel]
    read: Provenance
    level: float = LEVEL
    prices: Mapping[str, Any] = field(default_factory=dict)  # as stated: `costs` of cells, and `unsure`

    def __post_init__(self) -> None:
        if len(self.models) < 2:
            raise BadCall("A comparison needs two models or more.")
        checked_level(self.level)
        first = next(iter(self.models.values()))
        for model in self.models.values():
            if model.rows.classes != first.rows.classes or not np.array_equal(model.rows.truth, first.rows.truth):
                raise BadCall(
                    f"{model.name!r} and {first.name!r} are not of the same rows: their true classes differ; evaluate "
                    "both on one table, with the same classes."
                )

    def beside(self, reference: str) -> ClassComparison:
        """Return the same models, each told as it stands beside the reference; all in order where none is named.

        `reference` is the name of a model.

        >>> import truecut as tc
        >>> a, b = (tc.example("rare-digits").evaluate(predicted=name) for name in ("logistic", "forest"))
        >>> tuple(a.compare(b, names=("logistic", "forest")).beside("logistic").models)
        ('forest', 'logistic')
        """
        if not reference:
            return self
        own = self._model(reference)
        others = {name: model for name, model in self.models.items() if name != reference}
        return replace(self, models={**others, reference: own})

    def difference(
        self,
        name: str,
        first: str,
        second: str,
        average: Average | str | None = None,
        *,
        level: float | None = None,
        **parameters: Any,
    ) -> Difference:
        """Return by how much a metric of the first model lies above the second's, with interval and test.

        `first` and `second` are names of models. `name` is that of the metric, `average` how it is taken over classes,
        and `parameters` are its own. `level` is how sure the interval is.

        >>> import truecut as tc
        >>> c = tc.compare(tc.example("rare-digits").path, label="digit", predicted=["logistic", "forest"])
        >>> c.difference("f1", "forest", "logistic", "macro")
        <Difference: forest less logistic in F1: +0.044 (-0.037 to +0.121), p = 0.266>
        """
        pair = ClassPair(
            self._model(first),
            self._model(second),
            class_metric(name),
            ClassWishes(average),
            checked_level(level or self.level),
        )
        if isinstance(pair.entry, ClassMetric) and pair.entry.weighs_cells == "costs":
            parameters = {**self.prices, **parameters}
        values = tuple(_value(model, pair, parameters) for model in pair.models)
        plain = Difference(
            pair.entry.name,
            first,
            second,
            None if values[0] is None or values[1] is None else values[0] - values[1],
            (values[0], values[1]),
            level=pair.level,
            rows=_number_of(pair.first.rows),
            average="" if pair.wishes.average is None else Average(pair.wishes.average).value,
        )
        if plain.value is None:
            return replace(plain, undefined="one of the models has no value")
        if not isfinite(plain.value):
            return replace(plain, value=None, undefined="an infinite value has no difference")
        if pair.entry.no_interval:
            return replace(plain, note=pair.entry.no_interval)
        return _found(pair, plain, parameters)

    def differences(
        self, name: str = DEFAULT_METRIC, average: Average | str | None = None, **parameters: Any
    ) -> Several[Difference]:
        """Return the differences of all pairs of models, with p-values that allow for their number (Holm).

        `name` is that of the metric, `average` how it is taken over classes, and `parameters` are its own.

        >>> import truecut as tc
        >>> c = tc.compare(tc.example("rare-digits").path, label="digit", predicted=["logistic", "forest"])
        >>> len(c.differences("kappa"))
        1
        """
        found = [self.difference(name, a, b, average, **parameters) for a, b in combinations(self.models, 2)]
        adjusted = iter(holm([one.p_value for one in found if one.p_value is not None]))
        return Several(
            replace(one, family=len(found), adjusted_p=None if one.p_value is None else next(adjusted)) for one in found
        )

    def verdict(
        self,
        first: str,
        second: str,
        *,
        metric: str = DEFAULT_METRIC,
        average: Average | str | None = None,
        margin: float | None = None,
        level: float | None = None,
        **parameters: Any,
    ) -> Verdict:
        """Say whether the first model is better, worse, tied within a margin, not worse, or whether data is lacking.

        `first` and `second` are names of models. `metric` decides, taken over classes as `average` says, with its own
        `parameters`; `margin` is the smallest difference that would matter. `level` is how sure the interval is.

        >>> import truecut as tc
        >>> c = tc.compare(tc.example("rare-digits").path, label="digit", predicted=["logistic", "forest"])
        >>> c.verdict("forest", "logistic", metric="accuracy").outcome.value
        'not enough data'
        """
        entry, wide, limit = class_metric(metric), checked_level(level or self.level), checked_margin(margin)
        sign_of(entry)
        two_sided = self.difference(metric, first, second, average, level=wide, **parameters)
        one_sided = two_sided
        if wide > 0.5:
            one_sided = self.difference(metric, first, second, average, level=2 * wide - 1, **parameters)
        gain = Gain.of(entry, two_sided, one_sided)
        outcome = ComparisonOutcome.NOT_ENOUGH_DATA if gain is None else gain.outcome(limit)
        more = None
        if gain is not None and outcome == ComparisonOutcome.NOT_ENOUGH_DATA and isfinite(gain.high - gain.low):
            more = gain.more_rows(limit, wide, float(two_sided.rows or 0))
        sentence = verdict_sentence(outcome, two_sided, one_sided, limit, more)
        return Verdict(outcome, sentence, two_sided, limit, more, (two_sided.note,) if two_sided.note else ())

    def answers(self, first: str, second: str) -> NDArray[np.int64]:
        """Return rows by the answer of the first model (down) and of the second (across); unsure is the last.

        `first` and `second` are names of models.

        >>> import truecut as tc
        >>> c = tc.compare(["a", "b", "c"] * 3, predicted={"x": ["a", "b", "c"] * 3, "y": ["a", "b", "b"] * 3})
        >>> c.answers("x", "y").tolist()
        [[3, 0, 0], [0, 3, 0], [0, 3, 0]]
        """
        rows = self._model(first).rows
        # A repeated row is as many; rows that differ in importance are told as they are.
        each = rows.weight if rows.weights_are == Weights.REPEATED else np.ones(len(rows), np.int64)
        return self._cells(first, second, each).astype(np.int64)

    def _cells(self, first: str, second: str, column: NDArray[Any]) -> NDArray[Any]:
        """Add up a column of the rows by both answers."""
        one, other = self._model(first).rows, self._model(second).rows
        size = len(one.classes) + 1
        both = (np.where(rows.answers == UNSURE, size - 1, rows.answers) for rows in (one, other))
        cells = np.zeros((size, size), column.dtype)
        np.add.at(cells, tuple(both), column)
        return cells if cells[-1].any() or cells[:, -1].any() else cells[:-1, :-1]

    def symmetry(self, first: str, second: str) -> tuple[SymmetryTest, SymmetryTest]:
        """Test whether the models answer alike: Bowker's test of each exchange, Stuart & Maxwell's of the margins.

        They say that models answer differently, never which is better: `difference` and `verdict` do. `first` and
        `second` are names of models.

        >>> import truecut as tc
        >>> c = tc.compare(tc.example("rare-digits").path, label="digit", predicted=["logistic", "forest"])
        >>> [test.name for test in c.symmetry("logistic", "forest")]
        ['Bowker', 'Stuart-Maxwell']
        """
        rows = self._model(first).rows
        answers = self._cells(first, second, rows.weight.astype(float))
        squares = self._cells(first, second, rows.squared_weight.astype(float))
        return bowker(answers, squares), stuart_maxwell(answers, squares)

    def _model(self, name: str) -> ClassModel:
        if name not in self.models:
            raise UnknownName("model", name, self.models)
        return self.models[name]


def _number_of(rows: ClassRows) -> float:
    return float(rows.weight.sum() if rows.weights_are == Weights.REPEATED else len(rows))


def _value(model: ClassModel, pair: ClassPair, parameters: Mapping[str, Any]) -> float | None:
    if _is_of_matrix(pair.entry):
        return read_matrix(model.matrix, pair.entry.name, pair.wishes, parameters).value.value
    return model.scores.value(pair.entry.name, pair.wishes, **parameters).value


def _is_of_matrix(entry: Metric) -> bool:
    return entry.is_of_matrix if isinstance(entry, ClassMetric) else entry.needs_only_counts


def _found(pair: ClassPair, plain: Difference, parameters: Mapping[str, Any]) -> Difference:
    """Find the interval by the method that the metric has."""
    if _is_of_matrix(pair.entry):
        readings = tuple(read_matrix(model.matrix, pair.entry.name, pair.wishes, parameters) for model in pair.models)
        share = readings[0].share or (pair.entry.share_of if isinstance(pair.entry, ClassMetric) else "")
        if share:
            return by_mcnemar(pair, plain, of_wrong=share == "fnr")
        if readings[0].weights is not None and "cost" in pair.entry.name:
            return by_row_means(pair, plain, _prices(pair, readings), _rows_of_total(pair))
        return by_slopes(pair, plain, (readings[0], readings[1]))
    if isinstance(pair.entry, ClassMetric) and pair.entry.losses_are and not pair.entry.name.endswith("_skill"):
        losses = [losses_of(model.rows, pair.entry.losses_are) for model in pair.models]
        return by_row_means(pair, plain, losses, scale_of_losses(pair.entry, len(pair.first.rows.classes)))
    if pair.entry.name == "top_k_accuracy":
        return by_row_means(pair, plain, [_credits(model, pair, parameters) for model in pair.models], 1.0)
    if pair.entry.name == "roc_auc_pairs":
        return by_areas(pair, plain, areas.parts_of_pairs)
    if pair.entry.name == "roc_auc" and pair.wishes.average_or_macro == Average.MICRO:
        parts = [areas.parts_of_micro(model.rows) for model in pair.models]
        return by_row_means(pair, plain, parts, 1.0)
    if pair.entry.name == "average_precision" and pair.wishes.average_or_macro != Average.MICRO:
        return by_precisions(pair, plain)
    if pair.entry.name == "roc_auc":
        return by_areas(pair, plain, areas.parts_one_versus_rest)
    return replace(plain, note=NO_METHOD)


def _prices(pair: ClassPair, readings: tuple[Any, ...]) -> list[NDArray[np.float64]]:
    found = []
    for model, reading in zip(pair.models, readings, strict=True):
        given = model.rows.answers != UNSURE
        prices = reading.weights[model.rows.truth, np.where(given, model.rows.answers, 0)].astype(float)
        found.append(np.where(given, prices, reading.unsure_price))
    return found


def _rows_of_total(pair: ClassPair) -> float:
    return 1 / float(pair.first.rows.weight.sum()) if pair.entry.is_total else 1.0


def _credits(model: ClassModel, pair: ClassPair, parameters: Mapping[str, Any]) -> NDArray[np.float64]:
    """Return what each row adds to top-k accuracy."""
    rows, asked = model.rows, pair.entry.chosen(parameters)
    assert rows.scores is not None
    own = rows.scores[np.arange(len(rows)), rows.truth][:, None]
    above, equal = (rows.scores > own).sum(axis=1), (rows.scores == own).sum(axis=1)
    return credits_of_ranks(above, equal, int(asked["k"]), asked["ties"])
