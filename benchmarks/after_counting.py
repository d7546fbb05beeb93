"""What comes after the counting, as ratios in one run: the page, groups, comparisons, calibration, JSON, start-up.

    python -m benchmarks.after_counting [--rows 3e6] [--rounds 3] [--only page,groups] [--folder FOLDER]

Every ratio is CPU time (user and system, all threads) over that of a smaller piece of work on the same rows, in turn in
one run, the best round of each; memory is over the size of the score table. *Must* and *aim* are in `TARGETS`. What is
measured is written to `after_counting.json`, and how it grows is drawn by `growth.py`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import truecut as tc
from benchmarks.rows import SEED, Rows
from benchmarks.score_shapes import score_shapes

HARDEST = "all distinct"
CELLS = 100_000  # of the plain group-by that counting in cells is held against
MOST_CELLS = 2**18  # so few that the scores of all rows do not fit, as with "bounded" beyond a million of them


@dataclass(frozen=True)
class Work:
    """What is timed, and what it needs, which is made anew for every round and not timed."""

    run: Callable[[Any], object]
    prepare: Callable[[], Any] = lambda: None
    calls: int = 1

    def seconds(self) -> float:
        given = self.prepare()
        gc.collect()
        before = time.process_time()
        for _ in range(self.calls):
            self.run(given)
        return (time.process_time() - before) / self.calls


@dataclass(frozen=True)
class Ratio:
    """What must be reached and what is aimed at; `before` is what it was when the targets were set."""

    what: str
    before: float
    must: float | None
    aim: float


TARGETS = {
    "page": Ratio("HTML report / counting with the area", 244, 90, 20),
    "memory": Ratio("peak memory of the report / score table", 6.1, None, 1),
    "compare": Ratio("compare() of 10 models, 45 pairs / counting them", 24, 12, 3),
    "calibration": Ratio("calibration() / counting with the area", 327, 290, 40),
    "groups": Ratio("roc_auc with interval of 1,000 groups / counting them", 14.4, 0.8, 0.5),
    "recall": Ratio('metric("recall") / a loop of 1,000 additions', 4.3, 2.5, 1),
    "json": Ratio("JSON report of 100 groups / counting them", 220, None, 25),
    "duckdb": Ratio("1,000 groups counted by DuckDB / its own group by", 177, 8, 3),
    "start": Ratio("truecut report of 1,000 rows / import numpy", 7.4, None, 3.5),
    "parquet": Ratio("Parquet to result / reading and counting in memory", 1.12, None, 1.15),
    "bound": Ratio("in cells: bound / standard error, worst of 16 shapes", 487, 0.02, 0.01),
    "cells": Ratio("bounded: CPU / one group by of 100,000 cells, worst", 8.7, 12, 6),
    "cut": Ratio("the same in at most 2**18 cells, which are cut in rounds", 8.7, 12, 6),
}


@dataclass(frozen=True)
class Measured:
    """One ratio as it is now, and the seconds or bytes behind it."""

    name: str
    ratio: float
    taken: float
    unit: float


def best_ratio(name: str, work: Work, unit: Work, rounds: int) -> Measured:
    taken, units = [], []
    for _ in range(rounds):
        units.append(unit.seconds())
        taken.append(work.seconds())
    return Measured(name, min(taken) / min(units), min(taken), min(units))


def with_area(labels: Any, scores: Any, **how: Any) -> Any:
    """Count rows, and return the evaluation of which the area and its interval are known."""
    evaluation = tc.evaluate(labels, scores, **how)
    for model in evaluation.models.values():
        model.metric("roc_auc")
    return evaluation


def counted(rows: Rows, **how: Any) -> Callable[[], Any]:
    return partial(tc.evaluate, rows.labels, rows.scores, **how)


def several(rows: Rows, models: int) -> dict[str, Any]:
    """Return scores of models that resemble each other on the same rows."""
    random = np.random.default_rng(SEED + 1)
    noise = (random.normal(size=len(rows.scores)) for _ in range(models))
    logits = np.log(rows.scores / (1 - rows.scores))
    return {f"model {i}": 1 / (1 + np.exp(-logits - (0.2 + 0.05 * i) * one)) for i, one in enumerate(noise)}


def group_names(size: int, groups: int) -> list[str]:
    return [f"group {number}" for number in np.random.default_rng(SEED + 2).integers(0, groups, size).tolist()]


def page(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size, HARDEST)
    unit = Work(lambda _: with_area(rows.labels, rows.scores))
    return best_ratio("page", Work(lambda e: e.html(), counted(rows)), unit, rounds)


def memory(size: int, rounds: int) -> Measured:
    """Return the peak of the page above what is there when the rows are counted, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.after_counting", "--peak-of", str(size)]
    peaks = [int(subprocess.check_output(command, cwd=Path(__file__).parents[1])) for _ in range(min(rounds, 2))]
    table = counted(Rows.drawn(size, HARDEST))().model.table
    held = table.scores.nbytes + table.positives.nbytes + table.negatives.nbytes
    return Measured("memory", min(peaks) / held, min(peaks), held)


def print_peak(size: int) -> None:
    status = Path("/proc/self/status")

    def in_memory(field: str) -> int:
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if line.startswith(field))

    counted(Rows.drawn(1_000, HARDEST))().html()  # imports
    evaluation = counted(Rows.drawn(size, HARDEST))()
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = in_memory("VmRSS")
    evaluation.html()
    print(max(0, in_memory("VmHWM") - before))


def compare(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size // 10, HARDEST)
    models = several(rows, 10)
    unit = Work(lambda _: with_area(rows.labels, models))
    return best_ratio("compare", Work(compared, partial(tc.evaluate, rows.labels, models)), unit, rounds)


def compared(evaluation: Any) -> object:
    """Compare the areas of every two models."""
    comparison = evaluation.compare()
    return comparison.differences("roc_auc")


def calibration(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size // 10, HARDEST)
    unit = Work(lambda _: with_area(rows.labels, rows.scores))
    return best_ratio("calibration", Work(lambda e: e.calibration(), counted(rows)), unit, rounds)


def groups(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size // 10, HARDEST)
    names = group_names(len(rows.labels), 1_000)
    unit = Work(lambda _: tc.evaluate(rows.labels, rows.scores, group=names))
    return best_ratio("groups", Work(areas_of_groups, counted(rows, group=names)), unit, rounds)


def areas_of_groups(evaluation: Any) -> object:
    return [group.metric("roc_auc") for group in evaluation.groups.values()]


def recall(_: int, rounds: int) -> Measured:
    evaluation = counted(Rows.drawn(1_000, HARDEST))()

    def additions(_: object) -> int:
        total = 0
        for i in range(1_000):
            total += i
        return total

    asked = Work(lambda _: evaluation.metric("recall"), calls=1_000)
    return best_ratio("recall", asked, Work(additions, calls=1_000), max(rounds, 5))


def json_report(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size // 30, HARDEST)
    names = group_names(len(rows.labels), 100)
    unit = Work(lambda _: tc.evaluate(rows.labels, rows.scores, group=names))
    return best_ratio("json", Work(as_json, counted(rows, group=names)), unit, rounds)


def as_json(evaluation: Any) -> str:
    from truecut.views.formats import written_in
    from truecut.views.summary import SummaryView

    return written_in(SummaryView(evaluation.summary()), "json")


def duckdb_of(columns: dict[str, Any]) -> Any:
    import duckdb
    import pyarrow as pa

    connection = duckdb.connect()
    connection.sql("set threads = 1")
    connection.register("given", pa.table(columns))
    connection.sql("create table rows as select * from given")
    return connection


def duckdb_groups(size: int, rounds: int) -> Measured:
    rows = Rows.drawn(size // 10, HARDEST)
    connection = duckdb_of({"y": rows.labels, "p": rows.scores, "g": group_names(len(rows.labels), 1_000)})
    own = "select g, p, sum(y), count(*) from rows group by g, p"
    unit = Work(lambda _: connection.sql(own).fetchnumpy())
    return best_ratio("duckdb", Work(lambda _: on_duckdb(connection, group="g", resolution="exact")), unit, rounds)


def on_duckdb(connection: Any, **how: Any) -> Any:
    return tc.evaluate(connection.sql("select * from rows"), label="y", score="p", **how)


def start(_: int, rounds: int) -> Measured:
    rows = Rows.drawn(1_000, HARDEST)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        lines = [f"{label},{score}" for label, score in zip(rows.labels, rows.scores, strict=True)]
        path.write_text("\n".join(["label,score", *lines]))
        report = ["-m", "truecut", "report", str(path), "--label", "label", "--score", "score"]
        taken, units = [], []
        # As after an installation, all modules are compiled: by the first round.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        for _ in range(rounds + 4):
            units.append(cpu_of(["-c", "import numpy"], environment))
            taken.append(cpu_of(report, environment))
    return Measured("start", min(taken) / min(units), min(taken), min(units))


def cpu_of(arguments: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parquet(size: int, rounds: int) -> Measured:
    import polars as pl

    rows = Rows.drawn(size // 3, HARDEST)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "rows.parquet")
        rows.polars.write_parquet(path)
        result = Work(lambda _: tc.evaluate(path, label="label", score="score").metric("roc_auc"))
        reading = Work(lambda _: pl.read_parquet(path, columns=["label", "score"]))
        counting = Work(lambda _: with_area(rows.labels, rows.scores))
        both = [(result.seconds(), reading.seconds(), counting.seconds()) for _ in range(max(rounds, 5))]
    taken, read, held = (min(times) for times in zip(*both, strict=True))
    return Measured("parquet", taken / (read + held), taken, read + held)


def in_cells(size: int, rounds: int) -> Iterator[Measured]:
    """Return the worst bound over its standard error, and the worst CPU time over a plain group-by."""
    on_duckdb(duckdb_of({"y": [0, 1, 1], "p": [0.1, 0.4, 0.5]}), resolution=MOST_CELLS)  # imports
    bounds, times, cut, unit = [], [], [], 0.0
    for _, labels, scores in score_shapes(size // 3):
        connection = duckdb_of({"y": labels, "p": scores})
        if not unit:
            plain = f"select floor(p * {CELLS // 10}) as cell, sum(y::int), count(*) from rows group by cell"
            unit = min(Work(lambda _, asked=connection, of=plain: asked.sql(of).fetchall()).seconds() for _ in "123")
        for found, how in ((times, "bounded"), (cut, MOST_CELLS)):
            work = Work(lambda _, asked=connection, of=how: on_duckdb(asked, resolution=of))
            found.append(min(work.seconds() for _ in range(min(rounds, 2))))
        bounds.append(_bound_over_error(on_duckdb(connection, resolution=MOST_CELLS), labels, scores))
    yield Measured("bound", max(bounds), max(bounds), 1.0)
    yield Measured("cells", max(times) / unit, max(times), unit)
    yield Measured("cut", max(cut) / unit, max(cut), unit)


def _bound_over_error(evaluation: Any, labels: Any, scores: Any) -> float:
    from truecut.counting.error_bounds import bound_of

    exact = tc.evaluate(labels, scores).metric("roc_auc")
    return bound_of(evaluation.model.table).roc_auc / exact.standard_error


MEASURES = {
    "page": page,
    "memory": memory,
    "compare": compare,
    "calibration": calibration,
    "groups": groups,
    "recall": recall,
    "json": json_report,
    "duckdb": duckdb_groups,
    "start": start,
    "parquet": parquet,
}


def measured(size: int, rounds: int, only: set[str]) -> Iterator[Measured]:
    for name, measure in MEASURES.items():
        if not only or name in only:
            yield measure(size, rounds)
    if not only or only & {"bound", "cells", "cut"}:
        yield from in_cells(size, rounds)


def judged(one: Measured) -> str:
    target = TARGETS[one.name]
    if one.ratio <= target.aim:
        return "aim reached"
    if target.must is None:
        return "aim not reached"
    return "must reached" if one.ratio <= target.must else "NOT REACHED"


def line(one: Measured) -> str:
    target = TARGETS[one.name]
    must = "-" if target.must is None else f"{target.must:g}"
    return f"{target.what:58}{target.before:8.4g}{one.ratio:10.3g}{must:>8}{target.aim:8g}  {judged(one)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=lambda text: int(float(text)), default=3_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="names of ratios: " + ",".join(TARGETS))
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    parser.add_argument("--growth", action="store_true", help="draw how each grows with rows, models and groups, too")
    parser.add_argument("--peak-of", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.peak_of:
        print_peak(asked.peak_of)
        return
    print(f"{'ratio':58}{'before':>8}{'is':>10}{'must':>8}{'aim':>8}")
    found = []
    for one in measured(asked.rows, asked.rounds, set(filter(None, asked.only.split(",")))):
        found.append(one)
        print(line(one), flush=True)
    asked.folder.mkdir(parents=True, exist_ok=True)
    written = {"rows": asked.rows, "ratios": [asdict(one) | asdict(TARGETS[one.name]) for one in found]}
    if asked.growth:
        from benchmarks.growth import draw, grown

        written["growth"] = grown(asked.rows)
        draw(written["growth"], asked.folder / "growth.png")
    (asked.folder / "after_counting.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    main()
