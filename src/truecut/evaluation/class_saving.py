"""An evaluation of many classes as one small file: everything that was counted, and no row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from truecut.catalogue.class_counts import Importance
from truecut.catalogue.class_situation import ClassSituation
from truecut.counting.class_table import FIXED, ClassTable, LossSums, OffSums, Tallied
from truecut.counting.countable import Weights
from truecut.data.rows import Provenance
from truecut.evaluation.stored_models import read_as_stored, read_from_stored
from truecut.evaluation.stored_words import words_as_stored, words_from_stored
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.storage.saved_file import load_stored, save_stored
from truecut.storage.stored_columns import read_columns, write_columns
from truecut.storage.stored_fields import StoredFields
from truecut.words import Words

KIND = "evaluation of classes"
KEYS = {
    "scores": ("score", "truth"),
    "answers": ("score", "truth"),
    "ranks": ("above", "equal", "truth"),
    "unsure": ("truth",),
}
COUNTED = ("weights", "rows", "squares")


class SavedPart(NamedTuple):
    """What of a part of the rows is saved."""

    rows: int
    matrix: ClassMatrix
    table: ClassTable | None


class SavedClasses(NamedTuple):
    """What of an evaluation of many classes is saved: all of it but the rows."""

    read: Provenance
    matrix: ClassMatrix
    words: Words
    thresholds: Mapping[str, float]
    table: ClassTable | None
    situation: Mapping[str, Any] = {}  # what was stated, as plain data
    groups: Mapping[str, SavedPart] = {}


def save_classes(saved: SavedClasses, path: str | Path) -> None:
    """Write an evaluation of many classes to a file."""
    matrix, table = saved.matrix, saved.table
    save_stored(
        path,
        KIND,
        {
            "read": read_as_stored(saved.read),
            "words": words_as_stored(saved.words),
            "classes": list(matrix.classes),
            "is_ordered": matrix.is_ordered,
            "is_weighted": matrix.is_weighted,
            "matrix": write_columns(_cells(matrix)),
            # As text: JSON has no infinities, and promises no digits.
            "thresholds": {name: repr(threshold) for name, threshold in saved.thresholds.items()},
            **({} if table is None else {"table": _table_as_stored(table)}),
            **({"situation": json.dumps(dict(saved.situation))} if saved.situation else {}),
            **({"groups": _parts_as_stored(saved.groups)} if saved.groups else {}),
        },
        made_of=saved.read.files,
    )


def saved_classes_in(path: str | Path) -> SavedClasses:
    """Read an evaluation of many classes from the file that it was written to."""
    stored = load_stored(path, KIND)
    names = ("read", "words", "classes", "is_ordered", "is_weighted", "matrix", "thresholds")
    stored.hold_only(*names, maybe=("table", "situation", "groups"))
    classes = stored.texts("classes")
    if len(classes) < 2 or len(set(classes)) < len(classes):
        raise stored.problem("holds fewer than two classes, or one twice", "classes")
    thresholds = stored.part("thresholds")
    table = _table_from_stored(stored.part("table"), classes) if stored.holds("table") else None
    matrix = _matrix_from_stored(stored, classes)
    groups = _parts_from_stored(stored.part("groups"), matrix, table) if stored.holds("groups") else {}
    # The matrix and the table were counted from the same rows, so an edit of one shows in the other.
    if table is not None and not np.allclose(table.true.astype(float), matrix.true.astype(float), rtol=1e-9):
        raise stored.problem("counts other rows than the matrix", "table")
    return SavedClasses(
        read_from_stored(stored.part("read")),
        matrix,
        words_from_stored(stored.part("words")),
        {name: thresholds.number_as_text(name) for name in thresholds.content},
        table,
        _situation(stored, matrix) if stored.holds("situation") else {},
        groups,
    )


def _parts_as_stored(parts: Mapping[str, SavedPart]) -> dict[str, Any]:
    return {
        name: {
            "rows": part.rows,
            "matrix": write_columns(_cells(part.matrix)),
            **({} if part.table is None else {"table": _table_as_stored(part.table)}),
        }
        for name, part in parts.items()
    }


def _parts_from_stored(stored: StoredFields, whole: ClassMatrix, table: ClassTable | None) -> dict[str, SavedPart]:
    """Return parts of the rows, none of which may hold what all rows do not."""
    found = {}
    for name, within in stored.parts().items():
        within.hold_only("rows", "matrix", maybe=("table",))
        matrix = _cells_from_stored(within.part("matrix"), whole)
        own = _table_from_stored(within.part("table"), whole.classes) if within.holds("table") else None
        if (own is None) != (table is None) or (matrix.true > whole.true * (1 + 1e-9)).any():
            raise stored.problem("holds rows that are not among all of them", name)
        if own is not None and not np.allclose(own.true.astype(float), matrix.true.astype(float), rtol=1e-9):
            raise stored.problem("counts other rows than its matrix", name)
        found[name] = SavedPart(within.whole("rows"), matrix, own)
    return found


def _situation(stored: StoredFields, matrix: ClassMatrix) -> dict[str, Any]:
    """Return what was stated, once it is known that it can be of these classes."""
    try:
        plain = json.loads(stored.text("situation"))
        if len(plain.get("cost", matrix.classes)) != len(matrix.classes):
            raise ValueError
        ClassSituation().given(matrix, **ClassSituation.parts_in(plain, matrix.classes))
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        raise stored.problem("states a situation that cannot be", "situation") from None
    return dict(plain)


def _cells(matrix: ClassMatrix) -> dict[str, Any]:
    size = len(matrix.classes)
    unsure = np.zeros(size, dtype=matrix.rows.dtype) if matrix.unsure is None else matrix.unsure
    # One column more than classes: the rows of each that got no answer.
    cells = {"cell": np.arange(size * (size + 1)), "rows": np.column_stack([matrix.rows, unsure]).ravel()}
    if matrix.importance is not None:
        cells |= {"squares": matrix.importance.squares.ravel(), "counted": matrix.importance.rows.ravel()}
    return cells


def _matrix_from_stored(stored: StoredFields, classes: tuple[str, ...]) -> ClassMatrix:
    like = ClassMatrix(
        classes, np.zeros((len(classes),) * 2), None, stored.flag("is_ordered"), stored.flag("is_weighted")
    )
    return _cells_from_stored(stored.part("matrix"), like)


def _cells_from_stored(within: StoredFields, like: ClassMatrix) -> ClassMatrix:
    size, is_weighted = len(like.classes), like.is_weighted
    within.hold_only("cell", "rows", maybe=("squares", "counted"))
    columns = read_columns(within)
    rows = columns["rows"]
    if len(rows) != size * (size + 1):
        raise within.problem("does not have a cell for every pair of classes")
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        raise within.problem("holds a number of rows that is none", "rows")
    cells = rows.reshape(size, size + 1)
    unsure = cells[:, -1] if cells[:, -1].any() else None
    importance = None
    if is_weighted and {"squares", "counted"} <= columns.keys():
        squares, counted = (columns[name].reshape(size, size + 1) for name in ("squares", "counted"))
        if not all(np.isfinite(one).all() and ((one > 0) == (cells > 0)).all() for one in (squares, counted)):
            raise within.problem("holds weights that no rows can have", "squares")
        importance = Importance(squares.astype(float), counted.astype(np.int64))
    return ClassMatrix(like.classes, cells[:, :-1], unsure, like.is_ordered, is_weighted, importance=importance)


def importance_in(table: ClassTable) -> Importance | None:
    """Return what the weights of each cell add up to, where rows of a table differ in importance."""
    if not table.is_weighted:
        return None
    return Importance(table.cells_of("squares").astype(float), table.cells_of("rows").astype(np.int64))


def _table_as_stored(table: ClassTable) -> dict[str, Any]:
    losses = () if table.losses is None else table.losses.powers
    return {
        "weights": table.weights_are.value,
        "scores": {str(i): _tallied(one, "scores") for i, one in enumerate(table.scores)},
        "answers": {str(i): _tallied(one, "answers") for i, one in enumerate(table.answers)},
        "ranks": _tallied(table.ranks, "ranks"),
        "losses": [str(power) for powers in losses for power in powers],
        "off_rows": table.off.rows,
        "off_most": repr(table.off.most),
        **({} if table.unsure is None else {"unsure": _tallied(table.unsure, "unsure")}),
    }


def _table_from_stored(stored: StoredFields, classes: tuple[str, ...]) -> ClassTable:
    stored.hold_only("weights", "scores", "answers", "ranks", "losses", "off_rows", "off_most", maybe=("unsure",))
    size = len(classes)
    parts = {name: stored.part(name).parts() for name in ("scores", "answers")}
    for name, found in parts.items():
        if list(found) != [str(i) for i in range(size)]:
            raise stored.problem("does not have a part for every class", name)
    powers = stored.texts("losses")
    if len(powers) not in (0, 3 * size) or not all(power.isdigit() and len(power) < 40 for power in powers):
        raise stored.problem("does not have three sums for every class", "losses")
    losses = LossSums(tuple((int(a), int(b), int(c)) for a, b, c in zip(*[iter(powers)] * 3, strict=True)))
    table = ClassTable(
        classes,
        tuple(_from_tallied(parts["scores"][str(i)], "scores", size) for i in range(size)),
        tuple(_from_tallied(parts["answers"][str(i)], "answers", size) for i in range(size)),
        _from_tallied(stored.part("ranks"), "ranks", size),
        losses if powers else None,
        OffSums(stored.whole("off_rows"), float(stored.number_as_text("off_most"))),
        _from_tallied(stored.part("unsure"), "unsure", size) if stored.holds("unsure") else None,
        stored.choice("weights", Weights),
    )
    if any(not np.isclose(one.weights.sum(), table.ranks.weights.sum(), rtol=1e-9) for one in table.scores):
        raise stored.problem("counts different rows for different classes", "scores")
    if losses.powers and any(
        mean > 2 * FIXED * float(rows) for (mean, _, _), rows in zip(losses.powers, table.true, strict=True)
    ):
        raise stored.problem("holds losses that no rows can have", "losses")
    return table


def _tallied(one: Tallied, part: str) -> dict[str, Any]:
    keys = {name: _whole(key) for name, key in zip(KEYS[part], one.keys, strict=True)}
    return write_columns(keys | {name: _whole(getattr(one, name)) for name in COUNTED})


def _from_tallied(stored: StoredFields, part: str, classes: int) -> Tallied:
    stored.hold_only(*KEYS[part], *COUNTED)
    columns = read_columns(stored)
    keys = tuple(columns[name] for name in KEYS[part])
    most = {"truth": classes, "above": classes, "equal": classes + 1}
    for name, key in zip(KEYS[part], keys, strict=True):
        if name in most and (key.dtype.kind != "i" or not ((key >= 0) & (key < most[name])).all()):
            raise stored.problem("holds a class that there is not", name)
    for name in COUNTED:
        if not (np.isfinite(columns[name]).all() and (columns[name] >= 0).all()):
            raise stored.problem("holds a count that is negative or infinite", name)
    # Counted anew: entries in another order are put in theirs, and those with the same keys become one.
    made = Tallied.of(keys, [columns[name] for name in COUNTED])
    if len(made) != len(columns["rows"]):
        raise stored.problem("counts the same rows twice")
    return made


def _whole(column: Any) -> Any:
    return column.astype(np.int64) if column.dtype.kind in "iub" else column
