"""Saved files: what is written, and what is refused; that damage is noticed is in test_laws_of_saved_files.py."""

import json

import numpy as np
import pytest

from truecut.counting.score_table import ScoreTable
from truecut.errors import UnreadableSource
from truecut.storage.saved_file import load, read_columns, save, write_columns


def test_the_same_content_gives_the_same_bytes(tmp_path):
    for name in ("first", "second"):
        ScoreTable.from_rows([True, False], [0.9, 0.4]).save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_a_saved_file_is_json_that_says_what_it_is(tmp_path):
    save(tmp_path / "note", "note", {"words": ["a", "b"]})
    content = json.loads((tmp_path / "note").read_text(encoding="utf-8"))
    assert (content["truecut"], content["kind"], content["words"]) == (1, "note", ["a", "b"])


def test_columns_are_stored_alike_on_every_machine():
    little, big = np.array([1.5, 2.5], dtype="<f8"), np.array([1.5, 2.5], dtype=">f8")
    assert write_columns({"a": little}) == write_columns({"a": big})
    assert read_columns(write_columns({"a": big}))["a"].tolist() == [1.5, 2.5]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnreadableSource, match=r"^Cannot load nothing\.json: No such file or directory\.$"):
        load(tmp_path / "nothing.json", "note")


def test_a_file_of_somebody_else_is_refused(tmp_path):
    (tmp_path / "other.json").write_text('{"kind": "shopping"}', encoding="utf-8")
    with pytest.raises(UnreadableSource, match=r"^Cannot load other\.json: it is not a file that truecut saved\.$"):
        load(tmp_path / "other.json", "note")


def test_a_file_of_another_kind_is_refused(tmp_path):
    save(tmp_path / "note.json", "note", {})
    with pytest.raises(UnreadableSource, match=r"^note\.json holds a saved note, not a saved score table\.$"):
        ScoreTable.load(tmp_path / "note.json")


def test_a_file_of_a_later_version_is_refused(tmp_path):
    text = json.dumps({"truecut": 2, "kind": "note", "checksum": 0})
    (tmp_path / "note.json").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match=r"saved in format 2; this truecut reads up to 1\. Update truecut\.$"):
        load(tmp_path / "note.json", "note")


def test_a_file_that_was_edited_is_refused(tmp_path):
    path = tmp_path / "note.json"
    save(path, "note", {"rows": 100})
    path.write_text(path.read_text(encoding="utf-8").replace("100", "101"), encoding="utf-8")
    with pytest.raises(
        UnreadableSource, match=r"^note\.json was damaged or edited after truecut saved it; save it anew"
    ):
        load(path, "note")


def test_a_number_that_json_does_not_know_is_not_saved(tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        save(tmp_path / "note", "note", {"value": float("nan")})


@pytest.mark.parametrize("column", [{"dtype": "|O", "zlib": ""}, {"dtype": "<f4", "zlib": ""}])
def test_a_column_of_a_type_that_is_never_written_is_refused(column):
    with pytest.raises(UnreadableSource, match="which truecut never writes"):
        read_columns({"a": column})


@pytest.mark.parametrize("packed", ["", "????", "AAAA", "eJwLAQ=="])
def test_a_column_that_cannot_be_unpacked_is_refused(packed):
    with pytest.raises(UnreadableSource, match="damaged"):
        read_columns({"a": {"dtype": "<f8", "zlib": packed}})
