"""What can be asked of one model on one set of rows.

Most questions have a file of their own that is imported when they are first asked: a report needs few of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn, Self

from truecut.catalogue import BY_NAME, metric
from truecut.catalogue.costs import Cost, cost_of, decidable
from truecut.catalogue.curve import Curve
from truecut.catalogue.model import Metrics, Model
from truecut.catalogue.origin import Origin
from truecut.counting.score_table import ScoreTable
from truecut.decisions.goals import Goal
from truecut.errors import BadCall, UnknownAttribute
from truecut.errors.boundary import AnswersBrackets, answers_for_all
from truecut.errors.foreign_attributes import OF_EVALUATION, foreign_attribute
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate, estimates
from truecut.inference.point import NEGATIVE_AND_POSITIVE, Point
from truecut.words import Words
from truecut.words.several import Several

if TYPE_CHECKING:
    from truecut.catalogue.cost_curve import CostCurve
    from truecut.decisions.chosen_threshold import Decision, Place
    from truecut.decisions.model_decision import Optimism
    from truecut.decisions.reconciling import Reconciliation
    from truecut.decisions.two_cuts import TwoCuts
    from truecut.inference.bands.band import Band
    from truecut.inference.calibration.recalibration import Recalibration
    from truecut.inference.calibration.reliability import Calibration
    from truecut.inference.chance.null_distribution import Chance
    from truecut.inference.over_folds import OverFolds
    from truecut.inference.planning.growth import Width
    from truecut.inference.planning.plans import Plan


BINS = 10  # of a binned reliability curve


class ThresholdInForce(float):
    """The threshold: a number, which says how to set another if it is called."""

    def __call__(self, wanted: float = 0.5) -> NoReturn:
        """Say how to judge at another threshold."""
        raise BadCall(f"threshold is the number in force; to judge at another: e.cut_at({wanted!r}).")


@answers_for_all
class OneModel(ABC):
    """Whatever has exactly one model can be asked all this."""

    __iter__ = None  # it has places by no number

    def __getattr__(self, name: str) -> Any:
        """Answer the name of a metric with the way to ask for it."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            return object.__getattribute__(self, name)
        foreign = foreign_attribute("An evaluation", name, OF_EVALUATION)
        if foreign is not None:
            raise foreign
        if name.startswith("_") or name not in BY_NAME:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        raise UnknownAttribute(f'An evaluation has no attribute {name!r}; ask e.metric("{name}").')

    def __getitem__(self, name: object) -> NoReturn:
        """Answer brackets with the ways to ask."""
        raise BadCall(f'Ask e.metric("{name}"); models are in e.models[name], groups in e.groups[name].')

    words: Words

    @property
    @abstractmethod
    def model(self) -> Model:
        """Return the only model."""

    @abstractmethod
    def given(self, **parts: Any) -> Self:
        """Return the same rows in another situation."""

    @abstractmethod
    def origin(self, chosen_on: str = "") -> Origin:
        """Return whose the results are."""

    @abstractmethod
    def asked(self, **parts: Any) -> Self:
        """Return what a call asks: the same rows, in the situation that its arguments state."""

    @property
    def threshold(self) -> float:
        """Return the threshold at which the model is judged."""
        return ThresholdInForce(self.model.threshold)

    @abstractmethod
    def sure(self, level: float | None = None) -> float:
        """Return how sure intervals are: as the call says, else as the situation does."""

    @property
    def table(self) -> ScoreTable:
        """Return the score table."""
        return self.model.table

    @property
    def curve(self) -> Curve:
        """Return the counts at every threshold."""
        return self.model.curve

    # The parts of a situation that are asked of one number stand beside how sure to be of it.
    def metric(
        self,
        name: str,
        *,
        level: float | None = None,
        interval: str | None = None,
        convention: str | None = None,
        cost: Cost | Mapping[str, Any] | None = None,
        prevalence: float | str | None = None,
        threshold: float | None = None,
        **parameters: Any,
    ) -> Estimate:
        """Return one metric with its interval; one of four counts is taken at the evaluation's threshold.

        `name` is any name or alias of the catalogue (`tc.metrics()` lists them), and `parameters` are its own, such as
        `beta=2`. `level` is how sure the interval is, as the situation says if left out. `interval` names another
        method than the default one, such as "clopper-pearson" or "delong". `convention` names a rule for what is
        undefined, such as "zero". `cost`, `prevalence` and `threshold` are a situation for this one question, as in
        `given`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.metric("recall")
        <Estimate: recall 93.9 % (89.8 to 96.4)>
        >>> e.metric("f_beta", beta=2, threshold=0.3).value > e.metric("f_beta", beta=2).value
        True
        """
        model = self.asked(cost=cost, prevalence=prevalence, threshold=threshold).model
        level = model.situation.level if level is None else level
        return estimate(model, name, level=level, interval=interval, convention=convention, **parameters)

    def metrics(self, *, level: float | None = None, convention: str | None = None) -> Metrics[Estimate]:
        """Return every metric of the catalogue with its default parameters, by name.

        `level` is how sure the interval is, as the situation says if left out. `convention` names a rule for what is
        undefined, such as "zero".

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.metrics()["precision"]
        <Estimate: precision 95.2 % (91.4 to 97.4)>
        >>> e.metrics().to_frame().columns.tolist()
        ['metric', 'value', 'low', 'high', 'method', 'undefined', 'note']
        """
        return estimates(self.model, level=self.sure(level), convention=convention)

    # e.metrics["recall"] gets a sentence that knows better; type checkers find that slip by themselves.
    if not TYPE_CHECKING:
        metrics = AnswersBrackets(metrics)

    def over_folds(
        self,
        name: str,
        *,
        level: float | None = None,
        convention: str | None = None,
        cost: Cost | Mapping[str, Any] | None = None,
        prevalence: float | str | None = None,
        threshold: float | None = None,
        **parameters: Any,
    ) -> OverFolds:
        """Return a metric in every fold of a cross-validation, its mean and standard deviation, and with an interval.

        The interval knows that the models of the folds share rows they were fitted on; mean ± standard deviation is
        none. `name` is that of the metric and `parameters` its own; `level` is how sure the interval is, as the
        situation says if left out. `convention` names a rule for what is undefined, such as "zero". `cost`,
        `prevalence` and `threshold` are a situation for this one question, as in `given`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0] * 5, [0.9, 0.2, 0.6, 0.7] * 5, fold=[0, 1] * 10)
        >>> e.over_folds("accuracy").by_fold
        {'0': <Estimate: accuracy 100 % (72.2 to 100)>, '1': <Estimate: accuracy 50.0 % (23.7 to 76.3)>}
        """
        from truecut.inference.over_folds import FoldsOfModel

        model = self.asked(cost=cost, prevalence=prevalence, threshold=threshold).model
        level = model.situation.level if level is None else level
        return FoldsOfModel(model, level, convention).metric(name, **parameters)

    def at(self, threshold: float) -> Point:
        """Return the counts, and every metric of them with its interval, at one threshold.

        `threshold` is the score from which rows are flagged.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.at(0.3).counts
        Counts(tp=206, fp=23, fn=6, tn=334)
        >>> e.at(0.3).metric("recall")
        <Estimate: recall 97.2 % (94.0 to 98.7)>
        """
        counted = self.model.at(threshold)
        return Point(
            counted.counts,
            counted.threshold,
            counted.situation,
            counted.unsure,
            classes=self.class_names,
            model=self.model.cut_at(threshold),
        )

    @property
    def class_names(self) -> tuple[str, str]:
        """Return what the negative and the positive class are called."""
        return NEGATIVE_AND_POSITIVE

    def choose(
        self,
        how: str | Goal | Cost | Mapping[str, Any] | None = None,
        *,
        cost: Cost | Mapping[str, Any] | None = None,
        on: OneModel | None = None,
        place: Place | str = "observed",
        **parameters: Any,
    ) -> Decision:
        """Choose a threshold by a rule, by the best of a metric, by a goal in words, or by costs.

        `how` is a rule ("youden"), a metric to make as good as can be ("f1"), a goal ("maximise recall subject to
        precision >= 0.9"), or prices. Without any, the threshold is chosen by the rule that was stated, else where
        stated costs are least, else by Youden's J. `cost` prices the outcomes. With `on`, it is chosen on another
        evaluation's rows and judged on these; otherwise the decision says that it was chosen on the rows it is judged
        on. `place` says where between two scores it stands: "observed" (at a score) or "midpoint". `parameters` are
        those of the rule or metric.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.choose("maximise recall subject to precision >= 0.95").threshold
        0.495
        >>> e.choose({"fp": 1, "fn": 10}).threshold
        0.225
        """
        from truecut.decisions.model_decision import decide

        cost, how = _prices_and_rule(cost, how)
        asked = self.asked(cost=cost)
        stated = asked.model.situation
        how = how or stated.rule or ("youden" if stated.cost is None else "cheapest")
        chosen_on = None if on is None else on.asked(cost=cost).model.moved
        found = decide(asked.model.moved, how, on=chosen_on, place=place, **parameters)
        return replace(found, origin=asked.origin("" if on is None else on.origin().read.source))

    def choose_two(self, *, precision: float, npv: float) -> TwoCuts:
        """Accept above one threshold, reject below another, and refer what lies between.

        `precision` is what the accepted rows have to reach, and `npv` the rejected ones.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.choose_two(precision=0.98, npv=0.98)
        <TwoCuts: 33.9 % of the rows are accepted, 59.9 % rejected and 6.2 % referred>
        """
        from truecut.decisions.model_decision import stakes_of
        from truecut.decisions.two_cuts import choose_two

        return choose_two(stakes_of(self.model.moved), precision=precision, npv=npv)

    def optimism(
        self,
        how: str | Goal | Cost | Mapping[str, Any],
        *,
        cost: Cost | Mapping[str, Any] | None = None,
        folds: int = 5,
        repeats: int = 10,
        resamples: int = 500,
        seed: int = 0,
        **parameters: Any,
    ) -> Optimism:
        """Return how much a choice flatters itself, and where its threshold falls over resamples.

        `how`, `cost` and `parameters` are those of `choose`. The choice is repeated on `folds` parts of the rows,
        `repeats` times, and on `resamples` of them; `seed` starts the draws.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> found = e.optimism("f1", repeats=2, resamples=50)
        >>> found.apparent > found.cross_fitted
        True
        """
        from truecut.decisions.model_decision import Rehearsal, decide, optimism_of

        cost, rule = _prices_and_rule(cost, how)
        chosen = rule or "youden"
        model = self.asked(cost=cost).model.moved
        decision = decide(model, chosen, **parameters)
        return optimism_of(model, decision, chosen, Rehearsal(folds, repeats, resamples, seed), **parameters)

    def reconcile(self, told: str | float, of: str) -> Reconciliation:
        """Return which convention of which tool gives somebody else's number on these rows.

        `told` is the number: as text it keeps its digits, so "0.8730" is to be met to the fourth. `of` names the metric
        that it is said to be of.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.reconcile("0.9556", "roc_auc").candidates[0].convention.said
        'the ROC AUC of the predictions at the threshold, not of the scores'
        """
        from truecut.decisions.reconciling import reconcile

        return replace(reconcile(self.model, told, of), origin=self.origin())

    def costs(self, cost: Cost | Mapping[str, Any] | None = None) -> CostCurve:
        """Return what every threshold costs, by these prices or by those that were stated.

        `cost` is a `Cost` or a dictionary of prices.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.costs({"fp": 1, "fn": 10}).at(0.5)
        140.0
        """
        from truecut.decisions.model_decision import cost_curve

        return cost_curve(self.asked(cost=cost).model.moved)

    # What `truecut curve` has as options, by the same names; together they are one `BandRequest`.
    def band(
        self,
        of: str | Cost,
        *,
        kind: str = "pointwise",
        method: str | None = None,
        level: float | None = None,
        points: int = 200,
        at: Sequence[float] | None = None,
        replicates: int = 2000,
        seed: int = 0,
        **parameters: Any,
    ) -> Band:
        """Return a curve with its confidence band, "pointwise" or "simultaneous".

        The curve `of` is "roc", "pr", "cost", "gain", "lift" or "calibration"; a metric of four counts along the
        thresholds; or what a row costs along them. `kind` says whether the band holds at each point or everywhere at
        once, and `method` names another way to find it than the default one. It is drawn at so many `points`; `at` asks
        for others, such as at=[0.01] for the TPR at an FPR of 1 %. `level` is how sure the interval is, as the
        situation says if left out. `seed` starts the draws, of which there are `replicates`. `parameters` are those of
        the metric, such as `beta=2`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.band("roc", at=[0.05]).to_frame().round(3).to_dict("records")
        [{'fpr': 0.05, 'tpr': 0.962, 'low': 0.927, 'high': 0.991}]
        """
        from truecut.decisions.cost_bands import band_of_cost
        from truecut.inference.bands.of_model import band_of, wanted_of

        stated = self.model.situation.cost
        if stated is not None and not isinstance(of, Cost) and of in ("cost", "mean_cost") and not parameters:
            # A stated cost is what a row costs; without one, "cost" is the cost curve of all prices (Drummond & Holte).
            of = stated
        if isinstance(of, Cost):
            wanted = wanted_of(kind, None, self.sure(level), replicates, seed)
            priced = band_of_cost(self.model.moved, decidable(of), wanted, points=points, at=at)
            return replace(priced, origin=self.origin())
        found = band_of(
            self._curved_for(of),
            of,
            kind=kind,
            method=method,
            level=self.sure(level),
            points=points,
            at=at,
            replicates=replicates,
            seed=seed,
            **parameters,
        )
        return replace(found, origin=self.origin())

    def _curved_for(self, of: str) -> Model:
        """Return the rows of which a curve is drawn: as they are, where it does not follow how common classes are."""
        # Each of its rates looks within one class, so a stated prevalence moves no point of it.
        if of.strip().lower() == "roc":
            return self.model
        return self.model.used_for(metric(of)) if of in BY_NAME else self.model.moved

    # What `truecut calibration` has as options, by the same names.
    def calibration(
        self,
        kind: str = "corp",
        *,
        band: str = "consistency",
        simultaneous: bool = False,
        bins: int | None = None,
        spacing: str = "equal-mass",
        level: float | None = None,
        replicates: int = 1_000,
        seed: int = 0,
    ) -> Calibration:
        """Return the reliability curve with its band, the parts of the Brier score, tests, and the verdict in words.

        `kind` is "corp" (isotonic, no bins) or "binned"; `band` is "consistency", where the curve of calibrated
        probabilities would lie, "confidence" or "bootstrap", and with `simultaneous` it holds everywhere at once. Of a
        binned curve there are `bins`, whose `spacing` is "equal-mass" or "equal-width". `level` is how sure the
        interval is, as the situation says if left out. `seed` starts the draws, of which there are `replicates`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="naive_bayes")
        >>> e.calibration(replicates=200).verdict.value
        'miscalibrated'
        """
        from truecut.inference.calibration.reliability import calibration_of

        if bins is not None and kind != "binned":
            raise BadCall('bins= goes with kind="binned"; the default curve has none.')
        found = calibration_of(
            self.model.moved,
            kind=kind,
            band=band,
            is_simultaneous=simultaneous,
            bins=BINS if bins is None else bins,
            spacing=spacing,
            level=self.sure(level),
            replicates=replicates,
            seed=seed,
            words=self.words,
        )
        return replace(found, origin=self.origin())

    def recalibrate(
        self,
        method: str = "isotonic",
        *,
        folds: int = 5,
        repeats: int = 10,
        level: float | None = None,
        seed: int = 0,
    ) -> Recalibration:
        """Return what recalibrating by "isotonic", "platt" or "beta" would change on rows not used to fit it.

        `method` is one of the three. It is judged on `folds` parts of the rows, `repeats` times; `level` is how sure
        the interval is, as the situation says if left out. `seed` starts the draws. The fitted map is a function.
        Scores that are no probabilities become such.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.recalibrate("platt", repeats=1).map([0.2, 0.9]).round(3).tolist()
        [0.161, 0.942]
        """
        from truecut.inference.calibration.recalibration import recalibration_of

        return recalibration_of(
            self.model.moved, method, folds=folds, repeats=repeats, level=self.sure(level), seed=seed
        )

    def chance(
        self, name: str, *, level: float | None = None, draws: int = 2000, seed: int = 0, **parameters: Any
    ) -> Chance:
        """Return what a model without knowledge would score on the same rows, with its spread.

        `name` is that of the metric and `parameters` its own. `level` is how sure the interval is, as the situation
        says if left out. `draws` is how often such a model is drawn where there is no formula, and `seed` starts them.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> found = e.chance("accuracy")
        >>> round(found.mean, 3), found.p_value < 0.001
        (0.534, True)
        """
        from truecut.inference.chance.no_skill import no_skill

        found = no_skill(self.model, name, level=self.sure(level), draws=draws, seed=seed, **parameters)
        return replace(found.chance, constant=found.constant, origin=self.origin())

    def plan(
        self,
        name: str,
        *,
        within: float | None = None,
        against: float | None = None,
        power: float | None = None,
        level: float | None = None,
        **parameters: Any,
    ) -> Plan:
        """Return how many rows like these it takes to know a metric to within ± so much, or to tell it from a value.

        `name` is that of the metric and `parameters` its own. Say `within`, or the value `against` which it is held and
        with what `power` (0.8) it shall be told apart. `level` is how sure the interval is, as the situation says if
        left out.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.plan("recall", within=0.02).sentence
        'Recall of 0.939 known to within ±0.02: about 562 positives, 1,509 rows at this prevalence; you have 212.'
        """
        from truecut.inference.planning.plan_from_rows import plan_from

        goal: dict[str, Any] = {"within": within, "against": against, "power": power}
        return plan_from(self.model, name, **goal, level=self.sure(level), **parameters)

    def widths(
        self, name: str, *, times: Sequence[int] = (1, 2, 5, 10), level: float | None = None, **parameters: Any
    ) -> Several[Width]:
        """Return the interval of a metric now, and as it would be with so many times as many rows.

        `name` is that of the metric and `parameters` its own; `times` says how many times as many rows. `level` is how
        sure the interval is, as the situation says if left out.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> [(one.rows, one.estimate) for one in e.widths("recall", times=(1, 10))]
        [(569, <Estimate: recall 93.9 % (89.8 to 96.4)>), (5690, <Estimate: recall 93.9 % (92.8 to 94.8)>)]
        """
        from truecut.inference.planning.growth import require_whole_times, width

        require_whole_times(times)
        return Several((width(self.model, name, more, level=self.sure(level), **parameters) for more in times), "Width")


def _prices_and_rule(
    cost: Cost | Mapping[str, Any] | None, how: object
) -> tuple[Cost | Mapping[str, Any] | None, str | Goal | None]:
    """Return what outcomes cost and how to choose, however the two were given."""
    if isinstance(how, Cost | Mapping):
        return cost_of(how), "cheapest"
    if isinstance(how, int | float):
        raise BadCall(f"choose() finds a threshold; to set one: e.cut_at({how:g}).")
    if how is not None and not isinstance(how, str | Goal):
        raise BadCall(f"A threshold is chosen by a rule, a metric, a goal in words or costs, not by {how!r}.")
    return cost, how
