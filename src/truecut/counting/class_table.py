"""The table of many classes: counts by score and true class, from which every score of the classes follows.

Tables of disjoint rows add up, like score tables: counts are whole numbers and add in any order, and the sums of the
Brier loss are kept as whole numbers of 2**-40. No row is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import Incompatible, near_miss
from truecut.words.shown import Shown

FIXED = 2**40  # binary places that sums of losses are kept with
BLOCK = 2**20  # losses whose sum stays below 2**63
OFF = 1e-3  # by which probabilities of a row may miss 1
COLUMNS = ("weights", "rows", "squares")


@dataclass(frozen=True, eq=False)
class Tallied:
    """How many rows have the same keys: distinct keys in order, with weight, rows and squared weight of each."""

    keys: tuple[NDArray[Any], ...]
    weights: NDArray[Any]
    rows: NDArray[np.int64]
    squares: NDArray[Any]

    @classmethod
    def of(cls, keys: Sequence[NDArray[Any]], columns: Sequence[NDArray[Any]]) -> Tallied:
        """Add up what has the same keys; the first key decides the order, falling, the others rise."""
        order = np.lexsort((*reversed(keys[1:]), -keys[0]))
        ordered = [key[order] for key in keys]
        is_first = np.zeros(len(order), dtype=bool)
        is_first[:1] = True
        for key in ordered:
            is_first[1:] |= key[1:] != key[:-1]
        starts = np.flatnonzero(is_first)
        sums = [np.add.reduceat(column[order], starts) if len(order) else column for column in columns]
        return cls(tuple(key[starts] for key in ordered), *sums)

    @classmethod
    def of_rows(cls, keys: Sequence[NDArray[Any]], weights: NDArray[Any]) -> Tallied:
        """Count rows by their keys."""
        return cls.of(keys, (weights, np.ones(len(weights), np.int64), weights * weights))

    def __len__(self) -> int:
        return len(self.rows)

    def __add__(self, other: Tallied) -> Tallied:
        keys = [np.concatenate(both) for both in zip(self.keys, other.keys, strict=True)]
        return Tallied.of(keys, [np.concatenate([getattr(self, name), getattr(other, name)]) for name in COLUMNS])

    def without(self, part: Tallied) -> Tallied:
        """Return what is left without a part of the rows."""
        keys = [np.concatenate(both) for both in zip(self.keys, part.keys, strict=True)]
        left = Tallied.of(keys, [np.concatenate([getattr(self, name), -getattr(part, name)]) for name in COLUMNS])
        # By the number of rows: weights that cancel leave a rounding error where no row is left.
        kept = left.rows > 0
        return Tallied(tuple(key[kept] for key in left.keys), *(getattr(left, name)[kept] for name in COLUMNS))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tallied):
            return NotImplemented
        same_keys = all(np.array_equal(a, b) for a, b in zip(self.keys, other.keys, strict=True))
        return same_keys and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in COLUMNS)

    __hash__ = None  # type: ignore[assignment]

    def placed(self, places: NDArray[np.intp], key: int) -> Tallied:
        """Return the same with the classes of a key renumbered."""
        keys = list(self.keys)
        keys[key] = places[keys[key]]
        return Tallied.of(keys, [getattr(self, name) for name in COLUMNS])


@dataclass(frozen=True)
class LossSums:
    """By true class: the sums of the first three powers of a row's Brier loss, in whole numbers of 2**-40."""

    powers: tuple[tuple[int, int, int], ...]

    def __add__(self, other: LossSums) -> LossSums:
        pairs = zip(self.powers, other.powers, strict=True)
        return LossSums(tuple((a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs))

    def without(self, part: LossSums) -> LossSums:
        """Return the sums over the rows that are not in a part."""
        pairs = zip(self.powers, part.powers, strict=True)
        return LossSums(tuple((a[0] - b[0], a[1] - b[1], a[2] - b[2]) for a, b in pairs))

    def moments(self, place: int, rows: float) -> tuple[float, float, float]:
        """Return the mean, the second and the third moment about 0 of the rows of a class."""
        first, second, third = (power / FIXED / rows for power in self.powers[place])
        return first, second, third


@dataclass(frozen=True)
class OffSums:
    """How many rows have probabilities that do not add up to 1, and by how much the worst misses it."""

    rows: int = 0
    most: float = 0.0

    def __add__(self, other: OffSums) -> OffSums:
        return OffSums(self.rows + other.rows, max(self.most, other.most))


@dataclass(frozen=True, eq=False)
class ClassTable(Shown):
    """Rows of many classes, counted: by score of each class, by answer, and by the rank of the true class."""

    classes: tuple[str, ...]
    scores: tuple[Tallied, ...]  # of each class: its score, the true class
    answers: tuple[Tallied, ...]  # of rows answered with each class: its score there, the true class
    ranks: Tallied  # scores above that of the true class, scores equal to it (itself too), the true class
    losses: LossSums | None = None  # None where scores are no probabilities, or weights are no whole numbers
    off: OffSums = OffSums()
    unsure: Tallied | None = None  # rows without an answer: their true class
    weights_are: Weights = Weights.NONE

    @classmethod
    def from_rows(cls, rows: ClassRows) -> ClassTable:
        """Count rows that have a score for every class."""
        assert rows.scores is not None
        scores = rows.scores + 0.0  # -0.0 becomes 0.0
        weight, truth, every = rows.weight, rows.truth, np.arange(len(rows))
        own = scores[every, truth][:, None]
        above, equal = (scores > own).sum(axis=1), (scores == own).sum(axis=1)
        answered = [np.flatnonzero(rows.answers == place) for place in range(len(rows.classes))]
        unsure = np.flatnonzero(rows.answers == UNSURE)
        return cls(
            rows.classes,
            tuple(Tallied.of_rows((column, truth), weight) for column in scores.T),
            tuple(
                Tallied.of_rows((scores[some, place], truth[some]), weight[some]) for place, some in enumerate(answered)
            ),
            Tallied.of_rows((above, equal, truth), weight),
            _losses(rows, scores),
            _off(scores),
            Tallied.of_rows((truth[unsure],), weight[unsure]) if len(unsure) else None,
            rows.weights_are,
        )

    def __add__(self, other: ClassTable) -> ClassTable:
        """Return the table of the rows of both; a part that lacks a class gave no row of it."""
        if not isinstance(other, ClassTable):
            return NotImplemented
        if self.weights_are != other.weights_are:
            raise Incompatible(
                f"One table has weights of kind {self.weights_are.value!r}, the other {other.weights_are.value!r}; "
                "count both alike before adding them."
            )
        for name in other.classes:
            if name not in self.classes:
                near = near_miss(name, list(self.classes))
                raise Incompatible(f"One table has scores of class {name!r}, which the other does not know.{near}")
        if len(self.classes) > len(other.classes):
            raise Incompatible(
                f"One table has no scores of class {next(c for c in self.classes if c not in other.classes)!r}; count "
                "both with the same classes=."
            )
        other = other.ordered(self.classes)
        losses = None if self.losses is None or other.losses is None else self.losses + other.losses
        unsure = [table.unsure for table in (self, other) if table.unsure is not None]
        return replace(
            self,
            scores=tuple(a + b for a, b in zip(self.scores, other.scores, strict=True)),
            answers=tuple(a + b for a, b in zip(self.answers, other.answers, strict=True)),
            ranks=self.ranks + other.ranks,
            losses=losses,
            off=self.off + other.off,
            unsure=None if not unsure else unsure[0] if len(unsure) == 1 else unsure[0] + unsure[1],
        )

    def without(self, part: ClassTable) -> ClassTable:
        """Return the table of the rows that are not in a part of them.

        `part` is the table of rows that are all among these.

        >>> import truecut as tc
        >>> table = tc.example("rare-digits").evaluate().table
        >>> table.without(table).rows
        0
        """
        losses = None if self.losses is None or part.losses is None else self.losses.without(part.losses)
        unsure = self.unsure if self.unsure is None or part.unsure is None else self.unsure.without(part.unsure)
        return replace(
            self,
            scores=tuple(a.without(b) for a, b in zip(self.scores, part.scores, strict=True)),
            answers=tuple(a.without(b) for a, b in zip(self.answers, part.answers, strict=True)),
            ranks=self.ranks.without(part.ranks),
            losses=losses,
            # Which row misses 1 by most is not known, so what is left misses it by no more than all rows do.
            off=OffSums(self.off.rows - part.off.rows, self.off.most),
            unsure=unsure,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClassTable):
            return NotImplemented
        return vars(_plain(self)) == vars(_plain(other))

    __hash__ = None  # type: ignore[assignment]

    def ordered(self, classes: tuple[str, ...]) -> ClassTable:
        """Return the same table with its classes in another order."""
        if classes == self.classes:
            return self
        places = np.array([classes.index(name) for name in self.classes])
        back = np.argsort(places)
        return replace(
            self,
            classes=classes,
            scores=tuple(self.scores[i].placed(places, 1) for i in back),
            answers=tuple(self.answers[i].placed(places, 1) for i in back),
            ranks=self.ranks.placed(places, 2),
            losses=None if self.losses is None else LossSums(tuple(self.losses.powers[i] for i in back)),
            unsure=None if self.unsure is None else self.unsure.placed(places, 0),
        )

    def counted_by(self, factors: NDArray[np.float64]) -> ClassTable:
        """Return the table with the rows of each true class counting as many times as before as `factors` tell.

        >>> import truecut as tc
        >>> table = tc.example("rare-digits").evaluate().table
        >>> table.counted_by(np.array([1.0, 2.0, 1.0, 1.0, 1.0])).true.tolist()
        [24.0, 24.0, 182.0, 177.0, 178.0]
        """

        def scaled(one: Tallied, key: int) -> Tallied:
            each = factors[one.keys[key]]
            squares, rows = (one.squares, one.rows) if self.is_weighted else (one.weights, one.weights)
            return Tallied(one.keys, one.weights * each, rows, squares * each**2)

        return replace(
            self,
            scores=tuple(scaled(one, 1) for one in self.scores),
            answers=tuple(scaled(one, 1) for one in self.answers),
            ranks=scaled(self.ranks, 2),
            losses=None,
            unsure=None if self.unsure is None else scaled(self.unsure, 0),
            weights_are=Weights.IMPORTANCE,
        )

    @cached_property
    def true(self) -> NDArray[Any]:
        """Return the rows of each true class, by weight."""
        return self._by_truth(self.ranks, 2)

    @cached_property
    def rows(self) -> int:
        """Return how many rows were counted, whatever their weights."""
        return int(self.ranks.rows.sum())

    @property
    def is_weighted(self) -> bool:
        """Say whether rows differ in importance."""
        return self.weights_are == Weights.IMPORTANCE

    @property
    def are_probabilities(self) -> bool:
        """Say whether every score lies in [0, 1]."""
        return all(not len(one) or (one.keys[0][0] <= 1 and one.keys[0][-1] >= 0) for one in self.scores)

    def score_table(self, place: int) -> ScoreTable:
        """Return the score table of one class against the rest."""
        return self._two_sides(self.scores[place], self.scores[place].keys[1] == place)

    def confidence(self) -> ScoreTable:
        """Return the score table of the answers: were they right, by the score that they were given with?

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.table.confidence().rows
        573
        """
        keys = [np.concatenate([one.keys[key] for one in self.answers]) for key in (0, 1)]
        said = np.concatenate([np.full(len(one), place) for place, one in enumerate(self.answers)])
        columns = [np.concatenate([getattr(one, name) for one in self.answers]) for name in COLUMNS]
        together = Tallied.of((keys[0], (keys[1] == said).astype(np.int64)), columns)
        return self._two_sides(together, together.keys[1] == 1)

    def matrix(self, answer_from: float = -np.inf) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return rows by true and answered class where answers below a score are withheld, and the rows withheld.

        `answer_from` is the score from which an answer is given.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> answered, withheld = e.table.matrix(answer_from=0.9)
        >>> int(answered.sum()), int(withheld.sum())
        (516, 57)
        """
        cells = np.column_stack([self._by_truth(one, 1, one.keys[0] >= answer_from) for one in self.answers])
        return cells, self.true - cells.sum(axis=1)

    def cells_of(self, column: str) -> NDArray[Any]:
        """Return a column by true and answered class, rows without an answer last.

        `column` is "weights", "rows" or "squares", which are those of the weights.

        >>> import truecut as tc
        >>> int(tc.example("rare-digits").evaluate().table.cells_of("rows").sum())
        573
        """
        unsure = np.zeros(len(self.classes)) if self.unsure is None else self._by_truth(self.unsure, 0, column=column)
        return np.column_stack([*(self._by_truth(one, 1, column=column) for one in self.answers), unsure])

    def _by_truth(self, counted: Tallied, key: int, some: Any = slice(None), column: str = "weights") -> NDArray[Any]:
        values = getattr(counted, column)
        total = np.zeros(len(self.classes), dtype=values.dtype)
        np.add.at(total, counted.keys[key][some], values[some])
        return total

    def _two_sides(self, counted: Tallied, is_positive: NDArray[np.bool_]) -> ScoreTable:
        entries = {
            f"{side}{name}": np.where(is_positive == (side == "positive"), getattr(counted, column), 0)
            for side in ("positive", "negative")
            for name, column in (("s", "weights"), ("_rows", "rows"), ("_squares", "squares"))
        }
        return ScoreTable.from_entries(counted.keys[0], entries, weights=self.weights_are)


def _losses(rows: ClassRows, scores: NDArray[np.float64]) -> LossSums | None:
    is_whole = rows.weights is None or rows.weights.dtype.kind == "i"
    if not is_whole or (scores.size and not (scores.min() >= 0 and scores.max() <= 1)):
        return None
    loss = brier_losses(scores, rows.truth)
    powers = []
    for place in range(len(rows.classes)):
        some = rows.truth == place
        powers.append(tuple(_fixed(loss[some] ** power, rows.weight[some]) for power in (1, 2, 3)))
    return LossSums(tuple((a, b, c) for a, b, c in powers))


def _fixed(losses: NDArray[np.float64], weights: NDArray[Any]) -> int:
    whole = np.rint(losses * FIXED).astype(np.int64)
    if (weights == 1).all():
        return sum(int(whole[start : start + BLOCK].sum()) for start in range(0, len(whole), BLOCK))
    return int((whole.astype(object) * weights.astype(object)).sum())


def brier_losses(scores: NDArray[np.float64], truth: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the Brier loss of each row: the squared distance of its probabilities from its class."""
    own = scores[np.arange(len(truth)), truth]
    return np.asarray((scores**2).sum(axis=1) - 2 * own + 1)


def _off(scores: NDArray[np.float64]) -> OffSums:
    # Sums of scores that are no probabilities may overflow, or be of both infinities: such rows miss 1 by far.
    with np.errstate(over="ignore", invalid="ignore"):
        gaps = np.nan_to_num(np.abs(scores.sum(axis=1) - 1), nan=np.inf, posinf=np.inf)
    return OffSums(int((gaps > OFF).sum()), float(gaps.max(initial=0.0)))


def _plain(table: ClassTable) -> ClassTable:
    return replace(table)  # without what was computed on the way
