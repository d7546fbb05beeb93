"""The methods for metrics of a whole curve: the area under it, average precision, losses, the top of the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite, sqrt

from truecut.inference import precision_recall
from truecut.inference.cross_validation import ranking_of
from truecut.inference.delong import (
    ABOUT_RULES,
    ENOUGH,
    MISRANKED,
    Ranking,
    envelope,
    guarded,
    hanley_mcneil,
    logit_delong,
    newcombe,
    trusted_method,
    wald_delong,
)
from truecut.inference.interval_request import (
    NO_SPREAD,
    Interval,
    IntervalMethod,
    IntervalMethods,
    IntervalRequest,
    joined,
)
from truecut.inference.losses import Losses, Skill
from truecut.inference.of_counts import INFINITE, NOT_AT_THE_ENDS
from truecut.inference.of_shares import FEW, FEW_TRIALS, LEAVES_BOUNDS
from truecut.inference.proportions import wilson_limits
from truecut.inference.weighted import EFFECTIVE

FEW_POSITIVES = 50  # below, average precision is flattering
SMALL_CLASS = (
    f"fewer than {ENOUGH} rows in the smaller class, or fewer than {MISRANKED} of them misranked: this method may "
    "promise too much"
)
FLATTERING = f"with fewer than {FEW_POSITIVES} positives average precision tends to be too high"
BY_POSITIVES = f"fewer than {precision_recall.ENOUGH} positives, so the interval is a cautious, wide one"

Limits = tuple[float, float]


def _guarded(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    return guarded(ranking, level), ABOUT_RULES.get(trusted_method(ranking), "")


def _logit_delong(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    if not ranking.variance or not 0 < ranking.area < 1:
        return None, NO_SPREAD
    return logit_delong(ranking.area, ranking.variance, level), _small(ranking)


def _envelope(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    return envelope(ranking, level), ""


def _newcombe(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    return newcombe(ranking.area, ranking.positives, ranking.negatives, level), ""


def _delong(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    if not ranking.variance:
        return None, NO_SPREAD
    low, high = wald_delong(ranking.area, ranking.variance, level)
    return (low, high), joined(_small(ranking), "" if low >= 0 and high <= 1 else LEAVES_BOUNDS)


def _hanley_mcneil(ranking: Ranking, level: float) -> tuple[Limits | None, str]:
    if not 0 < ranking.area < 1:
        return None, f"{NO_SPREAD}; 'newcombe' is the better interval here"
    low, high = hanley_mcneil(ranking.area, ranking.positives, ranking.negatives, level)
    return (low, high), joined(_small(ranking), "" if low >= 0 and high <= 1 else LEAVES_BOUNDS)


def _small(ranking: Ranking) -> str:
    is_small = min(ranking.positives, ranking.negatives) < ENOUGH or ranking.misranked < MISRANKED
    return SMALL_CLASS if is_small else ""


OfRanking = Callable[[Ranking, float], tuple[Limits | None, str]]
OF_RANKINGS: dict[str, OfRanking] = {
    "guarded": _guarded,
    "logit-delong": _logit_delong,
    "newcombe": _newcombe,
    "envelope": _envelope,
    "delong": _delong,
    "hanley-mcneil": _hanley_mcneil,
}
UNBOUNDED = {"delong", "hanley-mcneil"}
BY_STUDENT = (_guarded, _envelope)  # which take Student's distribution, by Satterthwaite's degrees of freedom


def by_ranking() -> IntervalMethods:
    """Return the methods for a metric that is read off the area under the ROC curve."""
    return {
        name: IntervalMethod(
            partial(_by_ranking, limits), takes_weights=True, stays_inside=name not in UNBOUNDED, scales=True
        )
        for name, limits in OF_RANKINGS.items()
    }


def _by_ranking(limits: OfRanking, asked: IntervalRequest) -> Interval:
    ranking = ranking_of(asked.model).grown(asked.times)
    found, note = limits(ranking, asked.level)
    ends = None if found is None else (asked.entry.of_area(found[0]), asked.entry.of_area(found[1]))
    return Interval(
        ends,
        ranking.positives + ranking.negatives,
        joined(note, EFFECTIVE if asked.is_of_effective_rows else ""),
        standard_error=asked.entry.area_scale * sqrt(ranking.variance) if ranking.variance else None,
        degrees_of_freedom=ranking.degrees_of_freedom if limits in BY_STUDENT else None,
    )


def _by_jackknife(asked: IntervalRequest, *, by_class: bool = False) -> Interval:
    table, value = asked.model.table, asked.value
    positives = float(table.total_positive)
    rows = positives + float(table.total_negative)
    if not 0 < value < 1 or positives < 2:
        return Interval(None, rows, NO_SPREAD)
    error = precision_recall.average_precision_error(asked.model.curve, by_class=by_class)
    if not error:
        return Interval(None, rows, NO_SPREAD)
    limits = precision_recall.guarded_jackknife(value, error, positives, asked.level)
    wide = BY_POSITIVES if positives < precision_recall.ENOUGH else ""
    note = joined(wide, FLATTERING if positives < FEW_POSITIVES else "")
    return Interval(limits, rows, note, standard_error=error, degrees_of_freedom=positives - 1)


def _by_boyd(asked: IntervalRequest) -> Interval:
    positives = float(asked.model.table.total_positive)
    rows = positives + float(asked.model.table.total_negative)
    if not 0 < asked.value < 1:
        return Interval(None, rows, NOT_AT_THE_ENDS)
    limits = precision_recall.boyd(asked.value, positives, asked.level)
    return Interval(limits, rows, FLATTERING if positives < FEW_POSITIVES else "")


def _by_losses(interval: Callable[[Losses, float], Limits | None], asked: IntervalRequest) -> Interval:
    if not isfinite(asked.value):
        return Interval(None, asked.model.table.rows, INFINITE)
    by_class = asked.model.design.fixes_prevalence and asked.is_weighted
    losses = Losses.of_probabilities(asked.model.table, asked.entry.name, by_class=by_class)
    limits = interval(losses, asked.level)
    rows = sum(asked.model.design.effective_rows) if by_class else losses.effective_rows
    if limits is None or not losses.standard_error:
        return Interval(None, rows, NO_SPREAD)
    note = joined(FEW if rows < FEW_TRIALS else "", EFFECTIVE if asked.is_of_effective_rows else "")
    error, freedom = losses.standard_error, losses.degrees_of_freedom
    return Interval(limits, rows, note, standard_error=error, degrees_of_freedom=freedom)


def _by_skill(asked: IntervalRequest) -> Interval:
    if not isfinite(asked.value):
        return Interval(None, asked.model.table.rows, INFINITE)
    by_class = asked.model.design.fixes_prevalence and asked.is_weighted
    skill = Skill.of(asked.model.table, asked.entry.name.removesuffix("_skill"), by_class=by_class)
    rows = sum(asked.model.design.effective_rows) if by_class else skill.losses.effective_rows
    if not skill.standard_error or rows <= 1:
        return Interval(None, rows, NO_SPREAD)
    note = joined(FEW if rows < FEW_TRIALS else "", EFFECTIVE if asked.is_of_effective_rows else "")
    error = skill.standard_error
    freedom = skill.influences.degrees_of_freedom
    return Interval(skill.interval(asked.level), rows, note, standard_error=error, degrees_of_freedom=freedom)


def _among_top(asked: IntervalRequest) -> Interval:
    rows = float(asked.model.table.total_positive) + float(asked.model.table.total_negative)
    share = asked.parameters["share"] * rows if asked.parameters["k"] is None else float(asked.parameters["k"])
    limits = wilson_limits(asked.value * share, share, asked.level)
    error = sqrt(asked.value * (1 - asked.value) / share)
    return Interval(limits, share, FEW if share < FEW_TRIALS else "", standard_error=error)


AVERAGE_PRECISION: IntervalMethods = {
    "jackknife": IntervalMethod(_by_jackknife),
    "jackknife-by-class": IntervalMethod(partial(_by_jackknife, by_class=True)),
    "boyd": IntervalMethod(_by_boyd),
}
MEAN_LOSS: IntervalMethods = {
    "hall": IntervalMethod(partial(_by_losses, Losses.skewed_interval), takes_weights=True),
    "t": IntervalMethod(partial(_by_losses, Losses.interval), takes_weights=True),
}
SKILL: IntervalMethods = {"delta": IntervalMethod(_by_skill, takes_weights=True)}
AMONG_TOP: IntervalMethods = {"wilson": IntervalMethod(_among_top)}
