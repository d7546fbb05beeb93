"""What an engine is doing, for people who watch, and its failures in one sentence.

Each job is logged to `truecut.engines` before it starts and when it is done; `logging.basicConfig(level=logging.INFO)`
shows it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from truecut.errors import TruecutError, UnreadableSource
from truecut.readers.failures import first_line

progress = logging.getLogger("truecut.engines")


@contextmanager
def running(engine: str, about: str, *, cancel: Callable[[], object] | None = None) -> Iterator[None]:
    """Say what runs; cancel it when interrupted, and turn a failure of the engine into a sentence."""
    progress.info("%s counts %s", engine, about)
    started = time.monotonic()
    try:
        yield
    except KeyboardInterrupt:
        if cancel is not None:
            cancel()
        raise
    except TruecutError:
        raise
    except Exception as problem:  # every engine has its own errors
        if _follows_an_interrupt(problem):
            raise KeyboardInterrupt from problem
        raise UnreadableSource(f"{engine} could not count {about}: {reason_of(problem)}.") from problem
    progress.info("%s counted %s in %.1f s", engine, about, time.monotonic() - started)


def _follows_an_interrupt(problem: BaseException | None) -> bool:
    """Say whether an error was raised while an interrupt was on its way: Spark's job then fails, being cancelled."""
    while problem is not None:
        if isinstance(problem, KeyboardInterrupt):
            return True
        problem = problem.__context__
    return False


def reason_of(problem: Exception) -> str:
    """Return what went wrong, in the engine's own words; errors of Java say it in their second line.

    What a user's own function raised stands at the end of a traceback.

    >>> reason_of(OSError("In a worker:\\nTraceback (most recent call last):\\n  File ...\\nValueError: no"))
    'ValueError: no'
    """
    lines = str(problem).splitlines()
    if any(line.startswith("Traceback (most recent call last)") for line in lines):
        return first_line(OSError(next(line for line in reversed(lines) if line.strip() and not line.startswith(" "))))
    if len(lines) > 1 and lines[0].startswith("An error occurred while calling"):
        return first_line(OSError(lines[1].lstrip(": ")))
    return first_line(problem)
