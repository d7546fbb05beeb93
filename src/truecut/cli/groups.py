"""truecut groups: is any group served worse than the rest of the rows?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import no_counts
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, evaluation_from
from truecut.errors import BadCall
from truecut.views.groups import GroupsView

if TYPE_CHECKING:
    from truecut.catalogue.model import Model
    from truecut.decisions.group_differences import ByGroup
    from truecut.evaluation import Evaluation

USUAL = ("recall", "fpr")
NOTHING_TO_DIVIDE = "Four counts have no rows to divide; give the counts of each group to `truecut compare`."


@dataclass(frozen=True, kw_only=True)
class GroupsArguments(Options):
    """What was typed about groups."""

    rows: NamedRows = part(NamedRows)
    metrics: tuple[str, ...] = names_option(
        "--metric",
        metavar="NAME,...",
        help="The metrics to compare.  [default: recall,fpr; cost if stated]",
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
  truecut groups preds.parquet --score p --group hospital --least-rows 30 --format markdown""",
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
        evaluation = evaluation_from(request.rows.request(request.situation), "Groups need two classes")
        found = _found(evaluation, request)
    write(GroupsView(evaluation.read, evaluation.words, found), request.output)


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
