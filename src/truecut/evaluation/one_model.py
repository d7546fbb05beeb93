"""What can be asked of one model on one set of rows.

Most questions have a file of their own that is imported when they are first asked: a report needs few of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from truecut.catalogue.costs import Cost, decidable
from truecut.catalogue.curve import Curve
from truecut.catalogue.model import Metrics, Model
from truecut.counting.score_table import ScoreTable
from truecut.decisions.goals import Goal
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate, estimates
from truecut.inference.point import NEGATIVE_AND_POSITIVE, Point
from truecut.words import Words

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


class OneModel(ABC):
    """Whatever has exactly one model can be asked all this."""

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

    @property
    def table(self) -> ScoreTable:
        """Return the score table."""
        return self.model.table

    @property
    def curve(self) -> Curve:
        """Return the counts at every threshold."""
        return self.model.curve

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
        level = self.model.situation.level if level is None else level
        return estimates(self.model, level=level, convention=convention)

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
        how: str | Goal | Cost | None = None,
        *,
        cost: Cost | None = None,
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

        if isinstance(how, Cost):
            cost, how = how, "cheapest"
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
        how: str | Goal | Cost,
        *,
        cost: Cost | None = None,
        folds: int = 5,
        repeats: int = 10,
        resamples: int = 500,
        seed: int = 0,
        **parameters: Any,
    ) -> Optimism:
        """Return how much a choice flatters itself, and where its threshold falls over resamples."""
        from truecut.decisions.model_decision import Rehearsal, decide, optimism_of

        if isinstance(how, Cost):
            cost, how = how, "cheapest"
        model = self.asked(cost=cost).model.moved
        decision = decide(model, how, **parameters)
        return optimism_of(model, decision, how, Rehearsal(folds, repeats, resamples, seed), **parameters)

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

    def band(
        self,
        of: str | Cost,
        *,
        kind: str = "pointwise",
        method: str | None = None,
        level: float = LEVEL,
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

        if isinstance(of, Cost):
            wanted = wanted_of(kind, None, level, replicates, seed)
            return band_of_cost(self.model.moved, decidable(of), wanted, points=points, at=at)
        return band_of(
            self.model.moved,
            of,
            kind=kind,
            method=method,
            level=level,
            points=points,
            at=at,
            replicates=replicates,
            seed=seed,
            **parameters,
        )

    def calibration(
        self,
        kind: str = "corp",
        *,
        band: str = "consistency",
        simultaneous: bool = False,
        bins: int = 10,
        spacing: str = "equal-mass",
        level: float = LEVEL,
        replicates: int = 1_000,
        seed: int = 0,
    ) -> Calibration:
        """Return the reliability curve with its band, the parts of the Brier score, tests, and the verdict in words.

        `kind` is "corp" (isotonic, no bins) or "binned"; `band` is "consistency", where the curve of calibrated
        probabilities would lie, "confidence" or "bootstrap"; `spacing` of bins is "equal-mass" or "equal-width".
        """
        from truecut.inference.calibration.reliability import calibration_of

        return calibration_of(
            self.model.moved,
            kind=kind,
            band=band,
            is_simultaneous=simultaneous,
            bins=bins,
            spacing=spacing,
            level=level,
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
        level: float = LEVEL,
        seed: int = 0,
    ) -> Recalibration:
        """Return what recalibrating by "isotonic", "platt" or "beta" would change on rows not used to fit it.

        The fitted map is a function: `e.recalibrate("platt").map([0.2, 0.9])`. Scores that are no probabilities
        become such.
        """
        from truecut.inference.calibration.recalibration import recalibration_of

        return recalibration_of(self.model.moved, method, folds=folds, repeats=repeats, level=level, seed=seed)

    def chance(self, name: str, *, level: float = LEVEL, draws: int = 2000, seed: int = 0, **parameters: Any) -> Chance:
        """Return what a model without knowledge would score on the same rows, with its spread."""
        from truecut.inference.chance.null_distribution import chance

        return chance(self.model, name, level=level, draws=draws, seed=seed, **parameters)

    def plan(
        self,
        name: str,
        *,
        within: float | None = None,
        against: float | None = None,
        power: float | None = None,
        level: float = LEVEL,
        **parameters: Any,
    ) -> Plan:
        """Return how many rows like these it takes to know a metric to within ± so much, or to tell it from a value."""
        from truecut.inference.planning.plan_from_rows import plan_from

        return plan_from(self.model, name, within=within, against=against, power=power, level=level, **parameters)

    def widths(
        self, name: str, *, times: Sequence[int] = (1, 2, 5, 10), level: float = LEVEL, **parameters: Any
    ) -> tuple[Width, ...]:
        """Return the interval of a metric now, and as it would be with so many times as many rows."""
        from truecut.inference.planning.growth import width

        return tuple(width(self.model, name, more, level=level, **parameters) for more in times)
