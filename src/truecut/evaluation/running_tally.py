"""A tally that runs along: batches are counted as they come, and may be forgotten.

Whatever the batches are, the table is that of all rows together, and tallies of disjoint rows add up. A tally that is
saved and loaded goes on where it was; `batches` says how many it has seen, so that whoever feeds it can resume.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import as_spelled, distinct, read_labels, shown
from truecut.data.request import Missing, Reading, Roles
from truecut.data.rows import are_complete, as_numbers, complete_rows
from truecut.errors import BadCall, BadScore, Incompatible
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.engines.column_statistics import ValueCounts

KIND = "tally"
NO_LABEL = "\x00"  # the negative class of a tally that knows the positive one only


class Tally(Shown):
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
        positive: object = None,
        classes: Sequence[object] = (),
        weights_are: Weights | str = Weights.IMPORTANCE,
        lower_is_positive: bool = False,
        missing: str = Missing.ERROR,
    ) -> None:
        """Start with no rows; `positive`, `classes` and `missing` are those of `evaluate`."""
        if weights_are not in (Weights.IMPORTANCE, Weights.REPEATED):
            raise BadCall(f"weights_are must be 'importance' or 'repeated', not {str(weights_are)!r}.")
        self.positive = None if positive is None else shown(positive)
        self.classes = tuple(map(shown, classes))
        self.weights_are = Weights(weights_are)
        self.lower_is_positive = lower_is_positive
        self.missing = Missing(missing)
        self.batches = 0
        self._labels: dict[str, int] = {}  # rows of each label so far
        self._tables: list[ScoreTable] = []
        self.files: tuple[Path, ...] = ()  # that it was loaded from, which what it tells is not written over

    def update(self, labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> None:
        """Count one more batch; if it cannot be counted, the tally stays what it was.

        `labels`, `scores` and `weights` are arrays of the same length. Labels are judged by those of all batches so
        far, since one batch may lack a class.

        >>> tally = Tally()
        >>> tally.update([1, 1], [0.9, 0.2])
        >>> tally.update([0, 0], [0.3, 0.1])
        >>> tally.table.rows
        4
        """
        from truecut.counting.aligned_series import require_aligned
        from truecut.readers.array_columns import are_told_apart
        from truecut.readers.frames import column_from_values

        arrays = {"labels": labels, "scores": scores, "weights": weights}
        require_aligned(arrays)
        if isinstance(scores, Iterable) and not are_told_apart(scores):
            raise BadScore(
                "A tally forgets its rows, so it could not tell scores of more than 15 digits from those of another "
                "batch; round them, or rank them first."
            )
        columns = {name: column_from_values(name, values) for name, values in arrays.items() if values is not None}
        given = as_numbers(
            Roles(as_spelled(columns["labels"]), {"scores": columns["scores"]}, weight=columns.get("weights"))
        )
        if any(len(column) for column in given.counted) and not self._drops_all(given):
            complete = complete_rows(given.counted, "the batch", Reading(missing=self.missing))
            given = given if complete.all() else given.each(lambda column: column.keep(complete))
            seen = _both(self._labels, distinct(given.label))
            table = ScoreTable.from_rows(
                self._is_positive(given.label, seen),
                given.scores["scores"].values,
                None if given.weight is None else given.weight.values,
                weights_are=self.weights_are,
                lower_is_positive=self.lower_is_positive,
            )
            # Both at once and last: a batch that fails anywhere above has changed nothing.
            self._tables, self._labels = _with_another(self._tables, table), seen
        self.batches += 1

    def _drops_all(self, batch: Roles[Column]) -> bool:
        """Say whether every row of a batch is to be dropped: a stream goes on where a file would be refused."""
        same_length = len({len(column) for column in batch.counted}) == 1
        return same_length and self.missing == Missing.DROP and not are_complete(batch.counted).any()

    def _is_positive(self, label: Column, seen: Mapping[str, int]) -> NDArray[np.bool_]:
        from truecut.engines.column_statistics import labels_among

        found = labels_among(_counted(seen), self.positive, self._may_occur(seen))
        return read_labels(label, found.positive, (*seen, found.positive, found.negative)).is_positive

    def _may_occur(self, seen: Mapping[str, int]) -> tuple[str, ...]:
        """Return the classes: those declared, or the positive one and whatever others there are."""
        if self.classes or self.positive is None:
            return self.classes
        # A batch may hold negatives only, or positives only; two labels are known in either case.
        return (*seen, self.positive, NO_LABEL)

    @property
    def table(self) -> ScoreTable:
        """Return the table of all rows so far, which `truecut.evaluate` takes as it is."""
        from truecut.engines.column_statistics import labels_among

        if self._labels and self.positive is not None:
            labels_among(_counted(self._labels), self.positive, self.classes)  # a typo would make every row negative
        return self._table

    @property
    def _table(self) -> ScoreTable:
        if not self._tables:
            return ScoreTable.from_rows([], np.array([]), lower_is_positive=self.lower_is_positive)
        # From the short end of the pile, so that long tables are merged once.
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
        total._labels = _both(self._labels, other._labels)
        total._tables = _with_another([self._table], other._table)
        total.files = self.files + other.files
        return total

    def save(self, path: str | Path) -> None:
        """Write the tally to one file, which is there whole or not at all; `Tally.load` reads it.

        `path` is the file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tally = Tally()
        ...     tally.update([1, 0], [0.9, 0.2])
        ...     tally.save(f"{folder}/tally.json")
        """
        from truecut.counting.stored_table import table_as_stored
        from truecut.storage.saved_file import save_stored

        content = {
            "positive": self.positive,
            "classes": list(self.classes),
            "labels": self._labels,
            "weights_are": self.weights_are.value,
            "lower_is_positive": self.lower_is_positive,
            "missing": self.missing.value,
            "batches": self.batches,
            "table": table_as_stored(self._table),
        }
        save_stored(path, KIND, content)

    @classmethod
    def load(cls, path: str | Path) -> Tally:
        """Read a tally that `save` wrote, and go on with it.

        `path` is the file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tally = Tally()
        ...     tally.update([1, 0], [0.9, 0.2])
        ...     tally.save(f"{folder}/tally.json")
        ...     Tally.load(f"{folder}/tally.json").batches
        1
        """
        from truecut.counting.stored_table import table_from_stored
        from truecut.storage.files_read import files_named
        from truecut.storage.saved_file import load_stored

        stored = load_stored(path, KIND)
        stored.hold_only(
            "positive", "classes", "labels", "weights_are", "lower_is_positive", "missing", "batches", "table"
        )
        positive = stored.content["positive"]
        if not isinstance(positive, str | None):
            raise stored.problem("is not a label", "positive")
        tally = cls(
            positive=positive,
            classes=stored.texts("classes"),
            weights_are=stored.one_of("weights_are", (Weights.IMPORTANCE, Weights.REPEATED)),
            lower_is_positive=stored.flag("lower_is_positive"),
            missing=stored.one_of("missing", tuple(Missing)),
        )
        labels = stored.part("labels")
        tally._labels = {label: labels.whole(label) for label in labels.content}
        tally.batches = stored.whole("batches")
        table = table_from_stored(stored.part("table"))
        if table.lower_is_positive != tally.lower_is_positive or table.weights not in (Weights.NONE, tally.weights_are):
            raise stored.problem("was counted in another way than the tally counts", "table")
        tally._tables = [table] if len(table) else []
        tally.files = files_named([path])
        return tally

    @property
    def _meaning(self) -> tuple[Any, ...]:
        return self.positive, self.classes, self.weights_are, self.lower_is_positive, self.missing

    def _like_this(self) -> Tally:
        return Tally(
            positive=self.positive,
            classes=self.classes,
            weights_are=self.weights_are,
            lower_is_positive=self.lower_is_positive,
            missing=self.missing,
        )


def _counted(seen: Mapping[str, int]) -> ValueCounts:
    """Return labels and their rows as an engine gives them."""
    from truecut.engines.column_statistics import ValueCounts

    return ValueCounts(Column("labels", np.arange(len(seen)), tuple(seen)), np.array([*seen.values()], np.int64))


def _both(ours: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    return {label: ours.get(label, 0) + theirs.get(label, 0) for label in (*ours, *theirs)}


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
