"""One small file for what has been counted: JSON around compressed columns.

The same content gives the same bytes, and reading runs no code from the file. A checksum tells damage from content;
since anybody can compute it anew, whoever reads a field checks it as if a stranger had written it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from truecut.errors import UnreadableSource
from truecut.storage.atomic_files import write_file
from truecut.storage.stored_fields import StoredFields

FORMAT = 2


def save_stored(path: str | Path, kind: str, content: Mapping[str, Any], *, made_of: Iterable[Path] = ()) -> None:
    """Write the content, and what it is, as one JSON file, which is none of those that it was `made_of`."""
    described = {"truecut": FORMAT, "kind": kind} | dict(content)
    text = json.dumps(described | {"checksum": _checksum(described)}, allow_nan=False)
    write_file(path, (text + "\n").encode("ascii"), made_of=made_of)


def load_stored(path: str | Path, kind: str) -> StoredFields:
    """Read what `save_stored` wrote, and check that it is of this kind."""
    name = Path(path).name
    try:
        content = json.loads(
            Path(path).read_bytes().decode("utf-8"), object_pairs_hook=_unrepeated, parse_constant=_refused
        )
        if type(content) is not dict:
            raise ValueError
        checksum = content.pop("checksum", None)
        is_whole = type(checksum) is int and checksum == _checksum(content)
    except (OSError, ValueError, RecursionError, MemoryError) as problem:
        raise UnreadableSource(f"Cannot load {name}: {_reason(problem)}.") from None
    _require(content, kind, name)
    if not is_whole:
        raise UnreadableSource(f"{name} was damaged or edited after truecut saved it; save it anew.")
    return StoredFields({key: value for key, value in content.items() if key not in ("truecut", "kind")}, name)


def kind_in(path: str | Path) -> str:
    """Return what a file says that it holds, unchecked; nothing if it cannot be read: `load_stored` says why."""
    try:
        content = json.loads(Path(path).read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError, MemoryError):
        return ""
    kind = content.get("kind") if isinstance(content, dict) else None
    return kind if isinstance(kind, str) else ""


def _require(content: Mapping[str, Any], kind: str, name: str) -> None:
    found, version = content.get("kind"), content.get("truecut")
    if type(found) is not str or type(version) is not int or not 0 < version < 10**6:
        raise UnreadableSource(f"Cannot load {name}: it is not a file that truecut saved.")
    if found != kind:
        raise UnreadableSource(f"{name} holds a saved {found[:40]}, not a saved {kind}.")
    if version > FORMAT:
        raise UnreadableSource(
            f"{name} was saved in format {version}; this truecut reads format {FORMAT}. Update truecut."
        )
    if version < FORMAT:
        raise UnreadableSource(f"{name} was saved in format {version}, which is not read any more; save it anew.")


def _reason(problem: BaseException) -> str:
    if isinstance(problem, MemoryError):
        return "it does not fit into memory"
    reason = problem.strerror if isinstance(problem, OSError) else None
    return reason or "it is not a file that truecut saved"


def _checksum(content: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(content).encode("ascii"))


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError  # which of them counts would be anybody's guess
    return content


def _refused(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity, which are no JSON
