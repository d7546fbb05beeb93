"""A tally that runs along: batches are counted as they come, and may be forgotten.

Whatever the batches are, the table is that of all rows together, and tallies of disjoint rows add up. A tally that is
saved and loaded goes on where it was; `batches` says how many it has seen, so that whoever feeds it can resume.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.errors import BadLabel, Incompatible
from truecut.kernel import are_binary
from truecut.stored import load, save
from truecut.table import ScoreTable, Weights

KIND = "tally"


class Tally:
    """A score table that grows batch by batch.

    >>> tally = Tally()
    >>> for labels, scores in ([1, 0], [0.9, 0.2]), ([1, 0], [0.6, 0.7]):
    ...     tally.update(labels, scores)
    >>> tally.batches, tally.table.scores.tolist()
    (2, [0.9, 0.7, 0.6, 0.2])
    """

    def __init__(
        self,
        *,
        positive: str | float | None = None,
        weights_are: Weights | str = Weights.IMPORTANCE,
        lower_is_positive: bool = False,
    ) -> None:
        """Start with no rows; `positive` is the label that counts as positive where labels are not 0 and 1."""
        self.positive = positive
        self.weights_are = Weights(weights_are)
        self.lower_is_positive = lower_is_positive
        self.batches = 0
        self._tables: list[ScoreTable] = []

    def update(self, labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> None:
        """Count one more batch; if it cannot be counted, the tally stays what it was."""
        table = ScoreTable.from_rows(
            self._is_positive(np.asarray(labels)),
            scores,
            weights,
            weights_are=self.weights_are,
            lower_is_positive=self.lower_is_positive,
        )
        self._tables = _with_another(self._tables, table)
        self.batches += 1

    @property
    def table(self) -> ScoreTable:
        """Return the table of all rows so far, which `truecut.evaluate` takes as it is."""
        if not self._tables:
            return ScoreTable.from_rows([], np.array([]), lower_is_positive=self.lower_is_positive)
        while len(self._tables) > 1:
            *earlier, before, last = self._tables
            self._tables = [*earlier, before + last]
        return self._tables[0]

    @property
    def rows(self) -> int:
        """Return how many rows were counted."""
        return sum(table.rows for table in self._tables)

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of the batches of both."""
        if not isinstance(other, Tally):
            return NotImplemented
        if self._meaning != other._meaning:
            raise Incompatible(
                "The tallies read labels, weights or scores differently (positive, weights_are, lower_is_positive), so "
                "they do not add up."
            )
        total = self._like_this()
        total.batches = self.batches + other.batches
        total._tables = _with_another([self.table], other.table)
        return total

    def save(self, path: str | Path) -> None:
        """Write the tally to one file, which is there whole or not at all; `Tally.load` reads it."""
        content = {
            "positive": self.positive,
            "weights_are": self.weights_are.value,
            "lower_is_positive": self.lower_is_positive,
            "batches": self.batches,
            "table": self.table.as_stored(),
        }
        save(path, KIND, content)

    @classmethod
    def load(cls, path: str | Path) -> Tally:
        """Read a tally that `save` wrote, and go on with it."""
        stored = load(path, KIND)
        names = ("positive", "weights_are", "lower_is_positive")
        tally = cls(**{name: stored[name] for name in names})
        tally.batches = int(stored["batches"])
        table = ScoreTable.from_stored(stored["table"])
        tally._tables = [table] if len(table) else []
        return tally

    def __repr__(self) -> str:
        return f"Tally of {self.rows:,} rows in {self.batches:,} batch{'' if self.batches == 1 else 'es'}"

    @property
    def _meaning(self) -> tuple[Any, ...]:
        return self.positive, self.weights_are, self.lower_is_positive

    def _like_this(self) -> Tally:
        return Tally(positive=self.positive, weights_are=self.weights_are, lower_is_positive=self.lower_is_positive)

    def _is_positive(self, labels: NDArray[Any]) -> NDArray[np.bool_]:
        if self.positive is not None:
            return np.asarray(labels == self.positive, dtype=bool) & np.ones(len(labels), dtype=bool)
        # A batch may lack a class, so what the others hold cannot be found out from it.
        if len(labels) and not are_binary(labels):
            raise BadLabel(
                "The labels of a batch are not 0 and 1; say which one is positive when the tally is made: "
                "Tally(positive='yes')."
            )
        return labels.astype(bool)


def _with_another(tables: list[ScoreTable], table: ScoreTable) -> list[ScoreTable]:
    """Add a table to a pile in which each is at least twice as long as the next.

    A row is then merged as many times as the pile can double, not once for every batch that follows.
    """
    pile = [*tables, table] if len(table) else list(tables)
    while len(pile) > 1 and len(pile[-2]) < 2 * len(pile[-1]):
        *earlier, before, last = pile
        pile = [*earlier, before + last]
    return pile
