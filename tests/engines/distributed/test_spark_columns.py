"""What pipelines of Spark leave behind: vectors, structs, names with dots, views."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import truecut as tc
from truecut.errors import BadCall, UnreadableSource

P = [0.9, 0.2, 0.6, 0.7]


def scored(spark: Any) -> Any:
    from pyspark.ml.linalg import Vectors
    from pyspark.sql import Row

    rows = [
        Row(y=float(y), probability=Vectors.dense([1 - p, p]), listed=[1 - p, p], m=Row(p=p, q=1.0), three=[p, p, p])
        for y, p in zip([1, 0, 1, 0], P, strict=True)
    ]
    return spark.createDataFrame(rows)


def test_vectors_arrays_and_fields_of_structs_are_scores(spark: Any) -> None:
    here = tc.evaluate([1, 0, 1, 0], P).table
    frame = scored(spark)
    for column in ("probability", "listed", "m.p"):
        found = tc.evaluate(frame, label="y", score=column)
        assert found.table == here
        said = "the second element of its vectors, that of label 1" in " ".join(found.read.inferred)
        assert said == (column != "m.p")
    with pytest.raises(BadCall, match="score of label 1, but 0"):
        tc.evaluate(frame, label="y", score="probability", positive=0)
    with pytest.raises(UnreadableSource, match="'three' holds vectors of 3 elements"):
        tc.evaluate(frame, label="y", score="three")


def test_views_are_dropped_and_never_shared(spark: Any) -> None:
    def views() -> set[str]:
        return {table.name for table in spark.catalog.listTables() if table.name.startswith("rows_of_truecut")}

    gc.collect()
    before = views()
    first = tc.evaluate(scored(spark), label="y", score=["probability", "m.q"])
    second = tc.evaluate(scored(spark).limit(2), label="y", score=["probability", "m.q"])
    assert len(views() - before) == 2
    assert first.compare() and second.read.rows == 2  # asked later, each asks its own rows
    del first, second
    gc.collect()
    assert views() == before
