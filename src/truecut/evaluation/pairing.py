"""Models whose rows an engine holds, compared on the same rows.

Score tables do not say which rows they share. A second pass, made when a comparison is first asked for, counts the rows
by class and by where every model puts them. By single scores that is exact; where there are too many combinations, by
cells, and then it is computed how far off the standard error of a difference of areas can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import inf, prod, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.error_bounds import bound_of
from truecut.engines.coupled_rows import (
    CoupledRows,
    JointCounts,
    JointRequest,
    TableCells,
    placed_by_counts,
    places_in_table,
)
from truecut.inference.delong import placements
from truecut.words.numerals import percent

NUMBERS_OF_CELLS = (1024, 256, 64, 16)  # of each model: as many as leave few enough combinations

Numbers = NDArray[np.float64]


class JoiningEngine(Protocol):
    """An engine that counts rows by where several models put them."""

    @property
    def engine(self) -> str:
        """Say what counts."""
        ...

    def together(self, asked: JointRequest) -> JointCounts:
        """Count the rows of each combination of class and places."""
        ...

    def combinations_of(self, asked: JointRequest, most: int) -> int:
        """Return how many combinations there are; if more than `most`, any larger number."""
        ...


@dataclass(frozen=True, eq=False)
class RowsElsewhere:
    """The way back to rows that an engine holds: called, it counts them together, once."""

    engine: JoiningEngine
    asked: JointRequest
    models: Mapping[str, Model]
    most: int  # combinations that come here
    is_exact: bool  # because the user said so, however many combinations there are

    def __call__(self) -> CoupledRows | None:
        """Return the rows of all models, or None if there are too many combinations even of few cells."""
        return self._found

    @cached_property
    def _found(self) -> CoupledRows | None:
        tables = {name: model.table for name, model in self.models.items()}
        if self._fit_by_score():
            counts = self.engine.together(self.asked)
            places = {name: places_in_table(tables[name], scores) for name, scores in counts.places.items()}
            return self._placed(replace(counts, places=places), {n: TableCells.single(t) for n, t in tables.items()})
        if self.asked.weights_are == Weights.IMPORTANCE:
            return None  # the weights of the rows of a cell would have to be known one by one
        for number in NUMBERS_OF_CELLS:
            cells = {
                name: TableCells.even(model.table, number, int(model.curve.reached([model.threshold])[0]))
                for name, model in self.models.items()
            }
            asked = replace(self.asked, edges={name: of.edges for name, of in cells.items()})
            if self._fit(asked, 2 * prod(map(len, cells.values()))):
                return self._placed(self.engine.together(asked), cells)
        return None

    def _fit_by_score(self) -> bool:
        rows = next(iter(self.models.values())).table.rows
        if self.is_exact or rows <= self.most:
            return True
        if self.asked.weights_are == Weights.IMPORTANCE or any(m.table.ends is not None for m in self.models.values()):
            return False
        return self._fit(self.asked, rows)

    def _fit(self, asked: JointRequest, at_most: int) -> bool:
        return at_most <= self.most or self.engine.combinations_of(asked, self.most) <= self.most

    def _placed(self, counts: JointCounts, cells: Mapping[str, TableCells]) -> CoupledRows:
        rows = placed_by_counts(counts, cells, self.most)
        return replace(rows, said=f"comparison: rows paired on {self.engine.engine}{_how(rows, counts, cells)}")


def _how(rows: CoupledRows, counts: JointCounts, cells: Mapping[str, TableCells]) -> str:
    combined = f", {len(counts.rows):,} combinations of class and scores"
    if all(len(of) == len(of.table) and of.table.ends is None for of in cells.values()):
        return combined
    if counts.weights is not None:
        return f"{combined}, as far as the cells of the tables tell them apart"
    number = max(map(len, cells.values()))
    off = max(error_of_errors(rows, counts, cells, pair) for pair in combinations(cells, 2))
    most = "an unknown share" if off == inf else percent(off)
    return (
        f" in up to {number:,} cells of each model; the standard error of a difference of areas is off by at most "
        f"{most}"
    )


def error_of_errors(
    rows: CoupledRows, counts: JointCounts, cells: Mapping[str, TableCells], pair: tuple[str, str]
) -> float:
    """Return by which share the standard error of a difference of two areas may be off.

    What is unknown is how placements go together inside cells, which Cauchy and Schwarz bound, and the order of
    rows inside the cells of the tables themselves.
    """
    tables = [cells[name].table for name in pair]
    if min(float(tables[0].total_positive), float(tables[0].total_negative)) < 2:
        return inf
    seen = [placements(CountsCurve(table)) for table in tables]
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.astype(float)
    in_cells = 6 * sum(bound_of(table).roc_auc for table in tables)
    variance = error = 0.0
    for side, is_positive in enumerate((True, False)):
        of_class, entries = rows.is_positive == is_positive, counts.is_positive == is_positive
        number = float(weights[of_class].sum())
        values = [seen[k][side][rows.places[name][of_class]] for k, name in enumerate(pair)]
        difference = values[0] - values[1]
        centred = difference - float(weights[of_class] @ difference) / number
        variance += float(weights[of_class] @ centred**2) / (number - 1) / number
        joint = counts.rows[entries].astype(float)
        sides = [
            _Side.of(cells[name], counts.places[name][entries], seen[k][side], is_positive)
            for k, name in enumerate(pair)
        ]
        dealt_sum = float(weights[of_class] @ (values[0] * values[1]))
        error += (2 * _unknown(joint, sides[0], sides[1], dealt_sum) + in_cells * number) / (number - 1) / number
    if not variance:
        return 0.0 if not error else inf
    return 1 - sqrt(max(0.0, 1 - error / variance))


@dataclass(frozen=True, eq=False)
class _Side:
    """One model's placements of a class: the cell of each entry, and by cell their mean and their squares around it."""

    cell: NDArray[np.intp]
    means: Numbers
    squares: Numbers

    @classmethod
    def of(cls, cells: TableCells, cell: NDArray[np.intp], by_place: Numbers, is_positive: bool) -> _Side:
        rows = np.asarray(cells.table.positives if is_positive else cells.table.negatives, dtype=float)
        number = cells.sums(rows)
        with np.errstate(invalid="ignore"):
            means = np.where(number > 0, cells.sums(rows * by_place) / number, 0.0)
        inside = by_place - np.repeat(means, np.diff(np.append(cells.starts, len(rows))))
        return cls(cell, means, cells.sums(rows * inside**2))


def _unknown(rows: Numbers, first: _Side, second: _Side, dealt_sum: float) -> float:
    """Return how far the sum of products of placements may be from the one that was dealt."""
    by_means = float(rows @ (first.means[first.cell] * second.means[second.cell]))
    inside = sqrt(first.squares.sum() * second.squares.sum())
    for one, other in ((first, second), (second, first)):
        # How much the other model's means vary inside a cell of this one, beside how much this one's placements do.
        number, means = np.bincount(one.cell, rows, len(one.means)), other.means[other.cell]
        sums = np.bincount(one.cell, rows * means, len(one.means))
        with np.errstate(invalid="ignore"):
            middle = np.where(number > 0, sums / number, 0.0)
        spread = np.bincount(one.cell, rows * (means - middle[one.cell]) ** 2, len(one.means))
        inside += float(np.sqrt(spread * one.squares).sum())
    return inside + abs(dealt_sum - by_means)
