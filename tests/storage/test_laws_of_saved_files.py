"""A saved file is read as it was written, or not at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import rows
from truecut.counting.score_table import ScoreTable
from truecut.errors import UnreadableSource
from truecut.storage.saved_file import load_stored, save_stored
from truecut.storage.stored_columns import read_columns, write_columns
from truecut.storage.stored_fields import StoredFields

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
PLAIN = st.dictionaries(st.text().filter(lambda key: key not in ("truecut", "kind", "checksum")), JSON, max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stored")


def assert_one_line_for_a_person(problem: UnreadableSource) -> None:
    message = str(problem)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 200


@given(content=PLAIN)
def test_what_was_saved_is_what_is_loaded(content, folder):
    save_stored(folder / "plain", "note", content)
    loaded = load_stored(folder / "plain", "note")
    assert loaded.content == content


@given(rows=rows(least=1), data=st.data())
def test_a_damaged_file_is_refused_or_still_the_same_table(rows, data, folder):
    table, path = rows.table(), folder / "damaged"
    table.save(path)
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(
        data.draw(
            st.sampled_from(
                [
                    whole[:place],
                    whole[:place] + whole[place + 1 :],
                    whole[:place] + bytes([data.draw(st.integers(0, 255))]) + whole[place + 1 :],
                    whole[:place] + whole[place:][::-1],
                ]
            )
        )
    )
    try:
        loaded = ScoreTable.load(path)
    except UnreadableSource as problem:
        assert_one_line_for_a_person(problem)
    else:
        assert loaded == table


@given(junk=st.one_of(st.binary(), st.text().map(str.encode), JSON.map(lambda value: str(value).encode())))
def test_any_other_file_is_refused(junk, folder):
    path = folder / "junk"
    path.write_bytes(junk)
    with pytest.raises(UnreadableSource) as problem:
        ScoreTable.load(path)
    assert_one_line_for_a_person(problem.value)


@given(values=st.lists(st.floats(allow_nan=False), max_size=20))
def test_columns_keep_every_bit(values):
    column = np.array(values, dtype=float)
    (read,) = read_columns(StoredFields(write_columns({"column": column}), "file")).values()
    assert read.tobytes() == column.tobytes()
