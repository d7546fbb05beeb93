"""Intervals of several differences that hold together, and p-values that allow for their number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

import truecut as tc
from truecut.errors import BadCall, UnknownName
from truecut.inference.multiple_tests import benjamini_hochberg, holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def compared(seed: int = 0, rows: int = 200, models: str = "abc", skills: float = 1.0, **options) -> tc.Comparison:
    random = np.random.default_rng(seed)
    labels, common = random.random(rows) < 0.4, random.normal(size=rows)
    scores = {
        name: skills ** (place + 1) * labels + 0.7 * common + 0.7 * random.normal(size=rows)
        for place, name in enumerate(models)
    }
    return tc.compare(labels, scores, replicates=300, **options)


@given(P_VALUES)
def test_benjamini_and_hochbergs_p_values_are_those_of_scipy(p_values):
    assert benjamini_hochberg(p_values) == pytest.approx(list(false_discovery_control(p_values)))


@given(P_VALUES)
def test_to_let_some_be_false_is_never_stricter_than_to_let_none(p_values):
    for p, some, none in zip(p_values, benjamini_hochberg(p_values), holm(p_values), strict=True):
        assert p <= some + 1e-12
        assert some <= none + 1e-12


def test_the_adjustment_is_chosen_by_name():
    c = compared(skills=1.4)
    by_holm, by_share = c.differences(), c.differences(adjust="benjamini-hochberg")
    p_values = [one.p_value for one in by_holm]
    assert [one.adjusted_p for one in by_holm] == holm(p_values)
    assert [one.adjusted_p for one in by_share] == benjamini_hochberg(p_values)
    with pytest.raises(UnknownName, match="bonferoni"):
        c.differences(adjust="bonferoni")


@pytest.mark.parametrize("name", ["roc_auc", "brier_skill", "recall", "ks"])
def test_all_intervals_are_as_many_standard_errors_wide(name):
    random = np.random.default_rng(1)
    labels = random.random(200) < 0.4
    scores = {m: np.clip(0.3 * labels + 0.5 * random.random(200), 0, 1) for m in "abc"}
    c = tc.compare(labels, scores, replicates=300)
    found = c.simultaneous(name)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in found:
        single = c.difference(name, one.first, one.second, method="bootstrap")
        assert one.low + one.high == pytest.approx(2 * one.value)
        assert 1.05 < (one.high - one.low) / (single.high - single.low) < 1.6
        assert (one.method, one.family) == ("max-t", 3)
        assert "the 3 intervals hold together" in one.note


def test_they_hold_together_about_as_often_as_they_say():
    held = [all(one.low <= 0 <= one.high for one in compared(seed, rows=120).simultaneous()) for seed in range(60)]
    assert np.mean(held) > 0.87  # of 60 samples at 95 %, once in 200 times fewer


def test_what_the_interval_excludes_is_what_the_test_finds():
    found = compared(3, skills=1.6, models="abcd").simultaneous(level=0.9)
    assert {one.adjusted_p < 0.1 for one in found} == {True, False}
    for one in found:
        assert (one.adjusted_p < 0.1) == (not one.low <= 0 <= one.high)


def test_models_that_never_differ_have_no_interval_of_this_kind():
    labels, scores = [1, 0] * 30, np.arange(60) % 7
    c = tc.compare(labels, {"a": scores, "b": scores}, replicates=200)
    (one,) = c.simultaneous()
    assert (one.value, one.low, one.method) == (0.0, None, "")
    assert one.note


def test_counts_alone_cannot_be_drawn_together():
    c = tc.compare({"M1": tc.counts(tp=9, fn=1, fp=2, tn=8), "M2": tc.counts(tp=8, fn=2, fp=2, tn=8)})
    with pytest.raises(BadCall, match="need the rows"):
        c.simultaneous("recall")
