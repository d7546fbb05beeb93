"""truecut cost: what decisions cost, where they cost least, and what that saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    Number,
    Pairs,
    cost_from,
    cost_option,
    counts_from,
    models_from,
    output_options,
    row_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, put, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.counting.counts import Counts
    from truecut.summaries.decision import CostSummary

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="What decisions cost, and where they cost least.",
    epilog="""\b
Examples:
  truecut cost preds.csv --score p --cost fp=1,fn=20
  truecut cost loans.csv --score p --cost fp=50,fn=amount --threshold 0.3
  truecut cost --counts M1:tp=150,fn=40,fp=60,tn=250 --counts M2:tp=250,fn=45,fp=5,tn=200 --cost tp=-1,fn=100,fp=1
  truecut cost --counts A:tp=150,fn=170,fp=50,tn=630 --cost tp=2000+5000+20000,fn=2000+5000+30000,fp=2000""",
)
@row_options
@click.option(
    "--counts",
    multiple=True,
    metavar="[NAME:]tp=,fn=,fp=,tn=",
    help="Four counts of a hard classifier, in place of a file or beside it; give it again for another.",
)
@cost_option
@click.option("--threshold", type=Number(), default=0.5, show_default=True, help="The present threshold.")
@click.option(
    "--tolerance", type=float, default=0.05, show_default=True, help="Share of the saving that may be given up."
)
@words_option
@output_options(*FORMATS)
def cost(threshold: float, **options: Any) -> None:
    """Price every threshold: the present one, the cheapest, flagging all and flagging nothing.

    State what each outcome costs with --cost. A missed fraud may cost its amount: fn=amount names a column. Sums show
    their steps: tp=2000+5000+20000.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading and pricing", options):
        summary = _summary(threshold, options)
    if form == "json":
        from truecut.views.decided_as_json import costs_as_json

        put(costs_as_json(summary), options)
    elif form in ("csv", "markdown"):
        from truecut.views.decided_sheets import costs_sheet

        sheet = costs_sheet(summary)
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
    else:
        from truecut.views.decided import drawn_costs

        draw(drawn_costs(summary), options)


def _summary(threshold: float, options: dict[str, Any]) -> CostSummary:
    from truecut.summaries.decision import summary_of_classifiers, summary_of_costs
    from truecut.words import DEFAULT

    if not 0 <= options["tolerance"] <= 1:
        raise BadCall(f"--tolerance is a share between 0 and 1, not {options['tolerance']:g}.")
    stated = cost_from(options)
    if stated is None:
        raise BadCall("State what each outcome costs, such as --cost fn=100,fp=1.")
    classifiers = _classifiers(options["counts"])
    if classifiers and not options["files"] and not options["sql"]:
        return summary_of_classifiers(words_from_typed(options["words"]) or DEFAULT, classifiers, stated)
    evaluation = models_from(options, threshold, stated)
    models = list(evaluation.by_model.values())
    return summary_of_costs(evaluation.read, evaluation.words, models, stated, options["tolerance"], classifiers)


def _classifiers(typed: tuple[str, ...]) -> dict[str, Counts]:
    classifiers: dict[str, Counts] = {}
    for i, text in enumerate(typed, start=1):
        name, colon, counts = text.rpartition(":")
        name = name.strip() if colon else f"classifier {i}" if len(typed) > 1 else "counts"
        if name in classifiers:
            raise BadCall(f"Two classifiers are called {name!r}.")
        classifiers[name] = counts_from(Pairs().convert(counts, None, None))
    return classifiers
