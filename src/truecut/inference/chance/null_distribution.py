"""The null distribution of a metric: what a model without knowledge would score on these very rows.

A model without knowledge gives out the same scores, but to rows at random: labels are permuted. So as many rows are
flagged, ties stay ties, and every way to hand the positives to the scores is as likely as any other. For metrics of
four counts the number of positives among the flagged rows is then hypergeometric, which is exact. The area under the
ROC curve has a known mean and variance (Mann & Whitney 1947, Ann Math Stat 18:50); few rows are enumerated, and
everything else is drawn, with a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Better, Metric, metric
from truecut.catalogue.folds import is_within_folds
from truecut.catalogue.metric import NO_COSTS
from truecut.catalogue.model import ONE_POINT, Model
from truecut.catalogue.origin import Origin
from truecut.catalogue.value import Value
from truecut.counting.baselines import flagged_at_random
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.chance.distribution import CLOSE, ChanceDistribution, mean_of
from truecut.inference.differences import two_sided
from truecut.inference.intervals import LEVEL
from truecut.inference.quantiles import checked_level, normal_quantile
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.words import counted
from truecut.words.numerals import decimal
from truecut.words.shown import Shown

DRAWS, SEED = 2000, 0
FEW_WAYS = 5000  # ways to choose the positives that are looked at one by one
ENOUGH = 20  # rows of each class from which the area is nearly normal
MOST_WORK, FEWEST = 10**7, 200  # entries drawn in all, and draws however many entries each takes
EXACT, NORMAL, ENUMERATED = "hypergeometric, exact", "normal, with the exact variance", "every order, exact"
IMPORTANCE = "rows of different importance cannot be exchanged by the score table alone"
ONE_CLASS = "with rows of one class only, there is nothing to know"
ALWAYS = "it is the same for every model that flags as many rows"
ALWAYS_SCORES = "it is the same for every model that gives these scores"
CLUSTERED = "rows of one cluster are alike, so chance spreads more than this and there is no p value"
NO_DIRECTION = "neither direction is the better one, so there is no p value"


@dataclass(frozen=True)
class Chance(Shown):
    """What a metric is without knowledge: its mean, and from where to where it falls as often as the level says.

    `p_value` is how often chance does at least as well as the model. Without a distribution, `undefined` says why.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> found = e.chance("precision")
    >>> round(found.observed, 3), round(found.mean, 3), round(found.high, 3)
    (0.952, 0.373, 0.426)
    """

    metric: str
    observed: float | None
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = LEVEL
    p_value: float | None = None
    positives: int = 0
    rows: int = 0
    method: str = ""
    undefined: str = ""
    note: str = ""
    constant: Mapping[str, Value] = field(default_factory=dict, compare=False)  # of flagging all, and flagging none
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    @property
    def sentence(self) -> str:
        """Return it in words."""
        title = metric(self.metric).title
        if self.low is None or self.high is None:
            return f"{title}: there is no chance level, since {self.undefined}."
        yours = "has no value" if self.observed is None else f"is {decimal(self.observed)}"
        return (
            f"{title}: with {counted(self.positives, 'positive')} among {counted(self.rows, 'row')}, a model without "
            f"knowledge reaches {decimal(self.low)} to {decimal(self.high)} in {100 * self.level:g} of 100 cases; "
            f"yours {yours}."
        )


@dataclass(frozen=True, eq=False)
class Order:
    """One random order as its positives see it: all that some metrics need, however many negatives there are."""

    scores: NDArray[Any]  # of each positive, the most positive first
    tp: NDArray[np.intp]  # positives that reach the score of each positive
    flagged: NDArray[np.int64]  # rows that reach it
    rows: int
    squares: float  # of the scores of all rows, added up

    @property
    def average_precision(self) -> float:
        """Return the mean precision at the positives."""
        return float(np.mean(self.tp / self.flagged))

    @property
    def ks(self) -> float:
        """Return the largest distance of the rates, which is reached at the score of a positive, or where none is."""
        positives = len(self.tp)
        gaps = self.tp / positives - (self.flagged - self.tp) / (self.rows - positives)
        return max(0.0, float(gaps.max()))

    @property
    def brier(self) -> float:
        """Return the mean squared error: p² for all rows, and 1 - 2 p more for the positives."""
        return (self.squares + float(np.sum(1 - 2 * self.scores))) / self.rows


def orders(table: ScoreTable, places: Iterable[NDArray[np.intp]]) -> Iterator[Order]:
    """Return the orders in which the positives stand at these places of the table."""
    rows = table.positives + table.negatives
    ends = np.cumsum(rows)
    with np.errstate(over="ignore", invalid="ignore"):
        squares = float(np.sum(rows * table.scores.astype(float) ** 2))
    for place in places:
        ordered = np.sort(place)
        tp = np.searchsorted(ordered, ordered, side="right")
        yield Order(table.scores[ordered], tp, ends[ordered], int(ends[-1]), squares)


SHORTCUTS: dict[str, Callable[[Order], float]] = {
    "average_precision": lambda order: order.average_precision,
    "ks": lambda order: order.ks,
    "brier": lambda order: order.brier,
}


ELSEWHERE = "chance exchanges the rows as they are, and a prevalence was stated; ask without it"
AMOUNTS = "chance exchanges rows, and what each is worth is not known here"


def _not_in_situation(model: Model, entry: Metric) -> str:
    """Say what of a stated situation exchanged rows do not tell."""
    if model.class_weights is not None and not entry.is_of_each_class:
        return ELSEWHERE
    cost = model.situation.cost
    if not entry.is_priced or (cost is not None and not cost.columns):
        return ""
    return NO_COSTS if cost is None else AMOUNTS


def chance(
    model: Model,
    name: str,
    *,
    level: float = LEVEL,
    draws: int = DRAWS,
    seed: int = SEED,
    **parameters: Any,
) -> Chance:
    """Return what a model without knowledge would score on the same rows.

    >>> from truecut.counting.counts import Counts
    >>> found = chance(Model.of_counts("m", Counts(tp=8, fp=2, fn=2, tn=8)), "precision")
    >>> found.mean, found.low, found.high, round(found.p_value, 3)
    (0.5, 0.3, 0.7, 0.012)
    """
    entry = metric(name)
    checked_level(level)
    if draws < FEWEST:
        raise BadCall(f"Chance is drawn at least {FEWEST} times, not {draws}.")
    observed = model.metric(entry.name, **parameters).value
    table = model.table
    plain = Chance(entry.name, observed, level=level, positives=int(table.positive_rows.sum()), rows=table.rows)
    reason = _no_chance(model, entry) or _not_in_situation(model, entry)
    if reason:
        return replace(plain, undefined=reason)
    chosen = entry.chosen(model.parameters_of(entry, parameters))
    parts = parts_of(model, entry)
    if entry.area_scale and all(map(_is_nearly_normal, parts)):
        variance = sum(map(area_variance_by_chance, parts)) / len(parts) ** 2
        return _noted(_of_area(plain, variance, entry), model)
    if entry.needs_only_counts:
        found = _of_counts(model, entry, chosen)
    elif len(parts) > 1:
        each = [_of_curves(part, entry, chosen, draws, seed, first=i * draws) for i, part in enumerate(parts)]
        found = mean_of([one for one in each if one is not None and len(one.values)], draws, seed)
    else:
        found = _of_curves(parts[0], entry, chosen, draws, seed)
    if found is None or not len(found.values):
        return replace(plain, undefined="a model without knowledge has no value of it here either")
    if np.ptp(found.values) <= CLOSE:
        return replace(plain, undefined=ALWAYS if entry.needs_only_counts else ALWAYS_SCORES)
    tail = (1 - level) / 2
    p_value = None if observed is None or entry.better == Better.NEITHER else found.as_good(entry, observed)
    return _noted(
        replace(
            plain,
            mean=entry.of_area(0.5) if entry.area_scale else found.mean,
            low=found.quantile(tail),
            high=found.quantile(1 - tail),
            p_value=p_value,
            method=found.method,
            note=NO_DIRECTION if entry.better == Better.NEITHER else "",
        ),
        model,
    )


def parts_of(model: Model, entry: Metric) -> list[ScoreTable]:
    """Return the rows that are exchanged among themselves: all, or of what ranks those of each fold of one repeat."""
    if model.folds is None or not is_within_folds(entry):
        return [model.table]
    tables = [fold.table for fold in model.folds.by_repeat[0].values()]
    return [table for table in tables if table.total_positive and table.total_negative] or [model.table]


def area_variance_by_chance(table: ScoreTable) -> float:
    """Return the variance of the area under the ROC curve without knowledge, exactly, ties among scores included.

    Without ties it is (n + 1) / (12 P N).
    """
    tied = (table.positives + table.negatives).astype(float)
    rows, positives, negatives = float(tied.sum()), float(table.total_positive), float(table.total_negative)
    lost = float((tied * (tied * tied - 1)).sum()) / (rows * (rows - 1))
    return (rows + 1 - lost) / (12 * positives * negatives)


def _no_chance(model: Model, entry: Metric) -> str:
    table = model.table
    if table.is_weighted:
        return IMPORTANCE
    if not table.total_positive or not table.total_negative:
        return ONE_CLASS
    if not entry.needs_only_counts and model.is_hard:
        return ONE_POINT
    if entry.needs_only_counts and any(cell != int(cell) for cell in model.point.counts.cells().values()):
        return "the counts are not whole numbers of rows"
    return ""


def _noted(found: Chance, model: Model) -> Chance:
    return replace(found, p_value=None, note=CLUSTERED) if model.design.is_clustered else found


def _is_nearly_normal(table: ScoreTable) -> bool:
    return min(table.total_positive, table.total_negative) >= ENOUGH and area_variance_by_chance(table) > 0


def _of_area(plain: Chance, variance: float, entry: Metric) -> Chance:
    middle, scale = entry.of_area(0.5), entry.area_scale
    error = scale * sqrt(variance)
    half = normal_quantile(plain.level) * error
    z = (float(plain.observed or 0.0) - middle) / error
    above = two_sided(z) / 2 if z >= 0 else 1 - two_sided(z) / 2
    lowest, highest = entry.bounds
    return replace(
        plain,
        mean=middle,
        low=max(lowest, middle - half),
        high=min(highest, middle + half),
        p_value=above,
        method=NORMAL,
    )


def _of_counts(model: Model, entry: Metric, parameters: dict[str, Any]) -> ChanceDistribution | None:
    counts = model.point.counts
    possible, chances = flagged_at_random(
        int(counts.tp + counts.fn), int(counts.fp + counts.tn), int(counts.tp + counts.fp)
    )
    values = entry.along(possible, **parameters)
    known = ~np.isnan(values)
    total = float(chances[known].sum())
    return ChanceDistribution(values[known], chances[known] / total, EXACT) if total else None


def _of_curves(
    table: ScoreTable, entry: Metric, parameters: dict[str, Any], draws: int, seed: int, *, first: int = 0
) -> ChanceDistribution | None:
    rows = (table.positives + table.negatives).astype(np.int64)
    positives = int(table.total_positive)
    if comb(int(rows.sum()), positives) <= FEW_WAYS:
        values = [_of_order(table, rows, own, entry, parameters) for own in _every_order(rows, positives)]
        return _even(values, ENUMERATED, is_drawn=False)
    shortcut = SHORTCUTS.get(entry.name)
    entries = len(rows) if shortcut is None else positives
    drawn = int(max(FEWEST, min(draws, MOST_WORK // max(1, entries))))
    places = _drawn_places(rows, positives, range(first, first + drawn), seed)
    if shortcut is not None and entry.of(CountsCurve(table), **parameters).is_defined:
        values = [shortcut(order) for order in orders(table, places)]
    else:
        counted = (np.bincount(place, minlength=len(rows)) for place in places)
        values = [_of_order(table, rows, own, entry, parameters) for own in counted]
    return _even(values, f"{drawn:,} random orders, seed {seed}", is_drawn=True)


def _of_order(
    table: ScoreTable, rows: NDArray[np.int64], own: NDArray[np.int64], entry: Metric, parameters: dict[str, Any]
) -> float:
    return float(entry.of(CountsCurve(_with_positives(table, rows, own)), **parameters))


def _even(values: list[float], method: str, *, is_drawn: bool) -> ChanceDistribution:
    known = np.array(values)[~np.isnan(values)]
    return ChanceDistribution(known, np.full(len(known), 1 / max(1, len(known))), method, len(known) if is_drawn else 0)


def _every_order(rows: NDArray[np.int64], positives: int) -> Iterator[NDArray[np.int64]]:
    place = np.repeat(np.arange(len(rows)), rows)
    for chosen in combinations(range(len(place)), positives):
        yield np.bincount(place[list(chosen)], minlength=len(rows))


def _drawn_places(rows: NDArray[np.int64], positives: int, draws: range, seed: int) -> Iterator[NDArray[np.intp]]:
    """Return where in the table the positives stand, in each of the random orders of these numbers."""
    source, ends, total = Draws(seed, Purpose.RANDOM_ORDERS), np.cumsum(rows), int(rows.sum())
    for draw in draws:
        chosen = source.generator(draw).choice(total, positives, replace=False, shuffle=False)
        yield chosen if len(ends) == total else np.searchsorted(ends, chosen, side="right")


def _with_positives(table: ScoreTable, rows: NDArray[np.int64], positives: NDArray[np.int64]) -> ScoreTable:
    negatives = rows - positives
    return replace(
        table,
        positives=positives,
        negatives=negatives,
        positive_rows=positives,
        negative_rows=negatives,
        positive_squares=positives,
        negative_squares=negatives,
        weights=Weights.NONE,
    )
