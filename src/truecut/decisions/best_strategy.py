"""How often each strategy is the best over resamples of the rows: each model, flagging all, flagging none.

At one threshold a row is its class and which models flag it: few patterns, however many rows. Models on the same rows
are judged on the same resamples. Strategies that do the same to every row share a win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.bands.cells import class_weights
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.sampling_units import CountedRows, SamplingUnits, WeightedRows

ALL, NONE = "flag all", "flag none"
MOST_WORK = 3e6  # clusters times resamples held at once: of many clusters fewer resamples are drawn
FEWEST = 200
MOST_PAIRED = 8  # models: with each, the patterns double
ROUNDING = 1e-12

Numbers = NDArray[np.float64]
Reached = Mapping[str, NDArray[np.intp]]  # by model: how many distinct scores reach each threshold


@dataclass(frozen=True, eq=False)
class Patterns:
    """Which models flag a row of which class, with the weight of such rows at each threshold."""

    is_positive: NDArray[np.bool_]
    flagged: NDArray[np.bool_]  # pattern x model
    weights: Numbers  # threshold x pattern
    squares: Numbers


def chances(
    models: Sequence[Model],
    reached: Reached,
    odds: Numbers,
    placed: PlacedRows | None,
    replicates: int,
    seed: int,
) -> dict[str, Numbers]:
    """Return, for each strategy, the share of resamples in which no other has more net benefit, at each threshold."""
    draws = Draws(seed, Purpose.BEST_STRATEGY)
    clustered = placed if len(models) > 1 else models[0].clustered
    if clustered is not None and clustered.clusters is not None:
        won = _over_clusters(
            models, reached, odds, clustered, draws.with_replacement(clustered.number_of_clusters, replicates)
        )
    else:
        patterns = _of_table(models[0], reached) if placed is None else _of_rows(models, reached, placed)
        won = _over_patterns(models[0], patterns, odds, replicates, draws)
    return dict(zip([*(model.name for model in models), ALL, NONE], won.T, strict=True))


def affordable(rows: PlacedRows | None, replicates: int) -> int:
    """Return how many resamples can be drawn in a moment, at most as many as asked for."""
    if rows is None or rows.clusters is None:
        return replicates
    return min(replicates, max(FEWEST, int(MOST_WORK / rows.number_of_clusters)))


def _of_table(model: Model, reached: Reached) -> Patterns:
    table = model.table

    def sides(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> Numbers:
        columns = []
        for rows in (negative, positive):
            flagged = np.concatenate([[0.0], np.cumsum(rows, dtype=float)])
            columns += [flagged[-1] - flagged[reached[model.name]], flagged[reached[model.name]]]
        return np.stack(columns, axis=1)

    return Patterns(
        np.array([False, False, True, True]),
        np.array([[False], [True], [False], [True]]),
        sides(table.positives, table.negatives),
        sides(table.positive_squares, table.negative_squares),
    )


def _of_rows(models: Sequence[Model], reached: Reached, placed: PlacedRows) -> Patterns:
    number = 2 ** (len(models) + 1)
    weights = class_weights(models[0].table, placed.is_positive, placed.weights)
    thresholds = len(reached[models[0].name])
    sums, squares = np.empty((thresholds, number)), np.empty((thresholds, number))
    for i in range(thresholds):
        pattern = placed.is_positive.astype(np.intp) << len(models)
        for bit, model in enumerate(models):
            pattern |= (placed.places[model.name] < reached[model.name][i]).astype(np.intp) << bit
        sums[i] = np.bincount(pattern, weights, minlength=number)
        squares[i] = np.bincount(pattern, weights**2, minlength=number)
    codes = np.arange(number)
    flagged = np.stack([codes >> bit & 1 for bit in range(len(models))], axis=1).astype(bool)
    return Patterns(codes >> len(models) == 1, flagged, sums, squares)


def _over_patterns(model: Model, patterns: Patterns, odds: Numbers, replicates: int, draws: Draws) -> Numbers:
    is_weighted, by_class = model.design.is_weighted, model.design.fixes_prevalence
    classes = patterns.is_positive, ~patterns.is_positive
    won = []
    for i, w in enumerate(odds):
        positives, negatives = (patterns.weights[i] * of_class for of_class in classes)
        squared, others = (patterns.squares[i] * of_class for of_class in classes)
        units: SamplingUnits = (
            WeightedRows(positives, negatives, squared, others, by_class)
            if is_weighted
            else CountedRows(positives, negatives, by_class)
        )
        drawn = np.add(*units.redrawn(draws.at(i), replicates))
        gained = np.where(patterns.is_positive, 1.0, -w)
        won.append(_shares_won(drawn @ _benefits(patterns.flagged, gained)))
    return np.array(won)


def _over_clusters(
    models: Sequence[Model],
    reached: Reached,
    odds: Numbers,
    placed: PlacedRows,
    times: NDArray[np.int32],
) -> Numbers:
    numbers, of_row = np.unique(np.asarray(placed.clusters), return_inverse=True)
    clusters = len(numbers)
    taken = times.astype(float)
    weights = class_weights(models[0].table, placed.is_positive, placed.weights)
    won = []
    for i, w in enumerate(odds):
        gained = np.where(placed.is_positive, 1.0, -w) * weights
        columns = [np.where(placed.places[m.name] < reached[m.name][i], gained, 0.0) for m in models]
        columns += [gained, np.zeros(len(gained))]
        sums = np.stack([np.bincount(of_row, column, minlength=clusters) for column in columns], axis=1)
        won.append(_shares_won(taken @ sums))
    return np.array(won)


def _benefits(flagged: NDArray[np.bool_], gained: Numbers) -> Numbers:
    """Return what a row of each pattern is worth to each strategy."""
    everybody, nobody = gained[:, None], np.zeros((len(gained), 1))
    return np.hstack([flagged * gained[:, None], everybody, nobody])


def _shares_won(benefits: Numbers) -> Numbers:
    """Return which share of the resamples each strategy won; equals share a win."""
    best = benefits.max(axis=1, keepdims=True)
    wins = benefits >= best - ROUNDING * np.maximum(1.0, np.abs(benefits).max(axis=1, keepdims=True))
    return np.asarray((wins / wins.sum(axis=1, keepdims=True)).mean(axis=0))
