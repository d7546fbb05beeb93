"""What a row costs on average along the thresholds, with its band."""

from __future__ import annotations

from collections.abc import Sequence

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
    if cost.columns:
        raise BadCall(
            f"The cost follows the amounts of column {cost.columns[0]!r}, and there is no band for such costs; give a "
            "number for each outcome."
        )
    x, reached = thresholds_of(model, points, at)
    losses = {cell: cost.price(cell).fixed + cost.price(PER_ROW).fixed for cell in CELLS}
    found = mean_loss(model, reached, losses, wanted)
    simultaneous = wanted.kind == BandKind.SIMULTANEOUS
    return Band(
        "mean_cost",
        "threshold",
        "mean_cost",
        x,
        found.value,
        found.low,
        found.high,
        wanted.kind,
        found.method,
        wanted.level,
        joined(STUDENTISED if simultaneous else "", found.note),
        found.replicates,
        wanted.seed if found.replicates else None,
        x,
    )
