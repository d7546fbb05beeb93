"""Files of every kind give the same columns, and every failure is one sentence."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from truecut.data.columns import Column
from truecut.errors import MissingColumn, UnreadableSource
from truecut.readers.files import open_files
from truecut.readers.one_file import HEAD_BYTES
from truecut.readers.typed_text import MISSING

FRAME = pl.DataFrame(
    {
        "y": [1, 0, 1, 0],
        "score": [0.75, 0.5, None, -1.25],
        "group": ["b", "a", None, "b"],
        "ok": [True, False, True, None],
    }
)


def written(write: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


def in_every_format(frame: pl.DataFrame) -> dict[str, bytes]:
    return {
        "csv": written(frame.write_csv),
        "tsv": written(lambda file: frame.write_csv(file, separator="\t")),
        "jsonl": written(frame.write_ndjson),
        "ndjson": written(frame.write_ndjson),
        "parquet": written(frame.write_parquet),
        "arrow": written(frame.write_ipc),
        "feather": written(frame.write_ipc),
        "arrows": written(frame.write_ipc_stream),
    }


FORMATS = in_every_format(FRAME)
# A file of JSON lines without lines has no columns either.
WITHOUT_ROWS = {suffix: data for suffix, data in in_every_format(FRAME.clear()).items() if data}
COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".zst": zstandard.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


def put(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def read(path: Path | str, *names: str) -> dict[str, Column]:
    source = open_files([str(path)])
    return source.read(names or source.column_names)


def column(folder: Path, values: str) -> Column:
    """Return the column x of a CSV file with these lines."""
    return read(put(folder, "x.csv", "x,z\n" + "".join(f"{value},1\n" for value in values.split())), "x")["x"]


def words(column: Column) -> list[str | None]:
    assert column.words is not None
    return [None if gone else column.words[value] for value, gone in zip(column.values, column.is_missing, strict=True)]


def numbers(column: Column) -> list[float | None]:
    assert column.words is None
    pairs = zip(column.values.tolist(), column.is_missing, strict=True)
    return [None if gone else value for value, gone in pairs]


def refusal(path: Path | str, *names: str) -> str:
    """Return the message, which is one sentence that names the file."""
    with pytest.raises(UnreadableSource) as caught:
        read(path, *names)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", "?", ")"))
    assert len(message) < 400
    assert Path(path).name in message or (str(path) == "-" and "tandard input" in message)
    return message


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def check_the_frame(columns: dict[str, Column]) -> None:
    assert list(columns) == ["y", "score", "group", "ok"]
    assert columns["y"].values.dtype == np.int8  # small whole numbers are bytes
    assert columns["y"].missing is None
    assert numbers(columns["y"]) == [1, 0, 1, 0]
    assert columns["score"].values.dtype == np.float64
    assert numbers(columns["score"]) == [0.75, 0.5, None, -1.25]
    assert columns["group"].words == ("b", "a")
    assert words(columns["group"]) == ["b", "a", None, "b"]
    assert columns["ok"].values.dtype == np.bool_
    assert numbers(columns["ok"]) == [True, False, True, None]


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_and_compression_gives_the_same_columns(tmp_path: Path, suffix: str, compression: str) -> None:
    data = COMPRESSIONS[compression](FORMATS[suffix])
    check_the_frame(read(put(tmp_path, f"data.{suffix}{compression}", data)))


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("suffix", [suffix for suffix in FORMATS if suffix != "arrows"])
def test_standard_input_is_known_by_its_bytes(monkeypatch: pytest.MonkeyPatch, suffix: str, compression: str) -> None:
    pipe(monkeypatch, COMPRESSIONS[compression](FORMATS[suffix]))
    source = open_files(["-"])
    assert source.name == "standard input"
    check_the_frame(source.read(source.column_names))


@pytest.mark.parametrize("name", ["data", "data.txt", "data.out.gz"])
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_without_a_telling_suffix_is_known_by_its_bytes(tmp_path: Path, name: str, suffix: str) -> None:
    check_the_frame(read(put(tmp_path, name, FORMATS[suffix])))


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
def test_the_separator_is_found_from_the_header(tmp_path: Path, separator: str) -> None:
    path = put(tmp_path, "a.csv", f'"a,b;c"{separator}s{separator}t\n1{separator}0.5{separator}x\n')
    assert list(read(path)) == ["a,b;c", "s", "t"]


def test_a_column_that_is_not_there_is_named_with_a_near_miss(tmp_path: Path) -> None:
    source = open_files([str(put(tmp_path, "a.csv", "label,score\n1,0.5\n"))])
    with pytest.raises(MissingColumn, match=r"a.csv has no column 'scor'. Did you mean 'score'\?"):
        source.read(("scor",))


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    columns = read(put(tmp_path, "a.csv", b"\xef\xbb\xbfy,s\r\n1,0.5\r\n0,0.25\r\n"))
    assert numbers(columns["y"]) == [1, 0]
    assert numbers(columns["s"]) == [0.5, 0.25]


def test_old_line_ends_are_read(tmp_path: Path) -> None:
    assert numbers(read(put(tmp_path, "a.csv", "y,s\r1,0.5\r0,0.25\r"))["s"]) == [0.5, 0.25]


# Types of delimited text


def test_integers_before_floats_are_floats_however_late_these_come(tmp_path: Path) -> None:
    found = column(tmp_path, "1 " * 5000 + "0.5")
    assert found.values.dtype == np.float64
    assert found.values[-1] == 0.5


@pytest.mark.parametrize("text", MISSING)
def test_spellings_of_missing_are_missing_among_numbers_and_words(tmp_path: Path, text: str) -> None:
    path = put(tmp_path, "a.csv", f"n,w,z\n1,b,1\n{text},{text},1\n3,a,1\n")
    assert numbers(read(path)["n"]) == [1, None, 3]
    assert words(read(path)["w"]) == ["b", None, "a"]


def test_none_is_missing_among_numbers(tmp_path: Path) -> None:
    assert numbers(column(tmp_path, "1 None 0.5")) == [1, None, 0.5]
    assert numbers(column(tmp_path, "True None false")) == [True, None, False]


def test_none_is_a_word_among_words(tmp_path: Path) -> None:
    assert words(column(tmp_path, "None Mild None NA")) == ["None", "Mild", "None", None]


def test_none_is_missing_where_a_stray_word_spoils_the_numbers(tmp_path: Path) -> None:
    assert words(column(tmp_path, "0.50 None abc")) == ["0.50", None, "abc"]


@pytest.mark.parametrize("values", [[0, 1, 1, 0, 1], [0, 1, 1, 0, 300], [0, 1, None, -128, 127], [0, 1, -129, None, 0]])
def test_row_groups_are_joined_whatever_each_of_them_holds(tmp_path: Path, values: list[int | None]) -> None:
    path = tmp_path / "groups.parquet"
    pl.DataFrame({"y": values, "s": [0.1, None, 0.3, 0.2, 0.5]}).write_parquet(path, row_group_size=2)
    columns = read(path)
    assert numbers(columns["y"]) == values
    assert numbers(columns["s"]) == [0.1, None, 0.3, 0.2, 0.5]


def test_infinities_are_numbers(tmp_path: Path) -> None:
    found = numbers(column(tmp_path, "inf -inf Infinity -Infinity 0.5"))
    assert found == [np.inf, -np.inf, np.inf, -np.inf, 0.5]


def test_quoted_and_padded_numbers_are_numbers(tmp_path: Path) -> None:
    columns = read(put(tmp_path, "a.csv", 'y, s\n"1", 0.5 \n"0",\t1\n'))
    assert numbers(columns["y"]) == [1, 0]
    assert numbers(columns["s"]) == [0.5, 1]


def test_a_stray_word_keeps_every_text_as_it_was_written(tmp_path: Path) -> None:
    found = column(tmp_path, "0.50 1e-3 007 " * 1000 + "abc")
    assert found.words == ("0.50", "1e-3", "007", "abc")
    assert words(found)[3000] == "abc"


def test_true_and_false_are_booleans_if_each_has_one_spelling(tmp_path: Path) -> None:
    assert numbers(column(tmp_path, "TRUE False TRUE")) == [True, False, True]
    assert words(column(tmp_path, "TRUE False true")) == ["TRUE", "False", "true"]


def test_integers_wider_than_64_bits_stay_apart(tmp_path: Path) -> None:
    assert words(column(tmp_path, "1 99999999999999999999999")) == ["1", "99999999999999999999999"]
    assert numbers(column(tmp_path, f"1 {2**64 - 1} {2**64 - 2}")) == [1, 2**64 - 1, 2**64 - 2]


def test_a_number_with_leading_zeros_is_a_code(tmp_path: Path) -> None:
    assert words(column(tmp_path, "2134 02134 " * 1000)) == ["2134", "02134"] * 1000


@pytest.mark.parametrize("written", ["02134 2134", "1 1.0", "true TRUE", "12345678901234567890 12345678901234567891"])
def test_what_names_things_is_read_as_it_is_written(tmp_path: Path, written: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["g,p", *(f"{name},{i}" for i, name in enumerate(written.split()))]))
    found = open_files([str(path)]).read(("g", "p"), as_written=("g",))
    assert words(found["g"]) == written.split()
    assert numbers(found["p"]) == [0, 1]


def test_keys_that_appear_late_are_columns(tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    path.write_text('{"y": 1, "p": 1}\n' * 100_001 + '{"y": 0, "p": 0.5, "late": 0.25}\n')
    columns = open_files([str(path)]).read(("p", "late"))
    assert columns["p"].values[-1] == 0.5
    assert columns["late"].values[-1] == 0.25
    assert columns["late"].is_missing.sum() == 100_001


def test_an_extra_field_that_spells_missing_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n1,NA\n0,0.5,NA\n")
    with pytest.raises(UnreadableSource, match="line 3, has 3 fields where the header has 2"):
        open_files([str(path)]).read(("y", "p"))


def test_dates_are_words(tmp_path: Path) -> None:
    assert words(column(tmp_path, "2024-01-02 2024-01-03")) == ["2024-01-02", "2024-01-03"]


def test_a_column_without_any_value_is_all_missing(tmp_path: Path) -> None:
    assert column(tmp_path, "NA NaN null").is_missing.all()


def test_blank_lines_are_not_rows(tmp_path: Path) -> None:
    columns = read(put(tmp_path, "a.csv", "y,s\n1,0.5\n\n0,\n,\n1,NA\n\n\n"))
    assert numbers(columns["y"]) == [1, 0, 1]
    assert numbers(columns["s"]) == [0.5, None, None]


def test_quotes_may_hold_separators_and_line_ends(tmp_path: Path) -> None:
    columns = read(put(tmp_path, "a.csv", 'w,s\n"a\nb",\n"c, ""d""",1\n'))
    assert words(columns["w"]) == ["a\nb", 'c, "d"']
    assert numbers(columns["s"]) == [None, 1]


def test_a_trailing_separator_does_no_harm(tmp_path: Path) -> None:
    assert numbers(read(put(tmp_path, "a.csv", "y,s\n1,0.5,\n0,0.25,\n"))["s"]) == [0.5, 0.25]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(
            st.integers(-(10**25), 10**25).map(str),
            st.floats(allow_nan=False).map(repr),
            st.sampled_from([*MISSING, "None", "abc", "true", "False", " 1"]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_the_first_rows_never_decide_what_later_rows_are(tmp_path: Path, values: list[str]) -> None:
    """The quick way (types from the head) and the careful one (all text) give the same column."""
    lines = [f"{value},1\n" for value in values]
    short = read(put(tmp_path, "short.csv", "x,z\n" + "".join(lines)), "x")["x"]
    # 1,000 copies of the first value fill the head, so that the others come after it.
    long = read(put(tmp_path, "long.csv", "x,z\n" + lines[0] * 1000 + "".join(lines)), "x")["x"]
    assert short.words == long.words
    assert short.values.dtype == long.values.dtype
    np.testing.assert_array_equal(short.is_missing, long.is_missing[1000:])
    kept = ~short.is_missing
    np.testing.assert_array_equal(short.values[kept], long.values[1000:][kept])


# Types that are declared


def test_narrow_numbers_keep_their_width(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [1.5], "b": [1]}, schema={"a": pl.Float32, "b": pl.Int8})
    columns = read(put(tmp_path, "a.parquet", written(frame.write_parquet)))
    assert columns["a"].values.dtype == np.float32
    assert columns["b"].values.dtype == np.int8


def test_decimals_and_dates_and_categories_become_floats_and_words(tmp_path: Path) -> None:
    frame = pl.DataFrame({"d": ["1.50"], "t": ["2024-01-02"], "c": ["x"], "n": [None], "b": [b"no"]})
    frame = frame.with_columns(
        pl.col("d").cast(pl.Decimal(10, 2)), pl.col("t").str.to_date(), pl.col("c").cast(pl.Categorical)
    )
    columns = read(put(tmp_path, "a.arrow", written(frame.write_ipc)))
    assert numbers(columns["d"]) == [1.5]
    assert words(columns["t"]) == ["2024-01-02"]
    assert words(columns["c"]) == ["x"]
    assert numbers(columns["n"]) == [None]
    assert words(columns["b"]) == ["no"]


def test_a_column_of_lists_is_refused_only_when_it_is_asked_for(tmp_path: Path) -> None:
    frame = pl.DataFrame({"y": [1], "many": [[1, 2]]})
    path = put(tmp_path, "a.parquet", written(frame.write_parquet))
    assert numbers(read(path, "y")["y"]) == [1]
    with pytest.raises(UnreadableSource, match="Column 'many' holds List"):
        read(path, "many")


def test_numbers_written_as_json_strings_are_numbers(tmp_path: Path) -> None:
    columns = read(put(tmp_path, "a.jsonl", '{"s":"0.5","t":"NA"}\n{"s":"NaN","t":"a"}\n{"s":1,"t":null}\n'))
    assert numbers(columns["s"]) == [0.5, None, 1]
    assert words(columns["t"]) == ["NA", "a", None]


# Several files


def test_rows_of_several_files_are_appended(tmp_path: Path) -> None:
    one = put(tmp_path, "a.csv", "y,s\n1,1\n")
    two = put(tmp_path, "b.jsonl", '{"s":0.5,"y":0}\n')
    three = put(tmp_path, "c.csv", "s,y\n")
    source = open_files([str(one), str(two), str(three)])
    assert source.name == "3 files (a.csv ... c.csv)"
    columns = source.read(("y", "s"))
    assert numbers(columns["y"]) == [1, 0]
    assert numbers(columns["s"]) == [1, 0.5]


def test_words_in_one_file_make_words_in_all(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "g,s\n007,1\n")
    put(tmp_path, "b.csv", "g,s\nx,2\n")
    columns = read(tmp_path / "*.csv")
    assert words(columns["g"]) == ["007", "x"]
    assert numbers(columns["s"]) == [1, 2]


def test_globs_are_sorted_and_go_down_folders(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    put(tmp_path / "deep" / "er", "c.csv", "s\n3\n")
    put(tmp_path / "deep", "b.csv", "s\n2\n")
    put(tmp_path, "a.csv", "s\n1\n")
    put(tmp_path, ".hidden.csv", "s\n9\n")
    assert numbers(read(tmp_path / "**" / "*.csv")["s"]) == [1, 2, 3]
    assert numbers(read(tmp_path / "deep" / "**")["s"]) == [2, 3]
    assert numbers(read(tmp_path / "[ab].csv")["s"]) == [1]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "arrow"])
def test_a_name_may_hold_the_signs_of_a_pattern(tmp_path: Path, suffix: str) -> None:
    check_the_frame(read(put(tmp_path, f"fold[1]*.{suffix}", FORMATS[suffix])))


def test_files_of_other_columns_are_refused_by_name(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "y,s\n1,1\n")
    put(tmp_path, "b.csv", "y,p\n1,1\n")
    with pytest.raises(UnreadableSource, match=r"b\.csv has no column 's', but a\.csv has;"):
        read(tmp_path / "*.csv")


def test_a_file_named_twice_is_refused(tmp_path: Path) -> None:
    path = str(put(tmp_path, "a.csv", "y,s\n1,1\n"))
    with pytest.raises(UnreadableSource, match=r"a\.csv is named 2 times"):
        open_files([path, path])


# Failures


def test_a_missing_file_is_one_sentence_with_a_near_miss(tmp_path: Path) -> None:
    put(tmp_path, "scores.csv", "y\n1\n")
    assert "Did you mean 'scores.csv'?" in refusal(tmp_path / "score.csv")
    assert "There is no folder" in refusal(tmp_path / "nowhere" / "a.csv")


def test_a_folder_is_one_sentence_that_says_what_is_in_it(tmp_path: Path) -> None:
    assert "is a folder, and holds no file" in refusal(tmp_path)
    put(tmp_path, "b.parquet", "")
    put(tmp_path, "notes.md", "")
    assert "such as 'b.parquet'." in refusal(tmp_path)


def test_a_glob_without_a_match_is_one_sentence(tmp_path: Path) -> None:
    assert refusal(tmp_path / "*.csv").startswith("No file matches")


def test_a_forbidden_file_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "a.csv", "y\n1\n")

    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)  # chmod does not stop root
    assert "permission denied" in refusal(path)


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet", "a.arrow", "a"])
def test_an_empty_file_is_one_sentence(tmp_path: Path, name: str) -> None:
    assert "is empty (0 bytes)" in refusal(put(tmp_path, name, b""))


def test_a_named_pipe_is_read_like_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(FORMATS["csv"],), daemon=True)
    writer.start()
    check_the_frame(read(path))
    writer.join()


def test_a_pattern_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    assert "a**b.csv" in refusal(tmp_path / "a**b.csv")


def test_empty_standard_input_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"")
    assert refusal("-") == "Standard input is empty (0 bytes)."


@pytest.mark.parametrize("compression", [".gz", ".zst", ".bz2", ".xz"])
def test_an_empty_text_that_was_compressed_is_one_sentence(tmp_path: Path, compression: str) -> None:
    assert "is empty" in refusal(put(tmp_path, f"a.csv{compression}", COMPRESSIONS[compression](b"")))


@pytest.mark.parametrize("suffix", WITHOUT_ROWS)
def test_columns_without_rows_are_one_sentence(tmp_path: Path, suffix: str) -> None:
    assert "no rows" in refusal(put(tmp_path, f"a.{suffix}", WITHOUT_ROWS[suffix]))


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_binary_file_is_one_sentence(tmp_path: Path, suffix: str, share: float) -> None:
    data = FORMATS[suffix][: int(len(FORMATS[suffix]) * share)]
    assert "cut short or damaged" in refusal(put(tmp_path, f"a.{suffix}", data))


def test_text_called_parquet_is_one_sentence(tmp_path: Path) -> None:
    assert "cannot be read as Parquet" in refusal(put(tmp_path, "a.parquet", "y,s\n1,0.5\n"))


@pytest.mark.parametrize("compression", [".gz", ".zst", ".bz2", ".xz"])
@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_truncated_compressed_file_is_one_sentence(tmp_path: Path, suffix: str, compression: str) -> None:
    noise = np.random.default_rng(1).random(100_000)
    frame = pl.DataFrame({"y": noise, "s": noise})
    data = written({"csv": frame.write_csv, "jsonl": frame.write_ndjson, "parquet": frame.write_parquet}[suffix])
    packed = COMPRESSIONS[compression](data)
    refusal(put(tmp_path, f"a.{suffix}{compression}", packed[: len(packed) // 2]))


def test_rubbish_called_csv_is_one_sentence(tmp_path: Path) -> None:
    assert "is not text" in refusal(put(tmp_path, "a.csv", bytes(range(256)) * 20))
    assert "not UTF-8" in refusal(put(tmp_path, "a.csv", bytes(range(128, 256)) * 20))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (FORMATS["parquet"], "a Parquet file under another name"),
        (b"PK\x03\x04\x14\x00\x08\x00", "an Excel workbook"),
        (b"SQLite format 3\x00", "an SQLite database, which is not read; export the table as CSV"),
        ("y,s\n1,0.5\n".encode("utf-16"), "UTF-16 text; save it as UTF-8"),
    ],
)
def test_another_kind_of_file_called_csv_is_named(tmp_path: Path, data: bytes, what: str) -> None:
    assert what in refusal(put(tmp_path, "a.csv", data))


def test_text_that_is_not_utf8_is_one_sentence_with_its_line(tmp_path: Path) -> None:
    assert "line 3, is not UTF-8" in refusal(put(tmp_path, "a.csv", "y,s\nx,1\né,2\n".encode("latin-1")))
    assert "line 1, is not UTF-8" in refusal(put(tmp_path, "a.csv", "é,s\nx,1\n".encode("latin-1")))
    assert "line 2, is not UTF-8" in refusal(put(tmp_path, "a.jsonl", '{"a":"x"}\n{"a":"é"}\n'.encode("latin-1")))


@pytest.mark.parametrize("names", [(), ("y",), ("t",)])
def test_ragged_lines_are_one_sentence_with_the_line(tmp_path: Path, names: tuple[str, ...]) -> None:
    long = put(tmp_path, "long.csv", "y,s,t\n1,0.5,a\n0,0.5,a,b\n")
    assert "line 3, has 4 fields where the header has 3" in refusal(long, *names)
    short = put(tmp_path, "short.csv", "y,s,t\n1,0.5,a\n0,0.5\n1,1,b\n")
    assert "line 3, has 2 fields where the header has 3" in refusal(short, *names)


def test_an_open_quote_is_one_sentence_with_the_line(tmp_path: Path) -> None:
    assert "line 3, has a quote that is not closed" in refusal(put(tmp_path, "a.csv", 'y,s\na,1\n"b,2\nc,3\n'))


def test_repeated_column_names_are_one_sentence(tmp_path: Path) -> None:
    assert "has 2 columns called 's'" in refusal(put(tmp_path, "a.csv", "y,s,s\n1,2,3\n"))


def test_a_header_of_numbers_is_one_sentence(tmp_path: Path) -> None:
    assert "has no header" in refusal(put(tmp_path, "a.csv", "1,0.83\n0,0.2\n"))
    assert list(read(put(tmp_path, "b.csv", "0,1\n0.2,0.8\n"))) == ["0", "1"]


def test_an_empty_first_line_is_one_sentence(tmp_path: Path) -> None:
    assert "starts with an empty line" in refusal(put(tmp_path, "a.csv", "\ny,s\n1,2\n"))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"y":', "is not valid JSON"),
        ("rubbish", "is not valid JSON"),
        ("[1, 2]", "not an object"),
        ('{"y": NaN}', "holds NaN"),
    ],
)
def test_a_bad_json_line_is_one_sentence_with_the_line(tmp_path: Path, line: str, fault: str) -> None:
    message = refusal(put(tmp_path, "a.jsonl", f'{{"y": 1}}\n\n{line}\n{{"y": 2}}\n'))
    assert "line 3, " in message
    assert fault in message


def test_a_json_array_is_one_sentence(tmp_path: Path) -> None:
    assert "one object per line" in refusal(put(tmp_path, "a.jsonl", '[{"y": 1}]'))


def test_no_file_at_all_is_one_sentence() -> None:
    with pytest.raises(UnreadableSource, match=r"^No file was named\.$"):
        open_files([])


@pytest.mark.parametrize("columns", [2, 20_000])
def test_a_header_longer_than_what_is_read_first_is_read_whole(columns, tmp_path):
    names = [f"column_{i}" for i in range(columns)]
    file = tmp_path / "wide.csv"
    file.write_text(",".join(names) + "\n" + ",".join("1" for _ in names) + "\n")
    assert open_files([str(file)]).column_names == tuple(names)


def test_a_quoted_line_break_where_the_first_bytes_end_changes_nothing(tmp_path):
    for shift in range(8):
        file = tmp_path / "rows.csv"
        first = "y,p,said\n" + "1,0.25,x\n" * 7_000
        pad = "x" * (HEAD_BYTES - len(first) - 12 + shift) if len(first) < HEAD_BYTES else ""
        file.write_text(first + f'0,0.5,"{pad}\nand on\n"\n' + "1,0.75,z\n" * 3_000)
        read = open_files([str(file)]).read(("y", "p"), {"y"})
        assert len(read["p"]) == 10_001
        assert read["p"].values.sum() == 7_000 * 0.25 + 0.5 + 3_000 * 0.75
        assert (tmp_path / "rows.csv").stat().st_size > HEAD_BYTES


def test_a_quoted_header_longer_than_what_is_read_first_is_read_whole(tmp_path):
    name = "\n".join("x" * 100 for _ in range(700))
    file = tmp_path / "rows.csv"
    file.write_text(f'y,"{name}"\n1,0.5\n0,0.25\n')
    assert open_files([str(file)]).column_names == ("y", name)
