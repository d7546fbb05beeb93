"""The table of many classes adds up, and holds what rows hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.counting.class_rows import UNSURE, ClassRows, most_likely
from truecut.counting.class_table import ClassTable
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import Incompatible

NAMES = ("a", "b", "c")


@st.composite
def many_rows(draw, least=1):
    number = draw(st.integers(least, 30))
    truth = np.array(draw(st.lists(st.integers(0, 2), min_size=number, max_size=number)), dtype=np.intp)
    eighths = draw(st.lists(st.lists(st.integers(0, 8), min_size=3, max_size=3), min_size=number, max_size=number))
    scores = np.array(eighths, dtype=float) / 8
    return ClassRows(NAMES, truth, most_likely(scores), scores)


def some(rows, kept):
    return ClassRows(rows.classes, rows.truth[kept], rows.answers[kept], rows.scores[kept])


@given(many_rows(least=3))
def test_tables_add_up_in_any_order(rows):
    parts = [ClassTable.from_rows(some(rows, np.arange(len(rows)) % 3 == i)) for i in range(3)]
    whole = ClassTable.from_rows(rows)
    assert parts[0] + parts[1] + parts[2] == whole
    assert parts[2] + (parts[0] + parts[1]) == whole


@given(many_rows())
def test_the_table_of_a_class_is_its_score_table(rows):
    table = ClassTable.from_rows(rows)
    for place in range(3):
        assert table.score_table(place) == ScoreTable.from_rows(rows.truth == place, rows.scores[:, place])
    right = ScoreTable.from_rows(rows.is_right, rows.scores[np.arange(len(rows)), rows.answers])
    assert table.confidence() == right


@given(many_rows(), st.sampled_from([0.0, 0.25, 0.5, 1.1]))
def test_the_matrix_at_a_cut_is_that_of_the_rows(rows, cut):
    cells, unsure = ClassTable.from_rows(rows).matrix(cut)
    given = rows.scores[np.arange(len(rows)), rows.answers] >= cut
    expected = np.zeros((3, 3), int)
    np.add.at(expected, (rows.truth[given], rows.answers[given]), 1)
    assert cells.tolist() == expected.tolist()
    assert unsure.tolist() == np.bincount(rows.truth[~given], minlength=3).tolist()


def small(order=NAMES):
    scores = np.array([[0.5, 0.25, 0.25], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
    return ClassRows(order, np.array([0, 1, 2]), np.array([0, UNSURE, 2]), scores)


def test_classes_in_another_order_are_put_in_order():
    turned = ClassRows(("c", "a", "b"), np.array([1, 2, 0]), np.array([1, UNSURE, 0]), small().scores[:, [2, 0, 1]])
    table = ClassTable.from_rows(small())
    assert ClassTable.from_rows(turned).ordered(NAMES) == table
    assert table + ClassTable.from_rows(turned) == table + table


def test_other_classes_and_other_weights_do_not_add_up():
    table = ClassTable.from_rows(small())
    with pytest.raises(Incompatible, match="class 'd'"):
        table + ClassTable.from_rows(small(("a", "b", "d")))
    weighted = ClassRows(
        NAMES, small().truth, small().answers, small().scores, np.array([1.0, 2.0, 3.0]), Weights.IMPORTANCE
    )
    with pytest.raises(Incompatible, match="weights of kind"):
        table + ClassTable.from_rows(weighted)


def test_losses_and_sums_are_kept():
    rows = small()
    table = ClassTable.from_rows(rows)
    assert table.off.rows == 0
    loss = ((rows.scores - np.eye(3)) ** 2).sum(axis=1)
    assert [table.losses.moments(i, 1)[0] for i in range(3)] == pytest.approx(loss, abs=1e-11)
    halved = ClassRows(NAMES, rows.truth, rows.answers, rows.scores / 2)
    assert (ClassTable.from_rows(halved) + table).off.rows == 3
    assert ClassTable.from_rows(halved).off.most == pytest.approx(0.5)
    assert ClassTable.from_rows(ClassRows(NAMES, rows.truth, rows.answers, rows.scores * 9)).losses is None


def test_rows_without_an_answer_are_counted_apart():
    table = ClassTable.from_rows(small())
    cells, unsure = table.matrix()
    assert cells.trace() == 2
    assert unsure.tolist() == [0, 1, 0]
