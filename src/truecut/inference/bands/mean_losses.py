"""The mean of what each row loses along the thresholds, with its limits.

At a threshold a row loses what its outcome costs, so the mean has the standard error of a mean (Student's interval).
That knows nothing of an outcome that hardly occurred: no miss among 80 rows may still be one in 30. So where fewer than
ten rows have an outcome that counts, the limits take in those of a simulation of the four shares (Jeffreys' prior).
With weights the squared weights tell the error, with clusters the sums over clusters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import CELLS, Counts
from truecut.inference.bands.along_curves import BandRequest
from truecut.inference.bands.along_thresholds import errors_and_reach, jeffreys_draws, level_of, redrawn_values
from truecut.inference.bands.band import BandKind
from truecut.inference.bands.cells import class_weights
from truecut.inference.bands.shape import Limits, Numbers
from truecut.inference.quantiles import checked_level, student_quantile

FEW = 10  # rows of an outcome

Losses = Mapping[str, Any]  # what a row of each outcome loses: a number, or one for each threshold


@dataclass(frozen=True, eq=False)
class MeanLoss:
    """The mean loss at each threshold, its standard error, and its limits."""

    value: Numbers
    error: Numbers
    low: Numbers
    high: Numbers
    replicates: int = 0
    note: str = ""


def mean_loss(model: Model, reached: NDArray[np.intp], losses: Losses, wanted: BandRequest) -> MeanLoss:
    """Return the mean loss when so many distinct scores are flagged, for each of many such numbers."""
    wide = {cell: np.broadcast_to(np.asarray(losses[cell], dtype=float), reached.shape) for cell in CELLS}
    value = _mean(wide, _counts(model, reached))
    error = _clustered_error(model, reached, wide, value) if model.clustered else _error(model, reached, wide, value)
    freedom = _independent_rows(model) - 1
    if wanted.kind == BandKind.POINTWISE:
        return MeanLoss(value, error, *_limits(model, reached, wide, value, error, freedom, wanted.level))

    def means(counts: Counts) -> Numbers:
        return _mean(wide, counts)

    values, note = redrawn_values(model, reached, means, wanted)
    _, reach = errors_and_reach(values, value, wanted.level)
    limits = _limits(model, reached, wide, value, error, freedom, level_of(reach))
    return MeanLoss(value, error, *limits, len(values), note)


def _mean(losses: Mapping[str, Numbers], counts: Counts) -> Numbers:
    total = sum(losses[cell] * rows for cell, rows in counts.cells().items())
    return np.asarray(total / counts.rows, dtype=float)


def _counts(model: Model, reached: NDArray[np.intp]) -> Counts:
    return Counts(**{cell: np.asarray(rows[reached], dtype=float) for cell, rows in model.curve.counts.cells().items()})


def _error(model: Model, reached: NDArray[np.intp], losses: Mapping[str, Numbers], value: Numbers) -> Numbers:
    counts, squares = _counts(model, reached), _squares(model, reached)
    if not model.design.fixes_prevalence:
        rows = _independent_rows(model)
        spread = sum(getattr(squares, cell) * (losses[cell] - value) ** 2 for cell in CELLS)
        return np.asarray(np.sqrt(spread * rows / max(rows - 1, 1)) / counts.rows)
    # Given the share of positives, only what differs within a class is left to chance.
    spread = 0.0
    for (one, other), rows in zip((("tp", "fn"), ("fp", "tn")), model.design.effective_rows, strict=True):
        first, second = getattr(counts, one), getattr(counts, other)
        mean = (losses[one] * first + losses[other] * second) / (first + second)
        within = (
            getattr(squares, one) * (losses[one] - mean) ** 2 + getattr(squares, other) * (losses[other] - mean) ** 2
        )
        spread = spread + within * rows / max(rows - 1, 1)
    return np.asarray(np.sqrt(spread) / counts.rows)


def _squares(model: Model, reached: NDArray[np.intp]) -> Counts:
    table = model.table
    plain = not table.is_weighted
    columns = (table.positives, table.negatives) if plain else (table.positive_squares, table.negative_squares)
    tp, fp = (np.concatenate([[0.0], np.cumsum(column, dtype=float)]) for column in columns)
    return Counts(tp=tp[reached], fp=fp[reached], fn=tp[-1] - tp[reached], tn=fp[-1] - fp[reached])


def _clustered_error(model: Model, reached: NDArray[np.intp], losses: Mapping[str, Numbers], value: Numbers) -> Numbers:
    rows = model.clustered
    assert rows is not None and rows.clusters is not None
    numbers, of_row = np.unique(rows.clusters, return_inverse=True)
    weights = class_weights(model.table, rows.is_positive, rows.weights)
    places, clusters = rows.places[model.name], len(numbers)
    errors = np.empty(len(reached))
    for i, entry in enumerate(reached):
        flagged = places < entry
        of_positives = np.where(flagged, losses["tp"][i], losses["fn"][i])
        of_negatives = np.where(flagged, losses["fp"][i], losses["tn"][i])
        lost = np.where(rows.is_positive, of_positives, of_negatives) - value[i]
        sums = np.bincount(of_row, weights * lost, minlength=clusters)
        errors[i] = np.sqrt((sums**2).sum() * clusters / (clusters - 1)) / weights.sum()
    return errors


def _independent_rows(model: Model) -> float:
    return float(model.design.clusters or sum(model.design.effective_rows))


def _limits(
    model: Model,
    reached: NDArray[np.intp],
    losses: Mapping[str, Numbers],
    value: Numbers,
    error: Numbers,
    freedom: float,
    level: float,
) -> Limits:
    reach = student_quantile(level, max(freedom, 1.0))
    low, high = value - reach * error, value + reach * error
    few = np.flatnonzero(_is_rare(model, reached, losses))
    if len(few):
        simulated = _simulated(model, reached[few], {cell: column[few] for cell, column in losses.items()}, level)
        low[few], high[few] = np.minimum(simulated[0], low[few]), np.maximum(simulated[1], high[few])
    columns = np.stack(list(losses.values()))
    return np.maximum(low, columns.min(axis=0)), np.minimum(high, columns.max(axis=0))


def _effective(model: Model, reached: NDArray[np.intp]) -> Counts:
    """Return the four counts, each class as many rows as are effective."""
    counts, (positives, negatives) = _counts(model, reached), model.design.effective_rows
    up, down = positives / float(model.table.total_positive), negatives / float(model.table.total_negative)
    return Counts(tp=counts.tp * up, fn=counts.fn * up, fp=counts.fp * down, tn=counts.tn * down)


def _is_rare(model: Model, reached: NDArray[np.intp], losses: Mapping[str, Numbers]) -> NDArray[np.bool_]:
    """Say at which thresholds few rows have an outcome that counts: another loss than the most frequent one."""
    table = model.table
    repeated = table.weights == Weights.REPEATED
    columns = (table.positives, table.negatives) if repeated else (table.positive_rows, table.negative_rows)
    tp, fp = (np.concatenate([[0.0], np.cumsum(column, dtype=float)]) for column in columns)
    rows = np.stack([tp[reached], fp[reached], tp[-1] - tp[reached], fp[-1] - fp[reached]])
    lost = np.stack([losses[cell] for cell in CELLS])
    alike = np.stack([(rows * (lost == one)).sum(axis=0) for one in lost])
    usual = np.take_along_axis(lost, alike.argmax(axis=0)[None], axis=0)
    return np.asarray(((lost != usual) & (alike < FEW)).any(axis=0))


def _simulated(model: Model, reached: NDArray[np.intp], losses: Mapping[str, Numbers], level: float) -> Limits:
    rows = _effective(model, reached).cells()
    shares = {cell: jeffreys_draws(rows[cell], stream) for stream, cell in enumerate(CELLS)}
    if model.design.fixes_prevalence:
        table = model.table
        for cells, weight in ((("tp", "fn"), table.total_positive), (("fp", "tn"), table.total_negative)):
            together = sum(shares[cell] for cell in cells)
            shares |= {cell: shares[cell] / together * float(weight) for cell in cells}
    tail = (1 - checked_level(level)) / 2
    low, high = np.quantile(_mean(losses, Counts(**shares)), [tail, 1 - tail], axis=0)
    return low, high
