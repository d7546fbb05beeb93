"""Areas from sums made on an engine are those of the table, to the last digits, with no score sent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import truecut as tc
from truecut import areas

Hold = Callable[[pl.DataFrame], Any]


def drawn(rows: int = 900) -> pl.DataFrame:
    random = np.random.default_rng(11)
    y = random.random(rows) < 0.3
    p = 1 / (1 + np.exp(-random.normal(2.0 * y - 1, 3)))
    p[::7] = np.round(p[::7], 1)  # ties, some with others far away
    return pl.DataFrame({"y": y, "p": p, "margin": random.normal(30.0 * y, 50) - 700, "w": random.integers(0, 5, rows)})


@pytest.mark.parametrize("options", [{}, {"lower_is_positive": True}, {"weight": "w"}], ids=["rows", "low", "weights"])
def test_areas_are_those_of_the_table(options: dict[str, Any], hold: Hold) -> None:
    rows = drawn()
    found = areas(hold(rows), label="y", score=["p", "margin"], **options)
    for name, here in tc.evaluate(rows, label="y", score=["p", "margin"], **options).models.items():
        there, wanted = found[name].roc_auc(), here.metric("roc_auc")
        assert there.value == pytest.approx(wanted.value, rel=1e-13)
        assert found[name].average_precision.value == pytest.approx(here.metric("average_precision").value, rel=1e-13)
        if "weight" in options:
            assert not there.has_interval
        else:
            assert (there.low, there.high) == pytest.approx((wanted.low, wanted.high), rel=1e-11)
            assert there.method == wanted.method


def test_executors_without_python_add_up_in_sql(spark: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "/no/python/here")
    rows = drawn()
    rows.write_parquet(tmp_path / "rows.parquet")
    with pytest.warns(UserWarning, match="PYSPARK_PYTHON"):
        found = areas(spark.read.parquet(str(tmp_path / "rows.parquet")), label="y", score="p")["p"].roc_auc()
    assert found.value == pytest.approx(tc.evaluate(rows, label="y", score="p").metric("roc_auc").value, rel=1e-13)


def test_one_class_has_no_area(hold: Hold) -> None:
    found = areas(hold(pl.DataFrame({"y": [1, 1], "p": [0.2, 0.4]})), label="y", score="p")["p"]
    assert found.roc_auc().undefined == "there are rows of one class only"
    assert found.average_precision.value == 1.0
