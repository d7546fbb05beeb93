"""A tally that runs along: batches are counted as they come, and may be forgotten.

Whatever the batches are, the table is that of all rows together, and tallies of disjoint rows add up. A tally that is
saved and loaded goes on where it was; `batches` says how many it has seen, so that whoever feeds it can resume.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.counting.stored_table import table_as_stored, table_from_stored
from truecut.data.labels import shown
from truecut.errors import BadCall, BadLabel, BadScore, Incompatible
from truecut.kernel import are_binary
from truecut.storage.saved_file import load, save
from truecut.words import counted

KIND = "tally"
NOTHINGS = frozenset({"NoneType", "NAType", "NaTType"})  # of Python, and of pandas


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
        if weights_are not in (Weights.IMPORTANCE, Weights.REPEATED):
            raise BadCall(f"weights_are must be 'importance' or 'repeated', not {str(weights_are)!r}.")
        self.positive = positive
        self.weights_are = Weights(weights_are)
        self.lower_is_positive = lower_is_positive
        self.batches = 0
        self._tables: list[ScoreTable] = []

    def update(self, labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> None:
        """Count one more batch; if it cannot be counted, the tally stays what it was."""
        table = ScoreTable.from_rows(
            _is_positive(np.asarray(labels), self.positive),
            _numbers(np.asarray(scores)),
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

    def __radd__(self, other: object) -> Tally:
        """Return the tally itself for 0, with which `sum` starts."""
        return self if other == 0 else NotImplemented

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
            "table": table_as_stored(self.table),
        }
        save(path, KIND, content)

    @classmethod
    def load(cls, path: str | Path) -> Tally:
        """Read a tally that `save` wrote, and go on with it."""
        stored = load(path, KIND)
        stored.hold_only("positive", "weights_are", "lower_is_positive", "batches", "table")
        positive = stored.content["positive"]
        if not isinstance(positive, str | int | float | None):
            raise stored.problem("is not a label", "positive")
        tally = cls(
            positive=positive,
            weights_are=stored.one_of("weights_are", (Weights.IMPORTANCE, Weights.REPEATED)),
            lower_is_positive=stored.flag("lower_is_positive"),
        )
        tally.batches = stored.whole("batches")
        table = table_from_stored(stored.part("table"))
        if table.lower_is_positive != tally.lower_is_positive or table.weights not in (Weights.NONE, tally.weights_are):
            raise stored.problem("was counted in another way than the tally counts", "table")
        tally._tables = [table] if len(table) else []
        return tally

    def __repr__(self) -> str:
        return f"Tally of {self.rows:,} rows in {self.batches:,} batch{'' if self.batches == 1 else 'es'}"

    @property
    def _meaning(self) -> tuple[Any, ...]:
        return self.positive, self.weights_are, self.lower_is_positive

    def _like_this(self) -> Tally:
        return Tally(positive=self.positive, weights_are=self.weights_are, lower_is_positive=self.lower_is_positive)


def _is_positive(labels: NDArray[Any], positive: str | float | None) -> NDArray[np.bool_]:
    """Say which rows are positive; a batch may lack a class, so what the others hold cannot be found out from it."""
    if labels.ndim != 1:
        raise BadLabel(f"Labels must be one per row, but they have the shape {labels.shape}.")
    absent = _absent(labels)
    if absent.any():
        raise BadLabel(
            f"{int(absent.sum()):,} of {counted(len(labels), 'label')} are missing (the first in row "
            f"{int(np.argmax(absent)) + 1:,} of the batch); leave those rows out."
        )
    if positive is not None:
        return _matching(labels, positive)
    if len(labels) and not are_binary(labels):
        raise BadLabel(
            "The labels of a batch are not 0 and 1; say which one is positive when the tally is made: "
            "Tally(positive='yes')."
        )
    return labels.astype(bool)


def _matching(labels: NDArray[Any], positive: str | float) -> NDArray[np.bool_]:
    """Compare labels with the positive one as they are shown: 1, 1.0 and "1" are one label."""
    name = shown(positive)
    if labels.dtype.kind == "U":
        return np.asarray(labels == name)
    if labels.dtype.kind == "O":
        return np.fromiter((shown(label) == name for label in labels), bool, count=len(labels))
    try:
        return np.asarray(labels == _number(name))
    except ValueError:
        raise BadLabel(
            f"The labels of a batch are of type {labels.dtype}, and none of them can be {positive!r}, the positive one "
            "of the tally."
        ) from None


def _number(name: str) -> float:
    """Return the number that a label spells; a whole one stays exact at any size."""
    if name in ("True", "False"):
        return int(name == "True")
    return int(name) if name.lstrip("-").isdigit() else float(name)


def _absent(labels: NDArray[Any]) -> NDArray[np.bool_]:
    if labels.dtype.kind == "f":
        return np.asarray(np.isnan(labels))
    if labels.dtype.kind != "O":
        return np.zeros(len(labels), bool)
    missing = (type(label).__name__ in NOTHINGS or label != label for label in labels)
    return np.fromiter(missing, bool, count=len(labels))


def _numbers(scores: NDArray[Any]) -> NDArray[Any]:
    """Return scores that came as objects as floats, in which None is not a number."""
    if scores.dtype.kind != "O":
        return scores
    try:
        return scores.astype(float)
    except (TypeError, ValueError):
        raise BadScore("Scores must be numbers, but some of them are not.") from None


def _with_another(tables: list[ScoreTable], table: ScoreTable) -> list[ScoreTable]:
    """Add a table to a pile in which each is at least twice as long as the next.

    A row is then merged as many times as the pile can double, not once for every batch that follows. A table of
    another kind is merged at once, so that it is refused with its batch if it does not add up.
    """
    pile = [*tables, table] if len(table) else list(tables)
    while len(pile) > 1 and (len(pile[-2]) < 2 * len(pile[-1]) or _differ(pile[-2], pile[-1])):
        *earlier, before, last = pile
        pile = [*earlier, before + last]
    return pile


def _differ(ours: ScoreTable, theirs: ScoreTable) -> bool:
    return ours.weights != theirs.weights or ours.scores.dtype != theirs.scores.dtype
