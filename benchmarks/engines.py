"""How fast Spark counts for truecut, beside Spark's own evaluator, in one session on the same rows.

    python benchmarks/engines.py [--rows 20000000] [--peers bounded,exact,mllib] [--parquet FOLDER] [--master local[2]]

Every peer reads the same Parquet files and is asked for the area under the ROC curve; its error is the distance from
the area that truecut computes in memory from the same files. Spark's evaluator runs last; how many times faster the
others are is what carries over to another machine. Time is that of the processors, of this process and all that it
started (Linux), so that a busy machine does not change it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

BOUNDED, EXACT, MLLIB, MLLIB_EXACT = "bounded", "exact", "mllib", "mllib-exact"

# Overlapping classes, one row in five positive, scores without ties.
ROWS = """
select id, y, 1 / (1 + exp(-(1.8 * y - 1 + 2 * randn(11)))) as p
from (select id, cast(rand(7) < 0.2 as int) as y from range({rows}))
"""


def bounded(frame) -> float:
    import truecut as tc

    return tc.evaluate(frame, label="y", score="p", resolution="bounded").metric("roc_auc").value


def coarse(frame) -> float:
    import truecut as tc

    return tc.evaluate(frame, label="y", score="p", resolution=2**16).metric("roc_auc").value


def exact_areas(frame) -> float:
    from truecut import areas

    return areas(frame, label="y", score="p")["p"].roc_auc().value


def exact_table(frame) -> float:
    import truecut as tc

    return tc.evaluate(frame, label="y", score="p", resolution="exact").metric("roc_auc").value


def mllib(bins: int) -> Callable[..., float]:
    def evaluated(frame) -> float:
        from pyspark.ml.evaluation import BinaryClassificationEvaluator

        return BinaryClassificationEvaluator(rawPredictionCol="p", labelCol="y", numBins=bins).evaluate(frame)

    return evaluated


PEERS: dict[str, tuple[str, Callable[..., float]]] = {
    "truecut bounded, 2^16 cells": (BOUNDED, coarse),
    "truecut bounded, 2^20 cells": (BOUNDED, bounded),
    "truecut exact, `areas` by range partitions": (EXACT, exact_areas),
    "truecut exact, the whole table fetched": (EXACT, exact_table),
    "Spark ML evaluator, 1,000 bins (its default)": (MLLIB, mllib(1000)),
    "Spark ML evaluator, no bins": (MLLIB_EXACT, mllib(0)),
}


def session(master: str):
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    return (
        SparkSession.builder.master(master)
        .config("spark.driver.memory", "4g")
        .config("spark.driver.maxResultSize", "2g")
        .config("spark.sql.shuffle.partitions", "16")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--peers", default=f"{BOUNDED},{EXACT},{MLLIB}")
    parser.add_argument("--parquet", help="a folder of Parquet files to use, or to write")
    parser.add_argument("--master", default="local[2]")
    asked = parser.parse_args()
    spark = session(asked.master)
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(asked.parquet or scratch) / f"rows-{asked.rows}"
        if not folder.exists():
            spark.sql(ROWS.format(rows=asked.rows)).write.parquet(str(folder))
        compare(spark, folder, asked.rows, asked.peers.split(","))
    spark.stop()


def spent() -> float:
    """Return the seconds of processor that this process, Spark's own and its workers have taken."""
    parents, ticks = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        parents[number], ticks[number] = int(rest[1]), sum(map(int, rest[11:15]))

    def is_ours(number: int) -> bool:
        return number == os.getpid() or (number in parents and is_ours(parents[number]))

    return sum(taken for number, taken in ticks.items() if is_ours(number)) / os.sysconf("SC_CLK_TCK")


def compare(spark, folder: Path, rows: int, peers: list[str]) -> None:
    import truecut as tc

    started = spent()
    reference = tc.evaluate(f"{folder}/*.parquet", label="y", score="p").metric("roc_auc").value
    print(f"{rows:,} rows; the area is {reference:.15g} (in memory, {spent() - started:.1f} s)", flush=True)
    taken: dict[str, tuple[float, float]] = {}
    for name, (kind, area) in PEERS.items():
        if kind not in peers:
            continue
        frame = spark.read.parquet(str(folder))
        started = spent()
        error = abs(area(frame) - reference)
        taken[name] = spent() - started, error
        print(f"{name}: {taken[name][0]:.1f} s, off by {error:.1e}", flush=True)
    slowest = next((seconds for name, (seconds, _) in taken.items() if PEERS[name][0] == MLLIB), None)
    print("\n| on Spark, in one session | seconds of processor | times faster | error of the area |\n|---|--:|--:|--:|")
    for name, (seconds, error) in taken.items():
        faster = "" if slowest is None else f"{slowest / seconds:.1f}"
        print(f"| {name} | {seconds:.0f} | {faster} | {error:.0e} |")


if __name__ == "__main__":
    main()
