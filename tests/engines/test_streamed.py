"""Files that are read in parts give what files that are read whole give."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import truecut as tc
from named_roles import named
from truecut.cli import main
from truecut.counting.error_bounds import bound_of
from truecut.engines.column_statistics import TallyRequest
from truecut.engines.streamed import most_scores_in, stream
from truecut.errors import BadCall, BadScore, MissingValues, UnreadableSource
from truecut.kernel.memory import bytes_in_words

ROWS = 30_000


@pytest.fixture(scope="module")
def frame() -> pl.DataFrame:
    random = np.random.default_rng(1)
    labels = random.random(ROWS) < 0.3
    scores = 1 / (1 + np.exp(-random.normal(size=ROWS) - labels))
    return pl.DataFrame(
        {
            "bought": np.where(labels, "yes", "no"),
            "p": scores,
            "w": random.integers(0, 4, ROWS),
            "region": random.choice(["north", "south"], ROWS),
        }
    )


def written(frame: pl.DataFrame, folder, form: str) -> str:
    path = folder / f"rows.{form}"
    if form == "parquet":
        frame.write_parquet(path, row_group_size=1_000)
    elif form == "arrow":
        frame.write_ipc(path)
    else:
        frame.write_csv(path)
    return str(path)


ROLES = {"label": "bought", "score": "p", "weight": "w", "weights_are": "repeated", "group": "region"}


@pytest.mark.parametrize("form", ["parquet", "arrow", "csv"])
def test_a_file_in_parts_is_counted_like_a_file_read_whole(frame, tmp_path, form):
    path = written(frame, tmp_path, form)
    whole, parts = tc.evaluate(path, **ROLES), tc.evaluate(path, **ROLES, memory="1GB")
    assert parts.table == whole.table
    assert {name: group.table.rows for name, group in parts.groups.items()} == {
        name: group.table.rows for name, group in whole.groups.items()
    }
    assert parts.metric("roc_auc") == whole.metric("roc_auc")
    assert (parts.rows, parts.positives) == (whole.rows, whole.positives)


@pytest.mark.parametrize("row_group", [1_000, 7_777, ROWS])
def test_how_a_file_is_cut_changes_nothing(frame, tmp_path, row_group):
    frame.write_parquet(tmp_path / "cut.parquet", row_group_size=row_group)
    frame.write_parquet(tmp_path / "whole.parquet")
    tables = [
        tc.evaluate(tmp_path / name, label="bought", score="p", memory="1MB").table
        for name in ("cut.parquet", "whole.parquet")
    ]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("rows", [1_000, 7_777, ROWS])
def test_how_text_is_cut_into_files_changes_nothing(frame, tmp_path, rows):
    for start in range(0, ROWS, rows):
        frame[start : start + rows].write_csv(tmp_path / f"part-{start:05}.csv")
    frame.write_csv(tmp_path / "whole.csv")
    for memory in ("1MB", "1GB"):
        parts, whole = (
            tc.evaluate(str(tmp_path / name), label="bought", score="p", memory=memory)
            for name in ("part-*.csv", "whole.csv")
        )
        assert parts.table == whole.table
        assert (whole.table.ends is None) == (memory == "1GB")


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_distinct_scores_are_counted_exactly_up_to_the_most_that_fit(frame, tmp_path, form):
    frame = frame.with_columns(pl.col("p").round(2))
    distinct = frame["p"].n_unique()
    roles = named(label="bought", scores=("p",))
    engine = stream([written(frame, tmp_path, form)]).counting(roles)
    asked = TallyRequest(roles, "p", ("yes",))
    assert engine.scores_of(asked, most=distinct) == distinct
    assert engine.scores_of(asked, most=10 * ROWS) == distinct
    assert engine.scores_of(asked, most=distinct - 1) > distinct - 1
    assert engine.scores_of(asked, most=1) > 1


def test_many_files_are_one_table(frame, tmp_path):
    for i in range(3):
        frame[i * 10_000 : (i + 1) * 10_000].write_parquet(tmp_path / f"part-{i}.parquet")
    whole = tc.evaluate(frame, label="bought", score="p")
    assert tc.evaluate(str(tmp_path / "part-*.parquet"), label="bought", score="p", memory="1GB").table == whole.table


def test_too_many_scores_are_counted_in_cells_that_know_their_error(frame, tmp_path):
    path = written(frame, tmp_path, "parquet")
    whole = tc.evaluate(path, label="bought", score="p")
    parts = tc.evaluate(path, label="bought", score="p", memory="1MB")
    assert most_scores_in(bytes_in_words("1MB")) < len(whole.table)
    assert len(parts.table) <= most_scores_in(bytes_in_words("1MB"))
    bound = bound_of(parts.table).roc_auc
    assert abs(parts.metric("roc_auc").value - whole.metric("roc_auc").value) <= bound < 0.01
    assert any("off by at most" in said for said in parts.read.inferred)
    assert parts.at(0.5).counts == whole.at(0.5).counts


def test_missing_values_are_found_on_the_way(frame, tmp_path):
    frame = frame.with_columns(pl.when(pl.int_range(pl.len()) == 20_000).then(None).otherwise(pl.col("p")).alias("p"))
    path = written(frame, tmp_path, "csv")
    with pytest.raises(MissingValues, match="1 in column 'p'"):
        tc.evaluate(path, label="bought", score="p", memory="1GB")
    assert tc.evaluate(path, label="bought", score="p", memory="1GB", missing="drop").rows == ROWS - 1


def test_a_later_value_of_another_type_is_refused(frame, tmp_path):
    path = tmp_path / "late.csv"
    path.write_text(frame.write_csv() + "no,unknown,1,north\n")
    with pytest.raises(BadScore, match="should hold numbers"):
        tc.evaluate(path, label="bought", score="p", memory="1GB")


def test_types_are_found_from_all_rows(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("y,p,g\n" + "0,0,true\n1,1,TRUE\n" * 1_000 + "1,0.25,02134\n0,0.75,2134\n\n")
    roles = {"label": "y", "score": "p", "group": "g"}
    whole, parts = tc.evaluate(path, **roles), tc.evaluate(path, **roles, memory="1GB")
    assert parts.table == whole.table
    assert {name: group.table.rows for name, group in parts.groups.items()} == {
        "true": 1_000,
        "TRUE": 1_000,
        "02134": 1,
        "2134": 1,
    }
    assert set(whole.groups) == set(parts.groups)


def test_a_last_line_that_is_cut_short_is_refused(tmp_path):
    path = tmp_path / "cut.csv"
    path.write_text("y,p,w\n1,0.5,1\n0,0.2,1\n1,0.7")
    for memory in (None, "1GB"):
        with pytest.raises(UnreadableSource, match="line 4, has 2 fields where the header has 3"):
            tc.evaluate(path, label="y", score="p", memory=memory)


def test_a_line_longer_than_the_header_is_refused(tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("y,p\n1,0.5\n0,0.2,surplus\n")
    with pytest.raises(UnreadableSource, match="line 3, has 3 fields where the header has 2"):
        tc.evaluate(path, label="y", score="p", memory="1GB")


def test_what_can_only_be_read_whole_says_so(frame, tmp_path):
    path = tmp_path / "rows.jsonl"
    frame.write_ndjson(path)
    with pytest.raises(BadCall, match=r"rows\.jsonl can only be read whole"):
        tc.evaluate(path, label="bought", score="p", memory="1GB")
    with pytest.raises(BadCall, match="memory= is for files"):
        tc.evaluate(frame, label="bought", score="p", memory="1GB")
    with pytest.raises(BadCall, match="Arrays are in memory"):
        tc.evaluate([1, 0], [0.9, 0.1], memory="1GB")


@pytest.mark.parametrize("size", ["2GB", "2 gb", "2000MB", "2g", 2_000_000_000])
def test_sizes_are_read_as_people_write_them(size):
    assert bytes_in_words(size) == 2_000_000_000


@pytest.mark.parametrize("size", ["", "much", "2 potatoes", "-1GB", "i"])
def test_other_words_are_no_sizes(size):
    with pytest.raises(BadCall, match="written like 2GB"):
        bytes_in_words(size)


OF_ROWS = {
    "report": [],
    "table": ["--points", "3"],
    "threshold": ["--rule", "youden"],
    "cost": ["--cost", "fp=1,fn=2"],
    "calibration": [],
    "curve": ["roc"],
    "decision": [],
    "groups": ["--group", "region"],
    "chance": ["--metric", "accuracy"],
    "check": ["--require", "roc_auc >= 0.1"],
    "reconcile": ["--value", "0.7", "--of", "accuracy"],
    "publish": [],
}


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
@pytest.mark.parametrize("command", OF_ROWS)
def test_every_command_says_that_scores_were_counted_in_cells(command, form, frame, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("truecut.engines.streamed.BYTES_OF_SCORE", 10_000)
    path = written(frame, tmp_path, "parquet")
    first = ["roc"] if command == "curve" else []
    words = [command, *first, path, "--label", "bought", "--positive", "yes", "--score", "p", "--memory", "100MB"]
    with pytest.raises(SystemExit) as stop:
        main.run([*words, *(word for word in OF_ROWS[command] if word != "roc"), f"--format={form}"])
    captured = capsys.readouterr()
    assert stop.value.code == 0
    assert " ".join((captured.out + captured.err).split()).count("bounded on Polars") == 1
