"""truecut threshold: where to cut, why, and how far to trust the choice."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    Pairs,
    cost_from,
    cost_option,
    models_from,
    number_from,
    output_options,
    row_options,
    words_option,
)
from truecut.cli.output import chosen_format, draw, is_terminal, put, tell, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.decisions.elsewhere import Elsewhere
    from truecut.evaluation import Evaluation
    from truecut.summaries.decision import ThresholdSummary

FORMATS = ("text", "number", "json", "csv", "markdown")
NOT_MET = 1


@click.command(
    short_help="Where to cut, and why.",
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
@row_options
@click.option("--rule", help="A rule, a metric, or a goal in words. Default: cheapest with --cost, else youden.")
@click.option(
    "--with", "parameters", type=Pairs(), default="", metavar="name=value,...", help="Parameters of the rule."
)
@cost_option
@click.option("--choose-on", metavar="FILE", help="Choose on the rows of this file, judge on the others.")
@click.option("--split", metavar="COLUMN=VALUE", help="Choose on the rows with this value, judge on the rest.")
@click.option(
    "--place",
    type=click.Choice(["observed", "midpoint"]),
    default="observed",
    show_default=True,
    help="Put the threshold at the score itself, or halfway to the next.",
)
@click.option(
    "--two", type=Pairs(), metavar="precision=,npv=", help="Also accept above and reject below, refer between."
)
@click.option("--prevalence", type=float, help="Choose and judge as if positives were this common.")
@click.option(
    "--sampled",
    type=Pairs(),
    metavar="positives=,negatives=",
    help="The shares of each class that were sampled (case-control data); weighs them back.",
)
@click.option("--folds", type=int, default=5, show_default=True, help="Folds of the cross-fit.")
@click.option("--repeats", type=int, default=10, show_default=True, help="How often the rows are divided anew.")
@click.option(
    "--resamples", type=int, default=500, show_default=True, help="Resamples for the threshold's own interval."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of folds and resamples.")
@click.option("--no-cross-fit", is_flag=True, help="Do not look at how much the choice flatters itself.")
@words_option
@output_options(*FORMATS)
def threshold(**options: Any) -> None:
    """Choose a threshold by a rule, by costs or under constraints, and say what it does.

    On a terminal: the decision, its reasons, what happens to 1,000 rows, its neighbours, and how much it flatters
    itself. On a pipe: the threshold alone. Exit code 1 if no threshold meets the constraints.
    """
    form = chosen_format(options, FORMATS)
    if form == "text" and not options["form"] and not options["output"] and not is_terminal(sys.stdout):
        form = "number"
    with working("Reading, counting and choosing", options):
        summary = _summary(options, wants_honesty=form in ("text", "json"))
    if form == "number":
        put(_number(summary), options)
    elif form == "json":
        from truecut.views.decided_as_json import threshold_as_json

        put(threshold_as_json(summary), options)
    elif form in ("csv", "markdown"):
        from truecut.views.decided_sheets import threshold_sheet

        sheet = threshold_sheet(summary)
        put(sheet.as_csv() if form == "csv" else sheet.as_markdown(), options)
    else:
        from truecut.views.decided import drawn_threshold

        draw(drawn_threshold(summary), options)
    if not summary.decision.feasible:
        for failure in summary.decision.failures if form == "number" else ():
            tell(f"truecut: no threshold meets {failure.condition}.")
        click.get_current_context().exit(NOT_MET)


def _summary(options: dict[str, Any], *, wants_honesty: bool) -> ThresholdSummary:
    from truecut.decisions.cross_fitting import rows_of_rarer_class
    from truecut.summaries.decision import DecisionContext, summary_of_threshold

    cost = cost_from(options)
    how = options["rule"] or ("cheapest" if cost else "youden")
    parameters: dict[str, Any] = {name: number_from(name, text) for name, text in options["parameters"].items()}
    judged, chosen_on, where = _evaluations(options, cost)
    _require_one_model(judged)
    place = _elsewhere(options)
    if place is not None:
        judged, chosen_on = judged.elsewhere(place), chosen_on and chosen_on.elsewhere(place)
    decision = judged.choose(how, cost=cost, on=chosen_on, place=options["place"], **parameters)
    optimism, too_few = None, None
    if wants_honesty and chosen_on is None and not options["no_cross_fit"]:
        rarer = rows_of_rarer_class(judged.model)
        if rarer < options["folds"]:
            too_few = rarer
        else:
            settings: dict[str, Any] = {name: options[name] for name in ("folds", "repeats", "resamples", "seed")}
            optimism = judged.optimism(how, cost=cost, **settings, **parameters)
    context = DecisionContext(cost, optimism, _two(options, judged), place, where, too_few)
    return summary_of_threshold(judged.read, judged.words, judged.model, decision, context)


def _evaluations(options: dict[str, Any], cost: Any) -> tuple[Evaluation, Evaluation | None, str]:
    """Return the evaluation to judge on, the one to choose on if that is another, and what that one is."""
    if options["choose_on"] and options["split"]:
        raise BadCall("Give either --choose-on or --split, not both.")
    if options["split"]:
        column, equals, value = options["split"].partition("=")
        if not equals:
            raise BadCall(f"--split should look like COLUMN=VALUE, not {options['split']!r}.")
        together = models_from({**options, "groups": ((column,),)}, 0.5, cost)
        return together.without_group(value), together.groups[value], f"the rows with {column} = {value}"
    judged = models_from(options, 0.5, cost)
    if options["choose_on"]:
        other = models_from({**options, "files": (options["choose_on"],)}, 0.5, cost)
        return judged, other, other.read.source
    return judged, None, ""


def _require_one_model(evaluation: Evaluation) -> None:
    if len(evaluation.by_model) > 1:
        names = " or ".join(f"--score {name}" for name in evaluation.by_model)
        raise BadCall(f"A threshold belongs to one model, and there are {len(evaluation.by_model)}; name one: {names}.")


def _elsewhere(options: dict[str, Any]) -> Elsewhere | None:
    from truecut.decisions.elsewhere import Elsewhere

    if options["sampled"] is None:
        return None if options["prevalence"] is None else Elsewhere(prevalence=options["prevalence"])
    shares = {name: number_from(name, text) for name, text in options["sampled"].items()}
    if not shares or set(shares) - {"positives", "negatives"}:
        raise BadCall("Sampling rates look like --sampled positives=1,negatives=0.1.")
    rates = {f"sampled_{name}": float(share) for name, share in shares.items()}
    return Elsewhere(prevalence=options["prevalence"], **rates)


def _two(options: dict[str, Any], judged: Evaluation) -> Any:
    if options["two"] is None:
        return None
    wanted = {name: number_from(name, text) for name, text in options["two"].items()}
    if set(wanted) != {"precision", "npv"}:
        raise BadCall("Two thresholds need an aim for each: --two precision=0.95,npv=0.99.")
    return judged.choose_two(**wanted)


def _number(summary: ThresholdSummary) -> str:
    if summary.decision.threshold is not None:
        return repr(summary.decision.threshold)
    return "-inf" if summary.read.lower_is_positive else "inf"
