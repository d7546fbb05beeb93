"""Parts of the rows of many classes: groups, several of them together, and the rest of the rows beside one.

Matrices, tables and the models of the classes add up and subtract; rows, where they are at hand, are taken by their
places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import Importance
from truecut.catalogue.model import together_of
from truecut.counting.parts import tables_of_parts
from truecut.counting.score_table import ScoreTable
from truecut.data.rows import Provenance
from truecut.decisions.class_answers import matrix_of_answers
from truecut.decisions.complement import rest_of
from truecut.inference.many_classes.class_matrix import ClassMatrix

if TYPE_CHECKING:
    from truecut.counting.class_rows import ClassRows
    from truecut.counting.class_table import ClassTable

ClassPart = Any  # an evaluation of many classes, whose type stands above
Places = NDArray[np.intp]
Scores = Mapping[str, NDArray[Any]]


def groups_of_classes(whole: ClassPart, scores: Scores, groups: Mapping[str, Places]) -> ClassPart:
    """Return an evaluation divided into groups, which are given by the places of their rows; `scores` are by class."""
    rows = whole.rows
    assert rows is not None  # the rows that were just read
    parts = list(groups.values())
    tables = {name: _tables(rows, name, column, parts) for name, column in scores.items()}
    found = {}
    for number, (group, places) in enumerate(groups.items()):
        some = rows.some(places)
        found[group] = replace(
            whole,
            read=read_of_part(whole.read, f", group {group!r}", len(some)),
            matrix=matrix_of_answers(some, some.answers, whole.matrix),
            by_class={name: replace(model, table=tables[name][number]) for name, model in whole.by_class.items()},
            rows=some,
        )
    return replace(whole, by_group=found)


def _tables(rows: ClassRows, name: str, scores: NDArray[Any], parts: Sequence[Places]) -> list[ScoreTable]:
    is_of_class = rows.truth == rows.classes.index(name)
    if rows.weights is None:
        return tables_of_parts(is_of_class, scores, parts, lower_is_positive=False)
    weights, kind = rows.weights, rows.weights_are
    return [ScoreTable.from_rows(is_of_class[p], scores[p], weights[p], weights_are=kind) for p in parts]


def rest_of_classes(whole: ClassPart, part: ClassPart, name: str) -> ClassPart:
    """Return the evaluation of all rows but those of a part, which has a name."""
    rows = None
    if whole.rows is not None and part.rows is not None and part.rows.places is not None:
        rows = whole.rows.some(np.delete(np.arange(len(whole.rows)), part.rows.places))
    number = whole.read.rows - part.read.rows
    origin = None
    if whole.origin is not None and part.origin is not None:
        origin = rest_of_classes(whole.origin, part.origin, name)
    return replace(
        whole,
        read=read_of_part(whole.read, f" without {name!r}", number),
        matrix=_matrix_without(whole.matrix, part.matrix),
        by_class={own: rest_of(model, part.by_class[own]) for own, model in whole.by_class.items()},
        rows=rows,
        counted=None if rows is not None else _table_without(whole, part),
        origin=origin,
        factors=part.factors,
        by_group={},
    )


def _table_without(whole: ClassPart, part: ClassPart) -> ClassTable | None:
    return None if whole.table is None or part.table is None else whole.table.without(part.table)


def _matrix_without(whole: ClassMatrix, part: ClassMatrix) -> ClassMatrix:
    unsure = whole.unsure if whole.unsure is None or part.unsure is None else whole.unsure - part.unsure
    rows, importance = whole.rows - part.rows, None
    if whole.importance is not None and part.importance is not None:
        left = whole.importance.rows - part.importance.rows
        # Weights that cancel leave a rounding error where no row is left.
        rows = np.where(left[:, :-1] > 0, rows, 0)
        unsure = None if unsure is None else np.where(left[:, -1] > 0, unsure, 0)
        squares = np.where(left > 0, whole.importance.squares - part.importance.squares, 0)
        importance = Importance(squares, left)
    return replace(whole, rows=rows, unsure=unsure, importance=importance)


def together_of_classes(whole: ClassPart, parts: Sequence[ClassPart], name: str) -> ClassPart:
    """Return the evaluation of the rows of several parts that have none in common."""
    places = [part.rows.places for part in parts if part.rows is not None and part.rows.places is not None]
    rows = None
    if whole.rows is not None and len(places) == len(parts):
        rows = whole.rows.some(np.sort(np.concatenate(places)))
    origins = [part.origin for part in parts if part.origin is not None]
    base = whole.origin
    return replace(
        whole,
        read=read_of_part(whole.read, f", {name}", sum(part.read.rows for part in parts)),
        matrix=_matrices_together([part.matrix for part in parts]),
        by_class={own: together_of([part.by_class[own] for part in parts]) for own in whole.by_class},
        rows=rows,
        counted=None if rows is not None else _tables_together([part.table for part in parts]),
        origin=None if base is None else together_of_classes(base, origins, name),
        factors=parts[0].factors,
        by_group={},
    )


def _tables_together(tables: Sequence[ClassTable | None]) -> ClassTable | None:
    known = [table for table in tables if table is not None]
    return reduce(add, known) if len(known) == len(tables) else None


def _matrices_together(matrices: Sequence[ClassMatrix]) -> ClassMatrix:
    unsure = [matrix.unsure for matrix in matrices if matrix.unsure is not None]
    important = [matrix.importance for matrix in matrices if matrix.importance is not None]
    return replace(
        matrices[0],
        rows=np.sum([matrix.rows for matrix in matrices], axis=0),
        unsure=np.sum(unsure, axis=0) if unsure else None,
        importance=reduce(add, important) if len(important) == len(matrices) else None,
    )


def read_of_part(read: Provenance, what: str, rows: int) -> Provenance:
    """Return what was read of some of the rows; how many were left out is known of all of them only."""
    return replace(read, source=read.source + what, rows=rows, groups=(), dropped={})
