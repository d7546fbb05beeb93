"""Several metrics of one scoring call ask for the same counts: they are made once.

The memory lives for one call of a scorer with several metrics. If it outlived it, arrays that were changed in place
would get their old answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Made = TypeVar("Made")

_memory: ContextVar[dict[tuple[Any, ...], tuple[Any, Any]] | None] = ContextVar("truecut_shared_counts", default=None)


@contextmanager
def sharing() -> Iterator[None]:
    """Remember what is counted until the block ends."""
    token = _memory.set({})
    try:
        yield
    finally:
        _memory.reset(token)


def made_once(kind: str, arrays: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """Return what is made of these very arrays, made before if it was."""
    memory = _memory.get()
    if memory is None:
        return make()
    key = (kind, *map(id, arrays))
    if key not in memory:
        memory[key] = (arrays, make())  # the arrays are held, so that their ids stay theirs
    found: Made = memory[key][1]
    return found
