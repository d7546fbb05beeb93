"""The curve on the smallest cases; what holds for all curves is in test_laws_of_curves.py."""

from math import inf, isnan, nan

import numpy as np
import pytest

from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall

# Score 0.9 is positive; 0.4 is shared by a positive and a negative; 0.1 is negative.
LABELS, SCORES = [True, True, False, False], [0.9, 0.4, 0.4, 0.1]


def curve(labels=LABELS, scores=SCORES, **options) -> CountsCurve:
    return CountsCurve(ScoreTable.from_rows(labels, scores, **options))


def test_a_row_is_flagged_when_its_score_reaches_the_threshold():
    assert curve().at(0.4) == Counts(tp=2, fp=1, fn=0, tn=1)
    assert curve().at(0.41) == Counts(tp=1, fp=0, fn=1, tn=2)


def test_counts_at_a_point_are_python_numbers():
    assert {type(count) for count in curve().at(0.4).cells().values()} == {int}
    assert {type(count) for count in curve(weights=[1, 2, 3, 4]).at(0.4).cells().values()} == {float}


def test_low_scores_are_flagged_where_they_are_the_positive_ones():
    assert curve(lower_is_positive=True).at(0.4) == Counts(tp=1, fp=2, fn=1, tn=0)


def test_a_curve_starts_with_nothing_flagged_and_ends_with_everything():
    assert curve().counts.tp.tolist() == [0, 1, 2, 2]
    assert curve().counts.fp.tolist() == [0, 0, 1, 2]
    assert curve().counts.fn.tolist() == [2, 1, 0, 0]
    assert curve().counts.tn.tolist() == [2, 2, 1, 0]


def test_the_first_entry_has_a_threshold_above_all_scores_even_infinite_ones():
    thresholds = curve([True, False], [inf, 0.5]).thresholds
    assert isnan(thresholds[0])
    assert thresholds[1:].tolist() == [inf, 0.5]


def test_an_infinite_threshold_flags_infinite_scores():
    assert curve([True, False], [inf, 0.5]).at(inf) == Counts(tp=1, fp=0, fn=0, tn=1)
    assert curve([True, False], [-inf, 0.5]).at(-inf) == Counts(tp=1, fp=1, fn=0, tn=0)


def test_a_threshold_is_not_nan():
    with pytest.raises(BadCall, match=r"^A threshold is a number, not NaN\.$"):
        curve().at(nan)


@pytest.mark.parametrize("threshold", [2**64, -(2**64), 1e300, 0.5])
def test_whole_number_scores_meet_thresholds_of_any_size(threshold):
    scores = [2**60, 2**60 + 1]
    assert curve([True, True], scores).at(threshold).tp == sum(score >= threshold for score in scores)


@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_whole_number_scores_too_large_for_floats_meet_fractions_between_them(lower_is_positive):
    # 2**53 + 1 keeps the column whole, and 3 is reached by 2.5, not by 3.5.
    scores = [2, 3, 4, 2**53 + 1]
    whole = curve([True] * 4, scores, lower_is_positive=lower_is_positive)
    assert whole.table.scores.dtype == np.int64
    for threshold in (1.5, 2.5, 3.5, 4.5, -0.5, 2.0**53, float(2**53 + 2)):
        expected = sum(score <= threshold if lower_is_positive else score >= threshold for score in scores)
        assert whole.at(threshold).tp == expected, threshold


@pytest.mark.parametrize("lower_is_positive", [False, True])
@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_the_least_and_the_greatest_whole_number_are_reached_by_themselves(dtype, lower_is_positive):
    ends = [int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)]
    whole = curve([True, True], np.array(ends, dtype=dtype), lower_is_positive=lower_is_positive)
    assert [whole.at(end).tp for end in ends] == ([1, 2] if lower_is_positive else [2, 1])


@pytest.mark.parametrize("lower_is_positive", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_whole_thresholds_that_no_float_equals_are_not_rounded_to_a_score(dtype, lower_is_positive):
    scores = [2.0**53, -(2.0**53), 2.0**62]
    of_floats = curve([True] * 3, np.array(scores, dtype=dtype), lower_is_positive=lower_is_positive)
    for threshold in (2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**62 - 1, 2**62, 2**62 + 1):
        expected = sum(score <= threshold if lower_is_positive else score >= threshold for score in scores)
        assert of_floats.at(threshold).tp == expected, threshold


def test_float32_scores_meet_thresholds_in_double_precision():
    # float32(0.7) is 0.699999988..., and float32(0.3) is 0.300000012...
    single = curve([True, False], np.array([0.7, 0.3], dtype=np.float32))
    assert single.at(0.7) == Counts(tp=0, fp=0, fn=1, tn=1)
    assert single.at(0.3) == Counts(tp=1, fp=1, fn=0, tn=0)
    assert single.at(float(np.float32(0.7))).tp == 1


def test_no_rows_make_a_curve_of_one_entry():
    assert len(curve([], [])) == 1
    assert curve([], []).at(0.5) == Counts(tp=0, fp=0, fn=0, tn=0)


def test_a_sweep_of_probabilities_goes_in_hundredths_from_0_to_1():
    sweep = curve().sweep()
    assert sweep.thresholds.tolist() == [step / 100 for step in range(101)]


def test_a_score_of_57_hundredths_is_flagged_at_57_hundredths():
    # 57 * 0.01 is 0.5700000000000001.
    sweep = curve([True], [0.57]).sweep()
    assert (sweep.counts.tp[57], sweep.counts.tp[58]) == (1, 0)


def test_a_sweep_of_other_scores_goes_from_the_lowest_to_the_highest_finite_one():
    assert curve([True, False, True], [-2, 6, inf]).sweep(3).thresholds.tolist() == [-2, 2, 6]


def test_a_sweep_of_one_score_goes_half_a_step_around_it():
    assert curve([True], [7]).sweep(3).thresholds.tolist() == [6.5, 7, 7.5]


def test_a_sweep_goes_where_it_is_told():
    assert curve().sweep(3, low=0.2, high=0.6).thresholds.tolist() == pytest.approx([0.2, 0.4, 0.6])
    assert curve().sweep(3, low=0.5).thresholds.tolist() == [0.5, 0.75, 1.0]
    assert curve().sweep(3, high=0.5).thresholds.tolist() == [0.0, 0.25, 0.5]
    # Also where nothing would say by itself from where to where.
    assert curve([True], [inf]).sweep(2, low=0, high=1).counts.tp.tolist() == [1, 1]


def test_a_sweep_that_cannot_be_is_refused():
    with pytest.raises(BadCall, match=r"^A sweep needs at least 2 thresholds, not 1\.$"):
        curve().sweep(1)
    with pytest.raises(BadCall, match=r"^A sweep must go up, but it would go from 1 to 0\.$"):
        curve().sweep(5, low=1, high=0)
    with pytest.raises(BadCall, match=r"^A sweep must go up, but it would go from 0\.5 to 0\.5\.$"):
        curve().sweep(5, low=0.5, high=0.5)
    with pytest.raises(BadCall, match=r"^No score is finite"):
        curve([True], [inf]).sweep()


def test_fractions_of_weights_never_make_the_curve_go_back():
    counts = curve([True] * 10, np.arange(10), weights=[0.1] * 10).counts
    assert (np.diff(counts.tp) > 0).all()
    assert counts.fn[-1] == 0
