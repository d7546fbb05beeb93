"""A role or an option is declared once, and reaches Python, the command line, files, arrays and engines by that."""

import inspect
from dataclasses import replace

import click
import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.design import Sampling
from truecut.catalogue.model import DEFAULT_THRESHOLD
from truecut.cli.main import truecut
from truecut.counting.countable import Weights
from truecut.data.request import DECLARED, OPTIONS, ROLES, Form, Missing, Reading, Roles
from truecut.engines.which import engine_of
from truecut.errors import BadCall
from truecut.evaluation.arguments import request_of
from truecut.evaluation.from_data import opened
from truecut.readers.frames import from_frame

EVALUATE = inspect.signature(tc.evaluate).parameters
NAMED = [role for role in ROLES if role.keyword]
KEYWORDS = [one.keyword for one in DECLARED if one.keyword]
BY_NAME = {one.name: one for one in DECLARED}
WITHOUT_ROWS = ("adjust", "explain", "quiz", "metrics", "example", "completion")
READING_ROWS = [name for name in truecut.list_commands(None) if name not in WITHOUT_ROWS]


def test_the_arguments_of_evaluate_are_those_that_are_declared():
    assert sorted(EVALUATE) == sorted(["data", "scores", *KEYWORDS])


@pytest.mark.parametrize("option", [one for one in OPTIONS if one.keyword], ids=lambda one: one.keyword)
def test_an_option_has_the_same_default_in_python_as_declared(option):
    assert EVALUATE[option.keyword].default == option.default == getattr(Reading(), option.name)


def test_choices_are_those_of_the_enumerations():
    assert BY_NAME["missing"].choices == tuple(Missing)
    assert BY_NAME["design"].choices == tuple(Sampling)
    assert BY_NAME["weights_are"].choices == (Weights.IMPORTANCE, Weights.REPEATED)
    assert Reading().threshold_of("any") == DEFAULT_THRESHOLD


@pytest.mark.parametrize("command", READING_ROWS)
def test_a_command_that_reads_rows_has_every_declared_option(command):
    options = {param.name: param for param in truecut.get_command(None, command).params}
    for one in DECLARED:
        if one.flag:
            assert one.flag in options[one.name].opts
            assert options[one.name].help == one.help
            if one.choices:
                assert isinstance(options[one.name].type, click.Choice)


TABLE = {
    "label": [1, 0, 1, 0],
    "scores": [0.9, 0.2, 0.6, 0.7],
    "predicted": [1, 0, 1, 1],
    "groups": ["a", "a", "b", "b"],
    "amounts": [1.0, 2.0, 3.0, 4.0],
    "weight": [1.0, 2.0, 1.0, 1.0],
    "cluster": [1, 1, 2, 2],
    "fold": ["a", "a", "b", "b"],
    "class_scores": [0.5, 0.5, 0.5, 0.5],
    "id": [7, 8, 9, 10],
    "shown": [1.5, 2.5, 3.5, 4.5],
}


@pytest.mark.parametrize("role", NAMED, ids=lambda role: role.name)
def test_every_role_that_a_keyword_names_is_read_from_a_table(role):
    names = {"yes": role.name} if role.form == Form.COLUMN_BY_CLASS else role.name
    request = request_of(from_frame(TABLE), **{"label": "label", "score": "scores", role.keyword: names})
    (column,) = opened(request).roles.of(role.name)
    assert column.name == role.name
    assert column.values.tolist() == from_frame(TABLE).read((role.name,))[role.name].values.tolist()


@pytest.mark.parametrize("role", [role for role in NAMED if role.array], ids=lambda role: role.name)
def test_every_role_that_can_be_an_array_is_read_from_one(role):
    request = request_of(TABLE["label"], TABLE["scores"], **{role.keyword: np.asarray(TABLE[role.name])})
    (column,) = opened(request).roles.of(role.name)
    assert (column.name, len(column)) == (role.array, 4)


@pytest.mark.parametrize(
    "role", [role for role in ROLES if role.keyword and not role.array], ids=lambda role: role.name
)
def test_other_roles_are_refused_beside_arrays(role):
    names = {"yes": "x"} if role.form == Form.COLUMN_BY_CLASS else "x"
    with pytest.raises(BadCall, match=f"leave out .*{role.keyword}"):
        tc.evaluate(TABLE["label"], TABLE["scores"], **{role.keyword: names})


@pytest.mark.parametrize("role", NAMED, ids=lambda role: role.name)
def test_an_engine_counts_by_a_role_or_says_that_it_needs_the_rows(role):
    polars = pytest.importorskip("polars")
    asked = {"label": "label", "score": "scores", role.keyword: role.name}
    if role.name == "class_scores":
        asked |= {"score": (), "class_scores": {"1": role.name}, "positive": 1}
    table = polars.DataFrame(TABLE).lazy()
    if not role.on_engines:
        with pytest.raises(BadCall, match=role.noun):
            tc.evaluate(table, resolution="exact", **asked)
        return
    seen = []
    engine = engine_of(table, is_asked=True)
    tc.evaluate(replace(engine, ask=lambda question: seen.append(str(question)) or engine.ask(question)), **asked)
    assert any(f'"{role.name}"' in question for question in seen)


@pytest.mark.parametrize("one", [one for one in DECLARED if one.flag], ids=lambda one: one.flag)
def test_every_declared_option_contradicts_four_counts(one, run):
    typed = {Form.FLAG: [], Form.COLUMN_BY_CLASS: ["a=b"]}.get(one.form, [one.choices[-1] if one.choices else "x"])
    outcome = run("report", "--counts", "tp=3,fn=1,fp=1,tn=3", one.flag, *typed)
    assert outcome.code == 2
    assert f"leave out {one.flag}." in outcome.err


def test_an_argument_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="wieght"):
        tc.compare([1, 0], {"a": [1, 2], "b": [1, 2]}, wieght=[1, 1])


def test_roles_are_listed_in_the_order_in_which_they_are_declared():
    roles = Roles("y", {"a": "a"}, weight="w", groups={"g": "g"}, id="i")
    assert roles.all == ("y", "a", "g", "w", "i")
    assert roles.counted == ("y", "a", "g", "w")
