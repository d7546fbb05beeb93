"""truecut explain: a metric in a formula, in numbers and in words; or a term of the glossary."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import counts_from
from truecut.cli.options import Options, Pairs, argument, as_pairs, number_from, option
from truecut.cli.output import Output, output_of, write
from truecut.cli.shared_options import (
    convention_option,
    counts_option,
    parameters_option,
    words_from_typed,
    words_option,
)
from truecut.cli.situation import OPTIONS, cost_from
from truecut.errors import BadCall
from truecut.views.explanation import ExplanationView
from truecut.views.term import TermView

if TYPE_CHECKING:
    from truecut.catalogue import Metric
    from truecut.catalogue.costs import Cost
    from truecut.counting.counts import Counts

NAME_AND_VALUE = re.compile(r"\w+=\S.*")


@dataclass(frozen=True, kw_only=True)
class ExplainArguments(Options):
    """What was typed about a metric or a term."""

    told: tuple[str, ...] = argument(nargs=-1, required=True, metavar="WORD... [NAME=VALUE]...")
    counts: dict[str, str] | None = counts_option("Four counts to put into the formula.")
    parameters: dict[str, str] = parameters_option("Parameters.")
    cost: dict[str, str] | None = option("--cost", **OPTIONS["cost"])
    words: dict[str, str] | None = words_option()
    convention: str | None = convention_option()
    output: Output = output_of(ExplanationView, TermView)

    @property
    def asked(self) -> str:
        """Return the word that was asked about."""
        return " ".join(part for part in self._parts if not NAME_AND_VALUE.fullmatch(part))

    @property
    def known(self) -> dict[str, str]:
        """Return the numbers that stand behind it."""
        return Pairs().convert(",".join(filter(NAME_AND_VALUE.fullmatch, self._parts)), None, None)

    @property
    def _parts(self) -> tuple[str, ...]:
        """Return what was typed, in words and in numbers with their names; a call of another tool stays as it is."""
        text = " ".join(self.told)
        return self.told if "(" in text else tuple(as_pairs(text).split())


@click.command(
    epilog="""\b
Examples:
  truecut explain precision --counts tp=30,fn=10,fp=5,tn=55
  truecut explain recall --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email
  truecut explain f_beta --with beta=2 --counts tp=30,fn=10,fp=5,tn=55
  truecut explain f1 precision=0.8 recall=0.6
  truecut explain total_cost --counts tp=150,fn=40,fp=60,tn=250 --cost tp=-1,fn=100,fp=1
  truecut explain roc_auc
  truecut explain confusion matrix
  truecut explain "recall_score(pos_label=0)\"""",
)
@takes(ExplainArguments)
def explain(request: ExplainArguments) -> None:
    """Explain WORD: a metric (formula, numbers put in, when it misleads) or a term (type I error, ROC curve).

    A name of scikit-learn, R, Stata or SAS is known too.

    The numbers are four counts, or the values of other metrics that it follows from: precision=0.8 recall=60%.
    """
    from truecut.catalogue import Metric
    from truecut.catalogue.derived_values import split_values
    from truecut.catalogue.explanation import explained
    from truecut.catalogue.glossary import look_up, refuse_numbers, what_was_taken
    from truecut.catalogue.situation import Situation
    from truecut.counting.counts import CELLS
    from truecut.words import DEFAULT

    found = look_up(request.asked)
    notes = what_was_taken(request.asked, found)
    if not isinstance(found.entry, Metric):
        if request.counts is not None or request.known or request.parameters or request.cost or request.convention:
            refuse_numbers(found.entry)
        write(TermView(replace(found.entry, notes=notes)), request.output)
        return
    counts, values = _counts_among(found.entry, request.known, request.counts)
    given = {**found.parameters, **_numbers(values), **_numbers(request.parameters)}
    # Fewer than four counts are no matrix, but may be all that a formula looks at.
    few = {name: number for name, number in given.items() if name in CELLS}
    parameters, others = split_values(found.entry, {name: given[name] for name in given if name not in few})
    stated = Situation(cost=_fixed_cost(request)).parameters_of(found.entry, parameters)
    words = words_from_typed(request.words) or DEFAULT
    explanation = explained(found.entry, counts, words, stated, request.convention, {**others, **few})
    write(ExplanationView(replace(explanation, notes=notes)), request.output)


def _fixed_cost(request: ExplainArguments) -> Cost | None:
    cost: Cost | None = cost_from(request.cost, words_from_typed(request.words))
    if isinstance(cost, dict):
        raise BadCall("Four counts are of two classes, whose mistakes have names: --cost fn=4,fp=1.")
    if cost is not None and cost.columns:
        raise BadCall(f"Four counts have no column {cost.columns[0]!r}; state prices as numbers.")
    return cost


def _counts_among(
    entry: Metric, known: dict[str, str], typed: dict[str, str] | None
) -> tuple[Counts | None, dict[str, str]]:
    """Return the four counts, whichever way they were typed, and what else is known: fewer counts, if they do."""
    from truecut.catalogue.explanation import are_enough
    from truecut.counting.counts import cell_named

    counts = {name: text for name, text in known.items() if cell_named(name)}
    # Two sets of counts could differ, and one of them would win silently.
    if counts and typed is not None:
        raise BadCall(f"Four counts are given twice; leave out --counts or {' '.join(counts)}.")
    others = {name: text for name, text in known.items() if name not in counts}
    given = counts or typed or {}
    few = {cell: text for name, text in given.items() if (cell := cell_named(name))}
    if len(few) == len(given) and are_enough(entry, few):
        return None, {**others, **few}
    return counts_from(given) if given or typed is not None else None, others


def _numbers(typed: dict[str, str]) -> dict[str, int | float]:
    return {name: number_from(name, text) for name, text in typed.items()}
