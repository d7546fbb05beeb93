"""Plans for metrics without a formula: more and more rows are supposed until the interval is narrow enough."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.planning import sample_size
from truecut.inference.planning.closed_plans import NORMAL_SCORES
from truecut.inference.planning.expectation import REPLICATES, distance_for_precision, distance_of, drawn_models
from truecut.inference.planning.plans import Plan, PlanRequest

PILOT, MOST_DRAWN = 100, 200_000  # positives of the first draw, and rows beyond which no further ones are drawn
ROUNDS, CLOSE = 4, 0.02  # of drawing, and how near the answer may be to the rows that were drawn


def from_counts(question: PlanRequest) -> Plan:
    """Search the rows whose expected counts give an interval that is narrow enough."""
    entry, prevalence, assumed = question.entry, question.need_prevalence(), question.assumed
    within = question.within or 0.0
    recall, specificity = assumed.recall, assumed.specificity
    if recall is None or specificity is None:
        raise BadCall(f"{entry.name} is made of four counts; assume a recall and a specificity.")

    def counts(rows: int) -> Counts:
        positives = max(1, round(rows * prevalence))
        negatives = max(1, rows - positives)
        tp, tn = round(positives * recall), round(negatives * specificity)
        return Counts(tp=tp, fp=negatives - tn, fn=positives - tp, tn=tn)

    def is_narrow(rows: int) -> bool:
        found = estimate(Model.of_counts("assumed", counts(rows)), entry.name, level=question.level)
        return found.low is not None and found.high is not None and (found.high - found.low) / 2 <= within

    rows = sample_size.smallest(is_narrow)
    return replace(question, expected=float(entry.at(counts(rows)))).answer(
        rows,
        "the smallest number of rows whose expected counts give a narrow enough interval",
        entry.reference,
        (f"recall {recall:g} and specificity {specificity:g}",),
    )


def draw_for_average_precision(question: PlanRequest) -> Plan:
    """Draw scores whose average precision is the expected one."""
    distance = distance_for_precision(question.value, question.need_prevalence())
    return _by_draws(question, distance, (NORMAL_SCORES,))


def from_draws(question: PlanRequest) -> Plan:
    """Draw scores whose area under the ROC curve is the assumed one."""
    area = question.assumed.roc_auc
    if area is None:
        raise BadCall(f"{question.entry.name} needs scores; assume an area under the ROC curve (roc_auc).")
    return _by_draws(question, distance_of(area), (NORMAL_SCORES, f"their area under the ROC curve is {area:g}"))


def _by_draws(question: PlanRequest, distance: float, assumptions: tuple[str, ...]) -> Plan:
    """Draw models, look at the mean width of their intervals, and let the root of the rows lead to the answer."""
    prevalence, within = question.need_prevalence(), question.within or 0.0
    rows, wanted, value = 0, ceil(PILOT / min(prevalence, 1 - prevalence)), 0.0
    for _ in range(ROUNDS):
        rows = min(max(10, wanted), MOST_DRAWN)
        positives = min(max(2, round(rows * prevalence)), rows - 2)
        drawn = drawn_models(positives, rows - positives, distance, REPLICATES, question.seed)
        found = [estimate(model, question.entry.name, level=question.level) for model in drawn]
        halves = [(one.high - one.low) / 2 for one in found if one.high is not None and one.low is not None]
        if not halves:
            raise BadCall(f"No interval of {question.entry.name} is to be expected: {found[0].note}.")
        value = float(np.mean([float(one) for one in found]))
        wanted = ceil(rows * (float(np.mean(halves)) / within) ** 2)
        if abs(wanted - rows) <= CLOSE * rows:
            break
    expected = question.expected if question.expected is not None else value
    return replace(question, expected=expected).answer(
        wanted,
        f"mean width of the intervals of {REPLICATES} drawn samples, seed {question.seed}",
        question.entry.reference,
        assumptions,
    )
