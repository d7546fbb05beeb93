"""A command as a process of its own, which ends as soon as everything is written."""

from __future__ import annotations

import atexit
import os
import sys
from typing import NoReturn, TextIO

from truecut.cli.limited_memory import ended_under, limit_of_memory

DONE, FAILED, INTERRUPTED = 0, 2, 130
LIGHT = {"--version", "--help", "-h"}  # they load nothing that takes memory


def command() -> NoReturn:
    """Run the command of this process, and leave without taking down the interpreter.

    Freeing every object one by one takes as long as a small report, and DuckDB prints a page of warnings about objects
    that it finds alive then. What others have left to do at the end, such as stopping a cluster, is still done.
    """
    limit = limit_of_memory()
    if limit is not None and not LIGHT & set(sys.argv):
        ended_under(limit, _ended)
    os._exit(_ended())


def _ended() -> int:
    """Run the command to its end and return its exit code."""
    code = DONE
    try:
        # Here, where an interrupt is caught: click and our own modules take a moment to come.
        from truecut.cli.main import run

        run()
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else DONE
    except KeyboardInterrupt:
        print("truecut: interrupted.", file=sys.stderr)
        code = INTERRUPTED
    atexit._run_exitfuncs()
    if not _is_written(sys.stdout) and code == DONE:
        code = FAILED  # never a success whose output is lost
    _is_written(sys.stderr)
    return code


def _is_written(stream: TextIO | None) -> bool:
    """Hand over what a stream still holds; a process may have been started without it."""
    try:
        if stream is not None and not stream.closed:
            stream.flush()
    except OSError:
        return False
    return True
