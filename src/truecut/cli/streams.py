"""The streams of a process: what is said beside a result, and what happens where nobody listens.

Apart from `output.py`, which knows the formats: whoever asks for the version waits for none of them.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from truecut.errors.visible_text import masked, visible, visible_lines


def tell(sentence: str, *, in_lines: bool = False) -> None:
    """Say something on standard error, on one line unless it was made of lines; where nobody listens, nothing happens.

    A name with a line end in it would otherwise say a line of its own.
    """
    shown = visible_lines if in_lines else visible
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # closed at the other end, or at this one
            print(shown(masked(sentence)), file=sys.stderr, flush=True)


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether somebody reads a stream as it is written; a closed one is None."""
    return stream is not None and stream.isatty()


def silence_standard_output() -> None:
    """Point standard output elsewhere: Python would complain once more when it closes it."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
