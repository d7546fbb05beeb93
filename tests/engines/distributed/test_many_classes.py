"""Scores of many classes on engines: brought here where rows are few, counted there where they are not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.engines.distributed.test_same_answer import ROW_NUMBER

import truecut as tc
from truecut.counting.class_table import ClassTable
from truecut.data.request import Reading, Request, Roles
from truecut.errors import TruecutError
from truecut.evaluation import distributed
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.from_data import evaluated_each
from truecut.inference.many_classes.class_comparison import ClassComparison

Hold = Callable[[pl.DataFrame], Any]
SCORES = {"gut": "p_gut", "it's": "p_its", "c": "p_c"}
ASKED: dict[str, Any] = {"label": "y", "class_scores": SCORES}


def scored(rows: int = 400) -> pl.DataFrame:
    """Return rows of three classes with rounded probabilities that have ties, and weights in eighths."""
    random = np.random.default_rng(17)
    truth = random.integers(0, 3, rows)
    raw = np.exp(random.normal(1.2 * (np.arange(3) == truth[:, None]), 1))
    shares = np.round(raw / raw.sum(axis=1, keepdims=True) * 16) / 16
    columns = {column: shares[:, i] for i, column in enumerate(SCORES.values())}
    return pl.DataFrame(
        {
            "y": np.array(list(SCORES))[truth],
            **columns,
            "margin": random.normal(size=rows),
            "never": np.full(rows, -1.0),
            "q": np.array(list(SCORES))[random.integers(0, 3, rows)],
            "weight": random.integers(0, 9, rows) / 8,
            "times": random.integers(0, 4, rows),
        }
    )


OPTIONS: dict[str, dict[str, Any]] = {
    "rows": {},
    "weights": {"weight": "weight"},
    "repeated rows": {"weight": "times", "weights_are": "repeated"},
    "predictions": {"predicted": "q"},
    "declared": {"classes": ("c", "gut", "it's")},
    "no probabilities": {"class_scores": {**SCORES, "c": "margin"}},
}


def both(rows: pl.DataFrame, hold: Hold, **options: Any) -> tuple[ClassEvaluation, ClassEvaluation]:
    here, there = tc.evaluate(rows, **options), tc.evaluate(hold(rows), resolution="auto", **options)
    assert isinstance(here, ClassEvaluation)
    assert isinstance(there, ClassEvaluation)
    return here, there


def assert_same_table(here: ClassEvaluation, there: ClassEvaluation) -> None:
    wanted, found = here.table_of_scores, there.table_of_scores
    assert found.off.most == pytest.approx(wanted.off.most, abs=1e-12)
    if wanted.losses is None or found.losses is None:
        assert wanted.losses is found.losses is None
    else:  # sums of doubles against sums of whole numbers of 2**-40
        assert np.array(found.losses.powers) == pytest.approx(np.array(wanted.losses.powers), rel=1e-9)
    same = {"losses": None, "off": replace(wanted.off, most=0.0)}
    assert found.off.rows == wanted.off.rows
    assert replace(found, **same) == replace(wanted, **same)
    assert there.matrix.rows.tolist() == here.matrix.rows.tolist()
    assert (there.matrix.is_ordered, there.matrix.is_weighted) == (here.matrix.is_ordered, here.matrix.is_weighted)


def assert_same_estimate(here: ClassEvaluation, there: ClassEvaluation, name: str) -> None:
    wanted, found = here.metric(name), there.metric(name)
    assert (found.undefined, found.method, found.note) == (wanted.undefined, wanted.method, wanted.note)
    for part in ("value", "low", "high"):
        number = getattr(wanted, part)
        assert getattr(found, part) == (None if number is None else pytest.approx(number, rel=1e-9))


def assert_same_read(here: ClassEvaluation, there: ClassEvaluation) -> None:
    left = {"source": there.read.source, "inferred": there.read.inferred}
    assert there.read == replace(here.read, **left)
    assert [line for line in there.read.inferred if not line.startswith(("rows:", "counting:"))] == list(
        here.read.inferred
    )


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_few_rows_come_here_and_are_what_they_are_in_memory(options: dict[str, Any], hold: Hold) -> None:
    here, there = both(scored(), hold, **{**ASKED, **options})
    assert_same_table(here, there)
    assert_same_read(here, there)
    assert any(line.startswith("rows: 400 came from ") for line in there.read.inferred)
    for name in ("roc_auc", "accuracy"):
        assert_same_estimate(here, there, name)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_many_rows_stay_there_and_make_the_same_table(
    options: dict[str, Any], hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 399)
    rows = scored()
    if "margin" in {**ASKED, **options}["class_scores"].values():
        rows = rows.with_columns(pl.col("margin").round(1))
    here, there = both(rows, hold, **{**ASKED, **options})
    assert there.rows is None
    assert_same_table(here, there)
    assert_same_read(here, there)
    for place in range(3):
        assert there.by_class[here.matrix.classes[place]].table == here.by_class[here.matrix.classes[place]].table
    # How far Brier scores of rows that differ in importance spread takes the rows, which stayed there: the value is
    # told, and why it is alone. A repeated row is as many rows.
    differs = "weight" in options and options.get("weights_are") != "repeated"
    alone = ("brier_multiclass",) if differs else ()
    for name in ("log_loss", "brier_multiclass", "top_k_accuracy", "kappa"):
        if name not in alone:
            assert_same_estimate(here, there, name)
    for name in alone:
        found = there.metric(name)
        assert float(found) == pytest.approx(float(here.metric(name)), rel=1e-9)
        assert found.low is None and "rows spread" in found.note


def test_too_many_scores_are_refused_with_what_to_do(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 20)
    with pytest.raises(TruecutError, match=r"has more than 20 distinct scores by label.*round them"):
        tc.evaluate(hold(scored()), **ASKED, resolution="auto")


def test_one_class_against_the_rest_is_called_like_the_class(hold: Hold) -> None:
    asked = {**ASKED, "positive": "it's", "weight": "weight", "threshold": 0.25}
    here, there = tc.evaluate(scored(), **asked), tc.evaluate(hold(scored()), resolution="exact", **asked)
    assert there.read.scores == here.read.scores == ("it's",)
    assert there.models["it's"].model.table == here.models["it's"].model.table
    assert there.metric("recall").value == here.metric("recall").value


def test_predictions_of_many_classes_are_compared_on_the_same_rows(hold: Hold) -> None:
    rows = scored().with_columns(pl.col("q").shuffle(seed=3).alias("r"))
    here, there = (
        tc.compare(data, label="y", predicted=["q", "r"], **how)
        for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"}))
    )
    wanted, found = (one.difference("accuracy", "q", "r") for one in (here, there))
    assert (found.value, found.low, found.high, found.p_value) == pytest.approx(
        (wanted.value, wanted.low, wanted.high, wanted.p_value), rel=1e-12
    )


MODELS = {
    "forest": SCORES,
    "tree": {"gut": "t_gut", "it's": "t_its", "c": "t_c"},
}


def with_another_model(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows with a second score for every class: halves of the first, and in every third row any of them."""
    there = rows.with_row_index("row").with_columns(
        pl.when(pl.col("row") % 3 == 0).then(pl.col(column).shuffle(seed=5)).otherwise(pl.col(column) / 2).alias(other)
        for column, other in zip(SCORES.values(), MODELS["tree"].values(), strict=True)
    )
    return there.drop("row")


COMPARED: dict[str, dict[str, Any]] = {
    "rows": {},
    "weights": {"weight": "weight"},
    "repeated rows": {"weight": "times", "weights_are": "repeated"},
    "predictions beside them": {"predicted": "q"},
    "declared": {"classes": ("c", "gut", "it's")},
    "prices": {"cost": {("gut", "c"): 3}},
}


@pytest.mark.parametrize("options", COMPARED.values(), ids=COMPARED.keys())
def test_class_scores_of_several_models_are_compared_there_as_in_memory(options: dict[str, Any], hold: Hold) -> None:
    rows = with_another_model(scored())
    asked: dict[str, Any] = {"label": "y", "class_scores": MODELS, **options}
    here, there = tc.compare(rows, **asked), tc.compare(hold(rows), resolution="auto", **asked)
    assert isinstance(here, ClassComparison) and isinstance(there, ClassComparison)
    assert list(there.models) == list(here.models)
    more = ["mean_cost"] if "cost" in options else []
    more += ["roc_auc", "log_loss", "top_k_accuracy"] if "predicted" not in options else []
    for name in ("accuracy", "f1", "kappa", *more):
        for pair in itertools.combinations(here.models, 2):
            wanted, found = (one.difference(name, *pair) for one in (here, there))
            assert (found.undefined, found.method) == (wanted.undefined, wanted.method)
            for part in ("value", "low", "high", "p_value"):
                number = getattr(wanted, part)
                assert getattr(found, part) == (None if number is None else pytest.approx(number, rel=1e-9, abs=1e-12))


@pytest.mark.parametrize("most", [399, 4000], ids=["counted there", "brought here"])
def test_the_only_model_may_have_a_name(most: int, hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", most)
    here, there = both(scored(), hold, label="y", class_scores={"forest": SCORES}, weight="weight")
    assert_same_table(here, there)
    assert_same_read(here, there)


@pytest.mark.parametrize(
    "options", [{}, {"predicted": "q"}, {"group": "q"}, {"threshold": {"forest": 0.3, "tree": 0.2}}]
)
@pytest.mark.parametrize("resolution", ["exact", "auto"])
def test_one_class_of_several_models_is_compared_there_under_their_names(
    options: dict[str, Any], resolution: str, hold: Hold
) -> None:
    rows = with_another_model(scored())
    asked: dict[str, Any] = {"label": "y", "class_scores": MODELS, "positive": "it's", **options}
    here, there = tc.evaluate(rows, **asked), tc.evaluate(hold(rows), resolution=resolution, **asked)
    assert (there.read.scores, there.read.predicted) == (here.read.scores, here.read.predicted)
    assert list(there.models) == list(here.models)
    assert set(there.groups) == set(here.groups)  # which an engine tells in their own order
    for name in here.models:
        assert there.models[name].model.table == here.models[name].model.table
        assert there.models[name].model.threshold == here.models[name].model.threshold
    for metric in ("roc_auc", "recall"):
        wanted, found = (one.compare().difference(metric, "forest", "tree") for one in (here, there))
        assert (found.value, found.low, found.high, found.p_value) == pytest.approx(
            (wanted.value, wanted.low, wanted.high, wanted.p_value), rel=1e-9
        )


def test_models_that_share_the_column_of_a_class_are_equal_there_too(hold: Hold) -> None:
    rows = with_another_model(scored())
    asked: dict[str, Any] = {
        "label": "y",
        "class_scores": {**MODELS, "twin": {**MODELS["tree"], "c": SCORES["c"]}},
        "positive": "c",
    }
    for one in (tc.compare(rows, **asked), tc.compare(hold(rows), resolution="auto", **asked)):
        assert one.difference("roc_auc", "forest", "twin").value == 0


def test_more_rows_of_several_models_than_come_here_are_refused_with_what_to_do(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 399)
    rows = with_another_model(scored())
    with pytest.raises(TruecutError, match=r"Scores of every class need the rows.*400.*resolution='exact'"):
        tc.compare(hold(rows), label="y", class_scores=MODELS, resolution="auto")
    assert tc.compare(hold(rows), label="y", class_scores=MODELS, resolution="exact").models


def test_pages_of_several_models_are_made_of_rows_of_an_engine(hold: Hold) -> None:
    rows = with_another_model(scored())
    roles = Roles(label="y", class_models=MODELS)
    pages = []
    for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"})):
        found = evaluated_each(Request(data, roles, Reading(**how)))
        assert isinstance(found, dict)
        first, *others = found.items()
        pages.append(first[1].html(beside=dict(others), name=first[0]))
    assert len(pages[1]) == pytest.approx(len(pages[0]), rel=0.02)
    assert all("forest" in page and "tree" in page for page in pages)


OF_MODELS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "several models of one matrix": ({}, {}),
    "a class without a score": ({}, {"class_scores": {**MODELS, "tree": {"gut": "t_gut", "c": "t_c"}}}),
    "a score of no class": ({}, {"class_scores": {**MODELS, "tree": {**MODELS["tree"], "gutt": "never"}}}),
    "missing": ({"t_c": [None] + [0.25] * 399}, {}),
    "two of one name": ({}, {"class_scores": {**MODELS, "q": SCORES}, "predicted": "q"}),
    "two of one name, of one class": (
        {},
        {"class_scores": {**MODELS, "q": SCORES}, "predicted": "q", "positive": "c"},
    ),
    "scores of two kinds": ({}, {"score": "p_c"}),
    "no such class": ({}, {"positive": "gutt"}),
    "clusters": ({}, {"cluster": "q"}),
}


@pytest.mark.parametrize("ask", [tc.evaluate, tc.compare])
@pytest.mark.parametrize(("columns", "options"), OF_MODELS.values(), ids=OF_MODELS.keys())
def test_what_is_refused_of_several_models_in_memory_is_refused_there(
    ask: Callable[..., Any], columns: dict[str, Any], options: dict[str, Any], hold: Hold
) -> None:
    if ask is tc.compare and not options and not columns:
        return  # which is what a comparison is for
    rows = with_another_model(scored()).with_columns(**{name: pl.Series(values) for name, values in columns.items()})
    told = []
    for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"})):
        with pytest.raises(TruecutError) as problem:
            ask(data, **{"label": "y", "class_scores": MODELS, **options}, **how)
        told.append((type(problem.value), ROW_NUMBER.sub("", str(problem.value))))
    assert told[0] == told[1]


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a class without a score": ({}, {"class_scores": {"gut": "p_gut", "c": "p_c"}}),
    "a score of no class": ({}, {"class_scores": {**SCORES, "gutt": "never"}}),
    "a typo of declared classes": ({}, {"classes": ("c", "gut", "its")}),
    "missing": ({"p_c": [None] + [0.25] * 399}, {}),
    "negative weights": ({"weight": [-1.0] + [1.0] * 399}, {"weight": "weight"}),
    "clusters": ({}, {"cluster": "q"}),
    "low scores": ({}, {"lower_is_positive": True}),
    "scores of two kinds": ({}, {"score": "p_c"}),
    "no such class": ({}, {"positive": "gutt"}),
}


@pytest.mark.parametrize("most", [399, 4000], ids=["counted there", "brought here"])
@pytest.mark.parametrize(("columns", "options"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_in_memory_is_refused_there(
    columns: dict[str, Any], options: dict[str, Any], most: int, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", most)
    rows = scored().with_columns(**{name: pl.Series(values) for name, values in columns.items()})
    told = []
    for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"})):
        with pytest.raises(TruecutError) as problem:
            tc.evaluate(data, **{**ASKED, **options}, **how)
        told.append((type(problem.value), ROW_NUMBER.sub("", str(problem.value))))
    assert told[0][0] == told[1][0]
    if "weight" not in columns:  # the census counts bad weights and names one of them, since rows have no numbers
        assert told[0] == told[1]


def test_groups_are_those_of_memory(hold: Hold) -> None:
    rows = scored()
    here, there = (
        tc.evaluate(data, **ASKED, group="q", **how) for data, how in ((rows, {}), (hold(rows), {"resolution": "auto"}))
    )
    assert set(there.groups) == set(here.groups)
    for name, group in here.groups.items():
        for metric in ("accuracy", "kappa"):
            found, told = there.groups[name].metric(metric), group.metric(metric)
            assert (found.value, found.low, found.high) == pytest.approx((told.value, told.low, told.high), rel=1e-9)


def test_tables_of_parts_counted_there_add_up(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 100)
    rows = scored()
    parts = [tc.evaluate(hold(part), **ASKED, resolution="auto") for part in (rows[:230], rows[230:])]
    whole = tc.evaluate(rows, **ASKED)
    assert isinstance(whole, ClassEvaluation)
    assert isinstance(parts[0].table, ClassTable)  # type: ignore[union-attr]
    assert_same_table(whole, parts[0] + parts[1])  # type: ignore[arg-type, operator]


def test_far_scores_overflow_nowhere(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "MOST_SCORES", 5)
    rows = pl.DataFrame({"y": ["a", "b", "c"] * 2, "a": [1e308] * 6, "b": [1e308, -1e308] * 3, "c": [0.0, 1e200] * 3})
    here, there = both(rows, hold, label="y", class_scores={"a": "a", "b": "b", "c": "c"})
    assert there.rows is None
    assert there.matrix.rows.tolist() == here.matrix.rows.tolist()
    assert there.table_of_scores.ranks == here.table_of_scores.ranks
