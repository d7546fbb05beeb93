"""Whatever the way in, the same rows are counted, or refused with the same sentence."""

from __future__ import annotations

import gzip
import io
import re
import sys
import tempfile
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.routes.corpus import FILES, TABLES, Answer, File, Refusal, Table, as_others_know

import truecut as tc
from named_roles import named
from truecut.counting.score_table import ScoreTable
from truecut.data.request import Reading, Request
from truecut.errors import BadLabel, BadScore
from truecut.evaluation.from_data import evaluated


def held(expected: Answer | Refusal, evaluate: Any) -> None:
    """Say whether what was expected came of it."""
    if isinstance(expected, Refusal):
        with pytest.raises(expected.error) as refused:
            evaluate()
        assert re.search(expected.said, str(refused.value))
        return
    found = evaluate()
    table = found.table if hasattr(found, "table") else found
    positives, negatives = table.positives.tolist(), table.negatives.tolist()
    assert table.scores.tolist() == list(expected.counted)
    assert list(zip(positives, negatives, strict=True)) == list(expected.counted.values())
    if expected.groups:
        assert {name: group.table.rows for name, group in found.groups.items()} == expected.groups


# Files


def written(case: File, folder: Any, suffix: str = "") -> str:
    path = folder / f"rows{case.suffix}{suffix}"
    content = case.content if isinstance(case.content, bytes) else case.content.encode()
    path.write_bytes(gzip.compress(content) if suffix else content)
    return str(path)


def read_plain(case: File, folder: Any, _: Any) -> Any:
    return tc.evaluate(written(case, folder), **case.how)


def read_gz(case: File, folder: Any, _: Any) -> Any:
    return tc.evaluate(written(case, folder, ".gz"), **case.how)


def read_stdin(case: File, folder: Any, monkeypatch: Any) -> Any:
    content = Path(written(case, folder)).read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    return tc.evaluate("-", **case.how)


def read_in_parts(case: File, folder: Any, _: Any) -> Any:
    if case.suffix == ".jsonl":
        pytest.skip("JSON lines are read whole")
    return tc.evaluate(written(case, folder), **{"label": "y", "score": "p", **case.how}, memory="100MB")


def read_by_query(case: File, folder: Any, _: Any) -> Any:
    return asked_by_query(written(case, folder), case.how)


def asked_by_query(path: str, asked: dict[str, Any]) -> Any:
    roles = {"label": "label", "score": "scores", "weight": "weight", "group": "groups"}
    several = ("score", "group")
    columns = {roles[k]: [v] if k in several and isinstance(v, str) else v for k, v in asked.items() if k in roles}
    reading = {k: v for k, v in asked.items() if k not in roles}
    how = Reading(**reading, sql="select * from data")
    return evaluated(Request((path,), named(**columns), how))


ROUTES = {
    "plain": read_plain,
    "gz": read_gz,
    "stdin": read_stdin,
    "parts": read_in_parts,
    "query": read_by_query,
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("case", FILES, ids=lambda case: case.name)
def test_a_file_is_read_the_same_by_every_way_in(case, route, tmp_path, monkeypatch):
    held(case.expected, lambda: ROUTES[route](case, tmp_path, monkeypatch))


# Tables


def as_arrays(case: Table, made: Any) -> Any:
    how = {name: value for name, value in case.how.items() if name not in ("label", "score")}
    for role, column in (("weight", "w"), ("group", "g")):
        if role in how:
            how[role] = made(case.columns[column])
    return tc.evaluate(made(case.columns["y"]), made(case.columns["p"]), **how)


def as_tally(case: Table) -> Any:
    if "group" in case.how:
        pytest.skip("a tally has no groups")
    how = {name: value for name, value in case.how.items() if name not in ("label", "score", "weight")}
    tally = tc.Tally(**how)
    rows = len(case.columns["y"])
    for start in (0, rows // 2):  # two batches, each of which may lack a class
        some = slice(start, rows // 2 if start == 0 else None)
        weights = case.columns["w"][some] if "w" in case.columns else None
        tally.update(case.columns["y"][some], case.columns["p"][some], weights)
    return tc.evaluate(tally)


def counting_on(frame: Any) -> Any:
    return lambda case: tc.evaluate(frame(case.columns), **case.how, resolution="exact")


def relation(columns: dict[str, list[Any]]) -> Any:
    return duckdb.connect().from_arrow(as_others_know(columns).to_arrow())


def in_a_file(case: Table, suffix: str, **how: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/rows{suffix}"
        table = as_others_know(case.columns)
        table.write_ipc(path) if suffix == ".arrow" else table.write_parquet(path)
        if "sql" not in how:
            return tc.evaluate(path, **case.how, **how)
        return asked_by_query(path, case.how)


WAYS = {
    "parquet": lambda case: in_a_file(case, ".parquet"),
    "parquet in parts": lambda case: in_a_file(case, ".parquet", memory="100MB"),
    "parquet by query": lambda case: in_a_file(case, ".parquet", sql=True),
    "arrow file": lambda case: in_a_file(case, ".arrow"),
    "arrow file by query": lambda case: in_a_file(case, ".arrow", sql=True),
    "mapping": lambda case: tc.evaluate(case.columns, **case.how),
    "lists": lambda case: as_arrays(case, list),
    "arrays": lambda case: as_arrays(case, np.array),
    "objects": lambda case: as_arrays(case, lambda values: np.array(values, dtype=object)),
    "series": lambda case: as_arrays(case, pd.Series),
    "polars series": lambda case: as_arrays(case, pl.Series),
    "pandas": lambda case: tc.evaluate(pd.DataFrame(case.columns), **case.how),
    "polars": lambda case: tc.evaluate(pl.DataFrame(case.columns), **case.how),
    "arrow": lambda case: tc.evaluate(as_others_know(case.columns).to_arrow(), **case.how),
    "lazy": lambda case: tc.evaluate(pl.LazyFrame(case.columns), **case.how),
    "duckdb": lambda case: tc.evaluate(relation(case.columns), **case.how),
    "counted by polars": counting_on(pl.LazyFrame),
    "counted by duckdb": counting_on(relation),
    "tally": as_tally,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
def test_a_table_is_read_the_same_by_every_way_in(case, way):
    held(case.expected, lambda: WAYS[way](case))


PLAIN = [
    case for case in TABLES if isinstance(case.expected, Answer) and case.how.keys() <= {"label", "score", "positive"}
]


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
def test_a_score_table_counts_the_same_or_names_the_way_that_does(case):
    labels, scores = case.columns["y"], case.columns["p"]
    if set(map(type, scores)) == {Decimal}:
        with pytest.raises(BadScore, match="Tally"):
            ScoreTable.from_rows(labels, scores)
        return
    if set(labels) <= {0, 1}:
        held(case.expected, lambda: ScoreTable.from_rows(labels, scores))
        return
    with pytest.raises(BadLabel, match="Tally"):
        ScoreTable.from_rows(labels, scores)
