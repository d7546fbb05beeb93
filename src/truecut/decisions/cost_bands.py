"""What a row costs on average along the thresholds, with its band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.costs import PER_ROW, Cost
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS
from truecut.errors import BadCall
from truecut.inference.bands.along_curves import BandRequest
from truecut.inference.bands.along_thresholds import STUDENTISED, thresholds_of
from truecut.inference.bands.band import Band, BandKind
from truecut.inference.bands.cells import require_curve
from truecut.inference.bands.mean_losses import mean_loss
from truecut.inference.bands.of_model import POINTS
from truecut.inference.interval_request import joined
from truecut.inference.intervals import estimate


def band_of_cost(
    model: Model,
    cost: Cost,
    wanted: BandRequest,
    *,
    points: int = POINTS,
    at: Sequence[float] | None = None,
) -> Band:
    """Return the mean cost of a row at thresholds of the model, or at those asked for, with its band."""
    require_curve(model)
    x, reached = thresholds_of(model, points, at)
    if cost.columns:
        return _of_amounts(model, cost, wanted, x)
    losses = {cell: cost.price(cell).fixed + cost.price(PER_ROW).fixed for cell in CELLS}
    found = mean_loss(model, reached, losses, wanted)
    simultaneous = wanted.kind == BandKind.SIMULTANEOUS
    return Band(
        name="mean_cost",
        x_name="threshold",
        y_name="mean_cost",
        x=x,
        y=found.value,
        low=found.low,
        high=found.high,
        kind=wanted.kind,
        method=found.method,
        level=wanted.level,
        note=joined(STUDENTISED if simultaneous else "", found.note),
        replicates=found.replicates,
        seed=wanted.seed if found.replicates else None,
        thresholds=x,
    )


def _of_amounts(model: Model, cost: Cost, wanted: BandRequest, x: NDArray[np.float64]) -> Band:
    """Return costs that follow what rows are worth: the interval of each threshold, where it is told."""
    if wanted.kind == BandKind.SIMULTANEOUS:
        raise BadCall(
            f"The cost follows the amounts of column {cost.columns[0]!r}, and for such costs there is no band that "
            "holds for the whole curve at once; ask for a pointwise one."
        )
    model.require_amounts(cost)
    priced = replace(model, situation=model.situation.given(cost=cost))
    found = [estimate(priced.cut_at(threshold), "mean_cost", level=wanted.level) for threshold in x.tolist()]
    y, low, high = (
        np.array([np.nan if (number := getattr(one, name)) is None else number for one in found])
        for name in ("value", "low", "high")
    )
    method = next((one.method for one in found if one.has_interval), "")
    note = next((one.note for one in found if one.note), "")
    return Band(
        "mean_cost", "threshold", "mean_cost", x, y, low, high, wanted.kind, method, wanted.level, note, 0, None, x
    )
