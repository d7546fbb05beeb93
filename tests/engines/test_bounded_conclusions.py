"""What cells hide is part of every interval, difference and gate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import truecut as tc
from truecut.counting.error_bounds import bound_of
from truecut.errors import TruecutError
from truecut.evaluation import distributed


def rows(number: int = 4000) -> pl.DataFrame:
    random = np.random.default_rng(8)
    y = random.random(number) < 0.4
    return pl.DataFrame({"y": y, "a": random.normal(size=number) + y, "b": random.normal(size=number) + 0.8 * y})


def counted(resolution: int | str, score: str | list[str] = "a") -> tc.Evaluation:
    return tc.evaluate(rows().lazy(), label="y", score=score, resolution=resolution)


def test_an_interval_is_wider_by_what_cells_hide() -> None:
    coarse, exact = counted(16), counted("exact").metric("roc_auc")
    found, bound = coarse.metric("roc_auc"), bound_of(coarse.table).roc_auc
    low, high = found.possible
    assert found.value - low == pytest.approx(bound) == high - found.value
    assert low <= exact.value <= high
    assert found.low <= exact.low - bound / 2 and exact.high + bound / 2 <= found.high
    assert "counted together" in found.note
    at_threshold = coarse.metric("recall")
    assert at_threshold == counted("exact").metric("recall")
    assert exact.possible is None and "counted together" not in exact.note


def test_an_example_that_was_wrong_by_an_outlier() -> None:
    random = np.random.default_rng(2)
    y = random.random(400_000) < 0.3
    scores = random.normal(size=400_000) + y
    scores[0] = 1e30
    exact = tc.evaluate(y, scores).metric("roc_auc")
    found = tc.evaluate(pl.LazyFrame({"y": y, "s": scores}), label="y", score="s", resolution=100_000).metric("roc_auc")
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-4)
    assert found.low <= exact.low and exact.high <= found.high


def test_a_gate_is_undecided_where_the_limit_lies_within_what_is_hidden() -> None:
    coarse = counted(16)
    low, high = coarse.metric("roc_auc").possible
    for limit, outcome in ((low + 1e-4, "undecided"), (high - 1e-4, "undecided"), (low - 0.01, "passed")):
        [gate] = tc.check(coarse, f"roc_auc >= {limit}", decide_by="value").gates
        assert gate.outcome.value == outcome
        assert ("--resolution exact" in gate.reason) == (outcome == "undecided")


def test_a_difference_of_areas_allows_for_the_cells_of_both() -> None:
    coarse, exact = (
        counted(resolution, ["a", "b"]).compare().difference("roc_auc", "a", "b") for resolution in (16, "exact")
    )
    assert coarse.low < exact.low < exact.high < coarse.high
    assert coarse.p_value >= exact.p_value
    assert "counted together" in coarse.note and "counted together" not in exact.note


def test_cells_that_hide_much_are_a_finding() -> None:
    assert "cells" in {finding.code for finding in counted(16).findings}
    assert "cells" not in {finding.code for finding in counted(3000).findings}
    assert "cells" not in {finding.code for finding in counted("exact").findings}


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision", "recall", "brier", "ks"])
def test_weights_that_repeat_rows_give_the_intervals_of_the_rows(metric: str) -> None:
    weighted = pl.DataFrame({"y": [1, 0, 0, 0], "s": [0.9, 0.3, 0.2, 0.1], "w": [3, 1, 2, 1]})
    repeated = weighted.select(pl.all().repeat_by("w").explode())
    options = {"label": "y", "score": "s", "weight": "w", "weights_are": "repeated"}
    wanted = tc.evaluate(repeated, label="y", score="s").metric(metric)
    for found in (tc.evaluate(weighted, **options), tc.evaluate(weighted.lazy(), **options, resolution="exact")):
        here = found.metric(metric)
        assert (here.low, here.high, here.method) == (wanted.low, wanted.high, wanted.method)


@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_counts_at_a_threshold_inside_a_cell_say_what_they_may_leave_out(lower_is_positive: bool) -> None:
    random = np.random.default_rng(8)
    y = random.random(4_000) < 0.4
    s = random.normal(1.5 * y) * (-1 if lower_is_positive else 1)
    exact = tc.evaluate(y, s, lower_is_positive=lower_is_positive)
    rows = pl.LazyFrame({"y": y, "s": s})
    cells = tc.evaluate(rows, label="y", score="s", resolution=32, lower_is_positive=lower_is_positive)
    inside = 0
    for threshold in (*np.quantile(s, np.linspace(0.01, 0.99, 40)), *cells.table.scores, 0.5, -99.0, 99.0):
        found, wanted = cells.at(threshold), exact.at(threshold)
        inside += any(found.unsure)
        assert found.counts.tp <= wanted.counts.tp <= found.counts.tp + found.unsure[0]
        assert found.counts.fp <= wanted.counts.fp <= found.counts.fp + found.unsure[1]
        for name in ("recall", "fpr", "precision", "accuracy", "f1", "mcc", "kappa", "lr_plus"):
            low, high = found.possible(name)
            value = wanted.metric(name).value
            assert value is None or low - 1e-12 <= value <= high + 1e-12, (threshold, name)
        if not any(found.unsure):
            assert found.counts == wanted.counts
            assert "inside a cell" not in found._repr_html_()
    assert inside > 20
    assert not any(any(cells.at(threshold).unsure) for threshold in (*cells.table.scores, 0.5))


def test_a_card_of_a_threshold_inside_a_cell_says_so() -> None:
    scores = np.random.default_rng(1).normal(size=400)
    cells = tc.evaluate(pl.LazyFrame({"y": [1, 0] * 200, "s": scores}), label="y", score="s", resolution=16)
    point = next(point for point in map(cells.at, scores) if any(point.unsure))
    assert "inside a cell of scores counted together: up to" in point._repr_html_()


def test_no_threshold_of_a_table_parts_a_cell_of_amounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 200)  # the scores of all groups do not fit
    random = np.random.default_rng(9)
    worth = np.where(random.random(4000) < 0.3, 0.0, random.lognormal(3, 2, 4000))
    table = rows().with_columns(pl.Series("worth", worth), pl.Series("part", random.integers(0, 7, 4000)))
    found = tc.evaluate(table.lazy(), label="y", score="a", amount="worth", group="part", resolution=32)
    exact = tc.evaluate(table, label="y", score="a", amount="worth", group="part")
    for models, known in (
        (found.by_model, exact.by_model),
        *zip(found.by_group.values(), exact.by_group.values(), strict=True),
    ):
        model = models["a"]
        assert model.table.ends is not None
        for threshold in model.table.scores.tolist():
            assert model.amounts["worth"].cell_split_by(threshold) is None
            there, here = (one.amounts_at(threshold)["worth"] for one in (model, known["a"]))
            assert (there.tp, there.fp, there.fn, there.tn) == pytest.approx((here.tp, here.fp, here.fn, here.tn))


@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_cells_of_amounts_are_loaded_as_they_were_saved(lower_is_positive: bool, tmp_path: Path) -> None:
    random = np.random.default_rng(9)
    worth = np.where(random.random(4000) < 0.5, 0.0, random.lognormal(3, 2, 4000))  # cells of fewer rows are narrower
    table = rows().with_columns(pl.Series("worth", worth)).lazy()
    asked = {"amount": "worth", "lower_is_positive": lower_is_positive}
    found = tc.evaluate(table, label="y", score="a", resolution=32, **asked)
    found.save(tmp_path / "found.tc")
    assert tc.load(tmp_path / "found.tc").model.amounts["worth"] == found.model.amounts["worth"]
    elsewhere = tc.evaluate(table.with_columns(pl.col("a") * 3), label="y", score="a", resolution=32, **asked)
    by_model = {"a": replace(found.model, amounts=elsewhere.model.amounts)}
    replace(found, by_model=by_model).save(tmp_path / "other.tc")
    with pytest.raises(TruecutError, match="counts other rows than the table"):
        tc.load(tmp_path / "other.tc")
