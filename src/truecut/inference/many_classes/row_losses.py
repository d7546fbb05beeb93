"""How sure one can be of the log loss and the Brier score of many classes, which are means over rows.

Both are found from the table of the classes, so a table that was saved or added up tells as much as the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.class_scores import brier_of_shares, class_shares, entropy_of_shares, own_probabilities
from truecut.catalogue.measures.loss_moments import Moments
from truecut.counting.class_rows import ClassRows
from truecut.counting.class_table import ClassTable, brier_losses
from truecut.inference.losses import Losses, two_points


@dataclass(frozen=True, eq=False)
class ClassLosses:
    """Distinct losses with the weight of the rows that have them, and the true class of these rows."""

    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    squares: NDArray[np.float64]
    places: NDArray[np.intp]
    rows: float

    @classmethod
    def of(cls, table: ClassTable, kind: str, rows: ClassRows | None = None) -> ClassLosses | None:
        """Return what rows lose; None where the table does not know, and rows that would are not at hand."""
        if kind == "log":
            return cls._log(table)
        # The moments of a class do not tell whether its heavy rows lose more than the others.
        return (None if rows is None else cls._of_rows(rows)) if table.is_weighted else cls._brier(table)

    @classmethod
    def _of_rows(cls, rows: ClassRows) -> ClassLosses:
        assert rows.scores is not None
        losses, weights = brier_losses(rows.scores, rows.truth), rows.weight.astype(float)
        return cls(losses, weights, rows.squared_weight.astype(float), rows.truth, float(len(rows)))

    @property
    def within_classes(self) -> ClassLosses:
        """Return losses that differ from their mean as from that of their class: how common each is does not vary."""
        total = np.bincount(self.places, self.weights)
        means = np.bincount(self.places, self.weights * self.values) / np.where(total > 0, total, 1)
        overall = float((self.weights * self.values).sum() / self.weights.sum())
        return replace(self, values=self.values - means[self.places] + overall)

    @classmethod
    def _log(cls, table: ClassTable) -> ClassLosses:
        parts = []
        for place in range(len(table.classes)):
            scores, weights, squares = own_probabilities(table, place)
            with np.errstate(divide="ignore"):
                parts.append((-np.log(scores), weights, squares, np.full(len(scores), place)))
        return cls._of_parts(parts, table)

    @classmethod
    def _brier(cls, table: ClassTable) -> ClassLosses | None:
        """Return two losses for each class that have the first three moments of the class's own.

        Hall's interval asks for no more than these moments.
        """
        if table.losses is None:
            return None
        parts = []
        for place, rows in enumerate(table.true):
            if rows:
                values, weights = _two_points(table.losses.moments(place, float(rows)), float(rows))
                parts.append((values, weights, weights, np.full(len(values), place)))
        return cls._of_parts(parts, table)

    @classmethod
    def _of_parts(cls, parts: list[tuple[Any, ...]], table: ClassTable) -> ClassLosses:
        values, weights, squares, places = (np.concatenate(column) for column in zip(*parts, strict=True))
        if not table.is_weighted:
            squares, rows = weights, float(np.sum(weights))
        else:
            rows = float(table.rows)
        return cls(values, weights.astype(float), squares.astype(float), places, rows)

    def mean(self, scale: float = 1.0) -> Losses:
        """Return the losses as those of a mean, divided by something."""
        return Losses(self.values / scale, self.weights, self.squares, self.rows)

    def skill(self, table: ClassTable, kind: str, *, fixes_classes: bool = False) -> Losses:
        """Return what each row adds to the skill: to the loss of the model, less to that of the shares of the classes.

        With shares π, the shares lose 1 - Σπ² by Brier's score, which a row of class i moves by -2 (π_i - Σπ²), and
        -Σ π ln π by the log loss, which it moves by -ln π_i - that.
        """
        share, loss = class_shares(table), float((self.weights * self.values).sum() / self.weights.sum())
        if kind == "log":
            without = entropy_of_shares(table)
            with np.errstate(divide="ignore"):
                moved = -np.log(share)[self.places] - without
        else:
            without = brier_of_shares(table)
            moved = -2 * (share[self.places] - (share**2).sum())
        moved = 0.0 * moved if fixes_classes else moved
        influence = loss / without**2 * moved - (self.values - loss) / without
        return Losses(1 - loss / without + influence, self.weights, self.squares, self.rows)


def _two_points(moments: tuple[float, float, float], rows: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    mean, second, third = moments
    variance = second - mean**2
    if variance <= 1e-12 * max(second, 1e-300):
        variance = 0.0
    return two_points(Moments(rows, mean, rows * variance, rows * (third - 3 * mean * second + 2 * mean**3)))
