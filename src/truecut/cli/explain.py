"""truecut explain: one metric in a formula, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_from
from truecut.cli.options import Options, Pairs, argument, number_from
from truecut.cli.output import Output, output_of, write
from truecut.cli.shared_options import (
    convention_option,
    counts_option,
    parameters_option,
    words_from_typed,
    words_option,
)
from truecut.errors import BadCall
from truecut.views.explanation import ExplanationView

if TYPE_CHECKING:
    from truecut.counting.counts import Counts


@dataclass(frozen=True, kw_only=True)
class ExplainArguments(Options):
    """What was typed about a metric."""

    metric: str = argument()
    known: tuple[str, ...] = argument(nargs=-1, metavar="[NAME=VALUE]...")
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
  truecut explain f1 precision=0.8 recall=0.6
  truecut explain roc_auc""",
)
@takes(ExplainArguments)
def explain(request: ExplainArguments) -> None:
    """Explain METRIC: its formula, the numbers put in, when to use it, when it misleads, its relatives.

    The numbers are four counts, or the values of other metrics that it follows from: precision=0.8 recall=60%.
    """
    from truecut.catalogue import metric as find
    from truecut.catalogue.derived_values import split_values
    from truecut.catalogue.explanation import explained
    from truecut.words import DEFAULT

    entry, known = find(request.metric), Pairs().convert(",".join(request.known), None, None)
    counts, values = _counts_among(known, request.counts)
    parameters, values = split_values(entry, {**_numbers(values), **_numbers(request.parameters)})
    words = words_from_typed(request.words) or DEFAULT
    write(ExplanationView(explained(entry, counts, words, parameters, request.convention, values)), request.output)


def _counts_among(known: dict[str, str], typed: dict[str, str] | None) -> tuple[Counts | None, dict[str, str]]:
    """Return the four counts, whichever way they were typed, and what else is known."""
    from truecut.counting.counts import cell_named

    counts = {name: text for name, text in known.items() if cell_named(name)}
    if counts and typed is not None:
        raise BadCall(f"Four counts are given twice; leave out --counts or {' '.join(counts)}.")
    others = {name: text for name, text in known.items() if name not in counts}
    return counts_from(counts or typed or {}) if counts or typed is not None else None, others


def _numbers(typed: dict[str, str]) -> dict[str, int | float]:
    return {name: number_from(name, text) for name, text in typed.items()}
