"""How many rows two models flag together, at pairs of cuts that a reader may set side by side.

Only rows that two models decide differently tell them apart, and how many those are does not follow from what each of
them flags. Of every pair of models the page knows it where both are at their cheapest cut, for any price of mistakes
and any share of positives, and at a grid of equal recall, equal precision, equal volume and equal threshold. Between
those the number is known to lie between two others, since it only grows as either model flags more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import FLAGGED
from truecut.counting.placed_rows import PlacedRows
from truecut.kernel.portable_hulls import corners_of_hull
from truecut.summaries.report.thinning import column_of
from truecut.summaries.report.tree import ModelCharts, PairedCuts

MOST_MODELS = 10  # of more there would be too many pairs
MOST_STEPS, FEWEST_STEPS = 100, 10  # of a grid
STEPS_TOGETHER = 400  # of one grid, over all pairs
Places = NDArray[np.intp]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KeptCuts:
    """A model at the cuts that the page has of it; the first flags nothing."""

    charts: ModelCharts
    tp: Numbers
    fp: Numbers
    entries: Places  # of the model's curve

    @classmethod
    def of(cls, charts: ModelCharts) -> KeptCuts:
        """Return the cuts of a model's charts."""
        cuts = charts.cuts
        entries = charts.summary.model.curve.reached(cuts.scores).astype(np.intp)
        return cls(charts, np.array([0.0, *cuts.tp]), np.array([0.0, *cuts.fp]), np.append(0, entries))

    @property
    def rates(self) -> tuple[Numbers, Numbers]:
        """Return the share of either class that each cut flags."""
        return self.tp / self.charts.positives, self.fp / self.charts.negatives

    @property
    def only(self) -> int | None:
        """Return the one cut of hard predictions."""
        if not self.charts.is_hard:
            return None
        return int(np.searchsorted(self.entries, self.charts.summary.model.curve.reached([FLAGGED])[0]))

    def at_volume(self, share: float, grid: Numbers) -> Places:
        """Return the first cut that flags each share of all rows where positives are so common."""
        tpr, fpr = self.rates
        volume = share * tpr + (1 - share) * fpr
        return np.searchsorted(volume, grid - 1e-12).clip(0, len(volume) - 1)

    def at_recall(self, grid: Numbers) -> Places:
        """Return the first cut that catches each share of the positives."""
        return np.searchsorted(self.rates[0], grid - 1e-12).clip(0, len(self.tp) - 1)

    def at_precision(self, share: float, grid: Numbers) -> Places:
        """Return the last cut of each precision where positives are so common; without one, nothing is flagged."""
        tpr, fpr = (rate[None, 1:] for rate in self.rates)
        reaches = share * tpr / (share * tpr + (1 - share) * fpr) >= grid[:, None] - 1e-12
        return np.where(reaches.any(axis=1), len(self.tp) - 1 - reaches[:, ::-1].argmax(axis=1), 0)

    def at_threshold(self, grid: Numbers) -> Places:
        """Return what each threshold flags."""
        curve = self.charts.summary.model.curve
        return np.searchsorted(self.entries, curve.reached(grid), side="right") - 1

    def flagging(self, rows: PlacedRows) -> Places:
        """Return the first cut that flags each row; the last flags all."""
        name = self.charts.summary.name
        return np.searchsorted(self.entries, rows.places[name], side="right")


def pairs_of(models: Sequence[ModelCharts], rows: PlacedRows | None) -> tuple[PairedCuts, ...] | None:
    """Return what pairs of models flag together; None where models are too many or rows are not known."""
    if rows is None or not 1 < len(models) <= MOST_MODELS or not all(m.positives and m.negatives for m in models):
        return None
    kept = [KeptCuts.of(model) for model in models]
    steps = min(MOST_STEPS, max(FEWEST_STEPS, STEPS_TOGETHER // comb(len(kept), 2)))
    flagging = [one.flagging(rows) for one in kept]
    return tuple(
        _paired((a, b), (kept[a], kept[b]), (flagging[a], flagging[b]), rows, steps)
        for a, b in combinations(range(len(kept)), 2)
    )


def _paired(
    models: tuple[int, int],
    kept: tuple[KeptCuts, KeptCuts],
    flagging: tuple[Places, Places],
    rows: PlacedRows,
    steps: int,
) -> PairedCuts:
    pairs = np.array(_matched(*kept, steps), dtype=np.intp)
    code = flagging[0] * (len(kept[1].tp) + 1) + flagging[1]
    shape = (len(kept[0].tp) + 1, len(kept[1].tp) + 1)  # as many first cuts, one of them beyond the last

    def together(of: NDArray[np.bool_], weights: NDArray[Any] | None) -> tuple[float, ...]:
        """Return the sum of weights of the rows of a class that both models flag, at each pair."""
        each = None if weights is None else weights[of]
        cells = np.bincount(code[of], each, minlength=shape[0] * shape[1]).reshape(shape)
        return column_of(cells.cumsum(axis=0).cumsum(axis=1)[pairs[:, 0], pairs[:, 1]])

    squares: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    if kept[0].charts.cuts.tp_squares and rows.weights is not None:
        of_squares = rows.weights.astype(float) ** 2
        squares = together(rows.is_positive, of_squares), together(~rows.is_positive, of_squares)
    return PairedCuts(
        *models,
        tuple(pairs[:, 0].tolist()),
        tuple(pairs[:, 1].tolist()),
        together(rows.is_positive, rows.weights),
        together(~rows.is_positive, rows.weights),
        *squares,
    )


def _matched(first: KeptCuts, second: KeptCuts, steps: int) -> list[tuple[int, int]]:
    """Return the pairs of cuts at which a reader may look, way after way: steps between neighbours are small then."""
    model = first.charts.summary.model
    rows = first.charts.positives + first.charts.negatives
    share = first.charts.positives / rows if model.situation.prevalence is None else model.situation.prevalence
    grid = np.arange(1, steps + 1) / steps
    thresholds = _thresholds((first, second), grid)
    ways = [
        [one.at_recall(grid) for one in (first, second)],
        [one.at_precision(share, grid) for one in (first, second)],
        [one.at_volume(share, grid**2) for one in (first, second)],  # squares: where positives are rare few are flagged
        [one.at_threshold(thresholds) for one in (first, second)],
        _at_cheapest(first, second),
    ]
    if first.only is not None or second.only is not None:  # beside one point the other model may be at any cut
        ways.append([np.arange(len(one.tp)) if one.only is None else np.array([one.only]) for one in (first, second)])
    found: dict[tuple[int, int], None] = {}
    for way in ways:
        cuts = [column if one.only is None else one.only for one, column in zip((first, second), way, strict=True)]
        found.update(
            dict.fromkeys(
                zip(*(column.tolist() for column in np.broadcast_arrays(*map(np.atleast_1d, cuts))), strict=True)
            )
        )
    return list(found)


def _thresholds(both: Sequence[KeptCuts], grid: Numbers) -> Numbers:
    """Return thresholds over the scores of both models: the shares of a hundred, where they are probabilities."""
    scores = [np.asarray(one.charts.cuts.scores) for one in both if one.only is None]
    if not scores or all(one.charts.are_probabilities for one in both if one.only is None):
        return grid
    finite = np.concatenate(scores)
    finite = finite[np.isfinite(finite)]
    return finite.min() + grid * (finite.max() - finite.min()) if len(finite) else grid


def _at_cheapest(first: KeptCuts, second: KeptCuts) -> list[Places]:
    """Return the cheapest cuts of both as the price of a false alarm falls from infinite to nothing."""
    corners = [corners_of_hull(one.fp, one.tp) for one in (first, second)]
    slopes = []
    for one, of in zip((first, second), corners, strict=True):
        tpr, fpr = (rate[of] for rate in one.rates)
        with np.errstate(divide="ignore"):
            slopes.append(np.diff(tpr) / np.diff(fpr))
    order = np.argsort(-np.concatenate(slopes), kind="stable")
    is_first = order < len(slopes[0])
    return [of[np.append(0, np.cumsum(moves))] for of, moves in zip(corners, (is_first, ~is_first), strict=True)]
