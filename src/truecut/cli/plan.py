"""truecut plan: how many rows are enough?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_counts
from truecut.cli.idle_options import refuse_idle, refuse_typed
from truecut.cli.options import Number, Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option, seed_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, evaluation_from
from truecut.errors import BadCall
from truecut.views.plan import ExpectedView, PlansView, WidthsView

if TYPE_CHECKING:
    from truecut.catalogue.model import Model
    from truecut.evaluation import Evaluation

PLANNED_CLASSES = "A plan is made for two"
USUAL = ("roc_auc", "average_precision", "recall", "precision", "specificity", "f1", "mcc", "brier")
OF_COUNTS, OF_SCORES = ("recall", "specificity", "precision", "npv", "f1", "mcc"), ("roc_auc", "average_precision")
WHAT_TO_GIVE = (
    "Say what to plan: a metric (truecut plan recall --expected 0.85 --within 0.05), a file, or --positives and "
    "--negatives with what you assume."
)

# What is assumed where there are no rows, by the names of parameters.
ASSUMED = (
    *("expected", "ratio", "flagged", "correlation", "discordant", "number", "positives", "negatives"),
    *("recall", "specificity", "roc_auc", "seed"),
)


@dataclass(frozen=True, kw_only=True)
class PlanArguments(Options):
    """What was typed to plan."""

    rows: NamedRows = part(UndividedRows)
    counts: dict[str, str] | None = counts_option()
    metrics: tuple[str, ...] = names_option("--metric", metavar="NAME,...", help="Metrics of a file.")
    expected: float | None = option("--expected", type=Number(), help="The value to expect.")
    within: float | None = option("--within", type=Number(), help="Half of the width that the interval may have.")
    against: float | None = option("--against", type=Number(), help="The value from which it is to be told.")
    power: float | None = option("--power", type=Number(), help="How often that should succeed.  [default: 0.8]")
    ratio: float | None = option("--ratio", type=Number(), help="Negatives to each positive, in place of --prevalence.")
    flagged: float | None = option(
        "--flagged", type=Number(), help="The share of rows that are flagged, for precision and NPV."
    )
    correlation: float | None = option(
        "--correlation", type=Number(), help="Of the ROC AUC of two models on the same rows."
    )
    discordant: float | None = option(
        "--discordant", type=Number(), help="The share of rows on which just one of two models is right."
    )
    number: int | None = option(
        "--rows", type=click.IntRange(min=2), help="How many rows there will be: then the power is found."
    )
    positives: int | None = option(
        "--positives", type=click.IntRange(min=1), help="With --negatives: which intervals to expect."
    )
    negatives: int | None = option(
        "--negatives", type=click.IntRange(min=1), help="With --positives: which intervals to expect."
    )
    recall: float | None = option("--recall", type=Number(), help="An assumed recall, for metrics of four counts.")
    specificity: float | None = option(
        "--specificity", type=Number(), help="An assumed specificity, for metrics of four counts."
    )
    roc_auc: float | None = option("--roc-auc", type=Number(), help="An assumed ROC AUC, for metrics of scores.")
    seed: int = seed_option("Where samples are drawn.")
    situation: StatedSituation = situation_of("rule", "sampled")
    output: Output = output_of(PlansView, WidthsView, ExpectedView)

    def given(self, *names: str) -> dict[str, Any]:
        """Return some of the options by name."""
        return {name: getattr(self, name) for name in names}


@click.command(
    epilog="""\b
Examples:
  truecut plan recall --expected 0.85 --within 0.05 --prevalence 0.1
  truecut plan roc_auc --expected 0.8 --against 0.75 --power 0.9 --ratio 9
  truecut plan roc_auc --expected 0.80 --against 0.75 --correlation 0.5 --prevalence 0.1
  truecut plan recall --expected 0.85 --against 0.80 --discordant 0.15 --rows 2000 --prevalence 0.2
  truecut plan mcc --recall 0.8 --specificity 0.9 --prevalence 0.1 --within 0.05
  truecut plan --positives 100 --negatives 900 --recall 0.8 --specificity 0.9 --roc-auc 0.85
  truecut plan preds.csv --score p
  truecut plan preds.csv --score p --metric recall --within 0.02
  truecut plan --counts tp=40,fn=10,fp=20,tn=430 --metric precision --within 0.05""",
)
@takes(PlanArguments)
def plan(request: PlanArguments) -> None:
    """Find how many rows it takes to know a metric to within ± so much, or to tell it from another value.

    Name a METRIC and what you expect; or a FILE, to see how its intervals would narrow with more rows; or how many
    positives and negatives there will be, to see which intervals to expect.
    """
    rows = request.rows
    if request.counts is None and not _reads_rows(rows):
        for part_of in ("cost", "threshold"):
            refuse_typed(part_of, "plan", " without rows")
    named = rows.paths[0] if len(rows.paths) == 1 and not rows.reading.sql else ""
    with working("Planning", quiet=request.output.quiet):
        if request.counts is not None:
            view: PlansView | WidthsView | ExpectedView = _from_rows(
                evaluation_of_counts(request.counts, rows, request.situation), request
            )
        elif named and not _reads_rows(rows):
            view = _planned(named, request)
        elif rows.are_named:
            view = _from_rows(evaluation_from(rows.request(request.situation), PLANNED_CLASSES), request)
        elif request.positives and request.negatives:
            view = _expected(request, request.positives, request.negatives)
        else:
            raise BadCall(WHAT_TO_GIVE)
    write(view, request.output)


def _reads_rows(rows: NamedRows) -> bool:
    named = rows.paths[0] if len(rows.paths) == 1 and not rows.reading.sql else ""
    return rows.are_named and not (named and _is_metric(named))


def _is_metric(name: str) -> bool:
    from truecut.catalogue import BY_NAME, metric
    from truecut.errors import UnknownName

    # A metric and a file are typed in the same place; whatever looks like a path is one, so that no file is mistaken.
    is_path = "." in name or "/" in name or "*" in name or name == "-" or Path(name).exists()
    if is_path:
        return False
    try:
        return metric(name).name in BY_NAME
    except UnknownName as unknown:
        raise BadCall(f"{name!r} is no file, and {str(unknown)[0].lower()}{str(unknown)[1:]}") from None


def _planned(name: str, request: PlanArguments) -> PlansView:
    from truecut.inference.planning.enough import plan as find

    given = ("expected", "within", "against", "power", "ratio", "flagged", "correlation", "discordant")
    assumed = ("recall", "specificity", "roc_auc", "seed")
    stated = {"prevalence": request.situation.prevalence, "level": request.situation.level}
    return PlansView([find(name, rows=request.number, **request.given(*given, *assumed), **stated)])


def _from_rows(evaluation: Evaluation, request: PlanArguments) -> PlansView | WidthsView:
    from truecut.inference.planning.growth import TIMES, width
    from truecut.inference.planning.plan_from_rows import plan_from

    refuse_idle(ASSUMED, "What is to be expected is read off the rows, or off the counts")
    if request.within is None and request.against is None:
        refuse_idle(["power"], "Power is that of telling a value --against another")
    model = evaluation.model
    names = request.metrics or _usual(model)
    if request.within is not None or request.against is not None:
        goal = {**request.given("within", "against", "power"), "level": request.situation.level}
        return PlansView([plan_from(model, name, **goal) for name in names], evaluation.read)
    widths = [width(model, name, times, level=request.situation.level) for name in names for times in TIMES]
    return WidthsView(evaluation.read, widths, request.situation.level)


def _usual(model: Model) -> tuple[str, ...]:
    from truecut.catalogue import metric

    # What these rows leave undefined, more of the same would not define.
    priced = () if model.situation.cost is None else ("mean_cost",)
    return tuple(name for name in (*USUAL, *priced) if model.metric(metric(name).name).is_defined)


def _expected(request: PlanArguments, positives: int, negatives: int) -> ExpectedView:
    from truecut.inference.planning.expectation import Assumed, expected_interval

    assumed = Assumed(request.recall, request.specificity, request.roc_auc)
    names = request.metrics
    if not names:
        has_rates = assumed.recall is not None and assumed.specificity is not None
        names = (*(OF_COUNTS if has_rates else ()), *(OF_SCORES if assumed.roc_auc is not None else ()))
    if not names:
        raise BadCall("Assume a recall and a specificity, a ROC AUC, or all three.")
    found = [
        expected_interval(name, positives, negatives, assumed, level=request.situation.level, seed=request.seed)
        for name in names
    ]
    return ExpectedView(found, assumed)
