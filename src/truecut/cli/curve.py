"""truecut curve: a curve with its confidence band."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    NameList,
    cost_from,
    cost_option,
    models_from,
    number_from,
    output_options,
    row_options,
)
from truecut.cli.output import chosen_format, draw, note, put, working
from truecut.errors import BadCall, near_miss

if TYPE_CHECKING:
    from truecut.evaluation.evaluation import Evaluation
    from truecut.inference.bands.band import Band

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="A curve with its confidence band: ROC, PR, cost, a metric.",
    epilog="""\b
Examples:
  truecut curve preds.csv roc --score p --band simultaneous -o roc.csv
  truecut curve preds.csv roc --score p --at 0.01,0.05
  truecut curve preds.csv pr --score logreg,gbm --format csv
  truecut curve preds.csv precision --score p --level 0.9
  truecut curve preds.csv cost --score p --cost fp=1,fn=20""",
)
@row_options
@click.option(
    "--band",
    type=click.Choice(["pointwise", "simultaneous"]),
    default="pointwise",
    show_default=True,
    help="Limits for each point by itself, or for the whole curve at once.",
)
@click.option("--method", type=click.Choice(["bootstrap", "dkw"]), help="How the band is found, if not by default.")
@click.option("--points", type=click.IntRange(2), default=200, show_default=True, help="At most so many points.")
@click.option("--at", type=NameList(), metavar="X,...", help="These points instead, such as FPR 0.01,0.05.")
@click.option("--level", type=float, default=0.95, show_default=True, help="How sure the band is.")
@click.option("--replicates", type=int, default=2000, show_default=True, help="How many resamples.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where the resamples start.")
@cost_option
@output_options(*FORMATS)
def curve(**options: Any) -> None:
    """Print a curve of FILE with its confidence band: truecut curve FILE roc.

    A curve is roc, pr, cost, gain, lift or calibration, or any metric of four counts along the thresholds. With --cost,
    the curve called cost is what a row costs along the thresholds.
    """
    form = chosen_format(options, FORMATS)
    name, options["files"] = _sorted_out(options["files"])
    with working("Reading and resampling", options):
        evaluation = models_from(options, 0.5)
        bands = {model: _band(one, name, options) for model, one in evaluation.models.items()}
    from truecut.views.bands import bands_as_json, bands_sheet, drawn_bands

    if form == "json":
        put(bands_as_json(evaluation.read, bands), options)
        return
    if form == "text":
        draw(drawn_bands(evaluation.read, bands), options)
        return
    note(evaluation.read, options)
    sheet = bands_sheet(bands)
    put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)


def _band(one: Evaluation, name: str, options: dict[str, Any]) -> Band:
    cost = cost_from(options)
    if cost is not None and name != "cost":
        raise BadCall(f"--cost prices the curve called cost, not {name}.")
    at = [float(number_from("--at", text)) for text in options["at"]] if options["at"] else None
    asked = {option: options[option] for option in ("method", "level", "points", "replicates", "seed")}
    return one.band(name if cost is None else cost, kind=options["band"], at=at, **asked)


def _sorted_out(given: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Tell the curve from files: what is called like a curve or a metric is one, unless written as a path (./roc)."""
    from truecut.catalogue import BY_NAME as METRICS
    from truecut.inference.bands.of_model import CURVES

    known = {*CURVES, *METRICS}
    names = [word for word in given if word in known]
    if len(names) == 1:
        return names[0], tuple(word for word in given if word not in known)
    if names:
        raise BadCall(f"One curve at a time: {' and '.join(names)} were named.")
    for word in given:
        hint = "" if "." in word or Path(word).exists() else near_miss(word, sorted(known))
        if hint:
            raise BadCall(f"No curve is called {word!r}.{hint}")
    raise BadCall(f"Say which curve: {', '.join(CURVES)}, or a metric of four counts, such as precision.")
