"""truecut reconcile: which convention explains somebody else's number?"""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_asked
from truecut.cli.options import Options, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows
from truecut.errors import BadCall
from truecut.views.reconciliation import ReconciliationView

UNEXPLAINED = 1


@dataclass(frozen=True, kw_only=True)
class ReconcileArguments(Options):
    """What was typed about a number."""

    rows: NamedRows = part(UndividedRows)
    counts: dict[str, str] | None = counts_option()
    told: str = option("--value", required=True, metavar="NUMBER", help="The number as it was told, with its digits.")
    of: str = option("--of", required=True, metavar="METRIC", help="Which metric it is said to be.")
    situation: StatedSituation = situation_of("rule", "level", "cost")
    output: Output = output_of(ReconciliationView)


@click.command(
    epilog="""\b
Examples:
  truecut reconcile preds.csv --score p --value 0.8731 --of auc
  truecut reconcile preds.csv --score p --value 94.2% --of recall --threshold 0.3
  truecut reconcile --counts tp=150,fn=40,fp=60,tn=250 --value 0.789 --of f1""",
)
@takes(ReconcileArguments)
def reconcile(request: ReconcileArguments) -> None:
    """Find which convention of which tool explains somebody else's number on the same rows.

    Computed are the other class as positive, averages over classes, > in place of >=, ties, straight lines, percent,
    other metrics, thresholds and ends of intervals. What gives the number to its last digit explains it; exit code 1 if
    nothing does.
    """
    with working("Reading", quiet=request.output.quiet):
        evaluation = evaluation_asked(request.counts, request.rows, request.situation, "A number is reconciled for two")
        if len(evaluation.by_model) > 1:
            names = ", ".join(evaluation.by_model)
            raise BadCall(f"There are several models ({names}); say which with --score.")
        found = evaluation.reconcile(request.told, request.of)
    write(ReconciliationView(evaluation.read, evaluation.model.name, found), request.output)
    if not found.explanations:
        click.get_current_context().exit(UNEXPLAINED)
