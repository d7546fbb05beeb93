"""Models whose rows an engine holds are compared on the same rows: as in memory, or within what is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest

import truecut as tc
from named_roles import named
from truecut.data.request import Reading
from truecut.data.roles import FoundRoles
from truecut.engines.which import engine_of
from truecut.evaluation.distributed import evaluate_on
from truecut.inference.comparison import Comparison

Hold = Callable[[pl.DataFrame], Any]
EXACT = ("roc_auc", "average_precision", "recall", "precision", "f1", "brier")


def drawn(rows: int = 1500) -> pl.DataFrame:
    random = np.random.default_rng(8)
    y = random.random(rows) < 0.3
    shared = random.normal(size=rows)
    a, b, c = (1 / (1 + np.exp(-(s * y + shared + random.normal(size=rows)))) for s in (1.5, 1.7, 0.9))
    return pl.DataFrame({"y": y, "a": a, "b": np.round(b, 3), "c": c, "w": random.integers(0, 5, rows)})


def assert_same(here: Comparison, there: Comparison, names: tuple[str, ...], *, rel: float = 1e-9) -> None:
    assert there.rows is not None
    for name in names:
        one, other = here.difference(name, "a", "b"), there.difference(name, "a", "b")
        assert (other.method, other.rows) == (one.method, one.rows)
        numbers = [(d.value, d.low, d.high, d.p_value) for d in (other, one)]
        assert numbers[0] == pytest.approx(numbers[1], rel=rel, abs=1e-12)


OPTIONS = {
    "rows": {"threshold": 0.6},
    "low": {"lower_is_positive": True, "positive": False},
    "weights": {"weight": "w"},
    "repeated rows": {"weight": "w", "weights_are": "repeated"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_a_comparison_on_an_engine_is_the_one_in_memory(options: dict[str, Any], hold: Hold) -> None:
    rows = drawn()
    here = tc.compare(rows, label="y", score=["a", "b"], **options)
    there = tc.compare(hold(rows), label="y", score=["a", "b"], resolution="exact", **options)
    is_plain = options.keys() == {"threshold"}
    assert_same(here, there, EXACT if is_plain else ("roc_auc", "average_precision", "recall"))
    assert "comparison: rows paired on" in there.read.inferred[-1]
    if "weight" not in options:
        assert there.disagreements("a", "b").cells == here.disagreements("a", "b").cells


def test_rows_that_lack_a_value_or_weight_are_in_neither(hold: Hold) -> None:
    rows = drawn(300).with_columns(
        a=pl.when(pl.int_range(300) % 7 == 0).then(None).otherwise("a"),
        g=pl.when(pl.int_range(300) % 11 == 0).then(None).otherwise(pl.lit("x")),
    )
    options = {"label": "y", "score": ["a", "b"], "missing": "drop", "group": "g"}
    here = tc.evaluate(rows, **options).compare()
    there = tc.evaluate(hold(rows), resolution="exact", **options).compare()
    assert_same(here, there, EXACT)


def coarse(held: Any, scores: tuple[str, ...], most: int) -> Comparison:
    engine = engine_of(held, is_asked=True)
    assert engine is not None
    return evaluate_on(
        engine, FoundRoles(named(label="y", scores=scores)), Reading(threshold=0.6), most_scores=most
    ).compare()


def test_in_cells_the_decisions_stay_exact_and_the_rest_is_as_near_as_is_said(hold: Hold) -> None:
    rows = drawn(20_000)
    here = tc.compare(rows, label="y", score=["a", "b"], threshold=0.6)
    there = coarse(hold(rows), ("a", "b"), most=12_000)
    assert_same(here, there, ("recall", "precision", "accuracy", "f1"))
    said = re.search(r"in up to 65 cells .* off by at most ([\d.]+) %$", there.read.inferred[-1])
    assert said is not None
    exact, found = (c.difference("roc_auc", "a", "b") for c in (here, there))
    errors = [difference.standard_error for difference in (exact, found)]
    assert abs(errors[1] / errors[0] - 1) < 0.002 < float(said[1]) / 100 < 0.2
    # The interval allows for the order of rows inside cells, and so is a little wider than that of the rows.
    widths = [difference.high - difference.low for difference in (exact, found)]
    assert 0 < widths[1] / widths[0] - 1 < 0.005


def test_of_three_models_every_pair_is_compared(hold: Hold) -> None:
    rows = drawn(400)
    here = tc.compare(rows, label="y", score=["a", "b", "c"])
    there = tc.compare(hold(rows), label="y", score=["a", "b", "c"], resolution="exact")
    for one, other in zip(here.differences(), there.differences(), strict=True):
        assert (other.value, other.adjusted_p) == pytest.approx((one.value, one.adjusted_p), rel=1e-9)
    for name in ("roc_auc", "recall"):
        assert there.joint_test(name).p_value == pytest.approx(here.joint_test(name).p_value, rel=1e-9)
