"""truecut cost: what decisions cost, where they cost least, and what that saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import classifiers_from
from truecut.cli.options import Options, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, evaluation_from
from truecut.errors import BadCall
from truecut.views.cost import CostView

if TYPE_CHECKING:
    from truecut.summaries.decision import CostSummary


@dataclass(frozen=True, kw_only=True)
class CostArguments(Options):
    """What was typed about costs."""

    rows: NamedRows = part(UndividedRows)
    counts: tuple[str, ...] = option(
        "--counts",
        multiple=True,
        metavar="[NAME:]tp=,fn=,fp=,tn=",
        help="Four counts of a hard classifier, in place of a file or beside it; give it again for another.",
    )
    tolerance: float = option(
        "--tolerance", type=float, default=0.05, show_default=True, help="Share of the saving that may be given up."
    )
    situation: StatedSituation = situation_of()
    output: Output = output_of(CostView)


@click.command(
    epilog="""\b
Examples:
  truecut cost preds.csv --score p --cost fp=1,fn=20
  truecut cost loans.csv --score p --cost fp=50,fn=amount --threshold 0.3
  truecut cost --counts M1:tp=150,fn=40,fp=60,tn=250 --counts M2:tp=250,fn=45,fp=5,tn=200 --cost tp=-1,fn=100,fp=1
  truecut cost --counts A:tp=150,fn=170,fp=50,tn=630 --cost tp=2000+5000+20000,fn=2000+5000+30000,fp=2000""",
)
@takes(CostArguments)
def cost(request: CostArguments) -> None:
    """Price every threshold: the present one, the cheapest, flagging all and flagging nothing.

    State what each outcome costs with --cost. A missed fraud may cost its amount: fn=amount names a column. Sums show
    their steps: tp=2000+5000+20000.
    """
    with working("Reading and pricing", quiet=request.output.quiet):
        summary = _summary(request)
    write(CostView(summary), request.output)


def _summary(request: CostArguments) -> CostSummary:
    from truecut.summaries.decision import summary_of_classifiers, summary_of_costs

    if not 0 <= request.tolerance <= 1:
        raise BadCall(f"--tolerance is a share between 0 and 1, not {request.tolerance:g}.")
    stated = request.situation.cost
    if stated is None:
        raise BadCall("State what each outcome costs, such as --cost fn=100,fp=1.")
    classifiers = classifiers_from(request.counts)
    if classifiers and not request.rows.are_named:
        if request.rows.given:
            raise BadCall(f"There are no rows for {' and '.join(request.rows.given)}; name a file.")
        return summary_of_classifiers(classifiers, request.situation.of_counts())
    evaluation = evaluation_from(request.rows.request(request.situation), "Four outcomes of two have four prices")
    models = list(evaluation.by_model.values())
    return summary_of_costs(evaluation.read, evaluation.words, models, request.tolerance, classifiers)
