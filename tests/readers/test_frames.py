"""Tables and arrays in memory give the same columns, whatever made them."""

from __future__ import annotations

import datetime
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from truecut.data.columns import Column
from truecut.errors import InputError, MissingColumn, UnreadableSource
from truecut.readers.frames import column_from_values, from_frame

VALUES = {"y": [1, 0, 1], "p": [0.5, None, 0.25], "g": ["b", None, "a"], "ok": [True, False, None]}

FRAMES: dict[str, Callable[[], object]] = {
    "mapping": lambda: VALUES,
    "pandas": lambda: pd.DataFrame(VALUES),
    "pandas nullable": lambda: pd.DataFrame(VALUES).convert_dtypes(),
    "pandas object": lambda: pd.DataFrame(VALUES, dtype=object),
    "pandas arrow": lambda: pa.table(VALUES).to_pandas(types_mapper=pd.ArrowDtype),
    "polars": lambda: pl.DataFrame(VALUES),
    "polars lazy": lambda: pl.LazyFrame(VALUES),
    "arrow": lambda: pa.table(VALUES),
    "duckdb": lambda: duckdb.sql(
        "select * from (values (1, 0.5::double, 'b', true), (0, null, null, false), (1, 0.25, 'a', null))"
        " t(y, p, g, ok)"
    ),
}


def shown(column: Column) -> list[object]:
    """Return the values as Python shows them, None where one is missing."""
    values = column.values.tolist()
    known = values if column.words is None else [column.words[value] if column.words else "" for value in values]
    return [None if gone else value for value, gone in zip(known, column.is_missing, strict=True)]


def as_column(values: object) -> list[object]:
    return shown(column_from_values("x", values))


def refusal(values: object) -> str:
    with pytest.raises(InputError) as caught:
        column_from_values("x", values)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("x ")
    assert message.endswith(".")
    return message


@pytest.mark.parametrize("kind", FRAMES)
def test_every_kind_of_table_gives_the_same_columns(kind: str) -> None:
    source = from_frame(FRAMES[kind]())
    assert source is not None
    assert source.name == "the table"
    assert source.column_names == ("y", "p", "g", "ok")
    columns = source.read(source.column_names)
    assert {name: shown(column) for name, column in columns.items()} == VALUES
    assert columns["g"].words == ("b", "a")
    assert columns["y"].values.dtype.kind == "i"
    assert columns["p"].values.dtype == np.float64
    assert columns["ok"].values.dtype == np.bool_


@pytest.mark.parametrize(
    "thing", [None, [1, 2], (1, 2), np.zeros(3), "a.csv", 3, object(), pl.Series([1]), pd.Series([1])]
)
def test_what_is_no_table_is_none(thing: object) -> None:
    assert from_frame(thing) is None


@pytest.mark.parametrize("kind", FRAMES)
def test_a_column_that_is_not_there_is_named(kind: str) -> None:
    source = from_frame(FRAMES[kind]())
    assert source is not None
    with pytest.raises(MissingColumn, match=r"The table has no column 'okay'\. Did you mean 'ok'"):
        source.read(("okay",))


def test_repeated_columns_are_refused() -> None:
    with pytest.raises(UnreadableSource, match="more than one column called 'a'"):
        from_frame(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_a_lazy_table_that_fails_is_one_sentence() -> None:
    source = from_frame(pl.LazyFrame({"a": ["x"]}).select(pl.col("a").cast(pl.Int64)))
    assert source is not None
    with pytest.raises(UnreadableSource, match=r"^The table cannot be read \(.*\)\.$"):
        source.read(("a",))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 0, 1], [1, 0, 1]),
        ((0.5, 1), [0.5, 1.0]),
        ([True, False], [True, False]),
        ([1, None, 0], [1, None, 0]),
        ([True, None], [True, None]),
        ([0.5, None, float("nan")], [0.5, None, None]),
        (["b", "a", "b"], ["b", "a", "b"]),
        (["b", None, float("nan")], ["b", None, None]),
        (["abc", 0.5, 1], ["abc", "0.5", "1"]),
        ([Decimal("0.5"), Fraction(1, 4)], [0.5, 0.25]),
        ([2**70, 1], [float(2**70), 1.0]),
        ([1, pd.NA, pd.NaT], [1, None, None]),
        ([datetime.date(2024, 1, 2), None], ["2024-01-02", None]),
        ([None, None], [None, None]),
        ([], []),
        (range(3), [0, 1, 2]),
        ({"a": 1, "b": 2}.values(), [1, 2]),
        ((str(i) for i in range(2)), ["0", "1"]),
        (np.array(["x", "y"]), ["x", "y"]),
        (np.array([b"x", b"y"]), ["x", "y"]),
        (np.array(["x", None], dtype=object), ["x", None]),
        (np.array(["2024-01-02", "NaT"], dtype="datetime64[s]"), ["2024-01-02", None]),
        (np.ma.masked_array([1, 2], mask=[False, True]), [1, None]),
        (np.ma.masked_array(["x", "y"], mask=[True, False]), [None, "y"]),
        (np.array([[1], [0]]), [1, 0]),
        (pd.Series([1, None], dtype="Int64"), [1, None]),
        (pd.Series([0.5, None], dtype="Float32"), [0.5, None]),
        (pd.Series([True, None], dtype="boolean"), [True, None]),
        (pd.Series(["x", None], dtype="string"), ["x", None]),
        (pd.Series(["x", None, "a", "x"], dtype="category"), ["x", None, "a", "x"]),
        (pd.Series([5, None, 3, 5], dtype="category"), [5, None, 3, 5]),
        (pd.Series(pd.to_datetime(["2024-01-02", None])), ["2024-01-02 00:00:00", None]),
        (pd.Series([0, 0, 1], dtype="Sparse[int64]"), [0, 0, 1]),
        (pd.Index(["x", "y"]), ["x", "y"]),
        (pd.CategoricalIndex(["x", "y"]), ["x", "y"]),
        (pd.Series([1, 2], index=[7, 7]), [1, 2]),
        (pl.Series(["x", None]), ["x", None]),
        (pl.Series([1.5]).cast(pl.Decimal(5, 2)), [1.5]),
        (pa.array(["x", None]), ["x", None]),
        (pa.chunked_array([[1, 2], [None]]), [1, 2, None]),
        (pa.array(["x", "y", "x"]).dictionary_encode(), ["x", "y", "x"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_arrays_of_every_kind_become_columns(values: object, expected: list[object]) -> None:
    assert as_column(values) == expected


def test_words_are_listed_in_the_order_in_which_they_appear() -> None:
    words = ["m", None, "z", "a", "m"]
    for values in (
        words,
        pd.Series(words),
        pd.Series(words, dtype="category"),
        pl.Series(words),
        pa.array(words),
    ):
        assert column_from_values("x", values).words == ("m", "z", "a")


@pytest.mark.parametrize("dtype", ["float16", "float32", "int8", "uint16", "bool"])
def test_numbers_keep_their_width(dtype: str) -> None:
    array = np.array([0, 1], dtype=dtype)
    for values in (array, pd.Series(array), array.astype(array.dtype.newbyteorder(">"))):
        assert column_from_values("x", values).values.dtype == np.dtype(dtype)


def test_an_array_is_not_copied() -> None:
    array = np.array([0.5, 0.25])
    assert np.shares_memory(column_from_values("x", array).values, array)


def test_two_columns_look_like_predict_proba() -> None:
    assert "it looks like predict_proba; pass column [:, 1]" in refusal(np.zeros((5, 2)))
    assert "it looks like predict_proba" in refusal(pd.DataFrame(np.zeros((5, 2))))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (np.zeros((5, 3)), "has the shape (5, 3)"),
        (np.array(3), "is a single value"),
        (3, "is a int"),
        ("abc", "is a str"),
        ({1, 2}, "is a set"),
        (np.array([1j]), "holds complex128"),
        ([[1], [2, 3]], "holds rows of different lengths"),
        (np.array([[1], [2, 3], None], dtype=object), "holds lists"),
        (pl.DataFrame({"a": [1]}), "is a DataFrame; pass one column of it"),
        (pa.table({"a": [1]}), "is a Table; pass one column of it"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_column_is_refused_in_a_sentence(values: object, why: str) -> None:
    assert why in refusal(values)


def test_arrays_of_different_lengths_are_refused_with_both_lengths() -> None:
    source = from_frame({"y": [0, 1, 1], "p": [0.5, 0.25]})
    assert source is not None
    with pytest.raises(InputError, match="y has 3 rows and p has 2; they need the same number"):
        source.read(("y", "p"))


def test_lists_and_arrays_import_nothing_heavy() -> None:
    program = (
        "import sys, numpy as np\n"
        "from truecut.readers.frames import from_frame\n"
        "rows = {'y': [0, None, 1], 'g': ['a', 'b', None], 'p': np.array([0.5, 0.25, 1])}\n"
        "from_frame(rows).read(('y', 'g', 'p'))\n"
        "heavy = {'polars', 'narwhals', 'pandas', 'pyarrow', 'duckdb'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
