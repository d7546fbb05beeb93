"""The score table: how many positives and negatives share each distinct score.

Everything downstream is computed from it, and it is the only thing an engine makes.
Tables of disjoint rows add up: ``table(a) + table(b) == table(a and b)``. Row counts and
whole-number weights add exactly in any order; other weights are floats and add like floats.

Where there are too many distinct scores, a table counts neighbouring ones together in cells and keeps both `ends`
of each, so it knows its own error (`resolution.py`); every threshold that it lists stays exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.counting.aligned_series import require_aligned
from truecut.counting.countable import (
    MOST_ROWS,
    Weights,
    checked_labels,
    checked_weights,
    common_type,
    require_all_comparable,
    sortable,
)
from truecut.counting.score_cells import apart
from truecut.errors import BadScore, Incompatible, InputError
from truecut.kernel import CountedScores, NotANumber, RankedArea, RankSums, ranked, tally
from truecut.words.shown import Shown


@dataclass(frozen=True, eq=False)
class ScoreTable(Shown):
    """Weight, rows and squared weight on each side of every distinct score.

    The score that is most likely positive comes first: the highest, unless
    `lower_is_positive`. Scores are float64, or whole numbers where float64 would merge some. With `ends`, an entry
    is a cell of neighbouring scores: `scores` holds the least positive one in it, `ends` the most positive.

    >>> table = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4])
    >>> table.scores.tolist(), table.positives.tolist(), table.negatives.tolist()
    ([0.9, 0.4], [1, 1], [0, 1])
    """

    scores: NDArray[Any]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    positive_rows: NDArray[np.int64]
    negative_rows: NDArray[np.int64]
    positive_squares: NDArray[Any]
    negative_squares: NDArray[Any]
    weights: Weights = Weights.NONE
    lower_is_positive: bool = False
    ends: NDArray[Any] | None = None  # None: every score is counted by itself
    # Where counting the rows found them on the way; `replace` makes a table of other counts, and leaves them out.
    ranks: RankSums | None = field(default=None, init=False)
    files: tuple[Path, ...] = field(default=(), init=False, repr=False)  # that it was loaded from

    @property
    def is_weighted(self) -> bool:
        """Say whether rows differ in importance; a repeated row is only many rows."""
        return self.weights == Weights.IMPORTANCE

    @classmethod
    def from_rows(
        cls,
        labels: ArrayLike,
        scores: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        weights_are: Weights = Weights.IMPORTANCE,
        lower_is_positive: bool = False,
    ) -> ScoreTable:
        """Count rows by score; labels are True, or 1, for the positive class, and nothing is missing.

        `labels` and `scores` are arrays of the same length, and so are `weights`, which `weights_are` "importance" or
        "repeated". With `lower_is_positive` low scores mean positive. Rows of weight 0 are left out, as if they had not
        been there; no rows at all have no weights.

        >>> ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4]).rows
        3
        """
        require_aligned({"labels": labels, "scores": scores, "weights": weights})
        labels = checked_labels(labels)
        scores = sortable(scores)
        kind = Weights.NONE if weights is None else Weights(weights_are)
        checked = None if weights is None else checked_weights(weights, kind)
        for name, column in (("scores", scores), ("weights", checked)):
            if column is not None and len(column) != len(labels):
                raise InputError(f"There are {len(labels):,} labels but {len(column):,} {name}.")
        counted = None if checked is None or checked.all() else np.flatnonzero(checked)
        if checked is not None and counted is not None:
            labels, scores, checked = labels[counted], scores[counted], checked[counted]
        if not len(labels):
            checked, kind = None, Weights.NONE
        try:
            counts = tally(labels, scores, checked)
        except NotANumber:
            where = np.flatnonzero(np.isnan(scores))
            first = where[0] if counted is None else counted[where[0]]
            raise BadScore(
                f"{len(where):,} of {len(scores):,} scores are not a number (the first in row {first + 1:,})."
            ) from None
        return cls._most_positive_first(counts, kind, lower_is_positive)

    @classmethod
    def _most_positive_first(cls, counts: CountedScores, kind: Weights, lower_is_positive: bool) -> ScoreTable:
        # The kernel sorts highest first; the other direction is the same table read backwards,
        # so no score is ever negated (the lowest int64 has no negative).
        order = slice(None, None, -1) if lower_is_positive else slice(None)
        columns: dict[str, Any] = {name: getattr(counts, name)[order] for name in ("scores", *COUNTED)}
        if columns["scores"].dtype == np.float32:
            columns["scores"] = columns["scores"].astype(float)
        table = cls(**columns, weights=kind, lower_is_positive=lower_is_positive)
        if not lower_is_positive:
            object.__setattr__(table, "ranks", counts.ranks)
        return table

    @classmethod
    def from_entries(
        cls,
        scores: NDArray[Any],
        counted: dict[str, NDArray[Any]],
        *,
        ends: NDArray[Any] | None = None,
        weights: Weights = Weights.NONE,
        lower_is_positive: bool = False,
    ) -> ScoreTable:
        """Put together entries that were counted elsewhere; they come in any order, and equal scores are added up.

        `scores` are distinct or not, `counted` holds the columns of the table by name, and `ends` the other end of each
        cell where an entry is one. `weights` says what they are, and with `lower_is_positive` low scores mean positive.

        >>> from truecut.counting.score_table import COUNTED
        >>> halves = {name: np.array([1, 2, 3]) for name in COUNTED}
        >>> ScoreTable.from_entries(np.array([0.5, 0.9, 0.5]), halves).positives.tolist()
        [2, 4]
        """
        order = np.argsort(scores, kind="stable")
        order = order if lower_is_positive else order[::-1]
        ordered = scores[order] + scores.dtype.type(0)  # -0.0 becomes 0.0
        if not len(order) or (ends is None and np.all(ordered[1:] != ordered[:-1])):
            columns: dict[str, Any] = _each_once(counted, lambda column: column[order])
            return cls(ordered, **columns, weights=weights, lower_is_positive=lower_is_positive)
        cells = apart(ordered, ordered if ends is None else ends[order], lower_is_positive=lower_is_positive)
        sums: dict[str, Any] = _each_once(counted, lambda column: np.add.reduceat(column[order], cells.starts))
        is_coarse = not np.array_equal(cells.scores, cells.ends)
        return cls(
            cells.scores,
            **sums,
            weights=weights,
            lower_is_positive=lower_is_positive,
            ends=cells.ends if is_coarse else None,
        )

    @classmethod
    def of_counts(cls, tp: float, fn: float, fp: float, tn: float) -> ScoreTable:
        """Return the table of hard predictions: score 1 for what was flagged, 0 for the rest.

        `tp`, `fn`, `fp` and `tn` are the four counts.

        >>> ScoreTable.of_counts(tp=30, fn=10, fp=5, tn=55).rows
        100
        """
        # Python integers, so that counts beyond 64 bits stay exact here too.
        positives, negatives = np.array([tp, fn], dtype=object), np.array([fp, tn], dtype=object)
        return cls(np.array([1.0, 0.0]), positives, negatives, positives, negatives, positives, negatives)

    def __len__(self) -> int:
        """Return the number of distinct scores."""
        return len(self.scores)

    def __add__(self, other: ScoreTable) -> ScoreTable:
        """Return the table of the rows of both.

        >>> a = ScoreTable.from_rows([True, False], [0.9, 0.4])
        >>> b = ScoreTable.from_rows([True], [0.4])
        >>> (a + b).positives.tolist()
        [1, 1]
        """
        if not isinstance(other, ScoreTable):
            return NotImplemented
        if self.lower_is_positive != other.lower_is_positive:
            raise Incompatible("One table flags high scores and the other low ones; they do not add up.")
        if not len(self) or not len(other):
            return self if len(self) else other
        return self._added(other).loaded_from(self.files + other.files)

    def _added(self, other: ScoreTable) -> ScoreTable:
        if self.weights != other.weights:
            raise Incompatible(
                f"One table has weights of kind {self.weights.value!r}, the other {other.weights.value!r}; "
                "count both alike before adding them."
            )
        if _outgrows(self, other):
            raise Incompatible("Together the tables hold 2**63 rows or more, which cannot be counted exactly.")
        if self.weights == Weights.IMPORTANCE:
            sides = (self.positives, self.negatives, other.positives, other.negatives)
            require_all_comparable(np.concatenate(sides), "weights")
        if self.ends is not None or other.ends is not None:
            return self._add_cells(other)
        scores, order, starts = _merged(self.scores, other.scores, self.lower_is_positive)

        def merged(name: str) -> NDArray[Any]:
            both = np.concatenate([getattr(self, name), getattr(other, name)])
            return np.add.reduceat(both[order], starts)

        sums: dict[str, Any] = {name: merged(name) for name in COUNTED}
        return ScoreTable(scores, **sums, weights=self.weights, lower_is_positive=self.lower_is_positive)

    def loaded_from(self, files: tuple[Path, ...]) -> ScoreTable:
        """Return the table itself, which now knows the `files` that must not be written over with what it tells.

        >>> [file.name for file in ScoreTable.from_rows([True], [0.9]).loaded_from((Path("table.json"),)).files]
        ['table.json']
        """
        if files:
            object.__setattr__(self, "files", files)
        return self

    def _add_cells(self, other: ScoreTable) -> ScoreTable:
        """Return the table of both where one has cells: what overlaps is one cell."""
        dtype = common_type(self.scores, other.scores)
        both = (self, other)
        ends = [table.scores if table.ends is None else table.ends for table in both]
        return ScoreTable.from_entries(
            np.concatenate([table.scores.astype(dtype) for table in both]),
            {name: np.concatenate([getattr(table, name) for table in both]) for name in COUNTED},
            ends=np.concatenate([end.astype(dtype) for end in ends]),
            weights=self.weights,
            lower_is_positive=self.lower_is_positive,
        )

    def __eq__(self, other: object) -> bool:
        """Say whether both tables hold the same scores and the same counts."""
        if not isinstance(other, ScoreTable):
            return NotImplemented
        same_kind = self.weights == other.weights and self.lower_is_positive == other.lower_is_positive
        same_cells = (self.ends is None) == (other.ends is None)
        columns = ("scores", *COUNTED) if self.ends is None else ("scores", "ends", *COUNTED)
        return (
            same_kind
            and same_cells
            and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in columns)
        )

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def total_positive(self) -> int | float:
        """Return the positives, by weight: a whole number unless weights are not whole."""
        return _total(self.positives) if self.ranks is None else self.ranks.positives

    @cached_property
    def total_negative(self) -> int | float:
        """Return the negatives, by weight."""
        return _total(self.negatives) if self.ranks is None else self.ranks.negatives

    @cached_property
    def ranking(self) -> RankedArea | None:
        """Return how the rows of both classes rank; None where their weights are not whole numbers of 64 bits."""
        is_whole = self.positives.dtype == self.negatives.dtype == np.int64
        return ranked(self.positives, self.negatives, self.ranks) if is_whole else None

    @cached_property
    def rows(self) -> int:
        """Return how many rows were counted, whatever their weights."""
        if self.ranks is not None:
            return self.ranks.positives + self.ranks.negatives
        return int(self.positive_rows.sum() + self.negative_rows.sum())

    @property
    def are_probabilities(self) -> bool:
        """Say whether every score lies in [0, 1]."""
        if not len(self):
            return False
        first, last = (self.scores if self.ends is None else self.ends)[0], self.scores[-1]  # they come in order
        return bool(min(first, last) >= 0 and max(first, last) <= 1)

    def cell_split_by(self, threshold: float) -> int | None:
        """Return the cell that a threshold lies inside, whose rows it may part; None if there is none."""
        if self.ends is None:
            return None
        if self.lower_is_positive:
            inside = (self.ends <= threshold) & (threshold < self.scores)
        else:
            inside = (self.scores < threshold) & (threshold <= self.ends)
        return int(np.argmax(inside)) if inside.any() else None

    def swapped(self) -> ScoreTable:
        """Return the table with the classes exchanged and the scores read the other way round.

        >>> ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4]).swapped().lower_is_positive
        True
        """
        backwards = slice(None, None, -1)
        return ScoreTable(
            (self.scores if self.ends is None else self.ends)[backwards],
            self.negatives[backwards],
            self.positives[backwards],
            self.negative_rows[backwards],
            self.positive_rows[backwards],
            self.negative_squares[backwards],
            self.positive_squares[backwards],
            self.weights,
            not self.lower_is_positive,
            None if self.ends is None else self.scores[backwards],
        )

    def save(self, path: str | Path) -> None:
        """Write the table to one small file; `ScoreTable.load` reads it.

        `path` is the file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     ScoreTable.from_rows([True, False], [0.9, 0.4]).save(f"{folder}/table.json")
        """
        from truecut.counting.stored_table import save_table

        save_table(self, path)

    @classmethod
    def load(cls, path: str | Path) -> ScoreTable:
        """Read a table that `save` wrote, and check it as if a stranger had written it.

        `path` is the file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     ScoreTable.from_rows([True, False], [0.9, 0.4]).save(f"{folder}/table.json")
        ...     ScoreTable.load(f"{folder}/table.json").rows
        2
        """
        from truecut.counting.stored_table import load_table

        return load_table(path)


NOT_COUNTED = ("scores", "weights", "lower_is_positive", "ends", "ranks", "files")
COUNTED = tuple(column.name for column in fields(ScoreTable) if column.name not in NOT_COUNTED)


def _each_once(
    counted: Mapping[str, NDArray[Any]], make: Callable[[NDArray[Any]], NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Return what is made of each column; columns that are one array, as without weights, are made once."""
    made = {id(column): make(column) for column in {id(counted[name]): counted[name] for name in COUNTED}.values()}
    return {name: made[id(counted[name])] for name in COUNTED}


def _outgrows(ours: ScoreTable, theirs: ScoreTable) -> bool:
    """Say whether the rows of both tables, or whole-number weights of them, add up to more than 64 bits hold."""
    totals = [table.total_positive + table.total_negative for table in (ours, theirs)]
    is_full = ours.weights == Weights.REPEATED and sum(totals) >= MOST_ROWS
    return is_full or ours.rows + theirs.rows >= MOST_ROWS


def _total(column: NDArray[Any]) -> int | float:
    total: int | float = column.sum()
    return total if column.dtype.kind == "O" else int(total) if column.dtype.kind == "i" else float(total)


def _merged(
    ours: NDArray[Any], theirs: NDArray[Any], lower_first: bool
) -> tuple[NDArray[Any], NDArray[np.intp], NDArray[np.intp]]:
    """Return the distinct scores of both, the order of all entries, and where each score starts."""
    dtype = common_type(ours, theirs)
    both = np.concatenate([ours.astype(dtype), theirs.astype(dtype)])
    # Two sorted runs: the stable sort finds and merges them in one pass.
    order = np.argsort(both if lower_first else both[::-1], kind="stable")
    if not lower_first:
        order = (len(both) - 1 - order)[::-1]
    ordered = both[order]
    is_first = np.ones(len(both), dtype=bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(is_first)
    return ordered[starts], order, starts
