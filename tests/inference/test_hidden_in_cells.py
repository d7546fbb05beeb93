"""Whatever the order of the rows inside cells, every metric lies in the range that is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut.catalogue import CATALOGUE
from truecut.catalogue.model import Model
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.inference.hidden_in_cells import possible_range

NO_PROOF = ("calibration_error", "calibration_slope", "calibration_intercept", "brier_miscalibration")
PROVEN = [entry for entry in CATALOGUE if entry.name not in (*NO_PROOF, "brier_discrimination")]


def in_cells(table: ScoreTable, width: int) -> ScoreTable:
    """Count so many neighbouring scores together."""
    starts = np.arange(0, len(table), width)
    last = np.append(starts[1:], len(table)) - 1
    sums = {name: np.add.reduceat(getattr(table, name), starts) for name in COUNTED}
    return ScoreTable.from_entries(
        table.scores[last], sums, ends=table.scores[starts], lower_is_positive=table.lower_is_positive
    )


rows = st.lists(st.tuples(st.booleans(), st.integers(0, 60)), min_size=6, max_size=40)


@settings(deadline=None, max_examples=30)
@given(rows, st.integers(2, 6), st.integers(0, 60), st.booleans())
def test_every_metric_of_the_rows_lies_in_the_range(
    drawn: list[tuple[bool, int]], width: int, threshold: int, lower: bool
) -> None:
    labels, scores = [True, False, *(y for y, _ in drawn)], np.array([30, 30, *(s for _, s in drawn)]) / 60
    exact = Model("rows", ScoreTable.from_rows(labels, scores, lower_is_positive=lower), threshold / 60)
    cells = Model("cells", in_cells(exact.table, width), threshold / 60)
    for entry in PROVEN:
        wanted, value = exact.metric(entry.name).value, cells.metric(entry.name).value
        if wanted is None or value is None or not np.isfinite([wanted, value]).all():
            continue
        low, high = possible_range(cells, entry, value)
        assert low - 1e-12 <= wanted <= high + 1e-12, entry.name


def test_all_is_known_of_single_scores_and_at_listed_thresholds() -> None:
    table = ScoreTable.from_rows([True, False, True, False, True, False], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
    for entry in CATALOGUE:
        assert possible_range(Model("rows", table), entry, 0.25) == (0.25, 0.25)
        if entry.needs_only_counts:
            assert possible_range(Model("cells", in_cells(table, 3), 0.7), entry, 0.25) == (0.25, 0.25)


def test_a_threshold_inside_a_cell_leaves_its_rows_open() -> None:
    table = ScoreTable.from_rows([True, False, True, False], [0.9, 0.8, 0.3, 0.2])
    cells = Model("cells", in_cells(table, 2), threshold=0.85)
    recall = next(entry for entry in CATALOGUE if entry.name == "recall")
    assert possible_range(cells, recall, cells.metric("recall").value) == (0.0, pytest.approx(0.5))
