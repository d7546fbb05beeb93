"""A score table as plain data to be saved, and made again from it: every law of a table is checked on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import MOST_ROWS, Weights
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.storage.files_read import files_named
from truecut.storage.saved_file import load_stored, save_stored
from truecut.storage.stored_columns import read_columns, write_columns
from truecut.storage.stored_fields import StoredFields

KIND = "score table"
SIDES = ("positive", "negative")
WITHOUT_WEIGHTS = ("positives", "negatives")  # rows and squares are the same numbers then
ROUNDING = 1e-9  # by which sums of the same weights in another order differ, as a share of them


def save_table(table: ScoreTable, path: str | Path) -> None:
    """Write a table to one small file."""
    save_stored(path, KIND, table_as_stored(table))


def load_table(path: str | Path) -> ScoreTable:
    """Read a table from its file."""
    return table_from_stored(load_stored(path, KIND)).loaded_from(files_named([path]))


def table_as_stored(table: ScoreTable) -> dict[str, Any]:
    """Return plain data from which `table_from_stored` makes the table again."""
    names = COUNTED if table.weights != Weights.NONE else WITHOUT_WEIGHTS
    names = names if table.ends is None else ("ends", *names)
    return {
        "weights": table.weights.value,
        "lower_is_positive": table.lower_is_positive,
        "columns": write_columns({name: getattr(table, name) for name in ("scores", *names)}),
    }


def table_from_stored(stored: StoredFields) -> ScoreTable:
    """Make the table that was stored, or say which of its numbers cannot be those of a table."""
    stored.hold_only("weights", "lower_is_positive", "columns")
    weights, lower_is_positive = stored.choice("weights", Weights), stored.flag("lower_is_positive")
    within = stored.part("columns")
    within.hold_only("scores", *(WITHOUT_WEIGHTS if weights == Weights.NONE else COUNTED), maybe=("ends",))
    columns: dict[str, Any] = read_columns(within)
    _require_order(columns, within, lower_is_positive=lower_is_positive)
    for side in SIDES:
        if weights == Weights.NONE:
            columns |= dict.fromkeys((f"{side}_rows", f"{side}_squares"), columns[f"{side}s"])
        _require_counts(columns, side, weights, within)
    if sum(columns[f"{side}_rows"].sum(dtype=float) for side in SIDES) >= MOST_ROWS or (
        weights == Weights.REPEATED and sum(columns[f"{side}s"].sum(dtype=float) for side in SIDES) >= MOST_ROWS
    ):
        raise within.problem("holds 2**63 rows or more")
    return ScoreTable(**columns, weights=weights, lower_is_positive=lower_is_positive)


def _require_order(columns: dict[str, NDArray[Any]], within: StoredFields, *, lower_is_positive: bool) -> None:
    """Scores go down, or up where low ones are positive, and cells do not overlap."""
    scores = columns["scores"]
    ends = columns.get("ends", scores)
    if ends.dtype != scores.dtype:
        raise within.problem("is not of the type of the scores", "ends")
    before, after = (scores[:-1], ends[1:])
    if not (np.all(before < after) if lower_is_positive else np.all(before > after)):
        raise within.problem("is not in order, or holds a score twice", "scores")
    if not (np.all(ends <= scores) if lower_is_positive else np.all(ends >= scores)):
        raise within.problem("does not lie beyond the scores", "ends")


def _require_counts(columns: dict[str, NDArray[Any]], side: str, weights: Weights, within: StoredFields) -> None:
    """Check one class: n rows of weight w in all have squares from w^2 / n to w^2, by Cauchy and Schwarz."""
    names = tuple(f"{side}{what}" for what in ("s", "_rows", "_squares"))
    weight, rows, squares = (columns[name] for name in names)
    whole = names[1:2] if weights == Weights.IMPORTANCE else names[:2]
    for name in names:
        column = columns[name]
        if column.dtype.kind not in ("i" if name in whole else "if"):
            raise within.problem("is not of the type that it is counted in", name)
        if column.size and not (column.min() >= 0 and np.isfinite(column.max())):
            raise within.problem("holds a count that is negative or infinite", name)
    if weights == Weights.NONE:
        return
    with np.errstate(over="ignore", under="ignore"):
        most = np.square(weight, dtype=float)
        least = most / np.maximum(rows, 1)
    is_none = (rows == 0) & ((weight > 0) | (squares > 0))
    if weights == Weights.REPEATED:
        is_none |= rows > weight
    wrong = is_none | (squares > most * (1 + ROUNDING)) | (squares < least * (1 - ROUNDING))
    if wrong.any():
        raise within.problem("does not fit the weights and rows beside it", names[2])
