"""truecut groups: is any group served worse than the rest of the rows?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import no_counts
from truecut.cli.idle_options import refuse_idle_for
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows
from truecut.errors import BadCall
from truecut.views.groups import GroupsView

if TYPE_CHECKING:
    from truecut.catalogue.model import Model
    from truecut.decisions.group_differences import ByGroup
    from truecut.evaluation import Evaluation
    from truecut.evaluation.class_evaluation import ClassEvaluation

USUAL = ("recall", "fpr")
USUAL_OF_CLASSES = ("accuracy", "macro recall")
NOTHING_TO_DIVIDE = "Four counts have no rows to divide; give the counts of each group to `truecut compare`."


@dataclass(frozen=True, kw_only=True)
class GroupsArguments(Options):
    """What was typed about groups."""

    rows: NamedRows = part(NamedRows)
    metrics: tuple[str, ...] = names_option(
        "--metric",
        metavar="NAME,...",
        help="The metrics to compare; of many classes also 'macro f1', 'recall of 9' or 'recall of each class'.  "
        "[default: recall,fpr, of many classes accuracy,macro recall; cost if stated]",
    )
    least_rows: int = option(
        "--least-rows",
        type=click.IntRange(min=1),
        default=10,
        show_default=True,
        help="Groups of fewer rows are shown together.",
    )
    counts: None = no_counts(NOTHING_TO_DIVIDE)
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(GroupsView)


@click.command(
    epilog="""\b
Examples:
  truecut groups preds.csv --score p --group region
  truecut groups preds.csv --score p --group region --metric recall,fpr,roc_auc --threshold 0.3
  truecut groups preds.parquet --score p --group hospital --least-rows 30 --format markdown
  truecut groups preds.csv --label digit --predicted guess --group writer --metric "accuracy,recall of 9\"""",
)
@takes(GroupsArguments)
def groups(request: GroupsArguments) -> None:
    """Compare every group with the rest of the rows, with an interval and a corrected p value.

    The rest are all rows outside the group. p values ask for a difference in either direction and are corrected for the
    number of groups (Holm).
    """
    if not request.rows.roles.groups:
        raise BadCall("Name the column that divides the rows into groups with --group.")
    with working("Reading and comparing", quiet=request.output.quiet):
        view = _view(request)
    write(view, request.output)


def _view(request: GroupsArguments) -> GroupsView:
    from truecut.evaluation.from_data import evaluated_each

    evaluation = evaluated_each(request.rows.request(request.situation))
    if not isinstance(evaluation, dict):
        refuse_idle_for(list(evaluation.by_model.values()))
        return GroupsView(evaluation.read, evaluation.words, _found(evaluation, request))
    first = next(iter(evaluation.values()))
    read = replace(first.read, predicted=tuple(evaluation)) if len(evaluation) > 1 else first.read
    return GroupsView(read, first.words, _found_of_classes(evaluation, request))


def _found_of_classes(models: dict[str, ClassEvaluation], request: GroupsArguments) -> list[ByGroup]:
    from truecut.decisions.class_groups import as_asked, by_group_of_classes
    from truecut.decisions.language import read_quantity

    first = next(iter(models.values()))
    usual = USUAL_OF_CLASSES if first.situation.cost is None else (*USUAL_OF_CLASSES, "mean_cost")
    asked = [read_quantity(name) for name in request.metrics or usual]
    return [
        by_group_of_classes(model, one, level=request.situation.level, least_rows=request.least_rows, model=name)
        for name, model in models.items()
        for quantity in asked
        for one in as_asked(quantity, model.matrix.classes)
    ]


def _usual(model: Model) -> tuple[str, ...]:
    return USUAL if model.situation.cost is None else (*USUAL, "mean_cost")


def _found(evaluation: Evaluation, request: GroupsArguments) -> list[ByGroup]:
    from truecut.decisions.group_differences import by_group

    return [
        by_group(
            model,
            {group: models[model.name] for group, models in evaluation.by_group.items()},
            name,
            level=request.situation.level,
            least_rows=request.least_rows,
        )
        for model in evaluation.by_model.values()
        for name in request.metrics or _usual(model)
    ]
