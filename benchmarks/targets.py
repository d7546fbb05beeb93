"""What is to be reached, each a ratio that carries over to another machine."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.peers import REFERENCE


@dataclass(frozen=True)
class Target:
    """So many times as fast as scikit-learn at the same work, in CPU time."""

    work: str
    shape: str
    rows: int
    ratio: float

    def __str__(self) -> str:
        return f"{self.work}, {self.rows:,} rows, {self.shape}"


@dataclass(frozen=True)
class Limit:
    """At most so many times something else, in the unit that the name says."""

    name: str
    ratio: float


TARGETS = (
    Target("area", "all distinct", 100_000, 25),
    Target("area", "all distinct", 1_000_000, 35),
    Target("area", "all distinct", 10_000_000, 45),
    Target("interval", "all distinct", 1_000, 1),
    Target("interval", "all distinct", 100_000, 10),
    Target("interval", "all distinct", 1_000_000, 20),
    Target("interval", "all distinct", 10_000_000, 30),
    Target("curves", "all distinct", 1_000_000, 60),
    Target("curves", "all distinct", 10_000_000, 90),
    Target("curves", "3 decimals", 1_000_000, 150),
)

COPY = Limit("area of 10,000,000 rows against one NumPy copy of the scores, on the clock", 11)
MEMORY = Limit("memory above the input for the area alone, against the size of the scores", 1.2)
PARQUET = Limit("a Parquet file of 10,000,000 rows to the full result, against reading two columns, on the clock", 1.5)
CSV = Limit("a CSV file of 10,000,000 rows to the full result, against reading two columns, on the clock", 2)
REPORT = Limit("truecut report on 1,000 rows, the whole process, CPU seconds", 0.6)

REFERENCE_IS = f"times as fast as {REFERENCE}, in CPU time"
