"""Models and what was read, as plain data that can be saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truecut.catalogue.design import Sampling
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.data.rows import Provenance
from truecut.storage.saved_file import read_columns, write_columns


def models_as_stored(models: Mapping[str, Model]) -> dict[str, Any]:
    """Return the models as plain data."""
    return {
        name: {
            "threshold": repr(model.threshold),
            "is_hard": model.is_hard,
            "table": model.table.as_stored(),
            "amounts": {column: table.as_stored() for column, table in model.amounts.items()},
            **({} if model.clustered is None else {"clustered": _rows_as_stored(model.clustered, name)}),
            **({} if model.sampling == Sampling.COHORT else {"design": model.sampling.value}),
        }
        for name, model in models.items()
    }


def models_from_stored(stored: Mapping[str, Any]) -> dict[str, Model]:
    """Return the models that were stored."""
    return {name: _model(name, kept) for name, kept in stored.items()}


def _model(name: str, kept: Mapping[str, Any]) -> Model:
    table = ScoreTable.from_stored(kept["table"])
    return Model(
        name,
        table,
        _number(kept["threshold"]),
        kept["is_hard"],
        {column: ScoreTable.from_stored(amounts) for column, amounts in kept["amounts"].items()},
        _rows_from_stored(kept["clustered"], name, table) if "clustered" in kept else None,
        Sampling(kept.get("design", Sampling.COHORT)),
    )


def _rows_as_stored(rows: PlacedRows, model: str) -> dict[str, Any]:
    """Return the rows with their clusters: without them, a loaded model would count rows where clusters were drawn."""
    columns = {"places": rows.places[model], "is_positive": rows.is_positive, "numbers": rows.numbers}
    columns |= {"clusters": rows.clusters} if rows.clusters is not None else {}
    whole = {name: column.astype(np.int64) for name, column in columns.items()}
    return write_columns(whole | ({} if rows.weights is None else {"weights": rows.weights}))


def _rows_from_stored(stored: Mapping[str, Any], model: str, table: ScoreTable) -> PlacedRows:
    columns = read_columns(stored)
    return PlacedRows(
        {model: table},
        {model: columns["places"].astype(np.int32)},
        columns["is_positive"].astype(bool),
        columns["numbers"],
        columns.get("weights"),
        columns["clusters"].astype(np.int32) if "clusters" in columns else None,
    )


def _number(text: str) -> float:
    # Written as text, because JSON has no infinite numbers; a whole one stays exact at any size.
    return int(text) if text.lstrip("-").isdigit() else float(text)


def read_as_stored(read: Provenance) -> dict[str, Any]:
    """Return what was read as plain data."""
    return {**vars(read), "dropped": dict(read.dropped)}


def read_from_stored(stored: Mapping[str, Any]) -> Provenance:
    """Return what was read when the models were stored."""
    tuples = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
    return Provenance(**{**stored, **tuples, "weights_are": Weights(stored["weights_are"])})
