"""What a decision and its costs come to: the plain tree that views of `threshold` and `cost` draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from truecut.catalogue import Value
from truecut.catalogue.class_weights import ASSUMPTION
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.advice import Advice, advise
from truecut.decisions.chosen_threshold import Decision, threshold_of
from truecut.decisions.common_share import CommonShare, at_common_shares
from truecut.decisions.geometry import RocPoint, crossings, gap_to_curve, iso_cost_slope, never_best, undominated
from truecut.decisions.hard_classifiers import points_of
from truecut.decisions.model_decision import Optimism, cost_curve, stated_cost
from truecut.decisions.two_cuts import TwoCuts
from truecut.errors import BadCall
from truecut.words import Words

SHOWN = ("recall", "precision", "fpr", "npv", "f1", "mcc", "share_flagged", "alerts_per_true_positive")
TOLERANCE = 0.05  # of what the cheapest threshold saves against flagging all or none, whichever costs less


@dataclass(frozen=True)
class CostLine:
    """What one way to decide costs."""

    name: str
    threshold: float | None  # None: no score is looked at, or nothing is flagged
    counts: Counts
    total: float
    mean: float
    saves: float  # per row, against the present threshold

    @property
    def per_thousand(self) -> float:
        """Return the cost of a thousand rows."""
        return 1000 * self.mean


@dataclass(frozen=True)
class ModelCost:
    """What a model costs at its present threshold, at its cheapest, and without it."""

    name: str
    lines: tuple[CostLine, ...]  # now, cheapest, flag all, flag none
    cheap_from: float | None  # thresholds from here ...
    cheap_to: float | None  # ... to here cost hardly more than the cheapest
    tolerance: float
    for_calibrated: float | None  # where to cut if the scores are calibrated probabilities
    are_probabilities: bool
    thresholds: int  # how many there are to choose from
    never_best: int  # of them, those that no pair of costs would choose

    @property
    def savings(self) -> dict[str, float]:
        """Return what the cheapest threshold saves in 1,000 rows, against each other way to decide."""
        now, cheapest, flag_all, flag_none = (line.per_thousand for line in self.lines)
        others = {"now": now, "flagging all": flag_all, "flagging none": flag_none}
        return {name: cost - cheapest for name, cost in others.items()}


@dataclass(frozen=True)
class Crossing:
    """Where the ROC curves of two models cross: on either side another one is better."""

    first: str
    second: str
    places: tuple[tuple[float, float], ...]  # (FPR, TPR)


@dataclass(frozen=True)
class CostSummary:
    """Costs of models, or of hard classifiers known by their counts alone."""

    read: Provenance
    words: Words
    cost: Cost
    models: tuple[ModelCost, ...] = ()
    classifiers: tuple[CostLine, ...] = ()
    accuracies: Mapping[str, Value] | None = None
    undominated: tuple[str, ...] = ()  # classifiers that no other is northwest of in the ROC plane
    regions: Mapping[str, RocPoint] = field(default_factory=dict)  # where in that plane each classifier stands
    crossings: tuple[Crossing, ...] = ()
    slope: float | None = None  # of the lines of equal cost in the ROC plane
    gaps: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # classifier -> model -> TPR above its curve
    advice: Advice | None = None
    elsewhere: str = ""  # the place that all numbers speak about, where it is another
    common_shares: tuple[CommonShare, ...] = ()  # where classifiers were counted at different shares of positives


@dataclass(frozen=True)
class ThresholdSummary:
    """A chosen threshold, what it does to a thousand rows, and how far to trust it."""

    read: Provenance
    words: Words
    model: str
    decision: Decision
    per_thousand: Counts
    metrics: Mapping[str, Value]
    cost: CostLine | None = None
    for_calibrated: float | None = None
    optimism: Optimism | None = None
    two_cuts: TwoCuts | None = None
    elsewhere: str = ""  # the place that all numbers speak about, where it is another
    assumption: str = ""
    chosen_on: str = ""  # what the threshold was chosen on, where that is not these rows
    too_few: int | None = None  # rows of the rarer class, where they are too few to cross-fit


@dataclass(frozen=True)
class DecisionContext:
    """What goes with a decision: how honest it is, and what it was chosen on."""

    optimism: Optimism | None = None
    two_cuts: TwoCuts | None = None
    chosen_on: str = ""
    too_few: int | None = None


def summary_of_threshold(
    read: Provenance, words: Words, model: Model, decision: Decision, context: DecisionContext
) -> ThresholdSummary:
    """Return what a decision comes to."""
    counts, situation = decision.point.counts, model.situation
    cost, elsewhere = situation.cost, situation.place
    return ThresholdSummary(
        read=read,
        words=words,
        model=model.name,
        decision=decision,
        per_thousand=Counts(**{cell: 1000 * n / counts.rows for cell, n in counts.cells().items()}),
        metrics={name: decision.point.metric(name) for name in SHOWN},
        cost=None if cost is None else _line("chosen", cost_curve(model.moved), model, decision.threshold),
        for_calibrated=cost.best_threshold if cost and not elsewhere and model.table.are_probabilities else None,
        optimism=context.optimism,
        two_cuts=context.two_cuts,
        elsewhere=elsewhere,
        assumption=ASSUMPTION if elsewhere else "",
        chosen_on=context.chosen_on,
        too_few=context.too_few,
    )


def summary_of_costs(
    read: Provenance,
    words: Words,
    models: list[Model],
    tolerance: float = TOLERANCE,
    classifiers: Mapping[str, Counts] | None = None,
) -> CostSummary:
    """Return what models cost on the rows they were evaluated on, beside classifiers known by their counts."""
    cost, elsewhere = stated_cost(models[0]), models[0].situation.place
    models = [model.moved for model in models]
    first = models[0].table
    prevalence = first.total_positive / (first.total_positive + first.total_negative)
    beside = summary_of_classifiers(words, classifiers, cost) if classifiers else CostSummary(read, words, cost)
    has_both = 0 < prevalence < 1
    return replace(
        beside,
        read=read,
        models=tuple(_model_cost(model, tolerance) for model in models),
        crossings=tuple(_crossings(models)) if has_both else (),
        slope=_slope(cost, prevalence),
        gaps={
            name: {model.name: gap_to_curve(point, model.curve) for model in models if has_both}
            for name, point in beside.regions.items()
        },
        advice=_advice(cost, prevalence),
        elsewhere=elsewhere,
    )


def _crossings(models: list[Model]) -> Iterator[Crossing]:
    for one, other in combinations(models, 2):
        places = tuple(crossings(one.curve, other.curve))
        if places:
            yield Crossing(one.name, other.name, places)


def summary_of_classifiers(words: Words, classifiers: Mapping[str, Counts], cost: Cost) -> CostSummary:
    """Return what hard classifiers cost that are known by their counts."""
    if cost.columns:
        raise BadCall("Four counts carry no amounts; give a number for each outcome.")
    lines = tuple(
        CostLine(name, None, counts, float(cost.total(counts)), float(cost.mean(counts)), 0.0)
        for name, counts in classifiers.items()
    )
    points = points_of(classifiers)
    rows = sum(counts.rows for counts in classifiers.values())
    positives = sum(counts.tp + counts.fn for counts in classifiers.values())
    return CostSummary(
        Provenance("four counts" if len(classifiers) == 1 else "counts", rows, words.positive, words.negative),
        words,
        cost,
        classifiers=lines,
        accuracies={name: CountedPoint(counts).metric("accuracy") for name, counts in classifiers.items()},
        undominated=tuple(point.name for point in undominated(points)),
        regions={point.name: point for point in points},
        advice=_advice(cost, positives / rows if rows else None, has_scores=False),
        common_shares=at_common_shares(classifiers, cost),
    )


def _slope(cost: Cost, prevalence: float) -> float | None:
    try:
        return iso_cost_slope(cost, prevalence)
    except BadCall:
        return None  # amounts, one class, or a find that costs as much as a miss


def _advice(cost: Cost, prevalence: float | None, *, has_scores: bool = True) -> Advice | None:
    try:
        return advise(cost, prevalence, has_scores=has_scores)
    except BadCall:
        return None  # prices that follow an amount, or mistakes that cost nothing, allow no advice


def _model_cost(model: Model, tolerance: float) -> ModelCost:
    costs = cost_curve(model)
    near = costs.within(tolerance)
    last = len(model.curve) - 1
    now = _line("now", costs, model, model.threshold)
    lines = (
        now,
        _entry_line("cheapest", costs, costs.cheapest, now.mean),
        _entry_line("flag all", costs, last, now.mean),
        _entry_line("flag none", costs, 0, now.mean),
    )
    ends = [threshold_of(model.curve, entry) for entry in near]
    return ModelCost(
        model.name,
        lines,
        ends[1],
        ends[0],
        tolerance,
        costs.cost.best_threshold,
        model.table.are_probabilities,
        thresholds=len(model.table),
        never_best=len(never_best(model.curve)) if model.table.total_positive and model.table.total_negative else 0,
    )


def _line(name: str, costs: CostCurve, model: Model, threshold: float | None) -> CostLine:
    entry = 0 if threshold is None else int(model.curve.reached([threshold])[0])
    line = _entry_line(name, costs, entry, float(costs.means[entry]))
    return CostLine(line.name, threshold, line.counts, line.total, line.mean, line.saves)


def _entry_line(name: str, costs: CostCurve, entry: int, now: float) -> CostLine:
    mean = float(costs.means[entry])
    return CostLine(
        name, threshold_of(costs.curve, entry), costs.curve.entry(entry), float(costs.totals[entry]), mean, now - mean
    )
