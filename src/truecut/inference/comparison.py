"""Models compared on the same rows: by how much they differ, and how sure one can be of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from math import isfinite, isnan
from typing import Any, NoReturn

from truecut.catalogue import Metric
from truecut.catalogue import metric as entry_of
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.placed_rows import PlacedRows
from truecut.data.rows import Provenance
from truecut.errors import BadCall, UnknownName
from truecut.errors.boundary import answers_for_all
from truecut.errors.foreign_attributes import OF_COMPARISON, foreign_attribute
from truecut.inference.hidden_in_cells import widened_difference
from truecut.inference.interval_request import joined
from truecut.inference.intervals import LEVEL, estimate
from truecut.inference.paired.best import ModelRanking, ModelStanding, first_places, shares_of_first
from truecut.inference.paired.cells import DRAWS
from truecut.inference.paired.criterion import Criterion, criterion_of, idle_accuracy, not_the_best, verdict_by
from truecut.inference.paired.difference import MAX_T, Difference, Pair, adjusted
from truecut.inference.paired.disagreement import Disagreements, disagreements
from truecut.inference.paired.dominance import Dominance, dominance_of
from truecut.inference.paired.found_difference import ComparisonPoint
from truecut.inference.paired.in_folds import difference_of
from truecut.inference.paired.many import JointTest, joint_test
from truecut.inference.paired.operating_points import OperatingPoint, operating_point
from truecut.inference.paired.resampling import MetricAtPoint, PairedBootstrap, cut_at, values_in_draws
from truecut.inference.paired.simultaneous import simultaneous_differences, widening
from truecut.inference.paired.verdict import ComparisonOutcome, Gain, Verdict, checked_margin, margin_notes, sign_of
from truecut.inference.paired.wording import ranking_answer, verdict_sentence
from truecut.inference.point import Point
from truecut.inference.quantiles import checked_level
from truecut.inference.unpaired import (
    HasOneModel,
    UnpairedRequest,
    compare_unpaired,
    first_places_of_counts,
    unpaired_difference,
)
from truecut.words import DEFAULT, Words
from truecut.words.several import Several
from truecut.words.shown import Shown

DEFAULT_METRIC = "roc_auc"
NOT_PAIRED = "which row is which is not known, so the models are compared as if on different rows"
FLATTERED = "the leader was chosen on these rows, so its value is a little flattering"

At = OperatingPoint | str | Mapping[str, Any]


@dataclass(frozen=True)
class DifferenceRequest:
    """What is asked of two models: a metric, where they are cut, and how the answer is found."""

    entry: Metric
    names: tuple[str, str]
    at: OperatingPoint
    method: str | None
    level: float | None  # that of the comparison where none is said
    parameters: Mapping[str, Any]
    of_ratio: bool = False


@answers_for_all
@dataclass(frozen=True, eq=False)
class Comparison(Shown):
    """Two or more models on the same rows.

    Ask for a `difference`, a `verdict`, the `ranking` of all, the rows on which two disagree, or whether one curve lies
    `above` another. Without `rows` (four counts, or a saved evaluation) they are compared as if on different rows.

    >>> import truecut as tc
    >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
    >>> c.difference("recall", "logistic", "forest")
    <Difference: logistic less forest in recall: +0.019 (-0.018 to +0.059), p = 0.302>
    """

    read: Provenance
    models: Mapping[str, Model]
    rows: PlacedRows | None = None
    words: Words = DEFAULT
    reference: str = ""  # the model that others are compared with; the first one if not said
    level: float = LEVEL
    replicates: int | None = None  # of a bootstrap; by default as many as the rows allow
    seed: int = 0
    ids: tuple[Any, ...] | None = None  # of all rows that were read
    _found: dict[str, Difference] = field(default_factory=dict, init=False, repr=False)  # by what was asked

    def __post_init__(self) -> None:
        if len(self.models) < 2:
            raise BadCall(f"A comparison needs two models or more, but there is only {next(iter(self.models))!r}.")
        checked_level(self.level)
        object.__setattr__(self, "reference", self.reference or next(iter(self.models)))
        self._model(self.reference)

    def __getattr__(self, name: str) -> NoReturn:
        """Answer what other libraries call things with the way to ask."""
        raise foreign_attribute("A comparison", name, OF_COMPARISON) or AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}"
        )

    def __getitem__(self, name: object) -> NoReturn:
        """Answer brackets with the ways to ask."""
        raise BadCall(f'Ask c.models[{name!r}] for a model, c.difference("roc_auc", "a", "b") for two of them.')

    __iter__ = None  # it has places by no number

    def difference(
        self,
        name: str,
        first: str,
        second: str,
        *,
        at: At = "own",
        method: str | None = None,
        level: float | None = None,
        **parameters: Any,
    ) -> Difference:
        """Return by how much a metric of the first model lies above the second's.

        `first` and `second` are names of models. `name` is that of the metric and `parameters` its own. A metric of
        four counts is taken `at` the models' own thresholds, or at a common operating point: "same share flagged" (as
        many rows as the reference flags), "same recall", {"share_flagged": 0.05}, {"recall": 0.9}. There all metrics
        ask the same question, whose test allows for thresholds that were found on the rows. `method` names another way
        than the default one, such as "exact", "delong-z" or "bootstrap". `level` is how sure the interval is, as the
        situation says if left out.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
        >>> c.difference("roc_auc", "logistic", "forest")
        <Difference: logistic less forest in ROC AUC: +0.002 (-0.007 to +0.010), p = 0.692>
        >>> c.difference("precision", "logistic", "forest", at={"recall": 0.9}).method
        'local-slope'
        """
        point = operating_point(at)
        asked = repr((name, first, second, point, method, level or self.level, parameters))
        if asked not in self._found:
            wanted = DifferenceRequest(entry_of(name), (first, second), point, method, level, parameters)
            self._found[asked] = self._difference(wanted)
        return self._found[asked]

    def ratio(
        self,
        name: str,
        first: str,
        second: str,
        *,
        at: At = "own",
        method: str | None = None,
        level: float | None = None,
        **parameters: Any,
    ) -> Difference:
        """Return how many times the second model's value of a metric of four counts the first one's is.

        `first` and `second` are names of models. `name`, `at`, `method` and `parameters` are those of `difference`.
        `level` is how sure the interval is, as the situation says if left out.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
        >>> c.ratio("recall", "logistic", "forest")
        <Difference: recall of logistic is 1.020 times that of forest (0.984 to 1.058), p = 0.285>
        """
        entry = entry_of(name)
        if not entry.needs_only_counts:
            raise BadCall(f"Ratios are for metrics of four counts; ask for the difference of {entry.name}.")
        wanted = DifferenceRequest(
            entry, (first, second), operating_point(at), method, level, parameters, of_ratio=True
        )
        return self._difference(wanted)

    def differences(
        self,
        name: str = DEFAULT_METRIC,
        *,
        at: At = "own",
        level: float | None = None,
        adjust: str = "holm",
        **parameters: Any,
    ) -> Several[Difference]:
        """Return the differences of all pairs of models, with p-values that allow for their number.

        `name`, `at` and `parameters` are those of `difference`. `level` is how sure the interval is, as the situation
        says if left out. `adjust` is "holm", or by name "benjamini-hochberg", which lets a share of what is found be
        false, or "max-t", which makes the intervals hold together too.

        >>> import truecut as tc
        >>> c = tc.compare(tc.example("breast-cancer").path, label="diagnosis", positive="malignant")
        >>> [(one.first, one.second, round(one.adjusted_p, 3)) for one in c.differences("roc_auc")]
        [('logistic', 'forest', 0.692), ('logistic', 'naive_bayes', 0.305), ('forest', 'naive_bayes', 0.305)]
        """
        found = [self.difference(name, a, b, at=at, level=level, **parameters) for a, b in combinations(self.models, 2)]
        return Several(self._adjusted(found, adjust, at, parameters), "Difference")

    def simultaneous(
        self, name: str = DEFAULT_METRIC, *, at: At = "own", level: float | None = None, **parameters: Any
    ) -> Several[Difference]:
        """Return the differences of all pairs with intervals that hold together, by draws of the rows (max-t).

        `name`, `at` and `parameters` are those of `difference`. `level` is how sure the interval is, as the situation
        says if left out.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate().compare(replicates=200)
        >>> [one.method for one in c.simultaneous("roc_auc")]
        ['max-t', 'max-t', 'max-t']
        """
        return self.differences(name, at=at, level=level, adjust=MAX_T, **parameters)

    def joint_test(self, name: str = DEFAULT_METRIC, *, method: str | None = None) -> JointTest:
        """Test whether the models differ at all: areas by DeLong's covariance and Hotelling's F, shares by Cochran's Q.

        `name` is that of the metric. `method="delong-chi-square"` takes the covariance of areas for known, as DeLong
        does: for many rows, or to reproduce.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
        >>> round(c.joint_test("roc_auc").p_value, 2)
        0.69
        """
        self._refuse_folds("Joint tests")
        return joint_test(self._rows("Joint tests"), list(self.models.values()), entry_of(name), method)

    def verdict(
        self,
        first: str,
        second: str,
        *,
        metric: str | None = None,
        margin: float | None = None,
        at: At = "own",
        level: float | None = None,
        **parameters: Any,
    ) -> Verdict:
        """Say whether the first model is better, worse, tied within a margin, not worse, or whether data is lacking.

        `first` and `second` are names of models. Without `metric` the situation decides: by stated costs; else by the
        area of scores, and by recall and specificity together where predictions are hard. `margin` is the smallest
        difference that would matter, chosen before looking. `at` and `parameters` are those of `difference`. `level` is
        how sure the interval is, as the situation says if left out.

        >>> import truecut as tc
        >>> c = tc.example("spam").evaluate().compare()
        >>> c.verdict("boosted", "logistic", margin=0.005).outcome.value
        'better'
        """
        criterion = self.criterion
        if metric is None and margin is None and at == "own":
            if criterion != Criterion.AREA:
                return verdict_by(criterion, self, first, second, checked_level(level or self.level))
            metric = criterion.metric
        entry, wide = entry_of(metric or criterion.metric), checked_level(level or self.level)
        sign_of(entry)
        limit = checked_margin(margin)
        ask = partial(self.difference, entry.name, first, second, at=at, **parameters)
        two_sided = ask(level=wide)
        # Two one-sided tests at 1 - level each leave an interval of twice that outside.
        one_sided = ask(level=2 * wide - 1) if wide > 0.5 else two_sided
        gain = Gain.of(entry, two_sided, one_sided)
        outcome = ComparisonOutcome.NOT_ENOUGH_DATA if gain is None else gain.outcome(limit)
        winner = {ComparisonOutcome.BETTER: first, ComparisonOutcome.WORSE: second}.get(outcome)
        if winner is not None and (idle := idle_accuracy(entry, self.models[winner])):
            return Verdict(ComparisonOutcome.IDLE, f"{idle}.", two_sided, limit, None, ())
        more = None
        if gain is not None and outcome == ComparisonOutcome.NOT_ENOUGH_DATA and isfinite(gain.high - gain.low):
            more = gain.more_rows(limit, wide, float(self.read.rows))
        sentence = verdict_sentence(outcome, two_sided, one_sided, limit, more)
        notes = (*margin_notes(entry, two_sided, limit), *((two_sided.note,) if two_sided.note else ()))
        return Verdict(outcome, sentence, two_sided, limit, more, notes)

    def ranking(
        self,
        name: str | None = None,
        *,
        at: At = "own",
        level: float | None = None,
        adjust: str = "holm",
        **parameters: Any,
    ) -> ModelRanking:
        """Say which model is best: values, how far each is behind the leader, and how often each comes first.

        `name` is that of the metric, which the situation decides if left out; `at`, `adjust` and `parameters` are those
        of `differences`. `level` is how sure the interval is, as the situation says if left out.

        >>> import truecut as tc
        >>> ranking = tc.example("breast-cancer").evaluate().compare(replicates=200).ranking("roc_auc")
        >>> ranking.tied
        ('forest', 'naive_bayes')
        """
        is_by_criterion, name = name is None, name or self.criterion.metric
        entry, wide = entry_of(name), checked_level(level or self.level)
        point = self._point(entry, operating_point(at))
        found = self.standings(name, at=at, level=wide, adjust=adjust, **parameters)
        places, draws = self._first_places(entry, point, parameters)
        standings = tuple(replace(one, first_place=places.get(one.model)) for one in found)
        told = [one.behind for one in standings if one.behind is not None]
        tied = tuple(d.second for d in told if d.adjusted_p is None or d.adjusted_p > 1 - wide)
        drawn = "" if draws is None else f"who comes first is the share of {draws:,} draws, seed {self.seed}"
        note = joined(FLATTERED, drawn, "" if self.rows is not None else NOT_PAIRED)
        by = self.criterion if is_by_criterion else None
        but = not_the_best(by, entry, [self.models[one.model] for one in standings])
        answer = ranking_answer(entry, standings, tied, draws, but)
        return ModelRanking(entry.name, answer, standings, tied, wide, self._where(entry, point), note, but)

    def standings(
        self,
        name: str = DEFAULT_METRIC,
        *,
        at: At = "own",
        level: float | None = None,
        adjust: str = "holm",
        **parameters: Any,
    ) -> Several[ModelStanding]:
        """Return the models from the best to the worst with the distance to the leader, without drawing rows.

        `name`, `at`, `adjust` and `parameters` are those of `differences`. `level` is how sure the interval is, as the
        situation says if left out.

        >>> import truecut as tc
        >>> [one.model for one in tc.example("breast-cancer").evaluate().compare().standings("roc_auc")]
        ['logistic', 'forest', 'naive_bayes']
        """
        entry, wide = entry_of(name), level or self.level
        point, sign = self._point(entry, operating_point(at)), sign_of(entry)
        cut = self._cut(entry, point)
        found = {model: estimate(one, entry.name, level=wide, **parameters) for model, one in cut.items()}
        lacking = {model: one for model, one in found.items() if one.value is None}
        if lacking:
            model, one = next(iter(lacking.items()))
            raise BadCall(f"The models cannot be ranked by {entry.name}: {model} has none, since {one.undefined}.")
        order = sorted(found, key=lambda model: -sign * float(found[model]))
        apart = [self.difference(name, order[0], model, at=at, level=wide, **parameters) for model in order[1:]]
        behind = self._adjusted(apart, adjust, at, parameters)
        return Several(
            ModelStanding(model, found[model], None if not i else behind[i - 1]) for i, model in enumerate(order)
        )

    def above(
        self, first: str, second: str, *, fpr: tuple[float, float] = (0.0, 1.0), level: float | None = None
    ) -> Dominance:
        """Say whether the first ROC curve lies above the second everywhere in a range of false positive rates.

        `first` and `second` are names of models. `fpr` is the range. `level` is how sure the interval is, as the
        situation says if left out.

        >>> import truecut as tc
        >>> c = tc.example("spam").evaluate().compare()
        >>> c.above("boosted", "logistic", fpr=(0.02, 0.2)).answer.value
        'not sure'
        """
        self._refuse_folds("Curves")
        rows, one, other = self._rows("Curves"), self._model(first), self._model(second)
        if one.is_hard or other.is_hard:
            raise BadCall("Hard predictions are one point and have no curve.")
        wide = checked_level(level or self.level)
        return dominance_of(rows, (one, other), fpr, wide, self._bootstrap)

    def disagreements(self, first: str, second: str) -> Disagreements:
        """Return the rows on which two models decide differently at their own thresholds.

        `first` and `second` are names of models.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
        >>> c.disagreements("logistic", "forest").to_frame().shape
        (26, 6)
        """
        return disagreements(self._rows("Disagreements"), self._model(first), self._model(second), self.ids)

    @staticmethod
    def unpaired(
        first: HasOneModel | Point, second: HasOneModel | Point, name: str = DEFAULT_METRIC, **options: Any
    ) -> Difference:
        """Return the difference of two evaluations on different rows; see `compare_unpaired`.

        `first` and `second` are evaluations or counts, `name` is that of the metric, and `options` are those of
        `compare_unpaired`.

        >>> import truecut as tc
        >>> old, new = (tc.counts(tp=n, fn=50 - n, fp=5, tn=45) for n in (30, 45))
        >>> tc.Comparison.unpaired(new, old, "recall")
        <Difference: the first less the second in recall: +0.300 (+0.132 to +0.449), p < 0.001>
        """
        return compare_unpaired(first, second, name, **options)

    @property
    def situation(self) -> Situation:
        """Return what the comparison is asked about."""
        return next(iter(self.models.values())).situation

    @property
    def criterion(self) -> Criterion:
        """Return by what the models are compared where nobody says it."""
        return criterion_of(self)

    @property
    def _bootstrap(self) -> PairedBootstrap:
        return PairedBootstrap(self.replicates, self.seed)

    def _model(self, name: str) -> Model:
        if name not in self.models:
            raise UnknownName("model", str(name), self.models)
        return self.models[name]

    @property
    def has_folds(self) -> bool:
        """Say whether the scores come from a cross-validation."""
        return any(model.folds is not None for model in self.models.values())

    def _refuse_folds(self, what: str) -> None:
        if self.has_folds:
            raise BadCall(f"{what} do not know folds; compare the models of a cross-validation pair by pair.")

    def _rows(self, what: str) -> PlacedRows:
        if self.rows is None:
            raise BadCall(f"{what} need the rows behind the models, and only their counts are at hand.")
        return self.rows

    def _point(self, entry: Metric, point: OperatingPoint) -> OperatingPoint:
        if not point.is_own and not entry.needs_only_counts:
            raise BadCall(f"{entry.name} looks at every threshold, so it has no operating point; leave out at.")
        if not point.is_own and any(model.is_hard for model in self.models.values()):
            raise BadCall("Hard predictions have no threshold to move, so they have no common operating point.")
        return point

    def _where(self, entry: Metric, point: OperatingPoint) -> str:
        has_thresholds = any(not model.is_hard for model in self.models.values())
        return point.words(self.reference) if entry.needs_only_counts and has_thresholds else ""

    def _cut(self, entry: Metric, point: OperatingPoint) -> dict[str, Model]:
        """Return the models as they are judged: cut where the operating point is, on the rows as they are."""
        models = self._used_for(entry)[1]
        if point.is_own or not entry.needs_only_counts:
            return dict(models)
        return cut_at(models, point, self.reference)

    def _used_for(self, entry: Metric) -> tuple[PlacedRows | None, Mapping[str, Model]]:
        """Return the rows and the models on them by which a metric is judged: as they count where models are used."""
        weights = next(iter(self.models.values())).class_weights
        if weights is None or not weights.are_known or entry.is_of_each_class:
            return self.rows, self.models
        return self._moved

    @cached_property
    def _moved(self) -> tuple[PlacedRows | None, Mapping[str, Model]]:
        models = {name: model.moved for name, model in self.models.items()}
        weights = next(iter(self.models.values())).class_weights
        if self.rows is None or weights is None:
            return self.rows, models
        return weights.on_rows(self.rows, {name: model.table for name, model in models.items()}), models

    def _chosen(self, entry: Metric, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters of a metric, with what the situation says of them."""
        return entry.chosen(next(iter(self.models.values())).parameters_of(entry, parameters))

    def _difference(self, wanted: DifferenceRequest) -> Difference:
        entry, (first, second), parameters = wanted.entry, wanted.names, wanted.parameters
        point, wide = self._point(entry, wanted.at), checked_level(wanted.level or self.level)
        if first == second:
            raise BadCall(f"{first!r} is compared with itself; name two models.")
        for name in (first, second):
            self._model(name)
        rows, models = self._used_for(entry)
        cut, chosen = self._cut(entry, point), self._chosen(entry, parameters)
        one, other, where = cut[first], cut[second], self._where(entry, point)
        if rows is None:
            if wanted.of_ratio or not point.is_own:
                raise BadCall(f"{NOT_PAIRED[:1].upper()}{NOT_PAIRED[1:]}: differences at their own thresholds only.")
            unpaired = UnpairedRequest(entry, parameters, wanted.names, wide, wanted.method)
            found = unpaired_difference(one, other, unpaired)
            return replace(found, note=joined(NOT_PAIRED, found.note), at=where)
        pair = Pair(rows, one, other, entry, chosen, wide, self.replicates, self.seed)
        meeting = ComparisonPoint(point, models, self.reference)
        found = difference_of(pair, meeting, wanted.method, of_ratio=wanted.of_ratio, where=where)
        return widened_difference(found, one, other, parameters)

    def _adjusted(
        self, found: list[Difference], adjust: str, at: At, parameters: Mapping[str, Any]
    ) -> tuple[Difference, ...]:
        """Return differences shown together with p-values, or intervals too, that allow for their number."""
        if adjust != MAX_T:
            return adjusted(found, adjust)
        self._refuse_folds("Simultaneous intervals")
        entry = entry_of(found[0].metric)
        rows, used = self._rows("Simultaneous intervals"), self._used_for(entry)
        point = self._point(entry, operating_point(at))
        wanted = MetricAtPoint(entry, self._chosen(entry, parameters), point, self.reference)
        drawn = values_in_draws(used[0] or rows, list(used[1].values()), wanted, self._bootstrap)
        note = f"bootstrap of {drawn.shape[1]:,} draws, seed {self.seed}"
        return simultaneous_differences(
            found, dict(zip(self.models, drawn, strict=True)), widening(rows, found[0].level), note
        )

    def _first_places(
        self, entry: Metric, point: OperatingPoint, parameters: Mapping[str, Any]
    ) -> tuple[dict[str, float], int | None]:
        chosen, (rows, models) = self._chosen(entry, parameters), self._used_for(entry)
        if self.has_folds:
            return {}, None  # draws of rows would not show what the models of the folds have in common
        if entry.is_priced and next(iter(models.values())).situation.follows_amounts:
            return {}, None  # a draw of rows does not tell what they are worth
        if rows is None:
            if not entry.needs_only_counts:
                return {}, None
            gains = sign_of(entry) * first_places_of_counts(models, entry, chosen, self.seed)
            return dict(zip(self.models, map(float, shares_of_first(gains)), strict=True)), DRAWS
        wanted = MetricAtPoint(entry, chosen, point, self.reference)
        places, draws = first_places(rows, list(models.values()), wanted, self._bootstrap)
        return {model: share for model, share in places.items() if not isnan(share)}, draws
