"""truecut decision: is acting on a model worth more than acting on everybody, or on nobody?"""

from __future__ import annotations

from typing import Any

import click

from truecut.cli.options import NameList, Number, models_from, number_from, output_options, row_options, words_option
from truecut.cli.output import chosen_format, draw, note, put, working
from truecut.errors import BadCall

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="Is acting on the model worth it? Net benefit over thresholds.",
    epilog="""\b
Examples:
  truecut decision preds.csv --label cancer --score p --from 0.05 --to 0.35
  truecut decision preds.csv --score logreg,gbm --simultaneous
  truecut decision preds.csv --score p --at 0.1,0.2,0.3 --format markdown
  truecut decision cases-and-controls.csv --score p --prevalence 2%
  truecut decision preds.csv --score p -o decision.csv""",
)
@row_options
@click.option("--from", "low", type=Number(), default=0.01, show_default=True, help="The lowest threshold to act at.")
@click.option("--to", "high", type=Number(), default=0.5, show_default=True, help="The highest threshold to act at.")
@click.option("--points", type=click.IntRange(2), help="How many thresholds.  [default: every half percent]")
@click.option("--at", type=NameList(), metavar="THRESHOLD,...", help="These thresholds instead.")
@click.option("--prevalence", type=Number(), help="How common positives really are, where rows were sampled by class.")
@click.option("--simultaneous", is_flag=True, help="Limits that hold at all thresholds at once.")
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the limits are.")
@click.option("--replicates", type=int, default=2000, show_default=True, help="How many resamples.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where the resamples start.")
@words_option
@output_options(*FORMATS)
def decision(**options: Any) -> None:
    """Draw the decision curve: net benefit beside flagging all and flagging none, for people who act on probabilities.

    Choose --from and --to such that somebody would really act at these probabilities. The threshold says what a miss is
    worth: at 10 % it is as bad as nine false alarms.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading and weighing", options):
        evaluation = models_from(options, 0.5)
        if evaluation.by_group:
            raise BadCall("A decision curve is of all rows; leave out --group, or name one group's rows by --sql.")
        asked = ("low", "high", "points", "prevalence", "simultaneous", "level", "replicates", "seed")
        at = [float(number_from("--at", text)) for text in options["at"]] if options["at"] else None
        curve = evaluation.decision_curve(thresholds=at, **{name: options[name] for name in asked})
    from truecut.views import net_benefits

    if form == "json":
        put(net_benefits.decision_curve_as_json(evaluation.read, curve), options)
        return
    if form == "text":
        draw(net_benefits.drawn_decision_curve(evaluation.read, evaluation.words, curve), options)
        return
    note(evaluation.read, options)
    sheet = net_benefits.decision_curve_sheet(curve)
    put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
