"""Tables are joined on an id: every id once in every table, and labels that agree."""

import pytest

from truecut.data.request import Roles
from truecut.errors import BadCall, InputError, MissingColumn
from truecut.readers.frames import from_frame
from truecut.readers.joined import ids_of, joined_tables

LEFT = {"case": ["a", "b", "c"], "y": [0, 1, 1], "p": [0.1, 0.9, 0.4]}


def table(**columns):
    return from_frame(columns)


def test_rows_are_matched_by_id_and_not_by_order():
    right = table(case=["c", "a", "b"], p=[0.3, 0.2, 0.8])
    both = joined_tables({"left": table(**LEFT), "right": right}, Roles(id="case"))
    assert both.models == ("left", "right")
    read = both.read(("y", "left", "right", "case"))
    assert read["right"].values.tolist() == [0.2, 0.8, 0.3]
    assert read["left"].values.tolist() == LEFT["p"]
    assert ids_of(read["case"]) == ("a", "b", "c")


def test_a_number_and_its_text_are_the_same_id():
    left = table(case=[1, 2, 3], y=[0, 1, 1], p=[0.1, 0.9, 0.4])
    right = table(case=["3", "2", "1"], p=[0.3, 0.2, 0.8])
    assert joined_tables({"l": left, "r": right}, Roles(id="case")).read(("r",))["r"].values.tolist() == [0.8, 0.2, 0.3]


def test_other_columns_come_from_the_first_table():
    left = table(**LEFT, w=[1.0, 2.0, 3.0])
    both = joined_tables(
        {"l": left, "r": table(case=["b", "a", "c"], p=[1.0, 2.0, 3.0])}, Roles(scores={"p": "p"}, id="case")
    )
    assert "w" in both.column_names
    assert both.read(("w", "l"))["w"].values.tolist() == [1.0, 2.0, 3.0]


def test_a_table_with_several_scores_gives_a_model_for_each():
    right = table(case=["a", "b", "c"], u=[0.1, 0.2, 0.3], v=[0.5, 0.6, 0.7])
    assert joined_tables({"l": table(**LEFT), "r": right}, Roles(id="case")).models == ("l", "r: u", "r: v")


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ({"case": ["a", "b"], "p": [0.1, 0.2]}, "1 id of column 'case' occurs in the table but not in the table: 'c'"),
        ({"case": ["a", "b", "c", "d"], "p": [0.1, 0.2, 0.3, 0.4]}, "'d'; every id must occur once in every file"),
        ({"case": ["a", "b", "c", "c"], "p": [0.1, 0.2, 0.3, 0.4]}, "more than once in the table: 'c'"),
        ({"case": ["a", "b", "c"], "y": [0, 0, 1], "p": [0.1, 0.2, 0.3]}, "disagree on the label of 1 id: 'b'"),
    ],
)
def test_what_does_not_match_is_named(right, said):
    with pytest.raises(InputError) as problem:
        joined_tables({"l": table(**LEFT), "r": table(**right)}, Roles(id="case"))
    assert said in str(problem.value)


def test_a_table_without_the_id_says_so():
    with pytest.raises(MissingColumn, match="has no column 'case'"):
        joined_tables({"l": table(**LEFT), "r": table(id=[1, 2, 3], p=[0.1, 0.2, 0.3])}, Roles(id="case"))


def test_one_table_is_not_joined():
    with pytest.raises(BadCall, match="two tables or more"):
        joined_tables({"l": table(**LEFT)}, Roles(id="case"))
