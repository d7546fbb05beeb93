"""How much memory there is, asked before much of it is used.

A system that promises more memory than it has ends the process later, without a word. So whoever is about to use
much asks first, and an error says what would have helped. Where the system does not tell (it is not Linux), nothing is
refused.
"""

from __future__ import annotations

import re
from pathlib import Path

from truecut.errors import BadCall

WORTH_ASKING = 2**28  # bytes: finding out takes longer than counting some thousand rows
# Per row, at most: the row as it is sorted, and its score, its two counts, and with weights two sums and squares more.
BYTES_OF_AREA = 8
BYTES_OF_TABLE = 8 + 3 * 8
BYTES_OF_WEIGHTED_TABLE = 16 + 7 * 8

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")


class NotEnoughMemory(MemoryError):
    """What is asked for needs more memory than there is."""


UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def bytes_in_words(text: str | int) -> int:
    """Return the number of bytes that a size such as 2GB or 512 MiB stands for.

    >>> bytes_in_words("2GB"), bytes_in_words("512 MiB")
    (2000000000, 536870912)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*", str(text).lower())
    if found is None or found[2] not in UNITS:
        raise BadCall(f"A size of memory is written like 2GB or 500MB, not {text!r}.")
    return int(float(found[1]) * UNITS[found[2]])


def require_for_table(rows: int, *, is_weighted: bool) -> None:
    """Refuse a table of so many rows if it would not fit."""
    require(rows * (BYTES_OF_WEIGHTED_TABLE if is_weighted else BYTES_OF_TABLE), f"Counting {rows:,} rows")


def require_for_area(rows: int) -> None:
    """Refuse to rank so many rows if they would not fit."""
    require(rows * BYTES_OF_AREA, f"Ranking {rows:,} rows")


def require(needed: int, what: str) -> None:
    """Refuse what needs more bytes than there are."""
    if needed < WORTH_ASKING:
        return
    there = available()
    if there is not None and needed > there:
        raise NotEnoughMemory(
            f"{what} may take {needed / 1e9:.1f} GB, and {there / 1e9:.1f} GB are free; read them in parts "
            "(from a file: --memory, in Python: memory=), or add up the score tables of smaller parts."
        )


def available() -> int | None:
    """Return how many bytes may still be used: of the machine, or of the container if it has a limit."""
    found = [free for free in (_of_machine(), _of_container()) if free is not None]
    return min(found) if found else None


def _of_machine() -> int | None:
    try:
        lines = _MEMINFO.read_text().splitlines()
    except OSError:
        return None
    free = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(free[0]) * 1024 if free else None


def _of_container() -> int | None:
    try:
        limit = (_GROUP / "memory.max").read_text().strip()
        used = int((_GROUP / "memory.current").read_text())
        facts = dict(line.split() for line in (_GROUP / "memory.stat").read_text().splitlines())
    except (OSError, ValueError):
        return None
    # Files that were read stay in memory until somebody needs it.
    used -= int(facts.get("inactive_file", 0))
    return max(0, int(limit) - used) if limit.isdigit() else None
