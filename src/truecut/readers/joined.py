"""Several tables joined on an id: one model per table, the same cases in each.

No id may occur twice in a table, and where tables hold the label too, they must agree on it. Rows whose id is not in
every table are left out, and how many is said; where few are left, it is an error that names the first few ids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column, Source
from truecut.data.labels import as_spelled
from truecut.data.request import Roles
from truecut.data.roles import find_roles
from truecut.errors import BadCall, InputError, MissingColumn, listed
from truecut.words import counted

SHOWN = 5  # ids in a message
FEWEST = 10  # rows of a class that tables must share to be compared on those alone


@dataclass(frozen=True, eq=False)
class Joined:
    """The columns of the first table, and the scores of all by model name, row by row for the same ids."""

    name: str
    columns: Mapping[str, Column]
    label: str
    models: tuple[str, ...]
    inferred: tuple[str, ...]
    first: Source  # for other columns, such as weights
    kept: NDArray[np.intp]  # the rows of the first table whose ids are in all
    left_out: str  # what is said of the others

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of the columns that can be read."""
        return tuple(dict.fromkeys((*self.columns, *self.first.column_names)))

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:
        """Return columns; those that are not scores come from the first table."""
        others = tuple(name for name in names if name not in self.columns)
        read = self.first.read(others, as_written) if others else {}
        found = {**self.columns, **{name: _taken(column, self.kept) for name, column in read.items()}}
        return {name: found[name] for name in names}


def joined_tables(sources: Mapping[str, Source], asked: Roles[str]) -> Joined:
    """Join tables on their id; a table with several scores gives a model for each, named after both.

    >>> from truecut.readers.frames import from_frame
    >>> a = from_frame({"case": [1, 2], "y": [0, 1], "p": [0.2, 0.9]})
    >>> b = from_frame({"case": [2, 1], "p": [0.8, 0.4]})
    >>> joined_tables({"a": a, "b": b}, Roles(id="case")).read(("b",))["b"].values.tolist()
    [0.4, 0.8]
    """
    if len(sources) < 2:
        raise BadCall(
            "Joining on an id takes two tables or more; to compare columns of one table, name them as scores."
        )
    (first_name, first), *others = sources.items()
    id = str(asked.id)
    for source in sources.values():
        if id not in source.column_names:
            raise MissingColumn(id, source.column_names, source.name)
    found = find_roles(first, _own(asked, asked.label))
    roles = found.roles
    own, words = _columns_of_models(roles), (id, roles.label, *roles.predicted)
    read = first.read(tuple(dict.fromkeys((id, roles.label, *own))), as_written=words)
    tables = {first_name: (read, own)}
    inferred = list(found.inferred)
    for name, source in others:
        scores, said = _scores(source, asked, roles.label)
        also = (roles.label,) if roles.label in source.column_names else ()
        tables[name] = source.read((id, *scores, *also), as_written=words), scores
        inferred += [f"{source.name}: {sentence}" for sentence in said]
    ids = {name: _keys(table[id], sources[name].name, id) for name, (table, _) in tables.items()}
    kept = _in_all(ids, sources, read[roles.label], id)
    keys, left_out = ids[first_name][kept], _left_out(ids, sources, len(kept), id)
    columns = {name: _taken(read[name], kept) for name in (id, roles.label)}
    _add(columns, first_name, {name: _taken(read[name], kept) for name in own})
    for name, source in others:
        theirs, scores = tables[name]
        order = _order(keys, ids[name])
        if roles.label in theirs:
            _require_same_labels(columns[roles.label], theirs[roles.label], order, keys, first.name, source.name)
        _add(columns, name, {column: _taken(theirs[column], order) for column in scores})
    models = tuple(name for name in columns if name not in (id, roles.label))
    title = f"{' and '.join(source.name for source in sources.values())}, joined on {id!r}"
    return Joined(title, columns, roles.label, models, tuple(inferred), first, kept, left_out)


def ids_of(column: Column) -> tuple[Any, ...]:
    """Return the ids as plain values; None where one is missing."""
    values = column.values.tolist() if column.words is None else [column.words[code] for code in column.values]
    return tuple(None if gone else value for value, gone in zip(values, column.is_missing.tolist(), strict=True))


def _scores(source: Source, asked: Roles[str], label: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known_label = label if label in source.column_names else str(asked.id)  # a table without labels lends its id
    found = find_roles(source, _own(asked, known_label))
    return _columns_of_models(found.roles), found.inferred


def _own(asked: Roles[str], label: str) -> Roles[str]:
    """Return what each table has a column of its own for."""
    return Roles(label, asked.scores, asked.predicted, asked.class_scores, id=asked.id)


def _columns_of_models(roles: Roles[str]) -> tuple[str, ...]:
    """Return the columns of a table that tell of its models: scores, predictions, or a score for every class."""
    return tuple(dict.fromkeys((*roles.scores, *roles.predicted, *roles.of("class_scores"))))


def _add(columns: dict[str, Column], name: str, scores: Mapping[str, Column]) -> None:
    for column, values in scores.items():
        model = name if len(scores) == 1 else f"{name}: {column}"
        if model in columns:
            raise BadCall(f"A model cannot be called {model!r}, since a column has that name; give it another one.")
        columns[model] = Column(model, values.values, values.words, values.missing)


def _keys(column: Column, source: str, id: str) -> NDArray[Any]:
    """Return the ids as text, so that 7 of one table is '7' of another; none may come twice."""
    keys = _texts(column, source)
    known, times = np.unique(keys, return_counts=True)
    if (times > 1).any():
        raise InputError(_about(known[times > 1], f"more than once in {source}", id))
    return keys


def _texts(column: Column, source: str) -> NDArray[Any]:
    missing = column.is_missing
    if missing.any():
        raise InputError(f"The id is missing in row {int(np.argmax(missing)) + 1:,} of {source}.")
    values = column.values
    if column.words is not None:
        return np.asarray(np.asarray(column.words, dtype=object)[values].astype(str))
    if values.dtype.kind == "f" and bool((np.floor(values) == values).all()):
        values = values.astype(np.int64)
    return np.asarray(values).astype(str)


def _in_all(ids: Mapping[str, NDArray[Any]], sources: Mapping[str, Source], label: Column, id: str) -> NDArray[np.intp]:
    """Return the rows of the first table whose ids are in all; what too few of a class share is refused."""
    (first, ours), *others = ids.items()
    kept = np.flatnonzero(np.logical_and.reduce([np.isin(ours, theirs) for _, theirs in others]))
    if all(len(theirs) == len(kept) for theirs in ids.values()):
        return kept
    classes = [ids_of(as_spelled(label))[row] for row in kept]
    if min((classes.count(one) for one in set(classes)), default=0) >= FEWEST and len(set(classes)) > 1:
        return kept
    for name, theirs in others:
        for keys, other, here, there in ((ours, theirs, first, name), (theirs, ours, name, first)):
            missing = np.setdiff1d(keys, other)
            if len(missing):
                raise InputError(_about(missing, f"in {sources[here].name} but not in {sources[there].name}", id))
    return kept


def _left_out(ids: Mapping[str, NDArray[Any]], sources: Mapping[str, Source], kept: int, id: str) -> str:
    """Say how many rows of each table are left out, since their ids are not in all."""
    gone = [f"{len(keys) - kept:,} of {sources[name].name}" for name, keys in ids.items() if len(keys) > kept]
    if not gone:
        return ""
    return f"rows: the {kept:,} whose {id!r} is in every file; left out: {', '.join(gone)}"


def _order(ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[np.intp]:
    """Return where each of our ids stands among theirs."""
    order = np.argsort(theirs, kind="stable")
    return np.asarray(order[np.searchsorted(theirs[order], ours)])


def _about(ids: NDArray[Any], what: str, id: str) -> str:
    verb = "occurs" if len(ids) == 1 else "occur"
    return (
        f"{counted(len(ids), 'id')} of column {id!r} {verb} {what}: {listed(ids.tolist(), SHOWN)}; every id must occur "
        f"once in every file, or at least {FEWEST} rows of each class must be in all."
    )


def _require_same_labels(
    ours: Column, theirs: Column, order: NDArray[np.intp], keys: NDArray[Any], our_name: str, their_name: str
) -> None:
    a, b = ids_of(as_spelled(ours)), ids_of(as_spelled(_taken(theirs, order)))
    wrong = [i for i, (one, other) in enumerate(zip(a, b, strict=True)) if one != other]
    if wrong:
        shown = listed([str(keys[i]) for i in wrong], SHOWN)
        raise InputError(
            f"{our_name} and {their_name} disagree on the label of {counted(len(wrong), 'id')}: {shown}; the first is "
            f"{a[wrong[0]]!r} in one and {b[wrong[0]]!r} in the other."
        )


def _taken(column: Column, rows: NDArray[np.intp]) -> Column:
    missing = None if column.missing is None else column.missing[rows]
    return Column(column.name, column.values[rows], column.words, missing)
