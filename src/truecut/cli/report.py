"""truecut report: what was read, is it any good, and what to know about it."""

from __future__ import annotations

from typing import Any

import click

from truecut.cli.options import (
    Number,
    convention_option,
    counts_alone,
    data_options,
    evaluation_from,
    output_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, note, put, terminal_width, working

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="Is it any good? Counts, metrics and findings of a file.",
    epilog="""\b
Examples:
  truecut report predictions.csv
  truecut report predictions.parquet --label churned --score logreg,gbm --positive yes
  truecut report preds.csv --label y --score p --group region --threshold 0.3
  zcat preds.csv.gz | truecut report - --label y --score p --json
  truecut report preds.csv --label kind --predicted guess
  truecut report --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email""",
)
@data_options
@click.option(
    "--threshold", type=Number(), default=0.5, show_default=True, help="Rows whose score reaches it are flagged."
)
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the intervals are.")
@words_option
@convention_option
@output_options(*FORMATS)
def report(threshold: float, **options: Any) -> None:
    """Summarise how good a model's scores or predictions are.

    FILE holds one row per case with its true label and one or more models' scores: CSV, TSV, Parquet,
    Arrow or JSON lines, compressed or not; several files or a glob are read as one; - is standard input.
    """
    form = chosen_format(options, FORMATS)
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


def _summary(threshold: float, options: dict[str, Any]) -> Any:
    if options["counts"] is None:
        return evaluation_from(options, threshold).summary(level=options["level"], convention=options["convention"])
    from truecut.point import Point
    from truecut.summary import summary_of_point
    from truecut.words import DEFAULT

    words = words_from_typed(options["words"]) or DEFAULT
    return summary_of_point(Point(counts_alone(options)), words, options["level"], options["convention"])
