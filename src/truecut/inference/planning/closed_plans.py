"""Plans by the closed formulas of the literature: shares of rows, areas under the ROC curve, observed over expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil

from truecut.errors import BadCall
from truecut.inference.planning import sample_size
from truecut.inference.planning.plans import Plan, PlanRequest, share_inside

POWER = 0.8
CONTINUOUS = "Newcombe's variance, which is closer where scores are continuous"
NORMAL_SCORES = "the scores of both classes are normal with the same spread"


def share_within(question: PlanRequest) -> Plan:
    """Return the rows that make Wilson's interval of a share narrow enough."""
    share, within = share_inside(question.value, question), question.within or 0.0
    return question.answer(
        sample_size.wilson_trials(share, within, question.level),
        "the smallest number whose Wilson interval is narrow enough",
        "Wilson 1927, J Am Stat Assoc 22:209",
        others={
            "z² p (1 - p) / d² (Buderer 1996, Acad Emerg Med 3:895)": sample_size.buderer_trials(
                share, within, question.level
            )
        },
    )


def share_against(question: PlanRequest) -> Plan:
    """Return the rows that tell a share from a stated value."""
    share, other = share_inside(question.value, question), share_inside(question.against, question)
    test = _Test(
        partial(sample_size.share_trials, share, other),
        partial(sample_size.share_power, share, other),
        "score test of one share, normal approximation",
        "Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions",
    )
    return _powered(question, test)


def paired_shares(question: PlanRequest) -> Plan:
    """Return the rows that tell the shares of two models apart."""
    difference, discordant = question.value - share_inside(question.against, question), question.discordant or 0.0
    if not difference:
        raise BadCall("Two equal values cannot be told apart; name another one in against.")
    if discordant < abs(difference):
        raise BadCall(
            f"The models must disagree on at least as many rows as they differ by: discordant {discordant:g} is below "
            f"{abs(difference):g}."
        )
    test = _Test(
        partial(sample_size.paired_share_rows, difference, discordant),
        partial(sample_size.paired_share_power, difference, discordant),
        "McNemar's test of two models on the same rows",
        "Connor 1987, Biometrics 43:207",
    )
    return _powered(
        question, test, f"just one of the models is right on {100 * discordant:g} % of the {question.population}"
    )


def area_within(question: PlanRequest) -> Plan:
    """Return the positives that make the interval of an area narrow enough."""
    prevalence, area = question.need_prevalence(), share_inside(question.value, question)
    rows = sample_size.area_rows(area, prevalence, question.within or 0.0, question.level)
    return question.answer(
        ceil(rows * prevalence),
        "Newcombe's method 4, from the area and the size of the classes",
        "Newcombe 2006, Stat Med 25:559; Riley et al. 2021, Stat Med 40:4230",
        ("the scores of both classes spread alike",),
    )


def area_against(question: PlanRequest) -> Plan:
    """Return the positives that tell an area from a stated value."""
    ratio = 1 / question.need_prevalence() - 1
    area, other = share_inside(question.value, question), share_inside(question.against, question)
    test = _Test(
        partial(sample_size.area_positives, area, other, ratio),
        partial(sample_size.area_power, area, other, ratio),
        "Obuchowski and McClish's variance of an area",
        "Obuchowski & McClish 1997, Stat Med 16:1529",
        {CONTINUOUS: partial(sample_size.area_positives, area, other, ratio, spread=sample_size.newcombe_spread)},
    )
    return _powered(question, test, NORMAL_SCORES)


def paired_areas(question: PlanRequest) -> Plan:
    """Return the positives that tell the areas of two models apart."""
    ratio, correlation = 1 / question.need_prevalence() - 1, question.correlation or 0.0
    if not -1 < correlation < 1:
        raise BadCall(f"A correlation lies between -1 and 1, not {correlation:g}.")
    area, other = share_inside(question.value, question), share_inside(question.against, question)
    pair = sample_size.PairedAreas(area, other, ratio, correlation)
    test = _Test(
        pair.positives,
        pair.power,
        "Obuchowski and McClish's variance of each area, V1 + V2 - 2 r √(V1 V2)",
        "Obuchowski & McClish 1997, Stat Med 16:1529; Hanley & McNeil 1983, Radiology 148:839",
        {CONTINUOUS: partial(pair.positives, spread=sample_size.newcombe_spread)},
    )
    return _powered(
        question, test, NORMAL_SCORES, f"the estimates of the two areas have the correlation {correlation:g}"
    )


def observed_expected(question: PlanRequest) -> Plan:
    """Return the rows that make the interval of observed / expected narrow enough."""
    prevalence = question.need_prevalence()
    return replace(question, expected=1.0).answer(
        sample_size.observed_expected_rows(prevalence, question.within or 0.0, question.level),
        "(1 - prevalence) / (prevalence × SE²) of ln(observed / expected)",
        "Riley et al. 2021, Stat Med 40:4230",
        ("the model is calibrated in the large",),
    )


@dataclass(frozen=True)
class _Test:
    """A test that tells two values apart: the rows that it needs for a power, and the power that rows give it."""

    needed: Callable[[float, float], int]
    power_of: Callable[[float, float], float]
    method: str
    reference: str
    others: Mapping[str, Callable[[float, float], int]] = field(
        default_factory=dict
    )  # by other formulas, which are shown beside it


def _powered(question: PlanRequest, by: _Test, *assumptions: str) -> Plan:
    if question.value == question.against:
        raise BadCall("Two equal values cannot be told apart; name another one in against.")
    if question.rows is None:
        power = question.power or POWER
        also = {formula: other(power, question.level) for formula, other in by.others.items()}
        found = question.answer(by.needed(power, question.level), by.method, by.reference, assumptions, also)
        return replace(found, power=power)
    trials = question.rows * question.share_of_rows
    found = question.answer(max(1, round(trials)), by.method, by.reference, assumptions)
    return replace(found, power=by.power_of(trials, question.level), is_power_asked=True)
