"""How time and memory are taken.

Peers run in one process and take turns, and the best round of each counts, so that a busy machine slows all alike.
Peak memory needs a process of its own for each peer.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from benchmarks.in_r import TimedElsewhere
from benchmarks.peers import PEERS, Peer
from benchmarks.rows import Rows

STATUS = Path("/proc/self/status")
Given = TypeVar("Given")


@dataclass(frozen=True)
class Seconds:
    """CPU time of all threads, and time on the clock."""

    cpu: float
    wall: float


def timed(run: Callable[[Given], object], given: Given, calls: int = 1) -> Seconds:
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(calls):
        found = run(given)
        if isinstance(found, TimedElsewhere):
            return Seconds(found.cpu, found.wall)
    return Seconds((time.process_time() - cpu) / calls, (time.perf_counter() - wall) / calls)


def best_of(
    runs: Mapping[str, Callable[[Given], object]], given: Given, *, rounds: int, calls: int = 1, patience: float = 20.0
) -> dict[str, Seconds]:
    """Time all in turn; one that has taken longer than the patience for it, in seconds, is not asked again."""
    taken: dict[str, list[Seconds]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            if sum(one.wall for one in taken[name]) * calls < patience:
                taken[name].append(timed(run, given, calls))
    return {name: Seconds(min(t.cpu for t in times), min(t.wall for t in times)) for name, times in taken.items()}


def once(peers: Mapping[str, Peer], rows: Rows) -> dict[str, Seconds]:
    """Time each peer once, with no form of the rows in memory but its own."""
    taken = {}
    for name, peer in peers.items():
        if peer.form:
            getattr(rows, peer.form)
        taken[name] = timed(peer.run, rows)
        rows.forget()
    return taken


def check(peers: Mapping[str, Peer], rows: Rows) -> None:
    """Stop unless every peer finds the same area; this also imports and prepares what each needs."""
    areas = {name: float(peer.run(rows)) for name, peer in peers.items()}
    first = next(iter(areas.values()))
    assert all(abs(area - first) < peers[name].tolerance for name, area in areas.items()), areas


def peak_memory(work: str, peer: str, size: int, shape: str) -> int | None:
    """Return how many bytes above its input a peer needs, or None where the system does not say."""
    command = [sys.executable, "-m", "benchmarks.clock", work, peer, str(size), shape]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    return json.loads(done.stdout) if done.returncode == 0 else None


def _in_memory(field: str) -> int:
    return next(int(line.split()[1]) * 1024 for line in STATUS.read_text().splitlines() if line.startswith(field))


def _measure() -> None:
    parser = argparse.ArgumentParser()
    for name in ("work", "peer", "size", "shape"):
        parser.add_argument(name)
    asked = parser.parse_args()
    peer = PEERS[asked.work][asked.peer]
    peer.run(Rows.drawn(2_000, asked.shape))
    rows = Rows.drawn(int(asked.size), asked.shape)
    if peer.form:
        getattr(rows, peer.form)  # which is part of its input
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = _in_memory("VmRSS")
    peer.run(rows)
    print(max(0, _in_memory("VmHWM") - before))


if __name__ == "__main__":
    _measure()
