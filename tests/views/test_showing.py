"""Every public object, and everything that those return, shows itself and turns into tables: laws over all of them."""

import dataclasses
import enum
import io
import json
import math
import re
from html.parser import HTMLParser

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.public_types import returned_types
from tests.views.everything_shown import everything, sample

import truecut as tc
from truecut.errors import BadCall, UnknownName
from truecut.inference.resampling.draws import Draws
from truecut.views.faces import FACES, FACES_OF_SEVERAL, face_of
from truecut.views.showing.written import limit_columns
from truecut.words.several import Several
from truecut.words.shown import Shown

TAGS = {"div", "span", "b", "table", "tr", "td", "th", "img", "br", "code"}
ATTRIBUTES = {"tabindex", "style", "alt", "src", "width", "height"}
ALL = everything()
each = pytest.mark.parametrize("name", ALL)

# What public methods return and what shows itself in another way, or is no result but what results are made of.
NOT_SHOWN = {
    "AdjustedTest": "a tuple with names",
    "Adjustment": "a way to adjust, in words",
    "Answering": "a tuple with names",
    "Drawing": "shows itself as a picture",
    "LivePage": "shows itself as a page",
    "Origin": "whose a result is, of which its JSON tells",
    "Model": "a table and a threshold: what evaluations are made of",
    "Plots": "the figures, each a method",
    "RankedArea": "a tuple with names",
    "TruecutError": "an error is its sentence",
    "Weights": "a word",
}


# What there is


def test_there_is_an_object_of_every_declared_type():
    shown = {kind.__name__ for thing in ALL.values() for kind in type(thing).__mro__}
    assert set(FACES) - shown == {"Areas", "CrossValidated"}  # of rows on engines, and of estimators
    assert set(FACES_OF_SEVERAL) <= {thing.of for thing in ALL.values() if isinstance(thing, Several)} | {
        "Candidate", "ClassMetric", "Gate", "OtherModel"}  # fmt: skip


def test_everything_that_public_methods_return_is_declared():
    results = {one for one in returned_types(beyond=NOT_SHOWN) if not issubclass(one, enum.Enum)}
    assert len(results) > 60
    assert {one.__name__ for one in results if not issubclass(one, Shown)} == set()
    declared = {*FACES, "Several"}
    undeclared = {one.__name__ for one in results if not declared & {kind.__name__ for kind in one.__mro__}}
    assert undeclared == set()


# Lines and texts


@each
def test_a_repr_is_one_short_line(name):
    line = repr(ALL[name])
    assert len(line) <= 400
    assert "\n" not in line
    assert "array(" not in line
    assert not re.search(r"\bNone\b(?! of)", re.sub(r"^(Words|Situation|ClassSituation|Assumed|Price)\(.*", "", line))


@each
def test_a_repr_draws_nothing(name, monkeypatch):
    thing = _fresh(ALL[name])
    monkeypatch.setattr(Draws, "at", lambda *_: pytest.fail("a repr drew rows"))
    repr(thing)


def _fresh(thing):
    """Return an equal object that has found nothing yet."""
    is_evaluation = isinstance(thing, tc.Evaluation | tc.ClassEvaluation | tc.Comparison)
    return dataclasses.replace(thing) if is_evaluation else thing


@each
def test_print_fits_a_terminal(name):
    text = str(ALL[name])
    lines = text.splitlines()
    assert lines
    assert len(lines) <= 400
    assert "\x1b" not in text
    longest = max(map(len, lines))
    assert longest <= 100 or name in {"sweep", "publication", "class decision", "trade-off"}


@each
def test_a_sentence_is_one(name):
    face = face_of(ALL[name])
    assert face.sentence
    assert not re.search(r"\bNone\b(?! of)", face.sentence)  # "None of 168 conventions" is one
    assert "nan" not in face.sentence.split()


# Cards


class Tags(HTMLParser):
    """Which elements and attributes a card has, and whether all are closed."""

    def __init__(self, card: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(card)

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@each
def test_a_card_is_plain_closed_small_and_escaped(name):
    card = ALL[name]._repr_html_()
    tags = Tags(card)
    assert tags.open == []
    assert tags.seen <= TAGS
    assert tags.attributes <= ATTRIBUTES
    assert len(card) < 60_000
    assert "<script" not in card
    assert "http" not in re.sub(r'src="data:[^"]*"', "", card).replace("https://doi.org", "")
    assert not re.search(r"[^-]color:(#fff|#000|white|black)", card)  # text has the page's own colour


@each
def test_a_notebook_gets_the_card_and_the_text(name):
    bundle = ALL[name]._repr_mimebundle_(include=None, exclude=None)
    assert bundle == {"text/html": ALL[name]._repr_html_(), "text/plain": str(ALL[name])}


# Tables


def _plain(cells) -> list:
    return [None if cell is None or cell is pd.NA or cell != cell else cell for cell in cells]


@each
def test_frames_agree(name):
    thing = ALL[name]
    for table in thing.tables:
        pandas, polars = thing.to_pandas(table), thing.to_polars(table)
        assert list(pandas.columns) == polars.columns
        assert len(set(polars.columns)) == len(polars.columns)
        assert len(pandas) == polars.height
        for column in polars.columns:
            assert _plain(pandas[column].tolist()) == _plain(polars[column].to_list()), (table, column)
        read = pd.read_csv(io.StringIO(thing.to_csv(table)), keep_default_na=False, na_values=[""])
        assert list(read.columns) == polars.columns
        assert len(read) == polars.height or polars.width == 1  # a row without any cell is no row of CSV
        for column in (one for one in polars.columns if polars[one].dtype.is_numeric()):
            assert _plain(read[column].tolist()) == _plain(polars[column].to_list()), (table, column)


@each
def test_whoever_speaks_arrow_takes_it(name):
    thing = ALL[name]
    if not isinstance(thing, dict):  # which both take for columns by name
        assert pa.table(thing).num_rows == thing.to_polars().height
        assert pl.DataFrame(thing).equals(thing.to_polars())


@each
def test_data_are_strict_json(name):
    thing = ALL[name]
    data = json.loads(thing.to_json(), parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert data["version"] == 1
    assert data["truecut"]
    json.dumps(thing.to_dict(), allow_nan=False)
    assert thing.to_markdown().strip()


@each
def test_a_value_lies_in_the_interval_beside_it(name):
    for grid in face_of(ALL[name]).shown_grids:
        for column in grid.names:
            both = limit_columns(grid, column)
            if not both or grid.name == "chance":
                continue
            for value, low, high in zip(*(grid.column(one) for one in (column, *both)), strict=True):
                if None not in (value, low, high):
                    slack = 1e-9 * max(1, abs(value)) if math.isfinite(value) else 0
                    assert low - slack <= value <= high + slack or name in _AROUND_A_BAND, (grid.name, column)


_AROUND_A_BAND = {"calibration", "reliability curve"}  # a consistency band lies around the diagonal, not the curve


def test_metrics_become_columns_of_pandas():
    metrics = tc.evaluate(sample(), label="y", score="good").metrics()
    frame, recall = pd.DataFrame(metrics), metrics["recall"]
    assert list(frame.columns) == list(metrics)
    assert frame["recall"].tolist() == [recall.value, recall.low, recall.high]
    assert (frame.dtypes == "float64").all()
    assert metrics.to_frame().set_index("metric").loc["recall", "high"] == recall.high
    value, low, high = recall
    assert low < value < high
    assert dict(metrics)["recall"] == recall
    assert metrics["sensitivity"] is recall
    assert "f2" not in metrics
    with pytest.raises(BadCall, match="cannot be set"):
        metrics["recall"] = 1
    with pytest.raises(UnknownName, match="No metric is called 'reca'"):
        metrics["reca"]


def test_a_table_that_is_not_there_names_those_that_are():
    e = tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7])
    with pytest.raises(BadCall, match="There is no table 'curves' here; there are 'models', 'metrics', 'findings'"):
        e.to_frame("curves")
    with pytest.raises(BadCall, match="backend is 'pandas', 'polars' or 'pyarrow', not 'arrow'"):
        e.to_frame(backend="arrow")
    assert isinstance(e.to_frame(backend="pyarrow"), pa.Table)
    assert isinstance(e.to_frame(), pd.DataFrame)


# Numbers, sequences, checks


def test_numbers_act_as_numbers():
    e = tc.evaluate([1, 0, 1, 1, 0], [0.9, 0.4, 0.6, 0.3, 0.1])
    recall = e.metric("recall")
    assert f"{recall:.3f}" == "0.667"
    assert f"{recall:.1%}" == "66.7%"
    assert round(recall, 2) == 0.67
    assert recall > 0.5
    assert recall <= e.metric("precision")
    assert sorted([e.metric("precision"), recall], key=float) == [recall, e.metric("precision")]
    import numpy as np

    assert np.asarray([recall, e.metric("precision")], dtype=float).tolist() == [2 / 3, 1.0]
    assert np.float64(recall) == 2 / 3
    with pytest.raises(TypeError, match="compared with a number"):
        _ = recall > "0.5"


def test_an_undefined_number_hides_nowhere():
    undefined = tc.evaluate([1, 1], [0.2, 0.8]).metric("roc_auc")
    assert f"{undefined:.3f}" == "–"
    assert math.isnan(float(undefined))
    assert math.isnan(round(undefined, 2))
    assert not undefined > 0
    assert not undefined <= 0
    assert "undefined" in repr(undefined)


def test_an_estimate_knows_its_metric():
    e = tc.evaluate([1, 0, 1, 1, 0], [0.9, 0.4, 0.6, 0.3, 0.1])
    assert e.metric("sensitivity").metric == "recall"
    assert {name: value.metric for name, value in e.metrics().items()} == {name: name for name in e.metrics()}
    assert e.at(0.5).metric("recall").metric == "recall"
    assert tc.confusion([1, 2, 3], [1, 2, 2]).metric("f1", "macro").metric == "f1"


def test_a_check_is_true_only_if_passed():
    e = tc.evaluate(sample(), label="y", score="good")
    assert not tc.check(e, ["recall >= 0.9999"])
    assert tc.check(e, ["recall >= 0.01"])


def test_an_evaluation_is_not_made_of_labels_and_scores():
    with pytest.raises(BadCall, match=r"Evaluations are made by tc\.evaluate\(labels, scores\)"):
        tc.Evaluation([1, 0], [0.9, 0.1])
    with pytest.raises(TypeError):
        tc.Cost(10, 1)


def test_several_are_as_good_as_a_tuple():
    found = ALL["differences"]
    assert found == tuple(found)
    assert tuple(found) == found
    assert hash(found) == hash(tuple(found))
    assert isinstance(found[:1], Several)
    assert len(found + found) == 2 * len(found)


def test_the_repr_of_what_users_write_is_the_call():
    cost = tc.Cost(fp=1, fn="5 + 0.8 * amount")
    assert repr(cost) == "Cost(fp=1, fn='5 + 0.8 * amount')"
    assert eval(repr(cost), {"Cost": tc.Cost}) == cost
    assert repr(tc.counts(tp=30, fp=5, fn=10, tn=55).counts) == "Counts(tp=30, fp=5, fn=10, tn=55)"


def test_what_lies_beneath_an_evaluation_is_told_in_a_line_too():
    found = tc.evaluate(sample(), label="y", score=["good", "poor"], group="region")
    for beneath in found.models.values():
        for name in ("model", "at_hand", "by_model", "by_group", "table", "read", "words", "situation"):
            thing = getattr(beneath, name)
            each_of_them = list(thing.values()) if isinstance(thing, dict) else [thing]
            assert all(len(repr(one)) <= 400 for one in each_of_them), name
