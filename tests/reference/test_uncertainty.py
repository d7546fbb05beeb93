"""Limits worked out by another program, for weights, stated prevalences, costs, pairs, folds and many classes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.cells import Cells
from truecut.inference.cross_validation import SHARED_TRAINING, nadeau_bengio, ranking_within_folds
from truecut.inference.delong import Ranking, logit_delong
from truecut.inference.gamma import TotalLoss
from truecut.inference.paired.cells import EightCells
from truecut.inference.paired.mover import CorrelatedPair
from truecut.inference.proportions import wilson_limits

DATA = Path(__file__).parent / "data"
VALUES = json.loads((DATA / "uncertainty.json").read_text(encoding="utf-8"))["values"]
CLOSE = 1e-6  # of 1 or of the value, whichever is larger


def of_formula(number: str) -> Any:
    chosen = [value for value in VALUES if value["formula"] == number]
    assert chosen
    return pytest.mark.parametrize("expected", chosen, ids=[value["id"] for value in chosen])


def check(found: tuple[float, float] | None, expected: dict[str, Any]) -> None:
    assert found is not None
    for limit, wanted in zip(found, (expected["low"], expected["high"]), strict=True):
        assert limit == pytest.approx(wanted, abs=CLOSE * max(1.0, abs(expected["value"])))


def holding(limits: tuple[float, float], value: float) -> tuple[float, float]:
    """Return limits that hold the value itself, as every method of the product does."""
    return min(limits[0], value), max(limits[1], value)


def cells_of(expected: dict[str, Any]) -> Cells:
    mix = expected.get("prevalence")
    if "counts" in expected:
        return Cells.counted(Counts(**expected["counts"]), mix)
    return Cells.of(Counts(*expected["weight_sums"]), Counts(*expected["squared_weight_sums"]), mix)


@of_formula("6")
def test_metrics_of_four_cells(expected: dict[str, Any]) -> None:
    cells, entry = cells_of(expected), metric(expected["metric"])
    assert float(entry.along(cells.moved(Counts(*cells.weights)))) == pytest.approx(expected["value"], rel=1e-9)
    check(holding(cells.interval(entry.along, expected["level"]), expected["value"]), expected)


@of_formula("10")
def test_costs_of_four_cells(expected: dict[str, Any]) -> None:
    prices = expected["costs"]

    def cost(cells: Counts) -> Any:
        return sum(price * getattr(cells, cell) for cell, price in prices.items()) / cells.rows

    check(holding(cells_of(expected).interval(cost, expected["level"]), expected["value"]), expected)


@of_formula("12")
def test_losses_that_differ_from_row_to_row(expected: dict[str, Any]) -> None:
    losses, at_risk = (np.array(expected[name], dtype=float) for name in ("losses", "at_risk"))
    next_loss = float((at_risk**2).sum() / at_risk.sum())
    found = TotalLoss(float(losses.sum()), float((losses**2).sum()), next_loss).interval(expected["level"])
    check((found[0] / expected["rows"], found[1] / expected["rows"]), expected)


@of_formula("9")
def test_differences_of_two_models_on_the_same_rows(expected: dict[str, Any]) -> None:
    def eight(name: str) -> EightCells:
        """Return rows by class, then by the first decision, then by the second; left first."""
        sides = [expected[f"negative{name}"], expected[f"positive{name}"]]
        return EightCells(np.array([[[neither, second], [first, both]] for both, first, second, neither in sides]))

    cells = eight("s")
    squares = eight("_squares") if "positive_squares" in expected else cells
    pair = CorrelatedPair(cells, squares, expected.get("prevalence"))
    value_of = metric(expected["metric"]).along
    assert pair.correlation(value_of) == pytest.approx(expected["correlation"], abs=1e-6)
    check(pair.interval(value_of, expected["level"]), expected)


@of_formula("14")
def test_the_area_of_folds(expected: dict[str, Any]) -> None:
    folds = [
        Ranking.of(CountsCurve(ScoreTable.from_rows([bool(p) for p in fold["positive"]], fold["scores"])))
        for fold in expected["folds"]
    ]
    found = ranking_within_folds([folds])
    assert found.area == pytest.approx(expected["value"])
    check(logit_delong(found.area, found.variance or 0.0, expected["level"]), expected)


@of_formula("15")
def test_a_share_of_all_folds(expected: dict[str, Any]) -> None:
    worth = 1 / SHARED_TRAINING**2
    check(wilson_limits(worth * expected["successes"], worth * expected["trials"], expected["level"]), expected)


@of_formula("16")
def test_values_known_by_fold_only(expected: dict[str, Any]) -> None:
    check(nadeau_bengio(expected["values"], expected["test_to_train"], expected["level"]), expected)
