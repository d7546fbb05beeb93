"""truecut report: what was read, is it any good, and what to know about it."""

from __future__ import annotations

import sys
from typing import Any

import click

from truecut.cli.options import (
    Number,
    convention_option,
    cost_from,
    cost_option,
    counts_alone,
    data_options,
    evaluation_from,
    output_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, note, put, terminal_width, working
from truecut.cli.shared_command import shared_command
from truecut.errors import BadCall

FORMATS = ("text", "json", "csv", "markdown", "html")

ABOUT_PAGES = {"least_group": "--least-group", "is_opened": "--open"}


@click.command(
    short_help="Is it any good? Counts, metrics and findings of a file.",
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
@data_options
@click.option(
    "--threshold", type=Number(), default=0.5, show_default=True, help="Rows whose score reaches it are flagged."
)
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the intervals are.")
@cost_option
@click.option(
    "--preset",
    "presets",
    multiple=True,
    metavar="RULE",
    help='A further threshold to offer: youden, or "maximise recall subject to precision >= 0.9".',
)
@click.option("--least-group", type=int, default=0, metavar="ROWS", help="Leave smaller groups out of the HTML page.")
@click.option("--open", "is_opened", is_flag=True, help="Open the HTML page in a browser; needs -o.")
@words_option
@convention_option
@output_options(*FORMATS)
def report(threshold: float, **options: Any) -> None:
    """Summarise how good a model's scores or predictions are.

    FILE holds one row per case with its true label and one or more models' scores: CSV, TSV, Parquet,
    Arrow or JSON lines, compressed or not; several files or a glob are read as one; - is standard input.
    """
    form = chosen_format(options, FORMATS)
    if form == "html":
        _page(threshold, options)
        return
    for option, name in ABOUT_PAGES.items():
        if options[option]:
            raise BadCall(f"{name} is about the HTML page; write one with -o report.html.")
    with working("Reading and counting", options):
        summary = _summary(threshold, options)
    if form == "json":
        from truecut.views.as_json import summary_as_json

        put(summary_as_json(summary), options)
    elif form == "csv":
        from truecut.views.sheets import metrics_of

        note(summary.read, options)
        put(metrics_of(summary).as_csv(), options)
    elif form == "markdown":
        from truecut.views.sheets import markdown_of

        put(markdown_of(summary), options)
    else:
        from truecut.views.terminal import drawn

        draw(drawn(summary, terminal_width(options)), options)


def _page(threshold: float, options: dict[str, Any]) -> None:
    if options["is_opened"] and not options["output"]:
        raise BadCall("--open needs a file to open; name it with -o report.html.")
    if options["convention"]:
        raise BadCall("The HTML page shows why a metric has no value; leave out --convention.")
    with working("Reading and counting", options):
        page = _html(threshold, options)
    put(page, options)
    if options["is_opened"]:
        import webbrowser
        from pathlib import Path

        webbrowser.open(Path(options["output"]).resolve().as_uri())


def _html(threshold: float, options: dict[str, Any]) -> str:
    command = shared_command(sys.argv[1:])
    cost = cost_from(options)
    if cost is not None and cost.columns:
        raise BadCall("The HTML page has one price for each outcome, not one that follows an amount.")
    if options["counts"] is not None:
        from truecut.catalogue.point import Point
        from truecut.summaries.of_counts import summary_of_point
        from truecut.summaries.options import SummaryOptions
        from truecut.summaries.report import ReportOptions, report_of
        from truecut.views.html import report_as_html
        from truecut.words import DEFAULT

        words = words_from_typed(options["words"]) or DEFAULT
        asked = SummaryOptions(options["level"], cost=cost)
        summary = summary_of_point(Point(counts_alone(options)), words, asked)
        return report_as_html(report_of(summary, ReportOptions(command=command)))
    from truecut.evaluation.class_evaluation import ClassEvaluation

    evaluation = evaluation_from(options, threshold)
    if isinstance(evaluation, ClassEvaluation):
        return evaluation.html(level=options["level"], command=command)
    return evaluation.html(
        level=options["level"],
        cost=cost,
        presets=options["presets"],
        least_group_rows=options["least_group"],
        command=command,
    )


def _summary(threshold: float, options: dict[str, Any]) -> Any:
    asked = {"level": options["level"], "convention": options["convention"]}
    cost = cost_from(options)
    if options["counts"] is None:
        from truecut.evaluation.class_evaluation import ClassEvaluation

        evaluation = evaluation_from(options, threshold, cost.columns if cost else ())
        if not isinstance(evaluation, ClassEvaluation):
            return evaluation.summary(**asked, cost=cost, presets=options["presets"])
        _refuse_choices(options, "More than two classes have")
        return evaluation.summary(**asked)
    from truecut.catalogue.point import Point
    from truecut.summaries.of_counts import summary_of_point
    from truecut.summaries.options import SummaryOptions
    from truecut.words import DEFAULT

    _refuse_choices(options, "Four counts have")
    words = words_from_typed(options["words"]) or DEFAULT
    return summary_of_point(Point(counts_alone(options)), words, SummaryOptions(**asked))


def _refuse_choices(options: dict[str, Any], what: str) -> None:
    for option, name in (("cost", "--cost"), ("presets", "--preset")):
        if options[option]:
            raise BadCall(f"{what} no threshold to choose; leave out {name}.")
