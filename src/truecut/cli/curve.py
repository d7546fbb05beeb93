"""truecut curve: a curve with its confidence band."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import ONE_POINT, no_counts
from truecut.cli.idle_options import refuse_typed
from truecut.cli.options import NameList, Options, numbers_from, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import baseline_option, seed_option
from truecut.cli.situation import StatedSituation, remember_marks, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, scored_evaluation_from
from truecut.errors import BadCall, near_miss
from truecut.views.curve_bands import CurveBandsView

if TYPE_CHECKING:
    from truecut.evaluation import Evaluation
    from truecut.inference.bands.band import Band


@dataclass(frozen=True, kw_only=True)
class CurveArguments(Options):
    """What was typed about a curve."""

    rows: NamedRows = part(UndividedRows)
    band: str = option(
        "--band",
        type=click.Choice(["pointwise", "simultaneous"]),
        default="pointwise",
        show_default=True,
        help="Limits for each point by itself, or for the whole curve at once.",
    )
    method: str | None = option(
        "--method", type=click.Choice(["bootstrap", "dkw"]), help="How the band is found, if not by default."
    )
    points: int = option(
        "--points", type=click.IntRange(2), default=200, show_default=True, help="At most so many points."
    )
    at: tuple[str, ...] | None = option(
        "--at", type=NameList(), metavar="X,...", help="These points instead, such as FPR 0.01,0.05."
    )
    replicates: int = option("--replicates", type=int, default=2000, show_default=True, help="How many resamples.")
    seed: int = seed_option("Where the resamples start.")
    baselines: tuple[str, ...] = baseline_option()
    counts: None = no_counts(ONE_POINT)
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(CurveBandsView)


@click.command(
    epilog="""\b
Examples:
  truecut curve preds.csv roc --score p --band simultaneous -o roc.csv
  truecut curve preds.csv roc --score p --at 0.01,0.05
  truecut curve preds.csv pr --score logreg,gbm --format csv
  truecut curve preds.csv gain --score p --baseline random,ideal
  truecut curve preds.csv precision --score p --level 0.9
  truecut curve preds.csv cost --score p --cost fp=1,fn=20""",
)
@takes(CurveArguments)
def curve(request: CurveArguments) -> None:
    """Print a curve of FILE with its confidence band: truecut curve FILE roc.

    A curve is roc, pr, cost, gain, lift or calibration, or any metric of four counts along the thresholds. With --cost,
    the curve called cost is what a row costs along the thresholds.
    """
    from truecut.summaries.marks import ON_CURVE, marks_in_force

    name, files = _sorted_out(request.rows.paths)
    if not _is_priced(name):
        refuse_typed("cost", f"curve {name}")
    if name == "calibration":
        refuse_typed("threshold", "curve calibration")
    with working("Reading and resampling", quiet=request.output.quiet):
        evaluation = scored_evaluation_from(request.rows.of_files(*files).request(request.situation))
        bands = {
            called: _band(part, name, request)
            for model, one in evaluation.models.items()
            for called, part in _with_folds(model, one, name).items()
        }
        bands |= _of_baselines(request, evaluation, next(iter(bands.values())))
        remember_marks(marks_in_force(evaluation.by_model.values(), ON_CURVE.get(name, (name,))))
    write(CurveBandsView(evaluation.read, bands), request.output)


def _is_priced(name: str) -> bool:
    from truecut.catalogue import BY_NAME

    # The threshold of net benefit follows from prices.
    return name == "cost" or (name in BY_NAME and (BY_NAME[name].is_priced or "pt" in BY_NAME[name].parameters))


def _of_baselines(request: CurveArguments, evaluation: Evaluation, beside: Band) -> dict[str, Band]:
    """Return the curves of baselines, which are the same for every model on the same rows."""
    from truecut.counting.baselines import baselines_named
    from truecut.inference.bands.of_baselines import band_of_baseline

    first = next(iter(evaluation.by_model.values()))
    return {one.value: band_of_baseline(one, first, beside) for one in baselines_named(request.baselines)}


def _with_folds(model: str, one: Evaluation, name: str) -> dict[str, Evaluation]:
    """Return a model, whose curve is the mean of its folds, and each of them; along thresholds folds have one cut."""
    # Along thresholds the folds are cut at one and the same score, so there is one curve of all rows.
    is_mean = name in ("roc", "pr", "gain", "lift")
    folds = one.folds.items() if is_mean else ()
    ranked = {f"{model}, fold {fold}": part for fold, part in folds if part.positives and part.negatives}
    return {model: one, **ranked}


def _band(one: Evaluation, name: str, request: CurveArguments) -> Band:
    cost = request.situation.cost
    return one.band(
        cost if name == "cost" and cost is not None else name,
        kind=request.band,
        method=request.method,
        level=request.situation.level,
        points=request.points,
        at=numbers_from("--at", request.at),
        replicates=request.replicates,
        seed=request.seed,
    )


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
