"""Saved files, edited as a stranger would: anything changed, and the checksum computed anew."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

REPLACEMENTS = (None, True, False, -1, 0, 1, 2**63, 10**400, 0.5, "", "x", "nan", "1e999", [], [1], {}, {"x": 1})


def edit(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change what a saved file says, and make its checksum fit."""
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    seal(path, content)


def seal(path: Path, content: Any) -> None:
    """Write a saved file with a checksum that fits."""
    content.pop("checksum", None)
    checksum = zlib.crc32(json.dumps(content).encode("ascii"))
    path.write_text(json.dumps(content | {"checksum": checksum}), encoding="utf-8")


def places(node: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every node below this one."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, value in inside:
        yield (*at, name)
        yield from places(value, (*at, name))


def mutants(content: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the content with each node deleted, replaced, renamed or doubled in turn."""
    text = json.dumps({name: value for name, value in content.items() if name != "checksum"})
    for place in places(json.loads(text)):
        for number in range(len(REPLACEMENTS) + 2):
            changed = json.loads(text)
            holder = changed
            for step in place[:-1]:
                holder = holder[step]
            if number < len(REPLACEMENTS):
                holder[place[-1]] = REPLACEMENTS[number]
            elif number == len(REPLACEMENTS):
                del holder[place[-1]]
            elif isinstance(holder, dict):
                holder["unheard of"] = holder[place[-1]]
            if json.dumps(changed) != text:
                yield f"{'.'.join(map(str, place))} #{number}", changed
