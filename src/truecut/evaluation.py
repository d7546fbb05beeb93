"""What is known about one or several models on the same rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.comparison import Comparison
from truecut.decisions import decision_curve as decision_curves
from truecut.decisions.choosing import Decision, Place, TwoCuts, choose_two
from truecut.decisions.cost_bands import band_of_cost
from truecut.decisions.costs import Cost, CostCurve
from truecut.decisions.deciding import Optimism, cost_curve, decide, optimism_of, stakes_of
from truecut.decisions.elsewhere import Elsewhere
from truecut.decisions.findings import Finding, Subject
from truecut.decisions.group_gaps import LEAST_ROWS, GroupDifference, by_group
from truecut.decisions.honesty import FOLDS, REPEATS, RESAMPLES
from truecut.decisions.language import Goal
from truecut.errors import BadCall, UnknownName
from truecut.inference.bands.band import Band
from truecut.inference.bands.cells import REPLICATES as REDRAWN
from truecut.inference.bands.of_model import POINTS, band_of
from truecut.inference.calibration.recalibration import Recalibration, recalibration_of
from truecut.inference.calibration.reliability import REPLICATES, Calibration, calibration_of
from truecut.inference.chance import DRAWS, Chance, chance
from truecut.inference.estimate import Estimate
from truecut.inference.growth import TIMES, Width, width
from truecut.inference.intervals import LEVEL, estimate, estimates
from truecut.inference.paired.difference import Difference
from truecut.inference.plan_from_rows import plan_from
from truecut.inference.plans import Plan
from truecut.model import Metrics, Model, together_of
from truecut.placed_rows import PlacedRows
from truecut.point import Point
from truecut.rows import Read
from truecut.stored import load as load_stored
from truecut.stored import save as save_stored
from truecut.stored_models import models_as_stored, models_from_stored, read_as_stored, read_from_stored
from truecut.summary import Summary, summary_of_models
from truecut.sweep import MeasuredCurve
from truecut.table import ScoreTable, Weights
from truecut.words import DEFAULT, Words

if TYPE_CHECKING:
    from truecut.plots.plotter import Plots

SAVED = "evaluation"


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Models on the same rows, each with its table, and the same per group.

    With one model, ask the evaluation itself: `e.metric("roc_auc")`. With several, ask one of
    `e.models`. Groups are evaluations too: `e.groups["north"].metric("recall")`.
    """

    read: Read
    by_model: Mapping[str, Model]
    by_group: Mapping[str, Mapping[str, Model]] = field(default_factory=dict)
    words: Words = DEFAULT
    place_rows: Callable[[], PlacedRows] | None = None  # the rows behind several models, for as long as they are at hand

    @property
    def models(self) -> dict[str, Evaluation]:
        """Return one evaluation per model."""
        return ByName(
            "model",
            {
                name: replace(
                    self,
                    read=_read_of_model(self.read, name),
                    by_model={name: model},
                    by_group={group: {name: models[name]} for group, models in self.by_group.items()},
                    place_rows=None,
                )
                for name, model in self.by_model.items()
            },
        )

    @property
    def groups(self) -> dict[str, Evaluation]:
        """Return one evaluation per group."""
        return ByName(
            "group",
            {
                group: replace(
                    self,
                    read=_read_of_group(self.read, group, models),
                    by_model=models,
                    by_group={},
                    place_rows=None,
                )
                for group, models in self.by_group.items()
            },
        )

    def without_group(self, name: str) -> Evaluation:
        """Return the evaluation of all rows but one group's."""
        _ = self.groups[name]  # a name that is not there gets a suggestion
        others = [models for group, models in self.by_group.items() if group != name]
        if not others:
            raise BadCall(f"All rows are in group {name!r}; there is nothing left beside it.")
        together = {model: together_of([models[model] for models in others]) for model in self.by_model}
        rows = next(iter(together.values())).table.rows
        return replace(
            self,
            read=replace(self.read, source=f"{self.read.source} without {name!r}", rows=rows, groups=()),
            by_model=together,
            by_group={},
            place_rows=None,
        )

    @property
    def model(self) -> Model:
        """Return the only model; with several, say which there are."""
        if len(self.by_model) > 1:
            names = ", ".join(repr(name) for name in self.by_model)
            raise BadCall(f"There are {len(self.by_model)} models ({names}); ask one of them: e.models[name].")
        return next(iter(self.by_model.values()))

    @property
    def rows(self) -> int:
        """Return how many rows were counted."""
        return next(iter(self.by_model.values())).table.rows

    @property
    def positives(self) -> float:
        """Return the positive rows, by weight."""
        return next(iter(self.by_model.values())).table.total_positive

    @property
    def negatives(self) -> float:
        """Return the negative rows, by weight."""
        return next(iter(self.by_model.values())).table.total_negative

    @property
    def threshold(self) -> float:
        """Return the threshold at which the model is judged."""
        return self.model.threshold

    @property
    def table(self) -> ScoreTable:
        """Return the score table."""
        return self.model.table

    @property
    def curve(self) -> MeasuredCurve:
        """Return the counts at every threshold."""
        return self.model.curve

    def metric(
        self,
        name: str,
        *,
        level: float = LEVEL,
        interval: str | None = None,
        convention: str | None = None,
        **parameters: Any,
    ) -> Estimate:
        """Return one metric with its interval; one of four counts is taken at the evaluation's threshold.

        `interval` names another method than the default one, such as "clopper-pearson" or "delong".
        """
        return estimate(self.model, name, level=level, interval=interval, convention=convention, **parameters)

    def metrics(self, *, level: float = LEVEL, convention: str | None = None) -> Metrics[Estimate]:
        """Return every metric of the catalogue with its default parameters, by name."""
        return estimates(self.model, level=level, convention=convention)

    def at(self, threshold: float) -> Point:
        """Return the counts, and every metric of them, at one threshold."""
        return self.model.at(threshold)

    def cut_at(self, threshold: float) -> Evaluation:
        """Return the same evaluation judged at another threshold."""
        return replace(
            self,
            by_model={name: model.cut_at(threshold) for name, model in self.by_model.items()},
            by_group={
                group: {name: model.cut_at(threshold) for name, model in models.items()}
                for group, models in self.by_group.items()
            },
        )

    def choose(
        self,
        how: str | Goal | Cost,
        *,
        cost: Cost | None = None,
        on: Evaluation | None = None,
        place: Place | str = Place.OBSERVED,
        **parameters: Any,
    ) -> Decision:
        """Choose a threshold by a rule, by the best of a metric, by a goal in words, or by costs.

        With `on`, it is chosen on another evaluation's rows and judged on these; otherwise the decision says that it
        was chosen on the rows it is judged on.
        """
        chosen_on = None if on is None else on.model
        return decide(self.model, how, cost=cost, on=chosen_on, place=place, **parameters)

    def choose_two(self, *, precision: float, npv: float) -> TwoCuts:
        """Accept above one threshold, reject below another, and refer what lies between."""
        return choose_two(stakes_of(self.model), precision=precision, npv=npv)

    def optimism(
        self,
        how: str | Goal | Cost,
        *,
        cost: Cost | None = None,
        folds: int = FOLDS,
        repeats: int = REPEATS,
        resamples: int = RESAMPLES,
        seed: int = 0,
        **parameters: Any,
    ) -> Optimism:
        """Return how much a choice flatters itself, and where its threshold falls over resamples."""
        decision = decide(self.model, how, cost=cost, **parameters)
        return optimism_of(
            self.model,
            decision,
            how,
            cost=cost,
            folds=folds,
            repeats=repeats,
            resamples=resamples,
            seed=seed,
            **parameters,
        )

    def costs(self, cost: Cost) -> CostCurve:
        """Return what every threshold costs."""
        return cost_curve(self.model, cost)

    def band(
        self,
        of: str | Cost,
        *,
        kind: str = "pointwise",
        method: str | None = None,
        level: float = LEVEL,
        points: int = POINTS,
        at: Sequence[float] | None = None,
        replicates: int = REDRAWN,
        seed: int = 0,
        **parameters: Any,
    ) -> Band:
        """Return a curve with its confidence band, "pointwise" or "simultaneous".

        The curve is "roc", "pr", "cost", "gain", "lift" or "calibration"; a metric of four counts along the thresholds;
        or what a row costs along them. `at` asks for other points, such as at=[0.01] for the TPR at an FPR of 1 %.
        """
        if isinstance(of, Cost):
            return band_of_cost(
                self.model, of, kind=kind, level=level, points=points, at=at, replicates=replicates, seed=seed
            )
        return band_of(
            self.model,
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

    def decision_curve(
        self,
        *,
        low: float = decision_curves.LOW,
        high: float = decision_curves.HIGH,
        points: int | None = None,
        thresholds: Sequence[float] | None = None,
        level: float = LEVEL,
        simultaneous: bool = False,
        prevalence: float | None = None,
        replicates: int = REDRAWN,
        seed: int = 0,
    ) -> decision_curves.DecisionCurve:
        """Return the net benefit of all models over thresholds, beside flagging all and flagging none.

        Where rows were sampled by class, `prevalence` says how common positives really are.
        """
        return decision_curves.decision_curve(
            list(self.by_model.values()),
            low=low,
            high=high,
            points=points,
            thresholds=thresholds,
            level=level,
            simultaneous=simultaneous,
            prevalence=prevalence,
            placed=self.place_rows() if self.place_rows is not None and len(self.by_model) > 1 else None,
            replicates=replicates,
            seed=seed,
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
        replicates: int = REPLICATES,
        seed: int = 0,
    ) -> Calibration:
        """Return the reliability curve with its band, the parts of the Brier score, tests, and the verdict in words.

        `kind` is "corp" (isotonic, no bins) or "binned"; `band` is "consistency", where the curve of calibrated
        probabilities would lie, "confidence" or "bootstrap"; `spacing` of bins is "equal-mass" or "equal-width".
        """
        return calibration_of(
            self.model,
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
        folds: int = FOLDS,
        repeats: int = REPEATS,
        level: float = LEVEL,
        seed: int = 0,
    ) -> Recalibration:
        """Return what recalibrating by "isotonic", "platt" or "beta" would change on rows not used to fit it.

        The fitted map is a function: `e.recalibrate("platt").map([0.2, 0.9])`. Scores that are no probabilities
        become such.
        """
        return recalibration_of(self.model, method, folds=folds, repeats=repeats, level=level, seed=seed)

    def elsewhere(self, place: Elsewhere) -> Evaluation:
        """Return the same models where positives are more or less common."""
        return replace(
            self,
            read=replace(self.read, source=f"{self.read.source}, moved to {place}", weights_are=Weights.IMPORTANCE),
            by_model={name: place.moved_model(model) for name, model in self.by_model.items()},
            by_group={},
            place_rows=None,
        )

    def group_differences(
        self, name: str, *, level: float = LEVEL, least_rows: int = LEAST_ROWS, **parameters: Any
    ) -> tuple[GroupDifference, ...]:
        """Return a metric of every group against the rest of the rows, with intervals and p values adjusted by Holm.

        Groups of fewer than `least_rows` rows stand together.
        """
        groups = {group: models[self.model.name] for group, models in self.by_group.items()}
        return by_group(self.model, groups, name, level=level, least_rows=least_rows, **parameters).differences

    def chance(
        self, name: str, *, level: float = LEVEL, draws: int = DRAWS, seed: int = 0, **parameters: Any
    ) -> Chance:
        """Return what a model without knowledge would score on the same rows, with its spread."""
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
        return plan_from(self.model, name, within=within, against=against, power=power, level=level, **parameters)

    def widths(
        self, name: str, *, times: Sequence[int] = TIMES, level: float = LEVEL, **parameters: Any
    ) -> tuple[Width, ...]:
        """Return the interval of a metric now, and as it would be with so many times as many rows."""
        return tuple(width(self.model, name, more, level=level, **parameters) for more in times)

    @property
    def plot(self) -> Plots:
        """Return the figures of the models: `e.plot.roc()`, `e.plot.matrix(ax=ax)` and so on; they need matplotlib."""
        from truecut.plots.plotter import Plots
        from truecut.plots.scene import Scene

        groups = {group: tuple(models.values()) for group, models in self.by_group.items()}
        return Plots(Scene(tuple(self.by_model.values()), groups, self.words))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what to know before trusting the numbers, in words, worst first."""
        return self.summary().findings

    def summary(self, *, level: float = LEVEL, convention: str | None = None) -> Summary:
        """Return everything in one plain tree: what every view draws."""
        return summary_of_models(self.read, self._subjects(), level, convention)

    def _subjects(self) -> list[Subject]:
        return [
            Subject(
                model,
                {group: models[name] for group, models in self.by_group.items()},
                self.words,
                is_only_model=len(self.by_model) == 1,
            )
            for name, model in self.by_model.items()
        ]

    def compare(
        self, *, reference: str = "", level: float = LEVEL, replicates: int | None = None, seed: int = 0
    ) -> Comparison:
        """Compare the models on their rows; of a saved evaluation, as if on different ones.

        `reference` is the model whose operating point is matched where one is asked for: the first, if not said.
        """
        rows = None if self.place_rows is None else self.place_rows()
        return Comparison(self.read, self.by_model, rows, self.words, reference, level, replicates, seed)

    def html(
        self,
        *,
        level: float = LEVEL,
        cost: Cost | None = None,
        presets: Sequence[str] = (),
        least_group_rows: int = 0,
        command: str = "",
    ) -> str:
        """Return the interactive report as one HTML page that needs no network.

        `cost` is what the page starts with, each of `presets` a rule or goal whose threshold is offered; groups of
        fewer rows than `least_group_rows` are left out.
        """
        from truecut.report_summary import Wishes, report_of_models
        from truecut.views.html import report_as_html

        wishes = Wishes(level, cost, tuple(presets), least_group_rows, command, comparison=self._differences(level))
        return report_as_html(report_of_models(self.read, self._subjects(), wishes))

    def report(self, path: str | Path, **wishes: Any) -> None:
        """Write the interactive report to one HTML file; the wishes are those of `html`."""
        from truecut.views.html import write_page

        write_page(self.html(**wishes), path)

    def _differences(self, level: float) -> tuple[Difference, ...]:
        if len(self.by_model) < 2 or any(model.is_hard for model in self.by_model.values()):
            return ()
        return self.compare(level=level).differences("roc_auc")

    def _repr_html_(self) -> str:
        """Return the card that a notebook shows."""
        from truecut.views.model_card import card_of_models

        curves = [model.curve for model in self.by_model.values() if not model.is_hard]
        return card_of_models(self.summary(), curves)

    def save(self, path: str | Path) -> None:
        """Write everything that was counted to one small file; `truecut.load` reads it."""
        save_stored(
            path,
            SAVED,
            {
                "read": read_as_stored(self.read),
                "words": vars(self.words),
                "models": models_as_stored(self.by_model),
                "groups": {group: models_as_stored(models) for group, models in self.by_group.items()},
            },
        )


def load(path: str | Path) -> Evaluation:
    """Read an evaluation that `Evaluation.save` wrote."""
    stored = load_stored(path, SAVED)
    return Evaluation(
        read_from_stored(stored["read"]),
        models_from_stored(stored["models"]),
        {group: models_from_stored(models) for group, models in stored["groups"].items()},
        Words(**stored["words"]),
    )


class ByName(dict[str, Evaluation]):
    """Evaluations by name; a name that is not there gets a suggestion."""

    def __init__(self, kind: str, known: Mapping[str, Evaluation]) -> None:
        super().__init__(known)
        self.kind = kind

    def __missing__(self, name: str) -> Evaluation:
        raise UnknownName(self.kind, str(name), self)


def _read_of_model(read: Read, name: str) -> Read:
    return replace(read, predicted=(name,)) if read.predicted else replace(read, scores=(name,))


def _read_of_group(read: Read, group: str, models: Mapping[str, Model]) -> Read:
    rows = next(iter(models.values())).table.rows
    return replace(read, source=f"{read.source}, group {group!r}", rows=rows, groups=(), dropped={})
