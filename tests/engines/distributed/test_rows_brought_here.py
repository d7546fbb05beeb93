"""Questions about rows, asked of an engine: rows that are few enough come here and are as those in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.engines.distributed.test_same_answer import ROW_NUMBER, assert_same, both, drawn

import truecut as tc
from truecut.errors import TruecutError
from truecut.evaluation import Evaluation, distributed

Hold = Callable[[pl.DataFrame], Any]


def visits() -> pl.DataFrame:
    """Return rows of patients, one of whom has a name that is a number elsewhere, in two repeats of three folds."""
    random = np.random.default_rng(23)
    rows = drawn()
    patient = random.integers(0, 60, len(rows))
    return rows.with_columns(
        pl.Series("patient", [f"0{i}" if i < 5 else str(i) for i in patient]),
        pl.Series("bed", patient),
        pl.Series("repeat", np.arange(len(rows)) % 2),
        pl.Series("fold", random.integers(0, 3, len(rows))),
    )


OPTIONS: dict[str, dict[str, Any]] = {
    "clusters": {"cluster": "patient"},
    "clusters by number": {"cluster": "bed", "weight": "times", "weights_are": "repeated"},
    "clusters in groups": {"cluster": "patient", "group": "region", "weight": "weight"},
    "repeats": {"fold": ["repeat", "fold"]},
    "groups within folds": {"fold": "fold", "group": "region"},
    "clusters within folds": {"fold": "fold", "cluster": "bed"},
    "amounts": {"cluster": "bed", "amount": "worth"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_rows_are_the_same_as_in_memory(options: dict[str, Any], hold: Hold) -> None:
    here, there = both(visits(), hold, label="y", score=["p", "margin"], **options)
    assert_same(here, there)
    assert (there.read.clusters, there.read.folds) == (here.read.clusters, here.read.folds)
    for name in ("roc_auc", "recall"):
        wanted, found = (e.models["p"].metric(name) for e in (here, there))
        assert (found.method, found.note) == (wanted.method, wanted.note)
        assert (found.value, found.low, found.high) == pytest.approx((wanted.value, wanted.low, wanted.high), rel=1e-9)
    assert any(line.startswith("rows: 600 came from ") for line in there.read.inferred)


def test_clusters_are_drawn_alike_however_their_rows_came(hold: Hold) -> None:
    here, there = both(visits(), hold, label="y", score="p", cluster="bed")
    wanted, found = (e.metric("recall", interval="bootstrap", replicates=200) for e in (here, there))
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-12)


def test_models_are_compared_by_cluster_and_rows_have_no_numbers(hold: Hold) -> None:
    here, there = both(visits(), hold, label="y", score=["p", "margin"], cluster="bed")
    wanted, found = (e.compare().difference("roc_auc", "p", "margin") for e in (here, there))
    assert (found.value, found.low, found.high, found.p_value) == pytest.approx(
        (wanted.value, wanted.low, wanted.high, wanted.p_value), rel=1e-9
    )
    rows = there.compare().rows
    assert rows is not None
    assert not rows.numbers.any()


def test_groups_of_clusters_are_held_against_the_rest_and_saved(hold: Hold, tmp_path: Path) -> None:
    here, there = both(visits(), hold, label="y", score="p", cluster="bed", group="region")
    there.save(tmp_path / "visits.tc")
    loaded = tc.load(tmp_path / "visits.tc")
    assert isinstance(loaded, Evaluation)
    for group in here.groups:
        wanted = here.without_group(group).metric("recall")
        for found in (there.without_group(group).metric("recall"), loaded.without_group(group).metric("recall")):
            assert (found.value, found.low, found.high) == pytest.approx((wanted.value, wanted.low, wanted.high))
    with pytest.raises(TruecutError, match="not at hand"):
        there.html(rows=3)


def test_more_rows_than_fit_are_refused_unless_asked_for(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 599)
    asked = {"label": "y", "score": "p", "cluster": "bed"}
    held = hold(visits())
    with pytest.raises(TruecutError, match=r"Clusters need the rows, and \w+ holds 600 of them.* resolution='exact'"):
        tc.evaluate(held, resolution="auto", **asked)
    assert tc.evaluate(held, resolution="exact", **asked).read.clusters == 60


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "missing clusters": ({"bed": [None] + [1] * 599}, {}),
    "negative weights": ({"weight": [-1.0] + [1.0] * 599}, {"weight": "weight"}),
    "three labels": ({"y": [0, 1, 2] * 200}, {}),
    "a group without rows": (
        {"region": ["a"] + ["b"] * 599, "weight": [0.0] + [1.0] * 599},
        {"group": "region", "weight": "weight"},
    ),
}


@pytest.mark.parametrize(("columns", "options"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_in_memory_is_refused_there(columns: Any, options: Any, hold: Hold) -> None:
    rows = visits().with_columns(**{name: pl.Series(values) for name, values in columns.items()})
    told = []
    for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"})):
        with pytest.raises(TruecutError) as problem:
            tc.evaluate(data, label="y", score="p", cluster="bed", **options, **how)
        told.append((type(problem.value), ROW_NUMBER.sub("", str(problem.value))))
    assert told[0][0] == told[1][0]
    if "weight" not in columns:
        assert told[0] == told[1]
