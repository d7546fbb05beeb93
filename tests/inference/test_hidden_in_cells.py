"""Whatever the order of the rows inside cells, every metric lies in the range that is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut.catalogue import CATALOGUE
from truecut.catalogue.model import Model
from truecut.counting.score_table import COUNTED, ScoreTable
from truecut.inference.bands.of_model import band_of
from truecut.inference.bands.roc import ROC
from truecut.inference.bands.shape import observed_curve
from truecut.inference.hidden_in_cells import most_and_least_ranked, possible_range, widened_difference
from truecut.inference.paired.difference import Difference

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


@settings(deadline=None, max_examples=30)
@given(rows, st.integers(2, 6))
def test_the_curve_of_the_rows_lies_between_the_best_and_the_worst_order(
    drawn: list[tuple[bool, int]], width: int
) -> None:
    labels, scores = [True, False, *(y for y, _ in drawn)], np.array([30, 30, *(s for _, s in drawn)]) / 60
    exact = Model("rows", ScoreTable.from_rows(labels, scores))
    best, worst = (Model("cells", table) for table in most_and_least_ranked(in_cells(exact.table, width)))
    x = np.linspace(0, 1, 41)
    here = observed_curve(ROC, exact, x)
    assert (here <= observed_curve(ROC, best, x) + 1e-12).all()
    assert (here >= observed_curve(ROC, worst, x) - 1e-12).all()


def test_bands_allow_for_what_cells_hide() -> None:
    random = np.random.default_rng(0)
    labels = random.random(300) < 0.4
    exact = ScoreTable.from_rows(labels, np.round(random.normal(labels), 3))
    whole, coarse = Model("rows", exact, 0.5), Model("cells", in_cells(exact, 40), 0.5)
    x = [0.1, 0.3, 0.6]
    fine, wide = (band_of(model, "roc", at=x, replicates=200) for model in (whole, coarse))
    assert (wide.low <= fine.y).all() and (fine.y <= wide.high).all()
    assert (wide.high - wide.low > fine.high - fine.low).all()
    assert "counted together" in wide.note and "counted together" not in fine.note
    inside = float((coarse.table.scores[2] + coarse.table.ends[2]) / 2)
    along = band_of(coarse, "recall", at=[inside])
    assert along.high[0] - along.low[0] > 0.05 and "counted together" in along.note


def test_a_ratio_allows_for_what_cells_hide() -> None:
    table = ScoreTable.from_rows([True, False, True, False] * 20, np.repeat([0.9, 0.8, 0.3, 0.2], 20))
    exact, cells = Model("a", table, 0.25), Model("b", in_cells(table, 2), 0.25)
    values = float(exact.metric("recall")), float(cells.metric("recall"))
    found = Difference("recall", "a", "b", values[0] / values[1], values, 0.8, 1.3, p_value=0.2, is_ratio=True)
    wider = widened_difference(found, exact, cells, {})
    assert (
        wider.low < found.low and wider.high == found.high
    )  # of the other rows of the cell more may be found, not fewer
    assert wider.p_value >= found.p_value
    assert widened_difference(found, exact, exact, {}) == found
