"""truecut beside other libraries, in one run: a table, a JSON file and a picture.

    python -m benchmarks.run [--smallest 1e3] [--largest 1e7] [--shape "all distinct"] [--rounds 5] [--folder FOLDER]

Work, peers and rows are in `peers.py` and `rows.py`, what is to be reached in `targets.py`, and how it is measured in
`clock.py`. Ratios to scikit-learn are what carries over to another machine.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from benchmarks.clock import Seconds, best_of, check, peak_memory
from benchmarks.peers import PEERS, REFERENCE, installed, not_installed
from benchmarks.rows import SHAPES, Rows
from benchmarks.targets import COPY, MEMORY, PARQUET, REFERENCE_IS, REPORT, TARGETS, Limit

PACKAGES = ("truecut", "numpy", "scipy", "scikit-learn", "pandas", "polars", "duckdb", "torchmetrics")
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
MEMORY_SIZE = 10_000_000


@dataclass(frozen=True)
class Cell:
    """One kind of work on one set of rows: the best time of each peer, and of one copy of the scores."""

    work: str
    shape: str
    rows: int
    seconds: dict[str, Seconds]
    copy: Seconds
    peak_bytes: dict[str, int]

    def ratio(self, peer: str = "truecut") -> float:
        return self.seconds[REFERENCE].cpu / self.seconds[peer].cpu


def cells(sizes: Sequence[int], shapes: Sequence[str], rounds: int) -> Iterator[Cell]:
    for size in sizes:
        for shape in shapes:
            rows = Rows.drawn(size, shape)
            copy = best_of({"copy": np.copy}, rows.scores, rounds=rounds, calls=_calls(size))["copy"]
            for work in PEERS:
                peers = installed(work)
                check(peers, rows)
                seconds = best_of(peers, rows, rounds=rounds, calls=_calls(size))
                peaks = {name: peak_memory(work, name, size, shape) for name in peers if size == MEMORY_SIZE}
                known = {name: peak for name, peak in peaks.items() if peak is not None}
                yield Cell(work, shape, size, seconds, copy, known)


def _calls(size: int) -> int:
    """Few rows are counted many times a round."""
    return max(1, 50_000 // size)


def limits(found: list[Cell]) -> Iterator[tuple[Limit, float]]:
    """Measure what is not a ratio to scikit-learn."""
    for cell in found:
        if (cell.work, cell.shape, cell.rows) == ("area", "all distinct", MEMORY_SIZE):
            yield COPY, cell.seconds["truecut"].wall / cell.copy.wall
            if "truecut" in cell.peak_bytes:
                yield MEMORY, cell.peak_bytes["truecut"] / (8 * cell.rows)
    if any(cell.rows == MEMORY_SIZE for cell in found):
        yield PARQUET, parquet_ratio(MEMORY_SIZE)
    yield REPORT, report_seconds()


def parquet_ratio(size: int) -> float:
    """Return how much longer a file takes to the full result than its two columns take to be read."""
    import polars as pl

    import truecut

    rows = Rows.drawn(size, "all distinct")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "rows.parquet")
        rows.polars.write_parquet(path)

        def read(path: str) -> object:
            return pl.read_parquet(path, columns=["label", "score"])

        def full(path: str) -> object:
            evaluation = truecut.evaluate(path, label="label", score="score")
            return evaluation.metric("roc_auc"), evaluation.curve.counts

        best = best_of({"read": read, "full": full}, path, rounds=3)
    return best["full"].wall / best["read"].wall


def report_seconds(rounds: int = 5) -> float:
    """Return the CPU time of the whole command on 1,000 rows."""
    rows = Rows.drawn(1_000, "all distinct")
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
        wall = cell.seconds[REFERENCE].wall / taken.wall
        peak = f"{cell.peak_bytes[name] / 1e6:10.0f}" if name in cell.peak_bytes else ""
        print(
            f"  {name:22}{taken.cpu * 1e3:11.3f}{taken.wall * 1e3:11.3f}{cell.ratio(name):11.1f}x{wall:11.1f}x{peak}",
            flush=True,
        )


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


def draw(found: list[Cell], path: Path) -> None:
    """Draw time against rows, both on logarithmic scales, above the time that one copy of the scores takes."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    works = list(PEERS)
    figure, grid = plt.subplots(len(works), len(SHAPES), figsize=(14, 11), sharex=True, sharey=True, squeeze=False)
    colours = {name: f"C{i}" for i, name in enumerate({name: None for work in works for name in PEERS[work]})}
    for line, work in zip(grid, works, strict=True):
        for axes, shape in zip(line, SHAPES, strict=True):
            here = [cell for cell in found if (cell.work, cell.shape) == (work, shape)]
            if not here:
                continue
            sizes = [cell.rows for cell in here]
            for name in here[0].seconds:
                width = 2.5 if name == "truecut" else 1.2
                times = [cell.seconds[name].wall for cell in here]
                axes.loglog(sizes, times, "o-", ms=3, lw=width, color=colours[name], label=name)
            axes.loglog(sizes, [cell.copy.wall for cell in here], "k--", lw=1, label="one copy of the scores")
            axes.set_title(f"{work}, {shape}", fontsize=10)
            axes.grid(alpha=0.3)
    for axes in grid[-1]:
        axes.set_xlabel("rows")
    for axes in grid[:, 0]:
        axes.set_ylabel("seconds on the clock")
        axes.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})


def _size(text: str) -> int:
    return int(float(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=_size, default=10_000_000, help="1e8 takes 20 GB")
    parser.add_argument("--smallest", type=_size, default=1_000)
    parser.add_argument("--shape", action="append", choices=list(SHAPES), help="by default all of them")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    named = ", ".join(f"{package} {number}" for package, number in versions().items())
    print(f"{named}; {os.cpu_count()} processors; best of {asked.rounds} rounds in turn")
    for name in not_installed():
        print(f"{name} is not installed and left out.")

    found = []
    sizes = [size for size in SIZES if asked.smallest <= size <= asked.largest]
    for cell in cells(sizes, asked.shape or list(SHAPES), asked.rounds):
        found.append(cell)
        print_cell(cell)
    judged = print_targets(found)

    asked.folder.mkdir(parents=True, exist_ok=True)
    written = {"versions": versions(), "cells": [asdict(cell) for cell in found], "targets": judged}
    (asked.folder / "bench.json").write_text(json.dumps(written, indent=1) + "\n")
    draw(found, asked.folder / "bench.png")
    print(f"\nWritten: {asked.folder / 'bench.json'}, {asked.folder / 'bench.png'}")


if __name__ == "__main__":
    main()
