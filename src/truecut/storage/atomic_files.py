"""The one writer of files: at any moment, and after any failure, the old file is there or the new one, whole.

A new file is written beside the old one under a name that nobody can guess, flushed to disk, and renamed over it.
A link stays a link, and the file behind it is replaced. What is not a file (a pipe, /dev/null, /dev/stdout) cannot be
replaced and is written to.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from truecut.errors import BadCall

# An open stream by its number: opening it again by name would truncate a file that a shell appends to.
STREAM = re.compile(r"/(?:dev|proc/self)/fd/([0-9]+)")
MOST_LINKS = 40  # as Linux follows
BINARY = getattr(os, "O_BINARY", 0)  # Windows would write "\r\n" otherwise


def write_file(path: str | Path, content: bytes, *, made_of: Iterable[str | Path] = ()) -> None:
    """Write a file, or replace it; a folder or disk that does not take it is an error with its reason.

    The files that the content was `made_of` are never replaced by it, under whatever names they are known.
    """
    refuse_overwriting([path], made_of)
    if not str(path):
        raise BadCall("Cannot write: an empty name is that of no file.")
    try:
        target = _behind_links(Path(path).absolute())
        stream = STREAM.fullmatch(str(target))
        if stream:
            _write_to(os.dup(int(stream[1])), content)
            return
        old = target.stat() if target.exists() else None
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(target, content, old)
        else:
            _write_to(os.open(target, os.O_WRONLY | BINARY), content)
    except BrokenPipeError:
        raise  # whoever read the pipe has seen enough
    except (OSError, ValueError) as problem:
        raise BadCall(f"Cannot write {path}: {_reason(problem, Path(path))}.") from None


def with_folder(path: Path) -> Path:
    """Return the path of a file that is to be written, once its folder is there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "no folder can have this name"
        raise BadCall(f"Cannot write {path}: {reason}.") from None
    return path


def refuse_overwriting(outputs: Iterable[str | Path], inputs: Iterable[str | Path]) -> None:
    """Refuse to write over what is read, or twice to one place, under whatever names the file is known."""
    # What is gone by now cannot be lost.
    read = {_identity(Path(path)): path for path in inputs if _is_there(path)}
    written: dict[object, str | Path] = {}
    for path in outputs:
        place = _identity(Path(path))
        if place is None:
            continue
        if place in read:
            raise BadCall(f"{path} would be written over {read[place]}, which is read; name another file.")
        if place in written:
            raise BadCall(f"{path} would be written twice, the second time over {written[place]}; name two files.")
        written[place] = path


def _is_there(path: str | Path) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _identity(path: Path) -> object:
    """Return what makes a file the same under any name; None for what is not a file and can be written to twice."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return path.resolve()
    except (OSError, ValueError):
        return None  # whoever opens it will say why not
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _behind_links(path: Path) -> Path:
    """Follow links up to a file, or up to a stream, whose own link leads nowhere that could be opened."""
    for _ in range(MOST_LINKS):
        if STREAM.fullmatch(str(path)) or not path.is_symlink():
            return path
        path = path.parent.resolve() / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _replace(target: Path, content: bytes, old: os.stat_result | None) -> None:
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    beside = target.with_name(f".truecut-{os.urandom(8).hex()}.part")
    # A new file gets what the umask leaves; the content of a private one is never seen by others meanwhile.
    mode = 0o666 if old is None else 0o600
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)
        _write_to(descriptor, content, flushed=True)
        if old is not None:
            with suppress(OSError, AttributeError):  # a file of somebody else's; Windows
                os.chown(beside, old.st_uid, old.st_gid)
            beside.chmod(stat.S_IMODE(old.st_mode))
        beside.replace(target)
    except BaseException:  # an interruption too leaves nothing behind
        with suppress(OSError):
            beside.unlink()
        raise
    _flush_folder(target.parent)


def _write_to(descriptor: int, content: bytes, *, flushed: bool = False) -> None:
    with open(descriptor, "wb") as file:
        file.write(content)
        if flushed:
            file.flush()
            os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where a folder can be flushed at all."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(problem: OSError | ValueError, path: Path) -> str:
    if isinstance(problem, FileNotFoundError):
        # Of a link that leads nowhere, the folder that it leads to.
        folder = _behind_links(path.absolute()).parent if path.is_symlink() else path.parent
        return f"there is no folder {str(folder)!r}"
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)
    return "no file can have this name"  # a null character
