"""A table of cells keeps its promise: listed thresholds are exact, and nothing is further off than it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

import truecut as tc
from named_roles import named
from truecut.counting.error_bounds import bound_of
from truecut.data.request import Reading
from truecut.data.roles import FoundRoles
from truecut.engines.which import engine_of
from truecut.evaluation.distributed import evaluate_on

Hold = Callable[[pl.DataFrame], Any]


def drawn(rows: int = 3000) -> pl.DataFrame:
    random = np.random.default_rng(3)
    y = random.random(rows) < 0.4
    logit = random.normal(3.0 * y - 1, 6)
    return pl.DataFrame(
        {
            "y": y,
            "p": 1 / (1 + np.exp(-logit)),  # overconfident: many beside 0 and 1
            "margin": random.standard_cauchy(rows) + y,  # some very far out
            "w": random.integers(0, 9, rows) / 8,
            "g": random.choice(["a", "b"], rows),
        }
    )


@pytest.mark.parametrize("cells", [64, 1024])
@pytest.mark.parametrize("options", [{}, {"weight": "w", "lower_is_positive": True}], ids=["rows", "low"])
def test_a_bounded_table_is_never_further_off_than_it_says(cells: int, options: dict[str, Any], hold: Hold) -> None:
    rows = drawn()
    threshold = 0.3
    here = tc.evaluate(rows, label="y", score=["p", "margin"], threshold=threshold, **options)
    there = tc.evaluate(hold(rows), label="y", score=["p", "margin"], threshold=threshold, resolution=cells, **options)
    for name, exact in here.models.items():
        bounded = there.models[name]
        bound = bound_of(bounded.table)
        assert 0 < bound.cells <= len(bounded.table) <= cells + 2
        assert bounded.table.rows == exact.table.rows
        for metric, most in (("roc_auc", bound.roc_auc), ("average_precision", bound.average_precision)):
            assert abs(bounded.metric(metric).value - exact.metric(metric).value) <= most + 1e-14
        assert bounded.at(threshold).counts == exact.at(threshold).counts
        listed = bounded.table.scores
        for cell in ("tp", "fp"):
            wanted = getattr(exact.curve.counts_at(listed), cell)
            np.testing.assert_array_equal(getattr(bounded.curve.counts_at(listed), cell), wanted)
        anywhere = (listed[1:] + listed[:-1]) / 2
        for cell, total in (("tp", exact.positives), ("fp", exact.negatives)):
            gap = getattr(bounded.curve.counts_at(anywhere), cell) - getattr(exact.curve.counts_at(anywhere), cell)
            assert np.abs(gap).max() <= bound.rates * total + 1e-9
        assert f"counting of {name!r}: bounded on " in there.read.inferred[-2 if name == "p" else -1]


@pytest.mark.parametrize("options", [{}, {"weight": "w", "lower_is_positive": True}], ids=["rows", "low"])
def test_counts_at_thresholds_that_are_named_are_exact(options: dict[str, Any], hold: Hold) -> None:
    rows = drawn()
    thresholds = [0.9, 0.1, 0.5, float(rows["p"][7])]
    here = tc.evaluate(rows, label="y", score=["p", "margin"], group="g", **options)
    there = tc.evaluate(hold(rows), label="y", score=["p", "margin"], group="g", resolution=thresholds, **options)
    for name in ("p", "margin"):
        assert len(there.models[name].table) <= len(thresholds) + 1
        for threshold in thresholds:
            assert there.models[name].at(threshold).counts == here.models[name].at(threshold).counts
            of_group = [e.groups["a"].models[name].at(threshold).counts for e in (there, here)]
            assert of_group[0] == of_group[1]


def test_scores_that_were_counted_together_are_no_ties(hold: Hold) -> None:
    rows = drawn()
    few = tc.evaluate(hold(rows), label="y", score="p", resolution=16)
    rounded = tc.evaluate(hold(rows.with_columns(pl.col("p").round(0))), label="y", score="p", resolution=16)
    assert "ties" not in {finding.code for finding in few.findings}
    assert "ties" in {finding.code for finding in rounded.findings}


def test_few_distinct_scores_are_exact_in_cells_too(hold: Hold) -> None:
    rows = drawn().with_columns(pl.col("p").round(2))
    there = tc.evaluate(hold(rows), label="y", score="p", resolution="bounded")
    assert there.table == tc.evaluate(rows, label="y", score="p").table
    assert "exact on" in there.read.inferred[-1]


def test_the_mode_follows_from_the_number_of_distinct_scores(hold: Hold) -> None:
    engine = engine_of(hold(drawn().with_columns(rounded=pl.col("p").round(2))), is_asked=True)
    assert engine is not None
    there = evaluate_on(engine, FoundRoles(named(label="y", scores=("rounded", "p"))), Reading(), most_scores=400)
    assert there.models["rounded"].table.ends is None
    assert there.models["p"].table.ends is not None


def test_only_tables_come_back(hold: Hold) -> None:
    engine = engine_of(hold(drawn().with_columns(pl.col("p").round(2))), is_asked=True)
    assert engine is not None
    answers: list[int] = []

    def watched(question: Any) -> Any:
        answer = engine.ask(question)
        answers.append(len(next(iter(answer.values()))))
        return answer

    there = tc.evaluate(replace(engine, ask=watched), label="y", score="p", group="g", weight="w", resolution="exact")
    assert max(answers) == sum(len(group.table) for group in there.groups.values())
    assert max(answers) < 300


def test_cells_and_single_scores_add_up(hold: Hold) -> None:
    rows = drawn()
    there = tc.evaluate(hold(rows.head(1000)), label="y", score="p", resolution=512).table
    elsewhere = tc.evaluate(hold(rows.tail(1500)), label="y", score="p", resolution=512).table
    here = tc.evaluate(rows.slice(1000, 500), label="y", score="p").table
    total = there + here + elsewhere
    assert total == elsewhere + (here + there)
    exact = tc.evaluate(tc.evaluate(rows, label="y", score="p").table)
    assert total.rows == 3000
    assert len(total) <= 2 * 514  # cells of one tree are nested or disjoint
    assert abs(tc.evaluate(total).metric("roc_auc").value - exact.metric("roc_auc").value) <= bound_of(total).roc_auc
