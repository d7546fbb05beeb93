"""What is supposed about the world where a model of many classes is used, beside the rows, which are counted once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from truecut.catalogue.situation import LEVEL, READ
from truecut.errors import BadCall, near_miss
from truecut.words.shown import Shown


@dataclass(frozen=True)
class ClassSituation(Shown, is_spelled=True):
    """The situation of many classes; each part is stated, or what is usual."""

    level: float = LEVEL

    def given(self, **parts: Any) -> ClassSituation:
        """Return the same situation with these parts; None takes a statement back, and the others stay."""
        for name in parts:
            if name not in PARTS:
                raise BadCall(f"A situation of many classes has no {name!r}.{near_miss(name, PARTS)}")
        return replace(self, **{name: READ[name](value) for name, value in parts.items()})


PARTS = ["level"]
UNSTATED = ClassSituation()
