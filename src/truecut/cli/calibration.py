"""truecut calibration: do the probabilities mean what they say, and would recalibrating help?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import NameList, flat, models_from, output_options, row_options, words_option
from truecut.cli.output import chosen_format, draw, put, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.evaluation import Evaluation
    from truecut.summaries.calibration import CalibrationSummary, ModelCalibration

FORMATS = ("text", "json", "csv", "markdown")


@click.command(
    short_help="Do the probabilities mean what they say?",
    epilog="""\b
Examples:
  truecut calibration preds.csv --label y --score p
  truecut calibration preds.csv --score p --recalibrate platt,isotonic
  truecut calibration preds.csv --score p --kind binned --bins 20 --spacing equal-width
  truecut calibration preds.csv --score p --simultaneous --format csv
  truecut calibration preds.csv --score logit --recalibrate platt     scores that are no probabilities""",
)
@row_options
@click.option(
    "--kind",
    type=click.Choice(["corp", "binned"]),
    default="corp",
    show_default=True,
    help="Isotonic regression, without bins to choose, or the usual bins.",
)
@click.option(
    "--band",
    type=click.Choice(["consistency", "confidence", "bootstrap"]),
    default="consistency",
    show_default=True,
    help="Where calibrated probabilities would lie, or where the share of all such rows lies (bootstrap: a guide).",
)
@click.option("--simultaneous", is_flag=True, help="A band that holds everywhere at once.")
@click.option("--bins", type=int, default=10, show_default=True, help="How many bins, for --kind binned.")
@click.option(
    "--spacing",
    type=click.Choice(["equal-mass", "equal-width"]),
    default="equal-mass",
    show_default=True,
    help="Bins of equally many rows, or of equal width.",
)
@click.option(
    "--recalibrate",
    "methods",
    multiple=True,
    type=NameList(),
    metavar="isotonic,platt,beta",
    help="Preview what recalibrating would change, on rows not used to fit it.",
)
@click.option("--threshold", type=float, default=0.5, show_default=True, help="The present threshold, to translate.")
@click.option("--folds", type=int, default=5, show_default=True, help="Folds of the cross-fit.")
@click.option("--repeats", type=int, default=10, show_default=True, help="How often the rows are divided anew.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Of band and intervals.")
@click.option("--replicates", type=int, default=1000, show_default=True, help="Draws behind the band.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of draws and folds.")
@words_option
@output_options(*FORMATS)
def calibration(**options: Any) -> None:
    """Hold what probabilities promise against what happened.

    The verdict in words, the reliability curve with a band, the Brier score and the log loss in parts, tests, and with
    --recalibrate what a recalibration would change on rows that did not fit it.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading, counting and drawing", options):
        summary = _summary(options)
    if form == "json":
        from truecut.views.calibrated_as_json import calibration_as_json

        put(calibration_as_json(summary), options)
    elif form in ("csv", "markdown"):
        from truecut.views.calibrated_sheets import calibration_sheet

        sheet = calibration_sheet(summary)
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
    else:
        from truecut.views.calibrated import drawn_calibration

        draw(drawn_calibration(summary), options)


def _summary(options: dict[str, Any]) -> CalibrationSummary:
    from truecut.summaries.calibration import summary_of_calibration

    evaluation = models_from(options, options["threshold"])
    if evaluation.by_group:
        raise BadCall("Calibration is shown for all rows; name one group's rows by --sql, or ask e.groups in Python.")
    models = [_of_model(name, one, options) for name, one in evaluation.models.items()]
    return summary_of_calibration(evaluation.read, evaluation.words, models)


def _of_model(name: str, one: Evaluation, options: dict[str, Any]) -> ModelCalibration:
    from truecut.inference.calibration.reliability import missing_for_calibration
    from truecut.summaries.calibration import ModelCalibration

    methods = flat(options["methods"])
    undefined = missing_for_calibration(one.model)
    found = None
    if not undefined or not methods:  # with nothing else to show, the error says what to do
        drawn = ("kind", "band", "simultaneous", "bins", "spacing", "level", "replicates", "seed")
        found = one.calibration(**{option: options[option] for option in drawn})
    fitted = {option: options[option] for option in ("folds", "repeats", "level", "seed")}
    return ModelCalibration(name, found, undefined, tuple(one.recalibrate(method, **fitted) for method in methods))
