"""One small file for what has been counted: JSON around compressed columns.

The same content gives the same bytes, reading runs no code from the file, and a checksum tells damage
from content before anything is made of it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import UnreadableSource
from truecut.storage.atomic_files import write_file

FORMAT = 1
DTYPES = ("<f8", "<i8", "<u8")


def write_columns(columns: Mapping[str, NDArray[Any]]) -> dict[str, dict[str, str]]:
    """Return the columns as text, whatever the byte order of this machine."""
    return {name: _packed(column) for name, column in columns.items()}


def read_columns(stored: Mapping[str, Mapping[str, str]]) -> dict[str, NDArray[Any]]:
    """Return the columns that `write_columns` wrote."""
    return {name: _unpacked(column) for name, column in stored.items()}


def save(path: str | Path, kind: str, content: Mapping[str, Any]) -> None:
    """Write the content, and what it is, as one JSON file."""
    described = {"truecut": FORMAT, "kind": kind} | dict(content)
    text = json.dumps(described | {"checksum": _checksum(described)}, allow_nan=False)
    write_file(path, (text + "\n").encode("ascii"))


def load(path: str | Path, kind: str) -> dict[str, Any]:
    """Read what `save` wrote, and check that it is of this kind."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        found, version, checksum = content["kind"], int(content["truecut"]), content.pop("checksum")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not a file that truecut saved"
        raise UnreadableSource(f"Cannot load {Path(path).name}: {reason}.") from None
    if found != kind:
        raise UnreadableSource(f"{Path(path).name} holds a saved {found}, not a saved {kind}.")
    if version > FORMAT:
        raise UnreadableSource(
            f"{Path(path).name} was saved in format {version}; this truecut reads up to {FORMAT}. Update truecut."
        )
    if checksum != _checksum(content):
        raise UnreadableSource(f"{Path(path).name} was damaged or edited after truecut saved it; save it anew.")
    return dict(content)


def _checksum(content: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(content).encode("ascii"))


def _packed(column: NDArray[Any]) -> dict[str, str]:
    dtype = column.dtype.newbyteorder("<").str
    raw = np.ascontiguousarray(column, dtype=dtype).tobytes()
    return {"dtype": dtype, "zlib": base64.b64encode(zlib.compress(raw, 6)).decode("ascii")}


def _unpacked(stored: Mapping[str, str]) -> NDArray[Any]:
    if stored["dtype"] not in DTYPES:
        raise UnreadableSource(f"A saved column has the type {stored['dtype']!r}, which truecut never writes.")
    try:
        raw = zlib.decompress(base64.b64decode(stored["zlib"], validate=True))
        return np.frombuffer(raw, dtype=stored["dtype"]).astype(np.dtype(stored["dtype"]).newbyteorder("="))
    except (zlib.error, binascii.Error, ValueError) as problem:
        raise UnreadableSource("A saved column is damaged; save it again from the data.") from problem
