"""truecut table: the counts at many thresholds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_alone
from truecut.cli.options import NameList, Options, Threshold, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import baseline_option, counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, any_evaluation_from
from truecut.errors import BadCall
from truecut.views.threshold_table import ThresholdTableView

if TYPE_CHECKING:
    from truecut.catalogue.costs import Cost
    from truecut.catalogue.curve import SweepTable
    from truecut.catalogue.model import Model
    from truecut.counting.baselines import Baseline


@dataclass(frozen=True, kw_only=True)
class TableArguments(Options):
    """What was typed about a table over thresholds."""

    rows: NamedRows = part(NamedRows)
    counts: dict[str, str] | None = counts_option()
    points: int = option(
        "--points", type=click.IntRange(2), default=101, show_default=True, help="How many thresholds."
    )
    low: float | None = option("--from", type=Threshold(), help="The lowest threshold.")
    high: float | None = option("--to", type=Threshold(), help="The highest threshold.")
    every: bool = option("--every", is_flag=True, help="Every distinct score instead of a grid.")
    metrics: tuple[str, ...] = option(
        "--metrics",
        type=NameList(),
        default="tpr,fpr",
        show_default=True,
        metavar="NAME,...",
        help="Columns beside the counts.",
    )
    baselines: tuple[str, ...] = baseline_option()
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(ThresholdTableView)


@click.command(
    epilog="""\b
Examples:
  truecut table predictions.csv --label churned --score p
  truecut table predictions.csv --score p --points 11 --metrics precision,recall,f1
  truecut table predictions.csv --score p --points 11 --baseline random,ideal,no-information
  truecut table predictions.csv --score p --cost fp=1,fn=20 --points 21
  truecut table predictions.csv --score p --every -o curve.csv""",
)
@takes(TableArguments)
def table(request: TableArguments) -> None:
    """Print tp, tn, fp, fn and rates at evenly spaced thresholds: 0, 0.01, ... 1 for probabilities."""
    with working("Reading and counting", quiet=request.output.quiet):
        view = _of_rows(request) if request.counts is None else ThresholdTableView([_one_row(request)], None)
    write(view, request.output)


def _of_rows(request: TableArguments) -> ThresholdTableView:
    import numpy as np

    from truecut.counting.baselines import baselines_named
    from truecut.evaluation.class_evaluation import ClassEvaluation

    if request.rows.roles.groups:
        raise BadCall("A table over thresholds is not divided into groups; leave out --group.")
    cost = request.situation.cost
    evaluation = any_evaluation_from(request.rows.request(request.situation))
    models = evaluation.by_class if isinstance(evaluation, ClassEvaluation) else evaluation.by_model
    if not models or any(model.is_hard for model in models.values()):
        raise BadCall("Hard predictions have one point; a table over thresholds needs scores.")
    baselines = baselines_named(request.baselines)
    if request.every and baselines:
        raise BadCall("--every lists the model's own scores; leave out --baseline.")
    tables = [_priced(_swept(name, model.moved, request), model.moved, cost) for name, model in models.items()]
    first = next(iter(models.values())).moved  # a baseline is the same for every model on the same rows
    for one in baselines:
        swept = _swept(one.value, first, request, one)
        costs = np.full(swept.thresholds.shape, np.nan) if cost is None or cost.columns else cost.mean(swept.counts)
        tables.append(swept if cost is None else replace(swept, metrics={**swept.metrics, "cost": costs}))
    return ThresholdTableView(tables, evaluation.read, {one.value: one.said for one in baselines})


def _swept(name: str, model: Model, request: TableArguments, baseline: Baseline | None = None) -> SweepTable:
    from truecut.catalogue.curve import every_threshold, sweep

    if request.every:
        return every_threshold(name, model.curve, request.metrics, model.situation)
    return sweep(
        name,
        model.curve,
        points=request.points,
        low=request.low,
        high=request.high,
        metrics=request.metrics,
        baseline=baseline,
        situation=model.situation,
    )


def _priced(table: SweepTable, model: Model, cost: Cost | None) -> SweepTable:
    """Return the table with what each threshold costs, if costs were stated."""
    if cost is None:
        return table
    import numpy as np

    from truecut.decisions.model_decision import cost_curve

    means = cost_curve(model, cost).means
    flagged = table.counts.tp + table.counts.fp
    entries = np.searchsorted(model.curve.counts.tp + model.curve.counts.fp, flagged)
    return replace(table, metrics={**table.metrics, "cost": means[entries]})


def _one_row(request: TableArguments) -> SweepTable:
    import numpy as np

    from truecut.catalogue.curve import tabled
    from truecut.counting.counts import Counts

    for given, flag in ((request.every, "--every"), (request.baselines, "--baseline")):
        if given:
            raise BadCall(f"Four counts are one point; leave out {flag}.")
    cells = counts_alone(request.counts or {}, request.rows).cells()
    counts = Counts(**{cell: np.array([count]) for cell, count in cells.items()})
    table = tabled("counts", np.array([np.nan]), counts, request.metrics)
    cost = request.situation.cost
    return table if cost is None else replace(table, metrics={**table.metrics, "cost": cost.mean(counts)})
