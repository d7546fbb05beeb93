"""An evaluation as one small file: everything that was counted, and no row unless rows come in clusters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from truecut.catalogue.model import Model
from truecut.data.rows import Provenance
from truecut.evaluation.stored_models import models_as_stored, models_from_stored, read_as_stored, read_from_stored
from truecut.storage.saved_file import load as load_stored
from truecut.storage.saved_file import save as save_stored
from truecut.words import Words

KIND = "evaluation"


class Saved(NamedTuple):
    """What of an evaluation is saved: all of it but the way back to the rows."""

    read: Provenance
    by_model: Mapping[str, Model]
    by_group: Mapping[str, Mapping[str, Model]]
    words: Words


def save(saved: Saved, path: str | Path) -> None:
    """Write an evaluation to a file."""
    save_stored(
        path,
        KIND,
        {
            "read": read_as_stored(saved.read),
            "words": vars(saved.words),
            "models": models_as_stored(saved.by_model),
            "groups": {group: models_as_stored(models) for group, models in saved.by_group.items()},
        },
    )


def saved_in(path: str | Path) -> Saved:
    """Read an evaluation from the file that it was written to."""
    stored = load_stored(path, KIND)
    return Saved(
        read_from_stored(stored["read"]),
        models_from_stored(stored["models"]),
        {group: models_from_stored(models) for group, models in stored["groups"].items()},
        Words(**stored["words"]),
    )
