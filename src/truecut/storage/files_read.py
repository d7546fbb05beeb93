"""Which files names and patterns stand for: what was read, and must not be written over."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

STANDARD_INPUT = "-"


def files_named(names: Iterable[str | Path]) -> tuple[Path, ...]:
    """Return the files of these names, and those that patterns among them stand for, from the root.

    From the root, since whoever writes later may do it in another folder.
    """
    return tuple(file for name in names for file in _matched(name))


def _matched(name: str | Path) -> list[Path]:
    with suppress(OSError, ValueError):
        path = Path("/dev/stdin" if name == STANDARD_INPUT else name).absolute()  # which may be a file too: < FILE
        return [path] if path.exists() else list(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    return []  # whoever reads it will say what is wrong
