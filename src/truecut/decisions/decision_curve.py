"""Decision curves: is acting on a model worth more than acting on everybody, or on nobody?

Whoever acts at a probability of t holds a miss to be as bad as (1 - t) / t false alarms. Net benefit counts both in
that coin: tp / n - fp / n * t / (1 - t) (Vickers & Elkin 2006, Med Decis Making 26:565). It asks for probabilities,
and for a range of thresholds that somebody might really act at. There are no p-values: what matters is how large the
gain may be, and how often each strategy is the best over resamples (Vickers et al. 2023, Diagn Progn Res 7:11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, isnan, log, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_weights import ClassWeights
from truecut.catalogue.measures.calibration import observed_and_expected
from truecut.catalogue.model import Model
from truecut.catalogue.origin import Origin
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.thresholds import checked_thresholds
from truecut.decisions.best_strategy import ALL, MOST_PAIRED, NONE, affordable, chances
from truecut.errors import BadCall, BadScore
from truecut.inference.bands.along_curves import BandRequest
from truecut.inference.bands.along_thresholds import STUDENTISED
from truecut.inference.bands.band import BandKind
from truecut.inference.bands.cells import REPLICATES, require_curve
from truecut.inference.bands.mean_losses import MeanLoss, mean_loss
from truecut.inference.interval_request import joined
from truecut.inference.quantiles import checked_level, normal_quantile
from truecut.words.numerals import count, percent
from truecut.words.shown import Shown

LOW, HIGH = 0.01, 0.5
STEP = 0.005  # between thresholds, where that makes a good number of them
POINTS, FEWEST, MOST = 99, 20, 200
OFF = 1.1  # as many times too many or too few promised positives matter
MOST_RANGES = 3  # that a sentence names
PER = 100  # rows, in which interventions avoided are counted
UNPAIRED = "the rows are not at hand, so each model was drawn again by itself, beside flagging all and none"

Numbers = NDArray[np.float64]
Range = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Benefit:
    """A value at each threshold, with its limits."""

    value: Numbers
    low: Numbers
    high: Numbers

    def times(self, factor: Numbers | float) -> Benefit:
        """Return the same in another unit; the factor is above 0."""
        return Benefit(self.value * factor, self.low * factor, self.high * factor)


@dataclass(frozen=True, eq=False)
class ModelBenefit:
    """What acting on a model is worth at each threshold."""

    name: str
    net_benefit: Benefit
    standardised: Benefit  # of the most there is to gain: 1 is a perfect model
    advantage: Benefit  # over flagging all or none, whichever is worth more
    avoided: Benefit  # interventions in 100 rows, against flagging all, with no more misses
    chance_best: Numbers  # share of resamples in which no other strategy is worth more
    calibration: str = ""  # what to know of the probabilities before trusting it

    def ranges(self, thresholds: Numbers) -> tuple[Range, ...]:
        """Return from where to where the model is worth more than flagging all and than flagging none."""
        return _runs(self.advantage.value > 0, thresholds)

    def clear_ranges(self, thresholds: Numbers) -> tuple[Range, ...]:
        """Return from where to where even the lower limit says so."""
        return _runs(self.advantage.low > 0, thresholds)


@dataclass(frozen=True, eq=False)
class DecisionCurve(Shown):
    """Net benefit of models over a range of thresholds, beside that of flagging all; flagging none is worth 0.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> e.decision_curve(thresholds=[0.1, 0.2], replicates=200).to_frame().shape
    (2, 18)
    """

    thresholds: Numbers
    models: tuple[ModelBenefit, ...]
    flag_all: Benefit
    prevalence: float
    rows: int
    level: float
    kind: BandKind
    seed: int
    replicates: int  # resamples behind the chances of being the best
    is_paired: bool  # whether models were judged on the same resamples
    chances_of_defaults: dict[str, dict[str, Numbers]] = field(default_factory=dict)  # by model: of all and of none
    note: str = ""
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    def __getitem__(self, model: str) -> ModelBenefit:
        """Return one model by its name."""
        found = {one.name: one for one in self.models}
        if model not in found:
            raise BadCall(f"There is no model {model!r} in this decision curve; there are {', '.join(found)}.")
        return found[model]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return for each model where it is worth acting on, in words."""
        return tuple(_sentence(model, self) for model in self.models)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what to know before trusting the curve."""
        return tuple(f"{model.name}: {model.calibration}" for model in self.models if model.calibration)

    @property
    def header(self) -> tuple[str, ...]:
        """Return the names of the columns of `table`."""
        columns = ("net_benefit", "standardised", "advantage", "flag_all", "avoided_per_100")
        spread = tuple(name for column in columns for name in (column, f"{column}_low", f"{column}_high"))
        return ("model", "threshold", *spread, "chance_best")

    def table(self) -> Iterator[tuple[str | float | None, ...]]:
        """Return a row of plain numbers for each model and threshold.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> len(list(e.decision_curve(thresholds=[0.1, 0.2], replicates=100).table()))
        2
        """
        for model in self.models:
            benefits = (model.net_benefit, model.standardised, model.advantage, self.flag_all, model.avoided)
            columns = [column for b in benefits for column in (b.value, b.low, b.high)]
            for row in zip(*(c.tolist() for c in (self.thresholds, *columns, model.chance_best)), strict=True):
                yield (model.name, *(None if isnan(cell) else cell for cell in row))


@dataclass(frozen=True)
class DecisionCurveRequest:
    """At which thresholds a decision curve is wanted, by default every half percent, and how sure its limits are.

    Where rows were sampled by class, as in a case-control study, `prevalence` says how common positives really are.
    """

    low: float = LOW
    high: float = HIGH
    points: int | None = None
    thresholds: Sequence[float] | None = None
    level: float = 0.95
    simultaneous: bool = False
    prevalence: float | None = None
    replicates: int = REPLICATES
    seed: int = 0


def decision_curve(
    models: Sequence[Model], asked: DecisionCurveRequest, placed: PlacedRows | None = None
) -> DecisionCurve:
    """Return the decision curve of models on the same rows; with the rows placed, they are compared row by row."""
    grid = _grid(asked.low, asked.high, asked.points, asked.thresholds)
    level, seed, replicates, prevalence = asked.level, asked.seed, asked.replicates, asked.prevalence
    kind = BandKind.SIMULTANEOUS if asked.simultaneous else BandKind.POINTWISE
    wanted = BandRequest(kind, None, checked_level(level), replicates, seed)
    for model in models:
        _require_probabilities(model)
    warned = {model.name: _calibration(model, level) if prevalence is None else "" for model in models}
    moved = list(models) if prevalence is None else [_moved(model, prevalence) for model in models]
    table, odds = moved[0].table, grid / (1 - grid)
    reached = {model.name: model.curve.reached(grid) for model in moved}
    share = float(table.total_positive) / float(table.total_positive + table.total_negative)
    # Where all rows are flagged, what a row is worth depends on its class only, whatever its score.
    of_class = {"tp": 1.0, "fn": 1.0, "fp": -odds, "tn": -odds}
    everybody = mean_loss(moved[0], reached[moved[0].name], of_class, wanted)
    is_paired = len(moved) > 1 and placed is not None and len(moved) <= MOST_PAIRED
    resamples = affordable(placed if is_paired else moved[0].clustered, replicates)
    won = _chances(moved, reached, odds, placed if is_paired else None, resamples, seed)
    return DecisionCurve(
        grid,
        tuple(
            replace(
                _benefit(model, reached[model.name], odds, share, wanted, won[model.name][model.name]),
                calibration=warned[model.name],
            )
            for model in moved
        ),
        _limits_of(everybody),
        share,
        table.rows,
        level,
        kind,
        seed,
        resamples,
        is_paired,
        {name: {default: shares[default] for default in (ALL, NONE)} for name, shares in won.items()},
        joined(STUDENTISED if asked.simultaneous else "", UNPAIRED if len(moved) > 1 and not is_paired else ""),
    )


def net_benefit_along(
    model: Model, thresholds: Sequence[float], *, level: float = 0.95, replicates: int = REPLICATES, seed: int = 0
) -> Benefit:
    """Return what acting on one model is worth at each threshold, with its limits and nothing beside it.

    >>> from truecut.counting.score_table import ScoreTable
    >>> model = Model("m", ScoreTable.from_rows([True, False, True, False] * 20, [0.9, 0.2, 0.6, 0.7] * 20))
    >>> net_benefit_along(model, [0.5]).value.round(3).tolist()
    [0.25]
    """
    _require_probabilities(model)
    grid = _grid(LOW, HIGH, None, thresholds)
    wanted = BandRequest(BandKind.POINTWISE, None, checked_level(level), replicates, seed)
    return _limits_of(mean_loss(model, model.curve.reached(grid), _gains(grid / (1 - grid)), wanted))


def _grid(low: float, high: float, points: int | None, thresholds: Sequence[float] | None) -> Numbers:
    if thresholds is not None:
        grid = np.unique(checked_thresholds(thresholds).astype(float))
    elif not low < high or (points is not None and points < 2):
        raise BadCall(
            f"A decision curve goes up from its lowest threshold, in 2 points or more, not {low:g} to {high:g}."
        )
    else:
        if points is None:
            points = round((high - low) / STEP) + 1
            points = points if FEWEST <= points <= MOST else POINTS
        steps = np.arange(points) / (points - 1)
        # 0.01 + 0.005 * 38 is not 0.2; rows of that very probability must be flagged there.
        grid = np.round(low + (high - low) * steps, 12)
    if not len(grid) or not ((grid > 0) & (grid < 1)).all():
        raise BadCall("The thresholds of a decision curve are probabilities above 0 and below 1.")
    return grid


def _require_probabilities(model: Model) -> None:
    require_curve(model)
    table = model.table
    if table.lower_is_positive:
        raise BadScore(
            f"A decision curve needs the probability of the positive class, but low scores of {model.name!r} mean "
            "positive; give 1 - score."
        )
    if not table.are_probabilities:
        raise BadScore(
            f"A decision curve needs probabilities, but the scores of {model.name!r} go from {table.scores.min():g} to "
            f"{table.scores.max():g}. Turn them into probabilities first, by recalibration: "
            "`truecut calibration --recalibrate platt` (in Python: e.recalibrate('platt').map(scores))."
        )


def _calibration(model: Model, level: float) -> str:
    """Say so if the probabilities promise clearly more or fewer positives than there are."""
    observed, expected = observed_and_expected(model.table)
    rows, positives = sum(model.design.effective_rows), model.design.effective_rows[0]
    ratio = observed / expected
    half = normal_quantile(level) * sqrt(max(0.0, 1 - positives / rows) / positives)
    if abs(log(ratio)) <= max(half, log(OFF)):
        return ""
    return (
        f"the probabilities promise {count(round(expected))} positives and there are {count(round(observed))} "
        f"({ratio:.2f} times as many, {ratio * exp(-half):.2f} to {ratio * exp(half):.2f}); recalibrate them before "
        "trusting a decision curve."
    )


def _moved(model: Model, prevalence: float) -> Model:
    if not 0 < prevalence < 1:
        raise BadCall(f"A decision curve needs a prevalence above 0 and below 1, not {prevalence:g}.")
    weights = ClassWeights.to(prevalence, model.table.total_positive, model.table.total_negative)
    return replace(model, class_weights=weights).moved


def _gains(odds: Numbers) -> dict[str, Numbers | float]:
    return {"tp": 1.0, "fp": -odds, "fn": 0.0, "tn": 0.0}


def _limits_of(found: MeanLoss) -> Benefit:
    return Benefit(found.value, found.low, found.high)


def _benefit(
    model: Model,
    reached: NDArray[np.intp],
    odds: Numbers,
    prevalence: float,
    wanted: BandRequest,
    chance_best: Numbers,
) -> ModelBenefit:
    over_none = mean_loss(model, reached, _gains(odds), wanted)
    # Row by row, flagging all differs only where the model flags nothing: a miss loses 1, leaving alone gains the odds.
    over_all = _limits_of(mean_loss(model, reached, {"tp": 0.0, "fp": 0.0, "fn": -1.0, "tn": odds}, wanted))
    net_benefit = _limits_of(over_none)
    return ModelBenefit(
        model.name,
        net_benefit,
        net_benefit.times(1 / prevalence),
        _lesser(over_all, net_benefit),
        over_all.times(PER / odds),
        chance_best,
    )


def _lesser(one: Benefit, other: Benefit) -> Benefit:
    """Return the lesser of two gains; which of the two it really is remains open, so the lower of the limits counts."""
    high = np.where(one.value < other.value, one.high, other.high)
    return Benefit(np.minimum(one.value, other.value), np.minimum(one.low, other.low), high)


def _chances(
    models: Sequence[Model],
    reached: dict[str, NDArray[np.intp]],
    odds: Numbers,
    placed: PlacedRows | None,
    replicates: int,
    seed: int,
) -> dict[str, dict[str, Numbers]]:
    if placed is not None:
        together = chances(models, reached, odds, placed, replicates, seed)
        return {model.name: together for model in models}
    return {model.name: chances([model], reached, odds, None, replicates, seed) for model in models}


def _runs(holds: NDArray[np.bool_], thresholds: Numbers) -> tuple[Range, ...]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], holds, [False]]).astype(int)))
    return tuple((float(thresholds[a]), float(thresholds[b - 1])) for a, b in edges.reshape(-1, 2))


def _sentence(model: ModelBenefit, curve: DecisionCurve) -> str:
    better, clear = model.ranges(curve.thresholds), model.clear_ranges(curve.thresholds)
    over = f"{percent(float(curve.thresholds[0]))} to {percent(float(curve.thresholds[-1]))}"
    if not better:
        return f"{model.name}: at no threshold from {over} is it worth more than flagging all or none."
    clearly = f"clearly so (lower {100 * curve.level:g} % limit above 0)"
    said = f"{model.name}: worth more than flagging all or none at thresholds {_listed(better)}"
    if not clear:
        return f"{said}; nowhere {clearly}."
    return f"{said}; {clearly} {_listed(clear)}."


def _listed(ranges: Sequence[Range]) -> str:
    """Return stretches in words: from 1 % to 5 %, 8 % to 9 %, at 12 %."""
    shown: list[str] = []
    for low, high in ranges[:MOST_RANGES]:
        goes_on = bool(shown) and not shown[-1].startswith("at ")
        stretch = f"{percent(low)} to {percent(high)}"
        shown.append(f"at {percent(low)}" if low == high else stretch if goes_on else f"from {stretch}")
    more = len(ranges) - len(shown)
    return ", ".join(shown) + (f" and {more} more {'stretch' if more == 1 else 'stretches'}" if more else "")
