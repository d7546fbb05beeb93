"""truecut metrics: the catalogue, listed and searched."""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.options import Options, argument
from truecut.cli.output import Output, output_of, write
from truecut.views.metric_list import MetricListView


@dataclass(frozen=True, kw_only=True)
class MetricsArguments(Options):
    """What was typed to find metrics."""

    words: tuple[str, ...] = argument(nargs=-1, metavar="[WORD]...")
    output: Output = output_of(MetricListView)


@click.command(
    epilog="""\b
Examples:
  truecut metrics
  truecut metrics kappa
  truecut metrics false positive --format markdown""",
)
@takes(MetricsArguments)
def metrics(request: MetricsArguments) -> None:
    """List the metrics whose name or meaning mentions every WORD; all of them without one."""
    from truecut.catalogue import BY_NAME, search
    from truecut.errors import UnknownName

    found = search(" ".join(request.words))
    if not found:
        raise UnknownName("metric", " ".join(request.words), BY_NAME)
    write(MetricListView(found), request.output)
