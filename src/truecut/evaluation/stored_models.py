"""Models and what was read, as plain data that can be saved, and checked when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from truecut.catalogue.design import Sampling
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.counting.stored_table import ROUNDING, table_as_stored, table_from_stored
from truecut.data.rows import Provenance
from truecut.storage.stored_columns import read_columns, write_columns
from truecut.storage.stored_fields import StoredFields

# Not the files that it was read from, which tell folders.
STORED_OF_READ = tuple(field.name for field in fields(Provenance) if field.repr)


def models_as_stored(models: Mapping[str, Model]) -> dict[str, Any]:
    """Return the models as plain data."""
    return {
        name: {
            "threshold": repr(model.threshold),
            "is_hard": model.is_hard,
            "table": table_as_stored(model.table),
            "amounts": {column: table_as_stored(table) for column, table in model.amounts.items()},
            **({} if model.clustered is None else {"clustered": _rows_as_stored(model.clustered, name)}),
            **({} if model.sampling == Sampling.COHORT else {"design": model.sampling.value}),
            **({} if model.folds is None else {"folds": _folds_as_stored(model.folds, name)}),
        }
        for name, model in models.items()
    }


def models_from_stored(stored: StoredFields) -> dict[str, Model]:
    """Return the models that were stored: of the same rows, read in the same direction."""
    models = {name: _model(name, kept) for name, kept in stored.parts().items()}
    if not models:
        raise stored.problem("holds no model")
    tables = [model.table for model in models.values()]
    if len({(table.rows, table.lower_is_positive, table.weights) for table in tables}) > 1:
        raise stored.problem("holds models of different rows")
    return models


def _model(name: str, kept: StoredFields) -> Model:
    kept.hold_only("threshold", "is_hard", "table", "amounts", maybe=("clustered", "design", "folds"))
    table = table_from_stored(kept.part("table"))
    threshold, is_hard = kept.number_as_text("threshold"), kept.flag("is_hard")
    if is_hard and (threshold != FLAGGED or not np.isin(table.scores, (0, FLAGGED)).all()):
        raise kept.problem("says that scores other than 0 and 1 are hard predictions", "is_hard")
    return Model(
        name,
        table,
        threshold,
        is_hard,
        {column: _amounts(part, table) for column, part in kept.part("amounts").parts().items()},
        _rows_from_stored(kept.part("clustered"), name, table) if kept.holds("clustered") else None,
        kept.choice("design", Sampling) if kept.holds("design") else Sampling.COHORT,
        _folds_from_stored(kept.part("folds"), name, table) if kept.holds("folds") else None,
    )


def _folds_as_stored(folds: Folds, name: str) -> dict[str, Any]:
    """Return into how many folds the rows were divided, and the model of each, by repeat."""
    repeats = {
        str(i): {fold: models_as_stored({name: model}) for fold, model in repeat.items()}
        for i, repeat in enumerate(folds.by_repeat)
    }
    return {"number": folds.number, "repeats": repeats}


def _folds_from_stored(stored: StoredFields, name: str, table: ScoreTable) -> Folds:
    stored.hold_only("number", "repeats")
    number, parts = stored.whole("number"), stored.part("repeats").parts().values()
    repeats = [{fold: models_from_stored(kept) for fold, kept in repeat.parts().items()} for repeat in parts]
    every = [models for repeat in repeats for models in repeat.values()]
    if not every or any(models.keys() != {name} or models[name].folds is not None for models in every):
        raise stored.problem("holds folds of other models")
    # A file is read as if a stranger had written it: its parts must agree with each other.
    if sum(models[name].table.rows for models in every) != table.rows:
        raise stored.problem("holds folds that are not all the rows")
    if number < 2 or max(map(len, repeats)) > number:
        raise stored.problem("holds more folds than there are", "number")
    return Folds(tuple({fold: models[name] for fold, models in repeat.items()} for repeat in repeats), number)


def _amounts(stored: StoredFields, table: ScoreTable) -> ScoreTable:
    """Return the rows counted by an amount; those that are worth nothing are not among them."""
    amounts = table_from_stored(stored)
    same_way = amounts.lower_is_positive == table.lower_is_positive
    if len(amounts) and not (same_way and _lie_inside(amounts, table) and amounts.rows <= table.rows):
        raise stored.problem("counts other rows than the table")
    return amounts


def _lie_inside(amounts: ScoreTable, table: ScoreTable) -> bool:
    """Say whether all scores of amounts lie inside the table's cells, which rows worth nothing leave wider."""
    sides = [(one.scores, one.scores if one.ends is None else one.ends) for one in (amounts, table)]
    rising = slice(None) if table.lower_is_positive else slice(None, None, -1)
    if table.lower_is_positive:
        sides = [(ends, scores) for scores, ends in sides]
    (low, high), (lowest, highest) = ((least[rising], most[rising]) for least, most in sides)
    at = np.searchsorted(lowest, low, side="right") - 1
    return bool((at >= 0).all() and (high <= highest[at]).all())


def _rows_as_stored(rows: PlacedRows, model: str) -> dict[str, Any]:
    """Return the rows with their clusters: without them, a loaded model would count rows where clusters were drawn."""
    columns = {"places": rows.places[model], "is_positive": rows.is_positive, "numbers": rows.numbers}
    columns |= {"clusters": rows.clusters} if rows.clusters is not None else {}
    whole = {name: column.astype(np.int64) for name, column in columns.items()}
    return write_columns(whole | ({} if rows.weights is None else {"weights": rows.weights}))


def _rows_from_stored(stored: StoredFields, model: str, table: ScoreTable) -> PlacedRows:
    names = ("places", "is_positive", "numbers", "clusters")
    stored.hold_only(*names, *(() if table.weights == Weights.NONE else ("weights",)))
    columns = read_columns(stored)
    # Numbers from outside become indexes: what is out of range would read, or write, elsewhere.
    most = {"places": len(table), "is_positive": 2, "numbers": 2**63, "clusters": 2**31}
    for name, column in columns.items():
        if name != "weights" and (column.dtype != np.int64 or not ((column >= 0) & (column < most[name])).all()):
            raise stored.problem("holds a number that is out of range", name)
    weights = columns.get("weights")
    # Whole weights are counts and stay exact; as floats they would be compared by rounding.
    is_of_table = weights is None or weights.dtype == table.positives.dtype
    if weights is not None and not (is_of_table and ((weights > 0) & np.isfinite(weights)).all()):
        raise stored.problem("holds a weight that is not positive and finite", "weights")
    rows = PlacedRows(
        {model: table},
        {model: columns["places"].astype(np.int32)},
        columns["is_positive"].astype(bool),
        columns["numbers"],
        weights,
        columns["clusters"].astype(np.int32),
    )
    if not _are_those_of(table, rows, model):
        raise stored.problem("holds other rows than the table counts")
    return rows


def _are_those_of(table: ScoreTable, rows: PlacedRows, model: str) -> bool:
    """Say whether counting the rows gives the table back, by weight; sums of weights differ by rounding."""
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights
    for is_positive, counted in ((True, table.positives), (False, table.negatives)):
        kept = rows.is_positive == is_positive
        found = np.bincount(rows.places[model][kept], weights[kept], minlength=len(table))
        if not np.allclose(found, counted, rtol=ROUNDING, atol=0):
            return False
    return True


def read_as_stored(read: Provenance) -> dict[str, Any]:
    """Return what was read as plain data."""
    return {**{name: getattr(read, name) for name in STORED_OF_READ}, "dropped": dict(read.dropped)}


def read_from_stored(stored: StoredFields) -> Provenance:
    """Return what was read when the models were stored."""
    stored.hold_only(*(name for name in STORED_OF_READ if name != "folds"), maybe=("folds",))
    dropped = stored.part("dropped")
    return Provenance(
        source=stored.text("source"),
        rows=stored.whole("rows"),
        positive=stored.text("positive"),
        negative=stored.text("negative"),
        label=stored.text("label"),
        scores=stored.texts("scores"),
        predicted=stored.texts("predicted"),
        lower_is_positive=stored.flag("lower_is_positive"),
        weight=stored.text("weight"),
        weights_are=stored.choice("weights_are", Weights),
        groups=stored.texts("groups"),
        cluster=stored.text("cluster"),
        clusters=stored.whole("clusters"),
        folds=stored.texts("folds") if stored.holds("folds") else (),
        dropped={reason: dropped.whole(reason) for reason in dropped.content},
        inferred=stored.texts("inferred"),
    )
