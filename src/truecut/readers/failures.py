"""What the readers raise, turned into one sentence for the person at the keyboard.

The sentence names the file and says whether it is gone, forbidden or damaged; the latter with the first
line of the reader's own reason. Whatever is not in `FAILURES` is a fault of truecut and passes through.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl

from truecut.errors import UnreadableSource
from truecut.readers.one_file import STDIN

FAILURES = (
    pl.exceptions.PolarsError,
    pl.exceptions.PanicException,
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
)


@contextmanager
def failures_explained(name: str, what: str) -> Iterator[None]:
    """Turn what the readers raise into one sentence."""
    try:
        yield
    except FileNotFoundError as error:
        raise UnreadableSource(f"There is no file {name!r} any more.") from error
    except PermissionError as error:
        raise UnreadableSource(f"{name} may not be read: permission denied.") from error
    except FAILURES as error:
        raise UnreadableSource(
            f"{capital(name)} cannot be read as {what}; it may be cut short or damaged ({first_line(error)})."
        ) from error


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, cut to a length that a sentence bears.

    >>> first_line(OSError("No space left.\\nTry again."))
    'No space left'
    """
    lines = str(error).splitlines() or [type(error).__name__]
    line = lines[0].strip().rstrip(".:")
    return line if len(line) <= 150 else line[:150] + "..."


def capital(name: str) -> str:
    """Return a file's name as a sentence starts with it.

    >>> capital("standard input"), capital("a.csv")
    ('Standard input', 'a.csv')
    """
    return "Standard input" if name == STDIN else name
