"""Counts of a stream with their replicates: they add up, whoever sees which row."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, Incompatible
from truecut.inference.intervals import estimate
from truecut.inference.resampling.poisson_counts import PoissonCounts


def rows(number: int = 2_000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    labels = random.random(number) < 0.3
    return labels, np.round(1 / (1 + np.exp(-random.normal((labels - 0.5) * 1.5))), 2), np.arange(number)


def counted(empty: PoissonCounts, part) -> PoissonCounts:
    labels, scores, numbers = rows(300)
    return empty.with_rows(labels[part], scores[part], row_ids=numbers[part])


@given(cuts=st.lists(st.integers(0, 300), max_size=4), order=st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=20)
def test_shards_merge_to_one_pass(cuts, order):
    empty = PoissonCounts.empty([0.3, 0.5, 0.7], replicates=101, seed=3)
    edges = [0, *sorted(cuts), 300]
    shards = [counted(empty, slice(*edge)) for edge in pairwise(edges)]
    order.shuffle(shards)
    merged = sum(shards[1:], shards[0])
    whole = counted(empty, slice(None))
    np.testing.assert_array_equal(merged.positives, whole.positives)
    np.testing.assert_array_equal(merged.negatives, whole.negatives)


def test_the_rows_as_they_came_are_counted_too():
    labels, scores, numbers = rows()
    found = PoissonCounts.empty([0.5]).with_rows(labels, scores, row_ids=numbers)
    model = Model("model", ScoreTable.from_rows(labels, scores))
    for name in ("precision", "recall", "mcc", "zero_one_count"):
        assert found.metric(name).value == pytest.approx(model.metric(name).value)


@pytest.mark.parametrize("name", ["precision", "recall", "mcc", "zero_one_count"])
def test_the_interval_is_that_of_the_bootstrap(name):
    labels, scores, numbers = rows()
    found = PoissonCounts.empty([0.5], replicates=1_000).with_rows(labels, scores, row_ids=numbers).metric(name)
    usual = estimate(Model("model", ScoreTable.from_rows(labels, scores)), name)
    width = usual.high - usual.low
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high), abs=0.15 * width)
    assert found.method == "poisson-bootstrap"
    assert "1,000 replicates, seed 0" in found.note


def test_a_curve_through_many_thresholds_has_the_metrics_of_curves():
    labels, scores, numbers = rows()
    found = PoissonCounts.empty(np.arange(101) / 100).with_rows(labels, scores, row_ids=numbers).metric("roc_auc")
    usual = estimate(Model("model", ScoreTable.from_rows(labels, scores)), "roc_auc")
    assert found.value == pytest.approx(usual.value)
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high), abs=0.005)


def test_what_does_not_belong_together_does_not_add_up():
    empty = PoissonCounts.empty([0.5])
    with pytest.raises(Incompatible, match="different thresholds"):
        empty + PoissonCounts.empty([0.6])
    with pytest.raises(Incompatible, match="different seeds"):
        empty + PoissonCounts.empty([0.5], seed=1)


def test_a_bad_call_says_what_is_wrong():
    empty = PoissonCounts.empty([0.2, 0.5])
    with pytest.raises(BadCall, match="say which one"):
        empty.metric("precision")
    with pytest.raises(BadCall, match=r"Nothing was counted at the threshold 0\.3"):
        empty.metric("precision", threshold=0.3)
    with pytest.raises(BadCall, match="probabilities themselves"):
        empty.metric("brier")
    with pytest.raises(BadCall, match="2 labels, 1 scores"):
        empty.with_rows([True, False], [0.5], row_ids=[1])
    with pytest.raises(BadCall, match="at least one threshold"):
        PoissonCounts.empty([])


def test_no_rows_have_no_value_and_few_rows_no_interval():
    empty = PoissonCounts.empty([0.5])
    assert not empty.metric("precision").is_defined
    few = empty.with_rows([True, False, True], [0.9, 0.1, 0.2], row_ids=[1, 2, 3]).metric("recall")
    assert (few.value, few.low) == (0.5, None)
    assert "fewer than 10" in few.note
