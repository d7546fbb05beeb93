"""Of which rows and of which model a result is."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.catalogue.model import Model
from truecut.data.rows import Provenance
from truecut.words import Words


@dataclass(frozen=True, eq=False)
class Origin:
    """What was read, how it is called, and the model that was asked: what the JSON of a result tells beside it."""

    read: Provenance
    words: Words
    model: Model
    chosen_on: str = ""  # where a threshold was chosen, if not on these rows

    def __repr__(self) -> str:
        return f"<Origin: {self.model!r}>"
