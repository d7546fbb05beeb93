"""What can be asked of one model on one set of rows.

Most questions have a file of their own that is imported when they are first asked: a report needs few of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self

from truecut.catalogue import BY_NAME, metric
from truecut.catalogue.costs import Cost, cost_of, decidable
from truecut.catalogue.curve import Curve
from truecut.catalogue.model import Metrics, Model
from truecut.counting.score_table import ScoreTable
from truecut.decisions.goals import Goal
from truecut.errors import BadCall, UnknownAttribute
from truecut.errors.boundary import answers_for_all
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


@answers_for_all
class OneModel(ABC):
    """Whatever has exactly one model can be asked all this."""

    __iter__ = None  # it has places by no number

    def __getattr__(self, name: str) -> Any:
        """Answer the name of a metric with the way to ask for it."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            return object.__getattribute__(self, name)
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
    def asked(self, **parts: Any) -> Self:
        """Return what a call asks: the same rows, in the situation that its arguments state."""

    @property
    def threshold(self) -> float:
        """Return the threshold at which the model is judged."""
        return self.model.threshold

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

        `interval` names another method than the default one, such as "clopper-pearson" or "delong". `cost`,
        `prevalence` and `threshold` are a situation for this one question, as in `given`.
        """
        model = self.asked(cost=cost, prevalence=prevalence, threshold=threshold).model
        level = model.situation.level if level is None else level
        return estimate(model, name, level=level, interval=interval, convention=convention, **parameters)

    def metrics(self, *, level: float | None = None, convention: str | None = None) -> Metrics[Estimate]:
        """Return every metric of the catalogue with its default parameters, by name."""
        return estimates(self.model, level=self.sure(level), convention=convention)

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
        none. `cost`, `prevalence` and `threshold` are a situation for this one question, as in `given`.
        """
        from truecut.inference.over_folds import FoldsOfModel

        model = self.asked(cost=cost, prevalence=prevalence, threshold=threshold).model
        level = model.situation.level if level is None else level
        return FoldsOfModel(model, level, convention).metric(name, **parameters)

    def at(self, threshold: float) -> Point:
        """Return the counts, and every metric of them with its interval, at one threshold."""
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

        Without any, by the rule that was stated, else where stated costs are least, else by Youden's J. With `on`, it
        is chosen on another evaluation's rows and judged on these; otherwise the decision says that it was chosen on
        the rows it is judged on.
        """
        from truecut.decisions.model_decision import decide

        cost, how = _prices_and_rule(cost, how)
        asked = self.asked(cost=cost)
        stated = asked.model.situation
        how = how or stated.rule or ("youden" if stated.cost is None else "cheapest")
        chosen_on = None if on is None else on.asked(cost=cost).model.moved
        return decide(asked.model.moved, how, on=chosen_on, place=place, **parameters)

    def choose_two(self, *, precision: float, npv: float) -> TwoCuts:
        """Accept above one threshold, reject below another, and refer what lies between."""
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
        """Return how much a choice flatters itself, and where its threshold falls over resamples."""
        from truecut.decisions.model_decision import Rehearsal, decide, optimism_of

        cost, rule = _prices_and_rule(cost, how)
        chosen = rule or "youden"
        model = self.asked(cost=cost).model.moved
        decision = decide(model, chosen, **parameters)
        return optimism_of(model, decision, chosen, Rehearsal(folds, repeats, resamples, seed), **parameters)

    def reconcile(self, told: str | float, of: str) -> Reconciliation:
        """Return which convention of which tool gives somebody else's number on these rows.

        A number as text keeps its digits: "0.8730" is to be met to the fourth.
        """
        from truecut.decisions.reconciling import reconcile

        return reconcile(self.model, told, of)

    def costs(self, cost: Cost | Mapping[str, Any] | None = None) -> CostCurve:
        """Return what every threshold costs, by these prices or by those that were stated."""
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

        The curve is "roc", "pr", "cost", "gain", "lift" or "calibration"; a metric of four counts along the thresholds;
        or what a row costs along them. `at` asks for other points, such as at=[0.01] for the TPR at an FPR of 1 %.
        """
        from truecut.decisions.cost_bands import band_of_cost
        from truecut.inference.bands.of_model import band_of, wanted_of

        stated = self.model.situation.cost
        if stated is not None and not isinstance(of, Cost) and of in ("cost", "mean_cost") and not parameters:
            # A stated cost is what a row costs; without one, "cost" is the cost curve of all prices (Drummond & Holte).
            of = stated
        if isinstance(of, Cost):
            wanted = wanted_of(kind, None, self.sure(level), replicates, seed)
            return band_of_cost(self.model.moved, decidable(of), wanted, points=points, at=at)
        return band_of(
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

    def _curved_for(self, of: str) -> Model:
        """Return the rows of which a curve is drawn: as they are, where it does not follow how common classes are."""
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
        probabilities would lie, "confidence" or "bootstrap"; `spacing` of bins is "equal-mass" or "equal-width".
        """
        from truecut.inference.calibration.reliability import calibration_of

        if bins is not None and kind != "binned":
            raise BadCall('bins= goes with kind="binned"; the default curve has none.')
        return calibration_of(
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

        The fitted map is a function: `e.recalibrate("platt").map([0.2, 0.9])`. Scores that are no probabilities
        become such.
        """
        from truecut.inference.calibration.recalibration import recalibration_of

        return recalibration_of(
            self.model.moved, method, folds=folds, repeats=repeats, level=self.sure(level), seed=seed
        )

    def chance(
        self, name: str, *, level: float | None = None, draws: int = 2000, seed: int = 0, **parameters: Any
    ) -> Chance:
        """Return what a model without knowledge would score on the same rows, with its spread."""
        from truecut.inference.chance.null_distribution import chance

        return chance(self.model, name, level=self.sure(level), draws=draws, seed=seed, **parameters)

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
        """Return how many rows like these it takes to know a metric to within ± so much, or to tell it from a value."""
        from truecut.inference.planning.plan_from_rows import plan_from

        goal: dict[str, Any] = {"within": within, "against": against, "power": power}
        return plan_from(self.model, name, **goal, level=self.sure(level), **parameters)

    def widths(
        self, name: str, *, times: Sequence[int] = (1, 2, 5, 10), level: float | None = None, **parameters: Any
    ) -> Several[Width]:
        """Return the interval of a metric now, and as it would be with so many times as many rows."""
        from truecut.inference.planning.growth import width

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
