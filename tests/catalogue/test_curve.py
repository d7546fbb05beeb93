"""The sweep: the counts at many thresholds, of a model or of a baseline."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.curve import Baseline, every_threshold, sweep, tabled
from truecut.errors import BadCall

LABELS = [1, 0, 1, 0]
SCORES = [0.9, 0.2, 0.6, 0.7]
CURVE = tc.evaluate(LABELS, SCORES).curve


def test_a_sweep_has_101_rows_and_the_usual_columns():
    swept = sweep("m", CURVE)
    rows = list(swept.rows())
    assert swept.header == ("threshold", "tp", "tn", "fp", "fn", "tpr", "fpr")
    assert [row[0] for row in rows] == [i / 100 for i in range(101)]
    assert rows[0] == (0.0, 2, 0, 2, 0, 1.0, 1.0)
    assert rows[60] == (0.6, 2, 1, 1, 0, 1.0, 0.5)
    assert rows[61] == (0.61, 1, 1, 1, 1, 0.5, 0.5)
    assert rows[100] == (1.0, 0, 2, 0, 2, 0.0, 0.0)


def test_each_row_is_the_evaluation_cut_there():
    e = tc.evaluate(LABELS, SCORES)
    for threshold, tp, tn, fp, fn, precision in sweep("m", e.curve, metrics=("precision",)).rows():
        assert e.at(threshold).counts == tc.Counts(tp=tp, fp=fp, fn=fn, tn=tn)
        assert e.at(threshold).metric("precision").value == precision


def test_what_is_undefined_is_none():
    last = list(sweep("m", CURVE, points=2, metrics=("ppv",)).rows())[-1]
    assert last == (1.0, 0, 2, 0, 2, None)


def test_columns_are_named_as_they_were_asked_for():
    assert sweep("m", CURVE, metrics=("sensitivity", "recall")).header[-2:] == ("sensitivity", "recall")


def test_other_scores_are_swept_from_the_lowest_to_the_highest_finite_one():
    curve = tc.evaluate(LABELS, [-np.inf, -3, 5, np.inf]).curve
    assert sweep("m", curve, points=3).thresholds.tolist() == [-3, 1, 5]
    assert sweep("m", curve, points=3, low=0, high=1).thresholds.tolist() == [0, 0.5, 1]


def test_every_threshold_is_every_distinct_score_after_nothing_flagged():
    rows = list(every_threshold("m", CURVE).rows())
    assert [row[0] for row in rows] == [None, 0.9, 0.7, 0.6, 0.2]
    assert rows[0][1:] == (0, 2, 0, 2, 0.0, 0.0)
    assert rows[-1][1:] == (2, 0, 2, 0, 1.0, 1.0)


def test_the_random_baseline_flags_the_share_above_the_threshold():
    rows = list(sweep("m", CURVE, points=5, baseline=Baseline.RANDOM).rows())
    assert rows[1] == (0.25, 1.5, 0.5, 1.5, 0.5, 0.75, 0.75)


def test_the_ideal_baseline_flags_the_positives_first():
    rows = list(sweep("m", CURVE, points=4, baseline=Baseline.IDEAL).rows())
    # Four rows spaced evenly: 0, 1/3 are the negatives, 2/3 and 1 the positives.
    assert [row[1:5] for row in rows] == [(2, 0, 2, 0), (2, 1, 1, 0), (2, 2, 0, 0), (1, 2, 0, 1)]


@pytest.mark.parametrize("baseline", Baseline)
def test_a_baseline_lies_evenly_where_the_scores_lie(baseline):
    logits = tc.evaluate(LABELS, [4, -3, 2, 1]).curve
    ours, theirs = (sweep("m", curve, baseline=baseline) for curve in (CURVE, logits))
    ours_counted, theirs_counted = (np.array([row[1:5] for row in one.rows()]) for one in (ours, theirs))
    assert ours_counted == pytest.approx(theirs_counted)
    assert (theirs.thresholds[0], theirs.thresholds[-1]) == (-3, 4)


@pytest.mark.parametrize("baseline", Baseline)
def test_a_baseline_is_mirrored_where_low_scores_are_positive(baseline):
    # 101 rows lie on the thresholds themselves, where 1 - 0.57 must be 0.43.
    lower = tc.evaluate(np.arange(101) % 2, np.arange(101) / 100, lower_is_positive=True).curve
    higher = tc.evaluate(np.arange(101) % 2, np.arange(101) / 100).curve
    upside_down = np.array([row[1:5] for row in sweep("m", higher, baseline=baseline).rows()])[::-1]
    mirrored = np.array([row[1:5] for row in sweep("m", lower, baseline=baseline).rows()])
    assert mirrored == pytest.approx(upside_down)


def test_the_ideal_baseline_of_weighted_rows_flags_the_positive_weight_first():
    weighted = tc.evaluate([1, 0, 1, 0], SCORES, weight=[0.5, 1, 1, 1.5]).curve
    rows = list(sweep("m", weighted, points=5, baseline=Baseline.IDEAL).rows())
    # A quarter of a weight of 4 is 1, and 1.5 of it is positive.
    assert [row[1:5] for row in rows[::-1]] == [
        (0, 2.5, 0, 1.5),
        (1, 2.5, 0, 0.5),
        (1.5, 2, 0.5, 0),
        (1.5, 1, 1.5, 0),
        (1.5, 0, 2.5, 0),
    ]


@pytest.mark.parametrize(("baseline", "accuracy"), [("flag-all", 0.25), ("flag-none", 0.75), ("no-information", 0.75)])
def test_who_does_not_look_counts_the_same_at_every_threshold(baseline, accuracy):
    rare = tc.evaluate([1, 0, 0, 0], SCORES).curve
    assert set(rare.sweep(7, metrics=["accuracy"], baseline=baseline).metrics["accuracy"].tolist()) == {accuracy}


def test_one_number_for_all_thresholds_is_no_column():
    with pytest.raises(BadCall, match="roc_auc is one number for all thresholds"):
        sweep("m", CURVE, metrics=("roc_auc",))


def test_huge_counts_stay_exact():
    counts = tc.Counts(*(np.array([10**20 + i], dtype=object) for i in range(4)))
    assert next(tabled("m", np.array([np.nan]), counts, ("tpr",)).rows())[:5] == (
        None,
        10**20,
        10**20 + 3,
        10**20 + 1,
        10**20 + 2,
    )


def test_whole_numbers_beyond_2_to_the_53_are_listed_as_they_are():
    scores = [2**60, 2**60 + 1]
    table = every_threshold("m", tc.Curve(tc.ScoreTable.from_rows([True, False], scores)))
    assert [row[0] for row in table.rows()] == [None, 2**60 + 1, 2**60]
