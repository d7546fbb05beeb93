"""Files that a cluster reads itself: its address says which engine it is."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from truecut.engines.counting import CountingEngine
from truecut.engines.jobs import reason_of
from truecut.errors import BadCall, EngineMissing, UnreadableSource
from truecut.readers.failures import first_line

PARQUET = (".parquet", ".pq")


def files_on(address: str, files: Sequence[str]) -> CountingEngine:
    """Return files as a table of a cluster: `spark://`, `yarn`, `k8s://` and `local` are Spark, `tcp://` is Dask.

    The files are read by the machines of the cluster, so they must be where those can see them.
    """
    _require_types(files)
    if address.startswith(("tcp://", "tls://")):
        return _on_dask(address, list(files))
    if address.startswith(("spark://", "local", "yarn", "k8s://")):
        return _on_spark(address, list(files))
    raise BadCall(
        f"{address!r} is no address of a cluster; Spark has spark://host:port, yarn, k8s://... or local, and a Dask "
        "scheduler has tcp://host:port."
    )


def _require_types(files: Sequence[str]) -> None:
    """Refuse text: Dask would guess its types from a sample and Spark take the zip code 02134 for 2134."""
    untyped = [file for file in files if not file.lower().rstrip("/").endswith(PARQUET)]
    if untyped or not files:
        named = f", and {_named(untyped)} is none" if len(untyped) == 1 else ""
        raise BadCall(
            f"A cluster reads Parquet files{named}: text does not say what types its columns have. Save it as Parquet, "
            "read it here with --memory, or in Python hand over a table of the cluster whose types you declared."
        )


def _on_spark(master: str, files: list[str]) -> CountingEngine:
    sql = _imported("pyspark.sql", "Spark", "spark")
    from truecut.engines.spark import on_spark

    if master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # which has what Spark's workers need; python3 may not
    # What Spark says by itself would run through the progress that is shown here.
    quiet = {"spark.log.level": "ERROR", "spark.ui.showConsoleProgress": "false"}
    with _reached("Spark", master), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        session = sql.SparkSession.builder.master(master).appName("truecut").config(map=quiet).getOrCreate()
    try:
        return on_spark(session.read.parquet(*files), _named(files))
    except Exception as problem:  # Spark has errors of its own for each kind of file
        raise UnreadableSource(f"Spark cannot read {_named(files)}: {first_line(problem)}.") from problem


def _on_dask(scheduler: str, files: list[str]) -> CountingEngine:
    frames = _imported("dask.dataframe", "Dask", "dask")
    distributed = _imported("distributed", "Dask", "dask")
    from truecut.engines.dask import on_dask

    with _reached("Dask", scheduler):
        distributed.Client(scheduler)
    try:
        return on_dask(frames.read_parquet(files), _named(files))
    except Exception as problem:  # Dask passes on those of pandas, Arrow and the file system
        raise UnreadableSource(f"Dask cannot read {_named(files)}: {first_line(problem)}.") from problem


@contextmanager
def _reached(engine: str, address: str) -> Iterator[None]:
    try:
        yield
    except Exception as problem:  # each has errors of its own
        raise UnreadableSource(f"{engine} cannot be reached at {address}: {reason_of(problem)}.") from problem


def _named(files: list[str]) -> str:
    return files[0].rstrip("/").rpartition("/")[2] if len(files) == 1 else f"{len(files)} files"


def _imported(module: str, engine: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise EngineMissing(f"{engine} is not installed: pip install 'truecut[{extra}]'.") from error
