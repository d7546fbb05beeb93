"""A tally is the same however its rows are cut into batches, and goes on after it was saved."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadLabel, BadScore, Incompatible, MissingValues, TruecutError, UnreadableSource
from truecut.evaluation.running_tally import Tally

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=50)
cuts = st.lists(st.integers(0, 50), max_size=8)


def batches_of(columns, places):
    edges = sorted({0, *(min(place, len(columns[0])) for place in places), len(columns[0])})
    return [[column[a:b] for column in columns] for a, b in pairwise(edges)]


@given(rows, cuts, st.booleans(), st.booleans())
@settings(deadline=None)
def test_batches_give_the_table_of_all_rows(entries, places, lower, weighted):
    columns = [np.array(column) for column in zip(*entries, strict=True)]
    columns = columns if weighted else columns[:2]
    tally = Tally(lower_is_positive=lower, weights_are="repeated")
    for batch in batches_of(columns, places):
        tally.update(*batch)
    whole = ScoreTable.from_rows(*columns, lower_is_positive=lower, weights_are=Weights.REPEATED)
    assert tally.table == whole
    assert tally.rows == whole.rows


def test_a_saved_tally_goes_on_where_it_was(tmp_path):
    random = np.random.default_rng(0)
    labels, scores = random.random(1_000) < 0.3, random.random(1_000).round(2)
    batches = batches_of([labels, scores], range(100, 1_000, 100))
    tally = Tally()
    for batch in batches[:4]:
        tally.update(*batch)
    tally.save(tmp_path / "part.tally")

    resumed = Tally.load(tmp_path / "part.tally")
    for batch in batches[resumed.batches :]:
        resumed.update(*batch)
    assert resumed.batches == 10
    assert resumed.table == ScoreTable.from_rows(labels, scores)
    assert repr(resumed) == "<Tally: A running tally of 1,000 rows in 10 batches>"


def test_tallies_add_up_and_stay_what_they_were():
    first, second = Tally(positive="yes"), Tally(positive="yes")
    first.update(["yes", "no"], [0.9, 0.4])
    second.update(["no", "yes", "maybe"], [0.4, 0.1, 0.9])
    both = first + second
    assert (both.batches, both.rows, first.rows) == (2, 5, 2)
    assert both.table.positives.tolist() == [1, 0, 1]
    assert both.table.negatives.tolist() == [1, 2, 0]
    with pytest.raises(Incompatible, match="positive"):
        first + Tally()


def test_a_tally_is_evaluated_like_its_rows():
    tally = Tally()
    tally.update([1, 0], [0.9, 0.2])
    tally.update([1, 0], [0.6, 0.7])
    expected = tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).metric("roc_auc")
    assert tc.evaluate(tally.table).metric("roc_auc") == expected


def test_an_empty_tally_has_an_empty_table(tmp_path):
    tally = Tally()
    tally.update([], np.array([]))
    assert (tally.rows, len(tally.table), tally.batches) == (0, 0, 1)
    tally.save(tmp_path / "empty.tally")
    assert Tally.load(tmp_path / "empty.tally").rows == 0


def test_a_batch_that_cannot_be_counted_changes_nothing():
    tally = Tally()
    tally.update([1, 0], [0.9, 0.2])
    with pytest.raises(MissingValues, match="1 in column 'scores'"):
        tally.update([1, 0], [0.9, np.nan])
    with pytest.raises(BadLabel, match="1 × 'yes', 1 × 'no'"):
        tally.update(["yes", "no"], [0.9, 0.2])
    assert (tally.rows, tally.batches) == (2, 1)


@pytest.mark.parametrize(
    ("positive", "labels"),
    [
        (None, [1, None]),
        (None, [1.0, np.nan]),
        ("yes", ["yes", None]),
        (1, [1.0, np.nan]),
        ("yes", np.array(["yes", np.nan], dtype=object)),
    ],
)
def test_a_missing_label_is_never_taken_for_a_negative_one(positive, labels):
    tally = Tally(positive=positive)
    with pytest.raises(MissingValues, match=r"1 in column 'labels' \(first in row 2"):
        tally.update(labels, [0.9, 0.2])
    assert (tally.rows, tally.batches) == (0, 0)


def test_rows_that_lack_a_value_may_be_dropped():
    tally = Tally(missing="drop")
    tally.update([1, None, 0, 1], [0.9, 0.2, 0.4, np.nan])
    assert (tally.rows, tally.table.positives.tolist()) == (2, [1, 0])


@pytest.mark.parametrize(
    "labels", [[-1, 1], ["0", "1"], ["no", "yes"], [False, True], np.ma.array([0, 1]), [b"0", b"1"]]
)
def test_labels_of_a_batch_mean_what_they_mean_elsewhere(labels):
    tally = Tally()
    tally.update(labels, [0.2, 0.9])
    assert tally.table == tc.evaluate(labels, [0.2, 0.9]).table


def test_a_batch_may_lack_a_class_but_a_positive_label_that_never_comes_is_a_typo(tmp_path):
    tally = Tally(positive="spma")
    tally.update(["ham", "ham"], [0.2, 0.1])
    tally.update(["ham", "spam"], [0.2, 0.9])
    tally.save(tmp_path / "typo.tally")
    for found in (tally, Tally.load(tmp_path / "typo.tally")):
        with pytest.raises(BadLabel, match=r"positive='spma' is not among them\. Did you mean 'spam'"):
            _ = found.table
    with pytest.raises(BadLabel, match="'spma' is not among the classes"):
        Tally(classes=("ham", "spam")).update(["spma"], [0.2])


def test_a_declared_class_may_never_come():
    tally = Tally(classes=("ham", "spam"))
    tally.update(["ham", "ham"], [0.2, 0.1])
    assert tally.table.total_positive == 0


def test_labels_are_judged_by_those_of_all_batches():
    tally = Tally()
    tally.update([0, 1], [0.2, 0.9])
    with pytest.raises(BadLabel, match="3 different labels"):
        tally.update([-1, 1], [0.2, 0.9])
    assert tally.rows == 2


@pytest.mark.parametrize("positive", [1, 1.0, "1"])
@pytest.mark.parametrize("labels", [[1, 2], [1.0, 2.0], ["1", "2"], np.array([1, "2"], dtype=object)])
def test_a_label_is_the_positive_one_however_it_is_spelled(positive, labels):
    tally = Tally(positive=positive)
    tally.update(labels, [0.9, 0.2])
    assert tally.table.positives.tolist() == [1, 0]


def test_false_or_a_fraction_may_be_the_positive_label():
    refused, half = Tally(positive=False), Tally(positive=0.5)
    refused.update([False, True], [0.9, 0.2])
    half.update([0.5, 1.0], [0.9, 0.2])
    assert refused.table == half.table


def test_a_positive_label_that_numbers_cannot_be_is_refused():
    tally = Tally(positive="yes")
    tally.update([1, 0], [0.9, 0.2])
    with pytest.raises(BadLabel, match="positive='yes' is not among them"):
        _ = tally.table


def test_a_batch_of_another_kind_is_refused_when_it_comes_however_small_it_is():
    tally = Tally()
    tally.update(np.arange(1_000) % 2, np.arange(1_000) / 1_000)
    with pytest.raises(Incompatible, match="weights of kind"):
        tally.update([1, 0], [0.9, 0.2], [2.0, 1.0])
    with pytest.raises(Incompatible, match="no type holds both"):
        tally.update([1, 0], [2**60, 2**60 + 1])
    assert (tally.rows, tally.batches, tally.table.rows) == (1_000, 1, 1_000)


def test_tallies_are_summed_like_numbers():
    days = []
    for day in range(3):
        days.append(Tally())
        days[-1].update([1, 0], [0.5 + day / 10, 0.2])
    assert sum(days).table == (days[0] + days[1] + days[2]).table
    with pytest.raises(TypeError):
        1 + days[0]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Tally(weights_are="whatever"), "'importance' or 'repeated'"),
        (lambda: Tally().update(1, 0.5), "pass a list"),
        (lambda: Tally().update([1, 0], [None, 0.5]), "A value is missing in 1 of 2 rows"),
        (lambda: Tally().update([1, 0], np.array(["a", 0.5], dtype=object)), "should hold numbers"),
    ],
)
def test_what_is_wrong_with_a_batch_is_said_in_a_sentence(wrong, message):
    with pytest.raises(TruecutError, match=message):
        wrong()


def test_a_tally_is_evaluated_as_it_is_and_names_its_positive_label():
    tally = Tally(positive="spam")
    tally.update(["spam", "ham", "spam", "ham"], [0.9, 0.2, 0.6, 0.7])
    found = tc.evaluate(tally)
    assert found.metric("roc_auc") == tc.evaluate(tally.table).metric("roc_auc")
    assert found.read.positive == "spam"


def test_a_score_table_is_no_tally(tmp_path):
    ScoreTable.from_rows([True], [0.5]).save(tmp_path / "table")
    with pytest.raises(UnreadableSource, match="not a saved tally"):
        Tally.load(tmp_path / "table")


def test_a_batch_of_which_every_row_is_dropped_is_an_empty_one():
    tally = tc.Tally(missing="drop")
    for labels, scores in (([1, 0], [0.9, 0.2]), ([None, 1], [0.5, None]), ([0], [0.4])):
        tally.update(labels, scores)
    assert (tally.batches, tally.rows) == (3, 3)
    with pytest.raises(tc.TruecutError, match="A value is missing in 2 of 2 rows"):
        tc.Tally().update([None, 1], [0.5, None])


@pytest.mark.parametrize(
    "score", [Decimal("0.1000000000000000000001"), Fraction(1, 3), 10**30 + 1, np.longdouble("0.1")], ids=str
)
def test_a_score_that_another_batch_might_tie_with_by_rounding_is_refused(score):
    tally = tc.Tally()
    tally.update([0, 1], [Decimal("0.1"), 0.5])
    with pytest.raises(BadScore, match="could not tell scores of more than 15 digits"):
        tally.update([1, 0], [score, 0.25])
    assert tally.rows == 2
