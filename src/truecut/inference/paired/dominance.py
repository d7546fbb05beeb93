"""Is one ROC curve above another over a whole range of false positive rates?

The true positive rates of both models are compared at every false positive rate of the range, on draws of the same
rows. The largest error of the whole range, in standard errors, gives the confidence: all statements hold together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.errors import BadCall
from truecut.inference.paired.resampling import PairedDraws, PairedRows, as_drawn
from truecut.inference.paired.simultaneous import widening
from truecut.numerals import percent

POINTS = 200  # of the grid of false positive rates, at most
ROUNDING = 1e-9
FEW_NEGATIVES = 10  # in the range, below which they decide everything


class Answer(StrEnum):
    """Whether one curve is above the other."""

    YES = "yes"
    NO = "no"
    UNSURE = "not sure"


@dataclass(frozen=True, eq=False)
class Dominance:
    """Whether the first model's ROC curve lies above the second's everywhere in a range, and how sure that is."""

    answer: Answer
    sentence: str
    first: str
    second: str
    fpr: tuple[float, float]
    confidence: float  # that it is above everywhere
    against: float  # confidence that it is below somewhere
    level: float
    grid: NDArray[np.float64]  # false positive rates
    differences: NDArray[np.float64]  # of true positive rates, first - second
    lower: NDArray[np.float64]  # one-sided simultaneous limit
    replicates: int
    seed: int
    note: str = ""


def above(
    rows: PlacedRows,
    first: Model,
    second: Model,
    fpr: tuple[float, float],
    *,
    level: float = 0.95,
    replicates: int | None = None,
    seed: int = 0,
) -> Dominance:
    """Say whether the first curve lies above the second everywhere in a range of false positive rates."""
    low, high = fpr
    if not 0 <= low < high <= 1:
        raise BadCall(f"A range of false positive rates goes up between 0 and 1, not from {low:g} to {high:g}.")
    grid = _grid(float(first.table.total_negative), low, high)
    seen = _rates(as_drawn(first), grid)[0] - _rates(as_drawn(second), grid)[0]
    paired = PairedRows.of(rows, [first, second])
    number, by_class = paired.replicates(replicates), paired.is_by_class(metric("roc_auc"))
    drawn = np.concatenate(
        [_rates(a, grid) - _rates(b, grid) for a, b in paired.resampled(number, seed, by_class=by_class)]
    )
    # No rate is known better than half a positive row.
    errors = np.maximum(drawn.std(axis=0), 0.5 / float(first.table.total_positive))
    # Draws of a step function lie beside it on average; only how they vary among themselves is taken from them.
    moved = (drawn - drawn.mean(axis=0)) / errors * widening(rows, 2 * level - 1)
    largest, smallest = moved.max(axis=1), moved.min(axis=1)
    confidence = float(np.mean(largest < (seen / errors).min()))
    against = float(np.mean(smallest > (seen / errors).min()))
    lower = seen - np.quantile(largest, level) * errors
    answer = Answer.YES if confidence >= level else Answer.NO if against >= level else Answer.UNSURE
    negatives = high * float(rows.tables[first.name].negative_rows.sum())
    return Dominance(
        answer,
        _sentence(answer, first.name, second.name, fpr, confidence, against, grid, seen),
        first.name,
        second.name,
        fpr,
        confidence,
        against,
        level,
        grid,
        seen,
        lower,
        number,
        seed,
        f"only {negatives:.0f} negatives lie in the range and decide it" if negatives < FEW_NEGATIVES else "",
    )


def _grid(negatives: float, low: float, high: float) -> NDArray[np.float64]:
    """Return the rates at which a curve can change: one per negative, thinned out where there are many."""
    # At 0 stand only the rows above the highest negative, of which a draw says nothing.
    steps = np.arange(max(1.0, np.ceil(low * negatives - ROUNDING)), np.floor(high * negatives + ROUNDING) + 1)
    rates = steps / negatives if len(steps) else np.array([low, high])
    return np.asarray(rates[np.unique(np.linspace(0, len(rates) - 1, POINTS).round().astype(int))])


def _rates(drawn: PairedDraws, grid: NDArray[Any]) -> NDArray[np.float64]:
    """Return the true positive rate of each draw at each false positive rate: the last entry that keeps it."""
    tp, fp = drawn.tp, drawn.fp
    with np.errstate(divide="ignore", invalid="ignore"):
        tpr, kept = tp / tp[:, -1:], fp / fp[:, -1:]
    lines = [
        true[np.searchsorted(false, grid + ROUNDING, side="right") - 1] for true, false in zip(tpr, kept, strict=True)
    ]
    return np.array(lines)


def _sentence(
    answer: Answer,
    first: str,
    second: str,
    fpr: tuple[float, float],
    confidence: float,
    against: float,
    grid: NDArray[Any],
    seen: NDArray[Any],
) -> str:
    low, high = (percent(end) for end in fpr)
    where = f"below a false positive rate of {high}" if not fpr[0] else f"between {low} and {high} false positives"
    if answer == Answer.YES:
        return f"{first} lies above {second} everywhere {where}, with {percent(confidence)} confidence."
    if answer == Answer.NO:
        worst = int(np.argmin(seen))
        return (
            f"{first} does not lie above {second} everywhere {where}: at {percent(float(grid[worst]))} it finds "
            f"{percent(-float(seen[worst]))} fewer of the positives, and it is below somewhere with {percent(against)} "
            "confidence."
        )
    share = float(np.mean(seen > 0))
    return (
        f"It is not sure that {first} lies above {second} everywhere {where}: the confidence is {percent(confidence)}. "
        f"On these rows it is above over {percent(share)} of the range."
    )
