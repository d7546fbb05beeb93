"""Thresholds worth a look beside the present one: found by the usual rules, and by the stated costs.

They are chosen on the rows they are judged on, which flatters them; `truecut threshold` says by how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from truecut.catalogue import Value
from truecut.catalogue.model import Model
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts import Counts
from truecut.counting.told_thresholds import IN_TABLES, told_threshold
from truecut.decisions.model_decision import cost_curve, decide
from truecut.errors import BadCall

# What a threshold is called -> the rule that finds it, as `truecut threshold --rule` takes it.
USUAL = {
    "Best F1": "f1",
    "Youden": "youden",
    "Catch 90 %": "minimise share_flagged subject to recall >= 0.9",
}
EQUAL_COSTS = {"Fewest mistakes": "accuracy"}  # the cheapest, where every mistake costs the same
CHEAPEST = {"Cheapest": "cheapest"}
NOW, GIVEN = "As judged here", "where the model was judged"
NOT_MET = "not met, the closest"
SHOWN = ("share_flagged", "recall", "precision", "f1")


@dataclass(frozen=True)
class ThresholdOption:
    """A threshold, the rule that leads to it, and what it does; a threshold of None flags nothing."""

    name: str
    rule: str  # empty for the threshold at which the model is judged anyway
    threshold: float | None
    counts: Counts
    metrics: Mapping[str, Value]
    why: str  # in words that go on from "chosen"
    mean_cost: float | None = None  # of a row, where costs are stated
    told: str = ""  # the threshold, in figures that flag the same rows

    @property
    def is_now(self) -> bool:
        """Say whether it is the threshold at which the model is judged."""
        return not self.rule


def threshold_options(model: Model, wished: Sequence[str] = ()) -> tuple[ThresholdOption, ...]:
    """Return the usual thresholds and the wished ones, from the one that flags fewest rows to that which flags most."""
    if model.is_hard:
        return ()
    found = _found(model, wished)
    return tuple(sorted(found, key=lambda option: (option.counts.tp + option.counts.fp, not option.is_now)))


def _found(seen: Model, wished: Sequence[str]) -> Iterator[ThresholdOption]:
    """Return the thresholds as rules find them where the model is used; counts are of the rows that were seen."""
    model, cost = seen.moved, seen.situation.cost
    costs = None if cost is None else cost_curve(model)

    def option(name: str, rule: str, point: CountedPoint, why: str) -> ThresholdOption:
        mean = None
        if costs is not None and point.counts.rows:
            reached = 0 if point.threshold is None else int(model.curve.reached([point.threshold])[0])
            mean = float(costs.means_at(reached))
        shown = {metric: point.metric(metric) for metric in SHOWN}
        entry = 0 if point.threshold is None else int(seen.curve.reached([point.threshold])[0])
        told = "" if point.threshold is None else told_threshold(seen.curve, point.threshold, IN_TABLES)
        return ThresholdOption(name, rule, point.threshold, seen.curve.entry(entry), shown, why, mean, told)

    def found(name: str, rule: str) -> ThresholdOption:
        chosen = decide(model, rule)
        return option(name if chosen.feasible else f"{name} ({NOT_MET})", rule, chosen.point, chosen.why)

    yield option(NOW, "", model.point, GIVEN)
    for name, rule in {**USUAL, **(EQUAL_COSTS if cost is None else CHEAPEST)}.items():
        # A rule that needs both classes has nothing to say where one is missing.
        with suppress(BadCall):
            yield found(name, rule)
    yield from (found(rule, rule) for rule in wished)
