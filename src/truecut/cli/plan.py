"""truecut plan: how many rows are enough?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import NameList, Number, evaluation_from, flat, output_options, row_options, words_option
from truecut.cli.output import chosen_format, draw, note, put, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.catalogue.model import Model

FORMATS = ("text", "json", "csv", "markdown")
USUAL = ("roc_auc", "average_precision", "recall", "precision", "specificity", "f1", "mcc", "brier")
OF_COUNTS, OF_SCORES = ("recall", "specificity", "precision", "npv", "f1", "mcc"), ("roc_auc", "average_precision")
WHAT_TO_GIVE = (
    "Say what to plan: a metric (truecut plan recall --expected 0.85 --within 0.05), a file, or --positives and "
    "--negatives with what you assume."
)


@click.command(
    short_help="How many rows are enough?",
    epilog="""\b
Examples:
  truecut plan recall --expected 0.85 --within 0.05 --prevalence 0.1
  truecut plan roc_auc --expected 0.8 --against 0.75 --power 0.9 --ratio 9
  truecut plan roc_auc --expected 0.80 --against 0.75 --correlation 0.5 --prevalence 0.1
  truecut plan recall --expected 0.85 --against 0.80 --discordant 0.15 --rows 2000 --prevalence 0.2
  truecut plan mcc --recall 0.8 --specificity 0.9 --prevalence 0.1 --within 0.05
  truecut plan --positives 100 --negatives 900 --recall 0.8 --specificity 0.9 --roc-auc 0.85
  truecut plan preds.csv --score p
  truecut plan preds.csv --score p --metric recall --within 0.02""",
)
@row_options
@click.option("--metric", "metrics", multiple=True, type=NameList(), metavar="NAME,...", help="Metrics of a file.")
@click.option("--expected", type=Number(), help="The value to expect.")
@click.option("--within", type=Number(), help="Half of the width that the interval may have.")
@click.option("--against", type=Number(), help="The value from which it is to be told.")
@click.option("--power", type=Number(), help="How often that should succeed.  [default: 0.8]")
@click.option("--prevalence", type=Number(), help="The share of positives.")
@click.option("--ratio", type=Number(), help="Negatives to each positive, in place of --prevalence.")
@click.option("--flagged", type=Number(), help="The share of rows that are flagged, for precision and NPV.")
@click.option("--correlation", type=Number(), help="Of the ROC AUC of two models on the same rows.")
@click.option("--discordant", type=Number(), help="The share of rows on which just one of two models is right.")
@click.option("--rows", type=click.IntRange(min=2), help="How many rows there will be: then the power is found.")
@click.option("--positives", type=click.IntRange(min=1), help="With --negatives: which intervals to expect.")
@click.option("--negatives", type=click.IntRange(min=1), help="With --positives: which intervals to expect.")
@click.option("--recall", type=Number(), help="An assumed recall, for metrics of four counts.")
@click.option("--specificity", type=Number(), help="An assumed specificity, for metrics of four counts.")
@click.option("--roc-auc", type=Number(), help="An assumed ROC AUC, for metrics of scores.")
@click.option("--threshold", type=Number(), default=0.5, show_default=True, help="Of a file: where scores are cut.")
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the intervals are.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where samples are drawn.")
@words_option
@output_options(*FORMATS)
def plan(threshold: float, **options: Any) -> None:
    """Find how many rows it takes to know a metric to within ± so much, or to tell it from another value.

    Name a METRIC and what you expect; or a FILE, to see how its intervals would narrow with more rows; or how many
    positives and negatives there will be, to see which intervals to expect.
    """
    form = chosen_format(options, FORMATS)
    named = options["files"][0] if len(options["files"]) == 1 else ""
    if named and not options["sql"] and _is_metric(named):
        _planned(named, form, options)
    elif options["files"] or options["sql"]:
        _from_file(threshold, form, options)
    elif options["positives"] and options["negatives"]:
        _expected(form, options)
    else:
        raise BadCall(WHAT_TO_GIVE)


def _is_metric(name: str) -> bool:
    from truecut.catalogue import BY_NAME, metric
    from truecut.errors import UnknownName

    is_path = "." in name or "/" in name or "*" in name or name == "-" or Path(name).exists()
    if is_path:
        return False
    try:
        return metric(name).name in BY_NAME
    except UnknownName as unknown:
        raise BadCall(f"{name!r} is no file, and {str(unknown)[0].lower()}{str(unknown)[1:]}") from None


def _planned(name: str, form: str, options: dict[str, Any]) -> None:
    from truecut.inference.planning.enough import plan as find

    given = ("expected", "within", "against", "power", "prevalence", "ratio", "flagged", "correlation", "discordant")
    assumed = ("rows", "recall", "specificity", "roc_auc", "level", "seed")
    with working("Planning", options):
        found = find(name, **{option: options[option] for option in (*given, *assumed)})
    _put_plans([found], form, options)


def _put_plans(found: list[Any], form: str, options: dict[str, Any]) -> None:
    from truecut.views import planned

    _put(form, options, planned.drawn_plans(found), planned.plans_as_json(found), planned.plans_sheet(found))


def _from_file(threshold: float, form: str, options: dict[str, Any]) -> None:
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.inference.planning.growth import TIMES, width
    from truecut.inference.planning.plan_from_rows import plan_from
    from truecut.views import planned

    with working("Reading and planning", options):
        evaluation = evaluation_from(options, threshold)
        if isinstance(evaluation, ClassEvaluation):
            raise BadCall("A plan is made for two classes; name the positive one with --positive.")
        model = evaluation.model
        names = flat(options["metrics"]) or _usual(model)
        if options["within"] is not None or options["against"] is not None:
            goal = {option: options[option] for option in ("within", "against", "power", "level")}
            found = [plan_from(model, name, **goal) for name in names]
        else:
            level = options["level"]
            widths = [width(model, name, times, level=level) for name in names for times in TIMES]
    if form in ("csv", "markdown"):
        note(evaluation.read, options)
    if options["within"] is not None or options["against"] is not None:
        _put_plans(found, form, options)
        return
    drawing = planned.drawn_widths(evaluation.read, widths, options["level"])
    _put(form, options, drawing, planned.widths_as_json(evaluation.read, widths), planned.widths_sheet(widths))


def _usual(model: Model) -> tuple[str, ...]:
    from truecut.catalogue import metric

    return tuple(name for name in USUAL if model.metric(metric(name).name).is_defined)


def _expected(form: str, options: dict[str, Any]) -> None:
    from truecut.inference.planning.expectation import Assumed, expected_interval
    from truecut.views import planned

    assumed = Assumed(options["recall"], options["specificity"], options["roc_auc"])
    names = flat(options["metrics"])
    if not names:
        has_rates = assumed.recall is not None and assumed.specificity is not None
        names = (*(OF_COUNTS if has_rates else ()), *(OF_SCORES if assumed.roc_auc is not None else ()))
    if not names:
        raise BadCall("Assume a recall and a specificity, a ROC AUC, or all three.")
    size = (options["positives"], options["negatives"])
    with working("Drawing", options):
        found = [
            expected_interval(name, *size, assumed, level=options["level"], seed=options["seed"]) for name in names
        ]
    drawing = planned.drawn_expected(found, assumed)
    _put(form, options, drawing, planned.expected_as_json(found, assumed), planned.expected_sheet(found))


def _put(form: str, options: dict[str, Any], drawing: Any, json: str, sheet: Any) -> None:
    if form == "json":
        put(json, options)
    elif form == "text":
        draw(drawing, options)
    else:
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
