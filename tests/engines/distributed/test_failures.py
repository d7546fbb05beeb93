"""A process dies in mid-job, or a person interrupts: the same result or a clear sentence, never a wrong number."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truecut as tc
from truecut.counting.score_table import ScoreTable
from truecut.engines import dask
from truecut.engines.postgres import on_postgres
from truecut.errors import UnreadableSource

PATIENCE = 400.0  # seconds, on a busy machine
ROWS = 3_000_000


def wait_until(holds: Callable[[], Any]) -> Any:
    """Wait for something that must happen."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("It did not happen in time.")


def counted(rows: int) -> ScoreTable:
    number = np.arange(rows)
    return ScoreTable.from_rows(number % 3 == 0, number * 7919 % 1000 / 1000)


# Spark


def spark_rows(spark: Any, rows: int) -> Any:
    """Return rows that take some seconds to count: sorting by a hash is work, and changes nothing."""
    numbers = spark.range(0, rows, 1, 8).repartition(8, "id").sortWithinPartitions("id")
    return numbers.selectExpr("id % 3 = 0 as y", "(id * 7919 % 1000) / 1000 as p")


def is_working(spark: Any) -> bool:
    tracker = spark.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return any(stage is not None and stage.numActiveTasks for stage in stages)


def executors() -> list[int]:
    """Return the executors that this process started, by their process ids."""
    parents, names = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int(entry.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            names[int(entry.name)] = entry.joinpath("cmdline").read_text()
        except (OSError, ValueError):
            continue

    def is_ours(process: int) -> bool:
        while process in parents:
            process = parents[process]
            if process == os.getpid():
                return True
        return False

    running = [process for process, name in names.items() if "CoarseGrainedExecutorBackend" in name]
    return [process for process in running if is_ours(process)]


def test_spark_replaces_an_executor_that_is_killed(spark: Any) -> None:
    frame = spark_rows(spark, ROWS)
    before = wait_until(lambda: len(executors()) == 2 and executors())
    with ThreadPoolExecutor(1) as thread:
        job = thread.submit(tc.evaluate, frame, label="y", score="p")
        wait_until(lambda: is_working(spark))
        os.kill(before[0], signal.SIGKILL)
        assert not job.done()
        evaluation = job.result(PATIENCE)
    assert evaluation.table == counted(ROWS)
    assert before[0] not in executors()


def test_an_interrupt_cancels_the_job_on_spark(spark: Any) -> None:
    frame = spark_rows(spark, 4 * ROWS)

    def interrupt() -> None:
        wait_until(lambda: is_working(spark))
        os.kill(os.getpid(), signal.SIGINT)

    with ThreadPoolExecutor(1) as thread:
        interrupting = thread.submit(interrupt)
        with pytest.raises(KeyboardInterrupt):
            tc.evaluate(frame, label="y", score="p")
        interrupting.result(PATIENCE)
    wait_until(lambda: not spark.sparkContext.statusTracker().getActiveJobsIds())
    assert tc.evaluate(spark_rows(spark, 6000), label="y", score="p").table == counted(6000)


# Dask


def slowly(start: int, rows: int = 20_000) -> Any:
    import pandas as pd

    time.sleep(0.5)
    number = np.arange(start, start + rows)
    return pd.DataFrame({"y": number % 3 == 0, "p": number * 7919 % 1000 / 1000})


def dask_rows(partitions: int) -> Any:
    import dask.dataframe as dd

    return dd.from_map(slowly, [20_000 * i for i in range(partitions)], meta=slowly(0, 1).head(0))


def is_busy(client: Any) -> bool:
    return any(client.processing().values())


def test_what_a_killed_worker_of_dask_counted_is_counted_again(dask_client: Any) -> None:
    # Whether and when Dask replaces a worker is its own affair, and takes minutes on a busy machine: one goes on here.
    dask_client.wait_for_workers(2, timeout=PATIENCE)
    processes = list(dask_client.run(os.getpid).values())
    thread = ThreadPoolExecutor(1)  # not in a `with`, which would wait for a job without end
    job = thread.submit(tc.evaluate, dask_rows(12), label="y", score="p")
    wait_until(lambda: is_busy(dask_client))
    os.kill(processes[0], signal.SIGKILL)
    assert not job.done()
    assert job.result(PATIENCE).table == counted(240_000)
    thread.shutdown()


def test_a_job_of_dask_that_nobody_works_on_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client, LocalCluster

    monkeypatch.setattr(dask, "LOOKS", 0.2)
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as cluster,
        Client(cluster),
        pytest.raises(
            UnreadableSource, match=r"^Dask could not count .*: none of 0 workers has worked on it for 1 sec"
        ),
    ):
        tc.evaluate(dask_rows(2), label="y", score="p")


def test_an_interrupt_cancels_the_job_on_dask(dask_client: Any) -> None:
    def interrupt() -> None:
        wait_until(lambda: is_busy(dask_client))
        os.kill(os.getpid(), signal.SIGINT)

    with ThreadPoolExecutor(1) as thread:
        interrupting = thread.submit(interrupt)
        with pytest.raises(KeyboardInterrupt):
            tc.evaluate(dask_rows(200), label="y", score="p")
        interrupting.result(PATIENCE)
    wait_until(lambda: not is_busy(dask_client))


# PostgreSQL

SLOW = "select n % 3 = 0 as y, 0.5 as p, pg_sleep(0.02) from generate_series(1, 100000) as n offset 0"


def active(address: str) -> list[int]:
    import psycopg

    with psycopg.connect(address) as watching:
        found = watching.execute("select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep%'")
        ours = watching.info.backend_pid
        return [process for (process,) in found.fetchall() if process != ours]


def test_a_connection_that_breaks_is_one_sentence(postgres: str) -> None:
    import psycopg

    def kill() -> None:
        process = wait_until(lambda: active(postgres))[0]
        with psycopg.connect(postgres) as killing:
            killing.execute("select pg_terminate_backend(%s)", [process])

    killing = threading.Thread(target=kill)
    killing.start()
    with pytest.raises(UnreadableSource, match=r"^PostgreSQL could not count .*terminating connection.*\.$"):
        tc.evaluate(on_postgres(postgres, SLOW), label="y", score="p")
    killing.join()


def test_an_interrupt_cancels_the_query_on_the_server(postgres: str) -> None:
    script = (
        "import sys, truecut as tc\n"
        "from truecut.engines.postgres import on_postgres\n"
        "tc.evaluate(on_postgres(sys.argv[1], sys.argv[2]), label='y', score='p')\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, postgres, SLOW], stderr=subprocess.PIPE) as process:
        wait_until(lambda: active(postgres))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert b"KeyboardInterrupt" in said
    wait_until(lambda: not active(postgres))


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
def test_what_a_users_function_raised_is_said(spark: Any) -> None:
    from pyspark.sql import functions

    broken = functions.udf(lambda number: 1 / (number - number), "double")
    frame = spark.range(4).selectExpr("id % 2 as y", "id as number").withColumn("p", broken("number"))
    with pytest.raises(UnreadableSource, match="ZeroDivisionError: division by zero"):
        tc.evaluate(frame, label="y", score="p")
