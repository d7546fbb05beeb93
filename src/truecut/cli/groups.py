"""truecut groups: is any group served worse than the rest of the rows?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import NameList, Number, evaluation_from, flat, output_options, row_options, words_option
from truecut.cli.output import chosen_format, draw, note, put, terminal_width, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.decisions.group_differences import ByGroup
    from truecut.evaluation.evaluation import Evaluation

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="Is any group served worse than the rest?",
    epilog="""\b
Examples:
  truecut groups preds.csv --score p --group region
  truecut groups preds.csv --score p --group region --metric recall,fpr,roc_auc --threshold 0.3
  truecut groups preds.parquet --score p --group hospital --least-rows 30 --format markdown""",
)
@row_options
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    type=NameList(),
    metavar="NAME,...",
    help="The metrics to compare.  [default: recall,fpr]",
)
@click.option(
    "--threshold", type=Number(), default=0.5, show_default=True, help="Rows whose score reaches it are flagged."
)
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the intervals are.")
@click.option(
    "--least-rows",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="Groups of fewer rows are shown together.",
)
@words_option
@output_options(*FORMATS)
def groups(threshold: float, **options: Any) -> None:
    """Compare every group with the rest of the rows, with an interval and a corrected p value.

    The rest are all rows outside the group. p values ask for a difference in either direction and are corrected for the
    number of groups (Holm).
    """
    form = chosen_format(options, FORMATS)
    with working("Reading and comparing", options):
        evaluation = _evaluation(threshold, options)
        found = _found(evaluation, options)
    if form == "json":
        from truecut.views.group_sheets import groups_as_json

        put(groups_as_json(evaluation.read, found), options)
    elif form == "csv":
        from truecut.views.group_sheets import groups_sheet

        note(evaluation.read, options)
        put(groups_sheet(found).as_csv(), options)
    elif form == "markdown":
        from truecut.views.group_sheets import groups_markdown

        note(evaluation.read, options)
        put(groups_markdown(found), options)
    else:
        from truecut.views.forest import drawn_groups

        draw(drawn_groups(evaluation.read, evaluation.words, found, terminal_width(options)), options)


def _evaluation(threshold: float, options: dict[str, Any]) -> Evaluation:
    from truecut.evaluation.class_evaluation import ClassEvaluation

    if not flat(options["groups"]):
        raise BadCall("Name the column that divides the rows into groups with --group.")
    evaluation = evaluation_from(options, threshold)
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall("Groups need two classes; name the positive one with --positive.")
    return evaluation


def _found(evaluation: Evaluation, options: dict[str, Any]) -> list[ByGroup]:
    from truecut.decisions.group_differences import by_group

    names = flat(options["metrics"]) or ("recall", "fpr")
    return [
        by_group(
            model,
            {group: models[model.name] for group, models in evaluation.by_group.items()},
            name,
            level=options["level"],
            least_rows=options["least_rows"],
        )
        for model in evaluation.by_model.values()
        for name in names
    ]
