"""By what two models are compared where nobody says it: the situation decides, and the verdict says so.

With stated costs, by what a row costs, at the thresholds in force or where each model is cheapest. Without, scores by
the area under the ROC curve, which no prevalence moves. Hard predictions by recall and specificity together: that is
their cost at every price of a miss, so a verdict without prices never contradicts one with prices. Where the models saw
different rows, a cost is compared at the share of positives of either: the difference is linear in the share, so what
holds at both holds between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.metric import Metric
from truecut.catalogue.model import Model
from truecut.counting.counts_curve import CountsCurve
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import ComparisonOutcome, PriceRange, Verdict
from truecut.words.numerals import percent
from truecut.words.numerals import threshold as written_threshold

if TYPE_CHECKING:
    from truecut.inference.comparison import Comparison

RATIOS = tuple(float(ratio) for ratio in np.geomspace(1e-3, 1e3, 61))  # what a miss costs, in false alarms
COUNTS_MISTAKES = ("accuracy", "error_rate", "zero_one_count")
IDLE_ACCURACY = "calling every row by the larger class is right as often, so its accuracy decides nothing"
OTHER_SHARE = 1e-9  # by how much shares of positives differ that are not the same
Ratio = tuple[float, float, ComparisonOutcome]


class Criterion(StrEnum):
    """What decides."""

    COST = "the mean cost of a row"
    AREA = "the area under the ROC curve"
    BOTH_RATES = "recall and specificity together, at every price"

    @property
    def metric(self) -> str:
        """Return the metric that ranks models by it."""
        return {"COST": "mean_cost", "AREA": "roc_auc", "BOTH_RATES": "informedness"}[self.name]


def criterion_of(comparison: Comparison) -> Criterion:
    """Return by what the models are compared in their situation."""
    if comparison.situation.cost is not None:
        return Criterion.COST
    return Criterion.BOTH_RATES if any(model.is_hard for model in comparison.models.values()) else Criterion.AREA


def verdict_by(criterion: Criterion, comparison: Comparison, first: str, second: str, level: float) -> Verdict:
    """Return what can be said about the first model beside the second, by a criterion."""
    if criterion == Criterion.COST:
        return _by_cost(comparison, first, second, level)
    if criterion == Criterion.BOTH_RATES:
        return _by_both_rates(comparison, first, second, level)
    return comparison.verdict(first, second, metric=criterion.metric, level=level)


def at_cheapest(comparison: Comparison) -> tuple[Comparison, str]:
    """Return the comparison with every model whose threshold nobody stated cut where it is cheapest, and say so."""
    found = {name: _cheapest(model) for name, model in comparison.models.items()}
    cuts = {name: cut for name, cut in found.items() if cut is not None}
    if not cuts:
        return comparison, ""
    models = {name: model.cut_at(cuts[name]) if name in cuts else model for name, model in comparison.models.items()}
    shown = ", ".join(f"{name} {_from(cut)}" for name, cut in cuts.items())
    return replace(comparison, models=models), f"cut where it is cheapest, which was found on these rows: {shown}"


def _from(cut: float) -> str:
    return "flagging nobody" if abs(cut) == inf else f"from {written_threshold(cut)}"


def _cheapest(model: Model) -> float | None:
    """Return where a model is cheapest; None where its threshold was stated, or cannot be moved."""
    cost = model.situation.cost
    if model.is_hard or model.name in model.situation.threshold or cost is None:
        return None
    there = model.moved
    entry = CostCurve(cost, there.curve, {name: CountsCurve(table) for name, table in there.amounts.items()}).cheapest
    if entry == 0:
        return -inf if model.table.lower_is_positive else inf
    cut: float = model.table.scores[entry - 1].item()
    return cut


def _by_cost(comparison: Comparison, first: str, second: str, level: float) -> Verdict:
    absent = next((one.metric("informedness").undefined for one in comparison.models.values() if _lacks(one)), None)
    if absent is not None:
        sentence = f"Not enough data to tell {first} from {second} by what they cost: {absent}."
        difference = comparison.difference("mean_cost", first, second, level=level)
        return Verdict(ComparisonOutcome.NOT_ENOUGH_DATA, sentence, difference)
    cut, said = at_cheapest(comparison)
    shares = _shares(comparison, first, second)
    found = [_at_share(cut, share).verdict(first, second, metric="mean_cost", level=level) for share in shares]
    outcomes = {one.outcome for one in found}
    settled = outcomes - {ComparisonOutcome.NOT_ENOUGH_DATA}
    notes = [note for one in found for note in one.notes]
    if said:
        notes.insert(0, said)
    if len(found) == 1:
        return replace(found[0], notes=tuple(dict.fromkeys(notes)))
    notes.insert(0, f"their rows hold {' and '.join(map(percent, shares))} positives; costs are compared at either")
    outcome = outcomes.pop() if len(outcomes) == 1 else ComparisonOutcome.NOT_ENOUGH_DATA
    if len(settled) > 1:
        outcome = ComparisonOutcome.DEPENDS_ON_SHARE
    sentence = " ".join(
        f"At {percent(share)} positives: {one.sentence}" for share, one in zip(shares, found, strict=True)
    )
    return replace(found[0], outcome=outcome, sentence=sentence, notes=tuple(dict.fromkeys(notes)), more_rows=None)


def _lacks(model: Model) -> bool:
    """Say whether a class is absent: what its mistakes would cost is not known."""
    return not model.table.total_positive or not model.table.total_negative


def _shares(comparison: Comparison, first: str, second: str) -> list[float]:
    """Return the shares of positives at which costs are compared: one if it is stated, or the same for both."""
    situation = comparison.situation
    if situation.is_moved or comparison.rows is not None:
        return [-1.0]
    own = sorted(share_of(comparison.models[name]) for name in (first, second))
    return own[:1] if own[1] - own[0] < OTHER_SHARE else own


def _at_share(comparison: Comparison, share: float) -> Comparison:
    if share < 0:
        return comparison
    stated = replace(comparison.situation, prevalence=share)
    models = {
        name: replace(model, situation=stated, class_weights=model.class_weights_in(stated))
        for name, model in comparison.models.items()
    }
    return replace(comparison, models=models)


def at_share_of_reference(comparison: Comparison, said: str) -> tuple[Comparison, str]:
    """Return models on different rows where positives are as common as in those of the reference, and say so."""
    share = share_of(comparison.models[comparison.reference])
    if comparison.situation.is_moved or not 0 < share < 1:
        return comparison, said
    here = f"the table is of {percent(share)} positives, as in the rows of {comparison.reference}"
    return _at_share(comparison, share), f"{said}; {here}" if said else here


def share_of(model: Model) -> float:
    """Return the share of positives among the rows of a model."""
    rows = float(model.table.total_positive + model.table.total_negative)
    return float(model.table.total_positive) / rows if rows else 0.0


def _by_both_rates(comparison: Comparison, first: str, second: str, level: float) -> Verdict:
    """Return the verdict of hard predictions: their cost at every price of a miss."""
    rates = [comparison.difference(name, first, second, level=level) for name in ("recall", "specificity")]
    idle = tuple(_idle(comparison.models[name]) for name in (first, second))
    remarks = tuple(f"{name} {what}" for name, what in zip((first, second), idle, strict=True) if what)
    undefined = next((one.undefined for one in rates if one.value is None), None)
    if undefined is not None:
        sentence = f"Not enough data to tell {first} from {second}: {undefined}."
        return Verdict(ComparisonOutcome.NOT_ENOUGH_DATA, sentence, rates[0], notes=remarks, beside=(rates[1],))
    share = comparison.situation.prevalence or share_of(comparison.models[comparison.reference])
    priced = _at_share(comparison, share) if comparison.rows is None else comparison
    ranges = tuple(PriceRange(*one) for one in _runs(_priced(priced, first, second, level)))
    recall, specificity = float(rates[0].value or 0.0), float(rates[1].value or 0.0)
    outcome = _outcome_of(ranges, recall, specificity)
    even = -specificity * (1 - share) / (recall * share) if recall * specificity < 0 else None
    sentence = _in_words(outcome, (first, second), ranges, even)
    notes = (*remarks, f"prices are those at {percent(share)} positives", *filter(None, (one.note for one in rates)))
    return Verdict(outcome, sentence, rates[0], notes=notes, beside=(rates[1],), by_price=ranges)


def _priced(comparison: Comparison, first: str, second: str, level: float) -> Iterator[tuple[float, ComparisonOutcome]]:
    for ratio in RATIOS:
        stated = replace(comparison.situation, cost=Cost(fp=1, fn=ratio))
        models = {name: replace(model, situation=stated) for name, model in comparison.models.items()}
        found = replace(comparison, models=models).difference("mean_cost", first, second, level=level)
        yield ratio, _told(found)


def _told(cost: Difference) -> ComparisonOutcome:
    if cost.low is None or cost.high is None or cost.low <= 0 <= cost.high:
        return ComparisonOutcome.NOT_ENOUGH_DATA
    return ComparisonOutcome.BETTER if cost.high < 0 else ComparisonOutcome.WORSE


def _runs(found: Iterator[tuple[float, ComparisonOutcome]]) -> list[Ratio]:
    """Return neighbouring prices with the same outcome as one range each."""
    runs: list[Ratio] = []
    for ratio, outcome in found:
        if runs and runs[-1][2] == outcome:
            runs[-1] = (runs[-1][0], ratio, outcome)
        else:
            runs.append((ratio, ratio, outcome))
    return runs


def _outcome_of(ranges: tuple[PriceRange, ...], recall: float, specificity: float) -> ComparisonOutcome:
    told = {one.outcome for one in ranges} - {ComparisonOutcome.NOT_ENOUGH_DATA}
    if not told:
        return ComparisonOutcome.NOT_ENOUGH_DATA
    outcome = told.pop()
    contradicted = min(recall, specificity) < 0 if outcome == ComparisonOutcome.BETTER else max(recall, specificity) > 0
    return ComparisonOutcome.DEPENDS_ON_PRICES if told or contradicted else outcome


def _in_words(
    outcome: ComparisonOutcome, names: tuple[str, str], ranges: tuple[PriceRange, ...], even: float | None
) -> str:
    first, second = names
    told = [one for one in ranges if one.outcome != ComparisonOutcome.NOT_ENOUGH_DATA]
    if outcome == ComparisonOutcome.NOT_ENOUGH_DATA:
        return f"Not enough data to tell {first} from {second} at any price of a miss between 1/1,000 and 1,000 alarms."
    said = ", ".join(f"{first} is {one.outcome.value} {one.words}" for one in told)
    if outcome == ComparisonOutcome.DEPENDS_ON_PRICES:
        balance = "" if even is None else f": they cost the same where a miss is as bad as {even:.3g} false alarms"
        return f"Whether {first} or {second} is better depends on prices{balance}; {said}."
    others = "" if len(told) == len(ranges) else "; at other prices they are not told apart"
    return f"{said.replace(outcome.value, f'{outcome.value} than {second}', 1)}{others}."


def _idle(model: Model) -> str:
    counts = model.point.counts
    if not counts.tp + counts.fp:
        return "flags nobody"
    return "flags everybody" if not counts.fn + counts.tn else ""


def _beats_not_looking(model: Model) -> bool:
    """Say whether a model is right more often than calling every row by the larger class."""
    accuracy, bar = model.metric("accuracy").value, model.metric("no_information_rate").value
    return accuracy is None or bar is None or accuracy > bar


def idle_accuracy(entry: Metric, model: Model) -> str:
    """Say that a model is no better than not looking at all, if it is judged by counting mistakes and that is so."""
    is_idle = entry.name in COUNTS_MISTAKES and not _beats_not_looking(model)
    return f"{model.name} is no better than not looking at all: {IDLE_ACCURACY}" if is_idle else ""


def not_the_best(criterion: Criterion | None, entry: Metric, models: Sequence[Model]) -> str:
    """Say why the first of several models, whose value is the best, need not be the best model; nothing if it is.

    `criterion` is what ranked them, where nobody asked for the metric itself.
    """
    leader, *others = models
    if criterion != Criterion.BOTH_RATES:
        return idle_accuracy(entry, leader)
    better = [one.name for one in others if any(_is_ahead(one, leader, rate) for rate in ("recall", "specificity"))]
    if not better:
        return ""
    return f"that weighs both rates alike, and whether it is better than {' or '.join(better)} depends on prices"


def _is_ahead(model: Model, other: Model, rate: str) -> bool:
    first, second = model.metric(rate).value, other.metric(rate).value
    return first is not None and second is not None and first > second
