"""Rows worth looking at, against a plain sort of all rows, by every way in; and where there are none, a sentence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.decisions.rows_to_look_at import LONGEST, RowsToLookAt
from truecut.errors import BadCall

LABELS = [1, 0, 1, 0, 1, 0, 0, 1]
SCORES = [0.9, 0.8, 0.1, 0.2, 0.5, 0.5, 0.95, 0.5]
NAMES = ["a", "b", "c", "d", "e", "f", "g", None]


def looked_at(e, most=3, name="scores", cut=0.5, **how):
    return RowsToLookAt(e.at_hand, most).of_model(name, cut, **how)


def numbers(rows):
    return [row.number for row in rows]


def test_the_most_confident_mistakes_come_first():
    found = looked_at(tc.evaluate(LABELS, SCORES))
    assert numbers(found.alarms) == [7, 2, 6]
    assert numbers(found.misses) == [3, 5, 8]
    assert numbers(found.nearest) == [5, 6, 8]


def test_low_scores_may_be_the_positive_ones():
    found = looked_at(tc.evaluate(LABELS, SCORES, lower_is_positive=True))
    assert numbers(found.alarms) == [4, 6, 2]
    assert numbers(found.misses) == [1, 5, 8]


rows = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])), min_size=2, max_size=40)


@given(rows, st.integers(1, 6), st.booleans(), st.sampled_from([0.1, 0.5, 0.75]))
def test_mistakes_at_every_threshold_are_the_first_of_one_list(drawn, most, lower, cut):
    labels, scores = map(list, zip(*drawn, strict=True))
    e = tc.evaluate(labels, scores, lower_is_positive=lower, classes=[False, True])
    found = looked_at(e, most, cut=cut)

    def is_flagged(score):
        return score <= cut if lower else score >= cut

    for positive, listed in ((False, found.alarms), (True, found.misses)):
        sign = 1 if positive == (not lower) else -1
        wrong = [i for i in range(len(labels)) if labels[i] == positive and is_flagged(scores[i]) != positive]
        expected = sorted(wrong, key=lambda i: sign * scores[i])[:most]
        shown = [row.number - 1 for row in listed if is_flagged(row.score) != positive]
        assert shown == expected
    nearest = sorted(range(len(labels)), key=lambda i: abs(scores[i] - cut))[:most]
    assert sorted(row.number - 1 for row in found.nearest) == sorted(nearest)


def test_ids_and_columns_stand_beside_the_rows_whatever_they_are(tmp_path):
    text = "y,p,id,zip,age\n" + "\n".join(
        f"{y},{p},{i or ''},0{n}134,{30 + n}" for n, (y, p, i) in enumerate(zip(LABELS, SCORES, NAMES, strict=True))
    )
    path = tmp_path / "rows.csv"
    path.write_text(text)
    from_file = looked_at(tc.evaluate(str(path), label="y", score="p", id="id", show=["zip", "age"]), name="p")
    zips, ages = [f"0{n}134" for n in range(8)], [30 + n for n in range(8)]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"y": LABELS, "p": SCORES, "id": NAMES, "zip": zips, "age": ages})
    from_frame = looked_at(tc.evaluate(frame, label="y", score="p", id="id", show=["zip", "age"]), name="p")
    arrays = tc.evaluate(LABELS, {"p": SCORES}, id=NAMES, show={"zip": zips, "age": ages})
    from_arrays = looked_at(arrays, name="p")
    assert from_file.alarms == from_frame.alarms == from_arrays.alarms
    assert from_file.misses == from_frame.misses == from_arrays.misses
    assert (from_file.id, from_file.columns) == ("id", ("zip", "age"))
    assert from_file.misses[2].id is None
    assert from_file.alarms[0].shown == ("06134", "36")


def test_a_score_may_be_shown_and_is_still_a_score(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n1,0.9\n0,0.2\n1,0.4\n0,0.7\n")
    found = looked_at(tc.evaluate(str(path), show=["y", "p"]), name="p")
    assert found.alarms[0].shown == ("0", "0.7")


def test_rows_without_weight_are_not_shown():
    found = looked_at(tc.evaluate(LABELS, SCORES, weight=[1, 0, 0, 1, 1, 1, 1, 1]))
    assert numbers(found.alarms) == [7, 6, 4]
    assert numbers(found.misses) == [5, 8, 1]


def test_rows_keep_their_numbers_where_others_are_dropped():
    e = tc.evaluate([1, 0, None, 0], [0.2, 0.1, 0.5, 0.9], missing="drop", id=["a", "b", "c", "d"])
    found = looked_at(e)
    assert [(row.number, row.id) for row in found.alarms] == [(4, "d"), (2, "b")]


def test_hard_predictions_show_their_mistakes_in_the_order_of_the_rows():
    e = tc.evaluate([1, 0, 1, 0], predicted=[0, 1, 1, 1])
    found = looked_at(e, name="predicted", cut=None, is_hard=True)
    assert (numbers(found.alarms), numbers(found.misses), found.nearest) == ([2, 4], [1], ())


def test_infinite_scores_are_the_most_confident():
    found = looked_at(tc.evaluate([0, 1, 0, 1], [np.inf, -np.inf, 0.0, 1.0]), cut=0.5)
    assert numbers(found.alarms) == [1, 3]
    assert numbers(found.misses) == [2, 4]
    assert numbers(found.nearest) == [1, 4, 3]


def test_values_are_safe_to_show_and_not_too_long():
    e = tc.evaluate([0, 1], [0.9, 0.1], id=["x\u202ey", "z" * 5000])
    found = looked_at(e)
    assert found.alarms[0].id == "x\\u202ey"
    assert len(found.misses[0].id) == LONGEST


@pytest.mark.parametrize("most", [-1, 1001])
def test_a_page_carries_a_number_of_rows_that_people_read(most):
    with pytest.raises(BadCall, match="1 to 1,000 rows of each kind"):
        tc.evaluate(LABELS, SCORES).html(rows=most)


def test_columns_of_another_length_are_refused():
    with pytest.raises(tc.TruecutError, match="'ids' has 3"):
        tc.evaluate(LABELS, SCORES, id=["a", "b", "c"])


def test_where_rows_are_not_at_hand_a_sentence_says_so(tmp_path):
    e = tc.evaluate(LABELS, SCORES, group=list("aabbaabb"))
    e.save(tmp_path / "saved.truecut")
    lazy = pytest.importorskip("polars").DataFrame({"y": LABELS, "p": SCORES}).lazy()
    counted = (
        tc.load(tmp_path / "saved.truecut"),
        tc.evaluate(lazy, label="y", score="p", resolution="exact"),
        tc.evaluate(e.model.table),
        e.groups["a"],
        e.without_group("a"),
    )
    for one in counted:
        with pytest.raises(BadCall, match="not at hand"):
            one.html(rows=3)


def test_the_rows_of_one_model_and_of_another_situation_are_still_at_hand():
    e = tc.evaluate(LABELS, {"a": SCORES, "b": SCORES[::-1]})
    assert '"looked_at":{"most":2' in e.models["b"].given(cost={"fp": 1, "fn": 3}).html(rows=2)


def test_a_page_that_was_not_asked_to_carries_no_rows():
    assert 'looked_at":' not in tc.evaluate(LABELS, SCORES, id=list("abcdefgh")).html()
