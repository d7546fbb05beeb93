"""truecut metrics: the catalogue, listed and searched."""

from __future__ import annotations

from typing import Any

import click

from truecut.cli.options import output_options
from truecut.cli.output import chosen_format, draw, put

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="List or search all metrics.",
    epilog="""\b
Examples:
  truecut metrics
  truecut metrics kappa
  truecut metrics false positive --format markdown""",
)
@click.argument("words", nargs=-1, metavar="[WORD]...")
@output_options(*FORMATS)
def metrics(words: tuple[str, ...], **options: Any) -> None:
    """List the metrics whose name or meaning mentions every WORD; all of them without one."""
    form = chosen_format(options, FORMATS)
    from truecut.catalogue import BY_NAME, FAMILIES, search
    from truecut.errors import UnknownName

    found = search(" ".join(words))
    if not found:
        raise UnknownName("metric", " ".join(words), BY_NAME)
    if form == "text":
        from truecut.views.explained import drawn_catalogue

        draw(drawn_catalogue(found, FAMILIES), options)
        return
    if form == "json":
        from truecut.views.as_json import catalogue_as_json

        put(catalogue_as_json(found), options)
        return
    from truecut.views.sheets import catalogue_sheet

    sheet = catalogue_sheet(found)
    put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
