"""Tables over thresholds: counts of the rows that were seen, metrics and costs where the model is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.curve import RATES, SweepTable, every_threshold, sweep, tabled
from truecut.catalogue.model import Model
from truecut.counting.baselines import Baseline
from truecut.counting.counts import Counts
from truecut.decisions.model_decision import cost_curve
from truecut.errors import BadCall


@dataclass(frozen=True)
class SweepWanted:
    """Which thresholds a table has, and which columns beside the counts."""

    points: int = 101
    low: float | None = None
    high: float | None = None
    every: bool = False  # every distinct score instead of a grid
    metrics: Sequence[str] = RATES


def table_of_model(name: str, model: Model, wanted: SweepWanted) -> SweepTable:
    """Return a model's table: counts of the rows that were seen, metrics and costs where the model is used."""
    if model.is_hard:
        return _of_point(name, model, wanted)
    there = model.moved
    seen, table = _swept(name, model, wanted), _swept(name, there, wanted)
    table = _of_both(seen, table)
    if model.situation.cost is None:
        return table
    costs = cost_curve(there)
    entries = np.searchsorted(model.curve.counts.tp + model.curve.counts.fp, seen.counts.tp + seen.counts.fp)
    return _priced(table, costs.means[entries], costs.totals[entries])


def _of_both(seen: SweepTable, there: SweepTable) -> SweepTable:
    """Return the counts that were seen; metrics are those of the other place, unless they look at each class alone."""
    chosen = {name: (seen if metric(name).is_of_each_class else there).metrics[name] for name in there.metrics}
    return replace(there, counts=seen.counts, metrics=chosen)


def table_of_baseline(baseline: Baseline, model: Model, wanted: SweepWanted) -> SweepTable:
    """Return the table of a baseline on the rows of a model."""
    seen, table = (_swept(baseline.value, one, wanted, baseline) for one in (model, model.moved))
    cost = model.situation.cost
    if cost is None:
        return _of_both(seen, table)
    nobody_knows = np.full(table.thresholds.shape, np.nan)  # which rows it would flag, and what they are worth
    means, totals = (nobody_knows,) * 2 if cost.columns else (cost.mean(table.counts), cost.total(table.counts))
    return _priced(_of_both(seen, table), means, totals)


def _of_point(name: str, model: Model, wanted: SweepWanted) -> SweepTable:
    """Return the one row of hard predictions or of four counts."""
    if wanted.every or wanted.low is not None or wanted.high is not None:
        raise BadCall("Hard predictions are one point; leave out --every, --from and --to.")

    def row(of: Model) -> Counts:
        return Counts(**{cell: np.array([count]) for cell, count in of.point.counts.cells().items()})

    table = tabled(name, np.array([np.nan]), row(model.moved), wanted.metrics, model.situation)
    if model.situation.cost is not None:
        mean, total = (np.array([float(model.metric(one))]) for one in ("mean_cost", "total_cost"))
        table = _priced(table, mean, total)
    return replace(table, counts=row(model))


def _swept(name: str, model: Model, wanted: SweepWanted, baseline: Baseline | None = None) -> SweepTable:
    if wanted.every:
        return every_threshold(name, model.curve, wanted.metrics, model.situation)
    return sweep(
        name,
        model.curve,
        points=wanted.points,
        low=wanted.low,
        high=wanted.high,
        metrics=wanted.metrics,
        baseline=baseline,
        situation=model.situation,
    )


def _priced(table: SweepTable, means: NDArray[np.float64], totals: NDArray[np.float64]) -> SweepTable:
    """Return the table with what each threshold costs, by row in a column of its own if none was asked for.

    The four counts alone do not tell it where prices follow amounts.
    """
    priced = {name: metric(name) for name in table.metrics if metric(name).is_priced}
    columns = {name: totals if entry.is_total else means for name, entry in priced.items()}
    has_mean = any(not entry.is_total for entry in priced.values())
    return replace(table, metrics={**table.metrics, **columns, **({} if has_mean else {"cost": means})})
