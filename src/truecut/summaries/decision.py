"""What a decision and its costs come to: the plain tree that views of `threshold` and `cost` draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from truecut.catalogue import Value
from truecut.catalogue.class_weights import ASSUMPTION
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.counting.told_thresholds import IN_TABLES, told_threshold
from truecut.data.rows import Provenance
from truecut.decisions.advice import Advice, advise
from truecut.decisions.chosen_threshold import Decision, threshold_of
from truecut.decisions.common_share import CommonShare, at_common_shares
from truecut.decisions.findings.ranking import said_of_reversed
from truecut.decisions.geometry import RocPoint, crossings, gap_to_curve, iso_cost_slope, never_best, undominated
from truecut.decisions.hard_classifiers import points_of
from truecut.decisions.model_decision import Optimism, cost_curve, decide, stated_cost
from truecut.decisions.two_cuts import TwoCuts
from truecut.errors import BadCall
from truecut.inference.intervals import LEVEL, estimate
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
    low: float | None = None  # of the mean; of what was decided before these rows were seen, since a choice flatters
    high: float | None = None

    @property
    def per_thousand(self) -> float:
        """Return the cost of a thousand rows."""
        return 1000 * self.mean


@dataclass(frozen=True)
class ModelCost:
    """What a model costs at its present threshold, at its cheapest, and without it."""

    name: str
    lines: tuple[CostLine, ...]  # now, the cheapest threshold or all answers turned round, flag all, flag none, a rule
    cheap_from: float | None  # thresholds from here ...
    cheap_to: float | None  # ... to here cost hardly more than the cheapest
    tolerance: float
    for_calibrated: float | None  # where to cut if the scores are calibrated probabilities
    are_probabilities: bool
    thresholds: int  # how many there are to choose from
    never_best: int  # of them, those that no pair of costs would choose
    is_hard: bool = False  # one point, and no threshold to move
    level: float = LEVEL  # of the interval of what it costs now

    @property
    def savings(self) -> dict[str, float]:
        """Return what the cheapest threshold, or the one point there is, saves in 1,000 rows against other ways."""
        now, second, flag_all, flag_none = (line.per_thousand for line in self.lines[:4])
        others = {"flagging all": flag_all, "flagging none": flag_none}
        if self.is_hard:
            return {name: cost - now for name, cost in {**others, "turning its answers round": second}.items()}
        return {name: cost - second for name, cost in {"now": now, **others}.items()}


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
    warnings: tuple[str, ...] = ()  # of scores that look reversed
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
    warnings: tuple[str, ...] = ()  # what makes every cut a wrong one: scores that look reversed
    told: Mapping[float, str] = field(default_factory=dict)  # thresholds, in figures that flag the same rows


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
        warnings=tuple(filter(None, [said_of_reversed(model, words)])),
        told={cut: told_threshold(model.curve, cut, IN_TABLES) for cut in _cuts(decision, context.two_cuts)},
    )


def _cuts(decision: Decision, two: TwoCuts | None) -> Iterator[float]:
    """Return the thresholds that a reader may type: the chosen one, its neighbours, and those of two cuts."""
    both = () if two is None else (two.accept.threshold, two.reject.threshold)
    named = (decision.threshold, *(neighbour.threshold for neighbour in decision.neighbours), *both)
    yield from (cut for cut in named if cut is not None)


def summary_of_costs(
    read: Provenance,
    words: Words,
    models: list[Model],
    tolerance: float = TOLERANCE,
    classifiers: Mapping[str, Counts] | None = None,
) -> CostSummary:
    """Return what models cost on the rows they were evaluated on, beside classifiers known by their counts."""
    cost, elsewhere = stated_cost(models[0]), models[0].situation.place
    stated, models = models, [model.moved for model in models]
    scored = [model for model in models if not model.is_hard]
    first = models[0].table
    prevalence = first.total_positive / (first.total_positive + first.total_negative)
    beside = CostSummary(read, words, cost)
    if classifiers:
        beside = summary_of_classifiers(classifiers, models[0].situation.given(words=words))
    has_both = 0 < prevalence < 1
    return replace(
        beside,
        read=read,
        models=(*(_model_cost(model, tolerance) for model in stated), *beside.models),
        crossings=tuple(_crossings(scored)) if has_both else (),
        slope=_slope(cost, prevalence),
        gaps={
            name: {model.name: gap_to_curve(point, model.curve) for model in scored if has_both}
            for name, point in beside.regions.items()
        },
        advice=_advice(cost, prevalence, has_scores=bool(scored)),
        elsewhere=elsewhere,
        warnings=tuple(filter(None, (said_of_reversed(model, words) for model in scored))),
    )


def _crossings(models: list[Model]) -> Iterator[Crossing]:
    for one, other in combinations(models, 2):
        places = tuple(crossings(one.curve, other.curve))
        if places:
            yield Crossing(one.name, other.name, places)


def summary_of_classifiers(classifiers: Mapping[str, Counts], situation: Situation) -> CostSummary:
    """Return what hard classifiers cost that are known by their counts, at the share of positives that is stated."""
    cost, words = situation.cost, situation.words
    if cost is None or cost.columns:
        raise BadCall("Four counts carry no amounts; give a number for each outcome.")
    points = points_of(classifiers)
    models = []
    for name, counts in classifiers.items():
        model = Model.of_counts(name, counts)
        models.append(model.given(situation, model.class_weights_in(situation)))
    costs = tuple(_hard_cost(model) for model in models)
    models = [model.moved for model in models]
    # One line of each stands beside those of the others; what else could be done stands in its own table.
    lines = tuple(replace(one.lines[0], name=one.name) for one in costs)
    counted = [model.point.counts for model in models]
    rows = sum(counts.rows for counts in counted)
    positives = sum(counts.tp + counts.fn for counts in counted)
    return CostSummary(
        Provenance("four counts" if len(classifiers) == 1 else "counts", rows, words.positive, words.negative),
        words,
        cost,
        models=costs,
        classifiers=lines,
        accuracies={model.name: model.metric("accuracy") for model in models},
        undominated=tuple(point.name for point in undominated(points)),
        regions={point.name: point for point in points},
        advice=_advice(cost, positives / rows if rows else None, has_scores=False),
        common_shares=() if situation.is_moved else at_common_shares(classifiers, cost),
        elsewhere=situation.place,
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


def _hard_cost(stated: Model) -> ModelCost:
    """Return what hard predictions cost: as they are, turned round, and against flagging everybody and nobody."""
    cost, model = stated_cost(stated), stated.moved
    model.require_amounts(cost)
    counts, amounts = model.point.counts, model.amounts_at(model.threshold)

    def line(name: str, decided: Callable[[Counts], Counts]) -> CostLine:
        there = {column: decided(worth) for column, worth in amounts.items()}
        outcome = decided(counts)
        total, mean = float(cost.total(outcome, there)), float(cost.mean(outcome, there))
        return CostLine(name, None, outcome, total, mean, 0.0)

    lines = [line(name, decided) for name, decided in WITHOUT_SCORES.items()]
    now = lines[0].mean
    lines[0] = _with_interval(lines[0], stated)
    return ModelCost(
        model.name,
        tuple(replace(one, saves=now - one.mean) for one in lines),
        cheap_from=None,
        cheap_to=None,
        tolerance=0.0,
        for_calibrated=None,
        are_probabilities=False,
        thresholds=0,
        never_best=0,
        is_hard=True,
        level=stated.situation.level,
    )


def _with_interval(line: CostLine, model: Model) -> CostLine:
    """Return what a model costs now with the interval of its mean."""
    found = estimate(model, "mean_cost", level=model.situation.level)
    return replace(line, low=found.low, high=found.high)


# What can be done with hard predictions, by name: their four counts become these.
WITHOUT_SCORES: Mapping[str, Callable[[Counts], Counts]] = {
    "now": lambda c: c,
    "flipped": lambda c: Counts(tp=c.fn, fp=c.tn, fn=c.tp, tn=c.fp),
    "flag all": lambda c: Counts(tp=c.tp + c.fn, fp=c.fp + c.tn, fn=0 * c.fn, tn=0 * c.tn),
    "flag none": lambda c: Counts(tp=0 * c.tp, fp=0 * c.fp, fn=c.tp + c.fn, tn=c.fp + c.tn),
}


def _model_cost(stated: Model, tolerance: float) -> ModelCost:
    if stated.is_hard:
        return _hard_cost(stated)
    model = stated.moved
    costs, rule = cost_curve(model), stated.situation.rule
    near = costs.within(tolerance)
    last = len(model.curve) - 1
    now = _line("now", costs, model, model.threshold)
    chosen = () if rule is None else (_line("by rule", costs, model, decide(model, rule).threshold),)
    lines = (
        _with_interval(now, stated),
        _entry_line("cheapest", costs, costs.cheapest, now.mean),
        _entry_line("flag all", costs, last, now.mean),
        _entry_line("flag none", costs, 0, now.mean),
        *(replace(line, saves=now.mean - line.mean) for line in chosen),
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
        level=stated.situation.level,
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
