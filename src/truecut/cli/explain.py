"""truecut explain: one metric in a formula, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_from
from truecut.cli.options import Options, argument, number_from
from truecut.cli.output import Output, output_of, write
from truecut.cli.shared_options import (
    convention_option,
    counts_option,
    parameters_option,
    words_from_typed,
    words_option,
)
from truecut.views.explanation import ExplanationView


@dataclass(frozen=True, kw_only=True)
class ExplainArguments(Options):
    """What was typed about a metric."""

    metric: str = argument()
    counts: dict[str, str] | None = counts_option("Four counts to put into the formula.")
    parameters: dict[str, str] = parameters_option("Parameters.")
    words: dict[str, str] | None = words_option()
    convention: str | None = convention_option()
    output: Output = output_of(ExplanationView)


@click.command(
    epilog="""\b
Examples:
  truecut explain precision --counts tp=30,fn=10,fp=5,tn=55
  truecut explain recall --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email
  truecut explain f_beta --with beta=2 --counts tp=30,fn=10,fp=5,tn=55
  truecut explain roc_auc""",
)
@takes(ExplainArguments)
def explain(request: ExplainArguments) -> None:
    """Explain METRIC: its formula, the numbers put in, when to use it, when it misleads, its relatives."""
    from truecut.catalogue import metric as find
    from truecut.catalogue.explanation import explained
    from truecut.words import DEFAULT

    explanation = explained(
        find(request.metric),
        counts_from(request.counts) if request.counts is not None else None,
        words_from_typed(request.words) or DEFAULT,
        {name: number_from(name, text) for name, text in request.parameters.items()},
        request.convention,
    )
    write(ExplanationView(explanation), request.output)
