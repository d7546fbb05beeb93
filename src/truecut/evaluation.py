"""What is known about one or several models on the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from truecut.decisions.choosing import Decision, Place, TwoCuts, choose_two
from truecut.decisions.costs import Cost, CostCurve
from truecut.decisions.deciding import Optimism, cost_curve, decide, optimism_of, stakes_of
from truecut.decisions.elsewhere import Elsewhere
from truecut.decisions.findings import Finding, Subject
from truecut.decisions.honesty import FOLDS, REPEATS, RESAMPLES
from truecut.decisions.language import Goal
from truecut.errors import BadCall, UnknownName
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate, estimates
from truecut.model import Metrics, Model, together_of
from truecut.point import Point
from truecut.rows import Read
from truecut.stored import load as load_stored
from truecut.stored import save as save_stored
from truecut.stored_models import models_as_stored, models_from_stored, read_as_stored, read_from_stored
from truecut.summary import Summary, summary_of_models
from truecut.sweep import MeasuredCurve
from truecut.table import ScoreTable, Weights
from truecut.words import DEFAULT, Words

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
                group: replace(self, read=_read_of_group(self.read, group, models), by_model=models, by_group={})
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

    def elsewhere(self, place: Elsewhere) -> Evaluation:
        """Return the same models where positives are more or less common."""
        return replace(
            self,
            read=replace(self.read, source=f"{self.read.source}, moved to {place}", weights_are=Weights.IMPORTANCE),
            by_model={name: place.moved_model(model) for name, model in self.by_model.items()},
            by_group={},
        )

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
