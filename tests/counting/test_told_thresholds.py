"""A threshold as it is told flags the rows that it flags itself, and is as short as that allows."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import truecut as tc
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.told_thresholds import IN_TABLES, figures_enough, told_threshold

NUMBERS = st.floats(-1e300, 1e300, allow_nan=False)
SCORES = st.lists(NUMBERS | st.floats(0, 1) | st.integers(-50, 50).map(float), min_size=1, max_size=30)


def curve_of(scores, *, is_low=False):
    scores = np.array(scores)
    return CountsCurve(ScoreTable.from_rows(np.arange(len(scores)) % 2 == 0, scores, lower_is_positive=is_low))


@given(SCORES, st.booleans(), st.sampled_from([3, IN_TABLES]), NUMBERS | st.floats(0, 1))
@example([0.947792, 0.9478, 0.947], False, 3, 0.5)
@example([0.03125, 0.0312], False, 3, 0.03125)
@example([np.nextafter(0.5, 1), 0.5], False, 3, 0.5)
def test_whoever_types_what_is_told_flags_the_same_rows(scores, is_low, figures, typed):
    curve = curve_of(scores, is_low=is_low)
    for threshold in [typed, *scores]:
        told = told_threshold(curve, threshold, figures)
        assert curve.reached([float(told)]) == curve.reached([threshold])


@given(SCORES, st.booleans())
def test_a_score_is_cut_off_after_the_figures_that_are_enough(scores, is_low):
    curve = curve_of(scores, is_low=is_low)
    for score in scores:
        enough = figures_enough(curve, score)
        assert 3 <= enough <= 17
        assert len(told_threshold(curve, score).lstrip("-0.").split("e")[0].replace(".", "").rstrip("0")) <= enough


def test_three_figures_are_told_where_they_are_enough():
    assert told_threshold(curve_of([0.947792, 0.2]), 0.947792) == "0.947"
    assert told_threshold(curve_of([0.2, 0.947792], is_low=True), 0.2) == "0.2"
    assert told_threshold(curve_of([0.947792, 0.2], is_low=True), 0.947792) == "0.948"


def test_whole_numbers_beyond_the_reach_of_floats_stay_apart():
    curve = curve_of([2**53 + 1, 2**53])
    assert told_threshold(curve, 2**53 + 1) == str(2**53 + 1)


def test_infinite_scores_are_told_as_such():
    assert told_threshold(curve_of([np.inf, 0.5]), np.inf) == "inf"


@pytest.mark.parametrize("is_low", [False, True])
def test_the_cut_of_a_recommendation_can_be_typed(is_low):
    """The headline of very many scores says as many figures as it takes, and so do tables and the command's answer."""
    random = np.random.default_rng(5)
    labels = random.random(20_000) < 0.3
    scores = random.normal(labels * 1.2) * (-1 if is_low else 1)
    e = tc.evaluate(labels, scores, lower_is_positive=is_low, cost={"fp": 1, "fn": 4})
    told = e.recommend()
    typed = e.curve.at(float(told.told_cut))
    assert typed == e.curve.at(told.threshold) == told.counts
    assert f"from {told.told_cut} " in told.sentences.headline
    assert len(told.told_cut) < len(repr(told.threshold))
    for option in e.summary().models[0].thresholds:
        assert e.curve.at(float(option.told)) == option.counts
    chosen = e.choose("cheapest")
    shown = str(chosen).split("Flag when score ")[1].split()[1].rstrip(".")
    assert e.curve.at(float(shown)) == chosen.point.counts
