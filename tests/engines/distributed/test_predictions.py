"""Hard predictions are counted where they are, and what is refused in memory is refused there too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.engines.distributed.test_same_answer import ROW_NUMBER, assert_same, both, drawn

import truecut as tc
from truecut.errors import TruecutError
from truecut.evaluation.class_evaluation import ClassEvaluation

Hold = Callable[[pl.DataFrame], Any]


def guessed() -> pl.DataFrame:
    """Return rows with predictions of every kind of column that say the same, and others that do not."""
    random = np.random.default_rng(11)
    rows = drawn()
    hit = np.where(random.random(len(rows)) < 0.8, rows["y"], 1 - rows["y"])
    other = np.where(random.random(len(rows)) < 0.7, rows["y"], 1 - rows["y"])
    return rows.with_columns(
        pl.Series("whole", hit),
        pl.Series("real", hit.astype(float)),
        pl.Series("flag", hit == 1),
        pl.Series("word", hit.astype(str)),
        pl.Series("other", other),
    )


OPTIONS = {
    "rows": {},
    "weights": {"weight": "weight"},
    "repeated rows": {"weight": "times", "weights_are": "repeated"},
    "groups": {"group": ["region", "age"]},
    "the other class": {"positive": 0, "weight": "weight", "group": "region"},
    "amounts": {"amount": "worth", "weight": "times"},
    "declared": {"classes": (1, 0)},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_predictions_are_counted_as_in_memory(options: dict[str, Any], hold: Hold) -> None:
    here, there = both(guessed(), hold, label="y", predicted=["whole", "real", "flag", "word", "other"], **options)
    assert_same(here, there)
    assert there.read.predicted == here.read.predicted == ("whole", "real", "flag", "word", "other")
    for name, model in there.by_model.items():
        assert model.is_hard
        assert model.point.counts == here.by_model[name].point.counts
    assert there.by_model["word"].table == there.by_model["flag"].table


def test_predictions_stand_beside_scores_of_the_other_direction_and_are_compared_with_them(hold: Hold) -> None:
    asked = {"label": "y", "score": "margin", "predicted": ["word", "other"], "lower_is_positive": True, "threshold": 3}
    here, there = both(guessed(), hold, **asked)
    assert_same(here, there)
    for pair in (("word", "other"), ("word", "margin")):
        wanted, found = (e.compare().difference("accuracy", *pair) for e in (here, there))
        assert (found.value, found.low, found.high, found.p_value) == pytest.approx(
            (wanted.value, wanted.low, wanted.high, wanted.p_value), rel=1e-12
        )


def test_words_are_predicted_as_they_are_spelled(hold: Hold) -> None:
    rows = pl.DataFrame({"y": ["ham", "spam", "ham", "it's"], "q": ["ham", "it's", "spam", "it's"]})
    here, there = both(rows, hold, label="y", predicted="q", positive="it's")
    assert_same(here, there)
    assert there.model.point.counts == tc.Counts(tp=1, fp=1, fn=0, tn=2)


def test_more_than_two_classes_are_one_matrix(hold: Hold) -> None:
    rows = pl.DataFrame(
        {"y": ["a", "b", "c", "a", "b", None], "q": ["a", "c", "c", "b", "b", "a"], "n": [1, 2, 3, 0, 5, 1]}
    )
    weighed = {"weight": "n", "weights_are": "repeated"}, {"weight": "n"}
    for asked in ({}, *weighed, {"classes": ("c", "d", "b", "a")}):
        here, there = (
            tc.evaluate(data, label="y", predicted="q", missing="drop", **asked, **how)
            for data, how in ((rows, {}), (hold(rows), {"resolution": "exact"}))
        )
        assert isinstance(there, ClassEvaluation)
        assert there.matrix.classes == here.matrix.classes
        assert there.matrix.rows.tolist() == here.matrix.rows.tolist()
        assert there.read == here.read.__class__(**{**vars(here.read), "source": there.read.source})


REFUSED = {
    "typo": ({"q": ["ham", "spam", "sapm"]}, {}),
    "typo of declared classes": ({"q": ["ham", "spam", "sapm"]}, {"classes": ("eggs", "ham", "spam")}),
    "scores": ({"y": [1, 0, 1], "q": [0.25, 1.0, 0.0]}, {}),
    "missing": ({"q": ["ham", None, "spam"]}, {}),
    "no label in common": ({"q": ["x", "y", "z"]}, {}),
    "low scores": ({}, {"lower_is_positive": True}),
    "threshold": ({}, {"threshold": 0.7}),
    "two roles": ({"q": [0, 1, 1], "y": [0, 1, 1]}, {"score": "q"}),
    "clusters of many classes": ({"y": ["a", "b", "c"], "q": ["a", "b", "c"]}, {"cluster": "g"}),
    "unclear": ({}, {"positive": None}),
    "two models of many classes": (
        {"y": ["a", "b", "c"], "q": ["a", "b", "c"], "r": ["a", "a", "c"]},
        {"predicted": ["q", "r"], "positive": None},
    ),
}


@pytest.mark.parametrize(("columns", "options"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_in_memory_is_refused_there(columns: dict[str, Any], options: Any, hold: Hold) -> None:
    rows = pl.DataFrame({"y": ["ham", "spam", "ham"], "q": ["ham", "ham", "spam"], "g": ["x", "y", "x"], **columns})
    usual = {} if "positive" in options or "classes" in options or "cluster" in options else {"positive": rows["y"][1]}
    told = []
    for data, how in ((rows, {}), (hold(rows), {"resolution": "exact"})):
        with pytest.raises(TruecutError) as problem:
            tc.evaluate(data, label="y", **{"predicted": "q", **usual, **options}, **how)
        told.append((type(problem.value), ROW_NUMBER.sub("", str(problem.value))))
    assert told[0] == told[1]
