"""Cells follow the scores: whatever their shape, the bound is small, holds, and depends on nothing but the rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import truecut as tc
from named_roles import named
from truecut.counting.error_bounds import bound_of
from truecut.counting.score_table import ScoreTable
from truecut.data.request import Reading
from truecut.data.roles import FoundRoles
from truecut.engines.expressions import GroupBy
from truecut.engines.polars_lazy import on_polars
from truecut.evaluation.distributed import evaluate_on

ROWS, CELLS = 40_000, 30_000


def shapes() -> dict[str, NDArray[Any]]:
    """Return scores of shapes that cells laid by mean and spread do not fit."""
    random = np.random.default_rng(5)
    z = random.normal(size=ROWS) + labels()
    outlying, infinite = z.copy(), z.copy()
    outlying[0], infinite[:4] = 1e30, [np.inf, -np.inf, 1e300, -1e300]
    half = random.random(ROWS) < 0.5
    return {
        "logits": z,
        "probabilities": 1 / (1 + np.exp(-z)),
        "overconfident": 1 / (1 + np.exp(-9 * z)),
        "one at 1e30": outlying,
        "infinities": infinite,
        "crowded": 0.5 + 1e-9 * z,
        "crowded, some uniform": np.where(random.random(ROWS) < 0.01, random.random(ROWS), 0.5 + 1e-9 * z),
        "close to 1": 1 - 1e-9 * np.exp(-z),
        "big offset": 1e9 + z,
        "Cauchy": random.standard_cauchy(ROWS) + labels(),
        "600 decades": np.sign(z - 0.3) * 10.0 ** random.uniform(-300, 300, ROWS),
        "subnormal": z * 1e-310,
        "tiny and not": np.where(half, z * 1e-310, z),
        "all negative": -np.exp(z),
        "whole": np.round(z * 1e7).astype(np.int64),
        "whole beyond 2**53": 2**60 + np.round(z * 1e5).astype(np.int64),
        "lowest whole": -(2**63) + np.round((z + 9) * 1e5).astype(np.int64),
        "beyond 2**63": (np.uint64(2**63) + np.round((z + 9) * 1e5).astype(np.uint64)),
        "some tied": np.where(random.random(ROWS) < 0.2, 0.0, 1e-6 * np.exp(z)),
    }


def labels() -> NDArray[np.bool_]:
    return np.arange(ROWS) % 10 < 3


SHAPES = shapes()


def in_cells(scores: NDArray[Any], engine: str, threads: int = 1, **options: Any) -> tc.Evaluation:
    rows = pl.DataFrame({"y": labels(), "s": scores, "w": np.arange(ROWS) % 4 / 2, "g": np.arange(ROWS) % 3})
    if engine == "Polars":
        return tc.evaluate(rows.lazy(), label="y", score="s", resolution=CELLS, **options)
    connection = duckdb.connect()
    connection.execute(f"set threads = {threads}")
    return tc.evaluate(connection.from_arrow(rows.to_arrow()), label="y", score="s", resolution=CELLS, **options)


@pytest.mark.parametrize("engine", ["DuckDB", "Polars"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_bound_is_small_and_holds(shape: str, engine: str) -> None:
    threshold = float(SHAPES[shape][7])
    found = in_cells(SHAPES[shape], engine, threshold=threshold)
    exact = tc.evaluate(labels(), SHAPES[shape], threshold=threshold)
    bound = bound_of(found.table)
    assert 0 < bound.cells <= len(found.table) <= CELLS + 1
    for metric, most in (("roc_auc", bound.roc_auc), ("average_precision", bound.average_precision)):
        wanted = exact.metric(metric)
        assert abs(found.metric(metric).value - wanted.value) <= most + 1e-14
        share = 0.02 if len(found.table) > 0.8 * CELLS else 0.011  # more where the number of cells ends it
        assert most <= share * wanted.standard_error
    assert found.at(threshold).counts == exact.at(threshold).counts


@pytest.mark.parametrize("shape", ["big offset", "one at 1e30", "crowded, some uniform", "whole beyond 2**53"])
def test_neither_threads_nor_the_order_of_rows_change_the_table(shape: str) -> None:
    scores = SHAPES[shape]
    tables = [in_cells(scores, "DuckDB", threads).table for threads in (1, 2, 4)]
    tables.append(in_cells(scores, "Polars").table)
    assert all(table == tables[0] for table in tables)


@pytest.mark.parametrize("options", [{"weight": "w"}, {"lower_is_positive": True}, {"group": "g"}])
@pytest.mark.parametrize("shape", ["Cauchy", "crowded", "subnormal", "whole beyond 2**53"])
def test_weights_groups_and_low_scores_have_cells_too(shape: str, options: dict[str, Any]) -> None:
    rows = pl.DataFrame({"y": labels(), "s": SHAPES[shape], "w": np.arange(ROWS) % 4 / 2, "g": np.arange(ROWS) % 3})
    found, exact = in_cells(SHAPES[shape], "Polars", **options), tc.evaluate(rows, label="y", score="s", **options)
    pairs = [(found, exact), *((found.groups[name], group) for name, group in exact.groups.items())]
    for there, here in pairs:
        assert (
            abs(there.metric("roc_auc").value - here.metric("roc_auc").value) <= bound_of(there.table).roc_auc + 1e-14
        )
        assert bound_of(there.table).roc_auc < 1e-4
        assert there.at(0.5).counts == here.at(0.5).counts


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.booleans(), st.floats(allow_nan=False)), min_size=20, max_size=200, unique_by=lambda r: r[1]),
    st.floats(allow_nan=False),
)
def test_any_floats_are_counted_within_the_bound(rows: list[tuple[bool, float]], threshold: float) -> None:
    y, s = [True, False, *(label for label, _ in rows)], [0.25, 0.75, *(score for _, score in rows)]
    exact = tc.evaluate(np.array(y), np.array(s), threshold=threshold)
    frame = pl.LazyFrame({"y": y, "s": s})
    found = tc.evaluate(frame, label="y", score="s", threshold=threshold, resolution=16)
    bound = bound_of(found.table)
    assert found.table.rows == exact.table.rows
    assert abs(found.metric("roc_auc").value - exact.metric("roc_auc").value) <= bound.roc_auc + 1e-14
    assert found.at(threshold).counts == exact.at(threshold).counts


def test_tables_that_were_cut_differently_add_up() -> None:
    scores = SHAPES["Cauchy"]
    parts = [slice(0, 28_000), slice(28_000, 36_000), slice(36_000, ROWS)]
    frames = [pl.LazyFrame({"y": labels()[part], "s": scores[part]}) for part in parts]
    tables = [tc.evaluate(frame, label="y", score="s", resolution=3_000).table for frame in frames]
    total = tables[0] + tables[1] + tables[2]
    exact = ScoreTable.from_rows(labels(), scores)
    assert total == tables[2] + (tables[1] + tables[0])
    gap = tc.evaluate(total).metric("roc_auc").value - tc.evaluate(exact).metric("roc_auc").value
    assert abs(gap) <= bound_of(total).roc_auc < 1e-3


def test_twenty_thousand_groups_are_split_in_one_go() -> None:
    random = np.random.default_rng(1)
    rows = pl.LazyFrame({"y": random.random(200_000) < 0.5, "s": random.random(200_000).round(2)})
    rows = rows.with_columns(g=pl.int_range(200_000) % 20_000)
    found = tc.evaluate(rows, label="y", score="s", group="g", resolution="exact")
    assert len(found.groups) == 20_000
    assert sum(group.table.rows for group in found.groups.values()) == 200_000


@pytest.mark.parametrize("decimals", [2, 12])
def test_scores_of_many_groups_are_counted_in_fewer_cells_and_all_rows_are_not(decimals: int) -> None:
    random = np.random.default_rng(4)
    y, s = random.random(ROWS) < 0.4, random.random(ROWS).round(decimals)
    rows = pl.DataFrame({"y": y, "s": s, "g": np.arange(ROWS) % 50})
    engine, most, entries = on_polars(rows.lazy()), 2_000, []

    def watched(question: GroupBy) -> Any:
        answer = engine.ask(question)
        entries.append(len(next(iter(answer.values()))))
        return answer

    roles = FoundRoles(named(label="y", scores=["s"], groups=["g"]))
    found = evaluate_on(replace(engine, ask=watched), roles, Reading(), most_scores=most)
    exact = tc.evaluate(rows, label="y", score="s", group="g")
    assert (found.table == exact.table) == (decimals == 2)
    assert max(entries) <= 4 * most
    for name, group in exact.groups.items():
        there = found.groups[name]
        assert there.at(0.5).counts == group.at(0.5).counts
        low, high = there.metric("roc_auc").possible
        assert low <= group.metric("roc_auc").value <= high


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_the_rounds_counted_is_what_counting_all_rows_again_finds(shape, lower):
    scores = SHAPES[shape]
    rows = pl.DataFrame({"y": labels(), "s": scores, "one": np.ones(ROWS)})
    connection = duckdb.connect()
    source = connection.from_arrow(rows.to_arrow())
    threshold = float(np.sort(scores.astype(float))[ROWS // 3])
    how = {"label": "y", "score": "s", "resolution": CELLS // 10, "threshold": threshold, "lower_is_positive": lower}
    # Rows with weights are counted once more, in the cells that the rounds found.
    at_once, again = (tc.evaluate(source, **how, **more).model for more in ({}, {"weight": "one"}))
    for column in ("scores", "ends", "positive_rows", "negative_rows"):
        assert getattr(at_once.table, column).tolist() == getattr(again.table, column).tolist(), column
    wanted = scores.astype(float) <= threshold if lower else scores.astype(float) >= threshold
    if scores.dtype.kind == "f":
        assert at_once.point.counts.tp == int((wanted & labels()).sum())


def test_a_connection_that_does_not_look_for_variables_counts_the_same():
    tables = []
    for looks in ("true", "false"):
        connection = duckdb.connect()
        connection.execute(f"set python_enable_replacements = {looks}")
        connection.execute("create table rows (y boolean, s double)")
        rows = pl.DataFrame({"y": labels(), "s": SHAPES["crowded, some uniform"]}).to_arrow()
        connection.from_arrow(rows).insert_into("rows")
        table = tc.evaluate(connection.table("rows"), label="y", score="s", resolution=CELLS // 10).model.table
        tables.append([getattr(table, name).tolist() for name in ("scores", "ends", "positives", "negatives")])
    assert tables[0] == tables[1]
