"""A saved file that somebody edited, checksum and all, is refused in one sentence or tells of a table that can be."""

import base64
import json
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from edited_files import edit, mutants, seal
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.errors import UnreadableSource

RNG = np.random.default_rng(7)
ROWS = 60
LABELS = RNG.integers(0, 2, ROWS)
SCORES = np.round(RNG.random(ROWS), 2)
AMOUNTS = RNG.integers(0, 5, ROWS)
DATA = {
    "y": LABELS,
    "p": SCORES,
    "hard": (SCORES > 0.4).astype(int),
    "w": RNG.integers(1, 4, ROWS),
    "g": RNG.choice(["a", "b\x1b[2J"], ROWS),
    "c": RNG.integers(0, 12, ROWS),
    "amount": AMOUNTS,
    "f": np.arange(ROWS) % 3,
}
EVALUATIONS = {
    "plain": {"score": "p"},
    "grouped": {"score": "p", "predicted": "hard", "group": "g"},
    "repeated": {"score": "p", "weight": "w", "weights_are": "repeated", "design": "case-control"},
    "clustered": {"score": "p", "weight": "w", "cluster": "c", "amount": "amount"},
    "folded": {"score": "p", "fold": "f"},
}


def evaluated(which: str) -> tc.Evaluation:
    columns = {name: values.tolist() for name, values in DATA.items()}
    return tc.evaluate(columns, label="y", **EVALUATIONS[which])


def saved(kind: str, path: Path):
    """Save something of each kind, and return how it is loaded."""
    if kind == "table":
        ScoreTable.from_rows(LABELS == 1, SCORES, AMOUNTS).save(path)
        return ScoreTable.load
    if kind == "tally":
        tally = tc.Tally(positive="yes", weights_are="repeated")
        tally.update(np.where(LABELS == 1, "yes", "no"), SCORES, DATA["w"])
        tally.save(path)
        return tc.Tally.load
    evaluated(kind).save(path)
    return tc.load


def require_sentence(problem: UnreadableSource) -> None:
    said = str(problem)
    assert said.endswith(".")
    assert said.isprintable()
    assert len(said) < 220


def answers(thing) -> None:
    """Ask what was loaded for everything: it must be able to answer."""
    if isinstance(thing, tc.Evaluation):
        thing.summary()
    elif isinstance(thing, tc.Tally):
        assert (thing + thing).rows == 2 * thing.rows
    else:
        assert thing + thing == thing + thing


@pytest.mark.parametrize("kind", ["table", "tally", *EVALUATIONS])
def test_what_was_saved_is_loaded(kind, tmp_path):
    load = saved(kind, tmp_path / "file")
    once = load(tmp_path / "file")
    once.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "file").read_bytes()


@pytest.mark.parametrize("kind", ["table", "tally", *EVALUATIONS])
def test_every_edit_is_refused_or_can_be(kind, tmp_path):
    path = tmp_path / "file"
    load = saved(kind, path)
    content, refused = json.loads(path.read_text()), 0
    for what, mutant in mutants(content):
        seal(path, mutant)
        try:
            loaded = load(path)
        except UnreadableSource as problem:
            require_sentence(problem)
            refused += 1
            continue
        # Words and names may be anything; whatever is counted may not.
        assert not any(part in what for part in ("columns", ".rows", "clustered", ".table", "truecut", "kind")), what
        answers(loaded)
    assert refused > 100


@settings(max_examples=300)
@given(data=st.data())
def test_bytes_that_change_inside_are_refused(data, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "flipped"
    if not path.exists():
        evaluated("clustered").save(path)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    other = path.with_name("edited")
    other.write_bytes(whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :])
    try:
        content = json.loads(other.read_bytes())
        seal(other, content)
    except (ValueError, AttributeError):
        pass
    try:
        loaded = tc.load(other)
    except UnreadableSource as problem:
        require_sentence(problem)
    else:
        answers(loaded)


# Columns that were packed anew


def repacked(column: dict, change) -> dict:
    values = np.frombuffer(zlib.decompress(base64.b64decode(column["zlib"])), dtype=column["dtype"]).copy()
    values = np.asarray(change(values))
    text = base64.b64encode(zlib.compress(values.tobytes(), 6)).decode()
    return {"dtype": values.dtype.str, "length": len(values), "zlib": text}


def at_first(value):
    def change(values):
        values = values.astype(float) if isinstance(value, float) else values
        values[0] = value
        return values

    return change


CHANGES = {
    "negative": at_first(-1),
    "nan": at_first(float("nan")),
    "infinite": at_first(float("inf")),
    "minus infinite": at_first(float("-inf")),
    "huge": at_first(2**63 - 1),
    "backwards": lambda values: values[::-1].copy(),
    "constant": lambda values: np.full_like(values, values[0]),
    "shorter": lambda values: values[:-1],
    "longer": lambda values: np.append(values, values[-1]),
    "floats": lambda values: values.astype(float) + 0.5,
    "unsigned": lambda values: np.abs(values).astype(np.uint64),
    "zero": np.zeros_like,
    "empty": lambda values: values[:0],
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("column", ["scores", *COUNTED])
def test_a_table_that_cannot_be_is_refused(column, change, tmp_path):
    path = tmp_path / "file"
    table = ScoreTable.from_rows(LABELS == 1, SCORES, DATA["w"])
    table.save(path)

    def edited(content):
        content["columns"][column] = repacked(content["columns"][column], CHANGES[change])

    edit(path, edited)
    try:
        loaded = ScoreTable.load(path)
    except UnreadableSource as problem:
        require_sentence(problem)
    else:
        # A score may be any number, and the highest one infinite.
        assert (column, change) in [("scores", "infinite"), ("scores", "huge"), ("scores", "floats")]
        assert np.isfinite(loaded.positives).all()


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("column", ["places", "is_positive", "numbers", "clusters", "weights"])
def test_rows_of_clusters_that_cannot_be_are_refused(column, change, tmp_path):
    path = tmp_path / "file"
    evaluated("clustered").save(path)

    def edited(content):
        kept = content["models"]["p"]["clustered"]
        kept[column] = repacked(kept[column], CHANGES[change])

    edit(path, edited)
    try:
        loaded = tc.load(path)
    except UnreadableSource as problem:
        require_sentence(problem)
    else:
        assert column in ("numbers", "clusters")  # which say how rows hang together, not how many there are
        answers(loaded)


def test_infinite_scores_are_loaded(tmp_path):
    table = ScoreTable.from_rows([True, False, True], [np.inf, -np.inf, 0.5])
    table.save(tmp_path / "file")
    assert ScoreTable.load(tmp_path / "file") == table


def test_cells_that_overlap_are_refused(tmp_path):
    counted = {name: np.array([1, 2]) for name in COUNTED}
    table = ScoreTable.from_entries(np.array([0.7, 0.2]), counted, ends=np.array([0.9, 0.5]))
    table.save(tmp_path / "file")
    assert ScoreTable.load(tmp_path / "file") == table
    for ends in ([0.6, 0.5], [0.9, 0.75], [0.9, 0.7]):
        edit(
            tmp_path / "file",
            lambda content, ends=ends: content["columns"].update(
                ends=repacked(content["columns"]["ends"], lambda _: np.array(ends))
            ),
        )
        with pytest.raises(UnreadableSource):
            ScoreTable.load(tmp_path / "file")
