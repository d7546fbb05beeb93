"""Saved files: what is written, and what is refused; that damage is noticed is in test_laws_of_saved_files.py."""

import base64
import json
import tracemalloc
import zlib

import numpy as np
import pytest

from edited_files import edit
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, Incompatible, UnreadableSource
from truecut.storage.saved_file import load_stored, save_stored
from truecut.storage.stored_columns import read_columns, write_columns
from truecut.storage.stored_fields import StoredFields


def read_back(columns):
    return read_columns(StoredFields(columns, "file"))


def test_the_same_content_gives_the_same_bytes(tmp_path):
    for name in ("first", "second"):
        ScoreTable.from_rows([True, False], [0.9, 0.4]).save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_a_saved_file_is_json_that_says_what_it_is(tmp_path):
    save_stored(tmp_path / "note", "note", {"words": ["a", "b"]})
    content = json.loads((tmp_path / "note").read_text(encoding="utf-8"))
    assert (content["truecut"], content["kind"], content["words"]) == (2, "note", ["a", "b"])


def test_columns_are_stored_alike_on_every_machine():
    little, big = np.array([1.5, 2.5], dtype="<f8"), np.array([1.5, 2.5], dtype=">f8")
    assert write_columns({"a": little}) == write_columns({"a": big})
    assert read_back(write_columns({"a": big}))["a"].tolist() == [1.5, 2.5]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnreadableSource, match=r"^Cannot load nothing\.json: No such file or directory\.$"):
        load_stored(tmp_path / "nothing.json", "note")


def test_a_file_of_somebody_else_is_refused(tmp_path):
    (tmp_path / "other.json").write_text('{"kind": "shopping"}', encoding="utf-8")
    with pytest.raises(UnreadableSource, match=r"^Cannot load other\.json: it is not a file that truecut saved\.$"):
        load_stored(tmp_path / "other.json", "note")


def test_a_file_of_another_kind_is_refused(tmp_path):
    save_stored(tmp_path / "note.json", "note", {})
    with pytest.raises(UnreadableSource, match=r"^note\.json holds a saved note, not a saved score table\.$"):
        ScoreTable.load(tmp_path / "note.json")


def test_a_file_of_a_later_version_is_refused(tmp_path):
    text = json.dumps({"truecut": 3, "kind": "note", "checksum": 0})
    (tmp_path / "note.json").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match=r"saved in format 3; this truecut reads format 2\. Update truecut\.$"):
        load_stored(tmp_path / "note.json", "note")


@pytest.mark.parametrize("version", [-5, 0, True, "2", 2.0, None, 10**400, [2]])
def test_a_version_that_never_was_is_refused(version, tmp_path):
    save_stored(tmp_path / "note.json", "note", {})
    edit(tmp_path / "note.json", lambda content: content.update(truecut=version))
    with pytest.raises(UnreadableSource, match="it is not a file that truecut saved"):
        load_stored(tmp_path / "note.json", "note")


def test_a_file_that_was_edited_is_refused(tmp_path):
    path = tmp_path / "note.json"
    save_stored(path, "note", {"rows": 100})
    path.write_text(path.read_text(encoding="utf-8").replace("100", "101"), encoding="utf-8")
    with pytest.raises(
        UnreadableSource, match=r"^note\.json was damaged or edited after truecut saved it; save it anew"
    ):
        load_stored(path, "note")


def test_a_number_that_json_does_not_know_is_not_saved(tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        save_stored(tmp_path / "note", "note", {"value": float("nan")})


@pytest.mark.parametrize("dtype", ["|O", "<f4", ">f8", ""])
def test_a_column_of_a_type_that_is_never_written_is_refused(dtype):
    with pytest.raises(UnreadableSource, match="is not one of <f8, <i8, <u8"):
        read_back({"a": {"dtype": dtype, "length": 0, "zlib": "eJwDAAAAAAE="}})


@pytest.mark.parametrize("packed", ["", "????", "AAAA", "eJwLAQ==", "é", "eJwDAAAAAAE"])
def test_a_column_that_cannot_be_unpacked_is_refused(packed):
    with pytest.raises(UnreadableSource, match=r"^Cannot load file: '.*' (is damaged|does not hold as many)"):
        read_back({"a": {"dtype": "<f8", "length": 0, "zlib": packed}})


def packed(raw: bytes, length: int, trailing: bytes = b"") -> dict:
    text = base64.b64encode(zlib.compress(raw, 9) + trailing).decode()
    return {"dtype": "<f8", "length": length, "zlib": text}


@pytest.mark.parametrize(
    "column", [packed(bytes(16), 1), packed(bytes(16), 3), packed(bytes(15), 2), packed(bytes(16), 2, b"more")]
)
def test_a_column_holds_exactly_what_it_says(column):
    with pytest.raises(UnreadableSource, match="does not hold as many numbers as it says"):
        read_back({"a": column})


def test_a_short_file_does_not_unpack_to_a_large_one():
    size = 64 * 2**20
    bomb = packed(bytes(size), size // 8)
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableSource, match="more numbers than so short a file can"):
            read_back({"a": bomb})
        with pytest.raises(UnreadableSource, match="does not hold as many numbers as it says"):
            read_back({"a": {**bomb, "length": 1000}})
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("step", [1, 256, 2**40, 1 / 1024, 1e-3])
@pytest.mark.parametrize("size", [1, 1000, 200_000])
def test_no_column_of_distinct_numbers_is_taken_for_a_bomb(step, size):
    columns = {"scores": np.arange(size) * step, "ones": np.ones(size, np.int64)}
    assert len(read_back(write_columns(columns))["ones"]) == size


def test_a_key_that_is_there_twice_is_refused(tmp_path):
    (tmp_path / "note.json").write_text('{"truecut": 2, "truecut": 2, "kind": "note", "checksum": 0}')
    with pytest.raises(UnreadableSource, match="it is not a file that truecut saved"):
        load_stored(tmp_path / "note.json", "note")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "NaN", '{"kind": Infinity}', "\ufeff{}"]
)
def test_strange_json_is_refused(text, tmp_path):
    (tmp_path / "note.json").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match="it is not a file that truecut saved"):
        load_stored(tmp_path / "note.json", "note")


def test_counts_beyond_64_bits_are_not_saved(tmp_path):
    table = ScoreTable.of_counts(2**63, 1, 1, 1)
    with pytest.raises(BadCall, match=r"Counts of 2\*\*63 and more cannot be saved"):
        table.save(tmp_path / "table")
    assert ScoreTable.of_counts(3, 1, 0, 1).save(tmp_path / "table") is None
    assert ScoreTable.load(tmp_path / "table") == ScoreTable.of_counts(3, 1, 0, 1)


def test_tables_beyond_64_bits_do_not_add_up(tmp_path):
    table = ScoreTable.of_counts(2**62, 0, 0, 1)
    table.save(tmp_path / "table")
    loaded = ScoreTable.load(tmp_path / "table")
    with pytest.raises(Incompatible, match=r"2\*\*63 rows or more"):
        loaded + loaded
    with pytest.raises(Incompatible, match=r"2\*\*63 rows or more"):
        table + table
