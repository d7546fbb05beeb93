"""Roles are inferred where there is no doubt, said when they are, and asked for otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from named_roles import named
from truecut.data.columns import Column, Source
from truecut.data.roles import find_roles
from truecut.errors import InputError, MissingColumn
from truecut.readers.frames import from_frame

LABELS = [0, 1, 1]
SCORES = [0.5, 0.25, 0.75]
IDS = [11, 12, 13]


@dataclass(frozen=True)
class Found:
    """The roles that were looked for, as names."""

    label: str
    scores: tuple[str, ...]
    predicted: tuple[str, ...]
    inferred: tuple[str, ...]


def roles(source: Source, others: Sequence[str] = (), **asked: Any) -> Found:
    found = find_roles(source, named(**asked, groups=others))
    return Found(found.roles.label, found.roles.of("scores"), found.roles.of("predicted"), found.inferred)


class NamesOnly:
    """A source that may not be read."""

    name = "big.csv"

    def __init__(self, *names: str) -> None:
        self.column_names = names

    def read(self, names: tuple[str, ...]) -> dict[str, Column]:
        raise AssertionError(f"{names} were read")


def test_what_is_named_is_neither_inferred_nor_read() -> None:
    found = roles(NamesOnly("a", "b", "c"), label="b", scores=["c", "a"])
    assert found == Found("b", ("c", "a"), (), ())


@pytest.mark.parametrize("name", ["label", "Y", "y_true", "Target", "truth", "actual", "class", "outcome"])
def test_a_label_is_known_by_its_name_without_reading(name: str) -> None:
    found = roles(NamesOnly("id", name, "score"))
    assert found.label == name
    assert found.inferred == (f"label: column {name!r}, by its name", "score: column 'score', by its name")


@pytest.mark.parametrize("name", ["score", "P", "prob", "probability", "y_score", "y_prob", "proba"])
def test_a_score_is_known_by_its_name_without_reading(name: str) -> None:
    assert roles(NamesOnly("y", "x", name)).scores == (name,)


def test_several_scores_are_known_by_their_names() -> None:
    found = roles(NamesOnly("y", "score", "prob"))
    assert found.scores == ("score", "prob")
    assert found.inferred[1] == "scores: columns 'score', 'prob', by their names"


@pytest.mark.parametrize(
    "values",
    [[0, 1, 1], [-1, 1, 1], [0.0, 1.0, 1.0], [True, False, True], ["ill", "well", "ill"], [0, None, 1]],
)
def test_the_only_column_with_two_labels_is_the_label(values: list[object]) -> None:
    found = roles(from_frame({"id": IDS, "diagnosis": values, "model": SCORES}))
    assert found.label == "diagnosis"
    assert found.inferred == (
        "label: column 'diagnosis', the only one that holds two labels",
        "score: column 'model', the only one with decimal numbers",
    )


@pytest.mark.parametrize("values", [[1, 2, 2], [0.5, 0.25, 0.5], ["a", "b", "c"], [1, 1, 1], [None, 1, 1]])
def test_two_other_numbers_or_three_words_are_no_label(values: list[object]) -> None:
    with pytest.raises(InputError, match="None of its columns holds two labels"):
        roles(from_frame({"a": values, "model": SCORES}))


def test_two_possible_labels_are_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        roles(from_frame({"sex": ["f", "m", "m"], "ill": LABELS, "model": SCORES}))
    assert str(caught.value) == (
        "Which column of the table is the label? 'sex', 'ill' could all be it; say it with label=."
        " Its columns are 'sex', 'ill', 'model'."
    )


def test_two_label_names_are_decided_by_their_values_only() -> None:
    assert roles(from_frame({"y": LABELS, "outcome": IDS, "model": SCORES})).label == "y"
    with pytest.raises(InputError, match="'y', 'outcome' could all be it"):
        roles(from_frame({"y": LABELS, "outcome": LABELS, "model": SCORES}))


def test_columns_with_another_role_are_not_the_label() -> None:
    table = from_frame({"sex": ["f", "m", "m"], "ill": LABELS, "guess": LABELS, "model": SCORES})
    found = roles(table, predicted=["guess"], others=["sex"])
    assert found == Found("ill", (), ("guess",), ("label: column 'ill', the only one that holds two labels",))


def test_all_columns_with_decimals_are_scores_except_those_with_another_role() -> None:
    table = from_frame(
        {"id": IDS, "y": LABELS, "new": SCORES, "weight": SCORES, "old": SCORES, "word": ["a", "b", "c"]}
    )
    found = roles(table, others=["weight"])
    assert found.scores == ("new", "old")
    assert found.inferred[1] == "scores: columns 'new', 'old', the ones with decimal numbers"


def test_an_id_is_not_a_score() -> None:
    with pytest.raises(InputError) as caught:
        roles(from_frame({"id": IDS, "age": [30, 40, 50], "y": LABELS}))
    assert "No column left holds decimal numbers; say it with score=," in str(caught.value)


@pytest.mark.parametrize("values", [IDS, ["0.5", "abc", "0.25"]])
def test_the_only_column_left_is_the_score(values: list[object]) -> None:
    found = roles(from_frame({"y": LABELS, "points": values}))
    assert found.scores == ("points",)
    assert found.inferred[1] == "score: column 'points', the only column left"


def test_no_column_left_is_refused() -> None:
    with pytest.raises(InputError, match="holds the scores"):
        roles(from_frame({"y": LABELS}))


@pytest.mark.parametrize("role", ["label", "scores", "predicted", "others"])
def test_a_named_column_that_is_not_there_is_refused_with_a_near_miss(role: str) -> None:
    columns = "modle" if role == "label" else ["modle"]
    with pytest.raises(MissingColumn, match="Did you mean 'model'"):
        roles(from_frame({"y": LABELS, "model": SCORES}), **{role: columns})


def test_more_columns_than_are_held_at_once_are_looked_at() -> None:
    table = from_frame({**{f"x{i}": IDS for i in range(40)}, "ill": LABELS, "model": SCORES})
    assert roles(table).label == "ill"
    assert roles(table).scores == ("model",)
