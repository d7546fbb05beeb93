"""truecut compare: which model is better on the same rows, by how much, and can one be sure?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    NameList,
    Number,
    Pairs,
    counts_from,
    flat,
    number_from,
    output_options,
    row_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, files_apart, note, put, working
from truecut.cli.sources import request_from
from truecut.errors import BadCall
from truecut.errors.visible_text import visible

if TYPE_CHECKING:
    from truecut.inference.comparison import Comparison
    from truecut.summaries.comparison import ComparisonSummary

FORMATS = ("text", "json", "csv", "markdown")
NOTHING_TO_COMPARE = "Nothing to compare: name a file, - for standard input, or give --counts NAME:tp=,fn=,fp=,tn=."


@click.command(
    short_help="Which model is better on the same rows?",
    epilog="""\b
Examples:
  truecut compare preds.csv --label churned --score logreg,gbm
  truecut compare preds.csv --score a,b,c --metric roc_auc,recall --reference a --margin 0.01
  truecut compare gbm.csv logreg.csv --id case
  truecut compare preds.csv --score a,b --metric precision,recall --at share_flagged=5%
  truecut compare preds.csv --score a,b,c,d --adjust max-t
  truecut compare preds.csv --score a,b --above 0,0.01 --disagreements rows.csv
  truecut compare --counts M1:tp=80,fn=20,fp=187,tn=713 --counts M3:tp=40,fn=60,fp=17,tn=883 --metric f1""",
)
@row_options
@click.option(
    "--counts",
    multiple=True,
    metavar="NAME:tp=,fn=,fp=,tn=",
    help="Four counts of a classifier, in place of a file; give it again for the others.",
)
@click.option("--id", "id_column", metavar="COLUMN", help="Join several files, one per model, on this column.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    type=NameList(),
    metavar="METRIC,...",
    help="What to compare; the first one decides.  [default: roc_auc and four more]",
)
@click.option(
    "--reference", default="", metavar="MODEL", help="The model that the others stand beside.  [default: the first]"
)
@click.option(
    "--at",
    "operating_point",
    default="own",
    show_default=True,
    metavar="POINT",
    help='Where metrics of four counts are taken: own, "same share flagged", "same recall", share_flagged=5%.',
)
@click.option(
    "--adjust",
    type=click.Choice(["holm", "benjamini-hochberg", "max-t"]),
    default="holm",
    show_default=True,
    help="How p-values allow for several comparisons; max-t makes the intervals hold together too.",
)
@click.option("--margin", type=Number(), help="The smallest difference that would matter: tied, and not worse.")
@click.option(
    "--above",
    metavar="LOW,HIGH",
    help="Ask whether a ROC curve lies above the reference's everywhere between these false positive rates.",
)
@click.option("--disagreements", metavar="FILE", help="Write the rows on which models decide differently, as CSV.")
@click.option("--threshold", type=Number(), default=0.5, show_default=True, help="Of every model.")
@click.option("--level", type=Number(), default=0.95, show_default=True, help="How sure intervals and verdicts are.")
@click.option("--replicates", type=int, help="Draws of a bootstrap.  [default: 2000, fewer for very many rows]")
@click.option("--seed", type=int, default=0, show_default=True, help="Of everything that is drawn.")
@words_option
@output_options(*FORMATS)
def compare(**options: Any) -> None:
    """Compare models on the same rows: a verdict in words, then differences with intervals and tests.

    Models are columns of one FILE (--score a,b), or one file each, joined on --id. With more than two, p-values allow
    for the number of comparisons, and the share of draws in which each model comes first is told.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading and comparing", options):
        comparison, summary = _compared(options)
    disagreements = _disagreements(comparison, options) if options["disagreements"] else {}
    files_apart(options, [options["output"], *disagreements])
    _write(summary, form, options)
    for path, text in disagreements.items():
        put(text, {**options, "output": str(path)})


def _compared(options: dict[str, Any]) -> tuple[Comparison, ComparisonSummary]:
    from truecut.summaries.comparison import summary_of_comparison

    comparison = _of_counts(options) if options["counts"] else _of_rows(options)
    summary = summary_of_comparison(
        comparison,
        flat(options["metrics"]),
        at=options["operating_point"],
        margin=options["margin"],
        above=_range(options["above"]),
        adjust=options["adjust"],
    )
    return comparison, summary


def _of_rows(options: dict[str, Any]) -> Comparison:
    from truecut.evaluation.comparing import compared

    request = request_from(options, NOTHING_TO_COMPARE)
    if request.roles.groups or request.roles.class_scores:
        raise BadCall("Models are compared on all rows of two classes; leave out --group and --class-score.")
    request = request.reads(threshold=options["threshold"], words=words_from_typed(options["words"]))
    return compared(request.takes(id=options["id_column"]), **_asked(options))


def _of_counts(options: dict[str, Any]) -> Comparison:
    from truecut.catalogue.point import Point
    from truecut.evaluation.comparing import compare as compare_data

    if options["files"] or options["sql"]:
        raise BadCall("Give either --counts or rows to count, not both.")
    points: dict[str, Point] = {}
    for text in options["counts"]:
        name, colon, counts = text.rpartition(":")
        if not colon or not name.strip():
            raise BadCall(f"{text!r} should begin with the name of a model, such as M1:tp=80,fn=20,fp=9,tn=91.")
        if name.strip() in points:
            raise BadCall(f"Two models are called {name.strip()!r}.")
        points[name.strip()] = Point(counts_from(Pairs().convert(counts, None, None)))
    return compare_data(points, **_asked(options))


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("reference", "level", "replicates", "seed")}


def _range(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2:
        raise BadCall(f"--above takes two false positive rates such as 0,0.01, not {text!r}.")
    low, high = (float(number_from("--above", part)) for part in parts)
    return low, high


def _write(summary: ComparisonSummary, form: str, options: dict[str, Any]) -> None:
    if form == "text":
        from truecut.views.compared import drawn_comparison

        draw(drawn_comparison(summary), options)
    elif form == "json":
        from truecut.views.compared_as_json import comparison_as_json

        put(comparison_as_json(summary), options)
    elif form == "csv":
        from truecut.views.compared_sheets import differences_sheet

        note(summary.read, options)
        put(differences_sheet(summary).as_csv(), options)
    else:
        from truecut.views.compared_sheets import comparison_as_markdown

        put(comparison_as_markdown(summary), options)


def _disagreements(comparison: Comparison, options: dict[str, Any]) -> dict[Path, str]:
    """Return one file per pair of models; with more than two, the pair is part of the name."""
    from itertools import combinations

    from truecut.views.compared_sheets import disagreements_sheet

    if comparison.rows is not None and not comparison.rows.numbers.any():
        raise BadCall("The rows stay where they are and were only counted, so they cannot be written to a file.")
    path = Path(options["disagreements"])
    if path.suffix.lower() != ".csv":
        raise BadCall(f"Disagreements are written as CSV; end {options['disagreements']!r} in .csv.")
    pairs = list(combinations(comparison.models, 2))
    places = {
        pair: path if len(pairs) == 1 else path.with_name(_in_file_name(f"{path.stem}.{'-'.join(pair)}{path.suffix}"))
        for pair in pairs
    }
    if len(set(places.values())) < len(places):
        raise BadCall("Two pairs of models would be written to one file; give the models names that differ more.")
    return {places[pair]: disagreements_sheet(comparison.disagreements(*pair)).as_csv() for pair in pairs}


def _in_file_name(name: str) -> str:
    """Return a name that is one part of a path, and that a terminal can show."""
    return visible(name).replace("/", "_").replace("\\", "_")
