"""What chance would do, as sheets: what CSV and Markdown show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truecut.catalogue import Metric, Value, metric
from truecut.inference.chance.no_skill import NoSkill
from truecut.inference.chance.null_distribution import Chance
from truecut.inference.estimate import Estimate
from truecut.views.metric_values import interval, written
from truecut.views.sheet import Cell, Sheet
from truecut.words.numerals import DASH, written_p

ByModel = Mapping[str, Sequence[NoSkill]]


def chances_sheet(by_model: ByModel) -> Sheet:
    """Return one row per model and metric."""
    header = ("model", "metric", "value", "chance_mean", "chance_low", "chance_high", "p_value", "method", "undefined")
    return Sheet(header, [(name, *_row(one.chance)) for name, found in by_model.items() for one in found])


def chances_markdown(by_model: ByModel) -> str:
    """Return one table per model for reading."""
    return "\n".join(
        Sheet(
            ("metric", "value", "by chance", "range", "constant", "p"),
            [written_cells(one) for one in found],
            f"Against chance: {name}",
        ).as_markdown()
        for name, found in by_model.items()
    )


def written_cells(one: NoSkill) -> tuple[str, ...]:
    """Return a metric as people write it: value, chance, its range, a constant, p."""
    found, entry = one.chance, metric(one.chance.metric)
    mean = DASH if found.mean is None else written(entry, Value(found.mean))
    best = one.best_constant
    constant = DASH if best is None else written(entry, best)
    observed = written(entry, Value(found.observed))
    return entry.title, observed, mean, _range(entry, found), constant, written_p(found.p_value)


def _range(entry: Metric, found: Chance) -> str:
    return interval(entry, Estimate(found.mean, low=found.low, high=found.high))


def _row(found: Chance) -> tuple[Cell, ...]:
    return (
        found.metric,
        found.observed,
        found.mean,
        found.low,
        found.high,
        found.p_value,
        found.method or None,
        found.undefined or None,
    )
