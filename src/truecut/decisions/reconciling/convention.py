"""A way to come to a number."""

from __future__ import annotations

from typing import NamedTuple


class Convention(NamedTuple):
    """What is computed, in words, how far it departs from what was asked for, and whose way it is."""

    said: str
    changes: int = 1
    tools: tuple[str, ...] = ()


Found = list[tuple[Convention, float]]
