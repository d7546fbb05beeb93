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


def test_files_are_known_by_their_names(tmp_path: Path) -> None:
    pl.DataFrame({"y": [1, 0], "p": [0.5, 0.25]}).write_parquet(tmp_path / "a.parquet")
    (tmp_path / "b.csv").write_text("q,p\n7,0.25\n")
    pattern, other = f"{tmp_path}/*.parquet", f"{tmp_path}/b.csv"
    columns = query(f"select y, q from '{pattern}' join '{other}' using (p)", [pattern, other]).read(("y", "q"))
    assert columns["y"].values.tolist() == [0]
    assert columns["q"].values.tolist() == [7]


ATTACKS = [
    "select 1) t; copy (select 1 as y) to '{out}'; select * from (select 1 as y",
    "copy (select 1 as y) to '{out}'",
    "select 1 as y; copy (select 1 as y) to '{out}'",
    "create table t as select 1 as y",
    "attach '{out}' as other",
    "install httpfs",
    "load httpfs",
    "pragma enable_profiling",
    "set enable_external_access = true",
    "export database '{out}'",
    "call pragma_version()",
    "select * from read_csv('{secret}')",
    "select * from read_text('{secret}')",
    "select * from read_parquet('{secret}')",
    "select * from sniff_csv('{secret}')",
    "select * from glob('{secret}')",
    "select * from '{secret}'",
    "select * from data, (select * from read_blob('{secret}'))",
    "with t as (select * from read_csv('{secret}')) select * from t",
]


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_query_writes_nothing_and_reaches_no_other_file(tmp_path: Path, attack: str, form: str) -> None:
    secret, out, given = tmp_path / "secret.csv", tmp_path / "out", tmp_path / f"given.{form}"
    secret.write_text("y\n1\n")
    frame = pl.DataFrame({"y": [1, 0]})
    frame.write_csv(given) if form == "csv" else frame.write_parquet(given)
    before = sorted(tmp_path.iterdir())
    refusal(attack.format(out=out, secret=secret), str(given))
    assert sorted(tmp_path.iterdir()) == before


def test_types_under_a_query_are_those_of_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    path.write_text("y,p,ok,zip\n" + "#no,0,yes,2134\n" * 30_000 + "yes,0.5,no,02134\n")
    columns = query("select * from data", [str(path)]).read(("y", "p", "ok", "zip"))
    assert columns["y"].words == ("#no", "yes")
    assert columns["p"].values[-1] == 0.5
    assert columns["ok"].words == ("yes", "no")
    assert columns["zip"].words == ("2134", "02134")


def test_whole_numbers_of_a_query_stay_apart() -> None:
    wide = query("select unnest([100000000000000000000::hugeint, 100000000000000000001]) as g")
    assert wide.read(("g",))["g"].words == ("100000000000000000000", "100000000000000000001")


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
    assert "one SELECT" in refusal("insert into results values (0, 0.1)", database=str(path))


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
        ("", "one SELECT, and this is nothing"),
        ("create table t (a int)", "one SELECT, and this is CREATE"),
        ("select 1 as a; drop table t", "one SELECT, and this is SELECT and DROP"),
        ("select z from (select 1 as a)", 'Referenced column "z" not found'),
        ("select * from 'nowhere.csv'", "nowhere.csv"),
        ("select cast(x as int) as n from (values ('a')) t(x)", "Could not convert string 'a'"),
        ("select 1 as a where false", "returns no rows"),
        ("select 1 as a, 2 as a", "2 columns called 'a'"),
    ],
)
def test_a_query_that_fails_is_one_sentence(sql: str, why: str) -> None:
    assert why in refusal(sql)


def test_arrow_files_and_others_that_duckdb_does_not_know_are_read(tmp_path: Path) -> None:
    pl.DataFrame({"y": [1, 0]}).write_ipc(tmp_path / "a.feather")
    assert query("from data", [str(tmp_path / "a.feather")]).read(("y",))["y"].values.tolist() == [1, 0]
    assert refusal("from data", "a.feather") == "There is no file 'a.feather'."


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(MissingColumn, match="The result of the query has no column 'scor'"):
        query("select 1 as score").read(("scor",))


def test_without_duckdb_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(EngineMissing, match=r"pip install 'truecut\[sql\]'"):
        query("select 1")


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_columns_that_a_query_takes_for_one_another_are_refused(suffix, tmp_path):
    frame = pl.DataFrame({"y": [1, 0], "P": [0.1, 0.9], "p": [0.9, 0.1]})
    path = tmp_path / f"rows.{suffix}"
    frame.write_csv(path) if suffix == "csv" else frame.write_parquet(path)
    with pytest.raises(UnreadableSource, match=r"does not tell column 'P' of rows.* from column 'p'; rename"):
        query("select y, p as score from data", [str(path)])
