"""What stands beside a model at its threshold: what would come of not looking, of guessing, of making no mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truecut.catalogue import Value
from truecut.catalogue.model import Model
from truecut.catalogue.point import CountedPoint
from truecut.counting.baselines import AT_A_POINT, Baseline, baseline_beside
from truecut.counting.counts import Counts

SHOWN = ("recall", "fpr", "precision", "accuracy", "mean_cost", "f1", "share_flagged")


@dataclass(frozen=True)
class BaselineLine:
    """A baseline on the rows of a model: what it is, its counts, and a few metrics of them."""

    name: str
    said: str
    counts: Counts
    metrics: Mapping[str, Value]


def lines_beside(model: Model, baselines: tuple[Baseline, ...]) -> tuple[BaselineLine, ...]:
    """Return the baselines on the rows of a model, at as many flagged where that matters."""
    here = model.moved.point.counts
    has_price = model.situation.cost is not None and not model.situation.cost.columns
    names = [name for name in SHOWN if has_price or name != "mean_cost"]
    found = []
    for one in baselines:
        counts = baseline_beside(one, here)
        point = CountedPoint(counts, situation=model.situation)
        found.append(BaselineLine(one.value, AT_A_POINT[one], counts, {name: point.metric(name) for name in names}))
    return tuple(found)
