"""truecut table: the counts at many thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_counts
from truecut.cli.idle_options import refuse_idle
from truecut.cli.options import NameList, Options, Threshold, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import baseline_option, counts_option
from truecut.cli.situation import StatedSituation, remember_marks, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, any_evaluation_from
from truecut.errors import BadCall
from truecut.views.threshold_table import ThresholdTableView

if TYPE_CHECKING:
    from truecut.summaries.threshold_tables import SweepWanted


@dataclass(frozen=True, kw_only=True)
class TableArguments(Options):
    """What was typed about a table over thresholds."""

    rows: NamedRows = part(UndividedRows)
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
    situation: StatedSituation = situation_of("rule", "level")
    output: Output = output_of(ThresholdTableView)

    @property
    def wanted(self) -> SweepWanted:
        """Return which thresholds and columns the table is to have."""
        from truecut.summaries.threshold_tables import SweepWanted

        return SweepWanted(self.points, self.low, self.high, self.every, self.metrics)


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
        view = _of_rows(request) if request.counts is None else _of_counts(request)
    write(view, request.output)


def _of_rows(request: TableArguments) -> ThresholdTableView:
    from truecut.counting.baselines import baselines_named
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.summaries.marks import marks_in_force
    from truecut.summaries.threshold_tables import table_of_baseline, table_of_model

    evaluation = any_evaluation_from(request.rows.request(request.situation))
    models = evaluation.by_class if isinstance(evaluation, ClassEvaluation) else evaluation.by_model
    if isinstance(evaluation, ClassEvaluation):
        refuse_idle(["threshold"], "The table has every threshold of each class against the rest, and marks none")
    if not models:
        raise BadCall("Hard predictions of many classes have no thresholds; a table over them needs scores.")
    baselines = baselines_named(request.baselines)
    if request.every and baselines:
        raise BadCall("--every lists the model's own scores; leave out --baseline.")
    tables = [table_of_model(name, model, request.wanted) for name, model in models.items()]
    remember_marks(marks_in_force(models.values(), tables[0].metrics))
    first = next(iter(models.values()))  # a baseline is the same for every model on the same rows
    if baselines and first.is_hard:
        raise BadCall("Hard predictions are one point; leave out --baseline, or ask `truecut report` for it.")
    tables += [table_of_baseline(one, first, request.wanted) for one in baselines]
    return ThresholdTableView(tables, evaluation.read, {one.value: one.said for one in baselines})


def _of_counts(request: TableArguments) -> ThresholdTableView:
    from truecut.summaries.threshold_tables import table_of_model

    for given, flag in ((request.every, "--every"), (request.baselines, "--baseline")):
        if given:
            raise BadCall(f"Four counts are one point; leave out {flag}.")
    model = evaluation_of_counts(request.counts or {}, request.rows, request.situation).model
    return ThresholdTableView([table_of_model("counts", model, request.wanted)], None)
