"""The rows on which two models decide differently: where to look before choosing one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.paired.cells import EightCells
from truecut.words.shown import Shown

Cell = str | int | float | None


@dataclass(frozen=True, eq=False)
class Disagreements(Shown):
    """Rows that one model flags and the other does not, the farthest apart in rank first.

    `cells` counts all rows by class and by who flags them.
    """

    first: str
    second: str
    numbers: NDArray[np.int64]  # of the rows as they were read, from 1
    ids: tuple[Any, ...] | None
    is_positive: NDArray[np.bool_]
    scores: tuple[NDArray[Any], NDArray[Any]]
    flagged: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    cells: tuple[tuple[bool, bool, bool, float], ...]  # is positive, flagged by the first, by the second, rows

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def header(self) -> tuple[str, ...]:
        """Return the names of the columns of `rows`."""
        named = (f"score of {self.first}", f"score of {self.second}", f"{self.first} flags", f"{self.second} flags")
        return ("row", *(() if self.ids is None else ("id",)), "is positive", *named)

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        """Return the rows as plain values; yes and no for what is true or not.

        >>> import truecut as tc
        >>> c = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare()
        >>> len(list(c.disagreements("logistic", "forest").rows()))
        26
        """
        for i, number in enumerate(self.numbers.tolist()):
            yield (
                number,
                *(() if self.ids is None else (self.ids[i],)),
                _said(self.is_positive[i]),
                *(scores[i].item() for scores in self.scores),
                *(_said(flagged[i]) for flagged in self.flagged),
            )


def disagreements(rows: PlacedRows, first: Model, second: Model, ids: tuple[Any, ...] | None) -> Disagreements:
    """Return the rows on which two models decide differently at their thresholds."""
    models = first, second
    flagged = [rows.flagged(m.name, int(m.curve.reached([m.threshold])[0])) for m in models]
    ranks = [rows.places[m.name] / max(1, len(m.table) - 1) for m in models]
    some = np.flatnonzero(flagged[0] != flagged[1])
    some = some[np.argsort(-np.abs(ranks[0][some] - ranks[1][some]), kind="stable")]
    cells = EightCells.of(rows, first, second).rows
    return Disagreements(
        first.name,
        second.name,
        rows.numbers[some],
        None if ids is None else tuple(ids[number - 1] for number in rows.numbers[some].tolist()),
        rows.is_positive[some],
        (rows.scores(first.name)[some], rows.scores(second.name)[some]),
        (flagged[0][some], flagged[1][some]),
        tuple((bool(y), bool(a), bool(b), float(cells[y, a, b])) for y in (1, 0) for a in (1, 0) for b in (1, 0)),
    )


def _said(true: Any) -> str:
    return "yes" if true else "no"
