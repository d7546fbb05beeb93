"""truecut chance: would a model without knowledge do as well?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_counts
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option, seed_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NAME_ONE, NamedRows, UndividedRows, any_evaluation_from
from truecut.errors import BadCall
from truecut.views.chance import ChanceView

if TYPE_CHECKING:
    from truecut.evaluation import Evaluation
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.inference.chance.no_skill import NoSkill


@dataclass(frozen=True, kw_only=True)
class ChanceArguments(Options):
    """What was typed about chance."""

    rows: NamedRows = part(UndividedRows)
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
    from truecut.evaluation.class_evaluation import ClassEvaluation

    evaluation: Evaluation | ClassEvaluation
    if request.counts is None:
        evaluation = any_evaluation_from(request.rows.request(request.situation))
    else:
        evaluation = evaluation_of_counts(request.counts, request.rows, request.situation)
    found = _of_classes if isinstance(evaluation, ClassEvaluation) else _of_models
    return ChanceView(evaluation.read, evaluation.words, found(evaluation, request))  # type: ignore[arg-type]


def _of_models(evaluation: Evaluation, request: ChanceArguments) -> dict[str, list[NoSkill]]:
    from truecut.inference.chance.no_skill import no_skill, worth_beating

    asked: dict[str, Any] = {"level": request.situation.level, "draws": request.draws, "seed": request.seed}
    return {
        name: [no_skill(model, metric, **asked) for metric in worth_beating(request.metrics, model)]
        for name, model in evaluation.by_model.items()
    }


def _of_classes(evaluation: ClassEvaluation, request: ChanceArguments) -> dict[str, list[NoSkill]]:
    """Return each class against the rest: its answers by their four counts, the order of its scores by their table."""
    from truecut.catalogue import metric
    from truecut.catalogue.model import Model
    from truecut.inference.chance.no_skill import no_skill, worth_beating

    if evaluation.matrix.is_weighted:
        raise BadCall(f"With weights of importance the rows behind the answers are not known; {NAME_ONE}.")
    asked: dict[str, Any] = {"level": request.situation.level, "draws": request.draws, "seed": request.seed}
    found = {}
    for name in evaluation.matrix.classes:
        answers = Model.of_counts(name, evaluation.matrix.counts(name))
        scored = evaluation.by_class.get(name, answers)
        found[name] = [
            no_skill(answers if metric(one).needs_only_counts else scored, one, **asked)
            for one in worth_beating(request.metrics, scored)
        ]
    return found
