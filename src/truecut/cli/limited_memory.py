"""Where memory is refused, libraries end a process as they please: some abort, OpenBLAS exits with 1, as a failed gate.

So where a limit is set (`ulimit -v`), a command runs in a process of its own and hands its exit code to the one that
was started, as its last deed. Where none comes, a library ended it: that is one sentence, and exit code 2.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

FAILED, SIGNALLED = 2, 128  # shells add the number of a signal to the latter
NO_MEMORY = "There is not enough memory; read the files in parts (--memory 2GB), or count them on an --engine."
LEAST = 2**30  # bytes to be addressed; with less, threads that cannot be started are waited for without end
TOO_LITTLE = "This process may address less than 1 GiB of memory, which is too little; raise the limit (ulimit -v)."
STRICT = "2"  # the kernel promises no more memory than there is
FEW_THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS")  # each thread reserves some, whatever it uses


def limit_of_memory() -> float | None:
    """Return how many bytes this process may address, if memory can be refused to it at all."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limits = [resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    limits = [limit for limit in limits if limit != resource.RLIM_INFINITY]
    if limits:
        return min(limits)
    with suppress(OSError):
        if Path("/proc/sys/vm/overcommit_memory").read_text().strip() == STRICT:
            return float("inf")
    return None


def ended_under(limit: float, run: Callable[[], int]) -> NoReturn:
    """Run a command in a child and end with the code that it hands over, or with a sentence if it hands over none."""
    if limit < LEAST:
        _end(TOO_LITTLE)
    for name in FEW_THREADS:
        os.environ.setdefault(name, "1")
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.close(here)
        code = run()
        os.write(there, bytes([code]))
        os._exit(code)
    os.close(there)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal interrupts both, and the child says so
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    ending = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code_of_child := os.read(here, 1):
        os._exit(code_of_child[0])
    if -ending in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):  # somebody else's doing
        os._exit(SIGNALLED - ending)
    _end(NO_MEMORY)


def _end(sentence: str) -> NoReturn:
    with suppress(OSError, ValueError, AttributeError):
        print(f"truecut: {sentence}", file=sys.stderr, flush=True)
    os._exit(FAILED)
