"""truecut chance: would a model without knowledge do as well?"""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_counts
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option, seed_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, evaluation_from
from truecut.views.chance import ChanceView


@dataclass(frozen=True, kw_only=True)
class ChanceArguments(Options):
    """What was typed about chance."""

    rows: NamedRows = part(NamedRows)
    counts: dict[str, str] | None = counts_option()
    metrics: tuple[str, ...] = names_option(
        "--metric", metavar="NAME,...", help="Which metrics; the usual ones without."
    )
    draws: int = option(
        "--draws", type=int, default=2000, show_default=True, help="Random orders, where chance has no formula."
    )
    seed: int = seed_option("Of the random orders.")
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(ChanceView)


@click.command(
    epilog="""\b
Examples:
  truecut chance preds.csv --score p
  truecut chance preds.csv --score p --metric average_precision --draws 20000
  truecut chance --counts tp=8,fn=4,fp=30,tn=958 --metric precision,recall,mcc""",
)
@takes(ChanceArguments)
def chance(request: ChanceArguments) -> None:
    """Hold every metric against chance on the same rows, with its spread, and against models that look at nothing.

    Chance gives the same scores to rows at random: as many are flagged, and ties stay ties.
    """
    with working("Reading and drawing", quiet=request.output.quiet):
        view = _view(request)
    write(view, request.output)


def _view(request: ChanceArguments) -> ChanceView:
    from truecut.inference.chance.no_skill import no_skill, worth_beating

    if request.counts is None:
        evaluation = evaluation_from(request.rows.request(request.situation), "Chance is held against two classes")
    else:
        evaluation = evaluation_of_counts(request.counts, request.rows, request.situation)
    by_model = {
        name: [
            no_skill(model, metric, level=request.situation.level, draws=request.draws, seed=request.seed)
            for metric in worth_beating(request.metrics, model)
        ]
        for name, model in evaluation.by_model.items()
    }
    return ChanceView(evaluation.read, evaluation.words, by_model)
