"""The methods for a share of rows, and for what can be read off one or two shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.formula import Formula
from truecut.counting.counts import Counts
from truecut.inference import proportions
from truecut.inference.composites import mover
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.of_cells import by_cells_of, delta_error_of
from truecut.inference.weighted import EFFECTIVE, Share

FEW_TRIALS = 10
FEW = f"fewer than {FEW_TRIALS} rows stand behind it"
ONE_SIDED = "none or all of the rows count, so the interval is one-sided in effect"
LEAVES_BOUNDS = "this method leaves the range of the metric"

Limits = tuple[float, float]
OfShare = Callable[[float, float, float], Limits]
OF_SHARES: dict[str, OfShare] = {
    "wilson": proportions.wilson_limits,
    "clopper-pearson": proportions.clopper_pearson,
    "jeffreys": proportions.jeffreys,
    "agresti-coull": proportions.agresti_coull,
    "mid-p": proportions.mid_p_limits,
}


def by_share(share: str, read: Callable[[float], float] = float, suffix: str = "") -> IntervalMethods:
    """Return the methods for a metric that is read off one share of rows, rising or falling with it throughout."""
    inside = {
        f"{name}{suffix}": IntervalMethod(partial(_from_share, limits, share, read), takes_weights=True, scales=True)
        for name, limits in OF_SHARES.items()
    }
    if read is not float:
        return inside
    wald = partial(_from_share, proportions.wald, share, read)
    return {
        **inside,
        "wilson": replace(inside["wilson"], along=partial(_wilson_along, share)),
        "wald": IntervalMethod(wald, takes_weights=True, stays_inside=False, scales=True),
    }


def _wilson_along(share: str, counts: Counts, level: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    formula, cells = Formula(share), counts.cells()
    successes, trials = Formula(formula.numerator).along(cells), Formula(formula.denominator).along(cells)
    return proportions.wilson(successes, trials, level)


def _from_share(limits: OfShare, share: str, read: Callable[[float], float], asked: IntervalRequest) -> Interval:
    rows = Share.of(asked.model, share).grown(asked.times)
    if _hides_an_unseen_row(asked, rows):
        return by_cells_of(asked)
    low, high = sorted(read(end) for end in limits(rows.successes, rows.trials, asked.level))
    beyond = LEAVES_BOUNDS if limits is proportions.wald and (low < 0 or high > 1) else ""
    error = rows.standard_error if read is float else delta_error_of(asked)
    return Interval((low, high), rows.trials, joined(_about(asked, rows), beyond), standard_error=error)


def _hides_an_unseen_row(asked: IntervalRequest, share: Share) -> bool:
    """Say whether none or all rows count, and one of the other kind might weigh what none of those seen does."""
    design = asked.model.design
    is_one_sided = share.successes in (0, share.trials)
    return is_one_sided and not asked.by_name and design.is_weighted and not design.counts_alike_in_class


def _about(asked: IntervalRequest, share: Share) -> str:
    return joined(
        FEW if share.trials < FEW_TRIALS else "",
        ONE_SIDED if share.successes in (0, share.trials) else "",
        EFFECTIVE if asked.is_of_effective_rows else "",
    )


def _by_mover(first: str, second: str, scale: float, asked: IntervalRequest) -> Interval:
    shares = [Share.of(asked.model, share).grown(asked.times) for share in (first, second)]
    if any(_hides_an_unseen_row(asked, share) for share in shares):
        return by_cells_of(asked)
    limits = [proportions.wilson_limits(share.successes, share.trials, asked.level) for share in shares]
    below, above = mover([share.share for share in shares], limits)
    few = joined(
        FEW if min(share.trials for share in shares) < FEW_TRIALS else "",
        EFFECTIVE if asked.is_of_effective_rows else "",
    )
    rows = sum(share.trials for share in shares)
    error = scale * hypot(*(share.standard_error for share in shares))
    return Interval((asked.value - scale * below, asked.value + scale * above), rows, few, standard_error=error)


def mover_method(first: str, second: str, scale: float = 1.0) -> IntervalMethods:
    """Return the method for a sum of two shares of different rows, times a scale."""
    return {"mover": IntervalMethod(partial(_by_mover, first, second, scale), takes_weights=True, scales=True)}


def _larger_class(asked: IntervalRequest) -> Interval:
    rows = Share.of(asked.model, metric("prevalence").formula)
    low, high = proportions.wilson_limits(rows.successes, rows.trials, asked.level)
    ends = max(low, 1 - low), max(high, 1 - high)
    # Either class may be the larger one: then the least that the larger can have is one half.
    return Interval((0.5 if low <= 0.5 <= high else min(ends), max(ends)), rows.trials, _about(asked, rows))


def _variance(asked: IntervalRequest) -> Interval:
    rows = Share.of(asked.model, metric("prevalence").formula)
    low, high = proportions.wilson_limits(rows.successes, rows.trials, asked.level)
    ends = low * (1 - low), high * (1 - high)
    # It is highest where both classes are equally large.
    return Interval((min(ends), 0.25 if low <= 0.5 <= high else max(ends)), rows.trials, _about(asked, rows))


LARGER_CLASS: IntervalMethods = {"wilson": IntervalMethod(_larger_class, takes_weights=True)}
VARIANCE_OF_LABELS: IntervalMethods = {"wilson": IntervalMethod(_variance, takes_weights=True)}
