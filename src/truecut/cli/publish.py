"""truecut publish: what a paper, a pull request or a model card says of a classifier."""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_asked
from truecut.cli.options import Options, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows
from truecut.views.publication import PublicationView


@dataclass(frozen=True, kw_only=True)
class PublishArguments(Options):
    """What was typed about a publication."""

    rows: NamedRows = part(UndividedRows)
    counts: dict[str, str] | None = counts_option()
    situation: StatedSituation = situation_of("rule", "cost")
    output: Output = output_of(PublicationView)


@click.command(
    epilog="""\b
Examples:
  truecut publish preds.csv --score p
  truecut publish preds.csv --score p --threshold 0.3 --words positive=malignant,negative=benign -o accuracy.md
  truecut publish preds.csv --score p --format model-card
  truecut publish --counts tp=150,fn=40,fp=60,tn=250""",
)
@takes(PublishArguments)
def publish(request: PublishArguments) -> None:
    """Write the methods paragraph with its references, the cross tabulation and the table of accuracy (STARD 2015).

    As Markdown it goes into a manuscript or a pull request, as a model card into the metadata of Hugging Face.
    """
    with working("Reading", quiet=request.output.quiet):
        evaluation = evaluation_asked(request.counts, request.rows, request.situation, "A publication is about two")
        found = [one.methods(level=request.situation.level) for one in evaluation.models.values()]
    write(PublicationView(evaluation.read, found), request.output)
