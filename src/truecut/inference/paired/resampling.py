"""The paired bootstrap: rows are drawn once, and every model is judged on the same draw.

A draw says how often each row is taken. Added up by the places of a model's scores it is a score table again, so
nothing is sorted twice, and many draws are judged together as arrays. Rows of one class that stand at the same places
of all models are exchangeable and drawn together, so neither the order of the rows nor whether a row came twice or with
a weight of 2 changes a draw. Where rows belong to clusters, those are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.inference.losses import OF_PROBABILITIES
from truecut.inference.paired.operating_points import OperatingPoint, entries_at, rate_at
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.resampling.sampling_units import CountedRows, TwoClasses

REPLICATES = 2000
FEWEST_REPLICATES = 200
WORK = 50_000_000  # rows drawn in all, beyond which there are fewer replicates
AT_ONCE = 2_000_000  # rows drawn together
MOST_CODES = 2**31  # of places in several tables; a further table has fewer scores than that
FEW_OF_A_CLASS = 50  # below, a draw of all rows together could lose a class


@dataclass(frozen=True, eq=False)
class PairedDraws:
    """Score tables of several draws: how many positives and negatives have each score (a line per draw)."""

    model: Model
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]

    @property
    def tp(self) -> NDArray[np.float64]:
        """Return the positives flagged at each entry of the curve, nothing flagged first."""
        return _cumulated(self.positives)

    @property
    def fp(self) -> NDArray[np.float64]:
        """Return the negatives flagged at each entry of the curve."""
        return _cumulated(self.negatives)


@dataclass(frozen=True)
class MetricAtPoint:
    """A metric to compare models by, and where they are cut; the reference sets the point if its rate is matched."""

    entry: Metric
    parameters: Mapping[str, Any]
    point: OperatingPoint
    reference: str


@dataclass(frozen=True)
class PairedBootstrap:
    """How often the rows are drawn: as often as asked, or as often as they allow."""

    replicates: int | None
    seed: int

    def of(self, paired: PairedRows) -> int:
        """Return how many draws to make of these rows."""
        return self.replicates or max(FEWEST_REPLICATES, min(REPLICATES, WORK // max(len(paired.rows), 1)))


@dataclass(frozen=True, eq=False)
class PairedRows:
    """The rows that several models share, as units to be drawn again: a cell is a row, or several exchangeable ones."""

    rows: PlacedRows  # exchangeable ones put together, their number being their weight
    models: tuple[Model, ...]

    @classmethod
    def of(cls, rows: PlacedRows, models: Sequence[Model]) -> PairedRows:
        """Return the rows of these models."""
        if rows.clusters is not None or models[0].design.is_weighted:
            return cls(rows, tuple(models))
        return cls(exchangeable(rows, tuple(sorted(model.name for model in models))), tuple(models))

    @property
    def is_weighted(self) -> bool:
        """Say whether the rows have weights of importance."""
        return self.models[0].design.is_weighted

    @property
    def of_each_class(self) -> tuple[int, int]:
        """Return how many positive and negative rows there are; a repeated row is so many rows."""
        rows = self.rows
        each = None if self.is_weighted or rows.weights is None else rows.weights
        negatives, positives = np.bincount(rows.is_positive.astype(np.intp), each, minlength=2)
        return int(positives), int(negatives)

    def is_by_class(self, entry: Metric) -> bool:
        """Say whether positives and negatives are drawn apart: clusters, which hold both, never are."""
        if self.rows.clusters is not None:
            return False
        few = min(self.of_each_class) < FEW_OF_A_CLASS
        return few or entry.is_of_roc or self.models[0].design.fixes_prevalence

    def redrawn(self, draws: Draws, replicates: int, first: int = 0, *, by_class: bool) -> TwoClasses:
        """Return how much the positives and the negatives weigh in each cell of each draw."""
        rows, is_positive = self.rows, self.rows.is_positive
        if rows.clusters is not None:
            codes = np.unique(rows.clusters, return_inverse=True)[1]
            taken = draws.with_replacement(int(codes.max()) + 1, replicates, first=first)[:, codes]
            weights = np.ones(len(rows)) if rows.weights is None else rows.weights
            return taken * (weights * is_positive), taken * (weights * ~is_positive)
        each = np.ones(len(rows), np.int64) if self.is_weighted or rows.weights is None else rows.weights
        sides = CountedRows(each * is_positive, each * ~is_positive, by_class).redrawn(draws, replicates, first)
        if not self.is_weighted or rows.weights is None:
            return sides
        return sides[0] * rows.weights, sides[1] * rows.weights

    def resampled(self, bootstrap: PairedBootstrap, *, by_class: bool) -> Iterator[list[PairedDraws]]:
        """Return in blocks what each model's score table is in each draw."""
        places, draws, replicates = self.rows.places, Draws(bootstrap.seed, Purpose.PAIRED_ROWS), bootstrap.of(self)
        orders = {model.name: np.argsort(places[model.name], kind="stable") for model in self.models}
        starts = {m.name: np.searchsorted(places[m.name][orders[m.name]], np.arange(len(m.table))) for m in self.models}
        at_once = max(1, AT_ONCE // max(len(self.rows), 1))
        for first in range(0, replicates, at_once):
            sides = self.redrawn(draws, min(at_once, replicates - first), first, by_class=by_class)
            yield [
                PairedDraws(model, *(_added_up(side[:, orders[model.name]], starts[model.name]) for side in sides))
                for model in self.models
            ]


@lru_cache(maxsize=4)  # metrics of the same models are asked for in a row
def exchangeable(rows: PlacedRows, models: tuple[str, ...]) -> PlacedRows:
    """Return the rows with those put together that are of one class and at the same places of all models."""
    code = rows.is_positive.astype(np.int64)
    for model in models:
        code = code * len(rows.tables[model]) + rows.places[model]
        if code.max(initial=0) > MOST_CODES:
            code = np.unique(code, return_inverse=True)[1]
    _, first, cell = np.unique(code, return_index=True, return_inverse=True)
    numbers = np.rint(np.bincount(cell, rows.weights, minlength=len(first))).astype(np.int64)
    return replace(rows.taken(first), weights=numbers)


def values(drawn: Sequence[PairedDraws], wanted: MetricAtPoint) -> NDArray[np.float64]:
    """Return the metric of each model (a line each) in each draw; NaN where it is undefined."""
    entry, parameters = wanted.entry, wanted.parameters
    if entry.needs_only_counts:
        found = [entry.along(counts, **parameters) for counts in counts_at(drawn, wanted.point, wanted.reference)]
        return np.array([np.broadcast_to(line, len(drawn[0].positives)) for line in found])
    quick = QUICK.get(entry.name)
    if quick is not None:
        return np.array([quick(of_model) for of_model in drawn])
    return np.array([_one_by_one(of_model, entry, parameters) for of_model in drawn])


def values_in_draws(
    rows: PlacedRows, models: Sequence[Model], wanted: MetricAtPoint, bootstrap: PairedBootstrap
) -> NDArray[np.float64]:
    """Return the metric of each model (a line each) in draws of the rows."""
    paired = PairedRows.of(rows, models)
    blocks = paired.resampled(bootstrap, by_class=paired.is_by_class(wanted.entry))
    return np.concatenate([values(block, wanted) for block in blocks], axis=1)


def counts_at(drawn: Sequence[PairedDraws], point: OperatingPoint, reference: str) -> list[Counts]:
    """Return the four counts of each model in each draw, at thresholds that are found anew where they are not given."""
    curves = {of.model.name: (of.tp, of.fp) for of in drawn}
    own = {of.model.name: int(of.model.curve.reached([of.model.threshold])[0]) for of in drawn}
    target = None
    if not point.is_own:
        lines = len(drawn[0].positives)
        rates = None if point.target is not None else rate_at(point, *curves[reference], own[reference])
        target = np.full(lines, point.target) if rates is None else np.nan_to_num(rates)
    found = []
    for name, (tp, fp) in curves.items():
        keeps = target is None or (point.target is None and name == reference)
        entries = np.full(len(tp), own[name]) if keeps or target is None else entries_at(point, tp, fp, target)
        line = np.arange(len(tp))
        at_tp, at_fp = tp[line, entries], fp[line, entries]
        found.append(Counts(tp=at_tp, fp=at_fp, fn=tp[:, -1] - at_tp, tn=fp[:, -1] - at_fp))
    return found


def as_drawn(model: Model) -> PairedDraws:
    """Return the rows as they are, as the only draw."""
    table = model.table
    return PairedDraws(model, *(np.asarray(side, dtype=float)[None, :] for side in (table.positives, table.negatives)))


def cut_at(models: Mapping[str, Model], point: OperatingPoint, reference: str) -> dict[str, Model]:
    """Return the models cut where an operating point lies on the rows as they are."""
    found = counts_at([as_drawn(model) for model in models.values()], point, reference)
    cut = {}
    for model, counts in zip(models.values(), found, strict=True):
        flagged, scores = model.curve.counts.tp + model.curve.counts.fp, model.table.scores
        entry = int(np.argmin(np.abs(flagged.astype(float) - float(counts.tp[0] + counts.fp[0]))))
        towards = -1 if model.table.lower_is_positive else 1
        beyond_all = float(scores[0]) + towards * max(1.0, abs(float(scores[0])))
        cut[model.name] = model.cut_at(scores[entry - 1].item() if entry else beyond_all)
    return cut


def _added_up(rows: NDArray[Any], starts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the sums of rows that share a score, in each of several draws."""
    if len(starts) == rows.shape[1]:
        return rows.astype(float)
    return np.asarray(np.add.reduceat(rows, starts, axis=1, dtype=float))


def _cumulated(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.zeros((len(columns), columns.shape[1] + 1))
    np.cumsum(columns, axis=1, out=found[:, 1:])
    return found


def _areas(drawn: PairedDraws) -> NDArray[np.float64]:
    above = drawn.tp[:, :-1] + drawn.positives / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(
            (drawn.negatives * above).sum(axis=1) / (drawn.positives.sum(axis=1) * drawn.negatives.sum(axis=1))
        )


def _average_precisions(drawn: PairedDraws) -> NDArray[np.float64]:
    tp, flagged = drawn.tp[:, 1:], drawn.tp[:, 1:] + drawn.fp[:, 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        gained = np.where(drawn.positives > 0, drawn.positives * tp / flagged, 0.0)
        return np.asarray(gained.sum(axis=1) / tp[:, -1])


def _mean_losses(name: str) -> Callable[[PairedDraws], NDArray[np.float64]]:
    def means(drawn: PairedDraws) -> NDArray[np.float64]:
        scores = drawn.model.table.scores.astype(float)
        with np.errstate(divide="ignore", invalid="ignore"):
            of_positives, of_negatives = (loss(scores) for loss in OF_PROBABILITIES[name])
            lost = [
                np.where(rows > 0, rows * loss, 0.0).sum(axis=1)
                for rows, loss in ((drawn.positives, of_positives), (drawn.negatives, of_negatives))
            ]
        return np.asarray(sum(lost) / (drawn.positives + drawn.negatives).sum(axis=1))

    return means


def _one_by_one(drawn: PairedDraws, entry: Metric, parameters: Mapping[str, Any]) -> NDArray[np.float64]:
    found = []
    for positives, negatives in zip(drawn.positives, drawn.negatives, strict=True):
        there = positives + negatives > 0
        sides = positives[there], negatives[there]
        table = ScoreTable(
            drawn.model.table.scores[there],
            *(sides * 3),
            weights=drawn.model.table.weights,
            lower_is_positive=drawn.model.table.lower_is_positive,
        )
        found.append(float(entry.of(CountsCurve(table), **parameters)))
    return np.array(found)


QUICK: dict[str, Callable[[PairedDraws], NDArray[np.float64]]] = {
    "roc_auc": _areas,
    "gini": lambda drawn: 2 * _areas(drawn) - 1,
    "average_precision": _average_precisions,
    **{name: _mean_losses(name) for name in ("brier", "log_loss")},
}
