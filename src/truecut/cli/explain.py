"""truecut explain: one metric in a formula, in numbers and in words."""

from __future__ import annotations

from typing import Any

import click

from truecut.cli.options import (
    Pairs,
    convention_option,
    counts_from,
    number_from,
    output_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, put

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="One metric: formula, numbers, words.",
    epilog="""\b
Examples:
  truecut explain precision --counts tp=30,fn=10,fp=5,tn=55
  truecut explain recall --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email
  truecut explain f_beta --with beta=2 --counts tp=30,fn=10,fp=5,tn=55
  truecut explain roc_auc""",
)
@click.argument("metric")
@click.option("--counts", type=Pairs(), metavar="tp=,fn=,fp=,tn=", help="Four counts to put into the formula.")
@click.option("--with", "parameters", type=Pairs(), default="", metavar="name=value,...", help="Parameters.")
@words_option
@convention_option
@output_options(*FORMATS)
def explain(metric: str, parameters: dict[str, str], **options: Any) -> None:
    """Explain METRIC: its formula, the numbers put in, when to use it, when it misleads, its relatives."""
    form = chosen_format(options, FORMATS)
    from truecut.catalogue import metric as find
    from truecut.catalogue.explanation import explained
    from truecut.words import DEFAULT

    explanation = explained(
        find(metric),
        counts_from(options["counts"]) if options["counts"] is not None else None,
        words_from_typed(options["words"]) or DEFAULT,
        {name: number_from(name, text) for name, text in parameters.items()},
        options["convention"],
    )
    if form == "json":
        from truecut.views.as_json import explanation_as_json

        put(explanation_as_json(explanation), options)
    elif form == "text":
        from truecut.views.explained import drawn_explanation

        draw(drawn_explanation(explanation), options)
    else:
        from truecut.views.sheets import explanation_sheet

        sheet = explanation_sheet(explanation)
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
