"""truecut chance: would a model without knowledge do as well?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    NameList,
    Number,
    counts_alone,
    data_options,
    evaluation_from,
    flat,
    output_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, note, put, terminal_width, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.evaluation.evaluation import Evaluation

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="Would a model without knowledge do as well?",
    epilog="""\b
Examples:
  truecut chance preds.csv --score p
  truecut chance preds.csv --score p --metric average_precision --draws 20000
  truecut chance --counts tp=8,fn=4,fp=30,tn=958 --metric precision,recall,mcc""",
)
@data_options
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    type=NameList(),
    metavar="NAME,...",
    help="Which metrics; the usual ones without.",
)
@click.option(
    "--threshold", type=Number(), default=0.5, show_default=True, help="Rows whose score reaches it are flagged."
)
@click.option("--level", type=float, default=0.95, show_default=True, help="How much of chance the range holds.")
@click.option("--draws", type=int, default=2000, show_default=True, help="Random orders, where chance has no formula.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random orders.")
@words_option
@output_options(*FORMATS)
def chance(threshold: float, **options: Any) -> None:
    """Hold every metric against chance on the same rows, with its spread, and against models that look at nothing.

    Chance gives the same scores to rows at random: as many are flagged, and ties stay ties.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading and drawing", options):
        evaluation = _evaluation(threshold, options)
        by_model = _by_model(evaluation, options)
    from truecut.views import chances

    if form == "json":
        put(chances.chances_as_json(evaluation.read, by_model), options)
    elif form == "csv":
        note(evaluation.read, options)
        put(chances.chances_sheet(by_model).as_csv(), options)
    elif form == "markdown":
        note(evaluation.read, options)
        put(chances.chances_markdown(by_model), options)
    else:
        width = terminal_width(options)
        draw(chances.drawn_chances(evaluation.read, evaluation.words, by_model, width), options)


def _evaluation(threshold: float, options: dict[str, Any]) -> Evaluation:
    from truecut.catalogue.model import Model
    from truecut.data.rows import Provenance
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.evaluation.evaluation import Evaluation
    from truecut.words import DEFAULT

    if options["counts"] is not None:
        counts, words = counts_alone(options), words_from_typed(options["words"]) or DEFAULT
        read = Provenance("four counts", counts.rows, words.positive, words.negative)
        return Evaluation(read, {"counts": Model.of_counts("counts", counts)}, words=words)
    evaluation = evaluation_from(options, threshold)
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall("Chance is held against two classes; name the positive one with --positive.")
    return evaluation


def _by_model(evaluation: Evaluation, options: dict[str, Any]) -> dict[str, Any]:
    from truecut.inference.chance.no_skill import no_skill, worth_beating

    asked = {"level": options["level"], "draws": options["draws"], "seed": options["seed"]}
    return {
        name: [no_skill(model, metric, **asked) for metric in worth_beating(flat(options["metrics"]), model)]
        for name, model in evaluation.by_model.items()
    }
