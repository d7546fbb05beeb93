"""truecut decision: is acting on a model worth more than acting on everybody, or on nobody?"""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import ONE_POINT, no_counts
from truecut.cli.options import NameList, Options, Threshold, numbers_from, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import seed_option
from truecut.cli.situation import StatedSituation, remember_marks, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, scored_evaluation_from
from truecut.views.decision_curve import DecisionCurveView


@dataclass(frozen=True, kw_only=True)
class DecisionArguments(Options):
    """What was typed about a decision curve."""

    rows: NamedRows = part(UndividedRows)
    low: float = option(
        "--from", type=Threshold(), default=0.01, show_default=True, help="The lowest threshold to act at."
    )
    high: float = option(
        "--to", type=Threshold(), default=0.5, show_default=True, help="The highest threshold to act at."
    )
    points: int | None = option(
        "--points", type=click.IntRange(2), help="How many thresholds.  [default: every half percent]"
    )
    at: tuple[str, ...] | None = option(
        "--at", type=NameList(), metavar="THRESHOLD,...", help="These thresholds instead."
    )
    simultaneous: bool = option("--simultaneous", is_flag=True, help="Limits that hold at all thresholds at once.")
    replicates: int = option("--replicates", type=int, default=2000, show_default=True, help="How many resamples.")
    seed: int = seed_option("Where the resamples start.")
    counts: None = no_counts(ONE_POINT)
    situation: StatedSituation = situation_of("rule", "threshold")
    output: Output = output_of(DecisionCurveView)


@click.command(
    epilog="""\b
Examples:
  truecut decision preds.csv --label cancer --score p --from 0.05 --to 0.35
  truecut decision preds.csv --score logreg,gbm --simultaneous
  truecut decision preds.csv --score p --at 0.1,0.2,0.3 --format markdown
  truecut decision cases-and-controls.csv --score p --prevalence 2%
  truecut decision preds.csv --score p -o decision.csv""",
)
@takes(DecisionArguments)
def decision(request: DecisionArguments) -> None:
    """Draw the decision curve: net benefit beside flagging all and flagging none, for people who act on probabilities.

    Choose --from and --to such that somebody would really act at these probabilities. The threshold says what a miss is
    worth: at 10 % it is as bad as nine false alarms.
    """
    from truecut.summaries.marks import mark_of_prices

    with working("Reading and weighing", quiet=request.output.quiet):
        evaluation = scored_evaluation_from(request.rows.request(request.situation))
        curve = evaluation.decision_curve(
            low=request.low,
            high=request.high,
            points=request.points,
            thresholds=numbers_from("--at", request.at),
            level=request.situation.level,
            simultaneous=request.simultaneous,
            replicates=request.replicates,
            seed=request.seed,
        )
        remember_marks(mark for model in evaluation.by_model.values() for mark in mark_of_prices(model))
    write(DecisionCurveView(evaluation.read, evaluation.words, curve), request.output)
