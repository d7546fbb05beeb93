"""Types of columns of text: those of many columns at once are those of each alone."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut.readers import typed_text
from truecut.readers.files import open_files
from truecut.readers.sql import query
from truecut.readers.typed_text import HEAD_ROWS, MANY, MISSING, statistics_of, typed

WORDS = [
    *("1", "0", "-3", "0.5", " 0.5", "1e400", "inf", "-Infinity", "02134", "12345678901234567", "12345678901234568"),
    *("9223372036854775807", "18446744073709551615", "true", "True", "FALSE", "yes", "", "NA", "NaN", "None", "null"),
    *("red", "Nonesuch", " NA", "\u0660", "1_000", "0x1f"),
]
COLUMN = st.lists(st.sampled_from(WORDS) | st.none(), min_size=7, max_size=7)


@pytest.mark.parametrize("missing", [MISSING, ()])
@settings(max_examples=25, deadline=None)
@given(st.lists(COLUMN, min_size=MANY, max_size=MANY + 3))
def test_many_columns_are_typed_as_each_of_them_is(missing, columns):
    frame = pl.DataFrame({f"c{i}": pl.Series(column, dtype=pl.String) for i, column in enumerate(columns)})
    each = {name: statistics_of(frame, [name])[name] for name in frame.columns}
    assert statistics_of(frame, frame.columns) == each
    alone = [typed(frame.select(name), missing) for name in frame.columns]
    assert typed(frame, missing).equals(pl.concat(alone, how="horizontal"), null_equal=True)
    assert typed(frame, missing).schema == pl.concat(alone, how="horizontal").schema


def test_no_rows_and_no_columns_are_typed_too():
    empty = pl.DataFrame({f"c{i}": pl.Series([], dtype=pl.String) for i in range(MANY)})
    each = {name: statistics_of(empty, [name])[name] for name in empty.columns}
    assert statistics_of(empty, empty.columns) == each
    assert typed(empty.select([]), MISSING).width == 0


def test_what_a_late_row_holds_decides_in_many_columns_too(tmp_path):
    first = ",".join(["1", "0.5", "true", "7"] * 10)
    last = ",".join(["0.25", "word", "maybe", "07"] * 10)
    names = [f"c{i}" for i in range(40)]
    rows = [",".join(names), *[first] * (HEAD_ROWS + 5), last]
    (tmp_path / "late.csv").write_text("\n".join(rows) + "\n")
    source = open_files([str(tmp_path / "late.csv")])
    together = source.table_to_ask()
    for name in names[:4]:
        assert together[name].equals(typed(source.parts[0].text([name]), MISSING)[name], null_equal=True)
    assert [together[name].dtype for name in names[:4]] == [pl.Float64, pl.String, pl.String, pl.String]
    assert together["c3"][-1] == "07"


def test_a_query_over_many_columns_asks_about_all_of_them_at_once(tmp_path, monkeypatch):
    names = [f"c{i}" for i in range(600)]
    row = [("0.5", "7", "red", "007", "true")[i % 5] for i in range(600)]
    (tmp_path / "wide.csv").write_text("\n".join([",".join(names), *[",".join(row)] * 20]) + "\n")
    asked, ask = [], typed_text._spelled
    monkeypatch.setattr(typed_text, "_spelled", lambda name: asked.append(name) or ask(name))
    found = query("select * from data", [str(tmp_path / "wide.csv")]).read(("c0", "c3"))
    assert len(asked) < 10
    assert found["c0"].values.tolist() == [0.5] * 20
    assert found["c3"].words == ("007",)


LATE = {
    "a code": ("7", "07", pl.String),
    "a quoted code": ("7", '"07"', pl.String),
    "a code among decimals": ("0.5", "00.5", pl.String),
    "a missing value": ("0.5", "nan", pl.Float64),
    "another spelling of it": ("0.5", "NaN", pl.Float64),
    "nothing unusual": ("7", "8", pl.Int64),
}


@pytest.mark.parametrize("name", LATE)
@pytest.mark.parametrize("files", [["late.csv"], ["late.csv", "plain.csv"], ["plain.csv", "late.csv"]], ids=len)
def test_no_query_sees_the_type_of_the_first_rows(name, files, tmp_path, monkeypatch):
    usual, late, expected = LATE[name]
    monkeypatch.chdir(tmp_path)
    rows = [f"1,{usual}\n" for _ in range(HEAD_ROWS + 50)]
    (tmp_path / "plain.csv").write_text("".join(["y,x\n", *rows]))
    rows[-20] = f"1,{late}\n"
    (tmp_path / "late.csv").write_text("".join(["y,x\n", *rows]))
    column = open_files(files).table_to_ask()["x"]
    assert column.dtype == expected
    assert not column.is_nan().any() if expected == pl.Float64 else column.null_count() == 0
    words = query("select count(distinct x) as n, count(x) as there from data", files).read(("n", "there"))
    is_one = late in ("nan", "NaN")
    assert words["n"].values.tolist() == [1 if is_one else 2]
    assert words["there"].values.tolist() == [len(files) * len(rows) - is_one]
