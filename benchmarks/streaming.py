"""Files larger than the memory that may be used: whether it is kept to, and what that costs beside reading.

    python -m benchmarks.streaming [--rows 50e6] [--memory 200MB] [--memory 2GB] [--folder FOLDER]

Every row has a score of its own, which is the hardest case: `truecut report` is run on a Parquet and on a CSV file, in
a process of its own, and its peak memory is what the system says of it. `none` is a file of four rows: what interpreter
and libraries take before anything is read. Reading is Polars going through both columns once, batch by batch, in a
process of its own too; the last column is CPU time over that.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from truecut.kernel.memory import bytes_in_words

PART = 2_000_000  # rows that are drawn and written at a time
READING = """
import sys, polars as pl
path = sys.argv[1]
scan = pl.scan_parquet if path.endswith("parquet") else pl.scan_csv
assert sum(len(batch) for batch in scan(path).select("label", "score").collect_batches(maintain_order=False))
"""


@dataclass(frozen=True)
class Run:
    """What the system says of a process that has ended."""

    peak: int  # bytes
    cpu: float  # seconds


def run(command: list[str]) -> Run:
    """Run a command to its end; what it prints is thrown away."""
    child = os.posix_spawn(
        command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    )
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"This ended with status {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return Run(used.ru_maxrss * kilobyte, used.ru_utime + used.ru_stime)


def report(path: Path, memory: str) -> Run:
    options = ["--label", "label", "--score", "score", "--memory", memory]
    return run([sys.executable, "-m", "truecut", "report", str(path), *options])


def parts(rows: int) -> Iterator[pl.DataFrame]:
    """Draw rows part by part, so that no more than one part is ever in memory."""
    random = np.random.default_rng(0)
    for start in range(0, rows, PART):
        size = min(PART, rows - start)
        labels = random.random(size) < 0.1
        yield pl.DataFrame(
            {"label": labels.astype(np.int64), "score": 1 / (1 + np.exp(-random.normal(size=size) - labels))}
        )


def write_csv(path: Path, rows: int) -> None:
    with path.open("wb") as file:
        for i, part in enumerate(parts(rows)):
            part.write_csv(file, include_header=i == 0)


def write_parquet(path: Path, rows: int) -> None:
    """Write the parts as files, and have Polars make one file of them without taking them all in."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        for i, part in enumerate(parts(rows)):
            part.write_parquet(Path(folder) / f"{i:06}.parquet")
        pl.scan_parquet(Path(folder) / "*.parquet").sink_parquet(path)


FORMS: dict[str, Callable[[Path, int], None]] = {"parquet": write_parquet, "csv": write_csv}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=lambda text: int(float(text)), default=50_000_000)
    parser.add_argument("--memory", action="append", help="by default 200MB and 1GB")
    parser.add_argument("--folder", type=Path, help="where the files are written, and then deleted")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        none = Path(folder) / "none.csv"
        none.write_text("label,score\n1,0.9\n0,0.2\n1,0.6\n0,0.7\n")
        print(f"none: {report(none, '1GB').peak / 1e6:.0f} MB")
        print(f"{'file':10}{'size':>10}{'allowed':>10}{'peak':>10}{'beyond':>10}{'CPU s':>9}{'over reading':>14}")
        for form, write in FORMS.items():
            path = Path(folder) / f"rows.{form}"
            write(path, asked.rows)
            reading = run([sys.executable, "-c", READING, str(path)])
            print(f"{form:10}{_mb(path.stat().st_size)}{'reading':>10}{_mb(reading.peak)}{'':10}{reading.cpu:9.1f}")
            for memory in asked.memory or ("200MB", "1GB"):
                found, allowed = report(path, memory), bytes_in_words(memory)
                beyond = _mb(max(0, found.peak - allowed))
                ratio = found.cpu / reading.cpu
                print(f"{'':20}{_mb(allowed)}{_mb(found.peak)}{beyond}{found.cpu:9.1f}{ratio:13.1f}x", flush=True)
            path.unlink()


def _mb(size: int) -> str:
    return f"{size / 1e6:7.0f} MB"


if __name__ == "__main__":
    main()
