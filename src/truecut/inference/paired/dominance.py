"""Dominance of ROC curves: is one above another over a whole range of false positive rates?

The true positive rates of both models are compared at every false positive rate of the range, on draws of the same
rows. The largest error of the whole range, in standard errors (max-t), gives the confidence: all statements hold
together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.errors import BadCall
from truecut.inference.paired.resampling import PairedBootstrap, PairedDraws, PairedRows, as_drawn
from truecut.inference.paired.simultaneous import widening
from truecut.words.numerals import percent
from truecut.words.shown import Shown

POINTS = 200  # of the grid of false positive rates, at most
ROUNDING = 1e-9
FEW_NEGATIVES = 10  # in the range, below which they decide everything


class Answer(StrEnum):
    """Whether one curve is above the other."""

    YES = "yes"
    NO = "no"
    UNSURE = "not sure"


@dataclass(frozen=True, eq=False)
class Dominance(Shown):
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


def dominance_of(
    rows: PlacedRows, models: tuple[Model, Model], fpr: tuple[float, float], level: float, bootstrap: PairedBootstrap
) -> Dominance:
    """Say whether the first curve lies above the second everywhere in a range of false positive rates."""
    first, second = models
    low, high = fpr
    if not 0 <= low < high <= 1:
        raise BadCall(f"A range of false positive rates goes up between 0 and 1, not from {low:g} to {high:g}.")
    grid = _grid(float(first.table.total_negative), low, high)
    observed = _rates(as_drawn(first), grid)[0] - _rates(as_drawn(second), grid)[0]
    drawn = _drawn_differences(rows, models, grid, bootstrap)
    # No rate is known better than half a positive row.
    errors = np.maximum(drawn.std(axis=0), 0.5 / float(first.table.total_positive))
    # Draws of a step function lie beside it on average; only how they vary among themselves is taken from them.
    moved = (drawn - drawn.mean(axis=0)) / errors * widening(rows, 2 * level - 1)
    largest, smallest = moved.max(axis=1), moved.min(axis=1)
    confidence = float(np.mean(largest < (observed / errors).min()))
    against = float(np.mean(smallest > (observed / errors).min()))
    negatives = high * float(rows.tables[first.name].negative_rows.sum())
    found = Dominance(
        answer=Answer.YES if confidence >= level else Answer.NO if against >= level else Answer.UNSURE,
        sentence="",
        first=first.name,
        second=second.name,
        fpr=fpr,
        confidence=confidence,
        against=against,
        level=level,
        grid=grid,
        differences=observed,
        lower=observed - np.quantile(largest, level) * errors,
        replicates=len(drawn),
        seed=bootstrap.seed,
        note=f"only {negatives:.0f} negatives lie in the range and decide it" if negatives < FEW_NEGATIVES else "",
    )
    return replace(found, sentence=_sentence(found))


def _drawn_differences(
    rows: PlacedRows, models: tuple[Model, Model], grid: NDArray[np.float64], bootstrap: PairedBootstrap
) -> NDArray[np.float64]:
    """Return the difference of true positive rates in each draw of the rows, at each false positive rate."""
    paired = PairedRows.of(rows, models)
    blocks = paired.resampled(bootstrap, by_class=paired.is_by_class(metric("roc_auc")))
    return np.concatenate([_rates(first, grid) - _rates(second, grid) for first, second in blocks])


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


def _sentence(found: Dominance) -> str:
    low, high = (percent(end) for end in found.fpr)
    where = f"between {low} and {high} false positives" if found.fpr[0] else f"below a false positive rate of {high}"
    above = f"{found.first} lies above {found.second} everywhere {where}"
    if found.answer == Answer.YES:
        return f"{above}, with {percent(found.confidence)} confidence."
    if found.answer == Answer.NO:
        worst = int(np.argmin(found.differences))
        return (
            f"{found.first} does not lie above {found.second} everywhere {where}: at "
            f"{percent(float(found.grid[worst]))} it finds {percent(-float(found.differences[worst]))} fewer of the "
            f"positives, and it is below somewhere with {percent(found.against)} confidence."
        )
    return (
        f"It is not sure that {above}: the confidence is {percent(found.confidence)}. "
        f"On these rows it is above over {percent(float(np.mean(found.differences > 0)))} of the range."
    )
