"""truecut report: what was read, is it any good, and what to know about it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_alone
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_command import shared_command
from truecut.cli.shared_options import (
    convention_option,
    cost_from,
    cost_option,
    counts_option,
    level_option,
    threshold_option,
    words_from_typed,
    words_option,
)
from truecut.cli.sources import NamedRows, any_evaluation_from
from truecut.errors import BadCall
from truecut.views.summary import PageView, SummaryView

if TYPE_CHECKING:
    from truecut.summaries.summary import Summary


@dataclass(frozen=True, kw_only=True)
class ReportArguments(Options):
    """What was typed for a report."""

    rows: NamedRows = part(NamedRows)
    counts: dict[str, str] | None = counts_option()
    threshold: float = threshold_option()
    level: float = level_option()
    cost: dict[str, str] | None = cost_option()
    presets: tuple[str, ...] = option(
        "--preset",
        multiple=True,
        metavar="RULE",
        help='A further threshold to offer: youden, or "maximise recall subject to precision >= 0.9".',
    )
    group_metrics: tuple[str, ...] = names_option(
        "--group-metrics",
        metavar="NAME,...",
        help="The metrics of each group in place of the usual ones, whose intervals have a formula; all: every metric, "
        "those that are bootstrapped too, which takes long.",
    )
    least_group: int = option(
        "--least-group", type=int, default=0, metavar="ROWS", help="Leave smaller groups out of the HTML page."
    )
    is_opened: bool = option("--open", is_flag=True, help="Open the HTML page in a browser; needs -o.")
    words: dict[str, str] | None = words_option()
    convention: str | None = convention_option()
    output: Output = output_of(SummaryView, PageView)

    def refuse_choices(self, what: str) -> None:
        """Refuse what chooses a threshold where there is none."""
        for given, flag in ((self.cost, "--cost"), (self.presets, "--preset")):
            if given:
                raise BadCall(f"{what} no threshold to choose; leave out {flag}.")


@click.command(
    epilog="""\b
Examples:
  truecut report predictions.csv
  truecut report predictions.parquet --label churned --score logreg,gbm --positive yes
  truecut report preds.csv --label y --score p --group region --threshold 0.3
  zcat preds.csv.gz | truecut report - --label y --score p --json
  truecut report preds.csv --label kind --predicted guess
  truecut report preds.csv --label y --score p --cost fn=4200,fp=650 -o report.html --open
  truecut report --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email""",
)
@takes(ReportArguments)
def report(request: ReportArguments) -> None:
    """Summarise how good a model's scores or predictions are.

    FILE holds one row per case with its true label and one or more models' scores: CSV, TSV, Parquet,
    Arrow or JSON lines, compressed or not; several files or a glob are read as one; - is standard input.
    """
    if request.group_metrics and not request.rows.roles.groups:
        raise BadCall("--group-metrics are those of groups; say with --group which columns divide the rows.")
    if request.output.format == "html":
        _write_page(request)
        return
    for given, flag in ((request.least_group, "--least-group"), (request.is_opened, "--open")):
        if given:
            raise BadCall(f"{flag} is about the HTML page; write one with -o report.html.")
    with working("Reading and counting", quiet=request.output.quiet):
        summary = _summary(request)
    write(SummaryView(summary), request.output)


def _write_page(request: ReportArguments) -> None:
    if request.is_opened and not request.output.path:
        raise BadCall("--open needs a file to open; name it with -o report.html.")
    if request.group_metrics:
        raise BadCall("The HTML page has its own numbers of groups; leave out --group-metrics.")
    if request.convention:
        raise BadCall("The HTML page shows why a metric has no value; leave out --convention.")
    with working("Reading and counting", quiet=request.output.quiet):
        page = PageView(_html(request))
    write(page, request.output)
    if request.is_opened and request.output.path:
        import webbrowser
        from pathlib import Path

        webbrowser.open(Path(request.output.path).resolve().as_uri())


def _html(request: ReportArguments) -> str:
    command = shared_command(sys.argv[1:])
    cost = cost_from(request.cost, request.words)
    if cost is not None and cost.columns:
        raise BadCall("The HTML page has one price for each outcome, not one that follows an amount.")
    if request.counts is not None:
        from truecut.inference.point import Point
        from truecut.summaries.of_counts import summary_of_point
        from truecut.summaries.options import SummaryOptions
        from truecut.summaries.report import ReportOptions, report_of
        from truecut.views.html import report_as_html
        from truecut.words import DEFAULT

        words = words_from_typed(request.words) or DEFAULT
        point = Point(counts_alone(request.counts, request.rows))
        summary = summary_of_point(point, words, SummaryOptions(request.level))
        return report_as_html(report_of(summary, ReportOptions(command=command)))
    from truecut.evaluation.class_evaluation import ClassEvaluation

    evaluation = any_evaluation_from(request.rows.request(request.threshold, request.words))
    if isinstance(evaluation, ClassEvaluation):
        return evaluation.html(level=request.level, command=command)
    return evaluation.html(
        level=request.level,
        cost=cost,
        presets=request.presets,
        least_group_rows=request.least_group,
        command=command,
    )


def _summary(request: ReportArguments) -> Summary:
    cost = cost_from(request.cost, request.words)
    if request.counts is None:
        from truecut.evaluation.class_evaluation import ClassEvaluation

        evaluation = any_evaluation_from(request.rows.request(request.threshold, request.words, cost))
        if not isinstance(evaluation, ClassEvaluation):
            return evaluation.summary(
                level=request.level,
                convention=request.convention,
                cost=cost,
                presets=request.presets,
                group_metrics=request.group_metrics,
            )
        request.refuse_choices("More than two classes have")
        return evaluation.summary(level=request.level, convention=request.convention)
    from truecut.inference.point import Point
    from truecut.summaries.of_counts import summary_of_point
    from truecut.summaries.options import SummaryOptions
    from truecut.words import DEFAULT

    request.refuse_choices("Four counts have")
    point = Point(counts_alone(request.counts, request.rows))
    words = words_from_typed(request.words) or DEFAULT
    return summary_of_point(point, words, SummaryOptions(request.level, convention=request.convention))
