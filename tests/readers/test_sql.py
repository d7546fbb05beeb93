"""A query gives columns as files do, and its failures are one sentence."""

from __future__ import annotations

import importlib
import sqlite3
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest

from truecut.errors import EngineMissing, MissingColumn, UnreadableSource
from truecut.readers.sql import query


def refusal(sql: str, *files: str, database: str | None = None) -> str:
    with pytest.raises(UnreadableSource) as caught:
        source = query(sql, files, database=database)
        source.read(source.column_names)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", "?"))
    assert len(message) < 400
    return message


def test_a_query_gives_columns_of_every_kind() -> None:
    source = query(
        "select * from (values (1, 0.5::float, 'b', true, date '2024-01-02', 1.25::decimal(5, 2)),"
        " (0, null, null, null, null, null), (1, 0.25, 'a', false, date '2024-01-03', 2))"
        " t(y, p, g, ok, d, c);"
    )
    assert source.name == "the query"
    assert source.column_names == ("y", "p", "g", "ok", "d", "c")
    columns = source.read(source.column_names)
    assert columns["y"].values.tolist() == [1, 0, 1]
    assert columns["y"].missing is None
    assert columns["p"].values.dtype == np.float32
    assert columns["p"].is_missing.tolist() == [False, True, False]
    assert columns["g"].words == ("b", "a")
    assert columns["g"].is_missing.tolist() == [False, True, False]
    assert columns["ok"].values.dtype == np.bool_
    assert columns["d"].words == ("2024-01-02", "2024-01-03")
    assert columns["c"].values.tolist()[::2] == [1.25, 2.0]


def test_a_query_reads_files_in_its_own_way(tmp_path: Path) -> None:
    pl.DataFrame({"y": [1, 0], "p": [0.5, 0.25]}).write_parquet(tmp_path / "a.parquet")
    columns = query(f"select y from '{tmp_path}/*.parquet' where p < 0.4").read(("y",))
    assert columns["y"].values.tolist() == [0]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_files_are_the_view_data(tmp_path: Path, suffix: str) -> None:
    frame = pl.DataFrame({"y": [1, 0], 'it\'s "odd"': [0.5, None]})
    path = tmp_path / f"o'clock.{suffix}"
    {"csv": frame.write_csv, "jsonl": frame.write_ndjson, "parquet": frame.write_parquet}[suffix](path)
    source = query("from data -- all of it", [str(path)])
    columns = source.read(('it\'s "odd"',))
    assert columns['it\'s "odd"'].values.tolist()[0] == 0.5
    assert columns['it\'s "odd"'].is_missing.tolist() == [False, True]


def test_several_files_are_one_view(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("y,p\n1,0.5\n")
    (tmp_path / "b.csv").write_text("y,p\n0,NA\n")
    source = query("select * from data", [str(tmp_path / "a.csv"), str(tmp_path / "b.csv")])
    columns = source.read(("y", "p"))
    assert sorted(columns["y"].values.tolist()) == [0, 1]
    assert columns["p"].is_missing.sum() == 1


def test_a_database_is_attached_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "my.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table results as select 1 as y, 0.5::double as p")
    (tmp_path / "a.csv").write_text("y,p\n0,0.25\n")
    source = query("select * from results union all select * from data", [str(tmp_path / "a.csv")], database=str(path))
    assert sorted(source.read(("p",))["p"].values.tolist()) == [0.25, 0.5]
    assert "cannot be run" in refusal("insert into results values (0, 0.1)", database=str(path))


def test_an_sqlite_database_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    connection = sqlite3.connect(path)
    connection.execute("create table results (y integer, p real)")
    connection.commit()
    connection.close()
    message = refusal("select * from results", database=str(path))
    assert message == "my.db is an SQLite database, which is not read; export the table as CSV."


def test_a_database_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "model.duckdb").write_bytes(b"")
    message = refusal("select 1", database=str(tmp_path / "modl.duckdb"))
    assert message.endswith("Did you mean 'model.duckdb'?")


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("selec 1", "Parser Error"),
        ("", "Parser Error"),
        ("create table t (a int)", "Parser Error"),
        ("select 1 as a; drop table t", "Parser Error"),
        ("select z from (select 1 as a)", 'Referenced column "z" not found'),
        ("select * from 'nowhere.csv'", "nowhere.csv"),
        ("select cast(x as int) as n from (values ('a')) t(x)", "Could not convert string 'a'"),
        ("select 1 as a where false", "returns no rows"),
        ("select 1 as a, 2 as a", "2 columns called 'a'"),
    ],
)
def test_a_query_that_fails_is_one_sentence(sql: str, why: str) -> None:
    assert why in refusal(sql)


def test_a_file_that_duckdb_cannot_read_is_one_sentence() -> None:
    assert refusal("from data", "a.feather").endswith("not 'a.feather'.")


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(MissingColumn, match="The result of the query has no column 'scor'"):
        query("select 1 as score").read(("scor",))


def test_without_duckdb_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(EngineMissing, match=r"pip install 'truecut\[sql\]'"):
        query("select 1")
