"""truecut calibration: do the probabilities mean what they say, and would recalibrating help?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import no_counts
from truecut.cli.idle_options import refuse_idle
from truecut.cli.options import Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import seed_option
from truecut.cli.situation import StatedSituation, remember_marks, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, any_evaluation_from, with_scores
from truecut.errors import BadCall
from truecut.views.calibration import CalibrationView

if TYPE_CHECKING:
    from truecut.evaluation import Evaluation
    from truecut.summaries.calibration import CalibrationSummary, ModelCalibration


NO_PROBABILITIES = "calibration is about probabilities, and they have none."
THE_ANSWER = "the answer"


@dataclass(frozen=True, kw_only=True)
class CalibrationArguments(Options):
    """What was typed about calibration."""

    rows: NamedRows = part(UndividedRows)
    kind: str = option(
        "--kind",
        type=click.Choice(["corp", "binned"]),
        default="corp",
        show_default=True,
        help="Isotonic regression, without bins to choose, or the usual bins.",
    )
    band: str = option(
        "--band",
        type=click.Choice(["consistency", "confidence", "bootstrap"]),
        default="consistency",
        show_default=True,
        help="Where calibrated probabilities would lie, or where the share of all such rows lies (bootstrap: a guide).",
    )
    simultaneous: bool = option("--simultaneous", is_flag=True, help="A band that holds everywhere at once.")
    bins: int = option("--bins", type=int, default=10, show_default=True, help="How many bins, for --kind binned.")
    spacing: str = option(
        "--spacing",
        type=click.Choice(["equal-mass", "equal-width"]),
        default="equal-mass",
        show_default=True,
        help="Bins of equally many rows, or of equal width.",
    )
    methods: tuple[str, ...] = names_option(
        "--recalibrate",
        metavar="isotonic,platt,beta",
        help="Preview what recalibrating would change, on rows not used to fit it.",
    )
    folds: int = option("--folds", type=int, default=5, show_default=True, help="Folds of the cross-fit.")
    repeats: int = option(
        "--repeats", type=int, default=10, show_default=True, help="How often the rows are divided anew."
    )
    replicates: int = option("--replicates", type=int, default=1000, show_default=True, help="Draws behind the band.")
    seed: int = seed_option("Of draws and folds.")
    counts: None = no_counts("Calibration is about probabilities, and four counts have none.")
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(CalibrationView)


@click.command(
    epilog="""\b
Examples:
  truecut calibration preds.csv --label y --score p
  truecut calibration preds.csv --score p --recalibrate platt,isotonic
  truecut calibration preds.csv --score p --kind binned --bins 20 --spacing equal-width
  truecut calibration preds.csv --score p --simultaneous --format csv
  truecut calibration preds.csv --score logit --recalibrate platt     scores that are no probabilities""",
)
@takes(CalibrationArguments)
def calibration(request: CalibrationArguments) -> None:
    """Hold what probabilities promise against what happened.

    The verdict in words, the reliability curve with a band, the Brier score and the log loss in parts, tests, and with
    --recalibrate what a recalibration would change on rows that did not fit it.
    """
    if request.kind != "binned":
        refuse_idle(["bins", "spacing"], "Bins are those of --kind binned")
    if not request.methods:
        refuse_idle(["folds", "repeats"], "Folds are those of a recalibration, which --recalibrate previews")
    with working("Reading, counting and drawing", quiet=request.output.quiet):
        summary = _summary(request)
    write(CalibrationView(summary), request.output)


def _summary(request: CalibrationArguments) -> CalibrationSummary:
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.summaries.calibration import summary_of_calibration
    from truecut.summaries.marks import marks_on_calibration

    evaluation = any_evaluation_from(request.rows.request(request.situation))
    if isinstance(evaluation, ClassEvaluation):
        classes = evaluation.classes
        if not classes:
            raise BadCall(f"Only predictions of the classes were given, and {NO_PROBABILITIES}")
        # Each class against the rest, and last the answers: are as many right as their scores promise?
        parts = {**classes, **({} if evaluation.table is None else {THE_ANSWER: evaluation.confidence})}
        models = [_of_model(name, one, request) for name, one in parts.items()]
        return summary_of_calibration(evaluation.read, evaluation.words, models)
    evaluation = with_scores(evaluation, NO_PROBABILITIES)
    models = [_of_model(name, one, request) for name, one in evaluation.models.items()]
    whole = zip(evaluation.by_model.values(), models, strict=True)
    remember_marks(mark for model, one in whole for mark in marks_on_calibration(model, one.calibration))
    return summary_of_calibration(evaluation.read, evaluation.words, models)


def _of_model(name: str, one: Evaluation, request: CalibrationArguments) -> ModelCalibration:
    from truecut.inference.calibration.reliability import missing_for_calibration
    from truecut.summaries.calibration import ModelCalibration

    undefined, level = missing_for_calibration(one.model), request.situation.level
    found = None
    if not undefined or not request.methods:  # with nothing else to show, the error says what to do
        found = one.calibration(
            request.kind,
            band=request.band,
            simultaneous=request.simultaneous,
            bins=request.bins if request.kind == "binned" else None,
            spacing=request.spacing,
            level=level,
            replicates=request.replicates,
            seed=request.seed,
        )
    fitted = tuple(
        one.recalibrate(
            method, folds=request.folds, repeats=request.repeats, level=request.situation.level, seed=request.seed
        )
        for method in request.methods
    )
    return ModelCalibration(name, found, undefined, fitted)
