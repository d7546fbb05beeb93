"""An evaluation as one small file: everything that was counted, and no row unless rows come in clusters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.data.rows import Provenance
from truecut.evaluation.stored_models import models_as_stored, models_from_stored, read_as_stored, read_from_stored
from truecut.evaluation.stored_words import words_as_stored, words_from_stored
from truecut.storage.saved_file import load_stored, save_stored
from truecut.storage.stored_fields import StoredFields
from truecut.words import Words

KIND = "evaluation"


class Saved(NamedTuple):
    """What of an evaluation is saved: all of it but the way back to the rows."""

    read: Provenance
    by_model: Mapping[str, Model]
    by_group: Mapping[str, Mapping[str, Model]]
    words: Words
    situation: Mapping[str, Any]  # what was stated, as plain data


def save_evaluation(saved: Saved, path: str | Path) -> None:
    """Write an evaluation to a file."""
    save_stored(
        path,
        KIND,
        {
            "read": read_as_stored(saved.read),
            "words": words_as_stored(saved.words),
            "situation": json.dumps(dict(saved.situation)),
            "models": models_as_stored(saved.by_model),
            "groups": {group: models_as_stored(models) for group, models in saved.by_group.items()},
        },
        made_of=saved.read.files,
    )


def saved_in(path: str | Path) -> Saved:
    """Read an evaluation from the file that it was written to."""
    stored = load_stored(path, KIND)
    stored.hold_only("read", "words", "situation", "models", "groups")
    saved = Saved(
        read_from_stored(stored.part("read")),
        models_from_stored(stored.part("models")),
        {group: models_from_stored(models) for group, models in stored.part("groups").parts().items()},
        words_from_stored(stored.part("words")),
        _situation(stored),
    )
    _require_same_rows(saved, stored)
    return saved


def _situation(stored: StoredFields) -> dict[str, Any]:
    """Return what was stated, once it is known that it can be."""
    try:
        plain = json.loads(stored.text("situation"))
        Situation().given(**plain)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise stored.problem("states a situation that cannot be", "situation") from None
    return {name: value for name, value in plain.items() if value is not None}


def _require_same_rows(saved: Saved, stored: StoredFields) -> None:
    """What was read, the models and their groups tell of the same rows."""
    for models in (saved.by_model, *saved.by_group.values()):
        if any((model.clustered is None) != (not saved.read.cluster) for model in models.values()):
            raise stored.problem("names the clusters of rows that have none, or none of rows that have them", "read")
    for model in saved.by_model.values():
        if model.table.rows != saved.read.rows or model.table.lower_is_positive != saved.read.lower_is_positive:
            raise stored.problem("tells of other rows than its models", "read")
    for group, models in saved.by_group.items():
        if models.keys() != saved.by_model.keys():
            raise stored.problem("has other models than all rows together", "groups", group)
        for name, model in models.items():
            whole = saved.by_model[name].table
            is_among = (
                whole.ends is not None or np.isin(model.table.scores, whole.scores).all()
            )  # cells differ by group
            if model.table.rows > whole.rows or not is_among:
                raise stored.problem("holds rows that are not among all of them", "groups", group)
