"""What figures are drawn from: models on the same rows, the same per group, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.baselines import Baseline
from truecut.errors import BadCall
from truecut.inference.intervals import LEVEL
from truecut.words import DEFAULT, Words


@dataclass(frozen=True, eq=False)
class Scene:
    """Models, each with its curve; the first is the chosen one, drawn in ink."""

    models: tuple[Model, ...]
    groups: Mapping[str, tuple[Model, ...]] = field(default_factory=dict)
    words: Words = DEFAULT
    level: float = LEVEL
    baselines: tuple[Baseline, ...] = ()  # what stands beside the models
    files: tuple[Path, ...] = ()  # that the rows were read from, and no figure is written over

    @property
    def model(self) -> Model:
        """Return the only model."""
        if len(self.models) > 1:
            raise BadCall(f"There are {len(self.models)} models; this figure is of one.")
        return self.models[0]

    @property
    def first(self) -> Model:
        """Return the chosen model."""
        return self.models[0]

    @property
    def is_hard(self) -> bool:
        """Say whether there are only hard predictions, which have no curve."""
        return all(model.is_hard for model in self.models)

    @property
    def scored(self) -> Scene:
        """Return the models that have a curve, without the hard predictions beside them; all, if none has."""
        kept = [i for i, model in enumerate(self.models) if not model.is_hard]
        if not kept or len(kept) == len(self.models):
            return self
        groups = {group: tuple(models[i] for i in kept) for group, models in self.groups.items()}
        return replace(self, models=tuple(self.models[i] for i in kept), groups=groups)

    def of_each_model(self) -> dict[str, Scene]:
        """Return one scene per model."""
        return {
            model.name: replace(
                self,
                models=(model,),
                groups={group: (models[i],) for group, models in self.groups.items()},
            )
            for i, model in enumerate(self.models)
        }

    def of_each_group(self) -> dict[str, Scene]:
        """Return one scene per group."""
        return {group: replace(self, models=models, groups={}) for group, models in self.groups.items()}


def threshold_ends(model: Model) -> tuple[float, float]:
    """Return from where to where thresholds are drawn: 0 to 1, or from the lowest to the highest finite score."""
    if model.table.are_probabilities:
        return 0.0, 1.0
    scores = model.table.scores.astype(float)
    finite = scores[np.isfinite(scores)]
    if not len(finite):
        raise BadCall(f"No score of {model.name!r} is finite, so there is no axis to draw it on.")
    low, high = float(finite.min()), float(finite.max())
    # Both ends of the threshold's own marker must be on the axis too.
    low, high = min(low, model.threshold), max(high, model.threshold)
    around = max(0.5, abs(low) * 1e-9)
    return (low, high) if low < high else (low - around, high + around)


def against_threshold(model: Model, *lines: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return thresholds in rising order from one end of the axis to the other, and each line beside them.

    A value holds from its threshold to the next score: down to it where high scores are flagged, so that a line is
    drawn with steps before its points, and with steps behind them where low scores are.
    """
    thresholds, ends = model.curve.thresholds, threshold_ends(model)
    kept = np.flatnonzero((thresholds >= ends[0]) & (thresholds <= ends[1]))
    inner = kept if model.table.lower_is_positive else kept[::-1]
    first, last = model.curve.reached(np.array(ends))
    entries = np.concatenate([[first], inner, [last]])
    places = np.concatenate([[ends[0]], thresholds[inner], [ends[1]]])
    return (places, *(np.asarray(line, dtype=float)[entries] for line in lines))


def steps_of(model: Model) -> Literal["steps-pre", "steps-post"]:
    """Return on which side of a threshold its value holds, as matplotlib calls it."""
    return "steps-post" if model.table.lower_is_positive else "steps-pre"
