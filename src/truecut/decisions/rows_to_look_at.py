"""Rows worth looking at one by one: the most confident mistakes of each kind, and those nearest the cut.

A negative row is a false alarm at every threshold that its score reaches, so the most confident false alarms at any
threshold are those with the highest scores of all negatives, and the first of this list are the ones that it flags.
The same holds for misses from the other end. Only what is nearest depends on where the cut is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.data.labels import shown
from truecut.data.rows import Rows
from truecut.errors import BadCall
from truecut.errors.visible_text import visible

MOST = 1_000  # of each kind: a page is read by people
LONGEST = 200  # characters of a value


@dataclass(frozen=True)
class LookedAtRow:
    """One row: its number as it was read, what it is called, its class, its score, and the columns beside it."""

    number: int
    id: str | None
    is_positive: bool
    score: float
    shown: tuple[str | None, ...]


@dataclass(frozen=True)
class LookedAt:
    """Rows of one model, at most so many of each kind."""

    most: int
    id: str  # the column that names rows, if there is one
    columns: tuple[str, ...]
    cut: float | None  # that some rows are nearest to; hard predictions have none
    alarms: tuple[LookedAtRow, ...]  # negatives, the highest scores first
    misses: tuple[LookedAtRow, ...]  # positives, the lowest scores first
    nearest: tuple[LookedAtRow, ...]


@dataclass(frozen=True, eq=False)
class RowsToLookAt:
    """The rows that were read, and how many of each kind are wanted."""

    rows: Rows
    most: int

    def __post_init__(self) -> None:
        if not 1 <= self.most <= MOST:
            raise BadCall(f"A page carries 1 to {MOST:,} rows of each kind, not {self.most:,}.")

    def of_model(self, name: str, cut: float | None, *, is_hard: bool = False) -> LookedAt:
        """Return the rows of one model; of hard predictions only mistakes, in the order of the rows."""
        rows, scores = self.rows, self.rows.scores[name]
        is_low = rows.lower_is_positive and not is_hard
        is_counted = np.ones(len(scores), dtype=bool) if rows.weights is None else rows.weights > 0
        positives, negatives = (np.flatnonzero(rows.labels.is_positive == side) for side in (True, False))
        positives, negatives = positives[is_counted[positives]], negatives[is_counted[negatives]]
        if is_hard:
            positives, negatives = positives[scores[positives] < 1], negatives[scores[negatives] >= 1]
        return LookedAt(
            self.most,
            "" if rows.ids is None else visible(rows.ids.name),
            tuple(visible(column.name) for column in rows.shown),
            cut,
            self._rows(scores, _first(scores, negatives, self.most, is_rising=is_low)),
            self._rows(scores, _first(scores, positives, self.most, is_rising=not is_low)),
            () if cut is None else self._rows(scores, _nearest(scores, np.flatnonzero(is_counted), cut, self.most)),
        )

    def _rows(self, scores: NDArray[Any], places: NDArray[np.intp]) -> tuple[LookedAtRow, ...]:
        rows = self.rows
        ids = [None] * len(places) if rows.ids is None else _texts(rows.ids, places)
        columns = [_texts(column, places) for column in rows.shown]
        return tuple(
            LookedAtRow(
                int(rows.numbers[place]),
                ids[i],
                bool(rows.labels.is_positive[place]),
                float(scores[place]),
                tuple(column[i] for column in columns),
            )
            for i, place in enumerate(places.tolist())
        )


def _first(scores: NDArray[Any], places: NDArray[np.intp], most: int, *, is_rising: bool) -> NDArray[np.intp]:
    """Return the places with the lowest or the highest scores; of equal ones the first rows."""
    known = scores[places]
    if len(places) > most:
        at = most - 1 if is_rising else len(places) - most
        limit = np.partition(known, at)[at]
        places = places[known <= limit if is_rising else known >= limit]
        known = scores[places]
    order = np.argsort(known, kind="stable") if is_rising else np.argsort(known[::-1], kind="stable")[::-1]
    # Turned round twice, equal scores stay in the order of their rows.
    return places[(order if is_rising else len(places) - 1 - order)[:most]]


def _nearest(scores: NDArray[Any], places: NDArray[np.intp], cut: float, most: int) -> NDArray[np.intp]:
    """Return the places whose scores differ least from a cut, in the order of their scores, the highest first."""
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(scores[places].astype(float) - cut)
    distance[np.isnan(distance)] = 0  # an infinite cut, and a score that is it
    nearest = places[_first(distance, np.arange(len(places)), most, is_rising=True)]
    return nearest[np.argsort(-scores[nearest].astype(float), kind="stable")]


def _texts(column: Column, places: NDArray[np.intp]) -> Sequence[str | None]:
    """Return values as people write them, safe to show and not too long; None where one is missing."""
    missing = column.is_missing[places].tolist()
    values = column.values[places].tolist()
    texts = [shown(value) if column.words is None else column.words[value] for value in values]
    return [None if gone else _short(visible(text)) for text, gone in zip(texts, missing, strict=True)]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
