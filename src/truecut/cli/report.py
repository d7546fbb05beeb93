"""truecut report: what was read, is it any good, and what to know about it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_alone
from truecut.cli.idle_options import OF_THRESHOLDS, refuse_idle, refuse_idle_for
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_command import shared_command
from truecut.cli.shared_options import baseline_option, convention_option, counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows
from truecut.errors import BadCall
from truecut.views.summary import PageView, SummaryView

if TYPE_CHECKING:
    from truecut.summaries.summary import Summary
    from truecut.views.view import View


NO_CHOICE = "More than two classes have no threshold to choose"


@dataclass(frozen=True, kw_only=True)
class ReportArguments(Options):
    """What was typed for a report."""

    rows: NamedRows = part(NamedRows)
    counts: dict[str, str] | None = counts_option()
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
    baselines: tuple[str, ...] = baseline_option()
    least_group: int = option(
        "--least-group", type=int, default=0, metavar="ROWS", help="Leave smaller groups out of the HTML page."
    )
    shown_rows: int = option(
        "--rows",
        type=int,
        default=0,
        metavar="N",
        help="Put rows of the data into the HTML page: the N most confident mistakes of each kind and the N rows "
        "nearest the cut.  [default: none]",
    )
    id_column: str | None = option("--id", metavar="COLUMN", help="The column that names the rows of --rows.")
    shown_columns: tuple[str, ...] = names_option(
        "--show-columns", metavar="COLUMN,...", help="Further columns to show of the rows of --rows."
    )
    has_all: bool = option("--all", is_flag=True, help="Show every metric at the terminal, the four counts by name.")
    is_opened: bool = option("--open", is_flag=True, help="Open the HTML page in a browser; needs -o.")
    convention: str | None = convention_option()
    situation: StatedSituation = situation_of()
    output: Output = output_of(SummaryView, PageView)

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the rules whose thresholds are offered beside the usual ones."""
        return tuple(dict.fromkeys((*filter(None, [self.situation.rule]), *self.presets)))

    @property
    def to_show(self) -> NamedRows:
        """Return the rows with what the page is to show of them."""
        if not self.shown_rows:
            return self.rows
        return self.rows.with_roles(id=self.id_column, shown={name: name for name in self.shown_columns})


@click.command(
    epilog="""\b
Examples:
  truecut report predictions.csv
  truecut report predictions.parquet --label churned --score logreg,gbm --positive yes
  truecut report preds.csv --label y --score p --group region --threshold 0.3
  zcat preds.csv.gz | truecut report - --label y --score p --json
  truecut report preds.csv --label kind --predicted guess
  truecut report preds.csv --label kind --class-score a=pa,b=pb,c=pc -o report.html
  truecut report preds.csv --label kind --class-score forest:a=fa,b=fb,c=fc --class-score tree:a=ta,b=tb,c=tc
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
    if request.shown_columns and not request.shown_rows:
        raise BadCall("--show-columns are those of rows on the HTML page; say with --rows how many it carries.")
    if not request.shown_rows:
        refuse_idle(["id_column"], "Ids name the rows that an HTML page carries, and --rows says how many those are")
    if request.output.format == "html":
        _write_page(request)
        return
    # An option that does nothing is a misunderstanding, and silence would keep it one.
    of_page = ((request.least_group, "--least-group"), (request.shown_rows, "--rows"), (request.is_opened, "--open"))
    for given, flag in of_page:
        if given:
            raise BadCall(f"{flag} is about the HTML page; write one with -o report.html.")
    with working("Reading and counting", quiet=request.output.quiet):
        view = _view(request)
    write(view, request.output)


def _write_page(request: ReportArguments) -> None:
    if request.is_opened and not request.output.path:
        raise BadCall("--open needs a file to open; name it with -o report.html.")
    if request.group_metrics:
        raise BadCall("The HTML page has its own numbers of groups; leave out --group-metrics.")
    if request.baselines:
        raise BadCall("The HTML page says what not looking would reach; leave out --baseline.")
    if request.convention:
        raise BadCall("The HTML page shows why a metric has no value; leave out --convention.")
    with working("Reading and counting", quiet=request.output.quiet):
        page = PageView(_html(request))
    write(page, request.output)
    if request.is_opened and request.output.path:
        import webbrowser
        from pathlib import Path

        # A browser wants an address, also for a file in this folder.
        webbrowser.open(Path(request.output.path).resolve().as_uri())


def _html(request: ReportArguments) -> str:
    # The page says how it was made, and a page is passed on.
    command = shared_command(sys.argv[1:])
    if request.counts is not None:
        if request.shown_rows:
            raise BadCall("Four counts have no rows to show; leave out --rows.")
        from truecut.summaries.report import ReportOptions, report_of
        from truecut.views.html import report_as_html

        return report_as_html(report_of(_of_counts(request), ReportOptions(command=command)))
    from truecut.evaluation.from_data import evaluated_each

    evaluation = evaluated_each(request.to_show.request(request.situation))
    if isinstance(evaluation, dict):
        if request.shown_rows:
            raise BadCall("Rows are shown of two classes; name the positive one with --positive, or leave out --rows.")
        refuse_idle(OF_THRESHOLDS, NO_CHOICE)
        if request.least_group:
            raise BadCall("The page of many classes tells of groups among its findings; leave out --least-group.")
        (name, first), *others = evaluation.items()
        return first.html(command=command, beside=dict(others), name=name) if others else first.html(command=command)
    refuse_idle_for(list(evaluation.by_model.values()))
    return evaluation.html(
        presets=request.offered,
        least_group_rows=request.least_group,
        rows=request.shown_rows,
        command=command,
    )


def _view(request: ReportArguments) -> View:
    if request.counts is not None:
        return SummaryView(_of_counts(request), request.has_all)
    from truecut.evaluation.from_data import evaluated_each

    evaluation = evaluated_each(request.rows.request(request.situation))
    if not isinstance(evaluation, dict):
        refuse_idle_for(list(evaluation.by_model.values()))
        summary = evaluation.summary(
            convention=request.convention,
            presets=request.offered,
            group_metrics=request.group_metrics,
            baselines=request.baselines,
        )
        return SummaryView(summary, request.has_all)
    refuse_idle(OF_THRESHOLDS, NO_CHOICE)
    if request.baselines:
        raise BadCall("Baselines are those of two classes; name the positive one with --positive.")
    wished = request.group_metrics
    summaries = {n: one.summary(convention=request.convention, group_metrics=wished) for n, one in evaluation.items()}
    if len(summaries) > 1:
        from truecut.views.summary.several import SummariesView

        return SummariesView(summaries, request.has_all)
    return SummaryView(next(iter(summaries.values())), request.has_all)


def _of_counts(request: ReportArguments) -> Summary:
    from truecut.counting.baselines import baselines_named
    from truecut.inference.point import Point
    from truecut.summaries.of_counts import summary_of_point
    from truecut.summaries.options import SummaryOptions

    situation = request.situation.of_counts()
    point = Point(counts_alone(request.counts or {}, request.rows), situation=situation)
    held_against = baselines_named(request.baselines)
    options = SummaryOptions(situation.level, convention=request.convention, baselines=held_against)
    return summary_of_point(point, request.situation.words, options, situation)
