"""How many rows are enough to know a metric, or to tell it from another value.

`plan` chooses the formula that fits the question and says which it was, what it assumes and where it comes from. A plan
is made of guesses: round it up, and plan for the rows that will be lost.
"""

from __future__ import annotations

from collections.abc import Callable

from truecut.catalogue import metric
from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.inference.intervals import LEVEL
from truecut.inference.planning import closed_plans, searched_plans
from truecut.inference.planning.expectation import SEED, Assumed
from truecut.inference.planning.plans import AREA, Plan, PlanRequest, is_planned_share
from truecut.inference.quantiles import checked_level

PRECISION, RATIO = "average_precision", "observed_expected_ratio"


# One keyword for each thing that may be known or asked; `PlanRequest` checks which of them belong together.
@answers_in_sentences
def plan(
    name: str,
    *,
    expected: float | None = None,
    within: float | None = None,
    against: float | None = None,
    power: float | None = None,
    prevalence: float | None = None,
    ratio: float | None = None,
    flagged: float | None = None,
    correlation: float | None = None,
    discordant: float | None = None,
    rows: int | None = None,
    recall: float | None = None,
    specificity: float | None = None,
    roc_auc: float | None = None,
    level: float = LEVEL,
    seed: int = SEED,
) -> Plan:
    """Return how many rows it takes to know a metric to within ± so much, or to tell it from another value.

    `name` is that of the metric, and `expected` the value that it is expected to have. It is to be known to `within` so
    much, or to be told from the value `against` which it is held, with this `power` (0.8), as surely as `level` says;
    with `correlation` (ROC AUC) or `discordant` (shares) that is the value of a second model on the same rows. With
    `rows` the plan says the power that they have. `ratio` is the number of negatives to each positive, in the place of
    `prevalence`; `flagged` the share of rows that are flagged. Metrics without a formula are planned from an assumed
    `recall` and `specificity`, or `roc_auc`, by draws that `seed` starts.

    >>> plan("recall", expected=0.85, within=0.05, prevalence=0.1).sentence
    'Recall known to within ±0.05: about 196 positives, 1,960 rows at this prevalence.'
    """
    entry = metric(name)
    checked_level(level)
    if ratio is not None:
        if prevalence is not None:
            raise BadCall("Give either the prevalence or the ratio of negatives to positives, not both.")
        if not ratio > 0:
            raise BadCall(f"The ratio of negatives to positives must be above 0, not {ratio:g}.")
        prevalence = 1 / (1 + ratio)
    for what, share in {"prevalence": prevalence, "flagged": flagged, "power": power, "discordant": discordant}.items():
        if share is not None and not 0 < share < 1:
            raise BadCall(f"{what} must be a share between 0 and 1, not {share:g}.")
    if (within is None) == (against is None):
        raise BadCall("Say either how exactly the value should be known (within) or from what to tell it (against).")
    if within is not None and not within > 0:
        raise BadCall(f"within must be above 0, not {within:g}.")
    if within is not None and (power is not None or rows is not None):
        raise BadCall("Power belongs to telling a value from another; name that one (against).")
    if power is not None and rows is not None:
        raise BadCall("Give the power to find the rows, or the rows to find the power, not both.")
    assumed = Assumed(recall, specificity, roc_auc)
    question = PlanRequest(
        entry=entry,
        expected=expected,
        within=within,
        against=against,
        power=power,
        prevalence=prevalence,
        flagged=flagged,
        correlation=correlation,
        discordant=discordant,
        rows=rows,
        level=level,
        assumed=assumed,
        seed=seed,
    )
    return _formula_for(question)(question)


def _formula_for(question: PlanRequest) -> Callable[[PlanRequest], Plan]:
    entry, is_within = question.entry, question.within is not None
    if entry.name == AREA:
        against = closed_plans.area_against if question.correlation is None else closed_plans.paired_areas
        return closed_plans.area_within if is_within else against
    if is_planned_share(entry):
        against = closed_plans.share_against if question.discordant is None else closed_plans.paired_shares
        return closed_plans.share_within if is_within else against
    if not is_within:
        raise BadCall(f"Only shares of rows and roc_auc can be planned against a value; give within for {entry.name}.")
    if entry.name == RATIO:
        return closed_plans.observed_expected
    if entry.name == PRECISION:
        return searched_plans.draw_for_average_precision
    return searched_plans.from_counts if entry.needs_only_counts else searched_plans.from_draws
