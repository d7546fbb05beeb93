"""Real engines in processes of their own: two Spark executors, two Dask workers, a PostgreSQL server on loopback.

Each is started once, when a test first needs it, and stopped at the end. Nothing is skipped: an engine that
cannot be started fails the tests.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from truecut.engines.postgres import on_postgres

ENGINES = ("DuckDB", "Polars", "PostgreSQL", "Spark", "Dask")
TYPES = {
    pl.Boolean: "boolean",
    pl.Int32: "integer",
    pl.Int64: "bigint",
    pl.Float32: "real",
    pl.Float64: "double precision",
    pl.String: "text",
    pl.Date: "date",
}

Hold = Callable[[pl.DataFrame], Any]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Name each engine in turn."""
    return str(request.param)


@pytest.fixture
def hold(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Hold:
    """Return what puts rows into an engine and hands back what a user of it would hold."""
    if engine == "DuckDB":
        import duckdb

        return lambda rows: duckdb.connect().from_arrow(rows.to_arrow())
    if engine == "Polars":
        return lambda rows: rows.lazy()
    if engine == "PostgreSQL":
        return _in_postgres(request.getfixturevalue("postgres"), request.addfinalizer)
    if engine == "Spark":
        return _in_spark(request.getfixturevalue("spark"), tmp_path)
    request.getfixturevalue("dask_client")
    return _in_dask


def _in_spark(spark: Any, folder: Path) -> Hold:
    def hold(rows: pl.DataFrame) -> Any:
        path = Path(tempfile.mkdtemp(dir=folder)) / "rows.parquet"
        rows.write_parquet(path)
        return spark.read.parquet(str(path)).repartition(3)

    return hold


def _in_dask(rows: pl.DataFrame) -> Any:
    import dask.dataframe as dd

    return dd.from_pandas(rows.to_pandas(use_pyarrow_extension_array=True), npartitions=3)


def _in_postgres(address: str, at_the_end: Callable[[Callable[[], None]], None]) -> Hold:
    import psycopg

    def hold(rows: pl.DataFrame) -> Any:
        connection = psycopg.connect(address)
        at_the_end(connection.close)
        columns = ", ".join(f'"{name}" {_type(dtype)}' for name, dtype in rows.schema.items())
        connection.execute(f"create temp table held ({columns})")
        with connection.cursor().copy("copy held from stdin") as copy:
            for row in rows.iter_rows():
                copy.write_row(row)
        return on_postgres(connection, "held")

    return hold


def _type(dtype: Any) -> str:
    return "numeric" if dtype.is_decimal() else TYPES[dtype.base_type()]


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """Start a Spark session with two executors, each a process with one core and this Python."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.driver.memory", "2g")
        .config("spark.executor.memory", "1g")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def dask_client() -> Iterator[Any]:
    """Start a Dask scheduler with two workers, each a process."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL server on loopback and return its address."""
    folder = Path(tempfile.mkdtemp(prefix="truecut-postgres-"))
    port = _free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")  # the server refuses to run as root
    # Tests need no durability, and start in a second without it.
    settings = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off"
    _as_its_user("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "truecut", "--no-sync", "-E", "UTF8")
    _as_its_user("pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-w", "-o", settings, "start")
    yield f"postgresql://truecut@127.0.0.1:{port}/postgres"
    _as_its_user("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
    shutil.rmtree(folder)


def _as_its_user(program: str, *arguments: str) -> None:
    found = shutil.which(program) or next(iter(sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))))
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*user, str(found), *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
