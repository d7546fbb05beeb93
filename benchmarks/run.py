"""truecut beside other libraries, in one run: a table, a JSON file and a picture.

    python -m benchmarks.run [--smallest 1e3] [--largest 1e8] [--shape "all distinct"] [--rounds 5] [--folder FOLDER]

Work, peers and rows are in `peers.py` and `rows.py`, what is to be reached in `targets.py`, how it is measured in
`clock.py`, and the picture in `picture.py`. Ratios to scikit-learn are what carries over to another machine.

Beyond 10,000,000 rows each peer runs once and alone, and who would take more memory than `MOST_MEMORY`, by what it took
for 10,000,000, is left out. Without a shape by name all scores are distinct there, which is the hardest case.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.clock import Seconds, best_of, check, once, peak_memory
from benchmarks.peers import PEERS, REFERENCE, Peer, not_installed, peers_for, too_slow
from benchmarks.picture import draw
from benchmarks.rows import SHAPES, Rows
from benchmarks.targets import COPY, CSV, MEMORY, PARQUET, REFERENCE_IS, REPORT, TARGETS, Limit

PACKAGES = (
    *("truecut", "numpy", "scipy", "scikit-learn", "pandas", "polars", "duckdb", "catboost"),
    *("torch", "torchmetrics", "confidenceinterval", "MLstatkit"),
)
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
MEMORY_SIZE = 10_000_000  # rows for which peak memory is measured, and the most that are held in every form at once
MOST_MEMORY = 16e9  # bytes
HARDEST = "all distinct"  # the shape for which peak memory is measured


@dataclass(frozen=True)
class Cell:
    """One kind of work on one set of rows: the best time of each peer, and of one copy of the scores."""

    work: str
    shape: str
    rows: int
    seconds: dict[str, Seconds]
    copy: Seconds
    peak_bytes: dict[str, int]
    left_out: dict[str, str] = field(default_factory=dict)  # who, and why

    def ratio(self, peer: str = "truecut") -> float:
        """Return how many times as fast as the reference a peer is; NaN where the reference was left out."""
        return self.seconds[REFERENCE].cpu / self.seconds[peer].cpu if REFERENCE in self.seconds else math.nan

    def wall_ratio(self, peer: str) -> float:
        return self.seconds[REFERENCE].wall / self.seconds[peer].wall if REFERENCE in self.seconds else math.nan


def cells(sizes: Sequence[int], shapes: Sequence[str] | None, rounds: int) -> Iterator[Cell]:
    for size in sizes:
        for shape in shapes or (SHAPES if size <= MEMORY_SIZE else [HARDEST]):
            rows = Rows.drawn(size, shape)
            copy = best_of({"copy": np.copy}, rows.scores, rounds=rounds, calls=_calls(size))["copy"]
            for work in PEERS:
                peers = peers_for(work, size)
                if size > MEMORY_SIZE:
                    yield _large(work, shape, rows, copy, peers)
                    continue
                check(peers, rows)
                runs = {name: peer.run for name, peer in peers.items()}
                seconds = best_of(runs, rows, rounds=rounds, calls=_calls(size))
                peaks = _peaks(work, shape, peers) if (size, shape) == (MEMORY_SIZE, HARDEST) else {}
                yield Cell(work, shape, size, seconds, copy, peaks, too_slow(work, size))


def _large(work: str, shape: str, rows: Rows, copy: Seconds, peers: dict[str, Peer]) -> Cell:
    """Time each peer that fits into memory, once."""
    size = len(rows.labels)
    check(peers, Rows.drawn(100_000, shape))  # imports
    expected = {name: peak * size / MEMORY_SIZE for name, peak in _peaks(work, shape, peers).items()}
    left_out = {name: f"it would take {peak / 1e9:.0f} GB" for name, peak in expected.items() if peak > MOST_MEMORY}
    fitting = {name: peer for name, peer in peers.items() if name not in left_out}
    return Cell(work, shape, size, once(fitting, rows), copy, {}, left_out | too_slow(work, size))


@cache
def _peak(work: str, name: str, shape: str) -> int | None:
    return peak_memory(work, name, MEMORY_SIZE, shape)


def _peaks(work: str, shape: str, peers: Iterable[str]) -> dict[str, int]:
    found = {name: _peak(work, name, shape) for name in peers}
    return {name: peak for name, peak in found.items() if peak is not None}


def _calls(size: int) -> int:
    """Few rows are counted many times a round."""
    return max(1, 50_000 // size)


def limits(found: list[Cell]) -> Iterator[tuple[Limit, float]]:
    """Measure what is not a ratio to scikit-learn."""
    for cell in found:
        if (cell.work, cell.shape, cell.rows) == ("area", HARDEST, MEMORY_SIZE):
            yield COPY, cell.seconds["truecut"].wall / cell.copy.wall
            if "truecut" in cell.peak_bytes:
                yield MEMORY, cell.peak_bytes["truecut"] / (8 * cell.rows)
    if any(cell.rows == MEMORY_SIZE for cell in found):
        yield from file_ratios(MEMORY_SIZE)
    yield REPORT, report_seconds()


def file_ratios(size: int) -> Iterator[tuple[Limit, float]]:
    """Return how much longer a file takes to the full result than its two columns take to be read."""
    import polars as pl

    import truecut

    frame = Rows.drawn(size, HARDEST).polars

    def full(path: str) -> object:
        evaluation = truecut.evaluate(path, label="label", score="score")
        return evaluation.metric("roc_auc"), evaluation.curve.counts

    forms = {PARQUET: (frame.write_parquet, pl.read_parquet), CSV: (frame.write_csv, pl.read_csv)}
    with tempfile.TemporaryDirectory() as folder:
        for limit, (write, read) in forms.items():
            path = str(Path(folder) / f"rows.{write.__name__.removeprefix('write_')}")
            write(path)
            runs = {"read": partial(read, columns=["label", "score"]), "full": full}
            best = best_of(runs, path, rounds=5)
            yield limit, best["full"].wall / best["read"].wall


def report_seconds(rounds: int = 5) -> float:
    """Return the CPU time of the whole command on 1,000 rows."""
    rows = Rows.drawn(1_000, HARDEST)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        lines = [f"{label},{score}" for label, score in zip(rows.labels, rows.scores, strict=True)]
        path.write_text("\n".join(["label,score", *lines]))
        command = [sys.executable, "-m", "truecut", "report", str(path), "--label", "label", "--score", "score"]
        # As after an installation, all modules are compiled: by the first round.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        return min(_cpu_of(command, environment) for _ in range(rounds))


def _cpu_of(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def print_cell(cell: Cell) -> None:
    print(f"\n{cell.work}, {cell.rows:,} rows, {cell.shape}")
    print(f"  {'':22}{'CPU ms':>11}{'wall ms':>11}{'CPU ratio':>12}{'wall ratio':>12}{'peak MB':>10}")
    for name, taken in cell.seconds.items():
        wall = cell.wall_ratio(name)
        peak = f"{cell.peak_bytes[name] / 1e6:10.0f}" if name in cell.peak_bytes else ""
        print(
            f"  {name:22}{taken.cpu * 1e3:11.3f}{taken.wall * 1e3:11.3f}{cell.ratio(name):11.1f}x{wall:11.1f}x{peak}",
            flush=True,
        )
    for name, why in cell.left_out.items():
        print(f"  {name:22}left out: {why}")


def print_targets(found: list[Cell]) -> list[dict[str, object]]:
    by_place = {(cell.work, cell.shape, cell.rows): cell for cell in found}
    judged: list[dict[str, object]] = []
    for target in TARGETS:
        cell = by_place.get((target.work, target.shape, target.rows))
        if cell is not None:
            reached = cell.ratio()
            judged.append({"what": str(target), "is": reached, "wanted": target.ratio, "met": reached >= target.ratio})
    print(f"\nTargets: {REFERENCE_IS}")
    for one in judged:
        print(f"  {'met    ' if one['met'] else 'NOT met'} {one['is']:7.1f}x of {one['wanted']:3.0f}x  {one['what']}")
    print("Limits")
    for limit, value in limits(found):
        judged.append({"what": limit.name, "is": value, "wanted": limit.ratio, "met": value <= limit.ratio})
        print(f"  {'met    ' if value <= limit.ratio else 'NOT met'} {value:7.2f} of {limit.ratio:4.1f}  {limit.name}")
    return judged


def write(found: list[Cell], judged: list[dict[str, object]], folder: Path) -> dict[str, Any]:
    written: dict[str, Any] = {"versions": versions(), "cells": [asdict(cell) for cell in found], "targets": judged}
    (folder / "bench.json").write_text(json.dumps(written, indent=1) + "\n")
    return written


def _size(text: str) -> int:
    return int(float(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--largest", type=_size, default=10_000_000, help="1e8 takes 20 GB and a quarter of an hour more"
    )
    parser.add_argument("--smallest", type=_size, default=1_000)
    parser.add_argument("--shape", action="append", choices=list(SHAPES), help="by default all of them")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    named = ", ".join(f"{package} {number}" for package, number in versions().items())
    print(f"{named}; {os.cpu_count()} processors; best of {asked.rounds} rounds in turn")
    for name in not_installed():
        print(f"{name} is not installed and left out.")

    asked.folder.mkdir(parents=True, exist_ok=True)
    found: list[Cell] = []
    sizes = [size for size in SIZES if asked.smallest <= size <= asked.largest]
    for cell in cells(sizes, asked.shape, asked.rounds):
        found.append(cell)
        print_cell(cell)
        write(found, [], asked.folder)  # who is interrupted keeps what was measured
    written = write(found, print_targets(found), asked.folder)
    draw(written["cells"], asked.folder / "bench.png")
    print(f"\nWritten: {asked.folder / 'bench.json'}, {asked.folder / 'bench.png'}")


if __name__ == "__main__":
    main()
