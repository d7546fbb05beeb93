"""truecut threshold: where to cut, why, and how far to trust the choice."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import ONE_POINT, no_counts
from truecut.cli.options import READS, Options, Pairs, number_from, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import parameters_option, seed_option
from truecut.cli.situation import StatedSituation, remember_marks, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, scored_evaluation_from
from truecut.cli.streams import is_terminal, tell
from truecut.errors import BadCall
from truecut.views.threshold import ThresholdView

if TYPE_CHECKING:
    from truecut.decisions.two_cuts import TwoCuts
    from truecut.evaluation import Evaluation
    from truecut.summaries.decision import ThresholdSummary

NOT_MET = 1


@dataclass(frozen=True, kw_only=True)
class ThresholdArguments(Options):
    """What was typed about a threshold to choose."""

    rows: NamedRows = part(UndividedRows)
    parameters: dict[str, str] = parameters_option("Parameters of the rule.")
    choose_on: str | None = option(
        "--choose-on", metavar="FILE", help="Choose on the rows of this file, judge on the others.", file=READS
    )
    split: str | None = option(
        "--split", metavar="COLUMN=VALUE", help="Choose on the rows with this value, judge on the rest."
    )
    place: str = option(
        "--place",
        type=click.Choice(["observed", "midpoint"]),
        default="observed",
        show_default=True,
        help="Put the threshold at the score itself, or halfway to the next.",
    )
    two: dict[str, str] | None = option(
        "--two", type=Pairs(), metavar="precision=,npv=", help="Also accept above and reject below, refer between."
    )
    folds: int = option("--folds", type=int, default=5, show_default=True, help="Folds of the cross-fit.")
    repeats: int = option(
        "--repeats", type=int, default=10, show_default=True, help="How often the rows are divided anew."
    )
    resamples: int = option(
        "--resamples", type=int, default=500, show_default=True, help="Resamples for the threshold's own interval."
    )
    seed: int = seed_option("Of folds and resamples.")
    no_cross_fit: bool = option(
        "--no-cross-fit", is_flag=True, help="Do not look at how much the choice flatters itself."
    )
    counts: None = no_counts(ONE_POINT)
    situation: StatedSituation = situation_of()
    output: Output = output_of(ThresholdView)

    @property
    def goal(self) -> str:
        """Return the rule by which to choose."""
        stated = self.situation
        return stated.rule or ("cheapest" if stated.cost is not None else "youden")

    @property
    def numbers(self) -> dict[str, Any]:
        """Return the parameters of the rule."""
        return {name: number_from(name, text) for name, text in self.parameters.items()}


@click.command(
    epilog="""\b
Examples:
  truecut threshold preds.csv --score p --rule youden
  truecut threshold preds.csv --score p --cost fp=1,fn=20
  truecut threshold preds.csv --score p --rule "maximise recall subject to precision >= 0.9 with 95% confidence"
  truecut threshold preds.csv --score p --rule capacity --with share=0.02
  truecut threshold preds.csv --score p --rule f_beta --with beta=2 --split part=validation
  T=$(truecut threshold preds.csv --score p --rule f1)     on a pipe: the number alone
\b
Rules: youden, closest_corner, tipping_point, equal_rates, break_even, cheapest, best_net_benefit (pt),
capacity (rows, share, or alerts_per_day with daily_volume), any metric of four counts (the best of it),
or maximise|minimise METRIC [subject to METRIC >= NUMBER [and ...]] [with 95% confidence].""",
)
@takes(ThresholdArguments)
def threshold(request: ThresholdArguments) -> None:
    """Choose a threshold by a rule, by costs or under constraints, and say what it does.

    On a terminal: the decision, its reasons, what happens to 1,000 rows, its neighbours, and how much it flatters
    itself. On a pipe: the threshold alone. Exit code 1 if no threshold meets the constraints.
    """
    output = request.output
    # A script that asks for a threshold wants T=$(...) to be a number.
    if not output.is_chosen and not is_terminal(sys.stdout):
        output = replace(output, format="number")
    with working("Reading, counting and choosing", quiet=output.quiet):
        summary = _summary(request, wants_honesty=output.format in ("text", "json"))
    write(ThresholdView(summary), output)
    if not summary.decision.feasible:
        # The number is the nearest threshold; a script that ignores the exit code leaves this in its log at least.
        if output.format == "number":
            tell(f"truecut: no threshold meets {summary.decision.unmet}.")
        click.get_current_context().exit(NOT_MET)


def _summary(request: ThresholdArguments, *, wants_honesty: bool) -> ThresholdSummary:
    from truecut.catalogue import BY_NAME
    from truecut.decisions.cross_fitting import rows_of_rarer_class
    from truecut.summaries.decision import DecisionContext, summary_of_threshold
    from truecut.summaries.marks import marks_in_force

    judged, chosen_on, where = _evaluations(request)
    _require_one_model(judged)
    decision = judged.choose(request.goal, on=chosen_on, place=request.place, **request.numbers)
    optimism, too_few = None, None
    if wants_honesty and chosen_on is None and not request.no_cross_fit:
        # A fold without a row of a class can neither choose nor judge.
        rarer = rows_of_rarer_class(judged.model)
        if rarer < request.folds:
            too_few = rarer
        else:
            settings: dict[str, Any] = {
                name: getattr(request, name) for name in ("folds", "repeats", "resamples", "seed")
            }
            optimism = judged.optimism(request.goal, **settings, **request.numbers)
    measured = [decision.measure.name] if decision.measure.name in BY_NAME else []
    remember_marks(marks_in_force([judged.model], [*measured, "recall", "precision", "fpr"]))
    context = DecisionContext(optimism, _two(request, judged), where, too_few)
    return summary_of_threshold(judged.read, judged.words, judged.model, decision, context)


def _evaluations(request: ThresholdArguments) -> tuple[Evaluation, Evaluation | None, str]:
    """Return the evaluation to judge on, the one to choose on if that is another, and what that one is."""

    def evaluation_of(rows: NamedRows) -> Evaluation:
        return scored_evaluation_from(rows.request(request.situation))

    if request.choose_on and request.split:
        raise BadCall("Give either --choose-on or --split, not both.")
    if request.split:
        column, equals, value = request.split.partition("=")
        if not equals:
            raise BadCall(f"--split should look like COLUMN=VALUE, not {request.split!r}.")
        # One reading of the file: the part and the rest are tables that add up to it.
        together = evaluation_of(request.rows.with_roles(groups={column: column}))
        return together.without_group(value), together.groups[value], f"the rows with {column} = {value}"
    judged = evaluation_of(request.rows)
    if request.choose_on:
        other = evaluation_of(request.rows.of_files(request.choose_on))
        return judged, other, other.read.source
    return judged, None, ""


def _require_one_model(evaluation: Evaluation) -> None:
    if len(evaluation.by_model) > 1:
        names = " or ".join(f"--score {name}" for name in evaluation.by_model)
        raise BadCall(f"A threshold belongs to one model, and there are {len(evaluation.by_model)}; name one: {names}.")


def _two(request: ThresholdArguments, judged: Evaluation) -> TwoCuts | None:
    if request.two is None:
        return None
    wanted = {name: number_from(name, text) for name, text in request.two.items()}
    if set(wanted) != {"precision", "npv"}:
        raise BadCall("Two thresholds need an aim for each: --two precision=0.95,npv=0.99.")
    return judged.choose_two(**wanted)
