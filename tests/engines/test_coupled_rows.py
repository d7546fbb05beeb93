"""Rows that were counted together elsewhere come back as placed rows that give every table back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.engines.coupled_rows import CoupledRows, JointCounts, TableCells, placed_by_counts, places_in_table
from truecut.errors import InputError
from truecut.evaluation.pairing import error_of_errors

ROW = st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 9))
ROWS = st.lists(ROW, min_size=2, max_size=60)


def tables_of(rows: Any, **options: Any) -> dict[str, ScoreTable]:
    labels, a, b = (np.array(column) for column in zip(*rows, strict=True))
    return {name: ScoreTable.from_rows(labels, scores, **options) for name, scores in (("a", a), ("b", b))}


def counted(rows: Any, cells: dict[str, TableCells]) -> JointCounts:
    """Count rows as an engine would: by class and by cell."""
    labels, *scores = (np.array(column) for column in zip(*rows, strict=True))
    found = {
        name: of.holding(places_in_table(of.table, column.astype(float)))
        for (name, of), column in zip(cells.items(), scores, strict=True)
    }
    joint = Counter(zip(labels.tolist(), found["a"].tolist(), found["b"].tolist(), strict=True))
    keys = list(joint)
    return JointCounts(
        np.array([key[0] for key in keys]),
        {"a": np.array([key[1] for key in keys]), "b": np.array([key[2] for key in keys])},
        np.array(list(joint.values()), dtype=np.int64),
    )


def table_again(rows: CoupledRows, model: str) -> ScoreTable:
    times = np.ones(len(rows), dtype=np.int64) if rows.weights is None else rows.weights
    spread = np.repeat(np.arange(len(rows)), times)
    lower = rows.tables[model].lower_is_positive
    return ScoreTable.from_rows(rows.is_positive[spread], rows.scores(model)[spread], lower_is_positive=lower)


@given(ROWS, st.integers(1, 8), st.sampled_from([6, 1000]), st.booleans())
def test_dealt_rows_give_the_tables_back(rows: Any, number: int, most: int, lower: bool) -> None:
    tables = tables_of(rows, lower_is_positive=lower)
    cells = {name: TableCells.even(table, number, reached=len(table) // 2) for name, table in tables.items()}
    found = placed_by_counts(counted(rows, cells), cells, most)
    for name, table in tables.items():
        assert table_again(found, name) == table
    assert (found.tables["a"].weights == Weights.REPEATED) == (found.weights is not None)


@given(ROWS)
def test_by_single_scores_they_are_the_rows_in_another_order(rows: Any) -> None:
    tables = tables_of(rows)
    cells = {name: TableCells.single(table) for name, table in tables.items()}
    found = placed_by_counts(counted(rows, cells), cells, 1000)
    labels, a, b = (np.array(column) for column in zip(*rows, strict=True))
    placed = PlacedRows.of(tables, {"a": a.astype(float), "b": b.astype(float)}, labels)
    assert rows_of(found) == rows_of(placed)
    error = error_of_errors(found, counted(rows, cells), cells, ("a", "b"))
    assert error == pytest.approx(0.0, abs=1e-9) or min(labels.sum(), (~labels).sum()) < 2


def rows_of(placed: PlacedRows) -> Counter[tuple[bool, int, int]]:
    columns = placed.is_positive, placed.places["a"], placed.places["b"]
    return Counter(zip(*(column.tolist() for column in columns), strict=True))


@given(ROWS, st.integers(1, 8))
def test_no_cell_is_divided_by_the_threshold_or_overfull(rows: Any, number: int) -> None:
    table = tables_of(rows)["a"]
    for reached in range(len(table) + 1):
        cells = TableCells.even(table, number, reached)
        assert reached in (*cells.starts, len(table))
        assert len(cells) <= number + 1
    for side in (table.positives, table.negatives):
        wide = np.diff(np.append(cells.starts, len(table))) > 1
        # Of its 2 / number of both classes a cell passes at most what its last score holds.
        last = np.append(cells.starts[1:], len(table)) - 1
        assert (cells.sums(side)[wide] <= (2 / number) * side.sum() + side[last][wide] + 1e-9).all()


def test_a_row_in_a_cell_of_the_table_is_in_that_place() -> None:
    counted = {name: np.array([1, 1]) for name in ("positives", "negatives", "positive_rows", "negative_rows")}
    counted |= {"positive_squares": np.array([1, 1]), "negative_squares": np.array([1, 1])}
    high = ScoreTable.from_entries(np.array([0.6, 0.1]), counted, ends=np.array([0.9, 0.4]))
    assert places_in_table(high, np.array([0.9, 0.7, 0.6, 0.4, 0.1])).tolist() == [0, 0, 0, 1, 1]
    low = ScoreTable.from_entries(np.array([0.4, 0.9]), counted, ends=np.array([0.1, 0.6]), lower_is_positive=True)
    assert places_in_table(low, np.array([0.1, 0.2, 0.4, 0.6, 0.9])).tolist() == [0, 0, 0, 1, 1]


def test_rows_that_changed_meanwhile_are_refused() -> None:
    rows = [(True, 1, 2), (False, 2, 1), (True, 2, 2), (False, 1, 1)]
    cells = {name: TableCells.single(table) for name, table in tables_of(rows).items()}
    with pytest.raises(InputError, match="The rows changed between two passes"):
        placed_by_counts(counted(rows[:3], cells), cells, 100)


@pytest.mark.parametrize("number", [8, 32])
def test_the_standard_error_is_as_near_as_is_said(number: int) -> None:
    from truecut.inference.paired.areas import PlacedAreas

    random = np.random.default_rng(4)
    labels = random.random(20_000) < 0.05
    shared = random.normal(size=len(labels)) + 1.3 * labels
    scores = {name: shared + random.normal(size=len(labels)) for name in ("a", "b")}
    tables = {name: ScoreTable.from_rows(labels, column) for name, column in scores.items()}
    exact = PlacedAreas.of(PlacedRows.of(tables, scores, labels), ("a", "b")).difference("a", "b")[1]
    cells = {
        name: TableCells.even(table, number, int(Model(name, table, 1.0).curve.reached([1.0])[0]))
        for name, table in tables.items()
    }
    joint = counted(list(zip(labels, scores["a"], scores["b"], strict=True)), cells)
    rows = placed_by_counts(joint, cells, 4000)
    found = PlacedAreas.of(rows, ("a", "b")).difference("a", "b")[1]
    said = error_of_errors(rows, joint, cells, ("a", "b"))
    assert abs(found / exact - 1) <= min(said, 0.2 / number)
    assert said < 3 / number
