"""truecut table: the counts at many thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    NameList,
    cost_from,
    cost_option,
    counts_alone,
    data_options,
    evaluation_from,
    output_options,
)
from truecut.cli.output import chosen_format, draw, note, put, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.catalogue.curve import SweepTable
    from truecut.catalogue.model import Model
    from truecut.data.rows import Provenance
    from truecut.decisions.costs import Cost

FORMATS = ("text", "json", "csv", "markdown")
AS_WIDE_AS_NEEDED = 10_000  # a table of numbers runs over the edge rather than losing digits or columns


@click.command(
    short_help="The counts at many thresholds.",
    epilog="""\b
Examples:
  truecut table predictions.csv --label churned --score p
  truecut table predictions.csv --score p --points 11 --metrics precision,recall,f1
  truecut table predictions.csv --score p --baseline ideal --format csv
  truecut table predictions.csv --score p --cost fp=1,fn=20 --points 21
  truecut table predictions.csv --score p --every -o curve.csv""",
)
@data_options
@click.option("--points", type=click.IntRange(2), default=101, show_default=True, help="How many thresholds.")
@click.option("--from", "low", type=float, help="The lowest threshold.")
@click.option("--to", "high", type=float, help="The highest threshold.")
@click.option("--every", is_flag=True, help="Every distinct score instead of a grid.")
@click.option(
    "--metrics",
    type=NameList(),
    default="tpr,fpr",
    show_default=True,
    metavar="NAME,...",
    help="Columns beside the counts.",
)
@cost_option
@click.option(
    "--baseline",
    type=click.Choice(["random", "ideal"]),
    help="A model without knowledge, or without mistakes, on the same rows.",
)
@output_options(*FORMATS)
def table(**options: Any) -> None:
    """Print tp, tn, fp, fn and rates at evenly spaced thresholds: 0, 0.01, ... 1 for probabilities."""
    form = chosen_format(options, FORMATS)
    with working("Reading and counting", options):
        read, tables = (None, _one_row(options)) if options["counts"] is not None else _tables(options)
    header, rows = _joined(tables)
    if form == "json":
        from truecut.views.as_json import rows_as_json

        put(rows_as_json("table", header, rows, read), options)
        return
    if read:
        note(read, options)
    from truecut.views.sheet import Sheet

    sheet = Sheet(header, rows)
    if form == "text":
        from truecut.views.plain import drawn_sheet

        draw(drawn_sheet(sheet), options, width=AS_WIDE_AS_NEEDED)
    else:
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)


def _tables(options: dict[str, Any]) -> tuple[Provenance, list[SweepTable]]:
    from truecut.catalogue.curve import Baseline, every_threshold, sweep
    from truecut.evaluation.class_evaluation import ClassEvaluation

    if options["groups"]:
        raise BadCall("A table over thresholds is not divided into groups; leave out --group.")
    cost = cost_from(options)
    evaluation = evaluation_from(options, 0.5, cost.columns if cost else ())
    models = evaluation.by_class if isinstance(evaluation, ClassEvaluation) else evaluation.by_model
    if not models or any(model.is_hard for model in models.values()):
        raise BadCall("Hard predictions have one point; a table over thresholds needs scores.")
    if options["every"]:
        if options["baseline"]:
            raise BadCall("--every lists the model's own scores; leave out --baseline.")
        every = [every_threshold(name, model.curve, options["metrics"]) for name, model in models.items()]
        return evaluation.read, [_priced(table, models[table.model], cost) for table in every]
    if options["baseline"]:
        models = dict([next(iter(models.items()))])  # it is the same for every model on the same rows
    swept = [
        sweep(
            name,
            model.curve,
            points=options["points"],
            low=options["low"],
            high=options["high"],
            metrics=options["metrics"],
            baseline=Baseline(options["baseline"]) if options["baseline"] else None,
        )
        for name, model in models.items()
    ]
    if options["baseline"]:
        return evaluation.read, swept
    return evaluation.read, [_priced(table, models[table.model], cost) for table in swept]


def _priced(table: SweepTable, model: Model, cost: Cost | None) -> SweepTable:
    """Return the table with what each threshold costs, if costs were stated."""
    if cost is None:
        return table
    import numpy as np

    from truecut.decisions.model_decision import cost_curve

    totals = cost_curve(model, cost).totals
    flagged = table.counts.tp + table.counts.fp
    entries = np.searchsorted(model.curve.counts.tp + model.curve.counts.fp, flagged)
    return replace(table, metrics={**table.metrics, "cost": totals[entries]})


def _one_row(options: dict[str, Any]) -> list[SweepTable]:
    import numpy as np

    from truecut.catalogue.curve import tabled
    from truecut.counting.counts import Counts

    for name in ("every", "baseline"):
        if options[name]:
            raise BadCall(f"Four counts are one point; leave out --{name}.")
    cells = counts_alone(options).cells()
    counts = Counts(**{cell: np.array([count]) for cell, count in cells.items()})
    table = tabled("counts", np.array([np.nan]), counts, options["metrics"])
    cost = cost_from(options)
    return [table if cost is None else replace(table, metrics={**table.metrics, "cost": cost.total(counts)})]


def _joined(tables: list[SweepTable]) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Return the rows of all models, with the model's name in front if there are several."""
    if len(tables) == 1:
        return tables[0].header, list(tables[0].rows())
    return ("model", *tables[0].header), [(t.model, *row) for t in tables for row in t.rows()]
