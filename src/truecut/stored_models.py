"""Models and what was read, as plain data that can be saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truecut.model import Model
from truecut.rows import Read
from truecut.table import ScoreTable, Weights


def models_as_stored(models: Mapping[str, Model]) -> dict[str, Any]:
    """Return the models as plain data."""
    return {
        name: {
            "threshold": repr(model.threshold),
            "is_hard": model.is_hard,
            "table": model.table.as_stored(),
            "amounts": {column: table.as_stored() for column, table in model.amounts.items()},
        }
        for name, model in models.items()
    }


def models_from_stored(stored: Mapping[str, Any]) -> dict[str, Model]:
    """Return the models that were stored."""
    return {
        name: Model(
            name,
            ScoreTable.from_stored(kept["table"]),
            _number(kept["threshold"]),
            kept["is_hard"],
            {column: ScoreTable.from_stored(table) for column, table in kept["amounts"].items()},
        )
        for name, kept in stored.items()
    }


def _number(text: str) -> float:
    # Written as text, because JSON has no infinite numbers; a whole one stays exact at any size.
    return int(text) if text.lstrip("-").isdigit() else float(text)


def read_as_stored(read: Read) -> dict[str, Any]:
    """Return what was read as plain data."""
    return {**vars(read), "dropped": dict(read.dropped)}


def read_from_stored(stored: Mapping[str, Any]) -> Read:
    """Return what was read when the models were stored."""
    tuples = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
    return Read(**{**stored, **tuples, "weights_are": Weights(stored["weights_are"])})
