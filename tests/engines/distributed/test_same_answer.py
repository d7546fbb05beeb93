"""Every engine gives the table that rows in memory give, exactly, with the same words about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import truecut as tc
from truecut.errors import TruecutError
from truecut.evaluation import Evaluation

Hold = Callable[[pl.DataFrame], Any]
ROW_NUMBER = re.compile(r" \((first in row|the first is \S+ in row|one is) [^)]*\)")


def drawn(rows: int = 600) -> pl.DataFrame:
    random = np.random.default_rng(5)
    y = random.integers(0, 2, rows)
    return pl.DataFrame(
        {
            "y": y,
            "p": np.round(1 / (1 + np.exp(-random.normal(1.5 * y - 1))), 2),
            "margin": random.normal(3.0 * y, 40),
            "weight": random.integers(0, 9, rows) / 8,  # in eighths, so that sums are the same in any order
            "times": random.integers(0, 4, rows),
            "worth": random.integers(1, 90, rows) / 4,
            "region": random.choice(["north", "it's \\ south", 'e"ast'], rows),
            "age": random.integers(3, 6, rows),
        }
    )


def both(rows: pl.DataFrame, hold: Hold, **options: Any) -> tuple[Evaluation, Evaluation]:
    here = tc.evaluate(rows, **options)
    there = tc.evaluate(hold(rows), resolution="exact", **options)
    assert isinstance(here, Evaluation)
    assert isinstance(there, Evaluation)
    return here, there


def assert_same(here: Evaluation, there: Evaluation) -> None:
    assert dict(there.read.dropped) == dict(here.read.dropped)
    same = ("rows", "positive", "negative", "label", "scores", "weight", "weights_are", "groups", "lower_is_positive")
    assert {name: getattr(there.read, name) for name in same} == {name: getattr(here.read, name) for name in same}
    assert there.words == here.words
    assert set(there.by_group) == set(here.by_group)
    for name, model in here.by_model.items():
        assert there.by_model[name].table == model.table
        assert dict(there.by_model[name].amounts) == dict(model.amounts)
    for group, models in here.by_group.items():
        for name, model in models.items():
            assert there.by_group[group][name].table == model.table


OPTIONS = {
    "rows": {},
    "weights": {"weight": "weight"},
    "repeated rows": {"weight": "times", "weights_are": "repeated"},
    "groups": {"group": ["region", "age"]},
    "low scores": {"lower_is_positive": True, "positive": 0, "weight": "weight", "group": "region"},
    "amounts": {"amount": "worth", "weight": "times"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_an_engine_counts_what_is_counted_in_memory(options: dict[str, Any], hold: Hold) -> None:
    assert_same(*both(drawn(), hold, label="y", score=["p", "margin"], **options))


def test_scores_of_every_kind_are_compared_as_they_are(hold: Hold) -> None:
    third = 1 / 3
    rows = pl.DataFrame(
        {
            "kind": ["spam", "ham", "spam", "ham", "spam", "ham"],
            "zeros": [-0.0, 0.0, -0.0, 1.0, -1.0, 5e-324],
            "infinite": [float("inf"), float("-inf"), 0.5, 1.7976931348623157e308, -2.0, float("inf")],
            "single": pl.Series([third, third, 0.1, 0.2, 0.7, 0.1], dtype=pl.Float32),
            "whole": [2**53, 2**53 + 1, 2**53 + 2, -(2**62), 2**62, 2**62 + 1],
            "small": pl.Series([1, 2, 3, 2, 1, -7], dtype=pl.Int32),
            "decimal": pl.Series([Decimal(n) for n in ("0.10", "0.30", "0.10", "0.07", "1.00", "-2.50")]),
            "flag": [True, False, True, True, False, False],
            "halves": [0.5, 1.5, 2.5, -0.5, -1.5, 0.5],
        }
    )
    scores = [name for name in rows.columns if name != "kind"]
    here, there = both(rows, hold, label="kind", score=scores, positive="spam")
    assert_same(here, there)
    assert there.by_model["zeros"].table.scores.tolist() == [1.0, 5e-324, 0.0, -1.0]
    assert there.by_model["whole"].table.scores.tolist()[:2] == [2**62 + 1, 2**62]


LABELS = {
    "flags": [True, False, True, True],
    "whole": pl.Series([1, -1, 1, 1], dtype=pl.Int32),
    "real": [1.0, 0.0, 0.0, 1.0],
    "words": ["yes", "no", "no", "yes"],
    "one label": [1, 1, 1, 1],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS.keys())
def test_labels_are_inferred_as_in_memory(labels: Any, hold: Hold) -> None:
    rows = pl.DataFrame({"y": labels, "p": [0.1, 0.2, 0.3, 0.4]})
    here, there = both(rows, hold, label="y", score="p")
    assert_same(here, there)
    assert there.read.inferred[:-1] == here.read.inferred


def test_of_many_labels_one_can_be_told_from_the_rest(hold: Hold) -> None:
    rows = pl.DataFrame({"y": ["a", "b", "c", "a"], "p": [0.1, 0.2, 0.3, 0.4], "g": [date(2024, 1, 2)] * 4})
    here, there = both(rows, hold, label="y", score="p", positive="a", group="g")
    assert_same(here, there)
    assert there.read.inferred[:-1] == here.read.inferred


def test_missing_values_and_nan_are_left_out_when_asked(hold: Hold) -> None:
    rows = drawn(60).with_columns(
        y=pl.when(pl.int_range(60) == 7).then(None).otherwise(pl.col("y")),
        p=pl.when(pl.int_range(60) < 3).then(float("nan")).otherwise(pl.col("p")),
        weight=pl.when(pl.int_range(60) == 9).then(None).otherwise(pl.col("weight")),
        region=pl.when(pl.int_range(60) == 11).then(None).otherwise(pl.col("region")),
    )
    options = {"score": ["p", "margin"], "weight": "weight", "group": "region", "missing": "drop"}
    assert_same(*both(rows, hold, label="y", **options))


WRONG = {
    "missing": (drawn(50).with_columns(p=pl.when(pl.col("age") == 4).then(None).otherwise("p")), {}),
    "NaN": (drawn(50).with_columns(p=pl.when(pl.col("age") == 4).then(float("nan")).otherwise("p")), {}),
    "all missing": (drawn(9).with_columns(p=pl.lit(None, pl.Float64)), {"missing": "drop"}),
    "negative weight": (drawn(50).with_columns(weight=pl.lit(-1.5)), {"weight": "weight"}),
    "infinite weight": (drawn(50).with_columns(weight=pl.lit(float("inf"))), {"weight": "weight"}),
    "no weight": (drawn(50).with_columns(weight=pl.lit(0.0)), {"weight": "weight"}),
    "three labels": (drawn(50).with_columns(y="age"), {}),
    "two odd labels": (drawn(50).with_columns(y=pl.col("y") + 3), {}),
    "unknown positive": (drawn(50).with_columns(y=pl.lit("no")), {"positive": "yes"}),
    "empty group": (
        drawn(50).with_columns(p=pl.when(pl.col("age") == 4).then(None).otherwise("p")),
        {"group": "age", "missing": "drop"},
    ),
    "no rows": (drawn(50).head(0), {}),
    "no such column": (drawn(50), {"weight": "wieght"}),
}


@pytest.mark.parametrize(("rows", "options"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_in_the_same_sentence(rows: pl.DataFrame, options: dict[str, Any], hold: Hold) -> None:
    with pytest.raises(TruecutError) as here:
        tc.evaluate(rows, label="y", score="p", **options)
    held = hold(rows)
    with pytest.raises(TruecutError) as there:
        tc.evaluate(held, label="y", score="p", resolution="exact", **options)
    assert there.type is here.type
    assert _plain(there.value) == _plain(here.value)


def _plain(error: TruecutError) -> str:
    """Return the sentence without row numbers, which engines have none of, and without the name of the table."""
    sentence = ROW_NUMBER.sub("", str(error))
    return re.sub(r"[Tt]he (table|query|(Spark|Dask) table|DuckDB relation|Polars frame)", "the table", sentence)


def test_columns_are_found_by_name_and_never_by_looking_at_rows(hold: Hold) -> None:
    named = tc.evaluate(hold(drawn()), resolution="auto")
    assert isinstance(named, Evaluation)
    assert named.read.label == "y"
    assert named.read.scores == ("p",)
    held = hold(drawn().rename({"y": "churned"}))
    with pytest.raises(tc.errors.InputError, match="name them with label= and score="):
        tc.evaluate(held, resolution="auto")


def test_a_table_counted_on_an_engine_and_one_from_a_file_add_up(hold: Hold, tmp_path: Path) -> None:
    rows = drawn()
    path = tmp_path / "the rest.csv"
    rows.tail(350).write_csv(path)
    there = tc.evaluate(hold(rows.head(250)), label="y", score="margin", resolution="exact")
    here = tc.evaluate(path, label="y", score="margin")
    both_counted = tc.evaluate(there.table + here.table)
    at_once = tc.evaluate(tc.evaluate(rows, label="y", score="margin").table)
    assert both_counted.table == at_once.table
    page = both_counted.html()
    assert payload(page)["models"][0]["cuts"]
    assert page == at_once.html()
    assert (both_counted.rows, both_counted.metric("roc_auc")) == (600, at_once.metric("roc_auc"))


def payload(page: str) -> dict[str, Any]:
    """Return the numbers that a report carries."""
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))
