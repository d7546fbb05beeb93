"""Files are written beside themselves first, so that a failure never leaves half a file or loses the old one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from truecut.errors import BadCall


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file, or replace it; a folder or disk that does not take it is an error with its reason."""
    try:
        target = Path(path).resolve()  # the file itself, where the name is a link to it
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a device or a pipe (/dev/null) must not be replaced by a file
            return
        beside = target.with_name(f".{target.name}.part")
        try:
            beside.write_bytes(content)
            beside.replace(target)
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise BadCall(f"Cannot write {path}: {problem.strerror}.") from None
