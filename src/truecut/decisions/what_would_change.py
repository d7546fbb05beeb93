"""What would change a recommendation: other prices, and another share of positives."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.hull import hull_entries
from truecut.decisions.recommendation import Reign, WorthwhileShares
from truecut.decisions.saving import PricedModel

PER_DECADE, DECADES = 20, 3  # price ratios from 1 : 1,000 to 1,000 : 1
RARE = np.geomspace(1e-4, 0.1, 61)[:-1]
SHARES = np.concatenate([RARE, np.linspace(0.1, 0.9, 81), 1 - RARE[::-1]])
ROUNDING = 1e-12

Numbers = NDArray[np.float64]


def reign_of(models: Mapping[str, PricedModel], chosen: str) -> Reign | None:
    """Return the prices of a false alarm, in misses, over which one model at its best cut stays the cheapest.

    The range is the one around the present prices; None where those follow amounts or gains leave no ratio.
    """
    ratio = price_ratio(models[chosen])
    if ratio is None:
        return None
    steps = np.arange(-PER_DECADE * DECADES, PER_DECADE * DECADES + 1)
    ratios = np.concatenate([10.0 ** (steps / PER_DECADE), [ratio]])
    least = {name: _least_costs(model, np.ones(len(ratios)), ratios) for name, model in models.items()}
    others = np.min([cost for name, cost in least.items() if name != chosen], axis=0)
    is_cheapest = least[chosen] <= others + ROUNDING
    low, high = _around(ratios, is_cheapest, ratio)
    return Reign(low, high)


def worthwhile_shares(best: PricedModel, least: float) -> WorthwhileShares | None:
    """Return the shares of positives between which the model saves at least so much of what doing without costs."""
    if price_ratio(best) is None:
        return None
    prices = best.cost.fixed
    table = best.model.moved.table
    here = float(table.total_positive) / float(table.total_positive + table.total_negative)
    shares = np.append(SHARES, here)
    found, spared = prices["fn"] - prices["tp"], prices["fp"] - prices["tn"]
    tpr, fpr = _corners(best)
    costs = found * np.outer(shares, 1 - tpr) + spared * np.outer(1 - shares, fpr)
    idle = np.minimum(found * shares, spared * (1 - shares))
    low, high = _around(shares, idle - costs.min(axis=1) >= least * idle, here)
    return WorthwhileShares(low, high)


def price_ratio(model: PricedModel) -> float | None:
    """Return what a false alarm costs in misses, each net of the right answer; None where that is no ratio."""
    prices = model.cost.fixed
    found, spared = prices["fn"] - prices["tp"], prices["fp"] - prices["tn"]
    return None if model.cost.columns or found <= 0 or spared <= 0 else spared / found


def _least_costs(model: PricedModel, found: Numbers, spared: Numbers) -> Numbers:
    table = model.model.moved.table
    share = float(table.total_positive) / float(table.total_positive + table.total_negative)
    tpr, fpr = _corners(model)
    costs = share * np.outer(found, 1 - tpr) + (1 - share) * np.outer(spared, fpr)
    return np.asarray(costs.min(axis=1))


def _corners(model: PricedModel) -> tuple[Numbers, Numbers]:
    """Return the rates of the cuts that some prices make the cheapest; hard predictions have theirs, all and none."""
    curve, table = model.model.curve, model.model.table
    entries = np.array([0, model.cheapest, model.last]) if model.model.is_hard else hull_entries(curve)
    return curve.counts.tp[entries] / table.total_positive, curve.counts.fp[entries] / table.total_negative


def _around(grid: Numbers, holds: NDArray[np.bool_], here: float) -> tuple[float | None, float | None]:
    """Return the ends of the stretch around a place in which something holds; None for an end of the grid."""
    order = np.argsort(grid)
    grid, holds = grid[order], holds[order]
    place = int(np.searchsorted(grid, here))
    below, above = np.flatnonzero(~holds[: place + 1]), np.flatnonzero(~holds[place:])
    low = float(grid[below[-1] + 1]) if len(below) and below[-1] < place else None
    high = float(grid[place + above[0] - 1]) if len(above) and above[0] > 0 else None
    return low, high
