"""Which fold of a cross-validation each row was left out with: models fitted on the other folds gave it its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.data.labels import shown
from truecut.errors import BadCall, EmptyGroup

MOST_FOLDS = 1000  # beyond, a column is no fold, or folds are single rows


@dataclass(frozen=True, eq=False)
class RowFolds:
    """The folds of the rows that are counted, by repeat of the whole cross-validation.

    >>> folds = folds_of([Column("fold", np.array([2, 1, 2, 1]))])
    >>> folds.names, [rows.tolist() for rows in folds.parts()[0].values()]
    ((('1', '2'),), [[1, 3], [0, 2]])
    """

    names: tuple[tuple[str, ...], ...]  # of the folds, by repeat
    of_row: NDArray[np.intp]  # the number of each row's fold, counted through all repeats

    def parts(self, rows: Any = slice(None)) -> list[dict[str, NDArray[np.intp]]]:
        """Return, by repeat, the places of each fold's rows among some rows; folds without any are left out."""
        of_row = self.of_row[rows]
        ends = np.cumsum(np.bincount(of_row, minlength=sum(map(len, self.names))))
        places = iter(np.split(np.argsort(of_row, kind="stable"), ends[:-1]))
        found = [{name: next(places) for name in names} for names in self.names]
        return [kept for one in found if (kept := {name: some for name, some in one.items() if len(some)})]


def folds_of(columns: Sequence[Column], complete: NDArray[np.bool_] | None = None) -> RowFolds:
    """Return the folds of the complete rows; of several columns the last one names the fold, the others the repeat."""
    kept = np.ones(len(columns[0]), dtype=bool) if complete is None else complete
    present = ~np.logical_or.reduce([column.is_missing for column in columns])
    codes = np.stack([_codes(column) for column in columns])
    keys, found = np.unique(codes[:, present], axis=1, return_inverse=True)
    of_row = np.zeros(len(present), dtype=np.intp)
    of_row[present] = found.ravel()
    labels = [_label(columns, rows) for rows in _first_rows(of_row, present, keys.shape[1])]
    _require_folds(columns[-1].name, labels)
    _require_rows(columns[-1].name, labels, np.bincount(of_row[kept], minlength=len(labels)))
    repeats: dict[tuple[str, ...], list[str]] = {}
    for *repeat, fold in labels:
        repeats.setdefault(tuple(repeat), []).append("/".join((*repeat, fold)))
    return RowFolds(tuple(map(tuple, repeats.values())), of_row[kept])


def folds_in_order(column: str, names: Sequence[str]) -> list[str]:
    """Return the names of the folds in a column as people count them, or say that it is none."""
    _require_folds(column, [(name,) for name in names])
    return sorted(names, key=_as_counted)


def _codes(column: Column) -> NDArray[np.intp]:
    """Return a number per row that orders folds as people count them: 2 before 10, and words by the alphabet."""
    if column.words is None:
        return np.unique(column.values, return_inverse=True)[1]
    order = sorted(range(len(column.words)), key=lambda code: _as_counted(column.words[code]))  # type: ignore[index]
    place = np.empty(max(1, len(order)), dtype=np.intp)
    place[order] = np.arange(len(order))
    return np.asarray(place[column.values])


def _as_counted(word: str) -> tuple[bool, float, str]:
    try:
        return False, float(word), word
    except ValueError:
        return True, 0.0, word


def _first_rows(of_row: NDArray[np.intp], present: NDArray[np.bool_], folds: int) -> list[int]:
    rows = np.flatnonzero(present)
    first = np.zeros(folds, dtype=np.intp)
    first[of_row[rows][::-1]] = rows[::-1]
    return [int(row) for row in first]


def _label(columns: Sequence[Column], row: int) -> tuple[str, ...]:
    return tuple(
        shown(column.values[row]) if column.words is None else column.words[column.values[row]] for column in columns
    )


def _require_folds(column: str, labels: Sequence[tuple[str, ...]]) -> None:
    """Refuse a column that divides the rows, or those of a repeat, into too many folds or into one."""
    if len(labels) > MOST_FOLDS:
        raise BadCall(
            f"Column {column!r} makes {len(labels):,} folds, more than {MOST_FOLDS:,}; if every row is a fold of its "
            "own, nothing can be ranked within folds: leave out --fold (in Python: fold=)."
        )
    for repeat, folds in Counter(label[:-1] for label in labels).items():
        if folds < 2:
            where = f" in repeat {'/'.join(repeat)!r}" if repeat else ""
            raise BadCall(f"Column {column!r} holds one value{where}, but a cross-validation has two folds or more.")


def _require_rows(column: str, labels: Sequence[tuple[str, ...]], rows: NDArray[np.intp]) -> None:
    for label, left in zip(labels, rows.tolist(), strict=True):
        if not left:
            raise EmptyGroup(
                f"Fold {'/'.join(label)!r} of column {column!r} has no rows left: each of its rows lacks a value; fill "
                "them in, or leave the fold out of the data."
            )
