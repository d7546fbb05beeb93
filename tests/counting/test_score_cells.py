"""Tables of cells: they add up like tables of scores, and know how far off they can be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from truecut.catalogue.measures.areas import average_precision, roc_area
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.error_bounds import bound_of, said_of
from truecut.counting.score_cells import apart
from truecut.counting.score_table import COUNTED, ScoreTable

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 40)), min_size=1, max_size=60)
WIDTHS = st.integers(1, 15)


def table_of(rows: list[tuple[bool, int]], lower: bool = False) -> ScoreTable:
    labels, scores = zip(*rows, strict=True)
    return ScoreTable.from_rows(labels, np.array(scores) / 40, lower_is_positive=lower)


def in_cells(table: ScoreTable, width: int) -> ScoreTable:
    """Count neighbouring scores together, as an engine does: each cell is known by the scores at its ends."""
    cell = np.floor(np.round(table.scores * 40) / width)
    entries = [np.flatnonzero(cell == number) for number in np.unique(cell)]
    low = np.array([table.scores[some].min() for some in entries])
    high = np.array([table.scores[some].max() for some in entries])
    least, most = (high, low) if table.lower_is_positive else (low, high)
    counted = {name: np.array([getattr(table, name)[some].sum() for some in entries]) for name in COUNTED}
    return ScoreTable.from_entries(least, counted, ends=most, lower_is_positive=table.lower_is_positive)


@given(ROWS, WIDTHS, st.booleans())
def test_every_listed_threshold_is_exact(rows: list[tuple[bool, int]], width: int, lower: bool) -> None:
    exact = table_of(rows, lower)
    coarse = in_cells(exact, width)
    here, there = CountsCurve(exact).counts_at(coarse.scores), CountsCurve(coarse).counts_at(coarse.scores)
    assert here.tp.tolist() == there.tp.tolist()
    assert here.fp.tolist() == there.fp.tolist()


@given(ROWS, WIDTHS, st.booleans())
def test_nothing_is_further_off_than_the_bound(rows: list[tuple[bool, int]], width: int, lower: bool) -> None:
    exact = table_of([*rows, (True, 7), (False, 8)], lower)
    coarse = in_cells(exact, width)
    bound = bound_of(coarse)
    assert abs(roc_area(CountsCurve(exact)) - roc_area(CountsCurve(coarse))) <= bound.roc_auc + 1e-12
    gap = abs(average_precision(CountsCurve(exact)) - average_precision(CountsCurve(coarse)))
    assert gap <= bound.average_precision + 1e-12
    for threshold in np.arange(41) / 40:
        here, there = CountsCurve(exact).at(threshold), CountsCurve(coarse).at(threshold)
        assert abs(here.tp - there.tp) <= bound.rates * exact.total_positive + 1e-9
        assert abs(here.fp - there.fp) <= bound.rates * exact.total_negative + 1e-9


@given(ROWS, ROWS, ROWS, WIDTHS, WIDTHS)
def test_cells_add_up_in_any_order(
    a: list[tuple[bool, int]], b: list[tuple[bool, int]], c: list[tuple[bool, int]], width: int, other: int
) -> None:
    x, y, z = in_cells(table_of(a), width), in_cells(table_of(b), other), table_of(c)
    assert x + y == y + x
    assert (x + y) + z == x + (y + z)
    assert (x + y + z).rows == len(a) + len(b) + len(c)
    total = x + y + z
    ends = total.scores if total.ends is None else total.ends
    assert (ends[1:] < total.scores[:-1]).all()  # apart from each other, most positive first


@given(ROWS, WIDTHS, st.booleans())
def test_cells_of_single_scores_are_the_table_itself(rows: list[tuple[bool, int]], width: int, lower: bool) -> None:
    exact = table_of(rows, lower)
    assert in_cells(exact, 1) == exact
    coarse = in_cells(exact, width)
    assert (coarse.ends is None) == (coarse == exact)
    assert coarse.swapped().swapped() == coarse


def test_cells_are_saved_and_loaded(tmp_path: Path) -> None:
    coarse = in_cells(table_of([(True, 1), (False, 2), (True, 3), (False, 9)]), 4)
    coarse.save(tmp_path / "coarse.json")
    assert ScoreTable.load(tmp_path / "coarse.json") == coarse
    assert coarse.ends is not None


def test_the_bound_by_hand() -> None:
    # One cell of one positive and one negative beside a single positive above: of two pairs one is unknown.
    counted = {name: np.array([1, 1]) if name.startswith("positive") else np.array([0, 1]) for name in COUNTED}
    table = ScoreTable.from_entries(np.array([0.9, 0.2]), counted, ends=np.array([0.9, 0.3]))
    bound = bound_of(table)
    assert bound.cells == 1
    assert bound.roc_auc == 1 / 2 / 2
    assert bound.rates == 1.0  # its only negative is in the cell
    assert bound.scores == 0.3 - 0.2
    assert "bounded on Spark, 2 cells" in said_of({"p": table}, "Spark")[0]


def test_what_overlaps_is_one_cell_and_what_touches_too() -> None:
    found = apart(np.array([0.8, 0.5, 0.3, 0.1]), np.array([0.9, 0.8, 0.4, 0.2]), lower_is_positive=False)
    assert found.scores.tolist() == [0.5, 0.3, 0.1]
    assert found.ends.tolist() == [0.9, 0.4, 0.2]
    assert not len(apart(np.array([]), np.array([]), lower_is_positive=True).starts)
