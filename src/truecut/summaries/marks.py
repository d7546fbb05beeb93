"""Marks on results that show all thresholds: what happens at the one in force, and at the one that prices ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isinf
from typing import Any

from truecut.catalogue import Value, metric
from truecut.catalogue.model import Model
from truecut.inference.calibration.reliability import Calibration
from truecut.words.numerals import DASH, decimal, percent, plain_number, threshold

ON_CURVE = {
    "roc": ("fpr", "recall"),
    "pr": ("recall", "precision"),
    "gain": ("share_flagged", "recall"),
    "lift": ("share_flagged", "lift"),
    "cost": ("mean_cost",),
    "calibration": (),
}


@dataclass(frozen=True)
class Mark:
    """One threshold that was stated, or follows from what was, and what a result says of it."""

    model: str
    threshold: float
    said: str
    values: Mapping[str, float | None]

    def as_plain(self) -> dict[str, Any]:
        """Return it as plain data; infinite numbers in words, since JSON has none."""
        values = {name: _in_json(value) for name, value in self.values.items()}
        return {"model": self.model, "threshold": _in_json(self.threshold), "said": self.said, "values": values}


def _in_json(value: float | None) -> float | str | None:
    return plain_number(value) if value is not None and isinf(value) else value


def marks_in_force(models: Iterable[Model], names: Iterable[str]) -> list[Mark]:
    """Return what these metrics are at the threshold of each model, where one was stated for it."""
    asked = tuple(dict.fromkeys(metric(name).name for name in names))
    cut = [model for model in models if model.name in model.situation.threshold and not model.is_hard]
    return [_at(model, asked) for model in cut] if asked else []


def _at(model: Model, names: tuple[str, ...]) -> Mark:
    values = {name: model.metric(name) for name in names}
    told = ", ".join(f"{metric(name).title.lower()} {_written(name, value)}" for name, value in values.items())
    said = f"{model.name} is cut at {threshold(model.threshold)} now: {told}."
    return Mark(model.name, model.threshold, said, {name: value.value for name, value in values.items()})


def _written(name: str, value: Value) -> str:
    if value.value is None:
        return DASH
    return percent(float(value)) if metric(name).is_percentage else decimal(float(value))


def mark_of_prices(model: Model) -> list[Mark]:
    """Return what acting is worth at the probability from which stated prices ask for it."""
    cost = model.situation.cost
    if cost is None or cost.best_threshold is None or model.is_hard:
        return []
    cut = cost.best_threshold
    worth = model.cut_at(cut).metric("net_benefit", pt=cut)
    there = f"{model.name} is worth {_written('net_benefit', worth)}"
    said = f"These prices ask to act from {percent(cut)} up, where {there}."
    return [Mark(model.name, cut, said, {"net_benefit": worth.value})]


def marks_on_calibration(model: Model, found: Calibration | None) -> list[Mark]:
    """Return what the score at the threshold in force came to, and which score stands for what prices ask for."""
    if found is None:
        return []
    marks = []
    points = sorted(found.points, key=lambda point: point.score)
    if model.name in model.situation.threshold:
        near = min(points, key=lambda point: abs(point.score - model.threshold))
        said = f"{model.name} is cut at {threshold(model.threshold)} now, which stands for {percent(near.observed)}."
        marks.append(Mark(model.name, model.threshold, said, {"observed": near.observed}))
    cost = model.situation.cost
    if cost is not None and cost.best_threshold is not None:
        cut = cost.best_threshold
        reached = next((point.score for point in points if point.observed >= cut), None)
        where = "which no score reaches" if reached is None else f"which scores from {threshold(reached)} up stand for"
        said = f"These prices ask to flag from a true probability of {percent(cut)} up, {where}."
        marks.append(Mark(model.name, cut, said, {"score": reached}))
    return marks
