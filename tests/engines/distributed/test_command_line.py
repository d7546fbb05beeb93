"""The command line reaches clusters and servers by their addresses, as a person would type them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import truecut as tc

PATIENCE = 300  # seconds, on a busy machine
PARTS = ("rows", "positives", "cuts", "histogram", "reliability", "thresholds")  # of a model in the report


def drawn(rows: int = 2000) -> pl.DataFrame:
    random = np.random.default_rng(2)
    y = random.random(rows) < 0.3
    shared = random.normal(size=rows)
    gbm, logreg = (1 / (1 + np.exp(-(gain * y + shared + random.normal(size=rows)))) for gain in (1.8, 1.2))
    return pl.DataFrame({"churned": y, "gbm": gbm, "logreg": logreg, "region": random.choice(["n", "s"], rows)})


def truecut(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "truecut", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


@contextmanager
def started(log: Path, says: str, *command: str) -> Iterator[str]:
    """Start a process, wait until its log says something, and stop it at the end."""
    with log.open("w") as written, subprocess.Popen(command, stdout=written, stderr=written) as process:
        try:
            yield _once_said(process, log, says)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _once_said(process: subprocess.Popen[Any], log: Path, says: str) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        found = re.search(says, log.read_text())
        if found is not None:
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"It did not start: {log.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def spark_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Spark master and a worker of one core, each a process, as on a cluster of one's own."""
    import pyspark

    folder = tmp_path_factory.mktemp("spark")
    run = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(folder)}
    host = ("--host", "127.0.0.1", "--webui-port", "0")
    master = (run, "org.apache.spark.deploy.master.Master", *host, "--port", "0")
    worker = (run, "org.apache.spark.deploy.worker.Worker", *host, "--cores", "1", "--memory", "1g")
    with ExitStack() as stack:
        address = stack.enter_context(started(folder / "master", r"spark://127\.0\.0\.1:\d+", *master))
        stack.enter_context(started(folder / "worker", "Successfully registered", *worker, address))
        yield address


@pytest.fixture(scope="module")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Dask scheduler and a worker with Dask's own command."""
    folder = tmp_path_factory.mktemp("dask")
    dask = (sys.executable, "-m", "dask")
    scheduler = (*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = (*dask, "worker", "--nworkers", "1", "--nthreads", "1", "--no-dashboard")
    with ExitStack() as stack:
        address = stack.enter_context(started(folder / "scheduler", r"tcp://127\.0\.0\.1:\d+", *scheduler))
        stack.enter_context(started(folder / "worker", "Registered to", *worker, address))
        yield address


def on_cluster(address: str, folder: Path) -> tuple[str, ...]:
    path = folder / "predictions.parquet"
    drawn().write_parquet(path)
    return (str(path), "--engine", address)


def on_server(address: str) -> tuple[str, ...]:
    import psycopg

    rows = drawn()
    with psycopg.connect(address) as connection:
        connection.execute("drop table if exists predictions")
        connection.execute("create table predictions (churned boolean, gbm float8, logreg float8, region text)")
        with connection.cursor().copy("copy predictions from stdin") as copy:
            for row in rows.iter_rows():
                copy.write_row(row)
    return ("--database", address, "--sql", "select * from predictions")


@pytest.fixture(params=["Spark", "Dask", "PostgreSQL"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ...]:
    """Return what names the rows on the command line."""
    if request.param == "PostgreSQL":
        return on_server(request.getfixturevalue("postgres"))
    return on_cluster(request.getfixturevalue(f"{request.param.lower()}_address"), tmp_path)


def test_a_report_comes_from_where_the_rows_are(source: tuple[str, ...], tmp_path: Path) -> None:
    here = tc.evaluate(drawn(), label="churned", score=["gbm", "logreg"], group="region")
    page = tmp_path / "report.html"
    options = ("--label", "churned", "--score", "gbm,logreg", "--group", "region")
    done = truecut("report", *source, *options, "-o", str(page))
    assert (done.returncode, done.stdout) == (0, "")
    assert f"Wrote {page}" in done.stderr
    assert "Traceback" not in done.stderr
    there = _payload(page.read_text())
    same = _payload(here.html())
    for told, wanted in zip(there["models"], same["models"], strict=True):
        assert {part: told[part] for part in PARTS} == {part: wanted[part] for part in PARTS}
        # In memory groups come as they are met, and an engine's rows have no order.
        assert sorted(told["groups"], key=_name) == sorted(wanted["groups"], key=_name)
    (told,), (wanted,) = there["comparison"], same["comparison"]
    assert (told["low"], told["p_value"]) == pytest.approx((wanted["low"], wanted["p_value"]), rel=1e-9)
    assert any("counting of 'gbm': exact on" in line for line in there["read"]["inferred"])


def test_models_are_compared_on_the_same_rows_where_they_are(postgres: str) -> None:
    source = on_server(postgres)
    options = ("--label", "churned", "--score", "gbm,logreg", "--metric", "recall", "--json")
    done = truecut("compare", *source, *options)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    wanted = tc.compare(drawn(), label="churned", score=["gbm", "logreg"]).difference("recall", "gbm", "logreg")
    assert told["paired"] is True
    assert _p_values(told) == pytest.approx([wanted.p_value], rel=1e-9)


def test_an_address_that_nobody_answers_is_one_sentence() -> None:
    done = truecut("report", "--database", "postgresql://127.0.0.1:1/none", "--sql", "select 1")
    assert done.returncode == 2
    assert re.fullmatch(r"truecut: The database cannot be reached: .*\n", done.stderr)


def _name(group: dict[str, Any]) -> str:
    return str(group["name"])


def _payload(page: str) -> dict[str, Any]:
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def _p_values(told: dict[str, Any]) -> list[float]:
    return [difference["p_value"] for metric in told["metrics"] for difference in metric["differences"]]
